import HybridGeometry
import HybridLayout
import HybridLayoutCases
import Testing

/// Extents that are added or multiplied at each level until they overflow: layout terminates, and every frame
/// has finite numbers with which an app can compute. The chains are long enough for extents to exceed the
/// maximum many times, and short enough for unoptimised builds.
struct LargeExtentTests {
  /// The largest extent of a box, in points: 2 to the power of 25.
  private static let largest = 33_554_432.0

  /// Each level has several children, of which the last one continues the chain.
  @Test(arguments: [
    (120, 5, ["display: grid; grid-auto-rows: 1fr"]),
    (60, 20, ["display: grid"]), (60, 20, ["display: grid; grid-auto-rows: 1fr; align-content: center"]),
    (60, 20, ["display: grid; grid-auto-columns: 3fr; grid-auto-flow: column"]),
    (60, 20, ["display: grid; grid-auto-rows: 1fr; justify-content: end; align-content: space-around"]),
    (60, 20, ["display: grid; grid-auto-rows: 1fr; align-items: last baseline; row-gap: 100%"]),
    (60, 20, ["display: flex; flex-direction: column; align-content: center"]),
    (60, 20, ["display: flex; flex-wrap: wrap; align-content: center; align-items: baseline"]),
    (60, 20, ["display: flex; flex-wrap: wrap-reverse; align-items: last baseline; padding-top: 300%"]),
    (60, 20, ["align-content: center"]), (60, 20, ["display: block"]), (60, 20, ["float: left"]),
    (60, 20, ["display: grid; grid-auto-rows: 1fr", "display: flex", "align-content: center"]),
    (60, 20, ["display: grid; grid-auto-rows: 2fr", "display: flex; flex-direction: column-reverse"]),
    (60, 20, ["display: grid; grid-auto-rows: 1fr", "display: block; overflow-x: auto; overflow-y: auto"]),
    (60, 20, ["position: relative; bottom: 300%; right: 200%; margin-top: 120%; display: flow-root"]),
    (60, 20, ["display: grid; grid-auto-rows: 1fr", "position: absolute; right: 300%; bottom: 300%"]),
  ])
  func manyChildrenALevel(_ levels: Int, _ children: Int, _ styles: [String]) {
    expectFinite(styles.joined(separator: " / ")) { tree in
      tree.addChain(levels, styles.map { Box($0).style }) { tree, parent in
        for _ in 1..<children { tree.append(tree.makeNode(Box("height: 10px").style), to: parent) }
      }
    }
  }

  /// Tracks that are all as large as the largest one: five times as large at each level, up to the maximum.
  @Test(arguments: [
    ("display: grid; grid-auto-rows: 1fr", AvailableSpace.definite(1_000)),
    ("display: grid; grid-auto-columns: 1fr; grid-auto-flow: column", .maxContent),
  ])
  func equalTracksMultiply(_ style: String, _ width: AvailableSpace) {
    let frames = expectFinite(style, space: Size(width: width, height: .maxContent), role: .absolute) {
      tree in
      tree.addChain(120, [Box(style).style]) { tree, parent in
        for _ in 1..<5 {
          let text = tree.makeNode()
          tree.setMeasure(AhemText.measure("HHHHH", isVertical: false), of: text)
          tree.append(text, to: parent)
        }
      }
    }
    #expect(max(frames[0].width, frames[0].height) == Self.largest)
  }

  /// Ratios, percentages, negative margins and flex factors that make each level many times as large as the
  /// previous one.
  @Test(arguments: [
    ["aspect-ratio: 0.00000001; width: 100%"], ["aspect-ratio: 100000000; height: 100%; width: auto"],
    ["display: grid; aspect-ratio: 0.00000001", "display: grid; aspect-ratio: 100000000"],
    [
      "display: flex; aspect-ratio: 0.00000001",
      "display: flex; flex-direction: column; aspect-ratio: 100000000",
    ],
    ["width: 100000%; height: 100000%"], ["min-width: 100000%; min-height: 100000%"],
    ["display: flex; margin-left: -100000%; margin-top: -100000%; flex-grow: 1"],
    ["display: grid; margin-left: -100000%; margin-top: -100000%"],
    ["display: flex; flex-direction: column; padding-top: 100000%; flex-basis: 100000%"],
    ["display: grid; grid-template-columns: 1000000fr; grid-template-rows: 1000000fr; padding-left: 1000%"],
    ["display: grid; grid-template-columns: 100000%; grid-auto-rows: 100000%"],
    ["display: flex; column-gap: 100000%; row-gap: 100000%; flex-wrap: wrap"],
    ["position: absolute; top: -100000%; right: 100000%; width: 1000%; height: 1000%"],
    ["display: grid; aspect-ratio: 0.001; width: max-content", "display: flex; aspect-ratio: 1000"],
  ])
  func factorsMultiply(_ styles: [String]) {
    expectFinite(styles.joined(separator: " / ")) { tree in
      tree.addChain(100, styles.map { Box($0).style }) { tree, parent in
        tree.append(tree.makeNode(Box("width: 10px; height: 10px").style), to: parent)
      }
    }
  }

  /// In unbounded space, a root with a distance to the far edge stays in place.
  @Test(arguments: [RootRole.absolute, .block])
  func rootsKeepNoDistanceFromEdgesThatAreNotThere(_ role: RootRole) {
    for position in ["absolute", "relative", "fixed"] {
      for space in [Size(AvailableSpace.maxContent), Size(.minContent), Size(.definite(.infinity))] {
        expectFinite(position, space: space, role: role) { tree in
          tree.add(Box("position: \(position); right: 5px; bottom: 7px; width: 20px; height: 10px"))[0]
        }
      }
    }
  }

  /// Measure functions that return no number, or an extreme one, at the end of chains of all kinds.
  @Test(arguments: [Double.nan, .infinity, -.infinity, -1e300, 1e300, -50])
  func oddTextsAtTheEndOfChains(_ value: Double) {
    for kind in BoxKind.allCases {
      expectFinite("\(kind): \(value)") { tree in
        tree.addChain(100, [kind.style]) { tree, parent in
          let text = tree.makeNode()
          tree.setMeasure(
            { input in
              MeasureOutput(
                size: Size(width: value, height: input.known.width == nil ? 3 : value), firstBaseline: value,
                lastBaseline: -value)
            }, of: text)
          tree.append(text, to: parent)
        }
      }
    }
  }

  /// Lays out a tree on a thread with a small stack: all results are finite.
  @discardableResult
  private func expectFinite(
    _ what: String, space: Size<AvailableSpace> = Size(width: .definite(1_000), height: .maxContent),
    role: RootRole = .block, location: SourceLocation = #_sourceLocation,
    _ make: @escaping @Sendable (inout LayoutTree) -> LayoutNodeID
  ) -> [Rect] {
    let frames = onThreads(1) { _ in
      var tree = LayoutTree()
      let root = make(&tree)
      tree.layout(root: root, available: space, as: role)
      var frames: [Rect] = []
      var open = [root]
      while let node = open.popLast() {
        frames.append(tree.frame(of: node))
        if frames.count % 1_000 == 1 {
          let scroll = tree.scrollSize(of: node)
          frames.append(Rect(x: scroll.width, y: scroll.height, width: 0, height: 0))
          frames.append(tree.roundedFrame(of: node))
        }
        open += tree.children(of: node)
      }
      return frames
    }[0]
    let odd = frames.first {
      !($0.x.isFinite && $0.y.isFinite && $0.width.isFinite && $0.height.isFinite && $0.width >= 0
        && $0.height >= 0 && $0.width <= Self.largest && $0.height <= Self.largest)
    }
    #expect(odd == nil, "\(what)", sourceLocation: location)
    return frames
  }
}

extension LayoutTree {
  /// A chain of boxes with cyclic styles. Each box except the innermost first gets other children, from
  /// `fill`.
  fileprivate mutating func addChain(
    _ levels: Int, _ styles: [LayoutStyle], fill: (inout LayoutTree, LayoutNodeID) -> Void
  ) -> LayoutNodeID {
    let root = makeNode(styles[0])
    var last = root
    for level in 1...levels {
      fill(&self, last)
      let child = makeNode(styles[level % styles.count])
      append(child, to: last)
      last = child
    }
    fill(&self, last)
    return root
  }
}
