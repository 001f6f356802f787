import HybridGeometry
import HybridLayout
import HybridLayoutCases
import Synchronization
import Testing

/// Trees far deeper than the stack allows if each level were a recursive call.
@Suite struct DeepLayoutTests {
  #if DEBUG
    private static let levels = 2_000
  #else
    private static let levels = 10_000
  #endif

  @Test(arguments: BoxKind.allCases)
  func boxesOfOneKindNestToAnyDepth(_ kind: BoxKind) {
    expectInnermostHasItsSize([kind])
  }

  @Test(arguments: [
    [BoxKind.row, .column], [.row, .block], [.grid, .row], [.block, .float], [.absolute, .block, .row],
    [.contents, .column], [.scroller, .implicitGrid, .block], BoxKind.allCases,
  ])
  func boxesOfSeveralKindsNestToAnyDepth(_ kinds: [BoxKind]) {
    expectInnermostHasItsSize(kinds)
  }

  /// Boxes that are measured with more sizes than their caches hold: the work grows linearly with the depth,
  /// not exponentially.
  @Test(arguments: [
    ("display: flex; flex-direction: column; flex-wrap: wrap; height: stretch; aspect-ratio: 16/9", false),
    ("display: flex; flex-direction: column; flex-wrap: wrap; padding-left: 5%", true),
    ("display: flex; flex-direction: column; flex-wrap: wrap-reverse; padding-left: 5%", true),
    ("display: grid; grid-template-rows: 50%; max-height: 100%; align-items: last baseline", false),
    ("display: grid; min-height: 100%; align-self: last baseline; margin-top: 5px", false),
  ])
  func boxesAskedManyThingsNestInLinearTime(_ style: String, _ hasSiblings: Bool) {
    let levels = 40
    let calls = Atomic(0)
    var tree = LayoutTree()
    let root = tree.makeNode(Box(style).style)
    var last = root
    func addText(_ text: String) {
      let measure = AhemText.measure(text, isVertical: false)
      let leaf = tree.makeNode()
      tree.setMeasure(
        { input in
          calls.add(1, ordering: .relaxed)
          return measure(input)
        }, of: leaf)
      tree.append(leaf, to: last)
    }
    for _ in 1..<levels {
      let child = tree.makeNode(Box(style).style)
      tree.append(child, to: last)
      if hasSiblings { addText("HH HH") }
      last = child
    }
    addText("HH HHH H")
    tree.layout(root: root, available: Size(width: .definite(800), height: .maxContent))
    #expect(calls.load(ordering: .relaxed) < 300 * levels)
    #expect(tree.frame(of: root).width > 0)
  }

  /// Lays out a chain of boxes, their kinds in turn, on a thread of its own; the innermost is 5 by 7 points.
  private func expectInnermostHasItsSize(_ kinds: [BoxKind], location: SourceLocation = #_sourceLocation) {
    let frames = onThreads(1) { _ in Self.framesOfChain(kinds) }
    #expect(frames[0].root.width > 0, sourceLocation: location)
    #expect(frames[0].innermost.width == 5, sourceLocation: location)
    #expect(frames[0].innermost.height == 7, sourceLocation: location)
  }

  private static func framesOfChain(_ kinds: [BoxKind]) -> (root: Rect, innermost: Rect) {
    var tree = LayoutTree()
    tree.reserve(levels + 1)
    let root = tree.makeNode(kinds[0].style)
    var last = root
    for level in 1..<levels {
      let child = tree.makeNode(kinds[level % kinds.count].style)
      tree.append(child, to: last)
      last = child
    }
    var style = LayoutStyle()
    style.size = Size(width: .points(5), height: .points(7))
    style.flexShrink = 0
    let innermost = tree.makeNode(style)
    tree.append(innermost, to: last)
    tree.layout(root: root, available: Size(width: .definite(20_000), height: .maxContent))
    return (tree.frame(of: root), tree.frame(of: innermost))
  }
}
