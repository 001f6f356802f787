import HybridEncoding

private let text = StyleGroup<ComputedStyle.Text>(
  isInherited: true, shared: { $0.sharedText }, modify: { $1(&$0.text) })

/// Fonts, text, and other properties that children inherit. A part of ``PropertyTable``.
package class TextProperties: BoxProperties {
  // Fonts and text
  let fontSize = StoredRow(text, \.fontSize, .fontSize, .nonNegative, .layout, also: [.cssAttribute])
  let lineHeight = StoredRow(text, \.lineHeight, .lineHeight, .lineHeight, .layout, also: [])
  let direction = StoredRow(text, \.direction, .keyword, .discrete, .layout, also: [.cssAttribute])
  let writingMode = StoredRow(text, \.writingMode, .keyword, .discrete, .layout, also: [])
  let color = StoredRow(text, \.color, .textColor, .color, .painting, also: [.cssAttribute])
  let fontFamily = StoredRow(text, \.fontFamily, .fontFamily, .discrete, .layout, also: [])
  let fontWeight = StoredRow(text, \.fontWeight, .fontWeight, .number(1...1000), .layout, also: [])
  let fontStyle = StoredRow(
    text, \.fontStyle, .keyword("a font style") { $0.takeFontStyle() }, .discrete, .layout, also: [])
  package let fontStretch = SparseRow(
    100.0, .fontStretch, inherited: true, .nonNegative, .layout, also: [.alias("font-width")],
    example: "condensed")
  package let fontVariantCaps = SparseRow(
    FontVariantCaps.normal, .keyword, inherited: true, .discrete, .layout, also: [], example: "small-caps")
  package let fontKerning = SparseRow(
    FontKerning.auto, .keyword, inherited: true, .discrete, .layout, also: [], example: "none")
  package let fontVariantLigatures = SparseRow(
    [], .fontVariant(.ligatures, "kinds of ligatures, 'normal' or 'none'"), inherited: true, .discrete,
    .layout, also: [], example: "none")
  package let fontVariantPosition = SparseRow(
    [], .fontVariant(.position, "'normal', 'sub' or 'super'"), inherited: true, .discrete, .layout, also: [],
    example: "super")
  package let fontVariantNumeric = SparseRow(
    [], .fontVariant(.numeric, "forms of digits, or 'normal'"), inherited: true, .discrete, .layout, also: [],
    example: "tabular-nums")
  package let fontVariantEastAsian = SparseRow(
    [], .fontVariant(.eastAsian, "forms of characters, or 'normal'"), inherited: true, .discrete, .layout,
    also: [], example: "jis78")
  package let fontFeatureSettings = SparseRow(
    [], .fontFeatures, inherited: true, .discrete, .layout, also: [.webkit], example: "'liga' 0")
  package let fontVariationSettings = SparseRow(
    [], .fontVariations, inherited: true, .discrete, .layout, also: [], example: "'wght' 300")
  let letterSpacing = StoredRow(text, \.letterSpacing, .spacing, .number, .layout, also: [])
  let wordSpacing = StoredRow(text, \.wordSpacing, .spacing, .number, .layout, also: [])
  let textAlign = StoredRow(text, \.textAlign, .keyword, .discrete, .layout, also: [.cssAttribute])
  package let textAlignLast = SparseRow(
    TextAlignLast.auto, .keyword, inherited: true, .discrete, .layout, also: [], example: "right")
  let textTransform = StoredRow(text, \.textTransform, .keyword, .discrete, .layout, also: [])
  let textIndent = StoredRow(text, \.textIndent, .indent, .length, .layout, also: [])
  package let textShadow = SparseRow(
    [], .shadows(isBox: false), inherited: true, .shadows, .painting, also: [], example: "1px 1px red")
  package let textUnderlineOffset = SparseRow(
    nil, .underlineOffset, inherited: true, .discrete, .painting, also: [], example: "3px",
    with: "text-decoration: underline")
  package let webkitTextFillColor = SparseRow(
    ColorValue.current, .color, inherited: true, .color, .painting, also: [], example: "red")
  package let webkitTextStrokeColor = SparseRow(
    ColorValue.current, .color, inherited: true, .color, .painting, also: [], example: "red",
    with: "-webkit-text-stroke-width: 1px")
  package let webkitTextStrokeWidth = SparseRow(
    0.0, .lineWidth, inherited: true, .nonNegative, .painting, also: [], example: "2px")
  let textWrapMode = StoredRow(
    text, \.textWrapMode, .keyword, .discrete, .layout, also: [])
  package let textWrapStyle = SparseRow(
    TextWrapStyle.auto, .keyword, inherited: true, .discrete, .layout, also: [], example: "balance",
    with: "clear: left")
  let whiteSpaceCollapse = StoredRow(text, \.whiteSpaceCollapse, .keyword, .discrete, .layout, also: [])
  let wordBreak = StoredRow(text, \.wordBreak, .keyword, .discrete, .layout, also: [])
  let overflowWrap = StoredRow(
    text, \.overflowWrap, .keyword, .discrete, .layout, also: [.alias("word-wrap")])
  package let hyphens = SparseRow(
    Hyphens.manual, .keyword, inherited: true, .discrete,
    .scripts(instead: "words break where the text has a soft hyphen (U+00AD), or as 'word-break' says"),
    also: [], example: "auto")
  package let tabSize = SparseRow(
    8.0, .number(default: 8), inherited: true, .discrete, .layout, also: [], example: "3",
    with: "white-space: pre")
  package let quotes = SparseRow(
    Quotes.auto, .quotes, inherited: true, .discrete, .layout, also: [], example: "'a' 'b'")

  // Lists, pointers and other inherited properties
  let listStyleType = StoredRow(text, \.listStyleType, .listStyleType, .discrete, .painting, also: [])
  package let listStylePosition = SparseRow(
    ListStylePosition.outside, .keyword, inherited: true, .discrete, .layout, also: [], example: "inside",
    with: "display: list-item")
  package let listStyleImage = SparseRow(
    Image.none, .image, inherited: true, .discrete, .scripts(instead: "use a background picture"), also: [],
    example: "url(a.png)")
  let visibility = StoredRow(text, \.visibility, .keyword, .visibility, .painting, also: [])
  let borderCollapse = StoredRow(text, \.borderCollapse, .keyword, .discrete, .layout, also: [])
  let borderSpacing = StoredRow(text, \.borderSpacing, .borderSpacing, .discrete, .layout, also: [])
  let captionSide = StoredRow(text, \.captionSide, .keyword, .discrete, .layout, also: [])
  let emptyCells = StoredRow(text, \.emptyCells, .keyword, .discrete, .painting, also: [])
  package let cursor = SparseRow(
    "auto", .cursor, inherited: true, .discrete, .scripts(instead: "a touch screen shows no mouse pointer"),
    also: [], example: "pointer")
  package let pointerEvents = SparseRow(
    PointerEvents.auto, .keyword(.keywords(PointerEvents.allCases.map(\.rawValue.asciiLowercased))),
    inherited: true, .discrete, .scripts(instead: "set 'disabled', or leave the listener out"), also: [],
    example: "none")
  package let caretColor = SparseRow(
    nil, .colorOrAuto, inherited: true, .discrete,
    .scripts(instead: "controls are drawn as the page styles them"), also: [], example: "red")
  package let accentColor = SparseRow(
    nil, .colorOrAuto, inherited: true, .discrete, .painting, also: [], example: "red")
}
