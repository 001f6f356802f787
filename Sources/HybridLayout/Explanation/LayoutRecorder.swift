package import HybridGeometry

/// Records the layout of one box for ``LayoutTree/explain(_:root:available:as:)``.
///
/// The steps of the algorithms report their own facts where they occur; each checks once for a whole
/// container whether to record. A container may be laid out several times: the last layout with frames
/// counts, and its facts replace the earlier ones.
struct LayoutRecorder {
  typealias SizeStep = LayoutExplanation.Step<SizeFact>
  typealias PlaceStep = LayoutExplanation.Step<PlaceFact>

  /// The explained node.
  let node: Int
  var role = LayoutExplanation.Role.none
  /// The node that laid it out, or -1.
  var container = -1
  /// The steps by which the container set its width, or its height; empty where the box's own style did.
  var width: [SizeStep] = []
  var height: [SizeStep] = []
  /// The position before relative positioning.
  var x: [PlaceStep] = []
  var y: [PlaceStep] = []
  /// The space and the result of the box, where its memory does not keep them: among floats.
  var own: (space: ConstraintSpace, result: BoxResult)?
  /// The space of the request for the width, if the height was then requested with that width.
  var widthSpace: ConstraintSpace?
  /// The spans of a grid item.
  var area: (columns: GridSpan, rows: GridSpan)?
  /// The lines that a positioned child of a grid container names; recorded before ``begin(_:in:x:y:)``.
  var lines: (container: Int, columns: GridLineRange, rows: GridLineRange)?
  /// The lines that bound its containing block.
  var areaLines: (columns: GridLineRange?, rows: GridLineRange?)
  /// The line of a flex item, unless it is the container's content box.
  var line: SizeFact.LineCrossSize?
  /// The size that percentages of `left`, `top`, `right` and `bottom` refer to in relative positioning.
  var containingBlock = Size(indefinite)
  var flex = FlexRecord()

  init(node: Int) { self.node = node }

  /// Resets the record: a container has laid the box out with frames.
  mutating func begin(_ role: LayoutExplanation.Role, in container: Int, x: [PlaceStep], y: [PlaceStep]) {
    (self.role, self.container) = (role, container)
    (self.x, self.y) = (x, y)
    (width, height, widthSpace, area, line) = ([], [], nil, nil, nil)
    areaLines = (nil, nil)
  }
}

/// The box that a layout explains, with its record: one entry, or none.
struct LayoutRecording {
  /// The box to explain, or -1.
  let node: Int
  private let records: Table<LayoutRecorder>

  /// No box is explained.
  init() { (node, records) = (-1, Table()) }

  private init(node: Int, records: Table<LayoutRecorder>) { (self.node, self.records) = (node, records) }

  /// Runs `body` with an empty record of a box.
  static func record(_ node: Int, _ body: (LayoutRecording) -> Void) {
    var records = [LayoutRecorder(node: node)]
    records.withTable { body(LayoutRecording(node: node, records: $0)) }
  }

  /// The record of the box, if there is one.
  var recorder: LayoutRecorder {
    _read { yield records[0] }
    nonmutating _modify { yield &records[0] }
  }
}

extension LayoutTree {
  /// Lays out everything again without cached results, and explains the size and position of `node`.
  ///
  /// Meant for a copy of a laid-out tree: its cached results are lost. The parameters are those of
  /// ``layout(root:available:as:)``.
  package mutating func explain(
    _ node: LayoutNodeID, root: LayoutNodeID, available: Size<AvailableSpace>, as role: RootRole = .block
  ) -> LayoutExplanation {
    layout(root: root, available: available, as: role)
    var explanation = LayoutExplanation(frame: frame(of: node), role: .none, container: nil)
    guard hasBox(node, in: root), !isInTable(node) else { return explanation }
    let index = Int(root.index)
    // The box has to cache its space, even if it is empty.
    nodes.forgetAll()
    nodes.giveMemory(Int(node.index))
    let space = rootSpace(available, as: role)
    let rootStyle = style(of: root)
    let rounded = roundedFrame(of: node)
    LayoutRecording.record(Int(node.index)) { recording in
      withPass(root: index, recording: recording) { pass in
        let result = pass.layoutRoot(index, space, isMinContent: available.width == .minContent)
        if node == root { pass.recordRoot(result.size, rootStyle, role, offered: space.percentage) }
        explanation = pass.explanation(explanation)
      }
    }
    explanation.addRounding(rounded)
    return explanation
  }

  /// Whether a table decides the size of a node, or a node is one: there are no steps for those.
  private func isInTable(_ node: LayoutNodeID) -> Bool {
    var parent = parent(of: node)
    while let box = parent, style(of: box).display == .contents { parent = self.parent(of: box) }
    let around = parent.map { style(of: $0).display } ?? .block
    if around == .tableCell || around == .tableCaption { return style(of: node).display.isTablePart }
    return style(of: node).display.isTablePart || around.isTablePart
  }

  /// Whether a node is in a tree and has a box there.
  private func hasBox(_ node: LayoutNodeID, in root: LayoutNodeID) -> Bool {
    let isContents = style(of: node).display == .contents && nodes[Int(node.index)].measure < 0
    if node != root, isContents { return false }
    var current: LayoutNodeID? = node
    while let next = current {
      if style(of: next).display == .none || next != node && nodes[Int(next.index)].measure >= 0 {
        return false
      }
      if next == root { return true }
      current = parent(of: next)
    }
    return false
  }
}

extension LayoutPass {
  /// Whether a box is being explained.
  @inline(__always) var isRecording: Bool { recorded >= 0 }

  /// The box to explain, or -1.
  @inline(__always) var recorded: Int { recording.node }

  /// The record of the explained box, while ``isRecording``.
  var recorder: LayoutRecorder {
    _read { yield recording.recorder }
    nonmutating _modify { yield &recording.recorder }
  }

  /// The last space with which the box was laid out with frames, and the result.
  var recordedEntry: (space: ConstraintSpace, result: BoxResult)? {
    let memory = Int(nodes[recorded].memory)
    guard memory >= 0, memories[memory].used.contains(.frames) else { return recorder.own }
    return (memories[memory].frames.space, memories[memory].frames.result)
  }

  /// The complete explanation: the recorded facts and those from the box's own style.
  fileprivate mutating func explanation(_ empty: LayoutExplanation) -> LayoutExplanation {
    var explanation = empty
    let recorder = recorder
    explanation.role = recorder.role
    explanation.container = recorder.container < 0 ? nil : LayoutNodeID(index: Int32(recorder.container))
    explanation.width = recorder.width
    explanation.height = recorder.height
    if let own = recordedEntry {
      let roomy = roomSteps(recorder, own.space)
      if recorder.width.isEmpty {
        explanation.width =
          roomy.width + widthSteps(of: recorder.node, recorder.widthSpace ?? own.space, recorder)
      }
      if recorder.height.isEmpty {
        explanation.height = roomy.height + heightSteps(of: recorder.node, own.space, own.result, recorder)
      }
    }
    explanation.x = recorder.x
    explanation.y = recorder.y
    addRelativeOffset(to: &explanation)
    return explanation
  }

  /// The room of a box before its own style applies.
  private func roomSteps(
    _ recorder: LayoutRecorder, _ space: ConstraintSpace
  ) -> (width: [LayoutRecorder.SizeStep], height: [LayoutRecorder.SizeStep]) {
    let kind: SizeFact.AvailableSpaceKind
    // The room that a flex line or insets leave is recorded where it is filled.
    var room = space.percentage
    switch recorder.role {
    case .root: kind = .viewport
    case .gridItem: kind = .gridArea
    case .positioned: kind = recorder.container < 0 ? .viewport : .paddingBox
    case .block where space.available.width != space.percentage.width:
      kind = .besideFloats
      room.width = roomBesideFloats(recorder.node, space)
    default: kind = .contentBox
    }
    var steps: (width: [LayoutRecorder.SizeStep], height: [LayoutRecorder.SizeStep]) = ([], [])
    var kinds = (width: kind, height: kind == .besideFloats ? .contentBox : kind)
    if let area = recorder.area {
      steps = ([.init(.gridArea(area.columns))], [.init(.gridArea(area.rows))])
    }
    if let lines = recorder.areaLines.columns {
      kinds.width = .gridArea
      steps.width.append(.init(.gridLines(lines)))
    }
    if let lines = recorder.areaLines.rows {
      kinds.height = .gridArea
      steps.height.append(.init(.gridLines(lines)))
    }
    steps.width.append(.init(.available(definite(room.width), kinds.width)))
    steps.height.append(.init(.available(definite(room.height), kinds.height)))
    if let line = recorder.line {
      steps.width.append(.init(.lineCrossSize(line)))
      steps.height.append(.init(.lineCrossSize(line)))
    }
    return steps
  }

  /// The room that floats leave for a block, without its margins: those may overlap floats.
  func roomBesideFloats(_ node: Int, _ space: ConstraintSpace) -> Double {
    space.available.width
      - usedStyle(node).margins(percentageWidth: space.percentage.width).horizontal
  }

  /// Relative positioning, which comes last (CSS Positioned Layout 3 §3.2).
  private func addRelativeOffset(to explanation: inout LayoutExplanation) {
    guard recorder.container >= 0 else { return }
    let style = usedStyle(recorder.node)
    guard style.position == .relative else { return }
    let (area, inset) = (recorder.containingBlock, style.inset)
    func step(_ side: Side, _ length: Length, _ place: Double, _ whole: Double) -> LayoutRecorder.PlaceStep {
      .init(.relative(side, UsedLength(length, of: length.hasPercentage ? definite(whole) : nil)), place)
    }
    if let last = explanation.x.lastValue, differ(last, explanation.frame.x) {
      let hasRight = style.resolve(inset.right, against: area.width) != nil
      let isReversed = usedStyle(recorder.container).direction == .rightToLeft
      let isFromRight = style.resolve(inset.left, against: area.width) == nil || hasRight && isReversed
      explanation.x.append(
        step(
          isFromRight ? .right : .left, isFromRight ? inset.right : inset.left, explanation.frame.x,
          area.width))
    }
    if let last = explanation.y.lastValue, differ(last, explanation.frame.y) {
      let isFromTop = style.resolve(inset.top, against: area.height) != nil
      explanation.y.append(
        step(
          isFromTop ? .top : .bottom, isFromTop ? inset.top : inset.bottom, explanation.frame.y, area.height))
    }
  }

  /// The root, which has no container: its margins and insets place it in the space offered.
  @inline(never) fileprivate mutating func recordRoot(
    _ size: Size<Double>, _ style: LayoutStyle, _ role: RootRole, offered: Size<Double>
  ) {
    let frame = nodes[recorded].frame
    let margins = style.margins(percentageWidth: offered.width)
    func steps(
      _ sides: (Side, Side), _ margin: Double, _ place: Double, _ lengths: (Length, Length), _ whole: Double
    )
      -> [LayoutRecorder.PlaceStep]
    {
      var steps: [LayoutRecorder.PlaceStep] = [.init(.origin, 0)]
      if margin != 0 { steps.append(.init(.margin(sides.0), margin)) }
      if place != margin {
        let (side, length) = lengths.0.isAuto ? (sides.1, lengths.1) : (sides.0, lengths.0)
        steps.append(.init(.inset(side, UsedLength(length, of: length.hasPercentage ? whole : nil)), place))
      }
      return steps
    }
    let x = steps(
      (.left, .right), margins.left, frame.x, (style.inset.left, style.inset.right), offered.width)
    let y = steps(
      (.top, .bottom), margins.top, frame.y, (style.inset.top, style.inset.bottom), offered.height)
    recorder.begin(.root(role), in: -1, x: x, y: y)
  }
}

extension Array where Element == LayoutRecorder.PlaceStep {
  /// The position after the last step with a value.
  var lastValue: Double? { last { $0.value != nil }?.value }
}

/// Whether two positions or extents differ by more than the rounding error of sums in different order.
func differ(_ first: Double, _ second: Double) -> Bool { abs(first - second) > 1e-6 }

/// The size in points; nil for a size that depends on the content.
func definite(_ value: Double) -> Double? { value.isDefinite ? value : nil }
