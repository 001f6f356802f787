package import HybridSource

/// Reads one JSON text value by value, for texts that are too large or too deep for a single value.
///
/// It is as strict as ``readJSON(_:limits:)`` and reports the same faults, together with those that its user
/// adds. Nesting costs a few bytes a level and no stack, so it is limited only by ``JSONLimits``.
///
///     var json = JSONCursor(source)
///     guard case .object = json.value() else { … }
///     while let key = json.nextKey() {
///       if key.text == "name", case .scalar(let name) = json.value() { … } else { json.skip() }
///     }
///
/// After each key, and after each true result of ``nextElement()``, call ``value()`` or ``skip()``.
package struct JSONCursor: Sendable {
  /// The kind of a value.
  package enum Value: Sendable {
    /// An object that has been entered: ``nextKey()`` follows.
    case object(start: Int)
    /// An array that has been entered: ``nextElement()`` follows.
    case array(start: Int)
    /// A string, a number, `true`, `false` or `null`.
    case scalar(JSONNode)
    /// No value, because nothing sensible can follow; the fault has been reported.
    case none
  }

  /// The key of a member.
  package struct Key: Hashable, Sendable {
    /// The key, escapes resolved.
    package var text: String
    /// The range of the key, quotes included.
    package var range: Range<Int>
  }

  /// An object or array that is still open.
  private struct Level {
    var start: Int
    var isObject: Bool
    var isFirst = true
    /// The keys so far, and once there are many a set of them.
    var keys: [String] = []
    var index: Set<String> = []
  }

  private static let scanLimit = 8

  private var reader: JSONReader
  private var levels: [Level] = []
  /// The end of the bytes that are valid UTF-8, or whose fault has been reported.
  private var checked = 0

  /// A cursor before the only value of `source`.
  package init(_ source: Source, limits: JSONLimits = JSONLimits()) {
    reader = JSONReader(source, limits: limits, keepsPlaces: true)
    guard source.bytes.count <= limits.bytes else {
      let (most, size) = (limits.bytes >> 20, source.bytes.count >> 20)
      reader.stop("json.too-large", "a JSON file has at most \(most) MB here, this one \(size) MB", at: 0..<0)
      return
    }
    if source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
    if !source.bytes.isEmpty, source.bytes.lengthOfScalar(at: 0) == 0 {
      reader.stop("json.invalid-utf8", "this byte is not UTF-8", at: 0..<1, hint: "save the file as UTF-8")
      return
    }
    reader.skipBlanks()
    if reader.index == source.bytes.count {
      reader.stop(
        "json.empty", "there is no JSON value here", at: reader.index..<reader.index,
        hint: "an empty object is {}")
    }
  }

  // MARK: Position

  /// The number of open objects and arrays.
  package var depth: Int { levels.count }
  /// The offset of the next unread byte.
  package var offset: Int { reader.index }
  /// Whether nothing sensible can follow: every further call then returns at once.
  package var isStopped: Bool { reader.stopped }

  // MARK: Diagnostics

  /// The reports, up to the limit.
  package var diagnostics: [Diagnostic] { reader.report.diagnostics }
  /// Whether there was an error.
  package var hasErrors: Bool { reader.report.hasErrors }
  /// The first error since this was last set to nil.
  package var firstFault: JSONFault? {
    get { reader.report.firstFault }
    set { reader.report.firstFault = newValue }
  }

  /// Adds an error about the bytes `range`.
  package mutating func error(_ code: String, _ message: String, at range: Range<Int>, hint: String? = nil) {
    reader.report.error(code, message, at: range, hint: hint)
  }

  /// Adds a warning about the bytes `range`.
  package mutating func warning(_ code: String, _ message: String, at range: Range<Int>, hint: String? = nil)
  {
    reader.report.warning(code, message, at: range, hint: hint)
  }

  /// The line number of a byte.
  package mutating func line(of offset: Int) -> Int { reader.report.line(of: offset) }

  /// Reports the first byte that is not UTF-8 among those read since the last call.
  package mutating func checkUTF8() {
    var reported = false
    while checked < min(reader.index, reader.bytes.count) {
      let length = reader.bytes.lengthOfScalar(at: checked)
      if length == 0, !reported {
        reported = true
        reader.report.error(
          "json.invalid-utf8", "this byte is not UTF-8", at: checked..<checked + 1,
          hint: "save the file as UTF-8")
      }
      checked += max(length, 1)
    }
  }

  // MARK: Reading

  /// Reads the next value; enters an object or array.
  package mutating func value() -> Value {
    guard !isStopped else { return .none }
    let start = reader.index
    switch reader.peek() {
    case UInt8(ascii: "{"): return enter(start, isObject: true) ? .object(start: start) : .none
    case UInt8(ascii: "["): return enter(start, isObject: false) ? .array(start: start) : .none
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let string = reader.readString()
      return isStopped ? .none : .scalar(reader.node(.string(string), start))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let number = reader.readNumber()
      return .scalar(reader.node(number, start))
    default:
      let word = reader.readWord()
      return isStopped ? .none : .scalar(word)
    }
  }

  private mutating func enter(_ start: Int, isObject: Bool) -> Bool {
    guard levels.count < reader.limits.depth else {
      reader.stop(
        "json.too-deep", "arrays and objects nest at most \(reader.limits.depth) deep", at: start..<start + 1)
      return false
    }
    reader.index += 1
    levels.append(Level(start: start, isObject: isObject))
    return true
  }

  /// Moves to the next element of the array; false after the last one.
  package mutating func nextElement() -> Bool { nextItem(closing: UInt8(ascii: "]")) }

  /// Moves to the value of the next member of the object; nil after the last one. A duplicate key is
  /// reported.
  package mutating func nextKey() -> Key? {
    guard nextItem(closing: UInt8(ascii: "}")) else { return nil }
    let start = reader.index
    let text = reader.readKey()
    guard !isStopped else { return nil }
    let key = Key(text: text, range: start..<reader.index)
    reader.skipBlanks()
    switch reader.peek() {
    case UInt8(ascii: ":"): reader.index += 1
    case UInt8(ascii: "="):
      reader.report.error(
        "json.missing-colon", "a key and its value are separated by ':'", at: reader.index..<reader.index + 1)
      reader.index += 1
    default:
      reader.stop("json.missing-colon", "the key \"\(text)\" has no ':' and no value", at: key.range)
      return nil
    }
    reader.skipBlanks()
    if !isNew(text) {
      reader.report.error("json.duplicate-key", "the key \"\(text)\" is here twice", at: key.range)
    }
    return key
  }

  private mutating func nextItem(closing: UInt8) -> Bool {
    guard !isStopped, let level = levels.last else { return false }
    guard let more = reader.nextItem(closing: closing, isFirst: level.isFirst, open: level.start) else {
      return false
    }
    if more { levels[levels.count - 1].isFirst = false } else { levels.removeLast() }
    return more
  }

  /// Records a key of the innermost object; false for a duplicate, compared by bytes and not by canonical
  /// equivalence.
  private mutating func isNew(_ key: String) -> Bool {
    let last = levels.count - 1
    let isLong = levels[last].keys.count > Self.scanLimit
    if !isLong || levels[last].index.contains(key) {
      if levels[last].keys.contains(where: { $0.utf8.elementsEqual(key.utf8) }) { return false }
    }
    levels[last].keys.append(key)
    if isLong {
      levels[last].index.insert(key)
    } else if levels[last].keys.count > Self.scanLimit {
      levels[last].index = Set(levels[last].keys)
    }
    return true
  }

  /// Skips the next value.
  package mutating func skip() {
    let depth = levels.count
    _ = value()
    leave(to: depth)
  }

  /// Reads to the end of all objects and arrays deeper than `depth`.
  package mutating func leave(to depth: Int) {
    while levels.count > depth, !isStopped {
      if levels[levels.count - 1].isObject ? nextKey() != nil : nextElement() { _ = value() }
    }
  }

  /// Reports anything after the only value of the text.
  package mutating func finish() {
    guard !isStopped else { return }
    reader.skipBlanks()
    guard reader.index < reader.bytes.count, !isStopped else { return }
    reader.stop(
      "json.trailing-text", "a JSON text is one value; this follows it", at: reader.wordRange())
  }

  /// Continues after a fatal error, with another element of the array at `depth`.
  ///
  /// - Parameters:
  ///   - start: The element is on the first line after this byte that starts with `mark`, after spaces.
  ///   - depth: The value of ``depth`` while the array is the innermost.
  /// - Returns: false, with nothing changed, when there is no such line.
  package mutating func resume(behind start: Int, at mark: String, depth: Int) -> Bool {
    guard isStopped, levels.count >= depth, depth > 0 else { return false }
    let bytes = reader.bytes
    let mark = Array(mark.utf8)
    var index = start
    while index < bytes.count {
      while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      while index < bytes.count, [0x0A, 0x0D, 0x20, 0x09].contains(bytes[index]) { index += 1 }
      guard bytes[index...].starts(with: mark) else { continue }
      levels.removeLast(levels.count - depth)
      // A missing comma before it has already been reported.
      levels[depth - 1].isFirst = true
      reader.stopped = false
      reader.index = index
      return true
    }
    return false
  }
}
