import HybridDrawing
import HybridGeometry
import HybridUnits

// FlexLayout (`Documentation/template-components.md`), on Android only: the first published version of
// Google's flexbox layout. `flexGrow` is the only value a child can set, so every shrink is 1 and no child
// has an `alignSelf`.

/// One flex line: its children, and its main and cross sizes.
struct FlexLine: Sendable {
  var children: [Int] = []
  var main = 0
  var cross = 0
}

extension AndroidLayout {
  private enum Justify: Int { case start, end, center, spaceBetween, spaceAround, stretch }

  /// The attributes of the layout, and whether width or height is the main size.
  private struct FlexRules {
    var isRow: Bool
    var isReversed: Bool
    var wraps: Bool
    var wrapsUp: Bool
    var justify: Justify
    /// start 0, end 1, center 2, baseline 3, stretch 4.
    var alignItems: Int
    var alignContent: Justify

    init(_ component: Component) {
      func choice(_ key: StringID) -> Int { component.choice(key) ?? 0 }
      let direction = choice(AttributeKey.flexDirection)
      isRow = direction < 2
      isReversed = direction % 2 == 1
      wraps = choice(AttributeKey.flexWrap) > 0
      wrapsUp = choice(AttributeKey.flexWrap) == 2
      justify = Justify(rawValue: choice(AttributeKey.justifyContent)) ?? .start
      alignItems = choice(AttributeKey.alignItems)
      alignContent = Justify(rawValue: choice(AttributeKey.alignContent)) ?? .start
    }

    func main(_ size: PixelSize) -> Int { isRow ? size.width : size.height }
    func cross(_ size: PixelSize) -> Int { isRow ? size.height : size.width }
    func main(_ specs: MeasureSpecs) -> MeasureSpec { isRow ? specs.width : specs.height }
    func cross(_ specs: MeasureSpecs) -> MeasureSpec { isRow ? specs.height : specs.width }
    func main(_ sides: Edges<Int>) -> Int { isRow ? sides.width : sides.height }
    func cross(_ sides: Edges<Int>) -> Int { isRow ? sides.height : sides.width }
    func specs(main: MeasureSpec, cross: MeasureSpec) -> MeasureSpecs {
      isRow ? MeasureSpecs(width: main, height: cross) : MeasureSpecs(width: cross, height: main)
    }
  }

  mutating func measureFlex(_ node: Int, _ specs: MeasureSpecs) -> PixelSize {
    let rules = FlexRules(components[node])
    let insets = boxes[node].insets
    var lines = flexLines(node, specs, rules)
    let mainSpec = rules.main(specs)
    let largest = lines.reduce(0) { max($0, $1.main) } + rules.main(insets)
    let mainSize = mainSpec.mode == .unspecified ? largest : mainSpec.resolve(largest)
    let room = mainSize - rules.main(insets)
    for index in lines.indices {
      if lines[index].main < room { grow(&lines[index], to: room, rules) }
      if lines[index].main > room, mainSpec.mode != .unspecified { shrink(&lines[index], to: room, rules) }
      lines[index].cross = lines[index].children.reduce(0) {
        max($0, rules.cross(slots[$1].size) + rules.cross(boxes[$1].margin))
      }
    }
    let crossSpec = rules.cross(specs)
    let crossSize = crossSpec.resolve(lines.reduce(0) { $0 + $1.cross } + rules.cross(insets))
    distribute(&lines, room: crossSize - rules.cross(insets), isExact: crossSpec.isExact, rules)
    if rules.alignItems == 4 {
      for line in lines {
        for child in line.children {
          let cross = MeasureSpec.exactly(line.cross - rules.cross(boxes[child].margin))
          _ = measure(child, rules.specs(main: .exactly(rules.main(slots[child].size)), cross: cross))
        }
      }
    }
    keep(lines)
    return rules.isRow
      ? PixelSize(width: mainSize, height: crossSize) : PixelSize(width: crossSize, height: mainSize)
  }

  /// Measures the children and breaks them into lines.
  private mutating func flexLines(_ node: Int, _ specs: MeasureSpecs, _ rules: FlexRules) -> [FlexLine] {
    let insets = boxes[node].insets
    let limit = rules.main(specs).size - rules.main(insets)
    let breaks = rules.wraps && rules.main(specs).mode != .unspecified
    var lines: [FlexLine] = []
    var line = FlexLine()
    for child in children(of: node) {
      let size = measureChild(child, in: specs, insets: insets)
      let length = rules.main(size) + rules.main(boxes[child].margin)
      if breaks, !line.children.isEmpty, line.main + length > limit {
        lines.append(line)
        line = FlexLine()
      }
      line.children.append(child)
      line.main += length
      line.cross = max(line.cross, rules.cross(size) + rules.cross(boxes[child].margin))
    }
    if !line.children.isEmpty { lines.append(line) }
    return lines
  }

  /// Distributes free space by `flexGrow`. The rounding remainder goes to the line's last child.
  private mutating func grow(_ line: inout FlexLine, to room: Int, _ rules: FlexRules) {
    let factors = line.children.map { max(Double(wholeGrow(of: $0)), 0) }
    let sum = factors.reduce(0, +)
    guard sum > 0 else { return }
    let unit = Double(room - line.main) / sum
    resize(&line, by: factors.map { $0 * unit }, rules)
  }

  /// Only the setter for whole numbers supports the attribute.
  private func wholeGrow(of child: Int) -> Int {
    guard case .int(let value)? = components[child].attributes[AttributeKey.flexGrow] else { return 0 }
    return Int(value)
  }

  /// Shrinks all children equally by the overflow; children that reach 0 shrink no further.
  private mutating func shrink(_ line: inout FlexLine, to room: Int, _ rules: FlexRules) {
    var lengths = line.children.map { Double(rules.main(slots[$0].size)) }
    var excess = Double(line.main - room)
    // Each iteration reduces at least one child to 0 or ends; sizes are bounded, so few iterations are
    // needed.
    for _ in 0..<32 {
      let able = lengths.count { $0 > 0 }
      guard excess > 0.001, able > 0 else { break }
      let part = excess / Double(able)
      for index in lengths.indices where lengths[index] > 0 {
        let taken = min(part, lengths[index])
        lengths[index] -= taken
        excess -= taken
      }
    }
    resize(
      &line, by: zip(line.children, lengths).map { $1 - Double(rules.main(slots[$0].size)) }, rules)
  }

  private mutating func resize(_ line: inout FlexLine, by changes: [Double], _ rules: FlexRules) {
    var error = 0.0
    line.main = 0
    for (index, child) in line.children.enumerated() {
      let size = slots[child].size
      if changes[index] != 0 {
        var length = Double(rules.main(size)) + changes[index]
        if index == line.children.count - 1 { length += error }
        let whole = max(length.rounded(.toNearestOrAwayFromZero), 0)
        error += length - whole
        _ = measure(
          child, rules.specs(main: .exactly(Int(whole)), cross: .exactly(rules.cross(size))))
      }
      line.main += rules.main(slots[child].size) + rules.main(boxes[child].margin)
    }
  }

  /// A single line takes all of an exact cross size; several lines share the free space only if they stretch.
  private func distribute(_ lines: inout [FlexLine], room: Int, isExact: Bool, _ rules: FlexRules) {
    guard isExact, !lines.isEmpty else { return }
    if lines.count == 1 {
      lines[0].cross = max(room, 0)
    } else if rules.alignContent == .stretch {
      let free = max(room - lines.reduce(0) { $0 + $1.cross }, 0)
      for index in lines.indices {
        lines[index].cross +=
          free * (index + 1) / lines.count - free * index / lines.count
      }
    }
  }

  /// Places the lines of ``lastLines``, which were measured just before.
  mutating func placeFlex(of node: Int) {
    let rules = FlexRules(components[node])
    let insets = boxes[node].insets
    let size = PixelSize(width: slots[node].frame.width, height: slots[node].frame.height)
    let specs = slots[node].specs
    let lines = lastLines
    let crossRoom = rules.cross(size) - rules.cross(insets)
    let free = Double(crossRoom - lines.reduce(0) { $0 + $1.cross })
    let isSpread = lines.count > 1 && rules.cross(specs).isExact
    var (cross, gap) = isSpread ? spacing(rules.alignContent, free: free, count: lines.count) : (0, 0)
    let mainRoom = rules.main(size) - rules.main(insets)
    for line in lines {
      var (main, space) = spacing(
        rules.justify, free: Double(mainRoom - line.main), count: line.children.count)
      for child in line.children {
        let margin = boxes[child].margin
        let own = slots[child].size
        // All baselines are 0, so `baseline` equals `start`.
        let left = line.cross - rules.cross(own) - rules.cross(margin)
        let shift = rules.alignItems == 1 ? left : rules.alignItems == 2 ? left / 2 : 0
        let alongAxis = Int(main) + (rules.isRow ? margin.left : margin.top)
        let acrossAxis = Int(cross) + shift + (rules.isRow ? margin.top : margin.left)
        var x = rules.isRow ? alongAxis : acrossAxis
        var y = rules.isRow ? acrossAxis : alongAxis
        let room = (x: size.width - insets.width, y: size.height - insets.height)
        // The reversed directions count from the far edges.
        if rules.isRow ? rules.isReversed : rules.wrapsUp {
          x = room.x - x - own.width - margin.right + margin.left
        }
        if rules.isRow ? rules.wrapsUp : rules.isReversed {
          y = room.y - y - own.height - margin.bottom + margin.top
        }
        put(child, in: node, x: insets.left + x, y: insets.top + y)
        main += Double(rules.main(own) + rules.main(margin)) + space
      }
      cross += Double(line.cross) + gap
    }
  }

  /// The start of the first child, and the space between two children.
  private func spacing(_ justify: Justify, free: Double, count: Int) -> (start: Double, between: Double) {
    switch justify {
    case .start, .stretch: return (0, 0)
    case .end: return (free, 0)
    case .center: return (free / 2, 0)
    case .spaceBetween: return (0, count > 1 ? max(free, 0) / Double(count - 1) : 0)
    case .spaceAround:
      let space = max(free, 0) / Double(max(count, 1))
      return (space / 2, space)
    }
  }
}
