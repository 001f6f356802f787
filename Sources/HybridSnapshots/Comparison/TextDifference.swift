import HybridSource

/// The difference of two texts, line by line, for a reviewer.
package struct TextDifference: Hashable, Sendable {
  /// One line of a difference.
  package enum Line: Hashable, Sendable {
    /// A line in both texts.
    case kept(String)
    /// A line only in the old text.
    case removed(String)
    /// A line only in the new text.
    case added(String)
    /// The number of common lines omitted here.
    case gap(Int)
  }

  /// The lines that differ, with some context.
  package var lines: [Line]
  /// The 1-based number of the first differing line in the new text: where a reader looks first.
  package var firstLine: Int
  /// The 1-based numbers of all differing lines in the new text.
  package var newLines: [Int] = []
  /// The number of removed lines, and of added ones.
  package var removed: Int
  package var added: Int

  /// The number of context lines on either side of a change.
  static let context = 3

  /// The difference of two lists of lines; nil when there is none.
  ///
  /// - Parameter isSame: Whether an old line matches a new line; a kept line is shown in its new form.
  package init?(
    _ before: [String], _ after: [String], isSame: (Int, Int) -> Bool
  ) {
    let script = EditScript(before.count, after.count, isSame: isSame)
    guard !script.isEmpty else { return nil }
    removed = script.removed.count
    added = script.added.count
    newLines = script.added.map { $0 + 1 }.sorted()
    var all: [Line] = []
    var (old, new) = (0, 0)
    var first: Int?
    while old < before.count || new < after.count {
      if old < before.count, script.removed.contains(old) {
        first = first ?? new + 1
        all.append(.removed(before[old]))
        old += 1
      } else if new < after.count, script.added.contains(new) {
        first = first ?? new + 1
        all.append(.added(after[new]))
        new += 1
      } else {
        all.append(.kept(after[new]))
        old += 1
        new += 1
      }
    }
    firstLine = first ?? 1
    lines = Self.shortened(all)
  }

  /// The difference of two texts; nil when they are equal.
  package init?(_ before: String, _ after: String) {
    guard before != after else { return nil }
    let old = Self.lines(of: before)
    let new = Self.lines(of: after)
    if let difference = TextDifference(old, new, isSame: { old[$0] == new[$1] }) {
      self = difference
    } else {
      // Only line ends differ: `\r\n`, or a missing line end after the last line.
      self.init(lines: [.gap(new.count)], firstLine: 1, removed: 0, added: 0)
    }
  }

  private init(lines: [Line], firstLine: Int, removed: Int, added: Int) {
    self.lines = lines
    self.firstLine = firstLine
    self.removed = removed
    self.added = added
  }

  static func lines(of text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines.map { $0.hasSuffix("\r") ? String($0.dropLast()) : $0 }
  }

  /// Omits lines that are far from every change.
  private static func shortened(_ all: [Line]) -> [Line] {
    var isNear = [Bool](repeating: false, count: all.count)
    for (index, line) in all.enumerated() {
      if case .kept = line { continue }
      for near in max(0, index - context)...min(all.count - 1, index + context) { isNear[near] = true }
    }
    var result: [Line] = []
    var gap = 0
    for (index, line) in all.enumerated() {
      if isNear[index] {
        if gap > 0 { result.append(.gap(gap)) }
        gap = 0
        result.append(line)
      } else {
        gap += 1
      }
    }
    if gap > 0 { result.append(.gap(gap)) }
    return result
  }

  /// The difference as text: a sign and the line, at most `limit` of them.
  package func text(limit: Int = .max) -> [String] {
    var result = lines.prefix(limit).map { line in
      switch line {
      case .kept(let text): "  \(text)"
      case .removed(let text): "- \(text)"
      case .added(let text): "+ \(text)"
      case .gap(let count): "  … \(counted(count, "line")) as before"
      }
    }
    if lines.count > limit { result.append("  … and \(lines.count - limit) more lines") }
    return result
  }
}

/// The shortest edit script: E. W. Myers, *An O(ND) Difference Algorithm and Its Variations* (1986), the
/// greedy algorithm of §2, between the common start and the common end.
private struct EditScript {
  private(set) var removed: Set<Int> = []
  private(set) var added: Set<Int> = []
  var isEmpty: Bool { removed.isEmpty && added.isEmpty }

  /// The maximum number of edits that are searched for. Texts with more differences are reported as replaced
  /// between their common start and end: such a difference is too long to be read.
  private static let limit = 500

  init(_ oldCount: Int, _ newCount: Int, isSame: (Int, Int) -> Bool) {
    var start = 0
    while start < min(oldCount, newCount), isSame(start, start) { start += 1 }
    var (oldEnd, newEnd) = (oldCount, newCount)
    while oldEnd > start, newEnd > start, isSame(oldEnd - 1, newEnd - 1) {
      (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
    }
    let (rows, columns) = (oldEnd - start, newEnd - start)
    guard let trace = Self.trace(rows, columns, isSame: { isSame($0 + start, $1 + start) }) else {
      removed = Set(start..<oldEnd)
      added = Set(start..<newEnd)
      return
    }
    // Backwards along the furthest-reaching paths.
    var (x, y) = (rows, columns)
    for (edits, furthest) in trace.enumerated().reversed() where edits > 0 {
      let diagonal = x - y
      let isDown = Self.comesDown(diagonal, edits, furthest)
      let last = isDown ? diagonal + 1 : diagonal - 1
      let fromX = furthest[last + edits] ?? 0
      let fromY = fromX - last
      if isDown { added.insert(start + fromY) } else { removed.insert(start + fromX) }
      (x, y) = (fromX, fromY)
    }
  }

  /// Whether the furthest-reaching path on `diagonal` comes from the diagonal above it: an added line.
  private static func comesDown(_ diagonal: Int, _ edits: Int, _ furthest: [Int?]) -> Bool {
    if diagonal == -edits { return true }
    if diagonal == edits { return false }
    return (furthest[diagonal - 1 + edits] ?? -1) < (furthest[diagonal + 1 + edits] ?? -1)
  }

  /// For each number of edits, how far the paths with one edit less reach, by diagonal; nil beyond the limit.
  private static func trace(_ rows: Int, _ columns: Int, isSame: (Int, Int) -> Bool) -> [[Int?]]? {
    var trace: [[Int?]] = []
    var furthest: [Int?] = []
    for edits in 0...max(0, min(rows + columns, limit)) {
      // Padded on both sides, so that diagonal d is at index d + edits in the previous array.
      var before: [Int?] = [Int?](repeating: nil, count: 2 * edits + 1)
      if edits > 0 {
        for diagonal in stride(from: -(edits - 1), through: edits - 1, by: 2) {
          before[diagonal + edits] = furthest[diagonal + edits - 1]
        }
      }
      trace.append(before)
      var now: [Int?] = [Int?](repeating: nil, count: 2 * edits + 1)
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        var x: Int
        if edits == 0 {
          x = 0
        } else if comesDown(diagonal, edits, before) {
          x = before[diagonal + 1 + edits] ?? 0
        } else {
          x = (before[diagonal - 1 + edits] ?? 0) + 1
        }
        var y = x - diagonal
        while x < rows, y < columns, y >= 0, isSame(x, y) { (x, y) = (x + 1, y + 1) }
        now[diagonal + edits] = x
        if x >= rows, y >= columns { return trace }
      }
      furthest = now
    }
    return nil
  }
}
