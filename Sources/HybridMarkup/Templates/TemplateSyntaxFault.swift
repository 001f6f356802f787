package import HybridSource

/// A fault in the XML of a template (`Documentation/template-format.md`, *Inputs*).
package struct TemplateSyntaxFault: Error, Hashable, Sendable {
  /// The fact.
  package enum Reason: Hashable, Sendable {
    case tooLarge(Size, limit: Int)
    case utf16
    case notUTF8
    case nul
    case noElement
    case declarationNotFirst(isMark: Bool)
    case badDeclaration
    case encoding(String)
    case documentType
    case badDeclarationTag
    case unfinishedInstruction
    case unfinishedDocumentType
    case unfinishedComment
    case commentEnd
    case unfinishedSection
    case sectionEnd
    case strayBracket
    case strayCharacter(String)
    case unfinishedTag(String)
    case missingValue(String)
    case missingQuotes(String)
    case missingQuote(String)
    case loneAmpersand
    case unknownReference(String, nearest: String?)
    case badReference(String)
    case cutReference(String, UInt32)
    case badEndTag
    case strayEndTag(String, open: String?)
    case unclosed(String, before: String?)
    case severalRoots
    case ignoredText
  }

  /// The quantity that exceeds its limit.
  package enum Size: Hashable, Sendable { case bytes(Int), nodes(Int), depth(Int), attributes(Int) }

  /// A stable name of a kind of fault.
  package enum Code: String, CaseIterable, Sendable {
    case badDeclaration = "template.bad-declaration"
    case badReference = "template.bad-reference"
    case badTag = "template.bad-tag"
    case cutReference = "template.cut-reference"
    case documentType = "template.document-type"
    case empty = "template.empty"
    case encoding = "template.encoding"
    case ignoredText = "template.ignored-text"
    case missingQuote = "template.missing-quote"
    case severalRoots = "template.several-roots"
    case strayEndTag = "template.stray-end-tag"
    case tooLarge = "template.too-large"
    case unclosed = "template.unclosed"
    case unfinished = "template.unfinished"
  }

  /// The fact.
  package var reason: Reason
  /// Where, in bytes of the file.
  package var range: Range<Int>

  /// Whether the template cannot be used.
  package var severity: Severity {
    switch reason {
    case .encoding, .notUTF8, .cutReference, .severalRoots, .ignoredText, .documentType,
      .declarationNotFirst(isMark: true):
      .warning
    default: .error
    }
  }

  /// The kind.
  package var code: Code {
    switch reason {
    case .tooLarge: .tooLarge
    case .utf16, .notUTF8, .nul, .encoding: .encoding
    case .noElement: .empty
    case .declarationNotFirst, .badDeclaration: .badDeclaration
    case .documentType: .documentType
    case .badDeclarationTag, .sectionEnd, .strayBracket, .strayCharacter, .missingValue, .badEndTag,
      .commentEnd:
      .badTag
    case .unfinishedInstruction, .unfinishedDocumentType, .unfinishedComment, .unfinishedSection,
      .unfinishedTag:
      .unfinished
    case .missingQuotes, .missingQuote: .missingQuote
    case .loneAmpersand, .unknownReference, .badReference: .badReference
    case .cutReference: .cutReference
    case .strayEndTag: .strayEndTag
    case .unclosed: .unclosed
    case .severalRoots: .severalRoots
    case .ignoredText: .ignoredText
    }
  }
}
