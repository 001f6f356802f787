/// The class of an element in scripts, by its name in `HybridScript/World/Prelude/Table.js`.
package enum ElementClass: String, Sendable, CaseIterable {
  /// Without members of its own.
  case element = "HTMLElement"
  case anchor = "HTMLAnchorElement"
  case button = "HTMLButtonElement"
  case dataList = "HTMLDataListElement"
  case details = "HTMLDetailsElement"
  case dialog = "HTMLDialogElement"
  case dots = "DotsElement"
  case fieldSet = "HTMLFieldSetElement"
  case form = "HTMLFormElement"
  case image = "HTMLImageElement"
  case input = "HTMLInputElement"
  case label = "HTMLLabelElement"
  case meter = "HTMLMeterElement"
  case option = "HTMLOptionElement"
  case optionGroup = "HTMLOptGroupElement"
  case output = "HTMLOutputElement"
  case progress = "HTMLProgressElement"
  case script = "HTMLScriptElement"
  case scroll = "ScrollElement"
  case searchBar = "SearchBarElement"
  case segment = "SegmentElement"
  case select = "HTMLSelectElement"
  case table = "HTMLTableElement"
  case template = "HTMLTemplateElement"
  case textArea = "HTMLTextAreaElement"
  case toggle = "SwitchElement"
  case webView = "WebViewElement"
}

extension ElementReference {
  /// The names of classes by the names of elements in lower case, except those of ``ElementClass/element``.
  ///
  /// `table` is the native one in both kinds of page.
  package static let scriptClasses = byName(web + native) {
    $0.scriptClass == .element ? nil : $0.scriptClass.rawValue
  }
}
