package import HybridDOM
package import HybridJSON

/// The nodes of a page's template that belong to components, and the data that they bind to.
///
/// A component's element stays in the template, as the *host*; the content of its file becomes the host's
/// children, and the content between its tags in the page replaces the component's slots. A binding sees the
/// names of the file in which it was written: in the component's file its props, in the page the page's data.
package struct PageComponents: Hashable, Sendable {
  /// One use of a component.
  package struct Use: Hashable, Sendable {
    /// The component: the name of its element, lower case.
    package var name: String
    /// Its element in the template.
    package var host: NodeID
    /// The default values of props that the element does not set, by their camel-case names.
    package var defaults: JSONObject

    /// One use.
    package init(name: String, host: NodeID, defaults: JSONObject = JSONObject()) {
      self.name = name
      self.host = host
      self.defaults = defaults
    }
  }

  /// Every use, outer ones before the ones in them.
  package var uses: [Use]
  /// For each node of the template the index in ``uses`` of the use whose file contains it; -1 for the page's
  /// own nodes. Empty without any use.
  package var owners: [Int32]

  /// A page's components; by default none.
  package init(uses: [Use] = [], owners: [Int32] = []) {
    self.uses = uses
    self.owners = owners
  }

  /// The use whose file contains a node; -1 for the page's own nodes.
  package func owner(of node: NodeID) -> Int32 { node.index < owners.count ? owners[node.index] : -1 }
}

/// The attributes of a component's element as its props.
package enum ComponentProps {
  /// Whether an attribute has a meaning to the compiler and is not passed to the component.
  package static func isReserved(_ name: String) -> Bool {
    name == "slot" || name.hasPrefix("t:") || name.hasPrefix("@")
  }

  /// The value of a prop written as plain text, converted to the type of its default: a number, a Boolean
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
  /// `unit-price` as `unitPrice`; a name without a dash is unchanged.
  package var camelCased: String {
    guard utf8.contains(UInt8(ascii: "-")) else { return self }
    let parts = split(separator: "-")
    guard let first = parts.first else { return self }
    return parts.dropFirst().reduce(into: String(first)) { $0 += $1.prefix(1).uppercased() + $1.dropFirst() }
  }
}
