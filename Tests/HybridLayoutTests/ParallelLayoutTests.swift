import HybridGeometry
import HybridLayout
import HybridLayoutCases
import Testing

/// Several threads lay out trees at once. Nothing is shared, so there is no waiting and no difference.
///
/// `Tools/test-threads` runs these tests under Thread Sanitizer, which finds races that do not affect the
/// results.
@Suite struct ParallelLayoutTests {
  /// Each thread has trees of its own.
  @Test func treesOfTheirOwnGetTheFramesTheyGetAlone() {
    let alone = (0..<threads).map { framesOfRandomTrees(seed: UInt64($0)) }
    let together = onThreads(threads) { framesOfRandomTrees(seed: UInt64($0)) }
    #expect(together == alone)
  }

  /// All threads start with copies of one laid-out tree, which share its storage.
  @Test func copiesOfOneTreeAreIndependent() {
    var tree = LayoutTree()
    let nodes = tree.addRandomNodes(seed: 1)
    tree.layout(root: nodes[0], available: ParallelLayoutTests.room)
    let before = nodes.map { tree.frame(of: $0).bits }
    let original = tree
    @Sendable func changed(_ index: Int) -> [[UInt64]] {
      var random = Random(seed: UInt64(index))
      var copy = original
      for _ in 0..<20 {
        copy.setStyle(random.style(), of: random.pick(nodes))
        copy.layout(root: nodes[0], available: ParallelLayoutTests.room)
      }
      return nodes.map { copy.frame(of: $0).bits }
    }
    let alone = (0..<threads).map(changed)
    #expect(onThreads(threads, changed) == alone)
    #expect(nodes.map { tree.frame(of: $0).bits } == before)
  }

  /// One style, with a grid and a calculation, and one measure function are used in the trees of all threads.
  @Test func stylesAndMeasureFunctionsMayBeShared() {
    var style = LayoutStyle()
    style.display = .grid
    style.grid.templateColumns = [.names(["a"]), .track(TrackSize(.flex(1))), .track(.auto)]
    style.size.width = style.length(.sum([.percent(50), .points(-10)]))
    let shared = style
    let text = AhemText.measure("HH HHH H", isVertical: false)
    @Sendable func laidOut(_ index: Int) -> [[UInt64]] {
      var tree = LayoutTree()
      let root = tree.makeNode(shared)
      var nodes = [root]
      for _ in 0..<50 {
        let leaf = tree.makeNode(shared)
        tree.append(leaf, to: root)
        tree.setMeasure(text, of: leaf)
        nodes.append(leaf)
      }
      tree.layout(root: root, available: ParallelLayoutTests.room)
      return nodes.map { tree.frame(of: $0).bits }
    }
    let alone = laidOut(0)
    #expect(onThreads(threads, laidOut).allSatisfy { $0 == alone })
  }

  private let threads = 8
  private static let room = Size(width: AvailableSpace.definite(300), height: .maxContent)

  private func framesOfRandomTrees(seed: UInt64) -> [[UInt64]] {
    (0..<10 as Range<UInt64>).flatMap { number in
      var tree = LayoutTree()
      let nodes = tree.addRandomNodes(seed: seed * 100 + number)
      tree.layout(root: nodes[0], available: ParallelLayoutTests.room)
      return nodes.map { tree.frame(of: $0).bits }
    }
  }
}

extension LayoutTree {
  /// A random tree of 30 nodes, some of them texts, the root first.
  fileprivate mutating func addRandomNodes(seed: UInt64) -> [LayoutNodeID] {
    var random = Random(seed: seed)
    var nodes = [makeNode()]
    for _ in 1..<30 {
      let node = makeNode(random.style())
      append(node, to: random.pick(nodes))
      if random.oneIn(3) { setMeasure(AhemText.measure("HHH HH", isVertical: false), of: node) }
      nodes.append(node)
    }
    return nodes
  }
}
