import HybridGeometry
package import HybridLayout

/// Text in layout cases: every character is a square of 10 points; lines break after spaces and at U+200B.
package struct AhemText: Sendable {
  /// Unbreakable characters with the spaces after them.
  private struct Run: Sendable {
    var width = 0.0
    var spaces = 0.0
  }

  private static let side = 10.0
  private static let ascent = 8.0
  private var runs: [Run] = []

  /// Splits a text at its break opportunities.
  package init(_ text: String) {
    var run = Run()
    for scalar in text.unicodeScalars {
      if scalar == " " {
        run.spaces += AhemText.side
      } else if scalar.value == 0x200B {
        runs.append(run)
        run = Run()
      } else {
        if run.spaces > 0 {
          runs.append(run)
          run = Run()
        }
        run.width += AhemText.side
      }
    }
    runs.append(run)
  }

  /// A function that measures the text; `isVertical` for vertical lines.
  package static func measure(_ text: String, isVertical: Bool) -> MeasureFunction {
    let ahem = AhemText(text)
    return { ahem.measured($0, isVertical: isVertical) }
  }

  private func measured(_ input: MeasureInput, isVertical: Bool) -> MeasureOutput {
    func room(_ known: Double?, _ space: AvailableSpace) -> Double {
      if let known { return known }
      switch space {
      case .definite(let points): return points
      case .minContent: return 0
      case .maxContent: return .infinity
      }
    }
    let side = AhemText.side
    if isVertical {
      let (widest, lines) = broken(room(input.known.height, input.available.height), bands: [])
      return MeasureOutput(size: Size(width: lines.last.map { $0 + side } ?? 0, height: widest))
    }
    let (widest, lines) = broken(room(input.known.width, input.available.width), bands: input.floats.bands)
    guard let first = lines.first, let last = lines.last else { return MeasureOutput(size: .zero) }
    return MeasureOutput(
      size: Size(width: widest, height: last + side), firstBaseline: first + AhemText.ascent,
      lastBaseline: last + AhemText.ascent)
  }

  /// Breaks lines greedily; returns the width of the widest line and the position of each.
  private func broken(_ room: Double, bands: [FloatBand]) -> (widest: Double, lines: [Double]) {
    var widest = 0.0
    var tops: [Double] = []
    var top = 0.0
    var index = 0
    while index < runs.count {
      let line = lineSpace(from: top, for: runs[index].width, room, bands)
      top = line.top
      var used = runs[index].width
      var spaces = runs[index].spaces
      index += 1
      while index < runs.count, used + spaces + runs[index].width <= line.room + 0.02 {
        used += spaces + runs[index].width
        spaces = runs[index].spaces
        index += 1
      }
      widest = max(widest, used)
      tops.append(top)
      top += AhemText.side
    }
    return (widest, tops)
  }

  /// The first position from `top` downwards where floats leave room for the first run, or where no float
  /// remains.
  private func lineSpace(
    from top: Double, for width: Double, _ room: Double, _ bands: [FloatBand]
  ) -> (top: Double, room: Double) {
    var top = top
    while true {
      var (left, right, next) = (0.0, 0.0, Double.infinity)
      for band in bands where band.top < top + AhemText.side && band.bottom > top {
        left = max(left, band.left)
        right = max(right, band.right)
        next = min(next, band.bottom)
      }
      let rest = room - left - right
      if width <= rest + 0.02 || next == .infinity { return (top, rest) }
      top = next
    }
  }
}
