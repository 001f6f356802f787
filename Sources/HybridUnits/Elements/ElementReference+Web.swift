extension ElementReference {
  /// The elements of HTML that pages may use: the supported part of HTML Standard §4.
  static let web: [ElementReference] =
    rowsOfTheirOwn + rows(blocks, .container, "A block.") + rows(paragraphs, .text, "A block of text.")
    + [
      .init(
        "hr", .text, role: "separator", control: nil, script: .element, "A horizontal line.", isVoid: true),
      .init(
        "li", .row, role: .depends, control: nil, script: .element, "A list item.",
        ["value": "Its number; default: one more than that of the item before."]),
    ] + rows(texts, .text, "A part of a line of text.")
    + rows(breaks, .text, "A part of a line of text.", isVoid: true)

  private static let rowsOfTheirOwn: [ElementReference] =
    [
      .init(
        "html", .document, role: "document", control: nil, script: .element, "The page.",
        ["html-identify": "Makes it a native page."]),
      .init(
        "include", .document, role: nil, control: nil, script: .element,
        "The nodes of another file, in its place.", ["src": "The file."]),
      .init("head", .document, role: nil, control: nil, script: .element, "Metadata of the page."),
      .init(
        "meta", .document, role: nil, control: nil, script: .element, "Without effect.", isVoid: true),
      .init("title", .document, role: nil, control: nil, script: .element, "The title of the screen."),
      .init(
        "link", .document, role: nil, control: nil, script: .element, "A style sheet in a file.",
        ["rel": "stylesheet", "href": "The file.", "media": "The media query under which it applies."],
        isVoid: true),
      .init(
        "style", .document, role: nil, control: nil, script: .element, "A style sheet.",
        ["media": "The media query under which it applies."]),
      .init(
        "script", .document, role: nil, control: nil, script: .script, "A script.",
        ["src": "The script file; default: the element's text.", "type": "JavaScript only."]),
      .init(
        "template", .document, role: nil, control: nil, script: .template,
        "In a component: its props and its content. Elsewhere not shown.",
        ["props": "JSON with the props that have a default."]),
      .init(
        "slot", .document, role: nil, control: nil, script: .element,
        "In a component: the place for the children of its element.",
        ["name": "The slot's name; default: children without a slot attribute."]),
      .init(
        "base", .document, role: nil, control: nil, script: .element, "Not shown, and without effect.",
        isVoid: true),
      .init(
        "noscript", .document, role: nil, control: nil, script: .element, "Not shown, since scripts run."),
      .init("body", .container, role: nil, control: nil, script: .element, "The content of the page."),
      .init(
        "a", .text, role: .depends, control: .link, script: .anchor, "A link.",
        ["href": "The page or URL that it opens."],
        events: ["onclick"],
        members: ["href", "target", "rel"]),
      .init(
        "label", .text, role: .depends, control: nil, script: .label,
        "The label of a control; a click on it clicks the control.",
        ["for": "The id of the control; default: the first control inside."],
        members: ["htmlFor", "control", "form"]),
      .init(
        "img", .media, role: .depends, control: .picture, script: .image, "A picture.",
        [
          "src": "Its address.", "alt": "Alternative text.", "width": "In points.", "height": "In points.",
        ], members: ["src", "alt", "width", "height", "complete"], isVoid: true),
      .init(
        "video", .media, role: "group", control: .picture, script: .element, "A box in place of a video.",
        ["poster": "The address of its picture.", "width": "In points.", "height": "In points."]),
      .init(
        "canvas", .media, role: "img", control: .picture, script: .element, "A box in place of a drawing.",
        ["width": "In points.", "height": "In points."]),
      .init(
        "iframe", .media, role: "group", control: .picture, script: .element,
        "A box in place of another page.", ["width": "In points.", "height": "In points."]),
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
        "input", .control, role: .depends, control: .input, script: .input, "A form field.",
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
        "select", .control, role: .depends, control: .select, script: .select, "A selection list.",
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
        "option", .control, role: .depends, control: nil, script: .option, "An option of a selection list.",
        [
          "value": "The value that it selects.", "selected": "Whether it is selected.",
          "disabled": "Whether it cannot be selected.",
        ], members: ["value", "text", "label", "index", "selected", "defaultSelected", "disabled", "form"]),
      .init(
        "optgroup", .container, role: "group", control: nil, script: .optionGroup, "A group of options.",
        ["label": "The name of the group.", "disabled": "Whether none of them can be selected."]),
      .init(
        "fieldset", .container, role: "group", control: nil, script: .fieldSet, "A group of form fields.",
        ["disabled": "Whether none can be used.", "form": "The id of its form."],
        members: ["elements", "disabled", "form", "checkValidity()", "setCustomValidity(text)"]),
      .init(
        "output", .text, role: "status", control: nil, script: .output, "The result of a form.",
        ["for": "The ids of the controls that it depends on.", "form": "The id of its form."],
        members: ["value", "defaultValue", "htmlFor", "form", "labels"]),
      .init(
        "datalist", .document, role: nil, control: nil, script: .dataList,
        "Proposals for a field. Not shown; scripts read them.", members: ["options"]),
      .init(
        "form", .container, role: .depends, control: nil, script: .form, "Fields that are sent together.",
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
        "progress", .control, role: "progressbar", control: .meter, script: .progress, "A progress bar.",
        ["value": "The progress so far.", "max=1": "The value of a full bar."],
        members: ["value", "max", "position", "labels"]),
      .init(
        "meter", .control, role: "meter", control: .meter, script: .meter, "A bar for a measure.",
        [
          "value": "The measure.", "min=0": "The value of an empty bar.", "max=1": "The value of a full bar.",
        ],
        members: ["value", "min", "max", "low", "high", "optimum", "labels"]),
      .init(
        "ol", .container, role: "list", control: nil, script: .element, "A numbered list.",
        ["start=1": "The number of the first item."]),
      .init(
        "details", .container, role: "group", control: .details, script: .details,
        "Content that can be opened and closed.",
        ["open": "Whether it is open.", "name": "Of those with the same name, one at most is open."],
        members: ["open", "name"]),
      .init(
        "summary", .container, role: .depends, control: .summary, script: .element,
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
      .init("font", .text, role: nil, control: nil, script: .element, "Text in another font."),
    ]

  /// Elements that are fully described by a name and a role.
  private static func rows(
    _ roles: KeyValuePairs<String, ElementRole?>, _ kind: Kind, _ summary: String, isVoid: Bool = false
  ) -> [ElementReference] {
    roles.map {
      .init($0.key, kind, role: $0.value, control: nil, script: .element, summary, isVoid: isVoid)
    }
  }

  private static let blocks: KeyValuePairs<String, ElementRole?> = [
    "div": nil, "section": .depends, "article": "article", "aside": .depends, "header": .depends,
    "footer": .depends, "nav": "navigation", "main": "main", "address": "group", "hgroup": "group",
    "search": "search", "figure": "figure", "figcaption": nil, "blockquote": "blockquote", "legend": nil,
    "dl": "list", "dt": "term", "dd": "definition", "ul": "list", "menu": "list", "center": nil,
  ]

  private static let paragraphs: KeyValuePairs<String, ElementRole?> = [
    "p": "paragraph", "h1": "heading", "h2": "heading", "h3": "heading", "h4": "heading", "h5": "heading",
    "h6": "heading", "pre": nil,
  ]

  private static let texts: KeyValuePairs<String, ElementRole?> = [
    "span": nil, "b": nil, "strong": nil, "i": nil, "em": nil, "u": nil, "s": nil, "small": nil, "big": nil,
    "code": nil, "kbd": nil, "samp": nil, "sub": nil, "sup": nil, "mark": nil, "cite": nil, "var": nil,
    "dfn": nil, "abbr": nil, "time": nil, "del": nil, "ins": nil,
  ]

  private static let breaks: KeyValuePairs<String, ElementRole?> = ["br": nil, "wbr": nil]

  /// Elements of HTML with a role that pages may use but that need no rows of their own.
  static let otherRoles: [String: ElementRole] = [
    "area": .depends, "caption": "caption", "math": "math", "svg": .depends,
    "table": "table", "tbody": .depends, "td": .depends, "tfoot": .depends, "th": .depends,
    "thead": .depends, "tr": .depends,
  ]
}
