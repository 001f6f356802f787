/// The bytes of pictures that are written into their addresses.
enum DataAddress {
  /// What a `data:` URL holds. RFC 2397, read as the Fetch Standard §6 does. Nil for what is none.
  ///
  /// The compiler has a reader of its own (`HybridSource`): neither may know the other.
  static func bytes(of url: String) -> [UInt8]? {
    let text = Array(url.utf8)
    guard text.count > 5, String(decoding: text[..<5], as: UTF8.self).lowercased() == "data:",
      let comma = text.firstIndex(of: UInt8(ascii: ","))
    else { return nil }
    let type = String(decoding: text[5..<comma], as: UTF8.self).lowercased().filter { $0 != " " }
    let body = percentDecoded(text[(comma + 1)...].prefix { $0 != UInt8(ascii: "#") })
    return type.hasSuffix(";base64") ? base64Decoded(body) : body
  }
}

/// URL Standard §1.3: what is no `%` with two hexadecimal digits stays as it is.
private func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
  var result: [UInt8] = []
  result.reserveCapacity(text.count)
  var index = text.startIndex
  while index < text.endIndex {
    if text[index] == UInt8(ascii: "%"), index + 2 < text.endIndex,
      let value = UInt8(String(decoding: text[(index + 1)...(index + 2)], as: UTF8.self), radix: 16),
      text[index + 1] != UInt8(ascii: "+")
    {
      result.append(value)
      index += 3
    } else {
      result.append(text[index])
      index += 1
    }
  }
  return result
}

/// Infra Standard §7, *forgiving-base64 decode*: blanks are skipped, `=` at the end may be missing.
private func base64Decoded(_ text: [UInt8]) -> [UInt8]? {
  var result: [UInt8] = []
  result.reserveCapacity(text.count * 3 / 4)
  var bits: UInt32 = 0
  var count = 0
  var padding = 0
  for byte in text {
    let value: UInt8
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): value = 62
    case UInt8(ascii: "/"): value = 63
    case UInt8(ascii: "="):
      padding += 1
      continue
    case 0x09, 0x0A, 0x0C, 0x0D, 0x20: continue
    default: return nil
    }
    guard padding == 0 else { return nil }
    bits = bits << 6 | UInt32(value)
    count += 1
    if count % 4 == 0 {
      result += [UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
      bits = 0
    }
  }
  guard padding <= 2 else { return nil }
  switch count % 4 {
  case 1: return nil
  case 2: result.append(UInt8(bits >> 4 & 0xFF))
  case 3: result += [UInt8(bits >> 10 & 0xFF), UInt8(bits >> 2 & 0xFF)]
  default: break
  }
  return result
}
