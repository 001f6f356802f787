import HybridEncoding
import HybridMarkup

/// Reads the tokens of a script, one at a time (`Documentation/template-format.md`, *Expressions* and
/// *Tokens*).
///
/// It never reads ahead: names and literals enter the string table in the order in which tokens are read,
/// with the results of constant folding between them.
struct ScriptLexer {
  /// A string in the order of its use.
  struct Text {
    var id: Int32
    var bytes: [UInt8]
    /// The range of its use in the attribute value.
    var range: Range<Int>
  }

  private let text: [UInt8]
  /// For each byte of ``text``, its offset in the attribute value, if bytes were left out; otherwise empty,
  /// and the offset is ``start`` more.
  private let places: [Int]
  private let start: Int
  private var index = 0
  private(set) var strings: [Text] = []
  private(set) var warnings: [(fault: ExpressionSyntaxFault, range: Range<Int>)] = []

  /// - Parameter value: The whole value, `${` and `}` included.
  init(_ value: [UInt8]) {
    // Blank pieces between semicolons are left out (`Documentation/template-format.md`, *Expressions*).
    var pieces: [Range<Int>] = []
    let end = value.count - 1
    var first = 2
    for index in 2...max(end, 2) where index >= end || value[index] == UInt8(ascii: ";") {
      let piece = first..<max(index, first)
      if piece.contains(where: { !Self.isBlank(value[$0]) }) { pieces.append(piece) }
      first = index + 1
    }
    let isWhole = zip(pieces, pieces.dropFirst()).allSatisfy { $0.upperBound + 1 == $1.lowerBound }
    if isWhole, let first = pieces.first, let last = pieces.last {
      text = Array(value[first.lowerBound..<last.upperBound])
      start = first.lowerBound
      places = []
    } else {
      var text: [UInt8] = []
      var places: [Int] = []
      for piece in pieces {
        if !text.isEmpty {
          text.append(UInt8(ascii: ";"))
          places.append(piece.lowerBound - 1)
        }
        text += value[piece]
        places += piece
      }
      self.text = text
      self.places = places
      start = 2
    }
  }

  /// Whether there is nothing to read.
  var isEmpty: Bool { text.isEmpty }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A }

  /// Converts a range of the text to a range of the attribute value.
  private func place(_ range: Range<Int>) -> Range<Int> {
    guard !places.isEmpty else { return range.lowerBound + start..<range.upperBound + start }
    let first = range.lowerBound < places.count ? places[range.lowerBound] : (places.last ?? 0) + 1
    guard range.upperBound > range.lowerBound else { return first..<first }
    return first..<max(places[range.upperBound - 1] + 1, first)
  }

  /// The text of a token, for messages.
  func string(_ range: Range<Int>, in value: [UInt8]) -> String {
    String(decoding: value[range], as: UTF8.self)
  }

  /// Adds a string: a literal, a name, or a folded constant. Returns its position in ``strings``.
  mutating func add(_ bytes: [UInt8], at range: Range<Int>) -> Int {
    strings.append(
      Text(id: TemplateScanner.id(of: bytes.indices, in: bytes), bytes: bytes, range: range))
    return strings.count - 1
  }

  /// A fault and its range in the attribute value.
  struct Failure: Error {
    var fault: ExpressionSyntaxFault
    var range: Range<Int>
  }

  private func failure(_ fault: ExpressionSyntaxFault, _ range: Range<Int>) -> Failure {
    Failure(fault: fault, range: place(range))
  }

  /// Reads a token.
  mutating func next() throws(Failure) -> ExpressionToken {
    while index < text.count, Self.isBlank(text[index]) { index += 1 }
    let first = index
    guard index < text.count else { return ExpressionToken(kind: .end, range: place(first..<first)) }
    let kind: ExpressionToken.Kind
    switch text[index] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): kind = try number()
    case UInt8(ascii: "#"): kind = try color()
    case UInt8(ascii: "'"): kind = try literal()
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
      while index < text.count, isWordByte(text[index]) { index += 1 }
      let position = add(Array(text[first..<index]), at: place(first..<index))
      kind = .word(strings[position].id)
    default: kind = try symbol()
    }
    return ExpressionToken(kind: kind, range: place(first..<index))
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private mutating func number() throws(Failure) -> ExpressionToken.Kind {
    let first = index
    var isHex = false
    var hasPoint = false
    while index < text.count {
      let byte = text[index]
      if case UInt8(ascii: "0")...UInt8(ascii: "9") = byte {
      } else if isHex, byte.hexDigitValue != nil {
      } else if byte | 0x20 == UInt8(ascii: "x"), index == first + 1, text[first] == UInt8(ascii: "0") {
        isHex = true
      } else if byte == UInt8(ascii: ".") {
        hasPoint = true
      } else {
        break
      }
      index += 1
    }
    let range = first..<index
    if hasPoint {
      if let bits = JavaNumbers.float(range, in: text) { return .float(bits) }
    } else if isHex {
      if let value = JavaNumbers.long(first + 2..<index, radix: 16, in: text).flatMap({ Int32(exactly: $0) })
      {
        return .int(value)
      }
    } else if let value = JavaNumbers.int(range, in: text) {
      return .int(value)
    }
    throw failure(.badNumber(String(decoding: text[range], as: UTF8.self)), range)
  }

  /// The alpha is the last pair of digits here, unlike in attributes.
  private mutating func color() throws(Failure) -> ExpressionToken.Kind {
    let first = index
    index += 1
    while index < text.count, text[index].hexDigitValue != nil { index += 1 }
    let count = index - first - 1
    guard count > 0 else { throw failure(.illegalCharacter("#"), first..<index) }
    guard count == 6 || count == 8,
      let digits = UInt32(String(decoding: text[first + 1..<index], as: UTF8.self), radix: 16)
    else {
      warnings.append((.colorLength(count), place(first..<index)))
      return .int(0)
    }
    return .int(Int32(bitPattern: count == 6 ? 0xFF00_0000 | digits : digits >> 8 | digits << 24))
  }

  private mutating func literal() throws(Failure) -> ExpressionToken.Kind {
    let first = index
    var bytes: [UInt8] = []
    index += 1
    while index < text.count, text[index] != UInt8(ascii: "'") {
      if text[index] == UInt8(ascii: "\\") {
        let escaped = index + 1 < text.count ? text[index + 1] : 0
        guard escaped == UInt8(ascii: "\\") || escaped == UInt8(ascii: "'") else {
          let length = index + 1 < text.count ? max(text.lengthOfScalar(at: index + 1), 1) : 0
          let range = index..<index + 1 + length
          throw failure(.badEscape(String(decoding: text[range], as: UTF8.self)), range)
        }
        index += 1
      }
      bytes.append(text[index])
      index += 1
    }
    guard index < text.count else { throw failure(.unterminatedString, first..<first + 1) }
    index += 1
    return .string(bytes.isEmpty ? -1 : add(bytes, at: place(first..<index)))
  }

  private mutating func symbol() throws(Failure) -> ExpressionToken.Kind {
    let first = index
    let byte = text[first]
    let next = first + 1 < text.count ? text[first + 1] : 0
    let isDouble: Bool
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "|"):
      guard next == byte else {
        throw failure(.lonely(String(decoding: [byte], as: UTF8.self)), first..<first + 1)
      }
      isDouble = true
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "%"),
      UInt8(ascii: "!"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "<"):
      isDouble = next == UInt8(ascii: "=")
    default: isDouble = false
    }
    let length = isDouble ? 2 : max(text.lengthOfScalar(at: first), 1)
    index += length
    let sign = String(decoding: text[first..<index], as: UTF8.self)
    guard let symbol = ScriptSymbol(rawValue: sign) else {
      throw failure(.illegalCharacter(sign), first..<index)
    }
    return .symbol(symbol)
  }
}
