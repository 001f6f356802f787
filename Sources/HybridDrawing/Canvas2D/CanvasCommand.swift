import HybridGeometry

/// What a script asked of a canvas. The numbers are those of `commands` in the prelude's `CanvasPaths.js`;
/// behind each one in a list follow its arguments.
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

/// Reads a list of commands. What is not one ends it.
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
