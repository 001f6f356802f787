import HybridGeometry

/// A command of a script for a canvas. The numbers are those of `commands` in the prelude's `CanvasPaths.js`;
/// in a list, the arguments of a command follow its number.
enum CanvasCommand: Int {
  case save = 0, restore, reset
  /// a b c d e f
  case transform
  case alpha, composite, lineWidth, lineCap, lineJoin, miterLimit
  /// count lengths…
  case dash
  case dashOffset
  /// blur x y color
  case shadow
  /// 0 none, 1 smooth
  case smoothing
  /// count, then for each its kind and four numbers
  case filter
  /// isStroke color
  case color
  /// isStroke kind, six numbers, count, then for each stop its position and color
  case gradient
  /// isStroke image repeats, a b c d e f
  case pattern
  /// Paths, which `Path2D` has too.
  case begin = 20
  case move, line, quadratic, cubic, arcTo, rectangle, roundRectangle, ellipse, close
  /// The matrix of what follows in a path of its own.
  case local
  /// rule
  case fill = 40
  case stroke
  /// rule
  case clip
  /// rule count steps…
  case fillPath
  /// count steps…
  case strokePath
  /// rule count steps…
  case clipPath
  case fillRectangle, strokeRectangle, clearRectangle
  /// isCanvas id, then the rectangles of source and destination
  case image
  /// isStroke text families size weight italic letterSpacing wordSpacing isRightToLeft align baseline x y
  /// maxWidth (-1 for none)
  case text

  /// How many arguments it has, of which the last may count others.
  var count: Int {
    switch self {
    case .save, .restore, .reset, .begin, .close, .stroke: 0
    case .alpha, .composite, .lineWidth, .lineCap, .lineJoin, .miterLimit, .dash, .dashOffset, .smoothing,
      .filter, .fill, .clip, .strokePath:
      1
    case .color, .move, .line, .fillPath, .clipPath: 2
    case .shadow, .quadratic, .rectangle, .fillRectangle, .strokeRectangle, .clearRectangle: 4
    case .arcTo: 5
    case .transform, .cubic, .local: 6
    case .ellipse: 8
    case .gradient, .pattern: 9
    case .image: 10
    case .roundRectangle: 12
    case .text: 14
    }
  }

  /// How many numbers follow for each that the last argument counts.
  var further: Int {
    switch self {
    case .dash, .fillPath, .strokePath, .clipPath: 1
    case .gradient: 2
    case .filter: 5
    default: 0
    }
  }
}

/// Reads a list of commands, up to the first invalid one.
struct CanvasCommandReader {
  private let list: [Double]
  private var place: Int
  private let end: Int

  init(_ list: [Double], _ range: Range<Int>? = nil) {
    let range = range ?? 0..<list.count
    (self.list, place, end) = (list, range.lowerBound, min(range.upperBound, list.count))
  }

  /// The next command with its arguments, and where those are that its last one counts.
  mutating func next() -> (command: CanvasCommand, given: ArraySlice<Double>, further: Range<Int>)? {
    guard place < end, let number = Int(exactly: list[place]), let command = CanvasCommand(rawValue: number),
      place + 1 + command.count <= end
    else { return nil }
    let first = place + 1
    let given = list[first..<first + command.count]
    place = first + command.count
    var further = place..<place
    if command.further > 0 {
      guard let count = given.last.flatMap({ Int(exactly: $0) }), count >= 0,
        count <= (end - place) / command.further
      else { return nil }
      further = place..<place + count * command.further
      place = further.upperBound
    }
    return (command, given, further)
  }

  /// The numbers of a range.
  subscript(range: Range<Int>) -> ArraySlice<Double> { list[range] }
}

extension ArraySlice<Double> {
  /// The argument at an index from 0.
  func at(_ index: Int) -> Double { self[startIndex + index] }
  /// A matrix of six arguments.
  func matrix(_ index: Int) -> Transform {
    Transform(
      a: at(index), b: at(index + 1), c: at(index + 2), d: at(index + 3), tx: at(index + 4),
      ty: at(index + 5))
  }
  /// A colour.
  func color(_ index: Int) -> RGBA { RGBA(packed: UInt32(exactly: at(index)) ?? 0) }
  /// A small whole number; -1 for anything else.
  func whole(_ index: Int) -> Int { Int(exactly: at(index)) ?? -1 }
}

extension CanvasRamp {
  /// The gradient of a ``CanvasCommand/gradient``.
  init(_ given: ArraySlice<Double>, _ further: ArraySlice<Double>) {
    let first = Point(x: given.at(2), y: given.at(3))
    switch given.whole(1) {
    case 0: shape = .linear(from: first, to: Point(x: given.at(4), y: given.at(5)))
    case 1:
      shape = .radial(
        from: first, inner: given.at(4), to: Point(x: given.at(5), y: given.at(6)), outer: given.at(7))
    default: shape = .conic(around: first, from: given.at(4))
    }
    stops = stride(from: further.startIndex, to: further.endIndex - 1, by: 2).map {
      Gradient.Stop(position: further[$0], color: RGBA(packed: UInt32(exactly: further[$0 + 1]) ?? 0))
    }
  }
}

extension [Filter] {
  /// The numbers of a blur and of a shadow; the filters of colours come before them.
  private static let (blur, shadow) = (Filter.Kind.allCases.count, Filter.Kind.allCases.count + 1)

  /// The most functions that are applied.
  private static let mostInCanvas = 32

  /// The numbers of a ``CanvasCommand/filter``: five for each function.
  package var canvasNumbers: [Double] {
    flatMap { filter -> [Double] in
      switch filter {
      case .color(let kind, let amount):
        [Double(Filter.Kind.allCases.firstIndex(of: kind) ?? 0), amount, 0, 0, 0]
      case .blur(let deviation): [Double(Self.blur), deviation, 0, 0, 0]
      case .shadow(let shadow):
        [
          Double(Self.shadow), shadow.blur, shadow.offset.x, shadow.offset.y, Double(shadow.color.packed),
        ]
      }
    }
  }

  /// The filters of such numbers.
  init(canvas given: ArraySlice<Double>) {
    self = stride(from: given.startIndex, to: given.endIndex - 4, by: 5).prefix(Self.mostInCanvas)
      .compactMap { place in
        let amount = given[place + 1]
        switch Int(exactly: given[place]) {
        case Self.blur?: return .blur(amount)
        case Self.shadow?:
          let color = RGBA(packed: UInt32(exactly: given[place + 4]) ?? 0)
          return .shadow(
            Shadow(offset: Point(x: given[place + 2], y: given[place + 3]), blur: amount, color: color))
        case let kind? where Filter.Kind.allCases.indices.contains(kind):
          return .color(Filter.Kind.allCases[kind], amount)
        default: return nil
        }
      }
  }
}
