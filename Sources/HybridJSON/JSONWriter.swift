import HybridEncoding
import HybridSource

/// Writes JSON as UTF-8 bytes, piece by piece, without an intermediate value.
///
///     var json = JSONWriter()
///     json.object {
///       $0.member("event", "ready")
///       $0.key("frame")
///       $0.array { for edge in [0, 0, 375, 667] { $0.value(edge) } }
///     }
///     json.bytes  // {"event":"ready","frame":[0,0,375,667]}
///
/// The same calls give the same bytes on every machine. Numbers are written as in JavaScript (RFC 8785
/// §3.2.2.3): the shortest digits that parse to the same number, whole numbers without a fraction.
package struct JSONWriter: Sendable {
  /// The output so far.
  package private(set) var bytes: [UInt8] = []
  private let pretty: Bool
  private var depth = 0
  /// Whether this level already has output, so that the next item needs a comma.
  private var needsComma = false
  private var afterKey = false

  /// An empty writer.
  /// - Parameter pretty: One member or element a line, indented by two spaces for each level; otherwise
  ///   without any white space.
  package init(pretty: Bool = false) { self.pretty = pretty }

  /// The output so far as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Reserves room for `count` more bytes.
  package mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  // MARK: Structure

  /// Writes `{`; members follow, each a ``key(_:)`` and one value.
  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Writes `}`.
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Writes `[`; values follow.
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Writes `]`.
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes an object with the members that `body` writes.
  package mutating func object<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
    beginObject()
    try body(&self)
    endObject()
  }

  /// Writes an array with the values that `body` writes.
  package mutating func array<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
    beginArray()
    try body(&self)
    endArray()
  }

  /// Writes the key of the next member.
  package mutating func key(_ key: String) {
    separate()
    appendString(key)
    bytes.append(UInt8(ascii: ":"))
    if pretty { bytes.append(UInt8(ascii: " ")) }
    afterKey = true
  }

  // MARK: Values

  /// Writes a string.
  package mutating func value(_ value: String) {
    separate()
    appendString(value)
    needsComma = true
  }

  /// Writes a whole number with all its digits.
  package mutating func value(_ value: Int) {
    separate()
    appendInteger(value)
    needsComma = true
  }

  /// Writes a number; one that is not finite becomes `null`, as in JavaScript.
  package mutating func value(_ value: Double) {
    separate()
    appendNumber(value)
    needsComma = true
  }

  /// Writes `true` or `false`.
  package mutating func value(_ value: Bool) { raw(value ? "true" : "false") }

  /// Writes `null`.
  package mutating func null() { raw("null") }

  /// Writes one value that is already JSON. It is not validated.
  package mutating func raw(_ json: some Collection<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  /// Writes one value that is already JSON. It is not validated.
  package mutating func raw(_ json: String) { raw(json.utf8) }

  /// Writes any value.
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let bool): self.value(bool)
    case .number(let number): self.value(number)
    case .numberText(let text): raw(text)
    case .string(let string): self.value(string)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let members):
      beginObject()
      for (name, member) in members {
        key(name)
        self.value(member)
      }
      endObject()
    }
  }

  /// Writes a member of an object.
  package mutating func member(_ name: String, _ value: String) {
    key(name)
    self.value(value)
  }
  /// Writes a member of an object.
  package mutating func member(_ name: String, _ value: Int) {
    key(name)
    self.value(value)
  }
  /// Writes a member of an object.
  package mutating func member(_ name: String, _ value: Double) {
    key(name)
    self.value(value)
  }
  /// Writes a member of an object.
  package mutating func member(_ name: String, _ value: Bool) {
    key(name)
    self.value(value)
  }
  /// Writes a member of an object.
  package mutating func member(_ name: String, _ value: JSONValue) {
    key(name)
    self.value(value)
  }
  /// Writes a member of an object whose value is an array of strings.
  package mutating func strings(_ name: String, _ values: [String]) {
    key(name)
    array { for value in values { $0.value(value) } }
  }

  // MARK: Bytes

  /// Appends bytes unchanged.
  mutating func append(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    depth += 1
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    precondition(depth > 0, "nothing is open")
    depth -= 1
    if needsComma { newLine() }
    bytes.append(bracket)
    needsComma = true
  }

  /// Writes the separator between the last value and the next one.
  private mutating func separate() {
    if afterKey {
      afterKey = false
      return
    }
    if needsComma { bytes.append(depth == 0 ? UInt8(ascii: "\n") : UInt8(ascii: ",")) }
    if depth > 0 { newLine() }
    needsComma = false
  }

  private mutating func newLine() {
    guard pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<depth * 2 { bytes.append(UInt8(ascii: " ")) }
  }

  /// Writes a string (RFC 8259 §7): escapes only the required characters, control characters in their short
  /// form if there is one, and characters that would control a terminal or reorder its line.
  private mutating func appendString(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    var string = string
    string.makeContiguousUTF8()
    if string.utf8.contains(where: \.mayLeadControl), string.unicodeScalars.contains(where: \.isHidden) {
      for scalar in string.unicodeScalars { append(scalar) }
    } else if string.utf8.contains(where: \.needsEscape) {
      for byte in string.utf8 { byte.needsEscape ? appendEscape(of: byte) : bytes.append(byte) }
    } else {
      bytes.append(contentsOf: string.utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isHidden {
      for unit in String(scalar).utf16 { append("\\u\(unit.lowerHex(digits: 4))".utf8) }
    } else {
      for byte in String(scalar).utf8 { byte.needsEscape ? appendEscape(of: byte) : bytes.append(byte) }
    }
  }

  private mutating func appendEscape(of byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x00...0x1F:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      let digit = byte & 0xF
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    default: bytes.append(byte)
    }
  }
}

extension Unicode.Scalar {
  /// Whether it would control a terminal and JSON does not require escaping it.
  fileprivate var isHidden: Bool { value >= 0x7F && drivesTerminal }
}

extension UInt8 {
  /// Whether it is DEL, or may be the first byte of a C1 control, directional formatting, an annotation or a
  /// tag.
  fileprivate var mayLeadControl: Bool {
    self == 0x7F || self == 0xC2 || self == 0xD8 || self == 0xE2 || self == 0xEF || self == 0xF3
  }

  fileprivate var needsEscape: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}

extension JSONValue {
  /// The value as JSON text, without a newline at the end.
  package func text(pretty: Bool = false) -> String {
    var writer = JSONWriter(pretty: pretty)
    writer.value(self)
    return writer.text
  }
}
