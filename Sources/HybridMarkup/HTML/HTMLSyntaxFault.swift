/// Something in the text of a page that its author most likely did not mean. The page is read all the same.
struct HTMLSyntaxFault {
  enum Kind {
    case missingSemicolon
    case badReference
    case unknownReference
    /// `</>`.
    case emptyEndTag
    /// Markup that is read as a comment although it is none: `<!x>`, `<?x>`, `</ x>`.
    case notMarkup
    case emptyComment
    case unclosedComment
    case unclosedSection
    case unclosedDocumentType
    case unclosedValue
    case unfinishedTag
  }

  var kind: Kind
  var range: Range<Int>
}

/// The faults of a file in its order; a hostile file does not fill the memory with them.
struct HTMLSyntaxFaults {
  private(set) var all: [HTMLSyntaxFault] = []

  mutating func note(_ kind: HTMLSyntaxFault.Kind, _ range: Range<Int>) {
    // The faults that end a file are errors, and are always kept.
    switch kind {
    case .unclosedComment, .unclosedSection, .unclosedDocumentType, .unclosedValue, .unfinishedTag: break
    default: guard all.count < 500 else { return }
    }
    all.append(HTMLSyntaxFault(kind: kind, range: range))
  }
}
