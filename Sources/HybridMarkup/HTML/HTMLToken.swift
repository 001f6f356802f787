/// One token of a page (HTML Standard §13.2.5), by its bytes.
///
/// The tokenizer fills the same token again and again, so that a page of any size costs no allocation a
/// token.
struct HTMLToken {
  enum Kind {
    case startTag
    case endTag
    /// A run of bytes that stand for themselves, except CR, which is a line feed.
    case text
    /// A character reference: its code points are in ``scalars``.
    case reference
    /// U+0000 where tree construction decides how it is replaced.
    case null
    /// A byte that becomes U+FFFD: U+0000 outside of data.
    case replacement
    case comment
    case documentType
    case end
  }

  var kind = Kind.end
  /// All bytes of the token; of a tag from `<` to `>`.
  var range = 0..<0
  /// The name of a tag or of a document type, or the text of a comment.
  var content = 0..<0
  /// The name of a tag, when the standard knows it.
  var tag = HTMLTag.other
  /// The attributes of a tag in the order of the file, repeated names included.
  var attributes: [HTMLAttributeToken] = []
  /// Whether a tag ends in `/>`.
  var isSelfClosing = false
  /// The code points of a character reference; the second is zero when there is one code point.
  var scalars: (UInt32, UInt32) = (0, 0)
  /// The names in a document type.
  var documentType = HTMLDocumentTypeToken()
}

/// The bytes of one attribute.
struct HTMLAttributeToken {
  var name: Range<Int>
  /// The value without its quotes; empty behind the name when there is none.
  var value: Range<Int>
  /// Whether the name has an upper-case letter or U+0000.
  var isNameRewritten = false
  /// Whether the name has a quote or `<`.
  var hasQuote = false
  /// Whether the value has a `&`, CR or U+0000.
  var isValueRewritten = false
}

/// The parts of a document type (HTML Standard §13.2.5.53 to §13.2.5.68).
struct HTMLDocumentTypeToken {
  var name: Range<Int>?
  var publicID: Range<Int>?
  var systemID: Range<Int>?
  var forcesQuirks = false
}
