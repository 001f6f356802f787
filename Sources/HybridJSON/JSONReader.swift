package import HybridSource

/// Limits of JSON texts, against hostile input.
package struct JSONLimits: Hashable, Sendable {
  /// The maximum nesting of arrays and objects.
  package var depth = 512
  /// The maximum number of bytes of a text.
  package var bytes = 16 << 20
  /// The maximum number of characters of a number without a warning; a longer one is kept as text.
  package var digits = 4_096
  /// The maximum number of errors, and of warnings, that are kept; the others are only counted.
  package var reports = 20

  /// The default limits.
  package init() {}
}

/// The result of reading a JSON text.
package struct JSONReading: Sendable {
  /// The value with its ranges; nil when there is an error.
  package var root: JSONNode?
  /// The diagnostics, in the order of the text.
  package var diagnostics: [Diagnostic]

  /// The value; nil when there is an error.
  package var value: JSONValue? { root?.value }
}

/// Reads one JSON text, strictly by RFC 8259, with the range of every value and key.
///
/// Common JavaScript habits (comments, a trailing comma, single quotes, unquoted keys) are errors that name
/// the fix; reading continues after them, so that all of them are reported at once. A duplicate key is an
/// error too. A byte order mark is skipped.
///
/// - Complexity: O(*n*).
package func readJSON(_ source: Source, limits: JSONLimits = JSONLimits()) -> JSONReading {
  var reader = JSONReader(source, limits: limits, keepsPlaces: true)
  let root = reader.read()
  return JSONReading(root: reader.report.hasErrors ? nil : root, diagnostics: reader.report.diagnostics)
}

extension JSONValue {
  /// Reads one JSON text like ``readJSON(_:limits:)``, without ranges: for messages from programs.
  package init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
    var reader = JSONReader(Source(path: "", bytes: bytes), limits: limits, keepsPlaces: false)
    let root = reader.read()
    if let first = reader.report.diagnostics.first(where: { $0.severity == .error }) {
      throw JSONError(diagnostic: first)
    }
    self = root.value
  }

  /// Reads one JSON text given as a string.
  package init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), limits: limits)
  }
}

/// The reason why a message is not valid JSON.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The first error.
  package var diagnostic: Diagnostic

  /// The place and the reason: `line 1, column 12: this object is never closed`.
  package var description: String {
    guard let location = diagnostic.location else { return diagnostic.message }
    return "line \(location.line), column \(location.column): \(diagnostic.message)"
  }
}

/// The state of reading: RFC 8259 §2, *JSON Grammar*, by recursive descent with limited depth.
struct JSONReader {
  let bytes: [UInt8]
  let limits: JSONLimits
  let keepsPlaces: Bool
  var report: JSONReport
  var index = 0
  /// Whether nothing sensible can follow; every level then returns at once.
  var stopped = false

  init(_ source: Source, limits: JSONLimits, keepsPlaces: Bool) {
    self.bytes = source.bytes
    self.limits = limits
    self.keepsPlaces = keepsPlaces
    self.report = JSONReport(source, limit: limits.reports)
  }

  mutating func read() -> JSONNode {
    let nothing = JSONNode(value: .null, range: 0..<0)
    guard bytes.count <= limits.bytes else {
      report.error(
        "json.too-large",
        "a JSON file has at most \(limits.bytes >> 20) MB, this one \(bytes.count >> 20) MB", at: 0..<0)
      return nothing
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      report.error("json.utf-16", "the file is UTF-16", at: 0..<2, hint: "save the file as UTF-8")
      return nothing
    }
    if let invalid = report.source.firstInvalidUTF8 {
      report.error(
        "json.invalid-utf8", "this byte is not UTF-8", at: invalid..<invalid + 1,
        hint: "save the file as UTF-8")
      return nothing
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    skipBlanks()
    if index == bytes.count {
      report.error(
        "json.empty", "there is no JSON value here", at: index..<index, hint: "an empty object is {}")
      return nothing
    }
    let root = readValue(depth: 0)
    guard !stopped else { return root }
    skipBlanks()
    if index < bytes.count, !stopped {
      report.error("json.trailing-text", "a JSON text is one value; this follows it", at: wordRange())
    }
    return root
  }

  // MARK: Values

  private mutating func readValue(depth: Int) -> JSONNode {
    let start = index
    let scalar: JSONValue
    switch peek() {
    case UInt8(ascii: "{"): return readObject(depth: depth + 1)
    case UInt8(ascii: "["): return readArray(depth: depth + 1)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): scalar = .string(readString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): scalar = readNumber()
    default: return readWord()
    }
    return node(scalar, start)
  }

  private mutating func readArray(depth: Int) -> JSONNode {
    let start = index
    guard enter(depth) else { return node(.null, start) }
    var values: [JSONValue] = []
    var children: [JSONNode] = []
    while let more = nextItem(closing: UInt8(ascii: "]"), isFirst: values.isEmpty, open: start), more {
      let element = readValue(depth: depth)
      guard !stopped else { break }
      values.append(element.value)
      if keepsPlaces { children.append(element) }
    }
    return JSONNode(value: .array(values), range: start..<index, children: children)
  }

  private mutating func readObject(depth: Int) -> JSONNode {
    let start = index
    guard enter(depth) else { return node(.null, start) }
    var object = JSONObject()
    var children: [JSONNode] = []
    var isFirst = true
    while let more = nextItem(closing: UInt8(ascii: "}"), isFirst: isFirst, open: start), more {
      isFirst = false
      let keyStart = index
      let key = readKey()
      guard !stopped else { break }
      let keyRange = keyStart..<index
      skipBlanks()
      if peek() == UInt8(ascii: ":") {
        index += 1
        skipBlanks()
      } else if peek() == UInt8(ascii: "=") {
        report.error("json.missing-colon", "a key and its value are separated by ':'", at: index..<index + 1)
        index += 1
        skipBlanks()
      } else {
        stop("json.missing-colon", "the key \"\(key)\" has no ':' and no value", at: keyRange)
        break
      }
      var member = readValue(depth: depth)
      guard !stopped else { break }
      if let position = object.position(of: key), object.keys[position].utf8.elementsEqual(key.utf8) {
        let first =
          keepsPlaces
          ? " (first in line \(report.line(of: children[position].keyRange?.lowerBound ?? 0)))" : ""
        report.error("json.duplicate-key", "the key \"\(key)\" occurs twice\(first)", at: keyRange)
        continue
      }
      object.append(key, member.value)
      if keepsPlaces {
        member.keyRange = keyRange
        children.append(member)
      }
    }
    return JSONNode(value: .object(object), range: start..<index, children: children)
  }

  private mutating func enter(_ depth: Int) -> Bool {
    if depth > limits.depth {
      stop("json.too-deep", "arrays and objects nest at most \(limits.depth) deep", at: index..<index + 1)
      return false
    }
    index += 1
    return true
  }

  /// Moves to the next element or member: true when there is one, false after the closing bracket, nil when
  /// stopped.
  mutating func nextItem(closing: UInt8, isFirst: Bool, open: Int) -> Bool? {
    skipBlanks()
    if !isFirst, peek() != closing {
      if peek() == UInt8(ascii: ",") {
        let comma = index
        index += 1
        skipBlanks()
        if peek() == closing {
          report.error(
            "json.trailing-comma", "there is a comma but nothing follows it", at: comma..<comma + 1,
            hint: "remove the comma")
        }
        while peek() == UInt8(ascii: ",") {
          report.error(
            "json.extra-comma", "there is a value missing before this comma", at: index..<index + 1)
          index += 1
          skipBlanks()
        }
      } else if index < bytes.count, startsItem(in: closing) {
        report.error(
          "json.missing-comma", "there is a comma missing before this", at: wordRange(),
          hint: "write ',' between them")
      } else if index < bytes.count, !stopped {
        stop(
          "json.unexpected",
          "'\(word())' cannot stand here; ',' or '\(Character(Unicode.Scalar(closing)))' can",
          at: wordRange())
      }
    } else if isFirst {
      while peek() == UInt8(ascii: ",") {
        report.error("json.extra-comma", "there is a value missing before this comma", at: index..<index + 1)
        index += 1
        skipBlanks()
      }
    }
    guard !stopped else { return nil }
    if index >= bytes.count {
      let line = report.line(of: open)
      let bracket = Character(Unicode.Scalar(bytes[open]))
      stop(
        "json.unclosed", "the '\(bracket)' of line \(line) is never closed", at: open..<open + 1,
        hint: "add '\(Character(Unicode.Scalar(closing)))' at the end")
      return nil
    }
    if peek() == closing {
      index += 1
      return false
    }
    return true
  }

  /// Whether the next token looks like an element (or, before `}`, like a key), so that only a comma is
  /// missing.
  private func startsItem(in closing: UInt8) -> Bool {
    let byte = peek()
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return true }
    if closing == UInt8(ascii: "}") { return byte.isWordStart }
    return byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "-")
      || byte.isWordPart
  }

  /// Reads a key: a string, or a common mistake in its place.
  mutating func readKey() -> String {
    let byte = peek()
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return readString() }
    let range = wordRange()
    let text = word()
    guard byte.isWordPart else {
      stop("json.unexpected", "'\(text)' cannot stand here; a key in double quotes can", at: range)
      return ""
    }
    report.error(
      "json.unquoted-key", "a key is written in double quotes", at: range, hint: "write \"\(text)\"")
    index = range.upperBound
    return text
  }

  /// Reads `true`, `false` or `null`, or reports the intended word.
  mutating func readWord() -> JSONNode {
    let range = wordRange()
    let text = word()
    index = range.upperBound
    switch text {
    case "true": return node(.bool(true), range.lowerBound)
    case "false": return node(.bool(false), range.lowerBound)
    case "null": return node(.null, range.lowerBound)
    case "": stop("json.unexpected-end", "the text ends where a value should be", at: range)
    case "undefined", "None", "nil":
      report.error("json.unknown-word", "'\(text)' is not JSON", at: range, hint: "write null")
    case "NaN", "Infinity":
      report.error(
        "json.not-a-number", "JSON has no number '\(text)'", at: range, hint: "write null, or a string")
    case _ where bytes[range.lowerBound] == UInt8(ascii: "."):
      report.error("json.bad-number", "a number starts with a digit", at: range, hint: "write 0\(text)")
    case _ where bytes[range.lowerBound] == UInt8(ascii: "+"):
      report.error(
        "json.bad-number", "a number has no '+' in front", at: range, hint: "write \(text.dropFirst())")
    case _ where bytes[range.lowerBound].isWordStart:
      let known = nearest(to: text, in: ["true", "false", "null"])
      report.error(
        "json.unknown-word", "'\(text)' is not JSON; a string is written in double quotes", at: range,
        hint: known.map { "did you mean \($0)?" } ?? "write \"\(text)\"")
    default: stop("json.unexpected", "'\(text)' cannot stand here; a value can", at: range)
    }
    return node(.null, range.lowerBound)
  }

  // MARK: Helpers

  func node(_ value: JSONValue, _ start: Int) -> JSONNode { JSONNode(value: value, range: start..<index) }

  /// The next byte, or 0 at the end; a NUL in the text is invalid anyway.
  func peek() -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  /// Reports a fatal error, after which nothing sensible can follow.
  mutating func stop(_ code: String, _ message: String, at range: Range<Int>, hint: String? = nil) {
    if !stopped { report.error(code, message, at: range, hint: hint) }
    stopped = true
  }

  /// RFC 8259 §2, *ws*; comments are reported and skipped.
  mutating func skipBlanks() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      case UInt8(ascii: "/"):
        let start = index
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        if next == UInt8(ascii: "/") {
          while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
        } else if next == UInt8(ascii: "*") {
          index += 2
          while index + 1 < bytes.count,
            bytes[index] != UInt8(ascii: "*") || bytes[index + 1] != UInt8(ascii: "/")
          {
            index += 1
          }
          index = min(index + 2, bytes.count)
        } else {
          return
        }
        report.error("json.comment", "JSON has no comments", at: start..<index, hint: "remove it")
      case UInt8(ascii: "#"):
        let start = index
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
        report.error("json.comment", "JSON has no comments", at: start..<index, hint: "remove it")
      default: return
      }
    }
  }

  /// The byte range of the next word, or of the next character.
  func wordRange() -> Range<Int> {
    var end = index
    while end < bytes.count, bytes[end].isWordPart { end += 1 }
    if end == index, index < bytes.count { end += max(bytes.lengthOfScalar(at: index), 1) }
    return index..<end
  }

  /// The next word, truncated for a message.
  func word() -> String {
    let range = wordRange()
    let text = report.source.text(in: range.lowerBound..<min(range.upperBound, range.lowerBound + 64))
    return range.count > 64 ? text + "…" : text
  }
}

extension UInt8 {
  /// A letter, `_`, `$`, or part of a non-ASCII character.
  var isWordStart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: true
    case UInt8(ascii: "_"), UInt8(ascii: "$"): true
    default: false
    }
  }
  /// A character that may continue a word or a number.
  var isWordPart: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
    default: isWordStart
    }
  }
}
