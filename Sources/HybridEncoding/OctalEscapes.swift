extension StringProtocol {
  /// The text with octal escapes such as `\040` (three digits for a byte) resolved, as mount points have them
  /// in `/proc/self/mounts` and `/proc/self/mountinfo` (proc(5)).
  package var resolvingOctalEscapes: String {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let code = rest.octalByte {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// The byte that the first three octal digits write; nil for anything else.
  fileprivate var octalByte: UInt8? {
    let digits = prefix(3)
    guard digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
    return UInt8(exactly: digits.reduce(0) { $0 << 3 | Int($1 - 0x30) })
  }
}
