import HybridLayout
import Testing

/// Laying out again after edits gives the same bits as laying out from scratch.
struct IncrementalLayoutTests {
  /// A small generator of our own, so that a failing seed can be run again.
  struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
    mutating func style() -> LayoutStyle {
      var style = LayoutStyle()
      style.display = [.flex, .flex, .block, .block, .grid, .contents, .none, .flowRoot].randomElement(
        using: &self)!
      style.position = [.static, .static, .relative, .relative, .absolute, .fixed].randomElement(
        using: &self)!
      style.flexDirection = [.row, .rowReverse, .column, .columnReverse].randomElement(using: &self)!
      style.flexWrap = [.nowrap, .nowrap, .wrap, .wrapReverse].randomElement(using: &self)!
      style.alignItems = [.stretch, .center, .baseline, .flexEnd].randomElement(using: &self)!
      style.justifyContent = [.normal, .center, .spaceBetween].randomElement(using: &self)!
      style.boxSizing = [.contentBox, .borderBox].randomElement(using: &self)!
      style.size.width = length()
      style.size.height = length()
      if Int.random(in: 0..<4, using: &self) == 0 { style.minSize.height = length() }
      if Int.random(in: 0..<4, using: &self) == 0 { style.maxSize.width = length() }
      if Int.random(in: 0..<6, using: &self) == 0 { style.aspectRatio = 1.5 }
      style.padding.left = length()
      style.margin.top = length()
      style.inset.top = length()
      if Int.random(in: 0..<5, using: &self) == 0 {
        style.float = [.left, .right].randomElement(using: &self)!
        style.clear = [.none, .left, .both].randomElement(using: &self)!
      }
      style.grid.templateColumns = [[], [.track(.auto), .track(TrackSize(.flex(1)))]].randomElement(
        using: &self)!
      style.grid.columnStart = [.auto, .auto, .line(2, nil), .span(2, nil)].randomElement(using: &self)!
      style.flexGrow = Float(Int.random(in: 0..<3, using: &self))
      style.overflow = Size([.visible, .visible, .hidden].randomElement(using: &self)!)
      return style
    }
    mutating func length() -> Length {
      switch Int.random(in: 0..<6, using: &self) {
      case 0: .points(Float(Int.random(in: -5..<60, using: &self)))
      case 1: .percent(Float(Int.random(in: 0..<120, using: &self)))
      case 2: .maxContent
      default: .auto
      }
    }
    mutating func text() -> MeasureFunction {
      AhemText.measure(
        ["H", "HH HHH", "HHHH HH H HHH", ""].randomElement(using: &self)!, isVertical: false)
    }
  }

  @Test(arguments: 1...80)
  func editsGiveTheSameFramesAsAFreshTree(_ seed: UInt64) {
    var random = Random(state: seed &* 0x9E37_79B9_7F4A_7C15)
    var tree = LayoutTree()
    let root = tree.makeNode(random.style())
    var nodes: [LayoutNodeID] = []
    var texts: [LayoutNodeID: MeasureFunction] = [:]
    for _ in 0..<40 {
      edit(&tree, root, &nodes, &texts, &random)
      tree.layout(root: root, available: Size(width: .definite(300), height: .maxContent))
      var fresh = LayoutTree()
      var pairs: [(LayoutNodeID, LayoutNodeID)] = []
      let copy = rebuild(root, of: tree, texts, in: &fresh, &pairs)
      fresh.layout(root: copy, available: Size(width: .definite(300), height: .maxContent))
      let differing = pairs.filter { tree.frame(of: $0.0) != fresh.frame(of: $0.1) }
      #expect(differing.isEmpty, "\(differing.map { (tree.frame(of: $0.0), fresh.frame(of: $0.1)) })")
      let scrolled = pairs.filter { tree.scrollSize(of: $0.0) != fresh.scrollSize(of: $0.1) }
      #expect(scrolled.isEmpty, "\(scrolled.map { (tree.scrollSize(of: $0.0), fresh.scrollSize(of: $0.1)) })")
      if !differing.isEmpty || !scrolled.isEmpty { return }
    }
  }

  private func edit(
    _ tree: inout LayoutTree, _ root: LayoutNodeID, _ nodes: inout [LayoutNodeID],
    _ texts: inout [LayoutNodeID: MeasureFunction], _ random: inout Random
  ) {
    for _ in 0..<Int.random(in: 1..<4, using: &random) {
      let target = nodes.randomElement(using: &random) ?? root
      switch nodes.count < 4 ? 0 : Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let node = tree.makeNode(random.style())
        let siblings = tree.children(of: target)
        if let sibling = siblings.randomElement(using: &random), Bool.random(using: &random) {
          tree.insert(node, before: sibling)
        } else {
          tree.append(node, to: target)
        }
        nodes.append(node)
      case 2:
        let ended = subtree(target, of: tree)
        tree.remove(target)
        nodes.removeAll { ended.contains($0) }
        for node in ended { texts[node] = nil }
      case 3:
        if tree.children(of: target).isEmpty {
          let text = random.text()
          texts[target] = text
          tree.setMeasure(text, of: target)
        }
      default: tree.setStyle(random.style(), of: target)
      }
    }
  }

  private func subtree(_ node: LayoutNodeID, of tree: LayoutTree) -> Set<LayoutNodeID> {
    tree.children(of: node).reduce([node]) { $0.union(subtree($1, of: tree)) }
  }

  private func rebuild(
    _ node: LayoutNodeID, of tree: LayoutTree, _ texts: [LayoutNodeID: MeasureFunction],
    in fresh: inout LayoutTree,
    _ pairs: inout [(LayoutNodeID, LayoutNodeID)]
  ) -> LayoutNodeID {
    let copy = fresh.makeNode(tree.style(of: node))
    pairs.append((node, copy))
    if let text = texts[node] { fresh.setMeasure(text, of: copy) }
    for child in tree.children(of: node) {
      fresh.append(rebuild(child, of: tree, texts, in: &fresh, &pairs), to: copy)
    }
    return copy
  }
}
