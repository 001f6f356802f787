package import HybridJSON

/// One thing that happened while a template was shown.
package struct TemplateLogEntry: Hashable, Sendable {
  /// The kind of an entry.
  package enum Kind: String, Sendable {
    /// An event was reported to the host.
    case event
    /// An expression ran.
    case script
    /// An expression called a module of the host.
    case call
    /// Nothing was done, because the platform does not support it.
    case skipped
    /// An expression stopped with an error.
    case error
  }

  /// The kind of the entry.
  package var kind: Kind
  /// `Click`, `LongClick`, `Touch`, `Exposure`, `Load`, `FlipPage`; the attribute of an expression; the
  /// method of a call.
  package var name: String
  /// The component that it belongs to: `NText#buy`.
  package var component: String
  /// The `action` attribute.
  package var action: String?
  /// Android: the `actionParam` attribute. iOS: the member of the data named by `action`. For other kinds:
  /// details in words.
  package var param: String?
  /// The object that the component is bound to.
  package var data: JSONValue?

  init(
    kind: Kind, name: String, component: String, action: String? = nil, param: String? = nil,
    data: JSONValue? = nil
  ) {
    self.kind = kind
    self.name = name
    self.component = component
    self.action = action
    self.param = param
    self.data = data
  }

  /// The entry as an object, absent members left out.
  package var json: JSONValue {
    var object = JSONObject([
      ("kind", .string(kind.rawValue)), ("name", .string(name)), ("component", .string(component)),
    ])
    if let action { object["action"] = .string(action) }
    if let param { object["param"] = .string(param) }
    if let data { object["data"] = data }
    return .object(object)
  }
}

extension JSONValue {
  /// The number of values that it consists of, counted up to `most`.
  func count(upTo most: Int) -> Int {
    var count = 0
    var open = [self]
    while let value = open.popLast(), count < most {
      count += 1
      switch value {
      case .array(let elements): open.append(contentsOf: elements)
      case .object(let members): for (_, member) in members { open.append(member) }
      case .null, .bool, .number, .numberText, .string: break
      }
    }
    return count
  }
}
