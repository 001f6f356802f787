/// What assistive technology is told of a node, as far as it is more than the node's text: WAI-ARIA 1.2.
///
/// A node without one is `generic`: nobody hears of it but of its text.
package struct ViewAccessibility: Hashable, Sendable {
  /// The role as WAI-ARIA names it: `button`, `heading`, `img`. Nil is `generic`.
  package var role: String?
  /// The accessible name, where it is another than the node's own text.
  package var label: String?
  /// What a range or a box of choices stands at, in words; a field's text stands in its ``ViewControl``.
  package var value: String?
  /// What is said behind name and value.
  package var description: String?
  /// Of headings, and of items in nested lists that say so: from 1.
  package var level: Int?
  /// What holds, each at most once, in the order of ``State/Name``.
  package var states: [State] = []
  /// Whom it is kept from.
  package var hidden: Hidden?

  /// What is hidden.
  package enum Hidden: String, Hashable, Sendable, CaseIterable {
    /// The node with all in it: `aria-hidden`, `inert`.
    case subtree
    /// The node alone, as of `visibility: hidden`: what is in it may be visible.
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
    /// As the attribute has it: `true`, `mixed`, `page`, `12`.
    package var value: String

    /// One state.
    package init(_ name: Name, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A node of this role; nothing else is known of it.
  package init(role: String? = nil, label: String? = nil) {
    self.role = role
    self.label = label
  }

  /// Whether it says nothing at all.
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
