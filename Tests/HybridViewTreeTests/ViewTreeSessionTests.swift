import HybridGeometry
import HybridViewTree
import Testing

/// A list with two levels, every node 1 point wide but those in `wide`.
private func list(_ keys: [String], wide: Set<String> = []) -> ViewTree {
  var nodes = [
    ViewNode(key: "root", parent: nil, tag: "root", frame: Rect(x: 0, y: 0, width: 1, height: 1))
  ]
  for key in keys {
    for (suffix, parent) in [("", 0), (".child", nodes.count)] {
      let width = wide.contains(key + suffix) ? 2.0 : 1
      nodes.append(
        ViewNode(
          key: key + suffix, parent: parent, tag: "item",
          frame: Rect(x: 0, y: 0, width: width, height: 1)))
    }
  }
  return ViewTree(nodes: nodes, viewport: Size(width: 10, height: 10))
}

private let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)

/// Known differences save work without changing the messages to clients.
@Test(arguments: [
  (letters, ["c"], ["c"]),
  (letters, ["a", "a.child", "m.child", "z"], ["a.child", "m.child", "z", "a", "q"]),
  (letters, letters + letters.map { $0 + ".child" }, letters + letters.map { $0 + ".child" }),
  (letters.filter { $0 != "k" }, ["l"], ["l"]),
  (letters + ["new"], ["b.child"], ["b.child", "new", "new.child"]),
  (["x", "new"] + letters.filter { $0 != "x" }, ["x"], ["x", "new", "new.child"]),
  (letters.reversed(), [], []),
  ([], [], []),
])
func knownChangesMakeTheSamePatch(_ keys: [String], wide: [String], marked: [String]) throws {
  let (first, second) = (list(letters), list(keys, wide: Set(wide)))
  var (plain, knowing) = (ViewTreeSession(), ViewTreeSession())
  _ = (plain.advance(to: first), knowing.advance(to: first))
  let changes = ViewTreeChanges(
    isSameStructure: keys == letters,
    nodes: second.nodes.indices.filter { marked.contains(second.nodes[$0].key) })
  let (expected, result) = (plain.advance(to: second), knowing.advance(to: second, changes: changes))
  #expect(result.patch == expected.patch)
  #expect(result.moved == expected.moved)
  #expect(knowing.tree == plain.tree)
  var client = try #require(ViewTreeSession.numbered(first))
  try client.apply(try #require(result.patch))
  #expect(client == knowing.tree)
}

extension ViewTreeSession {
  /// A tree as a client gets it first.
  fileprivate static func numbered(_ tree: ViewTree) -> ViewTree? {
    var session = ViewTreeSession()
    _ = session.advance(to: tree)
    return session.tree
  }
}
