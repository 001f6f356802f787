import HybridGeometry

/// The recorded facts about a flex item while its container is laid out.
struct FlexRecord {
  /// The steps up to the hypothetical main size.
  var main: [LayoutRecorder.SizeStep] = []
  /// The reason to keep that size, and the free space of the line.
  var inflexible: SizeFact.Inflexibility?
  /// The last round in which the item took part.
  var flexing: SizeFact.Flexing?
  /// The resulting main size before limits.
  var flexed = 0.0
  /// Along the main axis: free space, the size of an automatic margin, the number of automatic margins, and
  /// the container's distribution.
  var free = 0.0
  var share = 0.0
  var autoMargins = 0
  var distribution = (start: 0.0, between: 0.0)
  /// Along the cross axis: the same for the lines.
  var lineFree = 0.0
  var lineDistribution = (start: 0.0, between: 0.0)
}

/// The steps that size and place a flex item: CSS Flexbox 1 §9, one function for each part with something to
/// record.
extension LayoutPass {
  private func recordedItem(in items: Range<Int>) -> Int? {
    items.first { flexItems[$0].node == recorded }
  }

  /// §9.2 step 3: the flex base size, and the hypothetical main size where limits change it.
  @inline(never) mutating func recordFlexBaseSize(_ flow: FlexFlow) {
    guard let index = recordedItem(in: flow.items) else { return }
    let item = flexItems[index]
    let (style, axes) = (item.style(styles), flow.axes)
    let whole = axes.main(flow.content.content)
    var record = FlexRecord()
    record.main.append(.init(.available(definite(whole), .contentBox)))
    var basis = style.flexBasis
    let isOwn = !basis.isAuto
    if !isOwn { basis = axes.main(style.size) }
    if basis.hasPercentage, !whole.isDefinite { record.main.append(.init(.percentageOfIndefinite(basis))) }
    var value = item.base
    let fact: SizeFact.FlexBaseSize
    if borderBox(basis, of: style, against: whole, insets: item.mainInsets) != nil {
      let used = usedLength(basis, style, of: whole, item.mainInsets)
      fact = isOwn ? .flexBasis(used) : .mainSize(used)
      // Padding and border cannot shrink.
      if style.boxSizing == .borderBox, let length = style.resolve(basis, against: whole) {
        value = max(0, length)
      }
    } else if case .stretch = basis, whole.isDefinite {
      fact = .filled(.init(.keyword, room: whole, margins: item.mainMargins))
    } else if item.flags.contains(.definiteBasis) {
      let by = flexRatio(behind: item.base, style, flow)
      fact = .aspectRatio(by.ratio, from: by.from, insets: by.insets)
    } else {
      let content = flexContentSize(of: index, basis, flow)
      fact = .content(content.size)
      value = content.value
    }
    record.main.append(.init(.flexBaseSize(fact), value))
    if value != item.base {
      let by = flexRatio(behind: item.base, style, flow)
      let isInsets = style.ratio == nil || item.base == item.mainInsets
      let origin: SizeFact.Limit.Origin =
        isInsets ? .insets : .aspectRatio(by.ratio, from: by.from, insets: by.insets)
      record.main.append(.init(.clamped(.init(isMinimum: item.base > value, origin)), item.base))
    }
    if item.main != item.base {
      for (limit, value) in mainLimits(of: index, from: item.base, to: item.main, flow) {
        record.main.append(.init(.hypotheticalMainSize(limit), value))
      }
    }
    recorder.flex = record
  }

  /// The cross size from which the aspect ratio gives a main size.
  private func flexRatio(behind main: Double, _ style: UsedStyle, _ flow: FlexFlow) -> UsedRatio {
    let box = style.boxModel(percentageWidth: flow.content.content.width)
    let ratio = style.ratio ?? 1
    let isRow = flow.axes.isRow
    let cross =
      isRow
      ? height(fromWidth: main, ratio: ratio, style: style, box: box)
      : width(fromHeight: main, ratio: ratio, style: style, box: box)
    return UsedRatio(style, box, isWidth: isRow, from: cross)
  }

  /// The content size that gives a flex base size, with its value before the ratio limits it.
  private mutating func flexContentSize(of index: Int, _ basis: Length, _ flow: FlexFlow)
    -> (size: SizeFact.ContentSize, value: Double)
  {
    let item = flexItems[index]
    let space = baseSpace(index, flow)
    guard flow.axes.isRow else {
      let result = layoutBox(item.node, space, .size)
      let box = item.style(styles).boxModel(percentageWidth: flow.content.content.width)
      let size = contentSize(
        of: item.node, width: result.size.width - box.insets.horizontal, countsFloats: true)
      return (size, item.style(styles).ratio == nil ? result.intrinsicHeight : result.size.height)
    }
    let sizes = contentSizes(of: item.node, space: space)
    switch basis {
    case .minContent: return (.minContent, sizes.min)
    case .fitContent:
      let room = max(0, flow.innerMain - item.mainMargins)
      return (.fitContent(room: definite(room)), sizes.fit(into: room))
    default: return (.maxContent, sizes.max)
    }
  }

  /// The limits that change a main size from one value to another.
  private mutating func mainLimits(of index: Int, from before: Double, to value: Double, _ flow: FlexFlow)
    -> [(limit: SizeFact.Limit, value: Double)]
  {
    guard value < before else { return [(mainMinimum(of: index, flow), value)] }
    let item = flexItems[index]
    let (style, whole) = (item.style(styles), flow.axes.main(flow.content.content))
    let length = usedLength(flow.axes.main(style.maxSize), style, of: whole, item.mainInsets)
    let maximum = SizeFact.Limit(isMinimum: false, .property(length))
    let plain = style.resolve(length.length, against: whole).map { max(0, $0) + length.insets }
    // A maximum below the minimum is raised to the minimum.
    guard let plain, plain < value, differ(plain, value) else { return [(maximum, value)] }
    return [(maximum, plain), (mainMinimum(of: index, flow), value)]
  }

  /// The origin of the used minimum along the main axis.
  private mutating func mainMinimum(of index: Int, _ flow: FlexFlow) -> SizeFact.Limit {
    let item = flexItems[index]
    let (style, axes) = (item.style(styles), flow.axes)
    let whole = axes.main(flow.content.content)
    let length = axes.main(style.minSize)
    if item.minMain <= item.mainInsets { return .init(isMinimum: true, .insets) }
    if !length.isAuto {
      return .init(isMinimum: true, .property(usedLength(length, style, of: whole, item.mainInsets)))
    }
    let space = baseSpace(index, flow)
    let content =
      axes.isRow
      ? contentSizes(of: item.node, space: space).min : layoutBox(item.node, space, .size).intrinsicHeight
    let specified = borderBox(axes.main(style.size), of: style, against: whole, insets: item.mainInsets)
    // With a ratio, the minimum depends on more than the content and the specified size.
    let isPlain = !differ(min(content, specified ?? content), item.minMain)
    return .init(
      isMinimum: true, isPlain ? .automatic(content: content, specified: specified) : .automaticByRatio)
  }

  /// §9.7 step 3: the reason why an item does not flex.
  @inline(never) mutating func recordFrozen(_ lineIndex: Int) {
    let line = flexLines[lineIndex]
    guard let index = recordedItem(in: line.items) else { return }
    recorder.flex.flexing = nil
    recorder.flex.inflexible = nil
    let item = flexItems[index]
    let free = line.mainSize - line.hypotheticalMain
    guard item.flags.contains(.frozen) else { return }
    let factor = free > 0 ? item.grow : item.shrink
    if free == 0 {
      // The reason matters only for an item with a grow factor.
      if item.grow > 0 { recorder.flex.inflexible = .noFreeSpace }
    } else {
      recorder.flex.inflexible = factor == 0 ? .factorIsZero(freeSpace: free) : .limited(freeSpace: free)
    }
  }

  /// §9.7 step 5, after c and d: a round of distribution, before limits freeze items.
  @inline(never) mutating func recordFlexing(
    _ items: Range<Int>, free: Double, initialFree: Double, factors: Double, scaledShrink: Double
  ) {
    guard let index = recordedItem(in: items), !flexItems[index].flags.contains(.frozen) else { return }
    let item = flexItems[index]
    let amount = item.mainOffset - item.base
    recorder.flex.flexed = item.mainOffset
    recorder.flex.flexing = nil
    recorder.flex.inflexible = nil
    guard amount != 0 else {
      if initialFree < 0, item.shrink > 0, item.base <= item.mainInsets {
        recorder.flex.inflexible = .nothingToShrink
      } else if item.grow > 0 {
        recorder.flex.inflexible = initialFree == 0 ? .noFreeSpace : .nothingLeft
      }
      return
    }
    let grows = amount > 0
    var (sharing, limited) = (0, 0)
    for other in items {
      let factor = grows ? flexItems[other].grow : flexItems[other].shrink
      if factor == 0 { continue }
      if flexItems[other].flags.contains(.frozen) { limited += 1 } else { sharing += 1 }
    }
    let weight = grows ? item.grow : item.shrink * (item.base - item.mainInsets)
    recorder.flex.flexing = .init(
      amount: amount, factor: grows ? item.grow : item.shrink, weight: weight,
      totalWeight: grows ? factors : scaledShrink, freeSpace: free,
      fraction: factors < 1 && free == initialFree * factors ? factors : nil, sharing: sharing,
      limited: limited)
  }

  /// §9.5 step 12.
  @inline(never) mutating func recordMainAlignment(
    of items: Range<Int>, free: Double, share: Double, _ shares: (start: Double, between: Double)
  ) {
    guard recordedItem(in: items) != nil else { return }
    recorder.flex.free = free
    recorder.flex.share = share
    recorder.flex.autoMargins = items.reduce(0) {
      let flags = flexItems[$1].flags
      return $0 + (flags.contains(.mainStartAuto) ? 1 : 0) + (flags.contains(.mainEndAuto) ? 1 : 0)
    }
    recorder.flex.distribution = shares
  }

  /// §9.4 step 9 and §9.6 step 16.
  @inline(never) mutating func recordLineAlignment(
    of items: Range<Int>, free: Double, _ shares: (start: Double, between: Double)
  ) {
    guard recordedItem(in: items) != nil else { return }
    recorder.flex.lineFree = free
    recorder.flex.lineDistribution = shares
  }

  /// All facts about an item, once all of its container's items are in place.
  @inline(never) mutating func recordFlexItem(_ flow: FlexFlow, inner: Size<Double>) {
    guard let index = recordedItem(in: flow.items),
      let line = flow.lines.first(where: { flexLines[$0].items.contains(index) })
    else { return }
    let axes = flow.axes
    let role = LayoutExplanation.Role.flexItem(
      flow.content.style.flexDirection, line: line - flow.lines.lowerBound, lines: flow.lines.count)
    let size = flexMainSteps(of: index, flow)
    let main = flexMainPlace(of: index, on: flexLines[line], flow, inner)
    let cross = flexCrossPlace(of: index, on: line, flow, inner)
    if axes.isRow {
      recorder.begin(role, in: flow.content.node, x: main, y: cross)
      recorder.width = size
    } else {
      recorder.begin(role, in: flow.content.node, x: cross, y: main)
      recorder.height = size
    }
    recorder.containingBlock = flow.content.content
    if axes.isMultiLine || !axes.cross(flow.content.content).isDefinite {
      let alignment = flow.content.style.alignContent.keyword
      let stretches = axes.isMultiLine && (alignment == .normal || alignment == .stretch)
      recorder.line = .init(
        extent: flexLines[line].cross,
        stretch: stretches ? max(0, recorder.flex.lineFree) / Double(flow.lines.count) : 0)
    }
  }

  private mutating func flexMainSteps(of index: Int, _ flow: FlexFlow) -> [LayoutRecorder.SizeStep] {
    let record = recorder.flex
    var steps = record.main
    let item = flexItems[index]
    if let reason = record.inflexible { steps.append(.init(.inflexible(reason), item.main)) }
    guard let flexing = record.flexing else { return steps }
    // Flexing starts from the base size; the hypothetical size only decides which items share a line.
    while case .hypotheticalMainSize? = steps.last?.fact { steps.removeLast() }
    steps.append(.init(.flexed(flexing), record.flexed))
    if record.flexed != item.main {
      for (limit, value) in mainLimits(of: index, from: record.flexed, to: item.main, flow) {
        steps.append(.init(.clamped(limit), value))
      }
    }
    return steps
  }

  /// The edge of an item's border box whose start edge has this offset from the start of the main or cross
  /// axis.
  private func edge(_ offset: Double, _ index: Int, isMain: Bool, _ flow: FlexFlow, _ inner: Size<Double>)
    -> Double
  {
    let axes = flow.axes
    let isHorizontal = isMain == axes.isRow
    let size = flexItems[index].size
    let insets = flow.content.box.insets
    let start = isHorizontal ? insets.left : insets.top
    guard isMain ? axes.isMainFlipped : axes.isCrossFlipped else { return start + offset }
    return start + (isHorizontal ? inner.width - offset - size.width : inner.height - offset - size.height)
  }

  private func flexMainPlace(
    of index: Int, on line: FlexLine, _ flow: FlexFlow, _ inner: Size<Double>
  ) -> [LayoutRecorder.PlaceStep] {
    let record = recorder.flex
    let (item, axes) = (flexItems[index], flow.axes)
    let sides: (start: Side, end: Side) =
      axes.isRow
      ? (axes.isMainFlipped ? (.right, .left) : (.left, .right))
      : (axes.isMainFlipped ? (.bottom, .top) : (.top, .bottom))
    var steps: [LayoutRecorder.PlaceStep] = []
    var offset = 0.0
    func add(_ fact: PlaceFact) {
      steps.append(.init(fact, edge(offset, index, isMain: true, flow, inner)))
    }
    add(.contentEdge(sides.start))
    let before = line.start..<index
    if let nearest = before.last {
      var extent = 0.0
      for other in before {
        extent += flexItems[other].outerMain
        let flags = flexItems[other].flags
        extent +=
          (flags.contains(.mainStartAuto) ? record.share : 0)
          + (flags.contains(.mainEndAuto) ? record.share : 0)
      }
      let gaps = flow.mainGap * Double(before.count)
      offset += extent + gaps
      add(
        .preceding(
          .init(
            count: before.count, nearest: LayoutNodeID(index: Int32(flexItems[nearest].node)), extent: extent,
            gaps: gaps)))
    }
    let shares = record.distribution
    if shares.start != 0 || shares.between != 0 {
      offset += shares.start + shares.between * Double(before.count)
      let alignment = UsedAlignment(.justifyContent, flow.content.style.justifyContent)
      add(
        .distributed(.init(alignment, freeSpace: record.free, before: shares.start, between: shares.between)))
    }
    if item.mainStartMargin != 0 {
      offset += item.mainStartMargin
      add(.margin(sides.start))
    }
    if item.flags.contains(.mainStartAuto), record.share > 0 {
      offset += record.share
      let own = item.flags.contains(.mainEndAuto) ? [sides.start, sides.end] : [sides.start]
      add(.autoMargins(own, freeSpace: record.free, others: record.autoMargins - own.count))
    }
    return steps
  }

  private func flexCrossPlace(
    of index: Int, on lineIndex: Int, _ flow: FlexFlow, _ inner: Size<Double>
  ) -> [LayoutRecorder.PlaceStep] {
    let (item, line, axes) = (flexItems[index], flexLines[lineIndex], flow.axes)
    let sides: (start: Side, end: Side) =
      axes.isRow
      ? (axes.isCrossFlipped ? (.bottom, .top) : (.top, .bottom))
      : (axes.isCrossFlipped ? (.right, .left) : (.left, .right))
    var steps: [LayoutRecorder.PlaceStep] = []
    var offset = 0.0
    func add(_ fact: PlaceFact) {
      steps.append(.init(fact, edge(offset, index, isMain: false, flow, inner)))
    }
    add(.contentEdge(sides.start))
    if flow.axes.isMultiLine {
      let number = lineIndex - flow.lines.lowerBound
      let shares = recorder.flex.lineDistribution
      if shares.start != 0 || shares.between != 0 {
        offset = shares.start + shares.between * Double(number)
        let alignment = UsedAlignment(.alignContent, flow.content.style.alignContent)
        add(
          .distributed(
            .init(
              alignment, freeSpace: recorder.flex.lineFree, before: shares.start, between: shares.between)))
      }
      if number > 0 {
        let extent = (flow.lines.lowerBound..<lineIndex).reduce(0) { $0 + flexLines[$1].cross }
        offset = line.crossOffset
        add(
          .flexLine(
            number, of: flow.lines.count, extent: extent, gaps: flow.crossGap * Double(number)))
      }
    }
    if item.crossStartMargin != 0 {
      offset += item.crossStartMargin
      add(.margin(sides.start))
    }
    let free = line.cross - item.outerCross
    let alignment = usedItemAlignment((.alignSelf, item.style(styles).alignSelf), flow.content.node)
    offset = item.crossOffset
    let isMoved = steps.lastValue.map { differ($0, edge(offset, index, isMain: false, flow, inner)) } ?? true
    if item.hasAutoCrossMargin {
      let autos =
        (item.flags.contains(.crossStartAuto) ? [sides.start] : [])
        + (item.flags.contains(.crossEndAuto) ? [sides.end] : [])
      if isMoved { add(.autoMargins(autos, freeSpace: free)) }
    } else if item.alignsBaseline {
      let isFirst = item.alignment.keyword == .baseline
      add(
        .baseline(
          alignment, own: item.baselineDistance,
          shared: isFirst ? line.firstBaselineDistance : line.lastBaselineDistance,
          from: isFirst ? sides.start : sides.end))
    } else if !item.flags.contains(.stretches), isMoved {
      add(.aligned(alignment, freeSpace: free))
    }
    return steps
  }
}
