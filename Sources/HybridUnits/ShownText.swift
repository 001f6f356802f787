/// How much text is laid out: a page that shows more in one run of lines is cut there, and its compiler says
/// so.
package enum ShownText {
  /// Bytes of UTF-8 in one run: about 2,000 lines of a phone.
  package static let limit = 128 << 10
}
