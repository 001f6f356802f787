import HybridLayout
import Testing

/// Input that no author would write on purpose.
struct RobustnessTests {
  /// Every length, factor and ratio in turn is not a number, infinite or negative: frames stay finite and sizes positive.
  @Test(arguments: [Float.nan, .infinity, -.infinity, -50, .greatestFiniteMagnitude])
  func oddNumbersGiveFiniteFrames(_ value: Float) {
    for display in [Display.flex, .block] {
      for length in [Length.points(value), .percent(value)] {
        var style = LayoutStyle()
        style.display = display
        style.size = Size(length)
        style.minSize = Size(length)
        style.maxSize.width = length
        style.margin = Edges(length)
        style.padding = Edges(length)
        style.border = Edges(value)
        style.inset = Edges(length)
        style.gap = Size(length)
        style.flexBasis = length
        style.flexGrow = value
        style.flexShrink = value
        style.aspectRatio = value
        style.scrollbarWidth = value
        style.overflow = Size(.scroll)
        for position in [Position.relative, .absolute] {
          style.position = position
          var tree = LayoutTree()
          var nodes = [tree.makeNode(style)]
          for _ in 0..<3 {
            let child = tree.makeNode(style)
            tree.append(child, to: nodes[nodes.count - 1])
            nodes.append(child)
          }
          tree.setMeasure(
            { _ in MeasureOutput(size: Size(Double(value)), firstBaseline: Double(value)) }, of: nodes[3])
          tree.layout(root: nodes[0], available: Size(width: .definite(Double(value)), height: .maxContent))
          for node in nodes {
            let frame = tree.frame(of: node)
            #expect(frame.x.isFinite && frame.y.isFinite && frame.width.isFinite && frame.height.isFinite)
            #expect(frame.width >= 0 && frame.height >= 0)
          }
        }
      }
    }
  }

  @Test func anEmptyRootHasAFrame() {
    #expect(frames(Box()) == ["0,0 200×0"])
    #expect(frames(Box("display: flex")) == ["0,0 200×0"])
    #expect(frames(Box("display: none", [Box("height: 5px")])) == ["0,0 0×0", "0,0 0×0"])
    #expect(frames(Box("display: contents", [Box("height: 5px")])).count == 2)
  }

  /// Far deeper than the stack would bear if each level were a call of its own.
  @Test(arguments: ["display: flex", "display: flex; flex-direction: column", "display: block"])
  func deepTreesAreLaidOut(_ style: String) {
    var tree = LayoutTree()
    var own = LayoutStyle()
    own.apply(style)
    own.padding.left = .points(1)
    let root = tree.makeNode(own)
    var last = root
    let depth = 10_000
    for _ in 1..<depth {
      let child = tree.makeNode(own)
      tree.append(child, to: last)
      last = child
    }
    var leaf = LayoutStyle()
    leaf.size = Size(width: .points(5), height: .points(7))
    tree.setStyle(leaf, of: last)
    tree.layout(root: root, available: Size(width: .definite(20_000), height: .maxContent))
    #expect(describe(tree.frame(of: last)) == "1,0 5×7")
    #expect(describe(tree.frame(of: root)) == "0,0 20000×7")
  }
}
