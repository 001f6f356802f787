package import HybridJSON

/// The names that a binding can see, as a tree of loops: one frame for each turn of each loop, the page's data at the top.
///
/// A name is looked for among the variables of the loops around it, innermost first, then in the page's data. Last, as
/// the package dialect leaves the loop variable out of a path where it likes, in the items of those loops themselves.
package struct BindingScopes: Sendable {
  /// Where in the tree a binding stands.
  package struct ID: Hashable, Sendable {
    var index: Int32
    /// The page's own scope: no loop.
    package static let page = ID(index: -1)
  }

  private struct Frame: Sendable {
    var parent: ID
    /// Nil for the scope that a `@bind` opens, which names nothing.
    var variables: (item: String, index: String)?
    var item: JSONValue
    var index: Int
  }

  /// What the page's JSON holds.
  private let data: JSONValue
  private var frames: [Frame] = []

  /// The scopes of a page with `data`; no loops yet.
  package init(data: JSONValue) { self.data = data }

  /// The scope of one turn of `loop`, which stands in `parent`.
  package mutating func turn(of loop: ForClause, item: JSONValue, index: Int, in parent: ID) -> ID {
    frames.append(Frame(parent: parent, variables: (loop.item, loop.index), item: item, index: index))
    return ID(index: Int32(frames.count - 1))
  }

  /// The scope of an element with `@bind="name"`: the data of that component, when there is some.
  package mutating func component(_ name: String, in parent: ID) -> ID {
    guard let item = data[name] else { return parent }
    frames.append(Frame(parent: parent, variables: nil, item: item, index: 0))
    return ID(index: Int32(frames.count - 1))
  }

  /// The value at `path`; nil when there is none.
  package func value(at path: BindingPath, in scope: ID) -> JSONValue? {
    guard var value = value(of: path.head, in: scope) else { return nil }
    for step in path.steps {
      let next: JSONValue? =
        switch step {
        case .member(let name): value.bindingMember(name)
        case .index(let index): value[index]
        case .variable(let name):
          switch self.value(of: name, in: scope) {
          case .string(let key)?: value[key]
          case let number?: number.int.flatMap { value[$0] }
          case nil: nil
          }
        }
      guard let next else { return nil }
      value = next
    }
    return value
  }

  private func value(of name: String, in scope: ID) -> JSONValue? {
    var current = scope
    while current != .page {
      let frame = frames[Int(current.index)]
      if let variables = frame.variables {
        if name == variables.item || name == "$item" { return frame.item }
        if name == variables.index { return .number(Double(frame.index)) }
      }
      current = frame.parent
    }
    if let value = data[name] { return value }
    if name == "$data" { return data }
    current = scope
    while current != .page {
      let frame = frames[Int(current.index)]
      if let value = frame.item[name] { return value }
      current = frame.parent
    }
    return nil
  }
}

extension JSONValue {
  /// A member as a binding sees it: lists and texts have a `length`, counted as JavaScript counts.
  package func bindingMember(_ name: String) -> JSONValue? {
    switch self {
    case .object(let object): object[name]
    case .array(let items) where name == "length": .number(Double(items.count))
    case .string(let text) where name == "length": .number(Double(text.utf16.count))
    default: nil
    }
  }

  /// What `{{ }}` shows for the value: nothing for null, for a list and for an object.
  package var bindingText: String {
    switch self {
    case .null, .array, .object: ""
    case .bool(let value): value ? "true" : "false"
    case .number: text()
    case .numberText(let text): text
    case .string(let text): text
    }
  }

  /// Whether `t:if` holds: as in JavaScript, all but null, false, 0 and the empty text.
  package var isTruthy: Bool {
    switch self {
    case .null: false
    case .bool(let value): value
    case .number(let value): value != 0 && !value.isNaN
    case .numberText: number != 0
    case .string(let text): !text.isEmpty
    case .array, .object: true
    }
  }
}

extension Condition {
  /// Whether the condition holds; a value that is missing is no reason for it to.
  package func holds(in scopes: BindingScopes, at scope: BindingScopes.ID) -> Bool {
    (scopes.value(at: path, in: scope)?.isTruthy ?? false) != isNegated
  }
}
