import HybridEncoding
import HybridGeometry

/// How much wider than its room a box may be that is placed in it: browsers round lengths down to the 64th
/// part of a pixel, so that columns of 16.666667% fit six times.
let fitTolerance = 1.0 / 64

/// A placed float in a block formatting context: its margin box, relative to the context's corner.
struct FloatBox {
  var isLeft: Bool
  var left: Double
  var right: Double
  var top: Double
  var bottom: Double
}

/// The horizontal room that floats leave free between two heights.
struct FloatRoom {
  var left: Double
  var right: Double
  /// The floats that bound the room extend at least to this height: above it the room does not get wider.
  /// Infinite without such floats.
  var until = Double.infinity
}

/// The floats of one block formatting context, in tree order (CSS 2.2 §9.5).
///
/// No float is above an earlier one (§9.5.1 rule 5), so tree order is the order of their tops. Summaries of
/// two, four, eight… neighbouring floats let a query skip groups that end above a height or do not narrow the
/// room found so far. The cost of a query grows with the floats beside the box, and hardly with earlier ones.
struct FloatContext {
  /// The maximum nesting of blocks that share a formatting context with floats; deeper blocks are
  /// independent. The layout of such blocks is recursive and cannot be shortened by cached answers.
  static let depthLimit = 48

  /// The number of nested blocks in layout.
  var depth = 0
  private var floats: [FloatBox] = []
  /// Summaries of 1, 2, 4… neighbours each, up to one of all.
  private var levels: [[FloatSummary]] = []
  /// Boxes that floats or clearance separate from their container's top margin, found by trial layout.
  var separated: Set<Int> = []
  /// The margins that actually collapse with the top margins of blocks, where such a box reduced them.
  var leadingMargins: [Int: MarginStrut] = [:]
  /// The border boxes of floats that lines have placed, relative to the context's corner.
  var inLine: [Int: Rect] = [:]

  /// The number of placed floats.
  var count: Int { floats.count }
  /// The top of the last float, which is the lowest top; nil when there are none.
  var lowestTop: Double? { floats.last?.top }

  private mutating func append(_ float: FloatBox) {
    floats.append(float)
    let summary = FloatSummary(float)
    var level = 0
    repeat {
      if level == levels.count { levels.append(level == 0 ? [] : [levels[level - 1][0]]) }
      let index = (floats.count - 1) >> level
      if index < levels[level].count {
        levels[level][index].add(summary)
      } else {
        levels[level].append(summary)
      }
      level += 1
    } while levels[level - 1].count > 1
  }

  /// Adds a float that lines have placed, by the corner of its margin box.
  mutating func add(_ float: LineFloat, x: Double, y: Double) {
    append(
      FloatBox(
        isLeft: float.isLeft, left: x, right: x + float.size.width, top: max(y, lowestTop ?? y),
        bottom: y + max(0, float.size.height)))
  }

  /// Removes all floats except the first `count`: the boxes that contain them are laid out again.
  mutating func removeAll(after count: Int) {
    guard count < floats.count else { return }
    floats.removeSubrange(count...)
    for level in levels.indices {
      let kept = (count + 1 << level - 1) >> level
      levels[level].removeSubrange(kept...)
      guard level > 0, kept > 0 else { continue }
      var last = levels[level - 1][2 * kept - 2]
      if 2 * kept - 1 < levels[level - 1].count { last.add(levels[level - 1][2 * kept - 1]) }
      levels[level][kept - 1] = last
    }
    while let below = levels.dropLast().last, below.count <= 1 { levels.removeLast() }
    if count == 0 { levels = [] }
  }

  /// The room that floats leave between two heights, inside `left` and `right`.
  func room(from top: Double, to bottom: Double, left: Double, right: Double) -> FloatRoom {
    let end = max(bottom, top + 1e-6)
    let count =
      floats.last.map { $0.top < end } ?? true ? floats.count : floats.partitioningIndex { $0.top >= end }
    var room = FloatRoom(left: left, right: right)
    var (leftUntil, rightUntil) = (Double.infinity, Double.infinity)
    /// Visits later floats first, which mostly extend further.
    func narrow(_ level: Int, _ index: Int) {
      guard index << level < count else { return }
      let summary = levels[level][index]
      guard summary.bottom > top, summary.leftEdge > room.left || summary.rightEdge < room.right else {
        return
      }
      if summary.leastBottom > top, min((index + 1) << level, floats.count) <= count {
        if summary.leftEdge > room.left { (room.left, leftUntil) = (summary.leftEdge, summary.leastBottom) }
        if summary.rightEdge < room.right {
          (room.right, rightUntil) = (summary.rightEdge, summary.leastBottom)
        }
      } else if level > 0 {
        if 2 * index + 1 < levels[level - 1].count { narrow(level - 1, 2 * index + 1) }
        narrow(level - 1, 2 * index)
      }
    }
    if count > 0 { narrow(levels.count - 1, 0) }
    room.until = min(leftUntil, rightUntil)
    return room
  }

  /// The left and right edges of the room between two heights.
  func edges(from top: Double, to bottom: Double, left: Double, right: Double) -> (
    left: Double, right: Double
  ) {
    let room = room(from: top, to: bottom, left: left, right: right)
    return (room.left, room.right)
  }

  /// The nearest bottom edge of a float below `y`; nil when there is none.
  func nextBottom(below y: Double) -> Double? {
    var next = Double.infinity
    func search(_ level: Int, _ index: Int) {
      let summary = levels[level][index]
      guard summary.bottom > y else { return }
      if summary.leastBottom > y {
        next = min(next, summary.leastBottom)
      } else {
        search(level - 1, 2 * index)
        if 2 * index + 1 < levels[level - 1].count { search(level - 1, 2 * index + 1) }
      }
    }
    guard !floats.isEmpty else { return nil }
    search(levels.count - 1, 0)
    return next < .infinity ? next : nil
  }

  /// The height below the floats of the given sides (§9.5.2); nil when there are none.
  func bottom(clearing clear: Clear) -> Double? {
    guard let all = levels.last?.first else { return nil }
    let bottom: Double =
      switch clear {
      case .left: all.leftBottom
      case .right: all.rightBottom
      default: all.bottom
      }
    return bottom > -.infinity ? bottom : nil
  }

  /// Places a float's margin box by the rules of §9.5.1 and returns its corner.
  mutating func place(
    _ size: Size<Double>, isLeft: Bool, below top: Double, left: Double, right: Double, isReversed: Bool
  ) -> (x: Double, y: Double) {
    // Rule 5: not above an earlier float.
    var y = max(top, floats.last?.top ?? top)
    while true {
      let free = room(from: y, to: y, left: left, right: right)
      let isOpen = free.left == left && free.right == right
      if isOpen || max(0, free.right - free.left) >= size.width - fitTolerance {
        // Rules 1 and 2: as far to its side as possible.
        var x = isLeft ? free.left : free.right - size.width
        // Overlapping floats leave a position for a float without width: at the edge of the float at
        // line-start.
        if !isOpen, free.left > free.right {
          x = (isReversed ? free.right : free.left) - (isLeft ? 0 : size.width)
        }
        append(
          FloatBox(isLeft: isLeft, left: x, right: x + size.width, top: y, bottom: y + max(0, size.height)))
        return (x, y)
      }
      // Rule 8: as high as possible, so at the bottom of the first float in the way.
      y = free.until
    }
  }

  /// The room that floats take from the lines in a box, as bands from its top down.
  ///
  /// - Returns: The first `most` bands, and the start of the next one if there are more.
  func bands(in left: Double, _ right: Double, below top: Double, atMost most: Int) -> (
    bands: [FloatBand], next: Double?
  ) {
    var bands: [FloatBand] = []
    var next: Double?
    func collect(_ level: Int, _ index: Int) {
      guard next == nil, levels[level][index].bottom > top else { return }
      if level > 0 {
        collect(level - 1, 2 * index)
        if 2 * index + 1 < levels[level - 1].count { collect(level - 1, 2 * index + 1) }
        return
      }
      let float = floats[index]
      guard float.right > float.left else { return }
      let band = FloatBand(
        top: float.top - top, bottom: float.bottom - top, left: float.isLeft ? max(0, float.right - left) : 0,
        right: float.isLeft ? 0 : max(0, right - float.left))
      guard band.left > 0 || band.right > 0 else { return }
      if bands.count < most { bands.append(band) } else { next = band.top }
    }
    if !floats.isEmpty { collect(levels.count - 1, 0) }
    return (bands, next)
  }
}

/// A summary of a group of floats, which queries check before the floats themselves.
private struct FloatSummary {
  var leastBottom: Double
  var bottom: Double
  var leftBottom = -Double.infinity
  var rightBottom = -Double.infinity
  /// The right edge of the left floats, and the left edge of the right ones; floats without width take no
  /// room.
  var leftEdge = -Double.infinity
  var rightEdge = Double.infinity

  init(_ float: FloatBox) {
    (leastBottom, bottom) = (float.bottom, float.bottom)
    if float.isLeft {
      leftBottom = float.bottom
      if float.right > float.left { leftEdge = float.right }
    } else {
      rightBottom = float.bottom
      if float.right > float.left { rightEdge = float.left }
    }
  }

  mutating func add(_ other: FloatSummary) {
    leastBottom = min(leastBottom, other.leastBottom)
    bottom = max(bottom, other.bottom)
    leftBottom = max(leftBottom, other.leftBottom)
    rightBottom = max(rightBottom, other.rightBottom)
    leftEdge = max(leftEdge, other.leftEdge)
    rightEdge = min(rightEdge, other.rightEdge)
  }
}
