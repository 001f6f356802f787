import HybridDOM
import HybridEncoding

/// The properties of an element in its document that pseudo-classes test.
struct ElementTraits: OptionSet, Sendable {
  let rawValue: UInt16

  static let root = ElementTraits(rawValue: 1 << 0)
  static let empty = ElementTraits(rawValue: 1 << 1)
  static let link = ElementTraits(rawValue: 1 << 2)
  static let checked = ElementTraits(rawValue: 1 << 3)
  static let disabled = ElementTraits(rawValue: 1 << 4)
  static let enabled = ElementTraits(rawValue: 1 << 5)
  static let required = ElementTraits(rawValue: 1 << 6)
  static let optional = ElementTraits(rawValue: 1 << 7)
  static let readWrite = ElementTraits(rawValue: 1 << 8)
  static let placeholderShown = ElementTraits(rawValue: 1 << 9)
  static let open = ElementTraits(rawValue: 1 << 10)
  /// `:scope`: the root element, or in a query the element that it starts from.
  static let scope = ElementTraits(rawValue: 1 << 11)
  /// A custom element that no script has defined; the elements of components are defined.
  static let undefined = ElementTraits(rawValue: 1 << 12)
  /// Its text decides its direction: `dir="auto"`, and `bdi`.
  static let automaticDirection = ElementTraits(rawValue: 1 << 13)
  /// Its text runs from right to left, if that decides.
  static let rightToLeftText = ElementTraits(rawValue: 1 << 14)
}

extension ElementTraits {
  /// HTML Standard §4.16.3, *Pseudo-classes*, from the attributes as written, and from the state of a control
  /// at run time, which takes precedence.
  ///
  /// - Parameter name: The name of the element in lower case; TokenHybrid's `switch`, `segment`, `textarea`
  ///   and `searchbar` are controls too.
  init(
    _ element: HybridDOM.Element, type name: String, node: NodeID, in document: Document, state: ElementState
  ) {
    self = []
    if document[node].parent == document.root { insert([.root, .scope]) }
    if Self.isEmpty(node, in: document) { insert(.empty) }
    if name.utf8.contains(UInt8(ascii: "-")), element.namespace == .html, element["t:host"] == nil,
      !document.definedElements.contains(name)
    {
      insert(.undefined)
    }
    // The name of an element of XML may have capitals.
    let name = name == element.name ? element.elementName : ElementName(name, in: element.namespace)
    if element.hasAutomaticDirection(name) {
      insert(.automaticDirection)
      if document.isRightToLeft(textOf: node) { insert(.rightToLeftText) }
    }
    let has = { (name: String) in element.attribute(name) != nil }
    switch name {
    case .a, .area, .svgLink: if has("href") { insert(.link) }
    case .details, .dialog: if has("open") { insert(.open) }
    default: break
    }
    if let name, name.isDisableable { readControl(element, name, state) }
    if state.contains(.checked) { insert(.checked) }
    if state.contains(.unchecked) { remove(.checked) }
    if !contains(.readWrite), name?.isTextField != true, let editable = element["contenteditable"],
      editable.asciiLowercased != "false"
    {
      insert(.readWrite)
    }
  }

  private mutating func readControl(
    _ element: HybridDOM.Element, _ name: ElementName, _ state: ElementState
  ) {
    let has = { (name: String) in element.attribute(name) != nil }
    let type = name == .input ? element.inputType : nil
    switch name {
    case .option: if has("selected") { insert(.checked) }
    case .input: if has("checked"), type?.isCheckable == true { insert(.checked) }
    case .switch:
      if let checked = element["checked"], checked != "false", checked != "0" { insert(.checked) }
    default: break
    }
    var isDisabled = has("disabled") || element["enabled"].map { !PresentationalAttribute.flag($0) } ?? false
    if state.contains(.enabled) { isDisabled = false }
    if state.contains(.disabled) { isDisabled = true }
    insert(isDisabled ? .disabled : .enabled)
    if name.isFormField { insert(has("required") ? .required : .optional) }
    guard name.isTextField, type?.canBeReadOnly != false else { return }
    let isEditable = element["editable"].map { PresentationalAttribute.flag($0) } ?? true
    if !has("readonly"), !isDisabled, isEditable { insert(.readWrite) }
    var isBlank = name == .textarea ? contains(.empty) : (element["value"] ?? "").isEmpty
    if state.contains(.filled) { isBlank = false }
    if state.contains(.blank) { isBlank = true }
    if isBlank, has("placeholder") || has("placeHolder") { insert(.placeholderShown) }
  }

  /// Differs from Selectors 4 §13.2, as browsers do: white space makes an element non-empty; comments do not.
  private static func isEmpty(_ node: NodeID, in document: Document) -> Bool {
    document.children(of: node).allSatisfy { child in
      switch document[child].content {
      case .comment: true
      case .text(let text): text.isEmpty
      default: false
      }
    }
  }
}

// A test compares these with the rows of `ElementReference`, which this target cannot import.
extension ElementName {
  /// Whether it is enabled or disabled.
  var isDisableable: Bool {
    switch self {
    case .input, .button, .select, .textarea, .fieldset, .option, .optgroup, .switch, .segment, .searchbar,
      .navitem:
      true
    default: false
    }
  }

  /// Whether text can be typed into it.
  var isTextField: Bool {
    switch self {
    case .input, .textarea, .searchbar: true
    default: false
    }
  }

  /// Whether it is required or optional.
  var isFormField: Bool {
    switch self {
    case .input, .select, .textarea: true
    default: false
    }
  }
}
