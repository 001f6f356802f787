extension ElementReference {
  /// The elements of native pages: those of TokenHybrid.
  static let native: [ElementReference] = [
    .init(
      "html", .document, role: "document", control: nil, script: .html, "The page.",
      ["html-identify": "Marks a native page.", "version": "Without effect."]),
    .init("head", .document, role: nil, control: nil, script: .head, "Metadata of the page."),
    .init("meta", .document, role: nil, control: nil, script: .meta, "Without effect."),
    .init("title", .document, role: nil, control: nil, script: .title, "The title of the screen."),
    .init(
      "link", .document, role: nil, control: nil, script: .link, "A style sheet in a file.",
      ["rel": "stylesheet", "href": "The file."]),
    .init("style", .document, role: nil, control: nil, script: .style, "A style sheet."),
    .init(
      "script", .document, role: nil, control: nil, script: .script, "A script.",
      ["src": "The script file; default: the element's text."]),
    .init(
      "navigationBar", .document, role: "navigation", control: nil, script: .element,
      "Holds the buttons of the navigation bar."),
    .init(
      "navItem", .control, role: "button", control: .button, script: .button,
      "A button of the navigation bar.", button, events: click, members: buttonMembers),
    .init(
      "body", .container, role: nil, control: nil, script: .body,
      "The content of the page; as large as the screen."),
    .init("view", .container, role: nil, control: nil, script: .element, "A box."),
    .init("div", .container, role: nil, control: nil, script: .div, "A box."),
    .init(
      "label", .text, role: "generic", control: nil, script: .label, "Text.",
      ["innerText": "Its text, in place of its content."], events: click,
      members: [
        "setText(text)", "setFont({fontName, size})", "setTextColor(color)", "setNumberOfLines(count)",
        "setTextAlign(align)", "adjustFontSize(flag)",
      ]),
    .init(
      "button", .control, role: "button", control: .button, script: .button, "A button.", button,
      events: click, members: buttonMembers),
    .init(
      "image", .media, role: .depends(.picture), control: .picture, script: .image, "A picture.",
      [
        "src": "Its address.", "alt": "Alternative text; default: the file name.",
        "width": "In points.", "height": "In points.",
        "showSpinner=true": "Whether a spinner shows while it loads.",
      ], events: click, members: ["setImage(url, showSpinner)", "src", "alt", "width", "height", "complete"],
      naming: .alternativeText),
    .init(
      "input", .control, role: .depends(.input), control: .input, script: .input,
      "A line of text that can be edited.",
      [
        "type=text": "As on web pages: text, password, checkbox, radio, button, submit, reset or hidden.",
        "value": "The initial value.",
        "checked": "Whether it is checked at first.",
        "name": "Radio buttons with the same name form a group.",
        "maxlength": "The maximum number of characters.", "readonly": "Whether it cannot be edited.",
        "editable=true": "Whether it can be edited.", "size=20": "Its width in characters.",
        "placeholder": "Shown while it is empty.",
        "secure=false": "Whether the text is shown as dots.",
        "showClear=false": "Whether a button clears it.",
        "clearOnBegin=false": "Whether it is cleared when editing begins.",
        "keyboardType=default": "default, ASCIICapable, NumbersAndPunctuation, URL or Number.",
        "keyReturnType=default":
          "The label of the return key: default, go, join, next, search, send or continue.",
      ], events: editing,
      members: editingMembers + ["setSecure(flag)", "setKeyboardType(name)", "clear()"] + fieldMembers),
    .init(
      "textArea", .control, role: "textbox", control: .textArea, script: .textArea,
      "Several lines of text that can be edited.",
      [
        "value": "The initial value, if the element has no text.",
        "maxlength": "The maximum number of characters.", "readonly": "Whether it cannot be edited.",
        "rows=2": "The number of visible lines.", "cols=20": "Its width in characters.",
        "placeholder": "Shown while it is empty.", "showHBar=true": "Whether a horizontal scroll bar shows.",
        "showVBar=true": "Whether a vertical scroll bar shows.",
        "editable=true": "Whether it can be edited.", "selectable=true": "Whether text can be selected.",
        "keyboardType=default": "As for input.", "keyReturnType=default": "As for input.",
      ], events: editing,
      members: editingMembers + [
        "setEditable(flag)", "showHBar(flag)", "showVBar(flag)", "scrollEnable(flag)", "clear()",
      ] + fieldMembers),
    .init(
      "searchBar", .control, role: "searchbox", control: .searchBar, script: .searchBar,
      "A search field.",
      [
        "value": "The initial value.", "placeholder": "Shown while it is empty.",
        "maxlength": "The maximum number of characters.", "readonly": "Whether it cannot be edited.",
        "showsCancelButton=false": "Whether a cancel button shows.",
      ],
      events: [
        "onBeginEditing()", "onEndEditing()", "onTextChange(text)", "onSearchButtonClick(text)",
        "onCancelButtonClick()",
      ],
      members: [
        "text", "setText(text)", "setPlaceHolder(text)", "setCursorColor(color)", "setBarColor(color)",
        "showsCancelButton(flag)", "endEditing()", "clear()",
      ] + fieldMembers),
    .init(
      "segment", .control, role: "radiogroup", control: .segment, script: .segment,
      "Choices side by side, one of which is selected.",
      [
        "titles": "The choices, separated by spaces.",
        "selectedIndex=-1": "The index of the initial choice, from 0.",
      ], events: ["setOnClick(index)"],
      members: ["setSelectedIndex(index)", "selectedIndex"]),
    .init(
      "switch", .control, role: "switch", control: .toggle, script: .toggle, "On or off.",
      [
        "on=false": "Whether it is on at first.", "isOn=false": "Another name of on.",
        "checked=false": "Another name of on.",
      ],
      events: ["setOnClick(isOn)"], members: ["isOn", "checked", "setSwitchState(isOn, animated)"]),
    .init(
      "dots", .control, role: "slider", control: .dots, script: .dots,
      "Dots for pages, one of which is current.",
      [
        "number=3": "The number of dots, 50 at most.",
        "current=0": "The index of the initial current dot, from 0.",
      ],
      events: ["setOnIndexChange(index)"],
      members: [
        "setDotsColor(color)", "setOnDotsColor(color)", "setCurentIndex(index)", "setCurrentIndex(index)",
        "currentIndex()", "selectedIndex",
      ]),
    .init(
      "scrollView", .container, role: nil, control: nil, script: .scroll, "A box whose content scrolls.",
      [
        "showHBar=true": "Whether a horizontal scroll bar shows.",
        "showVBar=true": "Whether a vertical scroll bar shows.",
        "pageEnable=false": "Whether it stops at each page.",
      ], events: scrollEvents, members: scrollMembers),
    .init(
      "webView", .media, role: "group", control: .picture, script: .webView,
      "Another page, as a labelled box.",
      ["src": "Its address.", "width": "In points.", "height": "In points."],
      events: [
        "onStartLoad()", "onReceiveContent()", "onFinish()", "onFailLoad()", "onReceiveJSMessage(message)",
      ] + scrollEvents,
      members: ["loadURL(url)", "goBack()", "goForward()", "reload()", "stopLoading()", "setUA(text)", "src"]
        + scrollMembers),
    .init(
      "table", .container, role: "list", control: .table, script: .table, "A list of rows made from data.",
      [
        "t:data": "Its rows: (row, index) in path; a table without it is filled by reloadData.",
        "displayStyle=plain": "plain or group; a group has footers also beside headers from a template.",
        "rowHeight": "Height of a row in points; default: the height of its content.",
        "rowSectionHeight": "Height of a section's header in points; default: the height of its content.",
        "sectionMargin=0": "Height of a section's footer in points; default: that of its title.",
        "showSectionView=true": "Whether headers are made from the tableSection; else from their titles.",
        "showSeparator=true": "Whether lines separate the rows.",
        "separatorInset": "{top,left,bottom,right} of those lines.",
        "cellHighlightColor": "Background of a row while it is pressed.",
        "for-item=item": "The name of a row's data in bindings.",
        "for-index=idx": "The name of a row's index in bindings.",
        "for-sectionIndex=section": "The name of a section's index in bindings.",
      ], events: ["setOnClick(section, row)"] + scrollEvents,
      members: ["reloadData(sections)", "sections", "rowsInSection(index)"] + scrollMembers),
    .init("tableHeader", .row, role: nil, control: nil, script: .element, "The content above all rows."),
    .init(
      "tableSection", .row, role: nil, control: nil, script: .element,
      "The template of every section's header."),
    .init(
      "tableRow", .row, role: "listitem", control: .tableRow, script: .element, "The template of every row.",
      ["accessoryType=none": "The symbol at its end: none, infoButton, arrow or checkmark."]),
    .init("tableFooter", .row, role: nil, control: nil, script: .element, "The content below all rows."),
  ]

  private static let button: KeyValuePairs<String, String> = [
    "type=custom": "custom, system, or the symbols detailDisclosure and contactAdd.",
    "title": "Its text, if the element has no content.", "selected=false": "Whether it is selected.",
    "selectedTitle": "Its text while it is selected.",
    "selectedTitleColor": "Colour of the title while it is selected.",
    "highlightTitle": "Its text while it is pressed.", "image": "The address of its picture.",
    "selectedImage": "Its picture while it is selected.",
    "highlightImage": "Its picture while it is pressed.",
  ]
  private static let click = ["setOnClick()"]
  private static let scrollEvents = [
    "onHeaderRefresh()", "onFooterRefresh()", "setOnScroll()", "setOnEndDecelerating()",
  ]
  private static let editing = [
    "onBeginEditing()", "onEndEditing()", "onTextChange(text)", "onClearClick()", "onKeyBoardReturn(text)",
  ]
  private static let buttonMembers = [
    "setTitle(text)", "setHightTitle(text)", "setHighlightTitle(text)", "setSelectedTitle(text)",
    "setTitleColor(color)",
    "setHightTitleColor(color)", "setHighlightTitleColor(color)", "setSelectedTitleColor(color)",
    "setSelectedBackgroundColor(color)",
    "setFont({fontName, size})", "setSelected(flag)", "isSelected",
  ]
  private static let editingMembers = [
    "text", "setText(text)", "setTextColor(color)", "setCursorColor(color)", "setPlaceHolder(text)",
    "setTextAlign(align)", "setFont({fontName, size})", "endEditing()",
  ]
  /// The HTML members of text fields.
  private static let fieldMembers = [
    "value", "placeholder", "disabled", "selectionStart", "selectionEnd", "setSelectionRange(start, end)",
    "select()", "checkValidity()",
  ]
  private static let scrollMembers = [
    "scrollToTop(animated)", "offsetX", "offsetY", "setScrollInset(top, left, bottom, right)",
    "setContentSize(width, height)", "openHeaderRefresh()", "stopHeaderRefresh()", "hiddenHeaderRefresh()",
    "openFooterRefresh()", "stopFooterRefresh()", "hiddenFooterRefresh()", "showHBar(flag)", "showVBar(flag)",
    "scrollEnable(flag)", "pageEnable(flag)",
  ]

  /// Attributes of native elements that scripts and clients can read but that have no visible effect here.
  package static let unused: Set<String> = [
    "version", "innerText", "selectedTitle", "selectedTitleColor", "highlightTitle", "keyboardType",
    "keyReturnType", "showHBar", "showVBar", "pageEnable", "selectable", "showSpinner", "showSeparator",
    "separatorInset",
  ]
}
