import HybridSource
// The standard library provides normalization; Foundation's would link ICU.
@_spi(_Unicode) import Swift

/// Refuses names that some file system interprets as a different file, or as the same file
/// (`Documentation/release-format.md`, *Refusals*).
///
/// - Throws: A ``Refusal`` with a `name.…` code that quotes the name, with control characters made visible.
package func checkFileNames(_ names: [String], of subject: String) throws(Refusal) {
  var folded: [String: String] = [:]
  folded.reserveCapacity(names.count)
  for name in names {
    if let fault = faultOfFileName(name) {
      throw Refusal(.nameUnsafe, subject, "the name \(shown(name)) \(fault)")
    }
    let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
    guard isASCII || isNormalized(name) else {
      throw Refusal(.nameNotNormalized, subject, "the name \(shown(name)) is not in composed form (NFC)")
    }
    let key = name.lowercased()
    if let other = folded.updateValue(name, forKey: key) {
      throw other == name
        ? Refusal(.nameDuplicate, subject, "names \(shown(name)) twice")
        : Refusal(.nameCaseClash, subject, "\(shown(other)) and \(shown(name)) differ only in case")
    }
  }
  // A path cannot be both a file and a folder.
  for name in names {
    var rest = name.lowercased()[...]
    while let slash = rest.lastIndex(of: "/") {
      rest = rest[..<slash]
      if let other = folded[String(rest)] {
        throw Refusal(.nameDuplicate, subject, "\(shown(other)) is a file and the folder of \(shown(name))")
      }
    }
  }
}

/// The fault of a relative name, as a phrase that follows the name; nil when the name is valid.
package func faultOfFileName(_ name: String) -> String? {
  if name.isEmpty { return "is empty" }
  if name.utf8.count > 500 { return "is longer than 500 bytes" }
  if name.utf8.first == UInt8(ascii: "/") { return "is absolute" }
  for scalar in name.unicodeScalars {
    if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) { return "has a control character" }
    if (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
      || (0x200E...0x200F).contains(scalar.value)
    {
      return "has a character that turns text around"
    }
    if "\\:*?\"<>|".unicodeScalars.contains(scalar) {
      return "has a '\(scalar)', which not every system allows"
    }
  }
  for part in name.split(separator: "/", omittingEmptySubsequences: false) {
    if part.isEmpty { return "has an empty part" }
    if part == "." || part == ".." { return "has '\(part)' in it" }
    if part.utf8.count > 200 { return "has a part longer than 200 bytes" }
    if part.last == "." || part.last == " " { return "has a part that ends in '\(part.last!)'" }
  }
  return nil
}

private func isNormalized(_ name: String) -> Bool {
  name.unicodeScalars.elementsEqual(name._nfc)
}

/// A name in quotation marks for messages.
private func shown(_ name: String) -> String { "'\(name.shown)'" }

extension String {
  /// The first 80 characters, with control characters made visible, since the names are untrusted and go to
  /// terminals.
  var shown: String { String(unicodeScalars.prefix(80)).escapingControls }
}
