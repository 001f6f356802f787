extension StringProtocol {
  /// The text, for messages: if it has more than `limit` characters, its first ones and an ellipsis, `limit`
  /// characters in total.
  package func shortened(to limit: Int) -> String {
    utf8.count <= limit || count <= limit ? String(self) : prefix(limit - 1) + "…"
  }
}
