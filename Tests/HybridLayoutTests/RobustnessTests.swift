import HybridGeometry
import HybridLayout
import HybridLayoutCases
import Testing

/// Input that no author would write on purpose: NaN, infinite or negative numbers, and cyclic percentages.
struct RobustnessTests {
  /// Every property that takes a length, by itself, on every kind of box.
  @Test(arguments: BoxKind.allCases)
  func oddLengthsGiveFiniteFrames(_ kind: BoxKind) {
    for property in LengthProperty.all {
      for value in LengthProperty.oddValues {
        expectDefined("\(property.name): \(value)") { tree in
          tree.nest(kind) { style, level in
            if level % 2 == 1 { property.set(&style, value) }
          }
        }
      }
    }
  }

  /// Every property that takes a number or a width in points.
  @Test(arguments: BoxKind.allCases)
  func oddNumbersGiveFiniteFrames(_ kind: BoxKind) {
    for value in LengthProperty.oddNumbers {
      for (name, set) in LengthProperty.numbers {
        expectDefined("\(name): \(value)") { tree in
          tree.nest(kind) { style, level in
            if level % 2 == 1 { set(&style, value) }
          }
        }
      }
    }
  }

  @Test(arguments: BoxKind.allCases)
  func oddAnswersOfMeasureFunctionsGiveFiniteFrames(_ kind: BoxKind) {
    for value in LengthProperty.oddNumbers.map(Double.init) {
      expectDefined("\(value)") { tree in
        let root = tree.nest(kind) { _, _ in }
        var leaf = root
        while let child = tree.children(of: leaf).last { leaf = child }
        tree.setMeasure(
          { _ in MeasureOutput(size: Size(value), firstBaseline: value, lastBaseline: -value) }, of: leaf)
        return root
      }
    }
  }

  @Test(arguments: LengthProperty.oddNumbers.map(Double.init))
  func oddSpaceGivesFiniteFrames(_ value: Double) {
    for kind in BoxKind.allCases {
      for space in [AvailableSpace.maxContent, .minContent, .definite(value)] {
        expectDefined("\(kind)", space: Size(width: .definite(value), height: space)) {
          $0.nest(kind) { _, _ in }
        }
        expectDefined("\(kind)", space: Size(width: space, height: .definite(value))) {
          $0.nest(kind) { _, _ in }
        }
      }
    }
  }

  /// The content depends on its container, and the container on its content.
  @Test(arguments: BoxKind.allCases)
  func percentagesOfWhatHangsOnThemAreDefined(_ kind: BoxKind) {
    for percent in [Float(0), 50, 100, 300] {
      for own in [Length.auto, .minContent, .maxContent, .fitContent, .stretch] {
        expectDefined("\(percent)% in \(own)", space: Size(.maxContent)) { tree in
          tree.nest(kind) { style, level in
            if level % 2 == 0 {
              style.size = Size(own)
              return
            }
            let length = Length.percent(percent)
            style.size = Size(length)
            style.minSize = Size(length)
            style.maxSize = Size(length)
            style.padding = Edges(length)
            style.margin = Edges(length)
            style.gap = Size(length)
            style.flexBasis = length
            style.grid.templateColumns = [.track(TrackSize(.length(length)))]
            style.grid.autoRows = [TrackSize(.length(length))]
          }
        }
      }
    }
  }

  #if DEBUG
    private static let seeds: ClosedRange<UInt64> = 1...60
  #else
    private static let seeds: ClosedRange<UInt64> = 1...1000
  #endif

  /// Random trees of all kinds, with some extreme values.
  @Test(arguments: seeds)
  func oddValuesInRandomTreesGiveFiniteFrames(_ seed: UInt64) {
    var random = Random(seed: seed)
    for _ in 0..<4 {
      let trees = random
      let space = Size(width: random.space(), height: random.space())
      var after = random
      expectDefined("seed \(seed)", space: space) { tree in
        after = trees
        return tree.addOddNodes(&after)
      }
      random = after
    }
  }

  @Test func anEmptyRootHasAFrame() {
    #expect(frames(Box()) == ["0,0 200×0"])
    #expect(frames(Box("display: flex")) == ["0,0 200×0"])
    #expect(frames(Box("display: none", [Box("height: 5px")])) == ["0,0 0×0", "0,0 0×0"])
    #expect(frames(Box("display: contents", [Box("height: 5px")])).count == 2)
  }

  /// Makes and lays out a tree twice: frames are finite, sizes not negative, and both times the same.
  private func expectDefined(
    _ what: String, space: Size<AvailableSpace> = Size(width: .definite(200), height: .maxContent),
    location: SourceLocation = #_sourceLocation, _ make: (inout LayoutTree) -> LayoutNodeID
  ) {
    var tree = LayoutTree()
    let root = make(&tree)
    tree.layout(root: root, available: space)
    let first = tree.frames(in: root)
    let isDefined = first.allSatisfy {
      $0.x.isFinite && $0.y.isFinite && $0.width.isFinite && $0.height.isFinite && $0.width >= 0
        && $0.height >= 0
    }
    #expect(isDefined, "\(what): \(first)", sourceLocation: location)
    let scroll = tree.scrollSize(of: root)
    #expect(scroll.width >= 0 && scroll.height >= 0, "\(what): \(scroll)", sourceLocation: location)
    var fresh = LayoutTree()
    let other = make(&fresh)
    fresh.layout(root: other, available: space)
    let isRepeatable = fresh.frames(in: other) == first
    #expect(isRepeatable, "\(what): another result the second time", sourceLocation: location)
  }
}

extension LayoutTree {
  /// The frames of a node and all its descendants.
  func frames(in root: LayoutNodeID) -> [Rect] {
    [frame(of: root)] + children(of: root).flatMap { frames(in: $0) }
  }

  /// Three nested boxes of one kind, with an empty leaf and a text leaf beside each.
  ///
  /// - Parameter change: Changes the style of a box, given its level from 0 to 2, or of a text, whose level
  ///   is one more.
  /// - Returns: The outermost box.
  fileprivate mutating func nest(_ kind: BoxKind, _ change: (inout LayoutStyle, Int) -> Void) -> LayoutNodeID
  {
    var parent: LayoutNodeID?
    var root: LayoutNodeID?
    for level in 0..<3 {
      var style = kind.style
      change(&style, level)
      let node = makeNode(style)
      if let parent { append(node, to: parent) }
      append(makeNode(kind.style), to: node)
      var text = LayoutStyle()
      change(&text, level + 1)
      let leaf = makeNode(text)
      setMeasure(AhemText.measure("HH HHH", isVertical: false), of: leaf)
      append(leaf, to: node)
      root = root ?? node
      parent = node
    }
    return root ?? makeNode()
  }

  /// A random tree in which one third of the changed properties have extreme values.
  fileprivate mutating func addOddNodes(_ random: inout Random) -> LayoutNodeID {
    let root = makeNode(random.style())
    var nodes = [root]
    for _ in 0..<12 {
      var style = random.style()
      for _ in 0..<3 where random.oneIn(2) {
        let property = random.pick(LengthProperty.all)
        property.set(&style, random.pick(LengthProperty.oddValues))
        if random.oneIn(2) {
          random.pick(LengthProperty.numbers).set(&style, random.pick(LengthProperty.oddNumbers))
        }
      }
      let node = makeNode(style)
      append(node, to: random.pick(nodes))
      nodes.append(node)
      if random.oneIn(4) { setMeasure(AhemText.measure("HHHH HH", isVertical: false), of: node) }
    }
    return root
  }
}
