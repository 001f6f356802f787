import HybridEncoding

/// The kind of private key in `bytes`, in words; nil when no key is found.
///
/// It finds this program's key files, and PEM and OpenSSH keys (RFC 7468), anywhere in the bytes, even
/// indented, quoted, in a string, in a comment or in another configuration format. A bare seed looks like any
/// other 32 bytes and cannot be found.
package func privateKeyKind(in bytes: [UInt8]) -> String? {
  if holdsSealedKey(bytes) { return "a private key of 'hybrid keys'" }
  if holdsPEMKey(bytes) { return "a private key in PEM form" }
  return nil
}

/// Whether the bytes contain one of our keys: its kind, and an encrypted seed in any notation of names and
/// values.
private func holdsSealedKey(_ bytes: [UInt8]) -> Bool {
  guard offset(of: Array(PrivateKeyFile.kind.utf8), in: bytes[...]) != nil else { return false }
  let name = Array("sealed".utf8)
  var rest = bytes[...]
  while let start = offset(of: name, in: rest) {
    rest = rest[(start + name.count)...]
    // Skips quotes, colons, equal signs, blanks, line ends and tags: anything but letters and digits, except
    // those of `\n`.
    var value = withoutBlanks(rest.prefix(1_000)).drop { $0.hexDigitValue == nil && !$0.isASCIILetter }
    value = value.prefix { $0.hexDigitValue != nil }
    // 32 bytes of the seed and a 16-byte authentication tag.
    if value.count >= 96 { return true }
  }
  return false
}

/// Whether the bytes contain the first line of a private key with base64 after it: a library that reads such
/// keys contains only the line.
private func holdsPEMKey(_ bytes: [UInt8]) -> Bool {
  let begin = Array("BEGIN".utf8)
  let dash = UInt8(ascii: "-")
  var rest = bytes[...]
  while let start = offset(of: begin, in: rest) {
    let before = bytes[..<start].reversed().drop(while: \.isASCIISpace)
    rest = rest[(start + begin.count)...]
    // `-----BEGIN PRIVATE KEY-----`, possibly with `RSA`, `EC`, `ENCRYPTED`, `OPENSSH` or `BLOCK`; RFC 4716
    // has blanks next to its dashes.
    let label = rest.prefix(64).prefix { $0 != dash }
    let words = String(decoding: label, as: UTF8.self).split { $0.isWhitespace }
    guard before.starts(with: [dash, dash]),
      zip(words, words.dropFirst()).contains(where: { $0 == ("PRIVATE", "KEY") })
    else { continue }
    let body = bytes[label.endIndex...].drop { $0 == dash }
    if hasLongBase64(body.prefix(400)) || isOnlyBase64(body.prefix(16_384)) { return true }
  }
  return false
}

/// Whether there are 40 consecutive base64 digits.
private func hasLongBase64(_ bytes: ArraySlice<UInt8>) -> Bool {
  var length = 0
  for byte in bytes {
    length = isBase64Digit(byte) ? length + 1 : 0
    if length == 40 { return true }
  }
  return false
}

/// Whether there is only base64 up to the next dash, in lines of any length: at least 40 digits, with letters
/// of both cases and other digits, so that a sentence does not match.
private func isOnlyBase64(_ bytes: ArraySlice<UInt8>) -> Bool {
  let body = bytes.prefix { $0 != UInt8(ascii: "-") }
  let digits = withoutBlanks(body).filter { $0 != UInt8(ascii: "=") }
  guard body.endIndex < bytes.endIndex, digits.count >= 40, digits.allSatisfy(isBase64Digit) else {
    return false
  }
  func has(_ range: ClosedRange<Character>) -> Bool {
    digits.contains { range.contains(Character(Unicode.Scalar($0))) }
  }
  return has("a"..."z") && has("A"..."Z") && has("+"..."9")
}

/// The bytes without blanks and line ends, including the escapes `\n`, `\r` and `\t` in strings.
private func withoutBlanks(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  var result: [UInt8] = []
  var isEscaped = false
  for byte in bytes {
    if isEscaped, byte == UInt8(ascii: "n") || byte == UInt8(ascii: "r") || byte == UInt8(ascii: "t") {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else {
      isEscaped = false
      if !byte.isASCIISpace { result.append(byte) }
    }
  }
  return result[...]
}

private func isBase64Digit(_ byte: UInt8) -> Bool {
  byte.isASCIIAlphanumeric || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
}

/// The offset of the first occurrence of `wanted`.
private func offset(of wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
  let (span, target) = (bytes.span, wanted.span)
  var index = 0
  scan: while index <= span.count - target.count {
    defer { index += 1 }
    for offset in 0..<target.count where span[index + offset] != target[offset] { continue scan }
    return bytes.startIndex + index
  }
  return nil
}
