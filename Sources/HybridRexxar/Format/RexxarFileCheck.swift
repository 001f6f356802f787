import HybridEncoding
import HybridUnits

/// Checks the hash in a file name such as `demo-c775298867.html` (`Documentation/rexxar.md`).
package enum RexxarFileCheck {
  /// Why these bytes are not the named file; nil when nothing contradicts it.
  package static func fault(of bytes: [UInt8], named path: String) -> String? {
    if let hash = hash(in: path), !MD5.hex(bytes).hasPrefix(hash) {
      return "its bytes are not those of its name"
    }
    guard path.hasSuffix(".html") || path.hasSuffix(".htm") else { return nil }
    let end = bytes.lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? -1
    let tail = String(decoding: bytes[max(0, end - 6)..<(end + 1)], as: UTF8.self).lowercased()
    return tail == "</html>" ? nil : "it does not end with '</html>': it was cut off, or is not a page"
  }

  /// The hash in a name: at least ten lower-case hexadecimal digits between the last `-` and the extension;
  /// nil without them. Fewer digits may be a date, or a word such as `facade`.
  package static func hash(in path: String) -> String? {
    let name = path.lastPathComponent ?? ""
    guard let dot = name.lastIndex(of: "."), let dash = name[..<dot].lastIndex(of: "-") else { return nil }
    let digits = name[name.index(after: dash)..<dot].lowercased()
    return (10...32).contains(digits.count) && digits.allSatisfy(\.isHexDigit) ? digits : nil
  }
}
