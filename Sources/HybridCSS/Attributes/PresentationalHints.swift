extension PresentationalAttribute {
  /// Presentational hints of HTML. They are weaker than any declaration of an author: HTML Standard §15.2,
  /// *The CSS user agent style sheet and presentational hints*.
  ///
  /// Boxes handle the sizes of pictures; the user-agent sheet handles `hidden` and `dir`.
  package static let hints: [PresentationalAttribute] = [
    .init(
      "p div h1 h2 h3 h4 h5 h6 td th tr caption legend", "align",
      .words([
        "left": "text-align: left", "center": "text-align: center", "middle": "text-align: center",
        "right": "text-align: right", "justify": "text-align: justify",
      ]), "The alignment of lines. Use text-align."),
    .init(
      "body table thead tbody tfoot tr td th", "bgcolor", .property("background-color"),
      "Colour of the background. Use background-color."),
    .init("body", "text", .property("color"), "Colour of the text. Use color."),
    .init("font", "color", .property("color"), "Colour of the text. Use color."),
    .init("font", "face", .property("font-family"), "Font. Use font-family."),
    .init(
      "font", "size",
      .words([
        "1": "font-size: x-small", "2": "font-size: small", "3": "font-size: medium", "4": "font-size: large",
        "5": "font-size: x-large", "6": "font-size: xx-large", "7": "font-size: xxx-large",
        "+1": "font-size: larger", "-1": "font-size: smaller",
      ]), "Size of the text. Use font-size."),
    .init("hr", "color", .property("color"), "Colour of the line. Use color."),
    .init(
      "td th", "nowrap", .flag(on: "white-space: nowrap", off: "white-space: nowrap"),
      "Keeps text on one line."),
    .init(
      "ul ol li", "type",
      .words([
        "1": "list-style-type: decimal", "disc": "list-style-type: disc", "circle": "list-style-type: circle",
        "square": "list-style-type: square", "none": "list-style-type: none",
      ]), "Marker of the items. Use list-style-type."),
  ]
}
