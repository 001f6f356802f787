/// The bytes of a `data:` URL. RFC 2397, read as the Fetch Standard §6 does.
///
///     dataURLBytes("data:image/png;base64,iVBORw0…")
///
/// - Returns: Nil for anything but a `data:` URL, and for invalid base64.
/// - Complexity: O(*n*).
package func dataURLBytes(_ url: String) -> [UInt8]? {
  let text = Array(url.utf8)
  guard text.count > 5, String(decoding: text[..<5], as: UTF8.self).lowercased() == "data:",
    let comma = text.firstIndex(of: UInt8(ascii: ","))
  else { return nil }
  let type = String(decoding: text[5..<comma], as: UTF8.self).lowercased().filter { $0 != " " }
  let body = text[(comma + 1)...].prefix { $0 != UInt8(ascii: "#") }.percentDecodedWherePossible
  return type.hasSuffix(";base64") ? [UInt8](forgivingBase64: body) : body
}
