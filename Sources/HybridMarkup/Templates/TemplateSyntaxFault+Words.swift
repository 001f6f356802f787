/// The faults in words for the template author.
extension TemplateSyntaxFault {
  /// One sentence without a full stop.
  package var message: String {
    switch reason {
    case .tooLarge(let size, let limit):
      switch size {
      case .bytes(let count): "a template has at most \(limit >> 20) MB, this one \(count) bytes"
      case .nodes: "a template has at most \(limit) elements"
      case .depth: "elements are nested more than \(limit) deep"
      case .attributes: "an element has at most \(limit) attributes"
      }
    case .utf16: "the file is UTF-16"
    case .notUTF8: "these bytes are no UTF-8; they become '\u{FFFD}'"
    case .nul: "a NUL byte is no text"
    case .noElement: "there is no element in the template"
    case .declarationNotFirst(isMark: true): "a byte order mark stands before the XML declaration"
    case .declarationNotFirst(isMark: false): "the XML declaration does not stand at the start of the file"
    case .badDeclaration: "this is no XML declaration"
    case .encoding(let name): "the file is read as UTF-8, not as '\(name)'"
    case .documentType:
      "a template has no document type: what it declares, and the file it names, is never read"
    case .badDeclarationTag: "'<!' begins no comment and no CDATA section here"
    case .unfinishedInstruction: "the end of this instruction is missing"
    case .unfinishedDocumentType: "the document type is never finished"
    case .unfinishedComment: "the comment is never closed"
    case .commentEnd: "a comment does not end in '--->'"
    case .unfinishedSection: "the CDATA section is never closed"
    case .sectionEnd: "']]>' ends no CDATA section here"
    case .strayBracket: "'<' begins no tag here"
    case .strayCharacter(let text): "'\(text)' stands where an attribute's name or the end of the tag should"
    case .unfinishedTag(let name): "the tag <\(name) is never finished"
    case .missingValue(let name): "attribute '\(name)' has no value"
    case .missingQuotes(let name): "the value of '\(name)' is not in quotes"
    case .missingQuote(let name): "the quote of '\(name)' is never closed"
    case .loneAmpersand: "'&' begins no reference here"
    case .unknownReference(let name, _): "there is no reference '&\(name);'"
    case .badReference(let digits): "'&#\(digits);' names no character"
    case .cutReference(let digits, let unit):
      "'&#\(digits);' is cut to 16 bits and becomes U+\(String(unit, radix: 16, uppercase: true))"
    case .badEndTag: "the end tag is malformed"
    case .strayEndTag(let name, nil): "</\(name)> closes nothing"
    case .strayEndTag(let name, let open?): "</\(name)> closes nothing: <\(open)> is open"
    case .unclosed(let name, nil): "<\(name)> is never closed"
    case .unclosed(let name, let before?): "<\(name)> is not closed before </\(before)>"
    case .severalRoots: "a second element stands outside of the first"
    case .ignoredText: "text between tags is ignored"
    }
  }

  /// The fix, where there is one.
  package var hint: String? {
    switch reason {
    case .utf16, .notUTF8, .encoding: "save the file as UTF-8"
    case .nul: "remove it"
    case .noElement: "write one, such as <FrameLayout layoutWidth=\"match_parent\"/>"
    case .declarationNotFirst(isMark: true): "save the file without a byte order mark"
    case .declarationNotFirst(isMark: false): "remove what stands before it, or the declaration"
    case .badDeclaration: "write <?xml version=\"1.0\" encoding=\"utf-8\"?>"
    case .documentType: "remove the document type"
    case .badDeclarationTag: "a comment is written <!-- so -->"
    case .unfinishedInstruction: "add '?>'"
    case .unfinishedDocumentType: "add '>', and the quote that is missing before it, if one is"
    case .unfinishedComment: "add '-->'"
    case .commentEnd: "write '-->'"
    case .unfinishedSection: "add ']]>'"
    case .strayBracket: "write '&lt;' in text"
    case .unfinishedTag: "add '>' or '/>'"
    case .missingValue(let name): "write \(name)=\"…\""
    case .missingQuotes(let name): "write \(name)=\"…\""
    case .missingQuote: "add the closing quote"
    case .loneAmpersand: "write '&amp;'"
    case .unknownReference(_, let nearest?): "did you mean '&\(nearest);'?"
    case .unknownReference: "there are '&lt;', '&gt;', '&amp;', '&quot;' and '&apos;'"
    case .badReference: "write a number such as '&#233;'"
    case .cutReference: "write the character itself"
    case .badEndTag: "write it as </Name>"
    case .strayEndTag(_, let open?): "did you mean </\(open)>?"
    case .unclosed(let name, _): "add </\(name)>, or end the tag in '/>'"
    case .severalRoots: "put all elements into one layout"
    case .ignoredText: "text is shown by <NText text=\"…\"/>"
    default: nil
    }
  }
}
