import HybridDrawing
import HybridJSON
import HybridUnits

// Scroller, and Slider, which is a horizontal scroller (`Documentation/template-components.md`). Android
// only.

extension AndroidLayout {
  /// The attributes of a scroller, in pixels.
  struct ScrollerRules {
    var isHorizontal: Bool
    /// Two columns (rows, when it is horizontal).
    var isStaggered: Bool
    /// The gap between columns, half on either side of each cell, or between the items of a slider.
    var span: Int
    var firstSpace: Int
    var lastSpace: Int
    /// The common width of a slider's items, if set.
    var itemWidth: Int?
  }

  func scrollerRules(_ node: Int) -> ScrollerRules {
    let component = components[node]
    func length(_ key: StringID) -> Int { max(component.attributes[key].map { units.pixels($0) } ?? 0, 0) }
    let isSlider = component.kind == .slider
    let itemWidth = length(AttributeKey.itemWidth)
    return ScrollerRules(
      isHorizontal: component.isHorizontal ?? isSlider,
      isStaggered: !isSlider && component.choice(AttributeKey.mode) == 2, span: length(AttributeKey.span),
      firstSpace: length(AttributeKey.firstSpace), lastSpace: length(AttributeKey.lastSpace),
      itemWidth: isSlider && itemWidth > 0 ? itemWidth : nil)
  }

  /// Whether an item spans both columns: its data has no `waterfall` above 0.
  private func isFullSpan(_ child: Int) -> Bool {
    (components[child].data["waterfall"]?.number ?? 0) <= 0
  }

  private mutating func measureItem(_ child: Int, _ specs: MeasureSpecs, _ rules: ScrollerRules) {
    let box = boxes[child]
    // Along the scroll axis an item's size is unlimited.
    func along(_ spec: MeasureSpec, _ rule: SizeRule<Int>, used: Int) -> MeasureSpec {
      rule == .wrapContent ? .unspecified : spec.child(rule, used: used)
    }
    func across(_ spec: MeasureSpec, _ rule: SizeRule<Int>, used: Int) -> MeasureSpec {
      var cell = spec
      var used = used
      if rules.isStaggered, spec.mode != .unspecified {
        if !isFullSpan(child) { cell.size /= 2 }
        used += rules.span
      }
      return cell.child(rule, used: used)
    }
    let padding = boxes[node(of: child)].padding
    let horizontal = padding.width + box.marginWidth
    let vertical = padding.height + box.marginHeight
    var asked =
      rules.isHorizontal
      ? MeasureSpecs(
        width: along(specs.width, box.width, used: horizontal),
        height: across(specs.height, box.height, used: vertical))
      : MeasureSpecs(
        width: across(specs.width, box.width, used: horizontal),
        height: along(specs.height, box.height, used: vertical))
    if let width = rules.itemWidth { asked.width = .exactly(width) }
    _ = measure(child, asked)
  }

  private func node(of child: Int) -> Int { components[child].parent ?? child }

  mutating func measureScroller(_ node: Int, _ specs: MeasureSpecs) -> PixelSize {
    let rules = scrollerRules(node)
    for child in children(of: node) { measureItem(child, specs, rules) }
    let content = itemPlaces(node, width: specs.width.size, height: specs.height.size, rules).content
    return PixelSize(
      width: specs.width.resolve(content.width), height: specs.height.resolve(content.height))
  }

  mutating func placeScroller(_ children: [Int], of node: Int) {
    let rules = scrollerRules(node)
    let frame = slots[node].frame
    let places = itemPlaces(node, width: frame.width, height: frame.height, rules).places
    let scrolled = units.pixels(points: TemplateUnits.bounded(components[node].position))
    let sticks = components[node].choice(AttributeKey.supportSticky) == 1
    var stuck: Int?
    for (child, place) in places {
      let (x, y) = rules.isHorizontal ? (place.x - scrolled, place.y) : (place.x, place.y - scrolled)
      put(child, in: node, x: x, y: y)
      if sticks, components[child].isSticky, (rules.isHorizontal ? x : y) < 0 { stuck = child }
    }
    if let stuck { stick(stuck, isHorizontal: rules.isHorizontal) }
  }

  /// The unscrolled frames of items, and their total extent including the scroller's padding.
  private func itemPlaces(
    _ node: Int, width: Int, height: Int, _ rules: ScrollerRules
  ) -> (places: [(Int, (x: Int, y: Int))], content: PixelSize) {
    let padding = boxes[node].padding
    let children = children(of: node)
    let isSlider = components[node].kind == .slider
    let start = rules.isHorizontal ? padding.left : padding.top
    // The end of each column so far, along the scroll axis.
    var ends = [start + rules.firstSpace, start + rules.firstSpace]
    var across = 0
    var places: [(Int, (x: Int, y: Int))] = []
    places.reserveCapacity(children.count)
    let room = rules.isHorizontal ? height - padding.height : width - padding.width
    for (index, child) in children.enumerated() {
      let box = boxes[child]
      let size = slots[child].size
      let length = rules.isHorizontal ? size.width + box.marginWidth : size.height + box.marginHeight
      let breadth = rules.isHorizontal ? size.height + box.marginHeight : size.width + box.marginWidth
      var column = 0
      var shift = 0
      if rules.isStaggered {
        shift = rules.span / 2
        if isFullSpan(child) {
          ends = [max(ends[0], ends[1]), max(ends[0], ends[1])]
        } else {
          column = ends[1] < ends[0] ? 1 : 0
          shift += column * room / 2
        }
      }
      let place = ends[column]
      places.append(
        (
          child,
          rules.isHorizontal
            ? (place + box.margin.left, padding.top + shift + box.margin.top)
            : (padding.left + shift + box.margin.left, place + box.margin.top)
        ))
      ends[column] += length + (isSlider && index < children.count - 1 ? rules.span : 0)
      if !rules.isStaggered || isFullSpan(child) { ends[1 - column] = ends[column] }
      across = max(across, shift + breadth)
    }
    let end = max(ends[0], ends[1]) + rules.lastSpace
    return (
      places,
      rules.isHorizontal
        ? PixelSize(width: end + padding.right, height: across + padding.height)
        : PixelSize(width: across + padding.width, height: end + padding.bottom)
    )
  }
}

extension Component {
  /// Whether an item sticks to the start when it is scrolled out.
  var isSticky: Bool { (data["stickyTop"]?.number ?? 0) > 0 }
}
