/// Splits a command line, such as the value of `EDITOR`, into an argument vector.
///
/// Blanks separate words; single quotes, double quotes and backslashes keep them together, as in POSIX,
/// *Shell Command Language* §2.2. No shell is involved, so nothing is expanded and no other command runs.
/// - Returns: The words; nil when there are none, or when a quote is never closed.
func commandWords(_ text: String) -> [String]? {
  var words: [String] = []
  var word: String?
  var quote: Character?
  var rest = text[...]
  while let character = rest.popFirst() {
    switch (character, quote) {
    case ("'", "'"), ("\"", "\""): quote = nil
    case ("'", nil), ("\"", nil):
      quote = character
      word = word ?? ""
    case ("\\", nil):
      guard let next = rest.popFirst() else { return nil }
      word = (word ?? "") + String(next)
    case ("\\", "\""):
      // §2.2.3: inside double quotes, a backslash before any other character is literal.
      guard let next = rest.popFirst() else { return nil }
      word =
        (word ?? "") + (next == "\"" || next == "\\" || next == "$" || next == "`" ? "" : "\\") + String(next)
    case (_, nil) where character.isWhitespace:
      if let word { words.append(word) }
      word = nil
    default: word = (word ?? "") + String(character)
    }
  }
  guard quote == nil else { return nil }
  if let word { words.append(word) }
  return words.isEmpty || words[0].isEmpty ? nil : words
}
