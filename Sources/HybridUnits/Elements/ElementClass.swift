/// The class of an element in scripts. A class that is not in `HybridScript/World/Prelude/Table.js` has no
/// members of its own.
package enum ElementClass: String, Sendable, CaseIterable {
  case element = "HTMLElement"
  /// The class for names that HTML does not define, or no longer defines.
  case unknown = "HTMLUnknownElement"
  case anchor = "HTMLAnchorElement"
  case area = "HTMLAreaElement"
  case audio = "HTMLAudioElement"
  case base = "HTMLBaseElement"
  case body = "HTMLBodyElement"
  case button = "HTMLButtonElement"
  case canvas = "HTMLCanvasElement"
  case data = "HTMLDataElement"
  case dataList = "HTMLDataListElement"
  case definitionList = "HTMLDListElement"
  case details = "HTMLDetailsElement"
  case dialog = "HTMLDialogElement"
  case div = "HTMLDivElement"
  case dots = "DotsElement"
  case embed = "HTMLEmbedElement"
  case fieldSet = "HTMLFieldSetElement"
  case font = "HTMLFontElement"
  case form = "HTMLFormElement"
  case frame = "HTMLIFrameElement"
  case head = "HTMLHeadElement"
  case heading = "HTMLHeadingElement"
  case horizontalRule = "HTMLHRElement"
  case html = "HTMLHtmlElement"
  case image = "HTMLImageElement"
  case input = "HTMLInputElement"
  case label = "HTMLLabelElement"
  case legend = "HTMLLegendElement"
  case lineBreak = "HTMLBRElement"
  case link = "HTMLLinkElement"
  case listItem = "HTMLLIElement"
  case map = "HTMLMapElement"
  case marquee = "HTMLMarqueeElement"
  case menu = "HTMLMenuElement"
  case meta = "HTMLMetaElement"
  case meter = "HTMLMeterElement"
  case modification = "HTMLModElement"
  case object = "HTMLObjectElement"
  case option = "HTMLOptionElement"
  case optionGroup = "HTMLOptGroupElement"
  case orderedList = "HTMLOListElement"
  case output = "HTMLOutputElement"
  case paragraph = "HTMLParagraphElement"
  case parameter = "HTMLParamElement"
  case picture = "HTMLPictureElement"
  case preformatted = "HTMLPreElement"
  case progress = "HTMLProgressElement"
  case quote = "HTMLQuoteElement"
  case script = "HTMLScriptElement"
  case scroll = "ScrollElement"
  case searchBar = "SearchBarElement"
  case segment = "SegmentElement"
  case select = "HTMLSelectElement"
  case slot = "HTMLSlotElement"
  case source = "HTMLSourceElement"
  case span = "HTMLSpanElement"
  case style = "HTMLStyleElement"
  case table = "HTMLTableElement"
  case tableCaption = "HTMLTableCaptionElement"
  case tableCell = "HTMLTableCellElement"
  case tableColumn = "HTMLTableColElement"
  case tableRow = "HTMLTableRowElement"
  case tableSection = "HTMLTableSectionElement"
  case template = "HTMLTemplateElement"
  case textArea = "HTMLTextAreaElement"
  case time = "HTMLTimeElement"
  case title = "HTMLTitleElement"
  case toggle = "SwitchElement"
  case track = "HTMLTrackElement"
  case unorderedList = "HTMLUListElement"
  case video = "HTMLVideoElement"
  case webView = "WebViewElement"
}

extension ElementReference {
  /// The classes of the elements of HTML by name.
  package static let htmlClasses: [String: ElementClass] = byName(html, \.scriptClass)

  /// The names of elements in lower case, by their class in scripts. Names that are in none are of
  /// ``ElementClass/unknown`` on web pages, and of ``ElementClass/element`` on native pages.
  ///
  /// `table` is the native one in both kinds of page.
  package static let scriptClasses: [String: [String]] = {
    let classes = htmlClasses.merging(
      byName(native) { $0.scriptClass == .element ? nil : $0.scriptClass }
    ) { $1 }
    let known = classes.filter { $0.value != .unknown }.keys.sorted()
    return Dictionary(grouping: known) { classes[$0, default: .unknown].rawValue }
  }()
}
