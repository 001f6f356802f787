/// Text with `{{ path }}`, split into its parts.
///
///     try BindingText(parsing: "Total: {{ cart.total }}").parts  // [.literal("Total: "), .path(cart.total)]
///
/// A brace that is not part of a pair is text: `{ {{a}} }` has three parts.
public struct BindingText: Hashable, Sendable {
  /// A part of the text.
  public enum Part: Hashable, Sendable {
    /// Literal text.
    case literal(String)
    /// Replaced by the value at the path.
    case path(BindingPath)
  }

  /// In the order of the text; literals are never adjacent.
  public var parts: [Part]
  /// The offset of each path's `{{`, in UTF-8 bytes, in order.
  public var openings: [Int]

  /// Splits `text` into its parts.
  /// - Throws: The first ``BindingSyntaxError``.
  public init(parsing text: String) throws(BindingSyntaxError) {
    parts = []
    openings = []
    guard Self.isPresent(in: text) else {
      if !text.isEmpty { parts = [.literal(text)] }
      return
    }
    var scanner = BindingScanner(Array(text.utf8))
    let bytes = scanner.bytes
    var literal = 0
    var index = 0
    while let open = Self.pair(UInt8(ascii: "{"), in: bytes, from: index) {
      // Of three braces the last two form the opening: '{{{a}}' is '{' and a path.
      var start = open
      while start + 2 < bytes.count, bytes[start + 2] == UInt8(ascii: "{") { start += 1 }
      guard let close = Self.pair(UInt8(ascii: "}"), in: bytes, from: start + 2) else {
        throw BindingSyntaxError(reason: .unclosed, range: start..<start + 2)
      }
      if literal < start { parts.append(.literal(String(decoding: bytes[literal..<start], as: UTF8.self))) }
      scanner.position = start + 2
      do {
        parts.append(.path(try scanner.wholePath(until: close)))
      } catch {
        // The range of an empty binding includes the braces.
        guard error.reason == .empty else { throw error }
        throw BindingSyntaxError(reason: .empty, range: start..<close + 2)
      }
      openings.append(start)
      index = close + 2
      literal = index
    }
    if literal < bytes.count { parts.append(.literal(String(decoding: bytes[literal...], as: UTF8.self))) }
  }

  /// The path when the text is a single `{{ }}`.
  public var onlyPath: BindingPath? {
    if parts.count == 1, case .path(let path) = parts[0] { path } else { nil }
  }

  /// Whether `text` contains a `{{`.
  /// - Complexity: O(*n*), without allocating.
  public static func isPresent(in text: String) -> Bool {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "{"), previous == byte { return true }
      previous = byte
    }
    return false
  }

  private static func pair(_ byte: UInt8, in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index + 1 < bytes.count {
      if bytes[index] == byte, bytes[index + 1] == byte { return index }
      index += 1
    }
    return nil
  }
}
