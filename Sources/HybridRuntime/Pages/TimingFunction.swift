import HybridCSS

extension TimingFunction {
  /// The progress after `part` of the time. CSS Easing 1 §2.
  ///
  /// - Parameter part: 0 to 1; other values and NaN are clamped.
  /// - Returns: Usually 0 at the beginning and 1 at the end; curves may go beyond both in between. Always
  ///   finite.
  func progress(at part: Double) -> Double {
    let part = part.isNaN ? 1 : min(max(part, 0), 1)
    let progress: Double
    switch self {
    case .linear: progress = part
    case .cubicBezier(let x1, let y1, let x2, let y2):
      progress = part == 0 || part == 1 ? part : Bezier(x1: x1, y1: y1, x2: x2, y2: y2).y(at: part)
    case .steps(let count, let position): progress = Self.step(part, of: count, position)
    case .linearStops(let stops): progress = stops.output(at: part)
    }
    return progress.isFinite ? min(max(progress, -1e4), 1e4) : part
  }

  /// §2.3, *Step Easing Functions*.
  private static func step(_ part: Double, of count: Int, _ position: StepPosition) -> Double {
    let steps = Double(max(count, 1))
    var current = (part * steps).rounded(.down)
    if position == .jumpStart || position == .jumpBoth { current += 1 }
    let jumps: Double
    switch position {
    case .jumpStart, .jumpEnd: jumps = steps
    case .jumpNone: jumps = max(steps - 1, 1)
    case .jumpBoth: jumps = steps + 1
    }
    return min(max(current, 0), jumps) / jumps
  }
}

/// A cubic Bézier curve from (0, 0) to (1, 1) with monotonic x. CSS Easing 1 §2.2.
private struct Bezier {
  var x1: Double
  var y1: Double
  var x2: Double
  var y2: Double

  private static func value(_ a: Double, _ b: Double, _ t: Double) -> Double {
    let rest = 1 - t
    return 3 * rest * rest * t * a + 3 * rest * t * t * b + t * t * t
  }

  /// The y of the curve at `x`, found by bisection, which always terminates.
  func y(at x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<48 {
      let middle = (low + high) / 2
      if Self.value(x1, x2, middle) < x { low = middle } else { high = middle }
    }
    return Self.value(y1, y2, (low + high) / 2)
  }
}

extension [LinearStop] {
  /// CSS Easing 2 §2.2.2, *Output of the linear easing function*.
  fileprivate func output(at input: Double) -> Double {
    guard count > 1 else { return first?.output ?? input }
    // The last stop at or before the input that has another one behind it.
    var (low, high) = (0, count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if self[middle].input <= input { low = middle } else { high = middle }
    }
    let (from, to) = (self[low], self[high])
    guard to.input > from.input else { return to.output }
    return from.output + (to.output - from.output) * (input - from.input) / (to.input - from.input)
  }
}
