/// The size steps from a box's own style, recorded by the functions of `Sizing.swift`.
extension LayoutPass {
  /// The steps of a box's width in a space. The last step has the value of ``usedWidth(of:_:space:box:)``.
  mutating func widthSteps(
    of node: Int, _ space: ConstraintSpace, _ recorder: LayoutRecorder
  ) -> [LayoutRecorder.SizeStep] {
    let style = usedStyle(node)
    let box = style.boxModel(percentageWidth: space.percentage.width)
    let insets = box.borderPadding.horizontal
    let preferred = preferredWidth(of: node, style, space: space, box: box)
    var steps: [LayoutRecorder.SizeStep] = []
    if style.size.width.hasPercentage, !space.percentage.width.isDefinite {
      steps.append(.init(.percentageOfIndefinite(style.size.width)))
    }
    let fact: SizeFact
    switch preferred.rule {
    case .length: fact = .specified(usedLength(style.size.width, style, of: space.percentage.width, insets))
    case .content: fact = .content(style.size.width == .minContent ? .minContent : .maxContent)
    case .fitContent:
      let sizes = contentSizes(of: node, space: space)
      fact = .fitContent(min: sizes.min, max: sizes.max, room: definite(roomForBox(style, space)))
    case .fill:
      let margins = style.margins(percentageWidth: space.percentage.width).horizontal
      let reason = fillReason(
        style.size.width, recorder, space.percentage.width, (style.inset.left, style.inset.right),
        (.justifySelf, style.justifySelf), isWidth: true)
      let isBeside = recorder.role == .block && space.available.width != space.percentage.width
      fact = .filled(
        isBeside
          ? .init(reason, room: roomBesideFloats(node, space), margins: 0)
          : .init(reason, room: space.available.width, margins: margins))
    case .aspectRatio:
      let height = usedHeight(of: style, space: space, box: box, width: nil, intrinsic: indefinite)
      let by = UsedRatio(style, box, isWidth: true, from: height)
      fact = .aspectRatio(by.ratio, from: by.from, insets: by.insets)
    }
    addPreferred(
      fact, preferred.extent, preferred.rule,
      length: style.resolve(style.size.width, against: space.percentage.width), style, insets, to: &steps)

    let limits = widthLimits(of: node, space: space, box: box, automaticMinimum: preferred.automaticMinimum)
    let whole = space.percentage.width
    func limit(_ length: Length) -> Double? {
      self.limit(length, of: node, space: space, whole: whole, insets: insets, contributes: false)
    }
    let (least, most) = (limit(style.minSize.width), limit(style.maxSize.width))
    let content = preferred.automaticMinimum ? contentSizes(of: node, space: space).min : 0
    addLimits(
      to: &steps, preferred.extent, limits, insets,
      least: least.map { ($0, usedLength(style.minSize.width, style, of: whole, insets)) },
      most: most.map { ($0, usedLength(style.maxSize.width, style, of: whole, insets)) },
      automatic: preferred.automaticMinimum ? content : nil, ratio: style.ratio
    ) {
      UsedRatio(
        style, box, isWidth: true,
        from: height(fromWidth: $0, ratio: style.ratio ?? 1, style: style, box: box))
    }
    return steps
  }

  /// The steps of a box's height. The last step has the value of ``usedHeight(_:intrinsic:)``.
  mutating func heightSteps(
    of node: Int, _ space: ConstraintSpace, _ result: BoxResult, _ recorder: LayoutRecorder
  ) -> [LayoutRecorder.SizeStep] {
    let style = usedStyle(node)
    let box = style.boxModel(percentageWidth: space.percentage.width)
    let insets = box.borderPadding.vertical
    let preferred = preferredHeight(
      of: style, space: space, box: box, width: result.size.width, intrinsic: result.intrinsicHeight)
    var steps: [LayoutRecorder.SizeStep] = []
    if style.size.height.hasPercentage, !space.percentage.height.isDefinite {
      steps.append(.init(.percentageOfIndefinite(style.size.height)))
    }
    let whole = space.percentage.height
    let fact: SizeFact
    switch preferred.rule {
    case .length: fact = .specified(usedLength(style.size.height, style, of: whole, insets))
    case .content, .fitContent:
      let countsFloats = space.isIndependent || style.isIndependent
      fact = .content(
        contentSize(of: node, width: result.size.width - box.insets.horizontal, countsFloats: countsFloats))
    case .fill:
      let margins = style.margins(percentageWidth: space.percentage.width).vertical
      let reason = fillReason(
        style.size.height, recorder, whole, (style.inset.top, style.inset.bottom),
        (.alignSelf, style.alignSelf), isWidth: false)
      fact = .filled(.init(reason, room: space.available.height, margins: margins))
    case .aspectRatio:
      let by = UsedRatio(style, box, isWidth: false, from: result.size.width)
      fact = .aspectRatio(by.ratio, from: by.from, insets: by.insets)
    }
    addPreferred(
      fact, preferred.extent, preferred.rule,
      length: style.resolve(style.size.height, against: whole), style, insets, to: &steps)
    let limits = heightLimits(
      of: style, space: space, box: box, intrinsic: result.intrinsicHeight,
      automaticMinimum: preferred.automaticMinimum)
    let own = heightLimits(of: style, space: space, box: box, intrinsic: result.intrinsicHeight)
    addLimits(
      to: &steps, preferred.extent, limits, insets,
      least: style.minSize.height.isAuto
        ? nil : (own.min, usedLength(style.minSize.height, style, of: whole, insets)),
      most: style.maxSize.height.isAuto
        ? nil : (own.max, usedLength(style.maxSize.height, style, of: whole, insets)),
      automatic: preferred.automaticMinimum ? result.intrinsicHeight : nil, ratio: nil
    ) { _ in nil }
    return steps
  }

  /// The step of a size before its limits, and the step of padding and border, the minimum of every length.
  private func addPreferred(
    _ fact: SizeFact, _ extent: Double, _ rule: PreferredSize.Rule, length: Double?, _ style: UsedStyle,
    _ insets: Double, to steps: inout [LayoutRecorder.SizeStep]
  ) {
    guard rule == .length, let length, style.boxSizing == .borderBox, max(0, length) < extent else {
      return steps.append(.init(fact, extent))
    }
    steps.append(.init(fact, max(0, length)))
    steps.append(.init(.clamped(.init(isMinimum: true, .insets)), insets))
  }

  /// A step for each limit that changed the extent: the maximum, the minimum, then padding and border.
  private func addLimits(
    to steps: inout [LayoutRecorder.SizeStep], _ extent: Double, _ limits: MinMaxSizes, _ insets: Double,
    least: (value: Double, length: UsedLength)?, most: (value: Double, length: UsedLength)?,
    automatic: Double?, ratio: Double?, transferred: (Double) -> UsedRatio?
  ) {
    var extent = extent
    func step(_ value: Double, isMinimum: Bool, _ own: (value: Double, length: UsedLength)?) {
      let origin: SizeFact.Limit.Origin
      if let own, own.value == value || ratio == nil && automatic == nil {
        origin = .property(own.length)
      } else if isMinimum, let automatic, automatic == value {
        origin = .automatic(content: automatic, specified: nil)
      } else if let by = transferred(value), !differ(by.extent(isWidth: true), value) {
        origin = .aspectRatio(by.ratio, from: by.from, insets: by.insets)
      } else {
        origin = .automaticByRatio
      }
      if case .property(let length) = origin, let plain = length.plain, plain < value, differ(plain, value) {
        // Padding and border exceed the length.
        guard !isMinimum else { return }
        extent = plain
      } else {
        extent = value
      }
      steps.append(.init(.clamped(.init(isMinimum: isMinimum, origin)), extent))
    }
    if extent > limits.max {
      // A maximum below the minimum is raised to the minimum.
      if let most, most.value < limits.max, differ(most.value, limits.max) {
        step(most.value, isMinimum: false, most)
      } else {
        step(limits.max, isMinimum: false, most)
      }
    }
    if extent < limits.min { step(limits.min, isMinimum: true, least) }
    if extent < insets { steps.append(.init(.clamped(.init(isMinimum: true, .insets)), insets)) }
  }

  /// The reason why an automatic size fills its room.
  private func fillReason(
    _ length: Length, _ recorder: LayoutRecorder, _ whole: Double, _ insets: (Length, Length),
    _ own: (UsedAlignment.Property, Alignment), isWidth: Bool
  ) -> SizeFact.Filling.Reason {
    if length == .stretch { return .keyword }
    switch recorder.role {
    case .flexItem:
      return .flexLine(
        usedItemAlignment((.alignSelf, usedStyle(recorder.node).alignSelf), recorder.container))
    case .gridItem: return .gridArea(usedItemAlignment(own, recorder.container))
    case .positioned:
      func used(_ length: Length) -> UsedLength { UsedLength(length, of: length.hasPercentage ? whole : nil) }
      return .insets(used(insets.0), used(insets.1))
    case .root, .block, .float, .none: return .block
    }
  }

  /// `align-self` or `justify-self`, or the container's value for `auto`.
  func usedItemAlignment(
    _ own: (property: UsedAlignment.Property, value: Alignment), _ container: Int
  ) -> UsedAlignment {
    guard own.value.keyword == .auto else { return UsedAlignment(own.property, own.value) }
    let container = usedStyle(container)
    return own.property == .justifySelf
      ? UsedAlignment(.justifyItems, container.justifyItems)
      : UsedAlignment(.alignItems, container.alignItems)
  }

  /// A length with its percentage basis.
  func usedLength(_ length: Length, _ style: UsedStyle, of whole: Double, _ insets: Double) -> UsedLength {
    let isLength = style.resolve(length, against: whole) != nil
    return UsedLength(
      length, of: length.hasPercentage ? definite(whole) : nil,
      insets: isLength && style.boxSizing == .contentBox ? insets : 0)
  }

  /// The kind of a box's content, for its height.
  ///
  /// - Parameter countsFloats: Whether the box is an independent formatting context, which contains its
  ///   floats.
  func contentSize(of node: Int, width: Double, countsFloats: Bool) -> SizeFact.ContentSize {
    if nodes[node].measure >= 0 { return .measured(width: max(0, width)) }
    let isBlock = usedStyle(node).display != .flex && usedStyle(node).display != .grid
    var (count, floats) = (0, 0)
    for child in boxChildren(of: node) where !usedStyle(child).isOutOfFlow {
      if isBlock, usedStyle(child).float != .none { floats += 1 } else { count += 1 }
    }
    switch usedStyle(node).display {
    case .flex: return .flexItems(count)
    case .grid: return .gridItems(count)
    default: return .blocks(count, floats: countsFloats ? floats : 0)
    }
  }
}

/// An extent along one axis that an aspect ratio derives from the other one.
struct UsedRatio {
  var ratio: Double
  /// The extent of the box that `box-sizing` names along the other axis.
  var from: Double
  /// The padding and border to add, where that is the content box.
  var insets: Double

  /// - Parameters:
  ///   - isWidth: Whether the result is a width.
  ///   - from: The extent of the border box along the other axis.
  init(_ style: UsedStyle, _ box: BoxModel, isWidth: Bool, from: Double) {
    let insets = box.borderPadding
    ratio = style.ratio ?? 1
    let isContent = style.boxSizing == .contentBox
    self.insets = isContent ? (isWidth ? insets.horizontal : insets.vertical) : 0
    self.from = isContent ? max(0, from - (isWidth ? insets.vertical : insets.horizontal)) : from
  }

  /// The resulting extent.
  func extent(isWidth: Bool) -> Double { (isWidth ? from * ratio : from / ratio) + insets }
}
