extension PresentationalAttribute {
  /// Presentational hints of HTML. They are weaker than any declaration of an author: HTML Standard §15.2,
  /// *The CSS user agent style sheet and presentational hints*.
  ///
  /// Boxes handle the sizes of pictures; the user-agent sheet handles `hidden` and `dir`.
  package static let hints = ofHTML + ofGraphics

  private static let ofHTML: [PresentationalAttribute] = [
    .init(
      "p div h1 h2 h3 h4 h5 h6 caption legend", "align",
      .words([
        "left": "text-align: left", "center": "text-align: center", "middle": "text-align: center",
        "right": "text-align: right", "justify": "text-align: justify",
      ]), "The alignment of lines. Use text-align."),
    .init(
      "body table col colgroup thead tbody tfoot tr td th", "bgcolor", .property("background-color"),
      "Colour of the background. Use background-color."),
    .init("body", "text", .property("color"), "Colour of the text. Use color."),
    .init("font", "color", .property("color"), "Colour of the text. Use color."),
    .init("font", "face", .property("font-family"), "Font. Use font-family."),
    .init(
      "font", "size",
      .words([
        "1": "font-size: x-small", "2": "font-size: small", "3": "font-size: medium", "4": "font-size: large",
        "5": "font-size: x-large", "6": "font-size: xx-large", "7": "font-size: xxx-large",
        "+1": "font-size: larger", "-1": "font-size: smaller", "-2": "font-size: x-small",
        "+2": "font-size: x-large", "+3": "font-size: xx-large", "+4": "font-size: xxx-large",
      ]), "Size of the text. Use font-size."),
    .init(
      "br", "clear",
      .words([
        "left": "clear: left", "right": "clear: right", "all": "clear: both", "both": "clear: both",
      ]), "The floats below which the next line begins. Use clear."),
    .init("hr", "color", .property("color"), "Colour of the line. Use color."),
    .init("hr", "width", .dimension(["width"]), "Length of the line. Use width."),
    .init("hr", "size", .dimension(["height"]), "Thickness of the line. Use height."),
    .init(
      "hr", "align",
      .words([
        "left": "margin-left: 0; margin-right: auto", "right": "margin-left: auto; margin-right: 0",
        "center": "margin-left: auto; margin-right: auto",
      ]), "The side of a short line. Use margin."),
    .init(
      "hr", "noshade", .flag(on: "border-style: solid", off: "border-style: solid"),
      "A plain line. Use border-style."),
    .init(
      "img", "align", .words(["left": "float: left", "right": "float: right"]),
      "The side at which text flows around it. Use float."),
    .init("img", "border", .border, "Width of a border around it. Use border."),
    .init(
      "img video iframe", "hspace", .dimension(["margin-left", "margin-right"]),
      "Space at its sides. Use margin."),
    .init(
      "img video iframe", "vspace", .dimension(["margin-top", "margin-bottom"]),
      "Space above and below it. Use margin."),
    .init(
      "body", "marginwidth", .dimension(["margin-left", "margin-right"]),
      "Space at the sides. Use margin."),
    .init(
      "body", "marginheight", .dimension(["margin-top", "margin-bottom"]),
      "Space above and below. Use margin."),
    .init("body", "leftmargin", .dimension(["margin-left"]), "Space at the left. Use margin."),
    .init("body", "rightmargin", .dimension(["margin-right"]), "Space at the right. Use margin."),
    .init("body", "topmargin", .dimension(["margin-top"]), "Space above. Use margin."),
    .init("body", "bottommargin", .dimension(["margin-bottom"]), "Space below. Use margin."),
    .init("table", "border", .tableBorder, "Width of its border; its cells get thin ones. Use border."),
    .init("table", "bordercolor", .property("border-color"), "Colour of the border. Use border-color."),
    .init("table", "cellspacing", .dimension(["border-spacing"]), "Space between cells. Use border-spacing."),
    .init(
      "table", "cellpadding",
      .cellDimension(["padding-top", "padding-right", "padding-bottom", "padding-left"]),
      "Space in its cells. Use padding."),
    .init(
      "table", "align",
      .words([
        "left": "float: left", "right": "float: right", "center": "margin-left: auto; margin-right: auto",
      ]), "The side of the table. Use float, or margin."),
    .init("table col colgroup td th", "width", .nonzeroDimension(["width"]), "Its width. Use width."),
    .init("table td th", "height", .nonzeroDimension(["height"]), "Its least height. Use height."),
    .init("tr thead tbody tfoot", "height", .dimension(["height"]), "Its least height. Use height."),
    .init(
      "td th tr thead tbody tfoot", "align",
      .words([
        "left": "text-align: -webkit-left", "center": "text-align: -webkit-center",
        "middle": "text-align: -webkit-center", "right": "text-align: -webkit-right",
        "justify": "text-align: justify",
      ]), "The alignment of lines and boxes in cells. Use text-align."),
    .init(
      "td th tr thead tbody tfoot col colgroup", "valign",
      .words([
        "top": "vertical-align: top", "middle": "vertical-align: middle", "bottom": "vertical-align: bottom",
        "baseline": "vertical-align: baseline",
      ]), "The vertical alignment in cells. Use vertical-align."),
    .init(
      "caption", "align", .words(["bottom": "caption-side: bottom", "top": "caption-side: top"]),
      "The side of the caption. Use caption-side."),
    .init(
      "td th", "nowrap", .flag(on: "white-space: nowrap", off: "white-space: nowrap"),
      "Keeps text on one line."),
    .init(
      "ul ol li", "type",
      .words([
        "1": "list-style-type: decimal", "a": "list-style-type: lower-alpha",
        "A": "list-style-type: upper-alpha", "i": "list-style-type: lower-roman",
        "I": "list-style-type: upper-roman", "disc": "list-style-type: disc",
        "circle": "list-style-type: circle", "square": "list-style-type: square",
        "none": "list-style-type: none",
      ]), "Marker of the items. Use list-style-type."),
    .init(
      "legend", "align",
      .words([
        "center": "margin-left: auto; margin-right: auto", "right": "margin-left: auto",
        "left": "margin-right: auto",
      ]), "The side of the border that it is on. Use margin."),
    .init("img video iframe", "width", .dimension(["width"]), "Its width. Use width."),
    .init("img video iframe", "height", .dimension(["height"]), "Its height. Use height."),
    .init("svg", "width", .userUnits("width"), "Its width. Use width."),
    .init("svg", "height", .userUnits("height"), "Its height. Use height."),
  ]
}
