import HybridGeometry

/// A rectangle of terminal cells, half open.
struct CellRect: Hashable {
  var left: Int
  var top: Int
  var right: Int
  var bottom: Int

  init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = left
    self.top = top
    self.right = max(left, right)
    self.bottom = max(top, bottom)
  }

  /// The cells of a rectangle in points. Edges are rounded, not extents, so that neighbours neither overlap
  /// nor leave a gap.
  init(_ bounds: Rect) {
    self.init(
      left: CellSize.column(bounds.x), top: CellSize.row(bounds.y), right: CellSize.column(bounds.maxX),
      bottom: CellSize.row(bounds.maxY))
  }

  var width: Int { right - left }
  var height: Int { bottom - top }
  var isEmpty: Bool { width == 0 || height == 0 }

  func intersection(_ other: CellRect) -> CellRect {
    CellRect(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }

  func contains(_ other: CellRect) -> Bool {
    left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom
  }

  /// The rectangle inset on each side.
  func inset(by sides: Edges<Int>) -> CellRect {
    CellRect(
      left: left + sides.left, top: top + sides.top, right: right - sides.right, bottom: bottom - sides.bottom
    )
  }
}

/// The size of a cell: 8 by 16 points.
enum CellSize {
  static let width = 8.0
  static let height = 16.0

  /// The column edge nearest to a position.
  static func column(_ x: Double) -> Int { whole((x / width).rounded()) }
  /// The row edge nearest to a position.
  static func row(_ y: Double) -> Int { whole((y / height).rounded()) }
  /// The row that contains a position; the upper one for a position between two rows.
  static func row(holding y: Double) -> Int { whole(((y - 0.25) / height).rounded(.down)) }
  /// The number of cells that cover an extent, the last one perhaps partly.
  static func count(_ extent: Double, of cell: Double) -> Int { max(0, whole((extent / cell).rounded(.up))) }

  /// Limits a drawing to a million cells in width and height; NaN becomes 0.
  private static func whole(_ value: Double) -> Int { value.isNaN ? 0 : Int(min(max(value, -1e6), 1e6)) }
}

extension Rect {
  /// Whether another rectangle is inside, within rounding errors.
  func contains(_ other: Rect) -> Bool {
    other.x >= x - 0.5 && other.y >= y - 0.5 && other.maxX <= maxX + 0.5 && other.maxY <= maxY + 0.5
  }

  /// The rectangle inside of borders.
  func inset(by borders: Edges<DisplayList.Border>) -> Rect {
    Rect(
      x: x + borders.left.width, y: y + borders.top.width,
      width: width - borders.left.width - borders.right.width,
      height: height - borders.top.width - borders.bottom.width)
  }
}
