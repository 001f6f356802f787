// How texts become names for assistive technology.
extension String {
  /// The most characters of a name; longer names are cut.
  package static let nameLimit = 1000

  /// At most ``nameLimit`` characters.
  package var cutForNames: String {
    utf8.count <= Self.nameLimit || count <= Self.nameLimit ? self : String(prefix(Self.nameLimit - 1)) + "…"
  }

  /// With single blanks for white space, and none at the ends.
  package var unbroken: String {
    if utf8.allSatisfy({ $0 > 0x20 && $0 < 0x80 }) { return self }
    return split { $0.isWhitespace }.joined(separator: " ")
  }
}
