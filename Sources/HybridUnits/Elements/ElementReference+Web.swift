extension ElementReference {
  /// The elements of HTML that pages may use: HTML Standard §4, as far as it goes here.
  static let web: [ElementReference] =
    [
      .init("html", .document, "The page.", ["html-identify": "Makes it a native page."]),
      .init("head", .document, "What is about the page."),
      .init("meta", .document, "Without effect."),
      .init("title", .document, "The title of the screen."),
      .init(
        "link", .document, "A sheet of its own file.",
        ["rel": "stylesheet", "href": "The file.", "media": "The media query that it is for."]),
      .init("style", .document, "A sheet.", ["media": "The media query that it is for."]),
      .init(
        "script", .document, "A script.",
        ["src": "Its file; its text without one.", "type": "JavaScript only."]),
      .init("template", .document, "What a component is made of."),
      .init("body", .container, "What is shown."),
      .init("a", .text, "A link.", ["href": "Where it leads."]),
      .init(
        "img", .media, "A picture.",
        [
          "src": "Its address.", "alt": "Words in its place.", "width": "In points.", "height": "In points.",
        ]),
      .init("video", .media, "A box in place of a film.", ["width": "In points.", "height": "In points."]),
      .init(
        "canvas", .media, "A box in place of a drawing.", ["width": "In points.", "height": "In points."]),
      .init(
        "iframe", .media, "A box in place of another page.", ["width": "In points.", "height": "In points."]),
      .init(
        "button", .control, "A button.",
        ["type=submit": "submit, reset or button.", "disabled": "Whether it cannot be used."],
        events: ["onclick"]),
      .init(
        "input", .control, "A field of a form.",
        [
          "type=text": "text, password, search, checkbox, radio, button, submit, reset or hidden.",
          "value": "What it holds.", "placeholder": "Shown while it is empty.",
          "checked": "Whether it is ticked.",
          "name": "Its name in the form; radio buttons of one name go together.",
          "disabled": "Whether it cannot be used.", "readonly": "Whether it cannot be edited.",
          "required": "Whether it has to be filled.", "size=20": "Its width in letters.",
        ], events: ["oninput", "onchange"], members: ["value", "checked"]),
      .init(
        "textarea", .control, "Several lines of text.",
        [
          "rows=2": "Lines that show.", "cols=20": "Its width in letters.",
          "placeholder": "Shown while it is empty.",
          "disabled": "Whether it cannot be used.", "readonly": "Whether it cannot be edited.",
        ], events: ["oninput", "onchange"], members: ["value"]),
      .init(
        "select", .control, "A choice.",
        ["name": "Its name in the form.", "disabled": "Whether it cannot be used."],
        events: ["onchange"], members: ["value", "selectedIndex"]),
      .init(
        "option", .control, "One of a choice.",
        ["value": "What it stands for.", "selected": "Whether it is taken."]),
      .init(
        "optgroup", .container, "Options that go together.",
        ["label": "Their name.", "disabled": "Of all of them."]),
      .init("fieldset", .container, "Fields that go together.", ["disabled": "Whether none can be used."]),
      .init("form", .container, "Fields that are sent together.", events: ["onsubmit"]),
      .init("ol", .container, "A list with numbers.", ["start=1": "The first number."]),
      .init("details", .container, "What can be opened.", ["open": "Whether it is."]),
      .init("dialog", .container, "A box that shows when it is open.", ["open": "Whether it is."]),
      .init("font", .text, "Text in another font."),
    ]
    + [
      "div", "section", "article", "aside", "header", "footer", "nav", "main", "address", "hgroup", "search",
      "figure",
      "figcaption", "blockquote", "legend", "summary", "dl", "dt", "dd", "ul", "menu", "center",
    ].map { ElementReference($0, .container, "A block.") }
    + ["p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "hr"].map {
      ElementReference($0, .text, "A block of text.")
    }
    + [ElementReference("li", .row, "One of a list.")]
    + [
      "span", "b", "strong", "i", "em", "u", "s", "small", "big", "code", "kbd", "samp", "sub", "sup", "mark",
      "cite",
      "var", "dfn", "abbr", "time", "del", "ins", "br", "wbr",
    ].map { ElementReference($0, .text, "Part of a text.") }
}
