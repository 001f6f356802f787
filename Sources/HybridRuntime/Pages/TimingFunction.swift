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
    case .linearStops(let values): progress = LinearStops(values)?.output(at: part) ?? part
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

/// The points of a `linear()`. CSS Easing 2 §2.2.
private struct LinearStops {
  private var points: [(input: Double, output: Double)] = []

  /// Nil if there is no number.
  init?(_ values: [ComponentValue]) {
    var inputs: [Double?] = []
    var outputs: [Double] = []
    for item in values.split(whereSeparator: { $0.content == .token(.comma) }) {
      var output: Double?
      var places: [Double] = []
      for value in item {
        guard case .token(let token) = value.content else { return nil }
        switch token {
        case .number(let number): output = number.value
        case .percentage(let number): places.append(number.value / 100)
        case .whitespace: continue
        default: return nil
        }
      }
      guard let output, output.isFinite, places.count <= 2, places.allSatisfy(\.isFinite) else { return nil }
      for place in places.isEmpty ? [nil] : places.map(Optional.some) {
        inputs.append(place)
        outputs.append(output)
      }
    }
    guard outputs.count > 0 else { return nil }
    inputs[0] = inputs[0] ?? 0
    inputs[inputs.count - 1] = inputs[inputs.count - 1] ?? 1
    // Inputs never decrease; missing ones are spaced evenly between their neighbours.
    var last = (index: 0, input: inputs[0] ?? 0)
    points = [(last.input, outputs[0])]
    for index in inputs.indices.dropFirst() {
      guard let found = inputs[index] else { continue }
      let input = max(found, last.input)
      for between in (last.index + 1)..<(index + 1) {
        let share = Double(between - last.index) / Double(index - last.index)
        points.append((last.input + (input - last.input) * share, outputs[between]))
      }
      last = (index, input)
    }
  }

  func output(at input: Double) -> Double {
    guard points.count > 1 else { return points.first?.output ?? input }
    var index = (points.lastIndex { $0.input <= input } ?? 0)
    index = min(index, points.count - 2)
    let (from, to) = (points[index], points[index + 1])
    guard to.input > from.input else { return to.output }
    return from.output + (to.output - from.output) * (input - from.input) / (to.input - from.input)
  }
}
