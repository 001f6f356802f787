/// The text of a field, with an insertion point.
struct TextEditing: Hashable, Sendable {
  /// The maximum length, in bytes of UTF-8.
  static let longest = 1 << 17

  private(set) var text: String
  /// The number of characters before the insertion point.
  private(set) var caret: Int

  /// Creates a text with the insertion point after `caret` characters; by default at the end.
  init(_ text: String, caret: Int? = nil) {
    self.text = text
    let count = text.count
    self.caret = min(max(caret ?? count, 0), count)
  }

  private var before: Substring { text.prefix(caret) }
  private var behind: Substring { text.dropFirst(caret) }

  /// Inserts text. Returns false, and changes nothing, if the result would be too long.
  mutating func insert(_ added: String) -> Bool {
    guard !added.isEmpty, text.utf8.count + added.utf8.count <= Self.longest else { return false }
    let behind = String(behind)
    // Inserted text may combine with the character before it, and the following text with the inserted one.
    let head = String(before) + added
    text = head + behind
    caret = min(head.count, text.count)
    return true
  }

  /// Deletes the character before the insertion point.
  mutating func deleteBackward() -> Bool {
    guard caret > 0 else { return false }
    let (head, tail) = (before.dropLast(), behind)
    (text, caret) = (String(head) + String(tail), head.count)
    return true
  }

  /// Deletes the character after the insertion point.
  mutating func deleteForward() -> Bool {
    guard !behind.isEmpty else { return false }
    text = String(before) + String(behind.dropFirst())
    caret = min(caret, text.count)
    return true
  }

  /// Deletes from the start of the line to the insertion point, as Ctrl-U does.
  mutating func deleteToLineStart() -> Bool {
    let start = lineStart
    guard start < caret else { return false }
    text = String(text.prefix(start)) + String(behind)
    caret = start
    return true
  }

  /// Moves the insertion point by characters.
  mutating func move(by count: Int) { caret = min(max(caret + count, 0), text.count) }
  /// Moves the insertion point.
  mutating func move(to place: Int) { caret = min(max(place, 0), text.count) }
  /// Moves to the start of the line.
  mutating func moveToLineStart() { caret = lineStart }
  /// Moves to the end of the line.
  mutating func moveToLineEnd() { caret = lineEnd(from: caret) }

  /// Moves up or down a line and keeps the column where the line is long enough; false at the first or last
  /// line.
  mutating func moveLine(by count: Int) -> Bool {
    let column = caret - lineStart
    if count < 0 {
      guard lineStart > 0 else { return false }
      let end = lineStart - 1
      let start = Self.lineStart(in: text.prefix(end))
      caret = min(start + column, end)
    } else {
      let end = lineEnd(from: caret)
      guard end < text.count else { return false }
      caret = min(end + 1 + column, lineEnd(from: end + 1))
    }
    return true
  }

  private var lineStart: Int { Self.lineStart(in: before) }

  private static func lineStart(in text: Substring) -> Int {
    text.lastIndex(of: "\n").map { text.distance(from: text.startIndex, to: $0) + 1 } ?? 0
  }

  private func lineEnd(from place: Int) -> Int {
    let rest = text.dropFirst(place)
    return place
      + (rest.firstIndex(of: "\n").map { rest.distance(from: rest.startIndex, to: $0) } ?? rest.count)
  }
}
