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
    case .notUTF8: "these bytes are not UTF-8; they become '\u{FFFD}'"
    case .nul: "a NUL byte is not allowed in text"
    case .noElement: "there is no element in the template"
    case .declarationNotFirst(isMark: true): "a byte order mark is before the XML declaration"
    case .declarationNotFirst(isMark: false): "the XML declaration is not at the start of the file"
    case .badDeclaration: "this is not an XML declaration"
    case .encoding(let name): "the file is read as UTF-8, not as '\(name)'"
    case .documentType:
      "a template cannot have a document type: neither its declarations nor the file it names are read"
    case .badDeclarationTag: "'<!' does not start a comment or a CDATA section here"
    case .unfinishedInstruction: "the end of this instruction is missing"
    case .unfinishedDocumentType: "the document type is never finished"
    case .unfinishedComment: "the comment is never closed"
    case .commentEnd: "a comment does not end in '--->'"
    case .unfinishedSection: "the CDATA section is never closed"
    case .sectionEnd: "']]>' does not end a CDATA section here"
    case .strayBracket: "'<' does not start a tag here"
    case .strayCharacter(let text):
      "'\(text)' is not allowed here: an attribute's name or the end of the tag is expected"
    case .unfinishedTag(let name): "the tag <\(name) is never finished"
    case .missingValue(let name): "attribute '\(name)' has no value"
    case .missingQuotes(let name): "the value of '\(name)' is not in quotes"
    case .missingQuote(let name): "the quote of '\(name)' is never closed"
    case .loneAmpersand: "'&' does not start a reference here"
    case .unknownReference(let name, _): "there is no reference '&\(name);'"
    case .badReference(let digits): "'&#\(digits);' is not a character"
    case .cutReference(let digits, let unit):
      "'&#\(digits);' is cut to 16 bits and becomes U+\(String(unit, radix: 16, uppercase: true))"
    case .badEndTag: "the end tag is malformed"
    case .strayEndTag(let name, nil): "</\(name)> has no start tag"
    case .strayEndTag(let name, let open?): "</\(name)> has no start tag: <\(open)> is open"
    case .unclosed(let name, nil): "<\(name)> is never closed"
    case .unclosed(let name, let before?): "<\(name)> is not closed before </\(before)>"
    case .severalRoots: "a second element follows the root element"
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
    case .declarationNotFirst(isMark: false): "remove what is before it, or remove the declaration"
    case .badDeclaration: "write <?xml version=\"1.0\" encoding=\"utf-8\"?>"
    case .documentType: "remove the document type"
    case .badDeclarationTag: "write a comment as <!-- text -->"
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
