@testable import HybridLayout

/// The inconsistent steps of an explanation: those whose numbers do not lead from the previous value to their
/// own value.
///
/// The texts for the author contain these numbers, so a wrong sum would be a false statement.
struct ExplanationArithmetic {
  let tree: LayoutTree
  let node: LayoutNodeID
  let explanation: LayoutExplanation

  var faults: [String] {
    size(explanation.width, isWidth: true, frame: explanation.frame.width).map { "width: \($0)" }
      + size(explanation.height, isWidth: false, frame: explanation.frame.height).map { "height: \($0)" }
      + place(explanation.x, isHorizontal: true, frame: explanation.frame.x).map { "x: \($0)" }
      + place(explanation.y, isHorizontal: false, frame: explanation.frame.y).map { "y: \($0)" }
  }

  private func isNear(_ first: Double, _ second: Double) -> Bool {
    abs(first - second) <= 1e-4 * max(1, abs(first) / 1000)
  }

  // MARK: Sizes

  private func size(_ steps: [LayoutRecorder.SizeStep], isWidth: Bool, frame: Double) -> [String] {
    var faults: [String] = []
    var (value, base): (Double?, Double?) = (nil, nil)
    for step in steps {
      guard let next = step.value else { continue }
      if let expected = extent(step.fact, before: value, base: base, next, isWidth: isWidth),
        !isNear(expected, next)
      {
        faults.append("\(step.fact) comes to \(expected), not \(next)")
      }
      if case .flexBaseSize = step.fact { base = next }
      if case .clamped = step.fact, base == value { base = next }
      value = next
    }
    if value.map({ !isNear($0, frame) }) ?? true { faults.append("ends at \(value ?? -1), not \(frame)") }
    return faults
  }

  /// The extent that a fact implies; nil when it has no number.
  private func extent(_ fact: SizeFact, before: Double?, base: Double?, _ value: Double, isWidth: Bool)
    -> Double?
  {
    switch fact {
    case .specified(let length), .flexBaseSize(.flexBasis(let length)), .flexBaseSize(.mainSize(let length)):
      return used(length)
    case .filled(let filling), .flexBaseSize(.filled(let filling)):
      // A border box is never smaller than zero.
      return value == 0 ? max(0, filling.room - filling.margins) : filling.room - filling.margins
    case .fitContent(let min, let max, let room):
      return Swift.max(min, Swift.min(max, room ?? max))
    case .aspectRatio(let ratio, let from, let insets),
      .flexBaseSize(.aspectRatio(let ratio, let from, let insets)):
      return ratioExtent(ratio, from, insets, value, isWidth: isWidth)
    case .flexed(let flexing):
      let isSum = isNear(flexing.amount, flexing.freeSpace * flexing.weight / flexing.totalWeight)
      return isSum ? (base ?? .nan) + flexing.amount : .nan
    case .clamped(let limit), .hypotheticalMainSize(let limit):
      if let before, limit.isMinimum ? value < before : value > before { return .nan }
      switch limit.origin {
      case .property(let length): return used(length)
      case .automatic(let content, let specified): return Swift.min(content, specified ?? content)
      case .aspectRatio(let ratio, let from, let insets):
        return ratioExtent(ratio, from, insets, value, isWidth: isWidth)
      case .automaticByRatio, .insets: return nil
      }
    case .inflexible: return before
    default: return nil
    }
  }

  private func ratioExtent(_ ratio: Double, _ from: Double, _ insets: Double, _ value: Double, isWidth: Bool)
    -> Double
  {
    // Padding and border are the minimum.
    let extent = (isWidth ? from * ratio : from / ratio) + insets
    return insets == 0 ? max(extent, min(value, self.insets(isWidth))) : extent
  }

  private func insets(_ isWidth: Bool) -> Double {
    let style = tree.style(of: node)
    let border = isWidth ? style.border.left + style.border.right : style.border.top + style.border.bottom
    let padding =
      isWidth ? [style.padding.left, style.padding.right] : [style.padding.top, style.padding.bottom]
    return padding.reduce(Double(border)) {
      // Percentages of padding need the containing block, so any extent is accepted.
      if case .points(let points) = $1 { return $0 + max(0, Double(points)) }
      return $1.hasPercentage ? .infinity : $0
    }
  }

  /// The used value of a length; nil for a keyword or a calculation.
  private func used(_ length: UsedLength) -> Double? {
    switch length.length {
    case .points(let points): return max(0, Double(points)) + length.insets
    case .percent(let percent):
      return length.whole.map { max(0, $0 * Double(percent) / 100) + length.insets } ?? .nan
    default: return nil
    }
  }

  // MARK: Places

  private func place(_ steps: [LayoutRecorder.PlaceStep], isHorizontal: Bool, frame: Double) -> [String] {
    var faults: [String] = []
    var value: Double?
    for step in steps {
      guard let next = step.value else { continue }
      if let value {
        let moved = next - value
        let told = moves(step.fact)
        if !told.isEmpty, !told.contains(where: { isNear($0, moved) }) {
          faults.append("\(step.fact) moves by \(moved), not \(told)")
        }
      } else {
        switch step.fact {
        case .origin, .contentEdge, .paddingEdge, .gridAreaEdge, .staticPosition: break
        default: faults.append("begins with \(step.fact)")
        }
      }
      value = next
    }
    if value.map({ !isNear($0, frame) }) ?? true { faults.append("ends at \(value ?? -1), not \(frame)") }
    return faults
  }

  /// The possible distances by which a fact moves the box; empty when it has no number.
  private func moves(_ fact: PlaceFact) -> [Double] {
    func both(_ distances: Double...) -> [Double] { distances.flatMap { [$0, -$0] } }
    func used(_ side: Side, _ length: UsedLength) -> [Double] {
      let sign = side == .left || side == .top ? 1.0 : -1
      switch length.length {
      case .points(let points): return [Double(points) * sign]
      case .percent(let percent): return [length.whole.map { $0 * Double(percent) / 100 * sign } ?? .nan]
      default: return []
      }
    }
    switch fact {
    case .preceding(let others): return both(others.extent + others.gaps)
    case .precedingTracks(let tracks): return both(tracks.extent + tracks.gaps)
    case .flexLine(_, _, let extent, let gaps): return both(extent + gaps)
    case .margin(let side):
      let margin = tree.style(of: node).margin
      let lengths: [Side: Length] = [
        .left: margin.left, .right: margin.right, .top: margin.top, .bottom: margin.bottom,
      ]
      guard case .points? = lengths[side] else { return lengths[side] == .auto ? [.nan] : [] }
      return used(side, UsedLength(lengths[side] ?? .auto))
    case .collapsedMargins(let margins):
      var strut = MarginStrut()
      for margin in margins.margins { strut.append(margin.value) }
      if !margins.margins.isEmpty, !isNear(strut.sum, margins.sum) { return [.nan] }
      return [margins.leavesContainer ? 0 : margins.sum]
    case .autoMargins(let sides, let free, let others):
      return sides.isEmpty ? [.nan] : both(free / Double(sides.count + others))
    case .distributed(let spread):
      return (0..<32).flatMap { both(spread.before + spread.between * Double($0)) }
    case .aligned(_, let free, let isKeptInside): return isKeptInside ? [] : both(free, free / 2)
    case .baseline(_, let own, let shared, let side):
      let isFirst = side == explanation.startSide(ofCross: side)
      return isFirst ? both(shared - own) : []
    case .gridArea, .floated: return [0]
    case .inset(let side, let length): return used(side, length)
    case .relative(let side, let length): return used(side, length)
    case .parent(_, let place): return [-place]
    default: return []
    }
  }
}

extension LayoutExplanation {
  /// The side that the steps along the axis of a side start from.
  func startSide(ofCross side: Side) -> Side? {
    let steps = side == .left || side == .right ? x : y
    guard case .contentEdge(let start)? = steps.first?.fact else { return nil }
    return start
  }
}
