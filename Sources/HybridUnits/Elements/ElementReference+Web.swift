extension ElementReference {
  /// The elements of HTML that pages may use: HTML Standard §4, as far as it goes here.
  static let web: [ElementReference] =
    [
      .init("html", .document, "The page.", ["html-identify": "Makes it a native page."]),
      .init(
        "include", .document, "The nodes of another file, in its place.", ["src": "The file."]),
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
      .init(
        "template", .document, "In a component: its props, and what it is made of. Elsewhere not shown.",
        ["props": "JSON with the props that have a default."]),
      .init(
        "slot", .document, "In a component: where children of its element go.",
        ["name": "The slot's name; default: children without a slot attribute."]),
      .init("base", .document, "Not shown, and without effect."),
      .init("noscript", .document, "Not shown, for scripts run."),
      .init("body", .container, "What is shown."),
      .init(
        "a", .text, "A link.", ["href": "Where it leads."], events: ["onclick"],
        members: ["href", "target", "rel"]),
      .init(
        "label", .text, "The name of a control, which is clicked with it.",
        ["for": "The id of the control; the first one in it without."], members: ["htmlFor"]),
      .init(
        "img", .media, "A picture.",
        [
          "src": "Its address.", "alt": "Words in its place.", "width": "In points.", "height": "In points.",
        ], members: ["src", "alt", "width", "height", "complete"]),
      .init("video", .media, "A box in place of a film.", ["width": "In points.", "height": "In points."]),
      .init(
        "canvas", .media, "A box in place of a drawing.", ["width": "In points.", "height": "In points."]),
      .init(
        "iframe", .media, "A box in place of another page.", ["width": "In points.", "height": "In points."]),
      .init(
        "button", .control, "A button.",
        ["type=submit": "submit, reset or button.", "disabled": "Whether it cannot be used."],
        events: ["onclick"], members: ["type", "value", "disabled", "form"]),
      .init(
        "input", .control, "A field of a form.",
        [
          "type=text": "text, password, search, checkbox, radio, button, submit, reset or hidden.",
          "value": "What it holds.", "placeholder": "Shown while it is empty.",
          "checked": "Whether it is ticked.",
          "name": "Its name in the form; radio buttons of one name go together.",
          "disabled": "Whether it cannot be used.", "readonly": "Whether it cannot be edited.",
          "required": "Whether it has to be filled.", "size=20": "Its width in letters.",
          "maxlength": "How many characters it holds at most.",
        ], events: ["oninput", "onchange"],
        members: [
          "type", "value", "defaultValue", "valueAsNumber", "checked", "defaultChecked", "disabled",
          "readOnly",
          "required", "placeholder", "form", "selectionStart", "selectionEnd",
          "setSelectionRange(start, end)",
          "select()", "checkValidity()",
        ]),
      .init(
        "textarea", .control, "Several lines of text.",
        [
          "rows=2": "Lines that show.", "cols=20": "Its width in letters.",
          "placeholder": "Shown while it is empty.",
          "disabled": "Whether it cannot be used.", "readonly": "Whether it cannot be edited.",
          "maxlength": "How many characters it holds at most.",
        ], events: ["oninput", "onchange"],
        members: ["value", "rows", "cols", "disabled", "selectionStart", "selectionEnd", "select()"]),
      .init(
        "select", .control, "A choice.",
        ["name": "Its name in the form.", "disabled": "Whether it cannot be used."],
        events: ["onchange"], members: ["value", "selectedIndex", "options", "length", "disabled"]),
      .init(
        "option", .control, "One of a choice.",
        [
          "value": "What it stands for.", "selected": "Whether it is taken.",
          "disabled": "Whether it cannot be taken.",
        ], members: ["value", "text", "index", "selected", "disabled"]),
      .init(
        "optgroup", .container, "Options that go together.",
        ["label": "Their name.", "disabled": "Of all of them."]),
      .init("fieldset", .container, "Fields that go together.", ["disabled": "Whether none can be used."]),
      .init(
        "form", .container, "Fields that are sent together.",
        ["action": "The page that opens once it is submitted, unless a script prevents it."],
        events: ["onsubmit", "onreset"],
        members: ["elements", "submit()", "requestSubmit(button)", "reset()"]),
      .init(
        "progress", .control, "A bar that fills.", ["value": "How far.", "max=1": "What is full."]),
      .init(
        "meter", .control, "A bar for a measure.",
        ["value": "The measure.", "min=0": "What is empty.", "max=1": "What is full."]),
      .init("ol", .container, "A list with numbers."),
      .init("details", .container, "What can be opened.", ["open": "Whether it is."]),
      .init("dialog", .container, "A box that shows when it is open.", ["open": "Whether it is."]),
      .init("font", .text, "Text in another font."),
    ]
    + [
      "div", "section", "article", "aside", "header", "footer", "nav", "main", "address", "hgroup", "search",
      "figure",
      "figcaption", "blockquote", "legend", "summary", "dl", "dt", "dd", "ul", "menu", "center",
    ].map { ElementReference($0, .container, "A block.") }
    + ["p", "h1", "h2", "h3", "h4", "h5", "h6", "pre"].map {
      ElementReference($0, .text, "A block of text.")
    }
    + [ElementReference("hr", .text, "A line across."), ElementReference("li", .row, "One of a list.")]
    + [
      "span", "b", "strong", "i", "em", "u", "s", "small", "big", "code", "kbd", "samp", "sub", "sup", "mark",
      "cite",
      "var", "dfn", "abbr", "time", "del", "ins", "br", "wbr",
    ].map { ElementReference($0, .text, "Part of a text.") }
}
