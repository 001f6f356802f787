// How texts become names for assistive technology.
extension String {
  /// The most characters of a name; longer names are cut.
  package static let nameLimit = 1000

  /// At most ``nameLimit`` characters.
  package var cutForNames: String {
    utf8.count <= Self.nameLimit || count <= Self.nameLimit ? self : String(prefix(Self.nameLimit - 1)) + "…"
  }
}
