import HybridJSON

extension PageBridge {
  /// The tree and its markup. Names as in ``PageHost``; a few walks are done here, in one call instead of
  /// many.
  static let tree: [(String, Function)] = [
    ("kind", { bridge, given in .number(Double(try bridge.page().kind(of: given.node(0))?.rawValue ?? 0)) }),
    ("name", { bridge, given in .string(try bridge.page().name(of: given.node(0))) }),
    (
      "relative",
      { bridge, given in
        guard let relation = PageNodeRelation(rawValue: given.node(0)) else { return ScriptValue(node: nil) }
        return ScriptValue(node: try bridge.page().relative(relation, of: given.node(1)))
      }
    ),
    (
      "make",
      { bridge, given in
        guard let kind = PageNodeKind(rawValue: given.node(0)) else {
          throw ScriptThrow("TypeError", "no such node")
        }
        return ScriptValue(node: try bridge.page().make(kind, given.text(1)))
      }
    ),
    (
      "insert",
      { bridge, given in
        try bridge.page().insert(given.node(0), into: given.node(1), before: given.optionalNode(2))
        return .undefined
      }
    ),
    (
      "remove",
      { bridge, given in
        try bridge.page().remove(given.node(0))
        return .undefined
      }
    ),
    (
      "clone",
      { bridge, given in ScriptValue(node: try bridge.page().clone(given.node(0), deep: given.flag(1))) }
    ),
    ("data", { bridge, given in .string(try bridge.page().data(of: given.node(0))) }),
    (
      "setData",
      { bridge, given in
        try bridge.page().setData(given.text(0), of: given.node(1))
        return .undefined
      }
    ),
    ("textContent", { bridge, given in .string(try bridge.page().textContent(of: given.node(0))) }),
    (
      "setTextContent",
      { bridge, given in
        try bridge.page().setTextContent(given.text(0), of: given.node(1))
        return .undefined
      }
    ),
    (
      "markup",
      { bridge, given in .string(try bridge.page().markup(of: given.node(0), isOuter: given.flag(1))) }
    ),
    (
      "setMarkup",
      { bridge, given in
        try bridge.page().setMarkup(given.text(0), of: given.node(1))
        return .undefined
      }
    ),
    (
      "attribute",
      { bridge, given in ScriptValue(text: try bridge.page().attribute(given.text(0), of: given.node(1))) }
    ),
    (
      "setAttribute",
      { bridge, given in
        try bridge.page().setAttribute(given.text(0), given.optionalText(1), of: given.node(2))
        return .undefined
      }
    ),
    ("attributes", { bridge, given in ScriptValue(pairs: try bridge.page().attributes(of: given.node(0))) }),
    (
      "children",
      { bridge, given in
        ScriptValue(nodes: try bridge.page().children(of: given.node(0), onlyElements: given.flag(1)))
      }
    ),
    ("root", { bridge, given in ScriptValue(node: try bridge.root(of: given.node(0))) }),
    ("contains", { bridge, given in .bool(try bridge.contains(given.node(0), given.node(1))) }),
    ("precedes", { bridge, given in .bool(try bridge.precedes(given.node(0), given.node(1))) }),
  ]

  private func root(of node: Int) throws -> Int {
    let host = try page()
    var top = node
    while let parent = host.relative(.parent, of: top) { top = parent }
    return top
  }

  private func contains(_ node: Int, _ other: Int) throws -> Bool {
    let host = try page()
    var next: Int? = other
    while let current = next {
      if current == node { return true }
      next = host.relative(.parent, of: current)
    }
    return false
  }

  /// Whether the first of two nodes of one tree, neither inside the other, comes first.
  private func precedes(_ first: Int, _ second: Int) throws -> Bool {
    let host = try page()
    let one = path(to: first, in: host)
    let two = path(to: second, in: host)
    guard let split = zip(one, two).first(where: { $0 != $1 }) else { return one.count < two.count }
    var next = host.relative(.nextSibling, of: split.0)
    while let sibling = next {
      if sibling == split.1 { return true }
      next = host.relative(.nextSibling, of: sibling)
    }
    return false
  }

  private func path(to node: Int, in host: any PageHost) -> [Int] {
    var result = [node]
    while let parent = host.relative(.parent, of: result[result.count - 1]) { result.append(parent) }
    return result.reversed()
  }
}
