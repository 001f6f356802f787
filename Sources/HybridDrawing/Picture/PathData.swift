import Glibc
import HybridEncoding
import HybridGeometry

extension Path {
  /// The path that SVG path data describes (SVG 2 §9.3), up to the first fault, moved by a point.
  init(data: String, at origin: Point = .zero) {
    var reader = PathDataReader(data, origin)
    self.init()
    steps = reader.read()
  }
}

/// Reads path data.
private struct PathDataReader {
  private let bytes: [UInt8]
  private let origin: Point
  private var place = 0
  private var steps: [Path.Step] = []
  private var current = Point.zero
  private var start = Point.zero
  /// The last control point, for the smooth forms of curves.
  private var control: Point?
  private var isCubic = false

  init(_ data: String, _ origin: Point) {
    bytes = Array(data.utf8)
    self.origin = origin
  }

  mutating func read() -> [Path.Step] {
    while let command = nextCommand() {
      guard !steps.isEmpty || command.lowercased() == "m" else { break }
      if command.lowercased() == "z" {
        steps.append(.close)
        (current, control) = (start, nil)
        continue
      }
      guard step(command, isFirst: true) else { break }
      while startsNumber { guard step(command, isFirst: false) else { return steps } }
    }
    return steps
  }

  private mutating func skip() {
    while place < bytes.count, bytes[place].isASCIIWhitespace || bytes[place] == 0x2C { place += 1 }
  }

  private mutating func nextCommand() -> Character? {
    skip()
    guard place < bytes.count else { return nil }
    let letter = Character(Unicode.Scalar(bytes[place]))
    guard "MmZzLlHhVvCcSsQqTtAa".contains(letter) else { return nil }
    place += 1
    return letter
  }

  private var startsNumber: Bool {
    mutating get {
      skip()
      guard place < bytes.count else { return false }
      return bytes[place].isASCIIDigit || [0x2B, 0x2D, 0x2E].contains(bytes[place])
    }
  }

  private mutating func number() -> Double? {
    guard startsNumber else { return nil }
    let first = place
    if bytes[place] == 0x2B || bytes[place] == 0x2D { place += 1 }
    var hasDot = false
    while place < bytes.count {
      let byte = bytes[place]
      if byte == 0x2E {
        if hasDot { break }
        hasDot = true
      } else if !byte.isASCIIDigit {
        break
      }
      place += 1
    }
    if place < bytes.count, bytes[place] | 0x20 == 0x65 {
      var end = place + 1
      if end < bytes.count, bytes[end] == 0x2B || bytes[end] == 0x2D { end += 1 }
      if end < bytes.count, bytes[end].isASCIIDigit {
        while end < bytes.count, bytes[end].isASCIIDigit { end += 1 }
        place = end
      }
    }
    let value = Double(String(decoding: bytes[first..<place], as: UTF8.self))
    return value.flatMap { $0.isFinite && abs($0) < 1e7 ? $0 : nil }
  }

  /// A flag of an arc: one digit, which needs no separator.
  private mutating func flag() -> Bool? {
    skip()
    guard place < bytes.count, bytes[place] == 0x30 || bytes[place] == 0x31 else { return nil }
    place += 1
    return bytes[place - 1] == 0x31
  }

  private mutating func point(_ isRelative: Bool) -> Point? {
    guard let x = number(), let y = number() else { return nil }
    return isRelative ? Point(x: current.x + x, y: current.y + y) : Point(x: x, y: y)
  }

  private func placed(_ spot: Point) -> Point { Point(x: spot.x + origin.x, y: spot.y + origin.y) }

  private mutating func line(to end: Point) {
    steps.append(.line(placed(end)))
    (current, control) = (end, nil)
  }

  private mutating func curve(_ first: Point, _ second: Point, to end: Point) {
    steps.append(.curve(placed(first), placed(second), placed(end)))
    current = end
  }

  /// The last control point, mirrored.
  private func mirrored(_ isCubic: Bool) -> Point {
    guard let control, self.isCubic == isCubic else { return current }
    return Point(x: 2 * current.x - control.x, y: 2 * current.y - control.y)
  }

  /// One step of a command; false if its numbers are wrong.
  private mutating func step(_ command: Character, isFirst: Bool) -> Bool {
    let isRelative = command.isLowercase
    switch command.lowercased() {
    case "m":
      guard let end = point(isRelative) else { return false }
      if isFirst {
        steps.append(.move(placed(end)))
        (current, start, control) = (end, end, nil)
      } else {
        line(to: end)
      }
    case "l":
      guard let end = point(isRelative) else { return false }
      line(to: end)
    case "h":
      guard let x = number() else { return false }
      line(to: Point(x: isRelative ? current.x + x : x, y: current.y))
    case "v":
      guard let y = number() else { return false }
      line(to: Point(x: current.x, y: isRelative ? current.y + y : y))
    case "c":
      guard let first = point(isRelative), let second = point(isRelative), let end = point(isRelative) else {
        return false
      }
      curve(first, second, to: end)
      (control, isCubic) = (second, true)
    case "s":
      let first = mirrored(true)
      guard let second = point(isRelative), let end = point(isRelative) else { return false }
      curve(first, second, to: end)
      (control, isCubic) = (second, true)
    case "q", "t":
      var middle = mirrored(false)
      if command.lowercased() == "q" {
        guard let own = point(isRelative) else { return false }
        middle = own
      }
      guard let end = point(isRelative) else { return false }
      let (first, second) = Path.Step.cubicControls(from: current, middle, to: end)
      curve(first, second, to: end)
      (control, isCubic) = (middle, false)
    default:
      guard let x = number(), let y = number(), let turn = number(), let isLarge = flag(),
        let isClockwise = flag(), let end = point(isRelative)
      else { return false }
      arc(Size(width: abs(x), height: abs(y)), turn: turn, isLarge, isClockwise, to: end)
      control = nil
    }
    return true
  }

  /// An arc of an ellipse as curves. SVG 2 §B.2.4, *Conversion from endpoint to center parameterization*.
  private mutating func arc(
    _ size: Size<Double>, turn: Double, _ isLarge: Bool, _ isClockwise: Bool, to end: Point
  ) {
    guard size.width > 0, size.height > 0, end != current else { return line(to: end) }
    let angle = turn * .pi / 180
    let (sine, cosine) = (sin(angle), cos(angle))
    let (dx, dy) = ((current.x - end.x) / 2, (current.y - end.y) / 2)
    let (x, y) = (cosine * dx + sine * dy, cosine * dy - sine * dx)
    var (rx, ry) = (size.width, size.height)
    let excess = hypot(x / rx, y / ry)
    // Radii that are nothing beside the way are those of a line.
    guard excess < 1e9 else { return line(to: end) }
    if excess > 1 { (rx, ry) = (rx * excess, ry * excess) }
    let below = rx * rx * y * y + ry * ry * x * x
    let share = below > 0 ? (max(rx * rx * ry * ry - below, 0) / below).squareRoot() : 0
    let side = isLarge == isClockwise ? -share : share
    let (cx, cy) = (side * rx * y / ry, -side * ry * x / rx)
    let center = Point(
      x: cosine * cx - sine * cy + (current.x + end.x) / 2,
      y: sine * cx + cosine * cy + (current.y + end.y) / 2)
    let first = atan2((y - cy) / ry, (x - cx) / rx)
    var way = atan2((-y - cy) / ry, (-x - cx) / rx) - first
    guard way.isFinite else { return line(to: end) }
    if isClockwise, way < 0 { way += 2 * .pi } else if !isClockwise, way > 0 { way -= 2 * .pi }
    let count = max(Int((abs(way) / (.pi / 2) - 1e-9).rounded(.up)), 1)
    let step = way / Double(count)
    let kappa = 4.0 / 3 * tan(step / 4)
    func spot(_ x: Double, _ y: Double) -> Point {
      Point(x: center.x + cosine * rx * x - sine * ry * y, y: center.y + sine * rx * x + cosine * ry * y)
    }
    for index in 0..<count {
      let (from, to) = (first + step * Double(index), first + step * Double(index + 1))
      curve(
        spot(cos(from) - kappa * sin(from), sin(from) + kappa * cos(from)),
        spot(cos(to) + kappa * sin(to), sin(to) - kappa * cos(to)),
        to: index == count - 1 ? end : spot(cos(to), sin(to)))
    }
  }
}
