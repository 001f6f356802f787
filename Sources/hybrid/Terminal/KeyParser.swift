/// Parses the bytes that a terminal sends: UTF-8, the sequences of xterm (ECMA-48 §5.4), its mouse reports in
/// SGR format, bracketed pastes.
///
/// A lone escape byte is either the Escape key or the start of a sequence, depending on what follows. The
/// parser needs no clock: a terminal sends a sequence as a whole, so the reader calls ``flush()`` when no
/// more bytes are available.
struct KeyParser {
  /// The maximum length of a paste; the rest is dropped.
  static let longestPaste = 1 << 18
  /// The length from which a run of text counts as a paste, for terminals that do not bracket pastes.
  private static let longestTyping = 64
  /// The maximum length of a sequence, with room to spare.
  private static let longestSequence = 64

  private var pending: [UInt8] = []
  private var paste: [UInt8]?

  /// The keys that these bytes complete.
  mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    var rest = pending[...]
    while !rest.isEmpty {
      let before = rest.count
      if paste == nil { step(&rest, &keys) } else { takePaste(&rest, &keys) }
      if rest.count == before { break }  // incomplete
    }
    pending = Array(rest)
    return Self.joined(keys)
  }

  /// Call when no more bytes are available: a pending escape byte is then the Escape key.
  mutating func flush() -> [Key] {
    guard paste == nil, pending == [0x1B] else { return [] }
    pending = []
    return [.escape]
  }

  private mutating func step(_ rest: inout ArraySlice<UInt8>, _ keys: inout [Key]) {
    guard let byte = rest.first else { return }
    switch byte {
    case 0x1B: escape(&rest, &keys)
    case 0x09: take(.tab, &rest, &keys)
    case 0x0A, 0x0D: take(.enter, &rest, &keys)
    case 0x08, 0x7F: take(.backspace, &rest, &keys)
    case 0x01...0x1A: take(.control(Character(Unicode.Scalar(byte + 0x60))), &rest, &keys)
    case 0x00...0x1F: rest.removeFirst()
    default: character(&rest, &keys)
    }
  }

  private func take(_ key: Key, _ rest: inout ArraySlice<UInt8>, _ keys: inout [Key]) {
    rest.removeFirst()
    keys.append(key)
  }

  /// Parses one scalar of UTF-8 (RFC 3629 §4). Invalid bytes are dropped.
  private func character(_ rest: inout ArraySlice<UInt8>, _ keys: inout [Key]) {
    guard let first = rest.first else { return }
    let length =
      first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
    guard length > 0 else {
      rest.removeFirst()
      return
    }
    let tail = rest.dropFirst().prefix(length - 1)
    guard tail.allSatisfy({ $0 & 0xC0 == 0x80 }) else {
      rest.removeFirst()
      return
    }
    guard tail.count == length - 1 else { return }
    let text = String(validating: rest.prefix(length), as: UTF8.self)
    rest = rest.dropFirst(length)
    // C1 controls are dropped as well.
    if let text, text.unicodeScalars.allSatisfy({ !(0x7F...0x9F).contains($0.value) }) {
      keys.append(.text(text))
    }
  }

  // MARK: Sequences

  private mutating func escape(_ rest: inout ArraySlice<UInt8>, _ keys: inout [Key]) {
    guard let second = rest.dropFirst().first else { return }
    switch second {
    case UInt8(ascii: "["): controlSequence(&rest, &keys)
    case UInt8(ascii: "O"):
      guard let final = rest.dropFirst(2).first else { return }
      rest = rest.dropFirst(3)
      if let key = Self.cursorKey(final) { keys.append(key) }
    default: take(.escape, &rest, &keys)
    }
  }

  /// `ESC [`, parameters, a final byte.
  private mutating func controlSequence(_ rest: inout ArraySlice<UInt8>, _ keys: inout [Key]) {
    let body = rest.dropFirst(2).prefix { (0x20...0x3F).contains($0) }
    guard body.count <= Self.longestSequence else {
      rest = rest.dropFirst(2 + body.count)
      return
    }
    guard let final = rest.dropFirst(2 + body.count).first else { return }
    guard (0x40...0x7E).contains(final) else {
      // An incomplete sequence: the bytes after it are parsed on their own.
      rest = rest.dropFirst(2 + body.count)
      return
    }
    rest = rest.dropFirst(3 + body.count)
    let isMouse = body.first == UInt8(ascii: "<")
    let numbers = Self.numbers(isMouse ? body.dropFirst() : body)
    switch final {
    case UInt8(ascii: "M"), UInt8(ascii: "m"):
      if isMouse, let mouse = Self.mouse(numbers, isRelease: final == UInt8(ascii: "m")) {
        keys.append(.mouse(mouse))
      }
    case UInt8(ascii: "Z"): keys.append(.backTab)
    case UInt8(ascii: "~"):
      if numbers.first == 200 { paste = [] }
      if let key = Self.editingKey(numbers.first) { keys.append(key) }
    default:
      if let key = Self.cursorKey(final) { keys.append(key) }
    }
  }

  /// Numbers separated by semicolons; an empty or too long number is 0.
  private static func numbers(_ body: ArraySlice<UInt8>) -> [Int] {
    body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { digits in
      digits.count <= 6 ? Int(String(decoding: digits, as: UTF8.self)) ?? 0 : 0
    }
  }

  private static func cursorKey(_ final: UInt8) -> Key? {
    switch Character(Unicode.Scalar(final)) {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "H": .home
    case "F": .end
    case "M": .enter
    default: nil
    }
  }

  private static func editingKey(_ number: Int?) -> Key? {
    switch number {
    case 1, 7: .home
    case 4, 8: .end
    case 3: .delete
    case 5: .pageUp
    case 6: .pageDown
    default: nil
    }
  }

  /// xterm's SGR mouse mode (1006): the button with its modifiers, column and row from 1.
  private static func mouse(_ numbers: [Int], isRelease: Bool) -> Key.Mouse? {
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
    let button = numbers[0] & ~0b11100  // shift, meta and ctrl
    let action: Key.Mouse.Action =
      switch button {
      case 0: isRelease ? .release : .press
      case 32: .drag
      case 64: .wheel(x: 0, y: -1)
      case 65: .wheel(x: 0, y: 1)
      case 66: .wheel(x: -1, y: 0)
      case 67: .wheel(x: 1, y: 0)
      default: .other
      }
    return Key.Mouse(action: action, column: numbers[1] - 1, row: numbers[2] - 1)
  }

  // MARK: Pastes

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private mutating func takePaste(_ rest: inout ArraySlice<UInt8>, _ keys: inout [Key]) {
    let end = rest.indices.first { rest[$0] == 0x1B && rest[$0...].starts(with: Self.pasteEnd) }
    // The end marker may have arrived in part.
    let kept =
      end == nil
      ? (0..<Self.pasteEnd.count).last { rest.suffix($0).elementsEqual(Self.pasteEnd.prefix($0)) } ?? 0 : 0
    let content = end.map { rest[..<$0] } ?? rest.dropLast(kept)
    let room = Self.longestPaste - (paste?.count ?? 0)
    paste?.append(contentsOf: content.prefix(max(0, room)))
    rest = rest[content.endIndex...]
    guard end != nil else { return }
    rest = rest.dropFirst(Self.pasteEnd.count)
    let text = Self.text(paste ?? [])
    if !text.isEmpty { keys.append(.paste(text)) }
    paste = nil
  }

  /// Pasted bytes as text: line ends become `\n`, other controls except tabs are dropped.
  private static func text(_ bytes: [UInt8]) -> String {
    var result = String.UnicodeScalarView()
    var wasReturn = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x0D: result.append("\n")
      case 0x0A: if !wasReturn { result.append("\n") }
      case 0x09: result.append(scalar)
      case 0x00...0x1F, 0x7F...0x9F, 0xFFFD: break
      default: result.append(scalar)
      }
      wasReturn = scalar.value == 0x0D
    }
    return String(result)
  }

  /// Joins a long run of text into one paste, so that an unbracketed paste does not become thousands of keys.
  private static func joined(_ keys: [Key]) -> [Key] {
    var result: [Key] = []
    var run: [Key] = []
    func end(_ run: [Key], _ result: inout [Key]) {
      guard run.count > longestTyping else { return result += run }
      result.append(.paste(run.map { if case .text(let text) = $0 { text } else { "" } }.joined()))
    }
    for key in keys {
      if case .text = key {
        run.append(key)
      } else {
        end(run, &result)
        run = []
        result.append(key)
      }
    }
    end(run, &result)
    return result
  }
}
