import HybridGeometry
import HybridLayout
import HybridLayoutCases
import Synchronization
import Testing

/// Laying out again after edits gives the same bits as laying out from scratch.
///
/// A failure names its seed, with which it can be reproduced.
struct IncrementalLayoutTests {
  #if DEBUG
    private static let seeds: ClosedRange<UInt64> = 1...250
  #else
    private static let seeds: ClosedRange<UInt64> = 1...5000
  #endif

  /// What is in the trees besides blocks, flex containers and grids.
  enum Extra: CaseIterable { case nothing, tables, subgridsAndColumns }

  @Test(arguments: seeds, Extra.allCases)
  func editsGiveTheSameFramesAsAFreshTree(_ seed: UInt64, _ extra: Extra) {
    var random = Random(
      seed: seed, hasTables: extra == .tables, hasShares: extra == .subgridsAndColumns)
    var edited = EditedTree(&random)
    for step in 0..<20 {
      edited.edit(&random)
      for root in edited.roots {
        let (space, role) = (
          Size(width: random.space(), height: random.space()), edited.role(of: root, &random)
        )
        edited.tree.layout(root: root, available: space, as: role)
        var fresh = FreshCopy(of: root, in: edited)
        fresh.tree.layout(root: fresh.root, available: space, as: role)
        if let difference = fresh.firstDifference(from: edited.tree) {
          Issue.record("seed \(seed), step \(step): \(difference)")
          return
        }
      }
    }
  }
}

/// A part that was laid out separately is moved into a hidden box, one or two levels down: it has no frames
/// any more.
@Test(arguments: [("display: none", nil), ("", "HH")] as [(String, String?)])
func partsPutWhereNothingIsShownLoseTheirFrames(_ style: String, _ text: String?) {
  var tree = LayoutTree()
  let nodes = tree.add(Box("", [Box(style, text: text, [Box("", [Box("")])])]))
  let part = tree.add(Box("width: 30px", [Box("height: 5px")]))
  let room = Size(width: AvailableSpace.definite(200), height: .maxContent)
  tree.layout(root: nodes[0], available: room)
  tree.layout(root: part[0], available: room)
  tree.append(part[0], to: nodes[3])
  tree.layout(root: nodes[0], available: room)
  #expect(part.map { describe(tree.frame(of: $0)) } == ["0,0 0×0", "0,0 0×0"])
}

/// A text grows while the root, or a box in between, is hidden: after that is shown again, the text has its
/// new length.
@Test(arguments: [0, 1, 2, 3], ["display: flex", "display: grid", "display: block", "float: left"])
func textsThatChangeUnseenAreMeasuredAgain(_ hidden: Int, _ style: String) {
  var tree = LayoutTree()
  let nodes = tree.add(Box(style, [Box(style, [Box(style, [Box("float: left")])])]))
  let words = Mutex("HH")
  tree.setMeasure(
    { input in AhemText.measure(words.withLock { $0 }, isVertical: false)(input) }, of: nodes[3])
  let room = Size(width: AvailableSpace.definite(200), height: .maxContent)
  tree.layout(root: nodes[0], available: room, as: .absolute)
  let shown = tree.style(of: nodes[hidden])
  var none = shown
  none.display = .none
  tree.setStyle(none, of: nodes[hidden])
  for text in ["HHHH", "HHHHH"] {
    words.withLock { $0 = text }
    tree.markDirty(nodes[3])
    tree.layout(root: nodes[0], available: room, as: .absolute)
  }
  tree.setStyle(shown, of: nodes[hidden])
  tree.layout(root: nodes[0], available: room, as: .absolute)
  #expect(tree.frame(of: nodes[3]).width == 50)
}

/// Columns have their width without anything in them: also before there ever was something.
@Test func emptyColumnsAreAsWideBeforeAndAfterTheyHadContent() {
  var tree = LayoutTree()
  var style = LayoutStyle.css
  style.columns.count = 2
  style.columns.width = 40
  style.gap = Size(.points(3))
  let columns = tree.makeNode(style)
  let room = Size(AvailableSpace.maxContent)
  tree.layout(root: columns, available: room, as: .absolute)
  #expect(tree.frame(of: columns).width == 83)
  let child = tree.makeNode(style)
  tree.append(child, to: columns)
  tree.layout(root: columns, available: room, as: .absolute)
  #expect(tree.frame(of: columns).width == 169)
  tree.remove(child)
  tree.layout(root: columns, available: room, as: .absolute)
  #expect(tree.frame(of: columns).width == 83)
}

/// A part without a box of its own is laid out separately and then moved into a box, or out of one: later
/// changes inside affect the box, and the part.
@Test func partsReplacedByTheirChildrenAnswerForNobody() {
  var tree = LayoutTree()
  let box = tree.add(Box("display: flex", [Box("height: 5px")]))
  let part = tree.add(Box("display: contents", [Box("float: left")]))
  let words = Mutex("HH")
  tree.setMeasure({ input in AhemText.measure(words.withLock { $0 }, isVertical: false)(input) }, of: part[1])
  let room = Size(AvailableSpace.maxContent)
  func write(_ text: String) {
    words.withLock { $0 = text }
    tree.markDirty(part[1])
  }
  tree.layout(root: part[0], available: room, as: .absolute)
  tree.append(part[0], to: box[0])
  tree.layout(root: box[0], available: room, as: .absolute)
  for (text, width) in [("HHHH", 40.0), ("H", 10)] {
    write(text)
    tree.layout(root: box[0], available: room, as: .absolute)
    #expect(tree.frame(of: box[0]).width == width)
  }
  tree.detach(part[0])
  tree.layout(root: part[0], available: room, as: .absolute)
  #expect(tree.frame(of: part[0]).width == 10)
}

/// A tree with repeated changes, and the data for rebuilding it.
private struct EditedTree {
  var tree = LayoutTree()
  /// The tree's own root, then the roots of parts that are temporarily removed.
  var roots: [LayoutNodeID]
  /// All nodes but the tree's own root.
  var nodes: [LayoutNodeID] = []
  var texts: [LayoutNodeID: Text] = [:]
  /// Hidden boxes, and their previous `display`.
  private var hidden: [(node: LayoutNodeID, display: Display)] = []

  /// A text that can change without notice to its measure function.
  final class Text: Sendable {
    private static let words = ["H", "HH HHH", "HHHH HH H HHH", ""]
    private let words: Mutex<String>
    private let isVertical: Bool

    init(_ random: inout Random, isVertical: Bool) {
      words = Mutex(random.pick(Text.words))
      self.isVertical = isVertical
    }

    func change(_ random: inout Random) {
      let text = random.pick(Text.words)
      words.withLock { $0 = text }
    }

    var measure: MeasureFunction {
      { input in
        AhemText.measure(self.words.withLock { $0 }, isVertical: self.isVertical)(input)
      }
    }
  }

  init(_ random: inout Random) { roots = [tree.makeNode(random.style())] }

  /// The tree's own root fills its space, as part of a document or not, or shrinks; removed parts are laid
  /// out as inline-level boxes.
  func role(of root: LayoutNodeID, _ random: inout Random) -> RootRole {
    root == roots[0] ? random.pick([.block, .element, .element, .absolute]) : .absolute
  }

  /// Makes one to three changes.
  mutating func edit(_ random: inout Random) {
    for _ in 0..<Int.random(in: 1..<4, using: &random) {
      guard nodes.count >= 4, let target = nodes.randomElement(using: &random) else {
        add(to: nodes.randomElement(using: &random) ?? roots[0], &random)
        continue
      }
      switch Int.random(in: 0..<20, using: &random) {
      case 0, 1, 2: if nodes.count < 24 { add(to: target, &random) } else { remove(target) }
      case 3: remove(target)
      case 4: move(target, &random)
      case 5: takeOut(target, &random)
      case 6: if let root = roots.dropFirst().randomElement(using: &random) { putBack(root, &random) }
      case 7, 8: changeText(of: target, &random)
      case 9: tree.setStyle(random.style(), of: target)
      case 10: change(roots[0], &random)
      case 11, 12: hide(random.oneIn(2) ? random.pick(roots) : target)
      case 13, 14: showOne(&random)
      case 15, 16: changeOneHidden(&random)
      default: change(target, &random)
      }
    }
  }

  private mutating func change(_ node: LayoutNodeID, _ random: inout Random) {
    var style = tree.style(of: node)
    random.change(&style)
    tree.setStyle(style, of: node)
  }

  /// Hides a box with its contents.
  private mutating func hide(_ node: LayoutNodeID) {
    let display = tree.style(of: node).display
    guard display != .none else { return }
    hidden.append((node, display))
    setDisplay(.none, of: node)
  }

  /// Shows a hidden box again, with its previous style.
  private mutating func showOne(_ random: inout Random) {
    guard let index = hidden.indices.randomElement(using: &random) else { return }
    let (node, display) = hidden.remove(at: index)
    setDisplay(display, of: node)
  }

  /// Changes a text in a box that is not shown, or a style where there is none.
  private mutating func changeOneHidden(_ random: inout Random) {
    guard let container = hidden.randomElement(using: &random)?.node else { return }
    let inside = [container] + nodes.filter { $0 != container && isInside($0, container) }
    if let node = inside.filter({ texts[$0] != nil }).randomElement(using: &random) {
      changeText(of: node, &random)
    } else {
      change(random.pick(inside), &random)
    }
  }

  private func isInside(_ node: LayoutNodeID, _ ancestor: LayoutNodeID) -> Bool {
    var current = node
    while let parent = tree.parent(of: current) {
      if parent == ancestor { return true }
      current = parent
    }
    return false
  }

  private mutating func setDisplay(_ display: Display, of node: LayoutNodeID) {
    var style = tree.style(of: node)
    style.display = display
    tree.setStyle(style, of: node)
  }

  private mutating func add(to parent: LayoutNodeID, _ random: inout Random) {
    let node = tree.makeNode(random.style())
    place(node, in: parent, &random)
    nodes.append(node)
    if random.oneIn(3) { changeText(of: node, &random) }
  }

  private mutating func place(_ node: LayoutNodeID, in parent: LayoutNodeID, _ random: inout Random) {
    if let sibling = tree.children(of: parent).filter({ $0 != node }).randomElement(using: &random),
      random.oneIn(2)
    {
      tree.insert(node, before: sibling)
    } else {
      tree.append(node, to: parent)
    }
  }

  private mutating func remove(_ node: LayoutNodeID) {
    let ended = subtree(node)
    tree.remove(node)
    nodes.removeAll { ended.contains($0) }
    roots.removeAll { ended.contains($0) }
    hidden.removeAll { ended.contains($0.node) }
    for node in ended { texts[node] = nil }
  }

  private mutating func move(_ node: LayoutNodeID, _ random: inout Random) {
    let inside = subtree(node)
    guard let parent = (nodes + [roots[0]]).filter({ !inside.contains($0) }).randomElement(using: &random)
    else {
      return
    }
    roots.removeAll { $0 == node }
    place(node, in: parent, &random)
  }

  private mutating func takeOut(_ node: LayoutNodeID, _ random: inout Random) {
    guard roots.count < 3, !roots.contains(node) else { return }
    tree.detach(node)
    roots.append(node)
  }

  private mutating func putBack(_ root: LayoutNodeID, _ random: inout Random) {
    roots.removeAll { $0 == root }
    tree.append(root, to: roots[0])
  }

  /// Sets, removes or changes a text.
  private mutating func changeText(of node: LayoutNodeID, _ random: inout Random) {
    if let text = texts[node] {
      if random.oneIn(4) {
        texts[node] = nil
        tree.setMeasure(nil, of: node)
      } else {
        text.change(&random)
        tree.markDirty(node)
      }
    } else if tree.children(of: node).isEmpty || random.oneIn(6) {
      let text = Text(&random, isVertical: random.oneIn(8))
      texts[node] = text
      tree.setMeasure(text.measure, of: node)
    }
  }

  private func subtree(_ node: LayoutNodeID) -> Set<LayoutNodeID> {
    tree.children(of: node).reduce([node]) { $0.union(subtree($1)) }
  }
}

/// The same styles and texts in a tree that was never laid out before.
private struct FreshCopy {
  var tree = LayoutTree()
  var root: LayoutNodeID
  /// Nodes of the original and of the copy, in tree order.
  private var pairs: [(LayoutNodeID, LayoutNodeID)] = []
  private var texts: Set<LayoutNodeID> = []

  init(of root: LayoutNodeID, in edited: EditedTree) {
    self.root = tree.makeNode(edited.tree.style(of: root))
    fill(self.root, from: root, in: edited)
  }

  private mutating func fill(_ copy: LayoutNodeID, from node: LayoutNodeID, in edited: EditedTree) {
    pairs.append((node, copy))
    if let text = edited.texts[node] {
      tree.setMeasure(text.measure, of: copy)
      texts.insert(copy)
    }
    for child in edited.tree.children(of: node) {
      let childCopy = tree.makeNode(edited.tree.style(of: child))
      tree.append(childCopy, to: copy)
      fill(childCopy, from: child, in: edited)
    }
  }

  /// The first difference in tree order, with both values.
  func firstDifference(from other: LayoutTree) -> String? {
    for (index, (theirs, own)) in pairs.enumerated() {
      let (found, expected) = (other.frame(of: theirs), tree.frame(of: own))
      if found.bits != expected.bits {
        return "node \(index) at \(found), from scratch at \(expected); \(path(to: own))"
      }
      let (foundRoom, expectedRoom) = (other.scrollSize(of: theirs), tree.scrollSize(of: own))
      if foundRoom != expectedRoom {
        return "node \(index) scrolls \(foundRoom), from scratch \(expectedRoom); \(path(to: own))"
      }
      let (foundColumns, expectedColumns) = (other.columns(of: theirs), tree.columns(of: own))
      if foundColumns != expectedColumns {
        return "node \(index) has columns \(foundColumns), from scratch \(expectedColumns); \(path(to: own))"
      }
      let (foundPieces, expectedPieces) = (other.fragments(of: theirs), tree.fragments(of: own))
      if foundPieces != expectedPieces {
        return "node \(index) is in pieces \(foundPieces), from scratch \(expectedPieces); \(path(to: own))"
      }
    }
    return nil
  }

  /// A node of the copy and its ancestors, outermost first, with their styles, for analysing a failure.
  private func path(to node: LayoutNodeID) -> String {
    var names: [String] = []
    var current: LayoutNodeID? = node
    while let next = current {
      let style = tree.style(of: next)
      let kind = texts.contains(next) ? "text" : "\(style.display)"
      names.append("\(kind) \(style.position) \(style.float)")
      current = tree.parent(of: next)
    }
    return names.reversed().joined(separator: " > ")
  }
}

extension Rect {
  /// The bit patterns of the four numbers.
  var bits: [UInt64] { [x, y, width, height].map(\.bitPattern) }
}
