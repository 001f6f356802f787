import HybridDOM

/// Native pages, TokenHybrid's dialect: tags nest as they are written, as in the XML that its phones read.
///
/// Only `html`, `head` and `body` are implied; the elements without content of HTML need no end tag. What
/// HTML does with tables, lists, paragraphs and formatting does not happen, and `image` is an element of its
/// own.
extension HTMLTreeBuilder {
  mutating func inNative() {
    switch token.kind {
    case .comment: insertComment()
    case .documentType: notes.note(.lateDocumentType, token.range)
    case .startTag: startNative()
    case .endTag: endNative()
    case .text, .reference, .null, .replacement, .end: break
    }
  }

  mutating func insertInNative(_ piece: HTMLTextPiece) {
    guard piece.kind != .null else { return }
    if open.count == 1, context == nil {
      // Between `html`, `head` and `body` only blanks may stand; anything else begins the body.
      guard !piece.isBlank(tokenizer.bytes) else { return }
      openNativeBody(at: piece.range.lowerBound)
    }
    insert(piece)
  }

  private mutating func startNative() {
    guard context == nil else { return startInNativeFragment() }
    switch token.tag {
    case .html: return addNativeAttributes(to: open[0].node)
    case .head:
      guard head == nil, nativeBody == nil else { return notes.note(.lateHead, token.range) }
      return insertHead()
    case .body:
      if let body = nativeBody { return addNativeAttributes(to: body) }
      while open.count > 1 { pop() }
      insertElement()
      return
    default: break
    }
    if open.count == 1 {
      let isMetadata = [.title, .link, .meta, .style, .script, .base].contains(token.tag)
      if isMetadata, head == nil, nativeBody == nil {
        impliedHead(at: token.range.lowerBound)
      } else {
        openNativeBody(at: token.range.lowerBound)
      }
    } else if open.count == 2, let head, open[1].node == head, startsBody {
      // A head without a tag in the markup holds metadata only.
      if document[head].element?.startTag.range.isEmpty == true {
        pop()
        openNativeBody(at: token.range.lowerBound)
      }
    }
    insertNativeElement()
  }

  private mutating func startInNativeFragment() {
    switch token.tag {
    case .html, .head, .body: notes.note(.ignoredTag, token.range)
    default: insertNativeElement()
    }
  }

  private mutating func insertNativeElement() {
    if token.isSelfClosing || token.tag.isOne(of: .void) { return insertVoidElement() }
    switch token.tag {
    case .script: readText(.scriptData)
    case .style: readText(.rawText)
    default: insertElement()
    }
  }

  private var startsBody: Bool { ![.title, .link, .meta, .style, .script, .base].contains(token.tag) }

  /// The body, open or closed.
  private var nativeBody: NodeID? {
    document.children(of: open[0].node).first { document[$0].elementName == .body }
  }

  private mutating func openNativeBody(at offset: Int) {
    if let body = nativeBody {
      open.push(HTMLOpenElement(node: body, tag: .body, namespace: .html))
    } else {
      _ = insertImplied(.body, at: offset)
    }
  }

  private mutating func addNativeAttributes(to node: NodeID) {
    notes.note(.lateRoot, token.range)
    writer.addMissingAttributes(of: makeElement(.html), to: node)
  }

  private mutating func endNative() {
    if token.tag == .html { return context == nil ? endRoot(.html) : noteStray() }
    // An end tag reaches no further than the head or body that it is in.
    for index in open.indices.dropFirst().reversed() {
      let element = open[index]
      if isNamed(element) {
        while open.count > index + 1 { pop() }
        return pop(by: token.range.upperBound)
      }
      if element.tag == .body || element.tag == .head { break }
    }
    noteStray()
  }
}
