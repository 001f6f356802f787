/// The native modules that a script uses (`Documentation/javascript.md`, *Native modules*).
///
/// It finds `token`, `document` and `window` by name; other modules as `NativeModules.NAME`,
/// `NativeModules["NAME"]` and `const {NAME} = NativeModules`. Comments count as code: a superfluous module
/// is reported during packaging, a missing one would fail on a phone.
enum NativeModuleNames {
  private static let builtIn: Set<String> = ["token", "document", "window"]

  static func names(in script: String) -> Set<String> {
    var found = Set<String>()
    let words = words(of: script)
    for (index, word) in words.enumerated() {
      if builtIn.contains(word), index == 0 || words[index - 1] != "." { found.insert(word) }
      guard word == "NativeModules" else { continue }
      if index + 2 < words.count, words[index + 1] == "." {
        found.insert(words[index + 2])
      } else if index + 2 < words.count, words[index + 1] == "[", let name = quoted(words[index + 2]) {
        found.insert(name)
      } else if index >= 2, words[index - 1] == "=", words[index - 2] == "}" {
        // { A, B: other } = NativeModules
        var place = index - 3
        while place >= 0, words[place] != "{" {
          let isName = words[place].first.map { $0.isLetter || $0 == "_" || $0 == "$" } ?? false
          if isName, words[place - 1] == "{" || words[place - 1] == "," { found.insert(words[place]) }
          place -= 1
          if place < 1 { break }
        }
      }
    }
    // Drops words that cannot be module names.
    return found.filter { !$0.isEmpty && $0.utf8.count <= 200 }
  }

  private static func quoted(_ word: String) -> String? {
    guard word.count >= 2, let first = word.first, first == "\"" || first == "'", word.last == first else {
      return nil
    }
    return String(word.dropFirst().dropLast())
  }

  /// Names, quoted strings, and all other characters one by one, without blanks.
  private static func words(of script: String) -> [String] {
    let bytes = Array(script.utf8)
    var words: [String] = []
    var index = 0
    func isName(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x24, 0x5F, 0x80...: true
      default: false
      }
    }
    while index < bytes.count {
      let start = index
      let byte = bytes[index]
      index += 1
      if byte <= 0x20 { continue }
      if isName(byte) {
        while index < bytes.count, isName(bytes[index]) { index += 1 }
      } else if byte == 0x22 || byte == 0x27 {
        // Strings end with their line, so that an apostrophe in a comment does not swallow the text after it.
        var end = index
        while end < bytes.count, bytes[end] != byte, bytes[end] != 0x0A { end += bytes[end] == 0x5C ? 2 : 1 }
        if end < bytes.count, bytes[end] == byte, end - start <= 200 {
          let text = String(decoding: bytes[start...end], as: UTF8.self)
          // A string is one word, as for a name in brackets; its contents are not parsed.
          words.append(text)
          index = end + 1
          continue
        }
      }
      words.append(String(decoding: bytes[start..<index], as: UTF8.self))
    }
    return words
  }
}
