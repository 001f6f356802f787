import HybridEncoding

/// A name pattern of `--filter` and `test.units`: `*` matches any number of characters, `?` matches one.
struct NamePattern: Sendable {
  let text: String
  private let pattern: [Character]

  init(_ text: String) {
    self.text = text
    pattern = Array(text)
  }

  /// Whether the pattern matches the whole of `name`.
  ///
  /// - Complexity: O(*n·m*): matching backtracks only to the last `*`.
  func fits(_ name: String) -> Bool {
    matchesWildcards(pattern, Array(name)[...], isStar: { $0 == "*" }, matchesOne: { $0 == "?" || $0 == $1 })
  }
}
