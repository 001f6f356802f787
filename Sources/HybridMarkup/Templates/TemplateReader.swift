/// Reads names, values and everything between the tags of a template, from a position on
/// (`Documentation/template-format.md`, *Inputs*).
struct TemplateReader: Sendable {
  /// The file, and behind it names and values that stand otherwise in the file than they are meant.
  private(set) var text: [UInt8]
  /// The length of the file in ``text``, in bytes.
  let end: Int
  /// The offset of the next byte to read.
  private(set) var position = 0
  /// The faults so far, in the order of the file.
  private(set) var faults: [TemplateSyntaxFault] = []
  /// Whether text between tags was reported as ignored; once is enough.
  private var hasToldText = false

  init(_ bytes: [UInt8]) {
    text = bytes
    end = bytes.count
  }

  mutating func move(to position: Int) { self.position = position }

  mutating func skip(_ count: Int) { position += count }

  // MARK: Bytes

  /// The byte at `index` of the file; 0 behind its end.
  func byte(_ index: Int) -> UInt8 { index < end ? text[index] : 0 }

  /// The byte at the position; 0 at the end of the file.
  var next: UInt8 { byte(position) }

  /// A part of ``text`` as a string.
  func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

  /// The string id of a part of `text`, which may have halves of pairs in three bytes.
  static func id(of range: Range<Int>, in text: [UInt8]) -> Int32 {
    asciiID(of: range, in: text) ?? wideID(of: range, in: text)
  }

  /// nil where there is something else than ASCII.
  private static func asciiID(of range: Range<Int>, in text: [UInt8]) -> Int32? {
    let span = text.span
    var hash: UInt32 = 0
    for index in range {
      let byte = span[index]
      guard byte < 0x80 else { return nil }
      hash = hash &* 31 &+ UInt32(byte)
    }
    return Int32(bitPattern: hash)
  }

  /// Over UTF-16 units: three bytes are one unit even where they are half of a pair.
  private static func wideID(of range: Range<Int>, in text: [UInt8]) -> Int32 {
    var hash: UInt32 = 0
    var index = range.lowerBound
    func tail(_ offset: Int) -> UInt32 {
      index + offset < range.upperBound ? UInt32(text[index + offset] & 0x3F) : 0
    }
    while index < range.upperBound {
      let first = UInt32(text[index])
      switch first {
      case 0..<0x80:
        hash = hash &* 31 &+ first
        index += 1
      case 0x80..<0xE0:
        hash = hash &* 31 &+ ((first & 0x1F) << 6 | tail(1))
        index += 2
      case 0xE0..<0xF0:
        hash = hash &* 31 &+ ((first & 0xF) << 12 | tail(1) << 6 | tail(2))
        index += 3
      default:
        let scalar = (first & 7) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3)
        hash = hash &* 31 &+ (0xD800 &+ ((scalar &- 0x10000) >> 10))
        hash = hash &* 31 &+ (0xDC00 | scalar & 0x3FF)
        index += 4
      }
    }
    return Int32(bitPattern: hash)
  }

  /// Writes bytes behind the file.
  mutating func append(_ bytes: some Sequence<UInt8>) -> Range<Int> {
    let start = text.count
    text.append(contentsOf: bytes)
    return start..<text.count
  }

  static func isSame(_ a: Range<Int>, _ b: Range<Int>, in text: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    for offset in 0..<a.count where text[a.lowerBound + offset] != text[b.lowerBound + offset] {
      return false
    }
    return true
  }

  static func isValid(_ range: Range<Int>, in text: [UInt8]) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      let length = text.lengthOfScalar(at: index)
      if length == 0 || index + length > range.upperBound { return false }
      index += length
    }
    return true
  }

  mutating func fault(_ reason: TemplateSyntaxFault.Reason, _ range: Range<Int>) {
    guard faults.count < 1_000 else { return }
    faults.append(TemplateSyntaxFault(reason: reason, range: range))
  }

  // MARK: Names

  // Functions that are called for every name and value are static: to call a method, the whole reader would
  // be copied to the stack.

  /// The end of the name at `start`, as kXML reads names; `start` where there is none.
  static func endOfName(from start: Int, to end: Int, in text: [UInt8]) -> Int {
    let span = text.span
    var index = start
    while index < end {
      let byte = span[index]
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"), UInt8(ascii: ":"):
        index += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
        guard index > start else { return start }
        index += 1
      case 0xC2:
        // U+0080 to U+00BF: no names start with them, and those before U+00B7 are in none.
        guard index > start, index + 1 < end, span[index + 1] >= 0xB7 else { return index }
        index += 2
      case 0x80...: index += 1
      default: return index
      }
    }
    return index
  }

  mutating func readName() -> (range: Range<Int>, id: Int32) {
    let start = position
    position = Self.endOfName(from: start, to: end, in: text)
    var range = start..<position
    if let id = Self.asciiID(of: range, in: text) { return (range, id) }
    if !Self.isValid(range, in: text) {
      fault(.notUTF8, range)
      range = append(Array(String(decoding: text[range], as: UTF8.self).utf8))
    }
    return (range, Self.id(of: range, in: text))
  }

  mutating func skipBlanks() { position = Self.endOfBlanks(from: position, to: end, in: text) }

  private static func endOfBlanks(from start: Int, to end: Int, in text: [UInt8]) -> Int {
    let span = text.span
    var index = start
    while index < end, span[index] <= 0x20 { index += 1 }
    return index
  }

  // MARK: Values

  /// The end of the value at `start`, and whether its bytes are its text.
  static func endOfValue(
    from start: Int, to end: Int, quote: UInt8, in text: [UInt8]
  ) -> (end: Int, isPlain: Bool, isASCII: Bool) {
    let span = text.span
    var isPlain = true
    var isASCII = true
    var index = start
    while index < end {
      let byte = span[index]
      if byte == quote { break }
      if byte < 0x27 {
        if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
          isPlain = false
        }
      } else if byte >= 0x80 {
        isASCII = false
      }
      index += 1
    }
    return (index, isPlain, isASCII)
  }

  /// The value with line ends and references replaced, behind the file.
  mutating func decoded(_ source: Range<Int>) -> Range<Int> {
    var input = text
    var range = source
    let isTextValid = Self.isValid(source, in: text)
    if !isTextValid {
      fault(.notUTF8, source)
      input = Array(String(decoding: text[source], as: UTF8.self).utf8)
      range = 0..<input.count
    }
    var decoder = TemplateValueDecoder(input, range)
    while decoder.step() {}
    let faults = decoder.faults
    for fault in faults { self.fault(fault.reason, isTextValid ? fault.range : source) }
    return append(decoder.output)
  }

  /// The byte of the file from which the byte `offset` of a decoded value was made.
  func place(of offset: Int, in source: Range<Int>) -> Int {
    guard Self.isValid(source, in: text) else { return source.lowerBound }
    var decoder = TemplateValueDecoder(text, source)
    while decoder.output.count < offset, decoder.step() {}
    // A character of several bytes may begin before the byte that is asked for.
    return min(decoder.index, source.upperBound)
  }

  // MARK: Between tags

  /// At the start of the file: a byte order mark is text, unless a declaration follows.
  mutating func readStart() {
    let mark = text.starts(with: [0xEF, 0xBB, 0xBF])
    if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) {
      fault(.utf16, 0..<2)
      position = end
      return
    }
    if let nul = text.firstIndex(of: 0) {
      fault(.nul, nul..<nul + 1)
      position = end
      return
    }
    if mark { position = 3 }
    guard isDeclaration(at: position) else { return }
    if mark { fault(.declarationNotFirst(isMark: true), 0..<3) }
    readXMLDeclaration()
  }

  /// Whether the text there is `<?xml`.
  func isDeclaration(at start: Int) -> Bool {
    byte(start) == UInt8(ascii: "<") && byte(start + 1) == UInt8(ascii: "?")
      && byte(start + 2) | 0x20 == UInt8(ascii: "x") && byte(start + 3) | 0x20 == UInt8(ascii: "m")
      && byte(start + 4) | 0x20 == UInt8(ascii: "l") && start + 5 < end && byte(start + 5) <= 0x20
  }

  /// `version`, then `encoding`, then `standalone`; of what they say only the order and `standalone` matter.
  private mutating func readXMLDeclaration() {
    let start = position
    position += 5
    var names: [String] = []
    while true {
      skipBlanks()
      if byte(position) == UInt8(ascii: "?"), byte(position + 1) == UInt8(ascii: ">") { break }
      let nameStart = position
      let nameRange = readName().range
      let name = string(nameRange)
      skipBlanks()
      let isAssigned = byte(position) == UInt8(ascii: "=")
      if isAssigned { position += 1 }
      skipBlanks()
      let quote = byte(position)
      let valueStart = min(position + 1, end)
      guard !name.isEmpty, isAssigned, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
        let valueEnd = text[valueStart..<end].firstIndex(of: quote)
      else {
        fault(.badDeclaration, nameStart..<min(max(position, nameStart + 1), end))
        return skip(to: [UInt8(ascii: ">")], from: nameStart, or: .unfinishedInstruction, start)
      }
      let value = string(valueStart..<valueEnd)
      position = valueEnd + 1
      let order = ["version", "encoding", "standalone"]
      let isInOrder =
        order.firstIndex(of: name).map { $0 >= names.count && (names.isEmpty ? $0 == 0 : true) } ?? false
      if !isInOrder || name == "standalone" && value != "yes" && value != "no" {
        fault(.badDeclaration, nameStart..<position)
      } else if name == "encoding", value.lowercased() != "utf-8" {
        fault(.encoding(value), valueStart..<valueEnd)
      }
      names.append(name)
    }
    position += 2
    if names.isEmpty { fault(.badDeclaration, start..<position) }
  }

  /// Text is ignored, but has to be well formed. Ends at `<` or at the end of the file.
  mutating func skipText() {
    skipBlanks()
    guard position < end, text[position] != UInt8(ascii: "<") else { return }
    let start = position
    while position < end, text[position] != UInt8(ascii: "<") {
      if text[position] == UInt8(ascii: "&") {
        var decoder = TemplateValueDecoder(text, position..<end)
        _ = decoder.step()
        for fault in decoder.faults { self.fault(fault.reason, fault.range) }
        position = max(decoder.index, position + 1)
      } else if text[position] == UInt8(ascii: "]"), byte(position + 1) == UInt8(ascii: "]"),
        byte(position + 2) == UInt8(ascii: ">")
      {
        fault(.sectionEnd, position..<position + 3)
        position += 3
      } else {
        position += 1
      }
    }
    if !hasToldText {
      hasToldText = true
      var last = position
      while last > start, text[last - 1] <= 0x20 { last -= 1 }
      fault(.ignoredText, start..<last)
    }
  }

  /// A comment, a CDATA section, or a document type.
  mutating func skipDeclaration() {
    let start = position
    let rest = text[start..<end]
    if rest.starts(with: "<!--".utf8) {
      skip(to: Array("-->".utf8), from: start + 4, or: .unfinishedComment, start)
      // The end is found first; "--->" is none to kXML.
      if position - 4 >= start + 4, position <= end, text[position - 4] == UInt8(ascii: "-"),
        text[position - 1] == UInt8(ascii: ">")
      {
        fault(.commentEnd, position - 4..<position)
      }
    } else if rest.starts(with: "<![CDATA[".utf8) {
      skip(to: Array("]]>".utf8), from: start + 9, or: .unfinishedSection, start)
    } else if rest.starts(with: "<!DOCTYPE".utf8) {
      skipDocumentType()
    } else {
      fault(.badDeclarationTag, start..<min(start + 2, end))
      position += 2
    }
  }

  /// Moves behind a document type and all that is in it. Nothing of it is read: no file is opened, no entity
  /// defined.
  private mutating func skipDocumentType() {
    let start = position
    position += 9
    var depth = 1
    var hasMore = false
    while position < end {
      let next = text[position]
      switch next {
      case UInt8(ascii: "<"):
        if text[position..<end].starts(with: "<!--".utf8) {
          position = Self.endOfMark(Array("-->".utf8), from: position + 4, to: end, in: text) ?? end
          continue
        }
        if byte(position + 1) == UInt8(ascii: "?") {
          position = Self.endOfMark(Array("?>".utf8), from: position + 2, to: end, in: text) ?? end
          continue
        }
        depth += 1
      case UInt8(ascii: ">"):
        depth -= 1
        if depth == 0 {
          position += 1
          if hasMore { fault(.documentType, start..<start + 9) }
          return
        }
      case UInt8(ascii: "["): hasMore = true
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        hasMore = true
        position = text[(position + 1)..<end].firstIndex(of: next) ?? end
      default: break
      }
      position += 1
    }
    position = end
    fault(.unfinishedDocumentType, start..<start + 9)
  }

  mutating func skipInstruction() {
    let start = position
    if isDeclaration(at: start) { fault(.declarationNotFirst(isMark: false), start..<start + 5) }
    skip(to: Array("?>".utf8), from: start + 2, or: .unfinishedInstruction, start)
  }

  /// Moves behind `mark`; without one, to the end of the file.
  private mutating func skip(
    to mark: [UInt8], from first: Int, or reason: TemplateSyntaxFault.Reason, _ start: Int
  ) {
    if let found = Self.endOfMark(mark, from: first, to: end, in: text) {
      position = found
    } else {
      position = end
      fault(reason, start..<min(first, end))
    }
  }

  private static func endOfMark(_ mark: [UInt8], from first: Int, to end: Int, in text: [UInt8]) -> Int? {
    let span = text.span
    var index = first
    while index + mark.count <= end {
      if span[index] == mark[0] {
        var length = 1
        while length < mark.count, span[index + length] == mark[length] { length += 1 }
        if length == mark.count { return index + length }
      }
      index += 1
    }
    return nil
  }
}
