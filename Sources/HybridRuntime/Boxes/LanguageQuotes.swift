import HybridCSS
import HybridEncoding

/// The quotation marks of languages, for `quotes: auto`; those of Unicode CLDR, *delimiters*.
enum LanguageQuotes {
  private static let plain = [QuotePair("\u{201C}", "\u{201D}"), QuotePair("\u{2018}", "\u{2019}")]

  /// The pairs of a language, from the outermost; of one that is not known, those of English.
  static func pairs(of language: String) -> [QuotePair] {
    let parts = language.asciiLowercased.split(whereSeparator: { $0 == "-" || $0 == "_" })
    for count in stride(from: min(parts.count, 2), to: 0, by: -1) {
      if let found = table[parts.prefix(count).joined(separator: "-")] { return found }
    }
    return plain
  }

  /// Each line: the four marks, and the languages that have them.
  private static let table: [String: [QuotePair]] = {
    let lines: [(marks: String, languages: String)] = [
      ("„“‚‘", "bg cs da de et is lb lt mk sk sl hsb dsb"),
      ("„”‚’", "bs hr ro-md"),
      ("„”«»", "hu pl ro"),
      ("„”’’", "af-x"),
      ("«»‹›", "de-ch gsw it-ch rm"),
      ("«»„“", "be os ru sr-x uk"),
      ("«»“”", "ca es eu gl it el pt-pt ast fur hy-x"),
      ("«»‘’", "nb nn no"),
      ("«»«»", "fr hy kk-x fa ar-x br"),
      ("”“’‘", "ar he-x ur-x"),
      ("””’’", "fi he sv"),
      ("„“‘’", "ka ky sq-x"),
      ("„“’’", "sr"),
      ("“”‘’", "af en fil ga hi id ko ms nl pt th tr vi zh"),
      ("「」『』", "ja yue zh-hant zh-tw zh-hk"),
      ("“„‘‚", "sq-x"),
    ]
    var table: [String: [QuotePair]] = [:]
    for (marks, languages) in lines {
      let marks = marks.map { String($0) }
      for language in languages.split(separator: " ") {
        table[String(language)] = [QuotePair(marks[0], marks[1]), QuotePair(marks[2], marks[3])]
      }
    }
    return table
  }()
}
