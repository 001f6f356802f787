extension ElementReference {
  /// The elements of HTML that pages may use: the supported part of HTML Standard §4.
  static let web: [ElementReference] =
    rowsOfTheirOwn + rows(sections, .container, "A block.")
    + [
      .init(
        "figure", .container, role: "figure", control: nil, script: .element, "A block.",
        naming: .child(.figcaption))
    ] + rows(blocks, .container, "A block.") + rows(paragraphs, .text, "A block of text.")
    + [
      .init(
        "hr", .text, role: "separator", control: nil, script: .horizontalRule, "A horizontal line.",
        isVoid: true),
      .init(
        "li", .row, role: .depends(.listItem), control: nil, script: .listItem, "A list item.",
        ["value": "Its number; default: one more than that of the item before."]),
    ] + rows(texts, .text, "A part of a line of text.")
    + rows(breaks, .text, "A part of a line of text.", isVoid: true)

  private static let rowsOfTheirOwn: [ElementReference] =
    [
      .init(
        "html", .document, role: "document", control: nil, script: .html, "The page.",
        ["html-identify": "Makes it a native page."]),
      .init(
        "include", .document, role: nil, control: nil, script: .unknown,
        "The nodes of another file, in its place.", ["src": "The file."]),
      .init("head", .document, role: nil, control: nil, script: .head, "Metadata of the page."),
      .init(
        "meta", .document, role: nil, control: nil, script: .meta, "Without effect.", isVoid: true),
      .init("title", .document, role: nil, control: nil, script: .title, "The title of the screen."),
      .init(
        "link", .document, role: nil, control: nil, script: .link, "A style sheet in a file.",
        ["rel": "stylesheet", "href": "The file.", "media": "The media query under which it applies."],
        isVoid: true),
      .init(
        "style", .document, role: nil, control: nil, script: .style, "A style sheet.",
        ["media": "The media query under which it applies."]),
      .init(
        "script", .document, role: nil, control: nil, script: .script, "A script.",
        ["src": "The script file; default: the element's text.", "type": "JavaScript only."]),
      .init(
        "template", .document, role: nil, control: nil, script: .template,
        "In a component: its props and its content. Elsewhere not shown.",
        ["props": "JSON with the props that have a default."]),
      .init(
        "slot", .document, role: nil, control: nil, script: .slot,
        "In a component: the place for the children of its element.",
        ["name": "The slot's name; default: children without a slot attribute."]),
      .init(
        "base", .document, role: nil, control: nil, script: .base, "Not shown, and without effect.",
        isVoid: true),
      .init(
        "noscript", .document, role: nil, control: nil, script: .element, "Not shown, since scripts run."),
      .init("body", .container, role: nil, control: nil, script: .body, "The content of the page."),
      .init(
        "a", .text, role: .depends(.link), control: .link, script: .anchor, "A link.",
        ["href": "The page or URL that it opens."],
        events: ["onclick"],
        members: ["href", "target", "rel"]),
      .init(
        "label", .text, role: "generic", control: nil, script: .label,
        "The label of a control; a click on it clicks the control.",
        ["for": "The id of the control; default: the first control inside."],
        members: ["htmlFor", "control", "form"]),
      .init(
        "img", .media, role: .depends(.picture), control: .picture, script: .image, "A picture.",
        ["src": "Its address.", "alt": "Alternative text."],
        members: ["src", "alt", "width", "height", "complete"], naming: .alternativeText, isVoid: true),
      .init(
        "video", .media, role: "group", control: .picture, script: .video, "A box in place of a video.",
        ["poster": "The address of its picture."]),
      .init(
        "canvas", .media, role: "img", control: .canvas, script: .canvas, "A bitmap that scripts paint on.",
        [
          "width=300": "Pixels of the bitmap, and its natural width in points.",
          "height=150": "Pixels of the bitmap, and its natural height in points.",
        ], members: ["width", "height", "getContext(type)", "toDataURL()", "toBlob(f)"]),
      .init(
        "svg", .media, role: .depends(.named("img")), control: nil, script: .unknown,
        "A drawing: one picture with all that is in it.",
        [
          "viewBox": "The rectangle of its own coordinates that fills it: left, top, width and height.",
          "preserveAspectRatio=xMidYMid meet": "How that rectangle fits into a box of other proportions.",
        ], naming: .child(.svgTitle)),
      .init(
        "iframe", .media, role: "group", control: .picture, script: .frame,
        "A box in place of another page."),
      .init(
        "button", .control, role: "button", control: .button, script: .button, "A button.",
        [
          "type=submit": "submit, reset or button.", "disabled": "Whether it cannot be used.",
          "form": "The id of its form; default: the form around it.",
          "formnovalidate": "Whether it submits values that are not valid.",
          "popovertarget": "The id of the popover that it shows and hides.",
          "popovertargetaction=toggle": "toggle, show or hide.",
          "commandfor": "The id of the element that its command is for.",
          "command":
            """
          show-modal, close, request-close, show-popover, hide-popover, toggle-popover, or a name of \
          your own that begins with --.
          """,
        ],
        events: ["onclick"],
        members: [
          "type", "value", "disabled", "form", "labels", "popoverTargetElement", "commandForElement",
        ]),
      .init(
        "input", .control, role: .depends(.input), control: .input, script: .input, "A form field.",
        [
          "type=text":
            """
          text, password, search, email, url, tel, number, range, date, time, month, week, \
          datetime-local, color, checkbox, radio, button, submit, image, reset, file or hidden.
          """,
          "value": "The value.", "placeholder": "Shown while it is empty.",
          "checked": "Whether it is checked.",
          "name": "Its name in the form; radio buttons with the same name form a group.",
          "disabled": "Whether it cannot be used.", "readonly": "Whether it cannot be edited.",
          "required": "Whether it must have a value.", "size=20": "Its width in characters.",
          "maxlength": "The maximum number of characters.",
          "minlength": "The minimum number of characters that are typed.",
          "pattern": "The regular expression that the value must match.",
          "min": "The least value of numbers, dates and times.", "max": "The greatest value.",
          "step": "The distance of allowed values; any: all are.",
          "form": "The id of its form; default: the form around it.",
          "multiple": "Whether a field for files takes several, and one for email addresses.",
        ], events: ["oninput", "onchange", "oninvalid"],
        members: [
          "type", "value", "defaultValue", "valueAsNumber", "checked", "defaultChecked", "disabled",
          "readOnly",
          "required", "placeholder", "form", "selectionStart", "selectionEnd",
          "setSelectionRange(start, end)", "setRangeText(text)",
          "select()", "valueAsDate", "stepUp(n)", "stepDown(n)", "indeterminate", "labels", "list", "files",
          "validity",
          "validationMessage", "willValidate", "checkValidity()", "reportValidity()",
          "setCustomValidity(text)",
        ], isVoid: true),
      .init(
        "textarea", .control, role: "textbox", control: .textArea, script: .textArea,
        "Several lines of text.",
        [
          "rows=2": "The number of visible lines.", "cols=20": "Its width in characters.",
          "placeholder": "Shown while it is empty.",
          "disabled": "Whether it cannot be used.", "readonly": "Whether it cannot be edited.",
          "required": "Whether it must have a value.",
          "maxlength": "The maximum number of characters.",
          "minlength": "The minimum number of characters that are typed.",
        ], events: ["oninput", "onchange", "oninvalid"],
        members: [
          "value", "defaultValue", "textLength", "rows", "cols", "disabled", "form", "labels",
          "selectionStart", "selectionEnd", "select()", "setRangeText(text)", "validity",
          "checkValidity()",
        ]),
      .init(
        "select", .control, role: .depends(.select), control: .select, script: .select, "A selection list.",
        [
          "name": "Its name in the form.", "disabled": "Whether it cannot be used.",
          "required": "Whether an option with a value must be selected.", "form": "The id of its form.",
          "multiple": "Whether several options can be selected: it is a list then.",
          "size": "The number of visible options; with more than one it is a list.",
        ],
        events: ["onchange", "oninvalid"],
        members: [
          "value", "selectedIndex", "options", "selectedOptions", "length", "add(option, before)",
          "remove(index)", "disabled", "required", "form", "labels", "validity", "checkValidity()",
        ]),
      .init(
        "option", .control, role: "option", control: nil, script: .option, "An option of a selection list.",
        [
          "value": "The value that it selects.", "selected": "Whether it is selected.",
          "disabled": "Whether it cannot be selected.",
        ], members: ["value", "text", "label", "index", "selected", "defaultSelected", "disabled", "form"]),
      .init(
        "optgroup", .container, role: "group", control: nil, script: .optionGroup, "A group of options.",
        ["label": "The name of the group.", "disabled": "Whether none of them can be selected."],
        naming: .attribute("label")),
      .init(
        "fieldset", .container, role: "group", control: nil, script: .fieldSet, "A group of form fields.",
        ["disabled": "Whether none can be used.", "form": "The id of its form."],
        members: ["elements", "disabled", "form", "checkValidity()", "setCustomValidity(text)"],
        naming: .child(.legend)),
      .init(
        "output", .text, role: "status", control: nil, script: .output, "The result of a form.",
        ["for": "The ids of the controls that it depends on.", "form": "The id of its form."],
        members: ["value", "defaultValue", "htmlFor", "form", "labels"]),
      .init(
        "datalist", .document, role: nil, control: nil, script: .dataList,
        "Proposals for a field. Not shown; scripts read them.", members: ["options"]),
      .init(
        "form", .container, role: "form", control: nil, script: .form, "Fields that are sent together.",
        [
          "action": "The page that opens once it is submitted, unless a script prevents it.",
          "method=get": "get, post, or dialog, which closes the dialog around it.",
          "enctype=application/x-www-form-urlencoded":
            "How post sends it: so, as multipart/form-data, or as text/plain.",
          "novalidate": "Whether it is submitted with values that are not valid.",
        ],
        events: ["onsubmit", "onreset", "onformdata"],
        members: [
          "elements", "length", "submit()", "requestSubmit(button)", "reset()", "checkValidity()",
          "reportValidity()", "noValidate", "method", "action", "enctype",
        ]),
      .init(
        "progress", .control, role: "progressbar", control: .progress, script: .progress, "A progress bar.",
        ["value": "The progress so far.", "max=1": "The value of a full bar."],
        members: ["value", "max", "position", "labels"]),
      .init(
        "meter", .control, role: "meter", control: .meter, script: .meter, "A bar for a measure.",
        [
          "value": "The measure.", "min=0": "The value of an empty bar.", "max=1": "The value of a full bar.",
          "low": "Values below it are low, which changes the color of the bar.",
          "high": "Values above it are high.", "optimum": "The best measure.",
        ],
        members: ["value", "min", "max", "low", "high", "optimum", "labels"]),
      .init(
        "ol", .container, role: "list", control: nil, script: .orderedList, "A numbered list.",
        ["start=1": "The number of the first item."]),
      .init(
        "details", .container, role: "group", control: .details, script: .details,
        "Content that can be opened and closed.",
        ["open": "Whether it is open.", "name": "Of those with the same name, one at most is open."],
        members: ["open", "name"]),
      .init(
        "summary", .container, role: .depends(.summary), control: .summary, script: .element,
        "The first child of details: always shown, opens and closes it."),
      .init(
        "dialog", .container, role: "dialog", control: nil, script: .dialog,
        "A box over the page that shows when it is open. While it is modal, nothing else can be used.",
        [
          "open": "Whether it is open.",
          "closedby": "any: a tap outside closes it; none: not even Escape does.",
        ],
        members: [
          "open", "returnValue", "show()", "showModal()", "close(value)", "requestClose(value)", "closedBy",
        ]),
      .init("font", .text, role: nil, control: nil, script: .font, "Text in another font."),
    ]

  /// An element that is fully described by a name, a role and a class.
  private typealias Brief = (name: String, role: ElementRole?, script: ElementClass)

  private static func rows(
    _ elements: [Brief], _ kind: Kind, _ summary: String, isVoid: Bool = false
  ) -> [ElementReference] {
    elements.map {
      .init($0.name, kind, role: $0.role, control: nil, script: $0.script, summary, isVoid: isVoid)
    }
  }

  private static let sections: [Brief] = [
    ("div", nil, .div), ("section", .depends(.named("region")), .element), ("article", "article", .element),
    ("aside", .depends(.complementary), .element), ("header", .depends(.landmark("banner")), .element),
    ("footer", .depends(.landmark("contentinfo")), .element), ("nav", "navigation", .element),
    ("main", "main", .element), ("address", "group", .element), ("hgroup", "group", .element),
    ("search", "search", .element),
  ]

  private static let blocks: [Brief] = [
    ("figcaption", nil, .element), ("blockquote", "blockquote", .quote), ("legend", nil, .legend),
    ("dl", "list", .definitionList),
    ("dt", "term", .element), ("dd", "definition", .element), ("ul", "list", .unorderedList),
    ("menu", "list", .menu), ("center", nil, .element),
  ]

  private static let paragraphs: [Brief] = [
    ("p", "paragraph", .paragraph), ("h1", "heading", .heading), ("h2", "heading", .heading),
    ("h3", "heading", .heading), ("h4", "heading", .heading), ("h5", "heading", .heading),
    ("h6", "heading", .heading), ("pre", nil, .preformatted),
  ]

  private static let texts: [Brief] = [
    ("span", nil, .span), ("b", nil, .element), ("strong", nil, .element), ("i", nil, .element),
    ("em", nil, .element), ("u", nil, .element), ("s", nil, .element), ("small", nil, .element),
    ("big", nil, .element), ("code", nil, .element), ("kbd", nil, .element), ("samp", nil, .element),
    ("sub", nil, .element), ("sup", nil, .element), ("mark", nil, .element), ("cite", nil, .element),
    ("var", nil, .element), ("dfn", nil, .element), ("abbr", nil, .element), ("time", nil, .time),
    ("del", nil, .modification), ("ins", nil, .modification),
  ]

  private static let breaks: [Brief] = [("br", nil, .lineBreak), ("wbr", nil, .element)]
}
