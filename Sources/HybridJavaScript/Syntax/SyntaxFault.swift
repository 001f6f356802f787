/// Why a text is not a script, with the place.
package struct SyntaxFault: Error, Hashable, Sendable {
  /// The fault, as a sentence without a full stop.
  package var message: String
  /// The bytes that are wrong.
  package var range: Range<Int>
  /// The correction, where it is certain.
  package var hint: String?

  /// A fault at a place.
  package init(_ message: String, at range: Range<Int>, hint: String? = nil) {
    self.message = message
    self.range = range
    self.hint = hint
  }
}
