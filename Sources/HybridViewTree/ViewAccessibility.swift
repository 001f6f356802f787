/// The accessibility properties of a node beyond its text: WAI-ARIA 1.2.
///
/// A node without properties is `generic`: only its text is exposed.
package struct ViewAccessibility: Hashable, Sendable {
  /// The role as WAI-ARIA names it: `button`, `heading`, `img`. Nil is `generic`.
  package var role: String?
  /// The accessible name, if it differs from the node's own text.
  package var label: String?
  /// The value of a range or a combo box as text; a field's text is in its ``ViewControl``.
  package var value: String?
  /// The description, announced after name and value.
  package var description: String?
  /// The level of a heading, or of a list item with an explicit level, from 1.
  package var level: Int?
  /// The states, each at most once, in the order of ``State/Name``.
  package var states: [State] = []
  /// The part that is hidden from assistive technology; nil for none.
  package var hidden: Hidden?

  /// A hidden part.
  package enum Hidden: String, Hashable, Sendable, CaseIterable {
    /// The node with its descendants: `aria-hidden`, `inert`.
    case subtree
    /// The node alone, as for `visibility: hidden`: descendants may be visible.
    case itself
  }

  /// A state or a property of WAI-ARIA.
  package struct State: Hashable, Sendable {
    /// The attribute's name without `aria-`.
    package enum Name: String, CaseIterable, Hashable, Sendable {
      case checked, pressed, selected, expanded, disabled, required, invalid, readonly
      case multiline, multiselectable, modal, busy, current, haspopup, orientation, sort, live
      case valuemin, valuenow, valuemax, setsize, posinset, colspan, rowspan, roledescription
    }

    package var name: Name
    /// The attribute value: `true`, `mixed`, `page`, `12`.
    package var value: String

    /// One state.
    package init(_ name: Name, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A node with this role and no other properties.
  package init(role: String? = nil, label: String? = nil) {
    self.role = role
    self.label = label
  }

  /// Whether it has no properties.
  package var isEmpty: Bool { self == ViewAccessibility() }

  /// The value of a state; nil where it does not apply.
  package subscript(name: State.Name) -> String? {
    get { states.first { $0.name == name }?.value }
    set {
      states.removeAll { $0.name == name }
      guard let newValue else { return }
      let place = State.Name.allCases.firstIndex(of: name) ?? 0
      let index = states.firstIndex { (State.Name.allCases.firstIndex(of: $0.name) ?? 0) > place }
      states.insert(State(name, newValue), at: index ?? states.endIndex)
    }
  }
}
