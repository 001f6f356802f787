import CAllocations
import HybridLayout
import Testing

@testable import hybrid_bench

/// What `hybrid-bench layout` measures is laid out right, and memory grows with the tree and not with the work.
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
  func layoutAllocatesNoMoreThanItsLimit(_ name: String) throws {
    var bench = try #require(LayoutBenchTree(named: name))
    let full = countAllocations { bench.layout() }
    #expect(full <= LayoutAllocationLimit.full[name, default: 0])
    // The first change makes what later ones use again.
    for k in 0..<2 {
      bench.change(&bench.tree, bench.changed, k)
      bench.layout()
    }
    bench.change(&bench.tree, bench.changed, 2)
    let relayout = countAllocations { bench.layout() }
    #expect(relayout <= LayoutAllocationLimit.relayout[name, default: 0])
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
  @Test(isCounting, arguments: [LayoutScale.wide, .tenfold])
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
    case .tenfold:
      // Every leaf covers one point, and they leave none out.
      let root = large.tree.frame(of: large.root)
      #expect(root.width * root.height == Double(large.nodes.count / 10 * 9 + 1))
    }
  }
}
