/// A command line as one writes it into `EDITOR`, taken apart into an argument vector.
///
/// Blanks divide words; single quotes, double quotes and backslashes keep them together, as in POSIX, *Shell
/// Command Language* §2.2. No shell has a part in it, so nothing is expanded and nothing else is run.
/// - Returns: The words; nil when there are none, or a quote is never closed.
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
      // §2.2.3: before other characters it stands for itself.
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
