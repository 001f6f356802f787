import HybridDOM
import HybridJSON
import HybridSource
import HybridUnits

/// Locates faults between a page and its sample data in the data file.
extension BindingChecker {
  /// The maximum number of values of one path that are examined.
  private static let pathLimit = 64

  /// Reports a name that is missing in a few items of a loop although nearly all have it, unless a condition
  /// guards it.
  mutating func checkItems(_ text: BindingText, at node: NodeID, attribute: Int?, in scope: Int) {
    for case .path(let path) in text.parts { checkItems(path, at: node, attribute: attribute, in: scope) }
  }

  private mutating func checkItems(
    _ path: BindingPath, at node: NodeID, attribute: Int?, in scope: Int
  ) {
    guard let data, case .member(let name)? = path.steps.last, loop(named: path.head, in: scope) else {
      return
    }
    guard let holders = dataPaths(path, path.steps.count - 1, in: scope) else { return }
    // A null states explicitly that there is no value.
    let lacking = holders.filter { data[$0]?.object.map { $0[name] == nil } ?? false }
    // Real data differs from item to item; a name that nearly all items have was probably forgotten.
    guard let first = lacking.first, lacking.count * 4 <= holders.count else { return }
    let others = lacking.count > 1 ? " and of \(lacking.count - 1) more" : ""
    add(
      .warning, "data.missing-in-item",
      "\(first.appending(.key(name))) is missing\(others) in \(place(inDataOf: first)), but is read here",
      place(of: span(path), at: node, attribute: attribute),
      hint: "add it there, or show this element only if it exists: t:if=\"\(path)\"")
  }

  /// Whether `name` is the item of an enclosing loop.
  private func loop(named name: String, in scope: Int) -> Bool {
    var current = scope
    while current >= 0 {
      switch frames[current].kind {
      case .loop(let loop): if name == loop.item { return true }
      case .component, .props: return false
      }
      current = frames[current].parent
    }
    return false
  }

  /// `: items[0].price is missing in data.json:3:5`; empty when the value is unknown.
  func missingInData(_ path: BindingPath, _ step: Int, in scope: Int) -> String {
    guard step > 0 else {
      guard origin != nil, component(around: scope) == nil else { return "" }
      return " (\(place(inDataOf: JSONPath())))"
    }
    guard let data, let holder = dataPaths(path, step - 1, in: scope)?.first else { return "" }
    let next: JSONPath.Component
    switch path.steps[step - 1] {
    case .member(let name): next = .key(name)
    case .index(let index): next = .index(index)
    case .variable: return ""
    }
    guard data[holder.appending(next)] == nil else { return "" }
    return "; \(holder.appending(next)) is missing in \(place(inDataOf: holder))"
  }

  /// ` (data.json:3:5)`: the position of a path's value; empty when it is unknown.
  func placeInData(of path: BindingPath, in scope: Int) -> String {
    dataPaths(path, path.steps.count, in: scope)?.first.map { " (\(place(inDataOf: $0)))" } ?? ""
  }

  private func place(inDataOf path: JSONPath) -> String {
    guard let origin else { return "the data" }
    let node = origin.node.deepest(along: path).node
    return origin.source.location(of: node.range.lowerBound).description
  }

  /// The positions in the data of the values that the head of `path` and its first `count` steps lead to; nil
  /// when they come from elsewhere.
  private func dataPaths(_ path: BindingPath, _ count: Int, in scope: Int) -> [JSONPath]? {
    guard let data, var paths = headPaths(path.head, in: scope) else { return nil }
    for step in path.steps.prefix(count) {
      switch step {
      case .member(let name): paths = paths.map { $0.appending(.key(name)) }
      case .index(let index): paths = paths.map { $0.appending(.index(index)) }
      case .variable: return nil
      }
      paths = paths.filter { data[$0] != nil }
    }
    return paths
  }

  private func headPaths(_ name: String, in scope: Int) -> [JSONPath]? {
    guard let data else { return nil }
    var current = scope
    while current >= 0 {
      let frame = frames[current]
      switch frame.kind {
      case .loop(let loop) where name == loop.item || name == "$item":
        return dataPaths(loop.path, loop.path.steps.count, in: frame.parent)?.flatMap { list in
          (0..<min(data[list]?.array?.count ?? 0, Self.pathLimit)).map { list.appending(.index($0)) }
        }
      case .loop(let loop):
        if name == loop.index { return nil }
      // Values that a script registers, or an element passes, differ from those in the file.
      case .component, .props: return nil
      }
      current = frame.parent
    }
    if data[name] != nil { return [JSONPath([.key(name)])] }
    return name == "$data" ? [JSONPath()] : nil
  }
}
