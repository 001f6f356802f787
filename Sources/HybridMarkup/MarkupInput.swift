import HybridEncoding
import HybridSource

/// The bytes that the readers get: always valid UTF-8. XML has no NUL, at which libxml2 would stop.
///
/// Where they differ in length from the file, offsets are mapped back; in nearly all files there is nothing
/// to map.
struct MarkupInput {
  /// The bytes to parse.
  var bytes: [UInt8]
  /// From each place in ``bytes`` on, how many bytes fewer the file has up to there. In ascending order.
  private var shifts: [(from: Int, by: Int)] = []

  init(_ source: Source, _ language: MarkupLanguage, _ reports: inout MarkupReports) {
    bytes = source.bytes
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    guard hasMark || source.firstInvalidUTF8 != nil || bytes.contains(0) else {
      return
    }
    bytes = []
    bytes.reserveCapacity(source.bytes.count + 16)
    if language == .html, !hasMark, let encoding = PageEncoding(of: source.bytes) {
      decode(source, encoding, &reports)
      return
    }
    var index = 0
    if hasMark {
      index = 3
      shifts.append((0, -3))
    }
    mend(source.bytes, from: index, language, &reports)
  }

  /// Copies the file from another encoding.
  private mutating func decode(_ source: Source, _ encoding: PageEncoding, _ reports: inout MarkupReports) {
    let file = source.bytes
    var index = encoding == .windows1252 ? 0 : 2  // the byte order mark
    if index > 0 { shifts.append((0, -index)) }
    while index < file.count {
      let (scalar, length) = encoding.character(at: index, of: file)
      bytes.append(contentsOf: String(scalar).utf8)
      index += length
      let shift = bytes.count - index
      if shift != shifts.last?.by ?? 0 { shifts.append((bytes.count, shift)) }
    }
    let first = source.firstInvalidUTF8 ?? 0
    reports.warning(
      "markup.encoding", "the page is read as \(encoding.name), which it declares", at: first..<first + 1,
      hint: "save the file as UTF-8")
  }

  /// Copies the file with U+FFFD for each byte that no character can have.
  private mutating func mend(
    _ file: [UInt8], from start: Int, _ language: MarkupLanguage, _ reports: inout MarkupReports
  ) {
    var index = start
    var wrongUntil = -1
    while index < file.count {
      let length = file.lengthOfScalar(at: index)
      if length > 0, file[index] != 0 {
        bytes.append(contentsOf: file[index..<index + length])
        index += length
        continue
      }
      if wrongUntil != index {  // one report for a run of them
        if file[index] == 0 {
          reports.error(
            "markup.nul", "a NUL byte is not allowed in text", at: index..<index + 1, hint: "remove it")
        } else {
          reports.error(
            "markup.invalid-utf8", "this byte is not UTF-8", at: index..<index + 1,
            hint: "save the file as UTF-8")
        }
      }
      wrongUntil = index + 1
      if file[index] == 0, language == .html {
        // Its replacement depends on the state of the tokenizer (HTML Standard §13.2.5).
        bytes.append(0)
        index += 1
        continue
      }
      bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
      index += 1
      shifts.append((bytes.count, bytes.count - index))
    }
  }

  /// The offset in the file of an offset in ``bytes``.
  func original(_ offset: Int) -> Int {
    guard !shifts.isEmpty else { return offset }
    let next = shifts.partitioningIndex { $0.from > offset }
    return next == 0 ? offset : offset - shifts[next - 1].by
  }

  /// The range in the file of a range in ``bytes``.
  func original(_ range: Range<Int>) -> Range<Int> {
    let start = original(range.lowerBound)
    return start..<max(start, original(range.upperBound))
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII character that starts the name of a tag in XML.
  var startsName: Bool { isASCIILetter || self == UInt8(ascii: "_") || self == UInt8(ascii: ":") }
  /// Whether the byte is an ASCII character that continues the name of a tag in XML.
  var continuesName: Bool {
    startsName || isASCIIDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }
}
