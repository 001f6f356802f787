/// A text as one word of a command line for a POSIX shell; ASCII letters and digits, `/`, `.`, `_` and `-`
/// need no quotes.
///
///     shellWord("it's")  // 'it'\''s'
package func shellWord(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: byte.isASCIIAlphanumeric
    }
  }
  guard !isPlain || text.isEmpty else { return text }
  return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
}
