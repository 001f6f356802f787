import HybridSource

/// A registered custom property. CSS Properties and Values 1 §2, *Registered Custom Properties*.
package struct RegisteredProperty: Hashable, Sendable {
  /// With `--`.
  package let name: String
  package let syntax: PropertySyntax
  package let isInherited: Bool
  /// Nil for a property without one, whose syntax takes everything.
  package let initial: CustomValue?

  /// Why a property cannot be registered. §4.1, *the registerProperty() function*.
  package enum Fault: Error, Hashable {
    /// The name does not begin with `--`.
    case name
    case syntax
    /// The syntax needs an initial value, does not take it, or it depends on the element.
    case initial
  }

  /// - Parameter initial: The initial value as written; nil without one.
  package init(
    _ name: String, syntax text: String, isInherited: Bool, initial: [ComponentValue]?
  ) throws(Fault) {
    guard name.hasPrefix("--"), name.utf8.count > 2 else { throw .name }
    guard let syntax = PropertySyntax(text) else { throw .syntax }
    var value: CustomValue?
    if let initial {
      let values = Array(initial.trimmed)
      guard values.syntaxFault == nil, values.wideKeyword == nil, PropertySyntax.isIndependent(values),
        let computed = syntax.computed(values, in: .initial)
      else { throw .initial }
      value = computed
    } else if !syntax.isUniversal {
      throw .initial
    }
    (self.name, self.syntax, self.isInherited, self.initial) = (name, syntax, isInherited, value)
  }

  /// Reads the initial value from a text.
  package init(_ name: String, syntax: String, isInherited: Bool, initialText: String?) throws(Fault) {
    try self.init(
      name, syntax: syntax, isInherited: isInherited,
      initial: initialText.map { parseComponentValues(Source(path: "", text: $0)) })
  }
}

/// The registered custom properties of a page.
package struct PropertyRegistry: Hashable, Sendable {
  private let properties: [String: RegisteredProperty]
  /// The names of those that children do not inherit.
  private let ownNames: [String]
  /// Their initial values.
  let initial: CustomProperties

  /// - Parameter properties: Of several with one name the last one counts.
  init(_ properties: [RegisteredProperty] = []) {
    self.properties = Dictionary(properties.map { ($0.name, $0) }) { $1 }
    ownNames = self.properties.values.filter { !$0.isInherited }.map(\.name).sorted()
    initial = CustomProperties(values: self.properties.compactMapValues(\.initial))
  }

  /// Whether there are none.
  var isEmpty: Bool { properties.isEmpty }

  /// The property of a name.
  package subscript(name: String) -> RegisteredProperty? { properties[name] }

  /// The values among these that a child inherits; nil for all.
  func inherited(from parent: CustomProperties) -> CustomProperties? {
    guard ownNames.contains(where: { parent.values[$0] != initial.values[$0] }) else { return nil }
    var result = parent
    for name in ownNames { result.values[name] = initial.values[name] }
    return result
  }
}
