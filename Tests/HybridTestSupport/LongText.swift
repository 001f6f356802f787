import Testing

/// A possibly long text as a test argument: the log shows only its beginning and its length.
///
///     @Test(arguments: ["", "{", LongText(repeating: "[", count: 60_000)])
///     func whatIsNoMessageIsDropped(_ message: LongText) { #expect(Message(message.text) == nil) }
package struct LongText: CustomTestStringConvertible, ExpressibleByStringLiteral, Sendable {
  /// The whole text.
  package var text: String

  package init(_ text: String) { self.text = text }
  package init(stringLiteral text: String) { self.text = text }
  package init(repeating piece: String, count: Int) { text = String(repeating: piece, count: count) }

  package var testDescription: String {
    let size = text.utf8.count
    return size <= 200
      ? String(reflecting: text) : "\(String(reflecting: String(text.prefix(12))))… \(size) bytes"
  }
}
