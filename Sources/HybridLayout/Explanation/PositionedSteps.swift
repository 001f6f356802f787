/// How a box out of the flow got its place: CSS Positioned Layout 3 §3 and §4.
extension LayoutPass {
  /// - Parameter widthSpace: Where its width was asked for before its height, if it was.
  @inline(never) mutating func recordPositioned(
    _ size: Size<Double>, in block: ContainingBlock, _ horizontal: InsetAxis, _ vertical: InsetAxis,
    _ widthSpace: ConstraintSpace?
  ) {
    let style = usedStyle(recorded)
    let x = insetSteps(
      horizontal, size.width, from: block.x, (.left, .right), (style.inset.left, style.inset.right),
      (.justifySelf, style.justifySelf))
    let y = insetSteps(
      vertical, size.height, from: block.y, (.top, .bottom), (style.inset.top, style.inset.bottom),
      (.alignSelf, style.alignSelf))
    recorder.begin(.positioned(style.position), in: block.isInitial ? -1 : block.node, x: x, y: y)
    recorder.widthSpace = widthSpace
  }

  /// The frame counts from the parent: tells where that is in the containing block.
  @inline(never) mutating func recordParent(_ parent: Int, x: Double, y: Double) {
    guard recorder.container != parent else { return }
    let node = LayoutNodeID(index: Int32(parent))
    if let last = recorder.x.lastValue { recorder.x.append(.init(.parent(node, at: x), last - x)) }
    if let last = recorder.y.lastValue { recorder.y.append(.init(.parent(node, at: y), last - y)) }
  }

  private func insetSteps(
    _ axis: InsetAxis, _ size: Double, from origin: Double, _ sides: (start: Side, end: Side),
    _ lengths: (start: Length, end: Length), _ own: (UsedAlignment.Property, Alignment)
  ) -> [LayoutRecorder.PlaceStep] {
    func used(_ length: Length) -> UsedLength {
      UsedLength(length, of: length.hasPercentage ? axis.extent : nil)
    }
    let final = axis.position(of: size)
    var steps: [LayoutRecorder.PlaceStep] = []
    func add(_ fact: PlaceFact, _ place: Double) { steps.append(.init(fact, origin + place)) }
    switch (axis.start, axis.end) {
    case (nil, nil):
      let margin = axis.part == .start ? axis.marginStart : 0
      add(.staticPosition, final - margin)
      if margin != 0 { add(.margin(sides.start), final) }
    case (nil, let end?):
      add(.paddingEdge(sides.end), axis.extent - size)
      add(.inset(sides.end, used(lengths.end)), axis.extent - end - size)
      if axis.marginEnd != 0 { add(.margin(sides.end), final) }
    case (let start?, let end):
      add(.paddingEdge(sides.start), 0)
      add(.inset(sides.start, used(lengths.start)), start)
      if axis.marginStart != 0 { add(.margin(sides.start), start + axis.marginStart) }
      guard let end, differ(start + axis.marginStart, final) else { break }
      let free = axis.extent - start - end - size - axis.marginStart - axis.marginEnd
      let autos = (axis.isStartAuto ? [sides.start] : []) + (axis.isEndAuto ? [sides.end] : [])
      add(
        autos.isEmpty
          ? .aligned(UsedAlignment(own.0, own.1), freeSpace: free) : .autoMargins(autos, freeSpace: free),
        final)
    }
    return steps
  }
}
