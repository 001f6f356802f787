import HybridDrawing
import HybridGeometry
import HybridViewTree

/// Android's layout in whole pixels: a measuring pass with specifications from above, then placing.
///
/// A component may be measured several times with other specifications. Every result is cached, so that
/// nested second measurements cost a look-up. Placing measures once more, from the cache, to give each
/// component's children the sizes for its last specification.
struct AndroidLayout {
  struct Slot {
    /// The specifications it was last measured with.
    var specs = MeasureSpecs.unspecified
    var size = PixelSize.zero
    /// Relative to the parent's corner.
    var frame = PixelFrame()
    /// The corner in its surface: the root, or the nearest native layout or item.
    var surface = (x: 0, y: 0)
    var isPlaced = false
  }

  private struct Question: Hashable {
    var node: Int
    var specs: MeasureSpecs
  }

  let components: [Component]
  let units: TemplateUnits
  let screen: TemplateScreen
  private(set) var boxes: [ComponentBox<Int>]
  private(set) var slots: [Slot]
  private let present: [[Int]]
  /// The lines of the FlexLayout that was measured last.
  private(set) var lastLines: [FlexLine] = []
  private var measured: MeasuredSizes<Question, PixelSize>

  init(_ components: [Component], screen: TemplateScreen, leavingOut tooDeep: [Int]) {
    let units = TemplateUnits(screen)
    self.components = components
    self.units = units
    self.screen = screen
    boxes = components.map { ComponentBox(pixelsOf: $0, units: units, isRightToLeft: screen.isRightToLeft) }
    for node in tooDeep { boxes[node].isGone = true }
    present = components.shownChildren(boxes)
    slots = Array(repeating: Slot(), count: components.count)
    measured = MeasuredSizes(componentCount: components.count)
  }

  /// The root's container is as wide as the screen and has the root's margins
  /// (`Documentation/template-components.md`).
  mutating func run(_ root: Int) {
    let box = boxes[root]
    guard !box.isGone else { return }
    let height =
      box.height == .wrapContent
      ? MeasureSpec.atMost(units.pixels(points: ComponentTree.rootHeightLimit(screen)))
      : .exactly(units.pixels(points: TemplateUnits.bounded(screen.size.height)))
    let width = MeasureSpec.exactly(units.pixels(points: units.screenWidth))
    let size = measure(
      root,
      MeasureSpecs(
        width: width.child(box.width, used: box.marginWidth),
        height: height.child(box.height, used: box.marginHeight)))
    slots[root].frame = PixelFrame(
      x: box.margin.left, y: box.margin.top, width: size.width, height: size.height)
    slots[root].isPlaced = true
    var open = [root]
    while let node = open.popLast() {
      let children = children(of: node)
      guard !children.isEmpty else { continue }
      _ = measureContent(of: node, slots[node].specs)
      place(children, of: node)
      for child in children where slots[child].isPlaced { open.append(child) }
    }
  }

  func write(to tree: inout ComponentTree) {
    for (index, slot) in slots.enumerated() where slot.isPlaced {
      let frame = Rect(
        x: units.points(pixels: slot.frame.x), y: units.points(pixels: slot.frame.y),
        width: units.points(pixels: slot.frame.width), height: units.points(pixels: slot.frame.height))
      tree.place(index, at: frame)
    }
  }

  /// The children that are not gone.
  func children(of node: Int) -> [Int] { present[node] }

  // MARK: Measuring

  /// The size that a component has with those specifications.
  mutating func measure(_ node: Int, _ asked: MeasureSpecs) -> PixelSize {
    var specs = asked
    if let aspect = boxes[node].aspect {
      switch aspect.direction {
      case .heightFromWidth where specs.width.isExact:
        specs.height = .exactly(Int(aspect.height(width: Double(specs.width.size))))
      case .widthFromHeight where specs.height.isExact:
        specs.width = .exactly(Int(aspect.width(height: Double(specs.height.size))))
      default: break
      }
    }
    slots[node].specs = specs
    let question = Question(node: node, specs: specs)
    if let answer = measured[question] {
      slots[node].size = answer
      return answer
    }
    guard measured.begin() else { return slots[node].size }
    let size = measureContent(of: node, specs).bounded
    measured.insert(size, for: question)
    slots[node].specs = specs
    slots[node].size = size
    return size
  }

  /// Keeps the lines of a FlexLayout, to place them.
  mutating func keep(_ lines: [FlexLine]) { lastLines = lines }

  /// Moves a placed item to the start of its scroller, where it sticks.
  mutating func stick(_ item: Int, isHorizontal: Bool) {
    if isHorizontal { slots[item].frame.x = 0 } else { slots[item].frame.y = 0 }
  }

  /// Measures a child by its own size rules in the room that `specs` leave inside the parent.
  @discardableResult
  mutating func measureChild(_ child: Int, in specs: MeasureSpecs, insets: Edges<Int>) -> PixelSize {
    let box = boxes[child]
    return measure(
      child,
      MeasureSpecs(
        width: specs.width.child(box.width, used: insets.width + box.marginWidth),
        height: specs.height.child(box.height, used: insets.height + box.marginHeight)))
  }

  /// Measures again, with the final size, the children that match a parent whose size was indefinite.
  mutating func measureMatching(
    _ children: [Int], in specs: MeasureSpecs, size: PixelSize, insets: Edges<Int>, width: Bool = true,
    height: Bool = true
  ) {
    for child in children {
      let box = boxes[child]
      var again = slots[child].specs
      if width, !specs.width.isExact, box.width == .matchParent {
        again.width = .exactly(size.width - insets.width - box.marginWidth)
      }
      if height, !specs.height.isExact, box.height == .matchParent {
        again.height = .exactly(size.height - insets.height - box.marginHeight)
      }
      if again != slots[child].specs { _ = measure(child, again) }
    }
  }

  private mutating func measureContent(of node: Int, _ specs: MeasureSpecs) -> PixelSize {
    switch components[node].kind {
    case .frameLayout, .nFrameLayout: measureFrame(node, specs)
    case .vhLayout, .nVHLayout: measureLinear(node, specs, insets: boxes[node].insets)
    case .vh2Layout, .nVH2Layout: measureLinear(node, specs, insets: boxes[node].padding)
    case .gridLayout, .nGridLayout: measureGridLayout(node, specs)
    case .ratioLayout, .nRatioLayout: measureRatio(node, specs)
    case .flexLayout: measureFlex(node, specs)
    case .scroller, .slider: measureScroller(node, specs)
    case .page: measurePage(node, specs)
    case .grid: measureGrid(node, specs)
    case .vh: measureVH(node, specs)
    case .virtualContainer: measureVirtualContainer(node, specs)
    case .nText: measureNativeText(node, specs)
    case .vText: measureDrawnText(node, specs)
    case .nImage, .tmNImage: measureNativeImage(node, specs)
    case .nLine: measureNativeLine(node, specs)
    case .vGraph: measureGraph(node, specs)
    case .custom: measureCustom(node, specs)
    case .vImage, .tmVirtualImage, .vLine, .progress, .virtualTime, .variable:
      drawnSize(node, specs, content: nil)
    }
  }

  // MARK: Placing

  private mutating func place(_ children: [Int], of node: Int) {
    switch components[node].kind {
    case .frameLayout, .nFrameLayout: placeFrame(children, of: node)
    case .vhLayout, .nVHLayout: placeVH(children, of: node)
    case .vh2Layout, .nVH2Layout: placeVH2(children, of: node)
    case .gridLayout, .nGridLayout: placeGridLayout(of: node)
    case .ratioLayout, .nRatioLayout: placeRatio(children, of: node)
    case .flexLayout: placeFlex(of: node)
    case .scroller, .slider: placeScroller(children, of: node)
    case .page: placePage(children, of: node)
    case .grid: placeGrid(children, of: node)
    case .vh: placeVH(items: children, of: node)
    case .virtualContainer: for child in children.prefix(1) { put(child, in: node, x: 0, y: 0) }
    // Only layouts have children on a phone.
    default: break
    }
  }

  /// Places a child, by default with its measured size.
  mutating func put(_ child: Int, in parent: Int, x: Int, y: Int, size: PixelSize? = nil) {
    let size = size ?? slots[child].size
    var x = x
    if screen.isRightToLeft, components[parent].kind.isLayout {
      x = slots[parent].frame.width - size.width - x
    }
    slots[child].frame = PixelFrame(x: x, y: y, width: size.width, height: size.height)
    slots[child].isPlaced = true
    let kind = components[child].kind
    let startsSurface = kind.isNativeLayout || components[parent].kind.isContainer
    slots[child].surface = startsSurface ? (0, 0) : (slots[parent].surface.x + x, slots[parent].surface.y + y)
  }

  /// The left edge by a child's own gravity. Centring ignores padding and margins.
  func x(of child: Int, in parent: Int, insets: Edges<Int>) -> Int {
    let width = slots[parent].frame.width
    let own = slots[child].size.width
    let gravity = boxes[child].layoutGravity
    if gravity.contains(.horizontalCenter) { return (width - own) >> 1 }
    if gravity.contains(.right) { return width - insets.right - boxes[child].margin.right - own }
    return insets.left + boxes[child].margin.left
  }

  /// The upper edge by a child's own gravity.
  func y(of child: Int, in parent: Int, insets: Edges<Int>) -> Int {
    let height = slots[parent].frame.height
    let own = slots[child].size.height
    let gravity = boxes[child].layoutGravity
    if gravity.contains(.verticalCenter) { return (height - own) >> 1 }
    if gravity.contains(.bottom) { return height - insets.bottom - boxes[child].margin.bottom - own }
    return insets.top + boxes[child].margin.top
  }
}
