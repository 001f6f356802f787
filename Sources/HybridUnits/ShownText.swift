/// The maximum length of text that is laid out: longer text is truncated, and the compiler reports it.
package enum ShownText {
  /// Bytes of UTF-8 in one run: about 2,000 lines of a phone.
  package static let limit = 128 << 10
}
