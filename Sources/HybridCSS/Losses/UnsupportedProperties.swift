/// The properties of browsers that have no row in ``PropertyTable``, each with what an author can write
/// instead. The rows of properties whose values only scripts see have their own advice
/// (``PropertyUse/scripts(instead:)``).
///
/// All other names are misspelt, or belong to another engine.
enum UnsupportedProperties {
  /// Each advice to the author, and the names that it applies to, separated by blanks.
  private static let rows: [(advice: String, names: String)] = [
    // Shapes and effects
    (
      "the shape of a box is its rectangle: draw another shape into a picture",
      """
      clip shape-image-threshold shape-margin shape-outside border-shape \
      corner-shape corner-top-shape corner-right-shape corner-bottom-shape corner-left-shape \
      corner-block-start-shape corner-block-end-shape corner-inline-start-shape corner-inline-end-shape \
      corner-top-left-shape corner-top-right-shape corner-bottom-left-shape corner-bottom-right-shape \
      corner-start-start-shape corner-start-end-shape corner-end-start-shape corner-end-end-shape
      """
    ),
    (
      "a mask is made of gradients, uses their opacity and covers the border box",
      """
      mask-border mask-clip mask-composite mask-mode mask-origin mask-type
      """
    ),
    ("colors of layers are not blended: choose the resulting color", "background-blend-mode"),
    ("an inline element has borders and padding at its two ends only", "box-decoration-break"),
    // Transforms
    (
      "a turn in space is shown without perspective",
      """
      backface-visibility perspective perspective-origin transform-style
      """
    ),
    // Animations
    (
      "the values of an animation replace those of the sheets, and it begins when the style names it",
      "animation-composition animation-trigger"
    ),
    (
      "a script can listen to 'scroll'",
      """
      timeline-trigger timeline-trigger-activation-range timeline-trigger-activation-range-start \
      timeline-trigger-activation-range-end timeline-trigger-active-range \
      timeline-trigger-active-range-start timeline-trigger-active-range-end timeline-trigger-name \
      timeline-trigger-source trigger-scope
      """
    ),
    ("give both sizes as lengths: 'auto' is not interpolated", "interpolate-size"),
    (
      "pages change at once",
      """
      view-transition-class view-transition-group view-transition-name view-transition-scope
      """
    ),
    // Columns and pages
    (
      "lay columns out with 'display: grid' or 'display: flex'",
      """
      column-height column-wrap flex-line-count
      """
    ),
    (
      "give the items a border",
      """
      column-rule-break column-rule-inset column-rule-inset-cap \
      column-rule-inset-cap-end column-rule-inset-cap-start column-rule-inset-end \
      column-rule-inset-junction column-rule-inset-junction-end column-rule-inset-junction-start \
      column-rule-inset-start column-rule-visibility-items row-rule \
      row-rule-break row-rule-color row-rule-inset row-rule-inset-cap row-rule-inset-cap-end \
      row-rule-inset-cap-start row-rule-inset-end row-rule-inset-junction row-rule-inset-junction-end \
      row-rule-inset-junction-start row-rule-inset-start row-rule-style row-rule-visibility-items \
      row-rule-width rule rule-break rule-color rule-inset rule-inset-cap rule-inset-end \
      rule-inset-junction rule-inset-start rule-overlap rule-style rule-visibility-items rule-width
      """
    ),
    (
      "a screen has no pages of paper",
      """
      page page-break-after page-break-before page-margin-safety page-orientation print-color-adjust \
      size color-adjust
      """
    ),
    // Containment
    (
      "everything is laid out and drawn; only what changes is computed again",
      """
      will-change
      """
    ),
    (
      "set 'top' and 'left' to a place in the containing block",
      """
      anchor-name anchor-scope position-anchor position-area position-try position-try-fallbacks \
      position-try-order position-visibility
      """
    ),
    ("set 'margin: 0' on the first or last child", "margin-trim"),
    ("lines have the height that 'line-height' says", "block-step"),
    ("a field has the size that 'width' and 'height' say", "field-sizing frame-sizing"),
    ("the order is that of the document", "reading-flow reading-order"),
    // Colors
    (
      "the light or dark theme is that of the device: use '@media (prefers-color-scheme)'",
      """
      color-scheme forced-color-adjust dynamic-range-limit
      """
    ),
    // Controls
    (
      "controls are drawn as the page styles them", "caret caret-animation caret-shape"
    ),
    ("set 'disabled', or leave the listener out", "interactivity"),
    ("gestures are those of the device", "touch-action"),
    ("a touch opens nothing: use 'click'", "interest-delay interest-delay-start interest-delay-end"),
    ("windows cannot be dragged by the page", "app-region window-drag"),
    ("the page is not spoken", "speak"),
    // Scrolling
    (
      "a script can set 'scrollTop'",
      """
      scroll-snap-align scroll-snap-stop scroll-snap-type scroll-behavior scroll-initial-target \
      scroll-marker-group scroll-target-group scroll-axis-lock overflow-anchor scroll-margin \
      scroll-margin-block scroll-margin-block-end scroll-margin-block-start scroll-margin-bottom \
      scroll-margin-inline scroll-margin-inline-end scroll-margin-inline-start scroll-margin-left \
      scroll-margin-right scroll-margin-top scroll-padding scroll-padding-block scroll-padding-block-end \
      scroll-padding-block-start scroll-padding-bottom scroll-padding-inline scroll-padding-inline-end \
      scroll-padding-inline-start scroll-padding-left scroll-padding-right scroll-padding-top
      """
    ),
    (
      "a list at its end scrolls what is around it",
      """
      overscroll-behavior overscroll-behavior-block overscroll-behavior-inline overscroll-behavior-x \
      overscroll-behavior-y
      """
    ),
    ("scroll bars lie over the content, as on phones", "scrollbar-color scrollbar-gutter scrollbar-width"),
    ("what is clipped is clipped at the padding edge", "overflow-clip-margin"),
    // Fonts
    (
      "a font has the glyphs that its family, weight and style select",
      """
      font-language-override font-optical-sizing font-palette font-size-adjust font-synthesis \
      font-synthesis-small-caps font-synthesis-style font-synthesis-weight font-variant-alternates \
      font-variant-emoji text-rendering
      """
    ),
    ("a descriptor of '@font-face'", "font-display"),
    // Text
    ("set 'font-size'", "text-size-adjust math-depth math-shift math-style text-fit"),
    (
      "an underline crosses descenders: set 'text-underline-offset'",
      """
      text-decoration-skip text-decoration-skip-ink text-underline-position
      """
    ),
    (
      "use bold or italic text, or an underline",
      """
      text-emphasis text-emphasis-color text-emphasis-position text-emphasis-style
      """
    ),
    ("justified lines have wider spaces", "text-justify"),
    (
      "words break where the text has a soft hyphen (U+00AD), or as 'word-break' says",
      """
      hyphenate-character hyphenate-limit-chars line-break hanging-punctuation \
      text-autospace text-spacing-trim
      """
    ),
    ("lines are horizontal", "text-combine-upright text-orientation ruby-align ruby-overhang ruby-position"),
    (
      "use 'vertical-align' or 'line-height'",
      """
      alignment-baseline baseline-shift baseline-source text-box text-box-edge \
      text-box-trim initial-letter
      """
    ),
    // Pictures
    (
      "prepare the picture in its size and orientation",
      """
      image-orientation image-resolution object-view-box
      """
    ),
    // SVG
    (
      "set the attribute of the element of SVG",
      """
      buffered-rendering color-interpolation color-interpolation-filters color-rendering cx cy d r rx ry x y
      """
    ),
    ("set 'marker-start', 'marker-mid' and 'marker-end'", "marker"),
    ("a stroke is scaled with its shape", "vector-effect"),
    ("the element is drawn where it stands in the document", "overlay"),
  ]

  private static let table: [String: String] = {
    var table: [String: String] = [:]
    for row in rows {
      for name in row.names.split(separator: " ") { table[String(name)] = row.advice }
    }
    return table
  }()

  /// The advice for a property; nil for a property with an effect, and for an unknown name.
  static func advice(for name: String) -> String? { PropertyID(name: name)?.use.advice ?? table[name] }

  /// Every name of the table.
  static let names: Set<String> = Set(table.keys)
}
