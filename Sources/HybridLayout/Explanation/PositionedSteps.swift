import HybridGeometry

/// The steps that place an out-of-flow box: CSS Positioned Layout 3 §3 and §4.
extension LayoutPass {
  /// - Parameter widthSpace: The space in which its width was computed before its height, if it was.
  @inline(never) mutating func recordPositioned(
    _ size: Size<Double>, in block: ContainingBlock, _ horizontal: InsetAxis, _ vertical: InsetAxis,
    _ widthSpace: ConstraintSpace?
  ) {
    let style = usedStyle(recorded)
    var parent = Int(nodes[recorded].parent)
    while parent >= 0, usedStyle(parent).display == .contents { parent = Int(nodes[parent].parent) }
    let isArea = recorder.lines?.container == block.node && parent == block.node
    let lines = isArea ? recorder.lines : nil
    let origin: PlaceFact.Static =
      switch parent < 0 ? .block : usedStyle(parent).display {
      case .flex: .flexItem
      case .grid: .gridArea
      default: .flow
      }
    let inline = PositionedAxis(
      axis: horizontal, size: size.width, origin: block.x, sides: (.left, .right),
      insets: (style.inset.left, style.inset.right), own: UsedAlignment(.justifySelf, style.justifySelf),
      lines: lines.flatMap { $0.columns.isAuto ? nil : $0.columns }, staticPosition: origin,
      isInitial: block.isInitial)
    let cross = PositionedAxis(
      axis: vertical, size: size.height, origin: block.y, sides: (.top, .bottom),
      insets: (style.inset.top, style.inset.bottom), own: UsedAlignment(.alignSelf, style.alignSelf),
      lines: lines.flatMap { $0.rows.isAuto ? nil : $0.rows }, staticPosition: origin,
      isInitial: block.isInitial)
    recorder.begin(
      .positioned(style.position), in: block.isInitial ? -1 : block.node, x: inline.steps, y: cross.steps)
    recorder.widthSpace = widthSpace
    recorder.areaLines = (inline.lines, cross.lines)
  }

  /// Records the position of the parent in the containing block: the frame is relative to the parent.
  @inline(never) mutating func recordParent(_ parent: Int, x: Double, y: Double) {
    guard recorder.container != parent else { return }
    let node = LayoutNodeID(index: Int32(parent))
    if let last = recorder.x.lastValue { recorder.x.append(.init(.parent(node, at: x), last - x)) }
    if let last = recorder.y.lastValue { recorder.y.append(.init(.parent(node, at: y), last - y)) }
  }
}

extension GridLineRange {
  /// Whether the range is the padding box of the container.
  var isAuto: Bool { start == nil && end == nil }
}

/// One axis of an out-of-flow box.
private struct PositionedAxis {
  let axis: InsetAxis
  let size: Double
  /// The position of the containing block in its node's border box.
  let origin: Double
  let sides: (start: Side, end: Side)
  let insets: (start: Length, end: Length)
  let own: UsedAlignment
  /// The grid lines that bound the containing block; nil where it is its node's padding box.
  let lines: GridLineRange?
  let staticPosition: PlaceFact.Static
  let isInitial: Bool

  var steps: [LayoutRecorder.PlaceStep] {
    switch (axis.start, axis.end) {
    case (nil, nil): staticSteps
    case (nil, _?): endSteps
    case (_?, nil): startSteps
    // An over-constrained box in a right-to-left container: the left inset is ignored (CSS 2.2 §10.3.7).
    case (_?, _?) where axis.isReversed && (!axis.isStartAuto && !axis.isEndAuto || areAutoMarginsNone):
      aligned(endSteps)
    case (_?, _?): aligned(startSteps)
    }
  }

  /// Automatic margins on both sides of a box that is too wide are 0 (CSS 2.2 §10.3.7).
  private var areAutoMarginsNone: Bool {
    let taken = (axis.start ?? 0) + (axis.end ?? 0) + size
    return axis.isStartAuto && axis.isEndAuto && !axis.isVertical && axis.extent < taken
  }

  private func step(_ fact: PlaceFact, _ place: Double) -> LayoutRecorder.PlaceStep {
    .init(fact, origin + place)
  }

  private func edge(_ side: Side) -> PlaceFact {
    if isInitial { return .viewportEdge(side) }
    return lines.map { .gridAreaEdge(side, $0) } ?? .paddingEdge(side)
  }

  private func used(_ length: Length) -> UsedLength {
    UsedLength(length, of: length.hasPercentage ? axis.extent : nil)
  }

  private var staticSteps: [LayoutRecorder.PlaceStep] {
    let final = axis.position(of: size)
    let free = axis.placeExtent - size - axis.marginStart - axis.marginEnd
    let (side, shift) =
      switch free < 0 ? axis.safePart ?? axis.part : axis.part {
      case .start: (sides.start, axis.marginStart)
      case .end: (sides.end, -axis.marginEnd)
      case .center: (sides.start, 0.0)
      }
    let steps = [step(.staticPosition(staticPosition), final - shift)]
    return shift == 0 ? steps : steps + [step(.margin(side), final)]
  }

  private var startSteps: [LayoutRecorder.PlaceStep] {
    let start = axis.start ?? 0
    var steps = [step(edge(sides.start), 0), step(.inset(sides.start, used(insets.start)), start)]
    if axis.marginStart != 0 { steps.append(step(.margin(sides.start), start + axis.marginStart)) }
    return steps
  }

  private var endSteps: [LayoutRecorder.PlaceStep] {
    let place = axis.extent - (axis.end ?? 0) - size
    var steps = [
      step(edge(sides.end), axis.extent - size), step(.inset(sides.end, used(insets.end)), place),
    ]
    if axis.marginEnd != 0 { steps.append(step(.margin(sides.end), place - axis.marginEnd)) }
    return steps
  }

  /// Between two insets, free space goes to automatic margins, or is distributed by the box's own alignment.
  private func aligned(_ steps: [LayoutRecorder.PlaceStep]) -> [LayoutRecorder.PlaceStep] {
    let final = axis.position(of: size)
    guard let last = steps.lastValue, differ(last, origin + final) else { return steps }
    let free =
      axis.extent - (axis.start ?? 0) - (axis.end ?? 0) - size - axis.marginStart - axis.marginEnd
    let autos = (axis.isStartAuto ? [sides.start] : []) + (axis.isEndAuto ? [sides.end] : [])
    if !autos.isEmpty { return steps + [step(.autoMargins(autos, freeSpace: free), final)] }
    let moved = abs(origin + final - last)
    let isKept = differ(moved, abs(free)) && differ(moved, abs(free) / 2)
    return steps + [step(.aligned(own, freeSpace: free, isKeptInside: isKept), final)]
  }
}
