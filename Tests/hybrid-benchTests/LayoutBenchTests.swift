import CAllocations
import HybridGeometry
import HybridLayout
import Testing

@testable import hybrid_bench

/// What `hybrid-bench layout` measures is laid out right, and memory grows with the tree and not with the
/// work.
@Suite struct LayoutBenchTests {
  private static let isCounting = ConditionTrait.enabled(
    if: HybridCountsAllocations(), "a sanitizer has an allocator of its own")

  @Test(arguments: LayoutBenchTree.names)
  func framesAddUpToTheBrowsers(_ name: String) throws {
    var bench = try #require(LayoutBenchTree(named: name))
    bench.layout()
    #expect(bench.sumsOfFrames == bench.sums)
  }

  @Test(isCounting, arguments: LayoutBenchTree.names)
  func layoutAllocatesAsOftenAsExpected(_ name: String) throws {
    var counts: [LayoutAllocations] = []
    var nodes = 0
    for _ in 0..<3 {
      var bench = try #require(LayoutBenchTree(named: name))
      nodes = bench.nodes.count
      var count = LayoutAllocations(full: 0, relayout: 0)
      count.full = countAllocations { bench.layout() }
      for k in 0..<4 {
        bench.change(&bench.tree, bench.changed, k)
        count.relayout = countAllocations { bench.layout() }
      }
      counts.append(count)
    }
    // The first of all makes what a process makes once.
    let count = counts[2]
    #expect(counts[1].full == count.full && abs(counts[1].relayout - count.relayout) <= 1)
    #expect(count.isAllowed(name, nodes: nodes), "\(name): \(count)")
    #expect(!count.isOutdated(name, nodes: nodes), "\(name): \(count), to be put into the table")
  }

  /// One block more for each node that is laid out is too many, in whichever of the two.
  @Test(arguments: LayoutBenchTree.names)
  func oneBlockMoreForEachNodeIsTooMany(_ name: String) throws {
    let nodes = try #require(LayoutBenchTree(named: name)).nodes.count
    let expected = try #require(LayoutAllocations.expected[name])
    let slack = LayoutAllocations.slack(nodes: nodes)
    var more = expected
    more.full += nodes - slack.full
    #expect(!more.isAllowed(name, nodes: nodes) && expected.isAllowed(name, nodes: nodes))
    // The fewest nodes that any of the changes touches: on the way to the root, and beside it.
    more = expected
    more.relayout += 10 - slack.relayout
    #expect(!more.isAllowed(name, nodes: nodes))
  }

  /// The same with a real block: measure functions that take one each time they are asked.
  @Test(isCounting) func measureFunctionsThatAllocateAreNoticed() throws {
    var bench = try #require(LayoutBenchTree(named: "feed"))
    for node in bench.nodes
    where bench.tree.children(of: node).isEmpty && bench.tree.style(of: node).size == Size(.auto) {
      bench.tree.setMeasure(
        { _ in MeasureOutput(size: Size(Double([1, 2, 3].shuffled().count))) }, of: node)
    }
    let count = LayoutAllocations(full: countAllocations { bench.layout() }, relayout: 0)
    #expect(!count.isAllowed("feed", nodes: bench.nodes.count))
  }

  @Test(
    arguments: [
      ([], nil), (["deep", "million"], nil), (["wied"], "did you mean 'wide'?"),
      (["--help"], "usage: hybrid-bench layout"),
      (["wide", "9"], "no tree is called '9'"),
    ] as [([String], String?)])
  func wrongTreesAreRefused(_ words: [String], _ message: String?) {
    let fault = unknownTree(in: words)
    #expect((fault == nil) == (message == nil))
    if let message { #expect(fault?.contains(message) == true) }
  }

  /// A wide container may lie just where a piece of the stack ends: its children are then put off all at
  /// once.
  @Test(isCounting, arguments: [Display.grid, .flex, .block])
  func wideContainersAtAnyDepthAreLaidOutOnce(_ display: Display) {
    let width = 400
    var counts: [Int] = []
    for depth in 10...70 {
      var tree = LayoutTree()
      var style = LayoutStyle()
      style.display = display
      let root = tree.makeNode(style)
      var last = root
      for _ in 0..<depth {
        let child = tree.makeNode(style)
        tree.append(child, to: last)
        last = child
      }
      for _ in 0..<width {
        let child = tree.makeNode()
        tree.append(tree.makeNode(), to: child)
        tree.append(child, to: last)
      }
      let space = Size(width: AvailableSpace.definite(800), height: .definite(600))
      counts.append(countAllocations { tree.layout(root: root, available: space) })
    }
    let usual = counts.sorted()[counts.count / 2]
    #expect((counts.max() ?? 0) < 4 * usual + 50 * width, "\(counts)")
  }

  /// The counter itself: a test that counts nothing would always pass.
  @Test(isCounting) func allocationsAreCounted() {
    var boxes: [[Int]] = []
    boxes.reserveCapacity(100)
    let count = countAllocations { for number in 0..<100 { boxes.append([number]) } }
    #expect(count >= 100 && count < 300)
  }

  #if DEBUG
    private static let most = 11_111
  #else
    private static let most = 1_111_111
  #endif

  /// Ten times the nodes take ten times the memory at most (styles are shared), and have frames as good.
  @Test(isCounting, arguments: [LayoutScale.wide, .tenfold, .table])
  func memoryGrowsWithTheNodes(_ scale: LayoutScale) throws {
    let (few, small) = try #require(heapBytes { scale.tree(nodes: Self.most / 10) })
    let (many, large) = try #require(heapBytes { scale.tree(nodes: Self.most) })
    #expect(large.nodes.count > Self.most * 9 / 10)
    #expect(many / few < 1.2, "\(few) and \(many) bytes a node")
    switch scale {
    case .wide:
      // Rows are as high again after 20.
      let rows = (large.nodes.count - 1) / 11 / 20 * 20
      func top(_ row: Int, in bench: LayoutBenchTree) -> Double {
        bench.tree.frame(of: bench.nodes[1 + row * 11]).y
      }
      #expect(top(rows - 20, in: large) == top(20, in: small) * Double(rows / 20 - 1))
    case .table:
      // As above, with spacing over the first row.
      let rows = (large.nodes.count - 1) / 21 / 20 * 20
      func top(_ row: Int, in bench: LayoutBenchTree) -> Double {
        bench.tree.frame(of: bench.nodes[1 + row * 21]).y - 2
      }
      #expect(top(rows - 20, in: large) == top(20, in: small) * Double(rows / 20 - 1))
    case .tenfold:
      // Every leaf covers one point, and they leave none out.
      let root = large.tree.frame(of: large.root)
      #expect(root.width * root.height == Double(large.nodes.count / 10 * 9 + 1))
    }
  }
}
