import HybridDOM

/// The probable mistakes of the author that tree construction found, in the order of the file.
struct HTMLTreeNotes {
  enum Limit {
    case tooDeep
    case tooManyNodes
    case tooManyAttributes
  }

  enum Kind {
    /// An element that has no end tag where it needs one; the tag that closed it, nil for the end of the
    /// file.
    case unclosed(NodeID, before: Range<Int>?)
    /// An end tag of nothing that is open; a name of something that is, when it is nearly the same; the tag
    /// that closed such an element.
    case strayEndTag(nearest: String?, closedBy: Range<Int>?)
    /// A tag that means nothing where it is.
    case ignoredTag
    case lateDocumentType
    /// One that HTML does not define: with declarations, of another name, or of a file.
    case foreignDocumentType
    case lateHead
    case lateRoot
    case duplicateAttribute
    /// Something in a table that no table can hold.
    case fostered
    case nestedForm
    case nestedLink
    /// `/>` on an element of HTML that has an end tag.
    case notSelfClosing
    /// A quoted value that goes on over lines and holds tags, as when its quote is missing.
    case tagsInValue
    /// Quotes or `<` in the name of an attribute, as behind a quote that is missing.
    case quoteInName
  }

  private(set) var all: [(kind: Kind, range: Range<Int>)] = []
  /// Why reading ended early, and where.
  private(set) var limit: (Limit, Range<Int>)?
  /// Elements that were reported already: copies have the place of their original.
  private var told: Set<Int32> = []
  /// The tag that closed the last paragraph whose end tag was not read yet.
  private var endOfParagraph: Range<Int>?

  /// Whether more notes are not worth their time.
  var isFull: Bool { all.count >= 500 }

  mutating func note(_ kind: Kind, _ range: Range<Int>) {
    guard !isFull else { return }
    // That it stays open says why it is not closed.
    if case .notSelfClosing = kind { told.insert(Int32(clamping: range.lowerBound)) }
    all.append((kind, range))
  }

  mutating func noteLimit(_ kind: Limit, _ range: Range<Int>) { limit = limit ?? (kind, range) }

  /// A block closed a paragraph: what its author took for the end tag will close nothing.
  mutating func noteEndOfParagraph(_ token: HTMLToken) { endOfParagraph = token.range }

  mutating func noteStray(_ token: HTMLToken, nearest: String?) {
    guard token.kind == .endTag, !token.tag.isOne(of: .void), !isFull else { return }
    let closer = token.tag == .p ? endOfParagraph : nil
    all.append((.strayEndTag(nearest: nearest, closedBy: closer), token.range))
  }

  mutating func noteUnclosed(_ element: HTMLOpenElement, _ document: Document, before token: HTMLToken) {
    guard !element.tag.isOne(of: [.optionalEnd, .void]), !isFull,
      let tag = document[element.node].element?.startTag, tag.start < tag.end, told.insert(tag.start).inserted
    else { return }
    all.append(
      (.unclosed(element.node, before: token.kind == .end ? nil : token.range), Int(tag.start)..<Int(tag.end))
    )
  }
}
