import HybridGeometry
import Testing

@testable import HybridReload
@testable import HybridViewTree

/// A tree from lines of `depth tag key text`, to keep tests readable.
private func tree(_ text: String) -> ViewTree {
  var nodes: [ViewNode] = []
  var path: [Int] = []
  for line in text.split(separator: "\n") {
    let depth = line.prefix { $0 == " " }.count
    let words = line.split(separator: " ").map(String.init)
    path = Array(path.prefix(depth))
    var node = ViewNode(
      key: words.count > 1 ? words[1] : words[0], parent: path.last, tag: words[0],
      frame: Rect(x: 0, y: 0, width: 10, height: 10))
    if words.count > 2 { node.text = words[2] }
    if words.count > 3, let x = Double(words[3]) { node.frame.x = x }
    path.append(nodes.count)
    nodes.append(node)
  }
  return ViewTree(nodes: nodes, viewport: Size(width: 100, height: 100))
}

private let before = tree(
  """
  body
   h1 title Hello
   ul list
    li a One
    li b Two
    li c Three
  """)

@Test(arguments: [
  ("text", "body\n h1 title Bye\n ul list\n  li a One\n  li b Two\n  li c Three", 1),
  ("frame", "body\n h1 title Hello 5\n ul list\n  li a One\n  li b Two\n  li c Three", 1),
  ("removal", "body\n h1 title Hello\n ul list\n  li a One\n  li c Three", 1),
  ("insertion", "body\n h1 title Hello\n ul list\n  li z Zero\n  li a One\n  li b Two\n  li c Three", 1),
  ("rotation", "body\n h1 title Hello\n ul list\n  li c Three\n  li a One\n  li b Two", 1),
  ("nothing", "body\n h1 title Hello\n ul list\n  li a One\n  li b Two\n  li c Three", 0),
  ("subtree", "body\n ul list\n  li a One\n  li b Two\n  li c Three\n   b x\n    i y", 2),
])
func aPatchIsAsSmallAsTheChange(_ name: String, _ after: String, _ operations: Int) throws {
  var session = ViewTreeSession()
  #expect(session.advance(to: before).patch == nil)
  var client = try #require(session.tree)
  let patch = try #require(session.advance(to: tree(after)).patch, "\(name)")
  #expect(patch.operations.count == operations, "\(name)")
  try client.apply(patch)
  #expect(client == session.tree, "\(name)")
}

@Test func anElementKeepsItsNumberWhenItsTextChangesAndItMoves() throws {
  var session = ViewTreeSession()
  _ = session.advance(to: before)
  let number = session.tree?.nodes.first { $0.key == "c" }?.handle
  _ = session.advance(to: tree("body\n ul list\n  li c Drei\n  li a One"))
  #expect(session.tree?.nodes.first { $0.key == "c" }?.handle == number)
}

@Test func scrollingAndTypingAreChangesOfOneNode() throws {
  var session = ViewTreeSession()
  _ = session.advance(to: before)
  var after = before
  after.nodes[2].scroll = ViewScroll(y: 12, width: 10, height: 200)
  after.nodes[1].control = ViewControl(.text)
  after.nodes[1].control?.value = "typed"
  var scrolled = Patch.Change()
  scrolled.scroll = .some(ViewScroll(y: 12, width: 10, height: 200))
  var typed = Patch.Change()
  typed.control = .some(after.nodes[1].control)
  #expect(
    session.advance(to: after).patch == Patch([.set(handle: 2, typed), .set(handle: 3, scrolled)].reversed()))
  typed.control = .some(nil)
  after.nodes[1].control = nil
  #expect(session.advance(to: after).patch == Patch([.set(handle: 2, typed)]))
}

@Test func movedNodesAreNamedWithBothFrames() {
  var session = ViewTreeSession()
  _ = session.advance(to: before)
  let moved = session.advance(
    to: tree("body\n h1 title Hello 2.5\n ul list\n  li a One\n  li b Two\n  li c Three")
  ).moved
  #expect(moved.map(\.description) == ["h1 0,0 10×10 → 2.5,0 10×10"])
}

@Test func anotherRootOrViewportIsAReload() {
  var session = ViewTreeSession()
  _ = session.advance(to: before)
  #expect(session.advance(to: tree("main\n h1 title Hello")).patch == nil)
  var turned = tree("main\n h1 title Hello")
  turned.viewport = Size(width: 200, height: 100)
  #expect(session.advance(to: turned).patch == nil)
}

/// A patch from any tree to any other produces the other, even with duplicate keys.
@Test func patchesBetweenRandomTreesAreExact() throws {
  var random = SystemRandomNumberGenerator()
  func randomTree() -> ViewTree {
    var nodes: [ViewNode] = []
    var open: [Int] = []
    for index in 0..<Int.random(in: 1...40, using: &random) {
      if index > 0 { open = Array(open.prefix(Int.random(in: 1...open.count, using: &random))) }
      var node = ViewNode(
        key: index == 0 ? "root" : String(Int.random(in: 0..<6, using: &random)), parent: open.last, tag: "t",
        frame: Rect(x: Double(Int.random(in: 0..<3, using: &random)), y: 0, width: 1, height: 1))
      if Bool.random(using: &random) { node.text = String(Int.random(in: 0..<3, using: &random)) }
      if Bool.random(using: &random) {
        node.scroll = ViewScroll(y: Double(Int.random(in: 0..<3, using: &random)), width: 5, height: 9)
      }
      node.control = ViewControl.Kind.allCases.randomElement(using: &random).map { ViewControl($0) }
      if Bool.random(using: &random) { node.control = nil }
      node.taps = Bool.random(using: &random)
      if Bool.random(using: &random) {
        node.accessibility = ViewAccessibility(role: Bool.random(using: &random) ? "list" : "button")
        node.accessibility?[.expanded] = Bool.random(using: &random) ? "true" : nil
      }
      open.append(nodes.count)
      nodes.append(node)
    }
    return ViewTree(nodes: nodes, viewport: Size(width: 9, height: 9))
  }
  var session = ViewTreeSession()
  _ = session.advance(to: randomTree())
  var client = try #require(session.tree)
  for _ in 0..<500 {
    let patch = try #require(session.advance(to: randomTree()).patch)
    let message = ServerMessage.update(
      .init(
        revision: 2, from: 1,
        changes: [UnitChange(unit: "home", hash: "0", kind: .patch(device: "phone", patch), reason: "")]))
    guard case .update(let update) = ServerMessage(message.encoded),
      case .patch(_, _, let received) = update.changes.first?.kind
    else {
      Issue.record("the message cannot be read")
      return
    }
    try client.apply(received)
    let isExact = client == session.tree
    #expect(isExact)
  }
}

@Test(arguments: [
  Patch.Operation.remove(handle: 99), .move(handle: 99, index: 0), .insert(parent: 99, index: 0, nodes: []),
  .insert(parent: 1, index: 99, nodes: []), .move(handle: 2, index: 9), .set(handle: 99, Patch.Change()),
])
func aPatchThatDoesNotFitIsRefused(_ operation: Patch.Operation) throws {
  var session = ViewTreeSession()
  _ = session.advance(to: before)
  var client = try #require(session.tree)
  #expect(throws: PatchError.self) { try client.apply(Patch([operation])) }
}
