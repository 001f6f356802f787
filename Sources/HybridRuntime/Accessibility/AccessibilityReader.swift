import HybridCSS
import HybridDOM
import HybridReload
import HybridUnits

/// Says what assistive technology is told of the elements of a page: roles by HTML-AAM 1.0, names by accname
/// 1.2, states by WAI-ARIA 1.2.
///
/// It looks at the page as it stands, without frames: what is told hangs on the document, on styles that
/// hide, and on what a person did to controls. The nodes to look at again after a change are those of
/// ``AccessibilityReader/reads(_:)`` round it.
struct AccessibilityReader {
  let document: Document
  let styles: StyledDocument
  let controls: ControlStates
  let dialect: Dialect
  let references: AccessibilityReferences

  /// What is told of an element whose node shows `text`; nil for nothing but that.
  ///
  /// - Parameter control: What a person can do to it, as the node says it.
  func accessibility(of node: NodeID, text: String?, control: ViewControl?) -> ViewAccessibility? {
    guard case .element(let element) = document[node].content else { return nil }
    let isSeen = styles[node].text.visibility == .visible
    // Most elements are boxes and pieces of text that say nothing of themselves.
    let hasAria = element.attributes.contains { Self.isTelling($0.name) }
    guard hasAria || !isSeen || control != nil || HTMLRoles.tells(element.name, dialect) else { return nil }
    var result = ViewAccessibility()
    if element["aria-hidden"]?.lowercased() == "true" || element["inert"] != nil {
      result.hidden = .subtree
      return result
    }
    if !isSeen {
      result.hidden = .itself
      return result
    }
    let role = role(of: node, element)
    result.role = role == "generic" ? nil : role
    let (name, usesTitle) = name(of: node, element, role: role)
    if let name, !AriaRole.namedByContent.contains(role) || name != text?.unbroken { result.label = name }
    result.description = description(of: node, element, usesTitle: usesTitle)
    setStates(&result, node, element, control)
    return result.isEmpty ? nil : result
  }

  /// Attributes that say something of an element that its name does not.
  private static func isTelling(_ name: String) -> Bool {
    name.hasPrefix("aria-") || name == "role" || name == "title" || name == "inert" || name == "alt"
  }

  /// Whether what an element is told as may hang on what is in it.
  func reads(_ node: NodeID) -> Bool {
    guard case .element(let element) = document[node].content else { return false }
    if let role = element["role"] {
      return AriaRole.first(in: role).map(AriaRole.namedByContent.contains) ?? true
    }
    return HTMLRoles.readsContent.contains(element.name)
  }

  /// Whether an element and all in it are told to nobody, by its own doing.
  func isHidden(_ node: NodeID, _ element: Element) -> Bool {
    styles[node].box.display == .none || styles[node].text.visibility != .visible
      || element["aria-hidden"]?.lowercased() == "true" || element["inert"] != nil
  }

  // MARK: Roles

  /// The role of an element: the one that it names, or the one that it has by its name.
  ///
  /// WAI-ARIA 1.2 §8.1, and §5.3.4 for `presentation` on what has the focus or a global attribute.
  func role(of node: NodeID, _ element: Element) -> String {
    let own = { HTMLRoles.role(of: node, element, in: self) }
    guard let written = element["role"], let role = AriaRole.first(in: written) else { return own() }
    switch role {
    case "none", "presentation": return isConflicting(element) ? own() : "none"
    case "image": return "img"
    // HTML-AAM §4.1: an unnamed region, or form, is none.
    case "region", "form": return hasAuthorName(node, element) ? role : own()
    default: return role
    }
  }

  private func isConflicting(_ element: Element) -> Bool {
    HTMLRoles.isFocusable(element, dialect)
      || element.attributes.contains {
        $0.name == "aria-label" || $0.name == "aria-labelledby" || $0.name == "aria-describedby"
      }
  }

  /// Whether its author gave an element a name.
  func hasAuthorName(_ node: NodeID, _ element: Element) -> Bool {
    ["aria-label", "title"].contains { element[$0].map { !$0.unbroken.isEmpty } ?? false }
      || references.targets[node]?.names.isEmpty == false
  }
}
