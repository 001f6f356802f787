package import HybridDOM
package import HybridJSON

/// Which nodes of a page's template are the content of components, and what they bind to.
///
/// A component's element stays in the template, as the *host*; what its file has are its children, and what
/// the page put between its tags stands where the component's slots were. A binding sees the names of where
/// it was written: in the component's file its props, in the page the page's data.
package struct PageComponents: Hashable, Sendable {
  /// One component where it is used.
  package struct Use: Hashable, Sendable {
    /// The component: the name of its element, lower case.
    package var name: String
    /// Its element in the template.
    package var host: NodeID
    /// What props have that the element does not give, by their camel-case names.
    package var defaults: JSONObject

    /// One use.
    package init(name: String, host: NodeID, defaults: JSONObject = JSONObject()) {
      self.name = name
      self.host = host
      self.defaults = defaults
    }
  }

  /// Every use, outer ones before those in them.
  package var uses: [Use]
  /// For each node of the template the use whose file it is from, an index in ``uses``; -1 for the page's
  /// own. Empty without any use.
  package var owners: [Int32]

  /// A page's components; of a page without any when nothing is given.
  package init(uses: [Use] = [], owners: [Int32] = []) {
    self.uses = uses
    self.owners = owners
  }

  /// The use whose file a node is from; -1 for the page's own.
  package func owner(of node: NodeID) -> Int32 { node.index < owners.count ? owners[node.index] : -1 }
}

/// The attributes of a component's element as its props.
package enum ComponentProps {
  /// Whether an attribute says something to us, and nothing to the component.
  package static func isReserved(_ name: String) -> Bool {
    name == "slot" || name.hasPrefix("t:") || name.hasPrefix("@")
  }

  /// What a prop is that was written as plain text, taken for what its default is: a number, a truth value
  /// (the name alone is true), or JSON for a list or an object.
  package static func value(_ text: String, like example: JSONValue?) -> JSONValue {
    switch example {
    case .bool?:
      return switch text {
      case "", "true", "1": true
      case "false", "0": false
      default: .string(text)
      }
    case .number?, .numberText?, .array?, .object?:
      guard let value = try? JSONValue(parsing: Array(text.utf8)) else { return .string(text) }
      return switch (value, example) {
      case (.number, .number?), (.number, .numberText?), (.numberText, .number?),
        (.numberText, .numberText?), (.array, .array?), (.object, .object?):
        value
      default: .string(text)
      }
    case .string?, .null?, nil: return .string(text)
    }
  }
}

extension String {
  /// `unit-price` as `unitPrice`; a name without a dash stays as it is.
  package var camelCased: String {
    guard utf8.contains(UInt8(ascii: "-")) else { return self }
    let parts = split(separator: "-")
    guard let first = parts.first else { return self }
    return parts.dropFirst().reduce(into: String(first)) { $0 += $1.prefix(1).uppercased() + $1.dropFirst() }
  }
}
