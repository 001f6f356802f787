import HybridJSON

/// A JSON text without white space between its tokens; strings and numbers stay byte for byte.
///
/// - Returns: Nil when the text is not JSON (RFC 8259), or contains no such white space.
/// - Complexity: O(*n*).
package func minifiedJSON(_ bytes: [UInt8]) -> [UInt8]? {
  guard (try? JSONValue(parsing: bytes)) != nil else { return nil }
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count)
  var (isInString, isEscaped) = (false, false)
  for byte in bytes {
    if isInString {
      if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    } else if byte == UInt8(ascii: "\"") {
      isInString = true
    } else if [0x09, 0x0A, 0x0D, 0x20].contains(byte) {
      continue
    }
    result.append(byte)
  }
  return result.count < bytes.count ? result : nil
}
