import HybridCSS
import HybridDOM
import HybridEncoding
import HybridUnits
import HybridViewTree

/// Computes the accessibility properties of a page's elements: roles by HTML-AAM 1.0, names by accname 1.2,
/// states by WAI-ARIA 1.2.
///
/// It needs no frames: the result depends on the document, on styles that hide, and on the state of controls.
/// After a change, the ancestors for which ``AccessibilityReader/reads(_:)`` is true have to be computed
/// again.
struct AccessibilityReader {
  let document: Document
  let styles: StyledDocument
  let controls: ControlStates
  let dialect: Dialect
  let references: AccessibilityReferences

  /// The properties of an element whose node shows `text`; nil if there are none besides the text.
  ///
  /// - Parameter control: The control of the node: what a user can do with it.
  func accessibility(of node: NodeID, text: String?, control: ViewControl?) -> ViewAccessibility? {
    guard case .element(let element) = document[node].content else { return nil }
    let isSeen = styles[node].text.visibility == .visible
    // Most elements are boxes and pieces of text without accessibility properties.
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
    if let name, !AriaRole.namedByContent.contains(role) || name != text?.collapsingWhitespace {
      result.label = name
    }
    result.description = description(of: node, element, usesTitle: usesTitle)
    setStates(&result, node, element, control)
    return result.isEmpty ? nil : result
  }

  /// Whether an attribute affects accessibility independently of the element's name.
  private static func isTelling(_ name: String) -> Bool {
    name.hasPrefix("aria-") || name == "role" || name == "title" || name == "inert" || name == "alt"
  }

  /// Whether the properties of an element may depend on its content.
  func reads(_ node: NodeID) -> Bool {
    guard case .element(let element) = document[node].content else { return false }
    if let role = element["role"] {
      return AriaRole.first(in: role).map(AriaRole.namedByContent.contains) ?? true
    }
    return HTMLRoles.readsContent.contains(element.name)
  }

  /// Whether an element hides itself and its content from assistive technology.
  func isHidden(_ node: NodeID, _ element: Element) -> Bool {
    styles[node].box.display == .none || styles[node].text.visibility != .visible
      || element["aria-hidden"]?.lowercased() == "true" || element["inert"] != nil
  }

  // MARK: Roles

  /// The role of an element: from its `role` attribute, or else from its element name.
  ///
  /// WAI-ARIA 1.2 §8.1, and §5.3.4 for `presentation` on elements that are focusable or have a global
  /// attribute.
  func role(of node: NodeID, _ element: Element) -> String {
    let own = { HTMLRoles.role(of: node, element, in: self) }
    guard let written = element["role"], let role = AriaRole.first(in: written) else { return own() }
    switch role {
    case "none", "presentation": return isConflicting(element) ? own() : "none"
    case "image": return "img"
    // HTML-AAM §4.1: an unnamed region or form has no such role.
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
    ["aria-label", "title"].contains { element[$0].map { !$0.collapsingWhitespace.isEmpty } ?? false }
      || references.targets[node]?.names.isEmpty == false
  }
}
