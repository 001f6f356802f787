package import HybridJSON

/// The names that are visible to bindings, as a tree: one frame for each iteration of each loop, for each
/// `@bind` and for each component, with the page's data at the top.
///
/// A name is looked up in the variables of the enclosing loops and in the data of components bound by
/// `@bind`, innermost first, then in the page's data. Last, because the package dialect allows a path to omit
/// the loop variable, it is looked up in the items of those loops. In an HTML component its props replace the
/// page's data, and nothing around the component is visible.
package struct BindingScopes: Sendable {
  /// The position of a binding in the tree.
  package struct ID: Hashable, Sendable {
    var index: Int32
    /// The page's own scope, outside of loops.
    package static let page = ID(index: -1)
  }

  private enum Kind {
    case loop(item: String, index: String)
    case row(RowTemplate.Names, section: Int)
    case component(String)
    case props
  }

  private struct Frame: Sendable {
    var parent: ID
    var kind: Kind
    var item: JSONValue
    var index: Int
    /// The nearest `@bind`, this frame's own included.
    var component: String?
  }

  /// The page's data.
  private let data: JSONValue
  private var frames: [Frame] = []

  /// The scopes of a page with `data`, without loops.
  package init(data: JSONValue) { self.data = data }

  /// Adds the scope of one iteration of `loop` in `parent`.
  package mutating func turn(of loop: ForClause, item: JSONValue, index: Int, in parent: ID) -> ID {
    add(.loop(item: loop.item, index: loop.index), item, index, in: parent)
  }

  /// Adds the scope of an element with `@bind="name"`: the data of that component, whose name a path may
  /// include or omit.
  package mutating func component(_ name: String, in parent: ID) -> ID {
    add(.component(name), data[name] ?? .null, in: parent)
  }

  /// Adds the scope inside an HTML component whose element is in `parent`.
  package mutating func props(_ props: JSONObject, in parent: ID) -> ID {
    add(.props, .object(props), in: parent)
  }

  /// Adds the scope of one row of a table.
  mutating func row(
    _ item: JSONValue, _ names: RowTemplate.Names, index: Int, section: Int, in parent: ID
  ) -> ID {
    add(.row(names, section: section), item, index, in: parent)
  }

  private mutating func add(_ kind: Kind, _ item: JSONValue, _ index: Int = 0, in parent: ID) -> ID {
    var component = parent == .page ? nil : frames[Int(parent.index)].component
    if case .component(let name) = kind { component = name }
    frames.append(Frame(parent: parent, kind: kind, item: item, index: index, component: component))
    return ID(index: Int32(frames.count - 1))
  }

  /// The arguments of an event handler in this scope: the innermost loop item, component data or props; and
  /// the component of the nearest `@bind`.
  package func bound(in scope: ID) -> (data: JSONValue?, component: String?) {
    guard scope != .page else { return (nil, nil) }
    let frame = frames[Int(scope.index)]
    return (frame.item, frame.component)
  }

  /// The value at `path`; nil when it is missing.
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
    var isInside = false  // whether the props of a component have been searched
    while current != .page, !isInside {
      let frame = frames[Int(current.index)]
      switch frame.kind {
      case .loop(let item, let index):
        if name == item || name == "$item" { return frame.item }
        if name == index { return .number(Double(frame.index)) }
      case .row(let names, let section):
        if name == names.item || name == "$item" { return frame.item }
        if name == names.index { return .number(Double(frame.index)) }
        if name == names.section { return .number(Double(section)) }
        if let value = frame.item[name] { return value }
      case .component(let component):
        if name == component, !frame.item.isNull { return frame.item }
        if let value = frame.item[name] { return value }
      case .props:
        if name == "$props" { return frame.item }
        if let value = frame.item[name] ?? frame.item[name.camelCased] { return value }
        isInside = true
      }
      current = frame.parent
    }
    if !isInside {
      if let value = data[name] { return value }
      if name == "$data" { return data }
    }
    current = scope
    while current != .page {
      let frame = frames[Int(current.index)]
      if case .props = frame.kind { return nil }
      if let value = frame.item[name] { return value }
      current = frame.parent
    }
    return nil
  }
}

extension JSONValue {
  /// A member as bindings see it: lists and texts have a `length`, counted as in JavaScript.
  package func bindingMember(_ name: String) -> JSONValue? {
    switch self {
    case .object(let object): object[name]
    case .array(let items) where name == "length": .number(Double(items.count))
    case .string(let text) where name == "length": .number(Double(text.utf16.count))
    default: nil
    }
  }

  /// The text of the value in `{{ }}`: empty for null, lists and objects.
  package var bindingText: String {
    switch self {
    case .null, .array, .object: ""
    case .bool(let value): value ? "true" : "false"
    case .number: text()
    case .numberText(let text): text
    case .string(let text): text
    }
  }

  /// Whether `t:if` holds: as in JavaScript, for all values except null, false, 0 and the empty text.
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
  /// Whether the condition holds; a missing value counts as false.
  package func holds(in scopes: BindingScopes, at scope: BindingScopes.ID) -> Bool {
    (scopes.value(at: path, in: scope)?.isTruthy ?? false) != isNegated
  }
}
