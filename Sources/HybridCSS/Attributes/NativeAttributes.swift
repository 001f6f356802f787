extension PresentationalAttribute {
  /// TokenHybrid's attributes that set styles (`Documentation/elements.md`). They beat the `style` attribute,
  /// which beats sheets.
  ///
  /// Boxes and controls handle the other attributes, such as `title`, `src` and `placeholder`.
  package static let native: [PresentationalAttribute] = [
    // Text
    .init(texts, "fontSize", .property("font-size"), "Size of the font in points."),
    .init(
      texts, "font", .property("font"), "Name and size of the font, as in \"Helvetica 14px\"; beats fontSize."
    ),
    .init("label input textarea", "textColor", .property("color"), "Colour of the text."),
    .init("button navitem", "titleColor", .property("color"), "Colour of the title."),
    .init(
      "button navitem", "highlightTitleColor", .property("color"), while: .active,
      "Colour of the title while it is pressed."),
    .init(
      "button navitem", "selectedBackgroundColor", .property("background-color"), while: .checked,
      "Background while it is selected."),
    .init("label", "textAlign", .words(alignments), "The alignment of lines: left, center or right."),
    .init(
      "label input textarea", "align", .words(alignments), "The alignment of lines: left, center or right."),
    .init("label", "lines", .lines, "The maximum number of lines; 0 for no limit."),
    .init("input textarea searchbar", "cursorColor", .property("caret-color"), "Colour of the caret."),
    // Controls
    .init(
      "input", "borderStyle",
      .words([
        "none": "border: 0 none", "line": "border: 1px solid #000000", "bezel": "border: 1px inset #a9a9a9",
        "roundedrect": "border: 1px solid #cccccc; border-radius: 5px",
      ]), "The border of the field: none, line, bezel or roundedRect."),
    .init("searchbar", "barColor", .property("background-color"), "Colour of the bar."),
    .init("segment", "color", .property("color"), "Colour of titles and frame."),
    .init("switch", "color", .property("color"), "Colour while it is off."),
    .init("switch", "onColor", .property("accent-color"), "Colour while it is on."),
    .init("dots", "dotColor", .property("color"), "Colour of the dots."),
    .init("dots", "onDotColor", .property("accent-color"), "Colour of the current dot."),
    .init(
      "image button navitem", "imageMode",
      .words([
        "fill": "object-fit: fill", "aspectfit": "object-fit: contain", "aspectfill": "object-fit: cover",
      ]), "How the picture fills its frame: fill, aspectfit or aspectfill."),
    .init(
      "image", "contentMode",
      .words([
        "scaletofill": "object-fit: fill", "scaleaspectfit": "object-fit: contain",
        "scaleaspectfill": "object-fit: cover", "center": "object-fit: none",
      ]),
      """
      How the picture fills its frame, in packages: scaleToFill, scaleAspectFit, scaleAspectFill or center.
      """),
    .init(
      "scrollview textarea", "allowScroll", .flag(on: "", off: "overflow: hidden"), "Whether it scrolls."),
    // Last, so that they beat the declarations of a border style.
    .init("", "backgroundColor", .property("background-color"), "Colour of the background."),
    .init("", "borderWidth", .property("border-width"), "Width of the border in points."),
    .init("", "borderColor", .property("border-color"), "Colour of the border."),
    .init("", "borderRadius", .property("border-radius"), "Radius of the corners in points."),
    .init("", "zIndex", .property("z-index"), "Order among siblings that overlap; the greatest is on top."),
    .init("", "hidden", .flag(on: "display: none", off: ""), "Removes the element from the layout."),
  ]

  private static let texts = "label button navitem input textarea"

  private static let alignments = [
    "left": "text-align: left", "center": "text-align: center", "right": "text-align: right",
  ]
}
