/// One float that is anchored in the lines of a text (CSS 2.2 §9.5).
package struct LineFloat: Hashable, Sendable {
  /// Its margin box.
  package var size: Size<Double>
  /// Whether it is at the left, not at the right.
  package var isLeft: Bool
  /// The sides whose earlier floats it is placed below.
  package var clearsLeft: Bool
  package var clearsRight: Bool

  package init(size: Size<Double>, isLeft: Bool, clearsLeft: Bool = false, clearsRight: Bool = false) {
    self.size = size
    self.isLeft = isLeft
    self.clearsLeft = clearsLeft
    self.clearsRight = clearsRight
  }
}

/// The lines of one text in one column (CSS Multi-column 1 §2).
package struct LineColumn: Hashable, Sendable {
  /// The first of these lines.
  package var line: Int
  /// How far they are moved from where they would be without columns.
  package var offset: Point

  package init(line: Int, offset: Point) {
    self.line = line
    self.offset = offset
  }
}

/// The floats beside and in the lines of one text, and the columns that it is broken into. Heights are below
/// the top of the text.
package struct LineFloats: Hashable, Sendable {
  /// The room that floats before the text take from its lines.
  package var bands: [FloatBand]
  /// The floats that are anchored in the text, in order.
  package var anchored: [LineFloat]
  /// No float in the text is above this height (CSS 2.2 §9.5.1 rule 5).
  package var top: Double
  /// The lower edges of the floats before the text, on each side.
  package var leftBottom: Double
  package var rightBottom: Double
  /// The columns that the lines are in, where they are in several; empty otherwise.
  package var columns: [LineColumn] = []
  /// The width of the lines in columns.
  package var columnWidth = 0.0

  package init(
    bands: [FloatBand] = [], anchored: [LineFloat] = [], top: Double = -.infinity,
    leftBottom: Double = -.infinity, rightBottom: Double = -.infinity
  ) {
    self.bands = bands
    self.anchored = anchored
    self.top = top
    self.leftBottom = leftBottom
    self.rightBottom = rightBottom
  }

  /// Whether there is none.
  package var isEmpty: Bool { bands.isEmpty && anchored.isEmpty && columns.isEmpty }

  /// The same without columns.
  package var outsideColumns: LineFloats {
    var result = self
    (result.columns, result.columnWidth) = ([], 0)
    return result
  }

  /// The room that the floats leave to a line of a height, in a text of a width.
  package func room(at y: Double, height: Double, width: Double) -> (
    left: Double, right: Double, until: Double
  ) {
    var (left, right, until) = (0.0, width, Double.infinity)
    for band in bands where band.top < y + height && band.bottom > y {
      left = max(left, band.left)
      right = min(right, width - band.right)
      until = min(until, band.bottom)
    }
    return (left, right, until)
  }

  /// Places a float as high as possible below `top`, and as far to its side as possible (CSS 2.2 §9.5.1).
  /// Returns the corner of its margin box.
  package mutating func place(_ float: LineFloat, below top: Double, width: Double) -> Point {
    var y = max(top, self.top)
    if float.clearsLeft { y = max(y, leftBottom) }
    if float.clearsRight { y = max(y, rightBottom) }
    var free = room(at: y, height: 1e-6, width: width)
    while free.left > 0 || free.right < width, max(0, free.right - free.left) < float.size.width - 1e-6,
      free.until < .infinity
    {
      y = free.until
      free = room(at: y, height: 1e-6, width: width)
    }
    let x = float.isLeft ? free.left : free.right - float.size.width
    let bottom = y + max(0, float.size.height)
    self.top = y
    if float.isLeft { leftBottom = max(leftBottom, bottom) } else { rightBottom = max(rightBottom, bottom) }
    if float.size.width > 0 {
      bands.append(
        FloatBand(
          top: y, bottom: bottom, left: float.isLeft ? max(0, x + float.size.width) : 0,
          right: float.isLeft ? 0 : max(0, width - x)))
    }
    return Point(x: x, y: y)
  }
}
