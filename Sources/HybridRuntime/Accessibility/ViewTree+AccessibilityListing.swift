import HybridEncoding
import HybridSource
import HybridUnits
package import HybridViewTree

extension ViewTree {
  /// The accessibility tree as text: one line per node, indented by two blanks per level, in tree order.
  ///
  ///     document "Shop"
  ///       heading "Tea" [level=1]
  ///       textbox "Name" = "Ada" [required] ("as on your card")
  ///       paragraph: "Read the terms first"
  ///         link "terms"
  ///       text "what stands in no element of a role"
  ///
  /// A line has role, name, `=` value, states, description in parentheses, and after a colon the text of
  /// nodes not named by it. Inline text is printed as a whole, with its links below. Hidden nodes are omitted
  /// with their content, and so is the content of buttons, pictures and other roles whose children are
  /// presentational.
  package var accessibilityListing: String {
    let ends = subtreeEnds
    var depths = [Int](repeating: 0, count: nodes.count)
    var text = ""
    var index = 0
    while index < nodes.count {
      let node = nodes[index]
      let depth = node.parent.map { depths[$0] } ?? 0
      depths[index] = depth
      guard node.accessibility?.hidden != .subtree else {
        index = ends[index]
        continue
      }
      if let line = node.accessibilityLine {
        text += String(repeating: "  ", count: depth) + line + "\n"
        // Text of an element without a role has no children.
        if node.toldRole != nil { depths[index] = depth + 1 }
      }
      index = node.toldRole.map(AriaRole.leaves.contains) == true ? ends[index] : index + 1
    }
    return text
  }
}

extension ViewNode {
  /// The accessible role; nil for none, and for nodes that are not exposed.
  package var toldRole: String? {
    guard let accessibility, accessibility.hidden == nil, let role = accessibility.role else { return nil }
    return role == "none" || role == "presentation" || role == "generic" ? nil : role
  }

  /// The accessible name; nil without one.
  package var accessibleName: String? {
    if let label = accessibility?.label { return label }
    guard let role = toldRole else { return nil }
    if AriaRole.namedByContent.contains(role) {
      return text.flatMap { $0.isEmpty ? nil : $0.collapsingWhitespace }
    }
    // An editable field's own text is not its name. For other nodes, a name equal to the text is stored as
    // nil.
    return nil
  }

  /// The node's line of the listing; nil if the node is not exposed.
  fileprivate var accessibilityLine: String? {
    guard accessibility?.hidden == nil else { return nil }
    // Inline text is part of the enclosing element's line.
    let ownText = saysMoreThanLinks ? text?.collapsingWhitespace : nil
    guard let role = toldRole else {
      return ownText.map { "text \"\($0.escapedForQuotes)\"" }
    }
    var line = role.withoutControls
    if let name = accessibleName { line += " \"\(name.escapedForQuotes)\"" }
    if let value = toldValue { line += " = \"\(value.escapedForQuotes)\"" }
    if let level = accessibility?.level { line += " [level=\(level)]" }
    for state in accessibility?.states ?? [] {
      line += state.value == "true" ? " [\(state.name)]" : " [\(state.name)=\(state.value.escapedForQuotes)]"
    }
    if let description = accessibility?.description { line += " (\"\(description.escapedForQuotes)\")" }
    if let ownText, control == nil, toldValue == nil, !AriaRole.namedByContent.contains(role),
      !AriaRole.leaves.contains(role)
    {
      line += ": \"\(ownText.escapedForQuotes)\""
    }
    return line
  }

  /// Whether some of its own text is outside links, which have lines of their own.
  private var saysMoreThanLinks: Bool {
    paint.lines?.contains { $0.pieces.contains { $0.link == nil && !$0.text.allSatisfy(\.isWhitespace) } }
      ?? false
  }

  /// The value; a secret is shown as one dot per character.
  private var toldValue: String? {
    if let value = accessibility?.value { return value }
    guard let control, let value = control.value, !value.isEmpty else { return nil }
    switch control.kind {
    case .text, .multiline, .search, .select: return value
    case .password: return String(repeating: "•", count: value.count)
    default: return nil
    }
  }
}
