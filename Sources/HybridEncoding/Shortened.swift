extension StringProtocol {
  /// The text, for messages: if it has more than `limit` characters, its first ones and an ellipsis.
  ///
  /// - Parameter kept: How many characters stand before the ellipsis; nil for as many as make `limit`
  ///   characters in total.
  package func shortened(to limit: Int, keeping kept: Int? = nil) -> String {
    guard utf8.count > limit, let end = index(startIndex, offsetBy: limit, limitedBy: endIndex),
      end < endIndex
    else { return String(self) }
    return prefix(kept ?? limit - 1) + "…"
  }
}
