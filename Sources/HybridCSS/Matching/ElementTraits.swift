import HybridDOM

/// What a document says of an element that a pseudo-class asks for.
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
}

extension ElementTraits {
  /// HTML Standard §4.16.3, *Pseudo-classes*, by the attributes as they are written.
  init(_ element: HybridDOM.Element, node: NodeID, in document: Document) {
    self = []
    if document[node].parent == document.root { insert(.root) }
    if Self.isEmpty(node, in: document) { insert(.empty) }
    let type = element["type"]?.asciiLowercased ?? "text"
    let has = { (name: String) in element.attribute(name) != nil }
    switch element.name {
    case "a", "area": if has("href") { insert(.link) }
    case "details", "dialog": if has("open") { insert(.open) }
    case "option": if has("selected") { insert(.checked) }
    case "input": if has("checked"), type == "checkbox" || type == "radio" { insert(.checked) }
    default: break
    }
    switch element.name {
    case "input", "button", "select", "textarea", "fieldset", "option", "optgroup":
      insert(has("disabled") ? .disabled : .enabled)
    default: break
    }
    switch element.name {
    case "input", "select", "textarea": insert(has("required") ? .required : .optional)
    default: break
    }
    let isText =
      element.name == "textarea"
      || element.name == "input"
        && !["button", "checkbox", "color", "file", "hidden", "image", "radio", "range", "reset", "submit"]
          .contains(type)
    if isText {
      if !has("readonly"), !has("disabled") { insert(.readWrite) }
      let isBlank = element.name == "input" ? (element["value"] ?? "").isEmpty : contains(.empty)
      if has("placeholder"), isBlank { insert(.placeholderShown) }
    } else if let editable = element["contenteditable"], editable.asciiLowercased != "false" {
      insert(.readWrite)
    }
  }

  /// Selectors 4 §13.2 lets white space pass; browsers do not, and neither do we: only comments do.
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
