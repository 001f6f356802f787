import HybridEncoding

// How texts become names for assistive technology.
extension String {
  /// The most characters of a name; longer names are cut.
  package static let nameLimit = 1000

  /// At most ``nameLimit`` characters.
  package var cutForNames: String { shortened(to: Self.nameLimit) }
}
