import HybridSource

extension StringProtocol {
  /// The text truncated to at most `columns` terminal columns; truncated text ends with an ellipsis.
  ///
  /// Styles (ECMA-48 §8.3.117) take no columns and are kept whole; they end where the text is cut.
  func fitted(to columns: Int) -> String {
    var result = ""
    var used = 0
    /// The text up to the cut: before the character that reaches into the last column.
    var cut: String?
    var hasStyle = false
    var rest = self[...]
    while let character = rest.popFirst() {
      if character == "\u{1B}" {
        let end = rest.firstIndex(where: \.isLetter) ?? rest.endIndex
        let style = rest[..<end]
        result += "\u{1B}" + style
        rest = rest[end...]
        if let final = rest.popFirst() { result.append(final) }
        hasStyle = true
        continue
      }
      let width = character.displayWidth
      if cut == nil, used + width > columns - 1 { cut = result }
      used += width
      guard used <= columns else {
        return (cut ?? "") + (columns > 0 ? "…" : "") + (hasStyle ? "\u{1B}[0m" : "")
      }
      result.append(character)
    }
    return result
  }
}
