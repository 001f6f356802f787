import HybridDOM
import HybridEncoding

/// A piece of text as a token contains it.
struct HTMLTextPiece {
  enum Kind: Equatable {
    case raw
    case scalars(UInt32, UInt32)
    case null
    case replacement
  }

  var kind: Kind
  var range: Range<Int>

  init(_ token: HTMLToken) {
    range = token.range
    switch token.kind {
    case .reference: kind = .scalars(token.scalars.0, token.scalars.1)
    case .null: kind = .null
    case .replacement: kind = .replacement
    default: kind = .raw
    }
  }

  /// Whether it is white space only.
  func isBlank(_ bytes: [UInt8]) -> Bool {
    switch kind {
    case .raw: bytes[range].allSatisfy(\.isASCIIWhitespace)
    case .scalars(let first, let second): second == 0 && first < 0x80 && UInt8(first).isASCIIWhitespace
    case .null, .replacement: false
    }
  }

  /// Takes the blank or other run at its start.
  mutating func split(_ bytes: [UInt8]) -> HTMLTextPiece {
    var first = self
    guard kind == .raw else {
      range = range.upperBound..<range.upperBound
      return first
    }
    let isBlank = bytes[range.lowerBound].isASCIIWhitespace
    let end = bytes[range].firstIndex { $0.isASCIIWhitespace != isBlank } ?? range.upperBound
    first.range = range.lowerBound..<end
    range = end..<range.upperBound
    return first
  }

  /// Drops a line end at its start.
  mutating func dropLineFeed(_ bytes: [UInt8]) {
    switch kind {
    case .raw:
      var start = range.lowerBound
      if bytes[start] == 0x0D { start += 1 }
      if start < range.upperBound, bytes[start] == 0x0A { start += 1 }
      range = start..<range.upperBound
    case .scalars(0x0A, 0): range = range.upperBound..<range.upperBound
    default: break
    }
  }
}

/// Text in a table, until it is known whether it is all blank (HTML Standard §13.2.6.4.10).
struct HTMLTableText {
  private var pieces: [HTMLTextPiece] = []

  mutating func append(_ piece: HTMLTextPiece) { pieces.append(piece) }

  /// The pieces in order; there are none afterwards.
  mutating func take() -> [HTMLTextPiece] {
    defer { pieces.removeAll() }
    return pieces
  }
}

/// The text node that is being read, in pieces.
struct HTMLTextRun {
  private(set) var node: NodeID?
  private var bytes: [UInt8] = []
  private var end = 0

  mutating func begin(_ node: NodeID, with text: String, from start: Int) {
    self.node = node
    bytes.append(contentsOf: text.utf8)
    end = start
  }

  mutating func append(_ piece: HTMLTextPiece, _ tokenizer: HTMLTokenizer) {
    end = piece.range.upperBound
    switch piece.kind {
    case .raw: bytes.appendText(tokenizer.bytes[piece.range])
    case .scalars(let first, let second): bytes.append((first, second))
    case .null: bytes.append(0)
    case .replacement: bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
    }
  }

  /// The node, its text, and where that ends in the input.
  mutating func take() -> (NodeID, String, Int)? {
    guard let node else { return nil }
    self.node = nil
    let text = String(decoding: bytes, as: UTF8.self)
    bytes.removeAll(keepingCapacity: true)
    return (node, text, end)
  }
}

extension [UInt8] {
  /// Adds text with its line ends as line feeds (HTML Standard §13.2.3.5).
  fileprivate mutating func appendText(_ text: ArraySlice<UInt8>) {
    guard text.contains(0x0D) else { return append(contentsOf: text) }
    var previous: UInt8 = 0
    for byte in text {
      if byte == 0x0D { append(0x0A) } else if byte != 0x0A || previous != 0x0D { append(byte) }
      previous = byte
    }
  }
}
