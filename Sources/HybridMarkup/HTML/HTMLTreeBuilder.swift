import HybridDOM
import HybridEncoding
import HybridSource

/// Makes a document of the tokens of a page (HTML Standard §13.2.6, *Tree construction*).
///
/// Files beside this one hold the insertion modes: `+Head` (with frames), `+Body`, `+Tables`, `+Foreign`,
/// `+Native`; `+Modes` chooses one, `+Formatting` has the adoption agency. All offsets in here count the
/// bytes of the input.
struct HTMLTreeBuilder {
  let limits: MarkupLimits
  private(set) var tokenizer: HTMLTokenizer
  /// The token that is handled.
  private(set) var token = HTMLToken()
  var writer: HTMLDocumentWriter
  var notes = HTMLTreeNotes()
  var modes = HTMLInsertionModes()
  var open = HTMLOpenElements()
  var formatting = HTMLFormattingList()
  private var tableText = HTMLTableText()
  /// The element pointers (HTML Standard §13.2.4.4).
  private(set) var head: NodeID?
  private(set) var form: NodeID?
  /// Whether a `frameset` may still take the place of the body.
  private(set) var framesetIsOK = true
  /// Whether what cannot stand in a table goes before it.
  private var fosterParents = false
  /// Whether a line feed that comes next is dropped: behind `<pre>`, `<listing>`, `<textarea>`.
  private var dropsLineFeed = false
  let dialect: MarkupDialect
  /// Whether tags nest as they are written.
  private(set) var isNative: Bool
  /// The element a fragment is read for; nil for a page.
  let context: HTMLOpenElement?
  /// Set when nothing more is wanted.
  private(set) var isStopped = false

  /// The insertion mode.
  var mode: HTMLInsertionMode { modes.current }
  /// The nodes made so far.
  var document: Document { _read { yield writer.document } }

  init(_ input: MarkupInput, path: String, limits: MarkupLimits, _ options: HTMLReadingOptions) {
    self.limits = limits
    tokenizer = HTMLTokenizer(input.bytes)
    writer = HTMLDocumentWriter(input, path: path, mostNodes: limits.nodes)
    dialect = options.dialect
    isNative = options.dialect == .native
    guard let context = options.context else {
      self.context = nil
      return
    }
    let tag = HTMLTag(named: context.name.asciiLowercased)
    let element = HTMLOpenElement(
      node: writer.document.root, tag: tag, namespace: context.namespace,
      integration: Self.integration(tag, context.namespace, encoding: nil))
    self.context = element
    beginFragment(element)
  }

  /// HTML Standard §13.4, *Parsing HTML fragments*.
  private mutating func beginFragment(_ context: HTMLOpenElement) {
    if context.isHTML {
      switch context.tag {
      case .title, .textarea: tokenizer.read(.rcdata)
      case .style, .xmp, .iframe, .noembed, .noframes, .noscript: tokenizer.read(.rawText)
      case .script: tokenizer.read(.scriptData)
      case .plaintext: tokenizer.read(.plainText)
      default: break
      }
    }
    // The root of the fragment is an `html` element whose children are the result: the document node stands
    // for it.
    open.push(HTMLOpenElement(node: document.root, tag: .html, namespace: .html))
    if context.isHTML(.template) { modes.openTemplate() }
    if isNative { modes.enter(.native) } else { resetMode() }
  }

  mutating func run() {
    repeat {
      tokenizer.allowsSections = adjustedCurrent.map { !$0.isHTML } ?? false
      tokenizer.next(&token)
      switch token.kind {
      case .text, .reference, .null, .replacement: process(HTMLTextPiece(token))
      default:
        writer.flushText()
        process()
      }
    } while token.kind != .end && !isStopped
    writer.flushText()
    while open.count > (context == nil ? 0 : 1) { pop() }
  }

  // MARK: Dispatch

  /// §13.2.6: the current node, or the context of a fragment that is at its root.
  var adjustedCurrent: HTMLOpenElement? { open.count == 1 ? context ?? open.current : open.current }

  /// Handles ``token``, which is not text.
  mutating func process() {
    dropsLineFeed = false
    if isForeign { processForeign() } else { process(in: mode) }
  }

  /// §13.2.6, *tree construction dispatcher*: whether a tag, comment or document type is one in foreign
  /// content.
  private var isForeign: Bool {
    guard let current = adjustedCurrent, !current.isHTML, token.kind != .end else { return false }
    guard token.kind == .startTag else { return true }
    switch current.integration {
    case .mathMLText: return token.tag == .mglyph || token.tag == .malignmark
    case .html: return false
    case .none: return !(current.tag == .annotationXML && current.namespace == .mathML && token.tag == .svg)
    }
  }

  // MARK: Tokens that stand for others

  /// Handles ``token``, a start tag, as the end tag of the same name first.
  mutating func beforeStartTag(_ handleEndTag: (inout HTMLTreeBuilder) -> Void) {
    token.kind = .endTag
    handleEndTag(&self)
    token.kind = .startTag
  }

  /// Makes ``token`` a start tag without attributes: what `</br>` is.
  mutating func becomeStartTag() {
    token.attributes.removeAll()
    token.kind = .startTag
  }

  /// Gives ``token`` another name: what `<image>` gets.
  mutating func rename(to tag: HTMLTag) { token.tag = tag }

  var isStartTag: Bool { token.kind == .startTag }
  var isEndTag: Bool { token.kind == .endTag }
  func isStartTag(_ tags: HTMLTag...) -> Bool { isStartTag && tags.contains(token.tag) }
  func isEndTag(_ tags: HTMLTag...) -> Bool { isEndTag && tags.contains(token.tag) }

  // MARK: Nodes

  /// §13.2.6.1, *appropriate place for inserting a node*.
  func place(in target: HTMLOpenElement? = nil) -> HTMLDocumentWriter.Place {
    guard let target = target ?? open.current else { return .init(parent: document.root) }
    guard fosterParents, target.isHTML(oneOf: [.table, .tbody, .tfoot, .thead, .tr]) else {
      return .init(parent: target.node)
    }
    let template = open.lastIndex(of: .template)
    guard let table = open.lastIndex(of: .table) else {
      return .init(parent: (template.map { open[$0] } ?? open[0]).node)
    }
    if let template, template > table { return .init(parent: open[template].node) }
    let node = open[table].node
    if let parent = document[node].parent { return .init(parent: parent, before: node) }
    return .init(parent: open[table - 1].node)
  }

  /// The place of a range of the input in the file.
  func place(_ range: Range<Int>) -> SourceRange { writer.place(range) }

  mutating func makeNode(_ content: Node.Content, _ range: Range<Int>) -> NodeID? {
    guard let node = writer.makeNode(content, place(range)) else {
      stop(.tooManyNodes, at: range.lowerBound..<range.lowerBound)
      return nil
    }
    return node
  }

  mutating func insertComment(into parent: NodeID? = nil) {
    let content = Node.Content.comment(tokenizer.text(token.content))
    guard let node = makeNode(content, token.range) else { return }
    if let parent { return writer.append(node, to: parent) }
    writer.insert(node, at: place())
  }

  /// Inserts the element of ``token`` and makes it the current node.
  @discardableResult
  mutating func insertElement(_ namespace: Namespace = .html) -> HTMLOpenElement? {
    guard open.count < limits.depth else {
      stop(.tooDeep, at: token.range)
      return nil
    }
    let element = makeElement(namespace)
    guard let node = makeNode(.element(element), token.range) else { return nil }
    writer.insert(node, at: place())
    let encoding = namespace == .mathML && token.tag == .annotationXML ? element["encoding"] : nil
    let open = HTMLOpenElement(
      node: node, tag: token.tag, namespace: namespace,
      integration: Self.integration(token.tag, namespace, encoding: encoding))
    self.open.push(open)
    return open
  }

  /// Inserts the element of ``token`` as the head (§13.2.4.4).
  mutating func insertHead() { head = insertElement()?.node }

  /// Inserts a head that the author left out.
  mutating func impliedHead(at offset: Int) { head = insertImplied(.head, at: offset) }

  /// Inserts the element of ``token`` as the form that controls belong to (§13.2.4.4).
  mutating func insertForm() { form = insertElement()?.node }

  /// The form that controls belong to; from now on they belong to none.
  mutating func takeForm() -> NodeID? {
    defer { form = nil }
    return form
  }

  /// Inserts an element that has no content.
  mutating func insertVoidElement(_ namespace: Namespace = .html) {
    if insertElement(namespace) != nil { pop(by: token.range.upperBound) }
  }

  /// Inserts an element that the author left out; it begins where ``token`` or the text piece does.
  mutating func insertImplied(_ tag: HTMLTag, at offset: Int) -> NodeID? {
    guard open.count < limits.depth else {
      stop(.tooDeep, at: offset..<offset)
      return nil
    }
    let range = offset..<offset
    let element = Element(
      name: tag.name, writtenName: tag.name, startTag: place(range), namespace: .html,
      elementName: tag.elementName)
    guard let node = makeNode(.element(element), range) else { return nil }
    writer.insert(node, at: place())
    open.push(HTMLOpenElement(node: node, tag: tag, namespace: .html))
    return node
  }

  /// Inserts the element again that an earlier tag made: its place is that tag.
  mutating func insertCopy(of element: HTMLOpenElement) -> HTMLOpenElement? {
    guard open.count < limits.depth else {
      stop(.tooDeep, at: token.range)
      return nil
    }
    guard let copy = copy(element) else { return nil }
    writer.insert(copy.node, at: place())
    open.push(copy)
    return copy
  }

  /// A new node with the name and attributes of `element`, without a parent.
  mutating func copy(_ element: HTMLOpenElement) -> HTMLOpenElement? {
    guard let node = writer.copy(element.node) else {
      stop(.tooManyNodes, at: token.range)
      return nil
    }
    var copy = element
    copy.node = node
    return copy
  }

  /// Closes the current node where ``token`` starts, or at `end` when an end tag of its own closes it.
  mutating func pop(by end: Int? = nil) {
    guard let element = open.pop() else { return }
    writer.end(element.node, at: end ?? token.range.lowerBound)
    if end == nil { notes.noteUnclosed(element, document, before: token) }
  }

  /// Closes elements up to the one that ``token``, an end tag, names.
  mutating func popThrough(_ isWanted: (HTMLOpenElement) -> Bool) {
    while let current = open.current {
      let isLast = isWanted(current)
      pop(by: isLast && isEndTag && isNamed(current) ? token.range.upperBound : nil)
      if isLast { return }
    }
  }

  mutating func popThrough(_ tags: HTMLTag...) { popThrough { $0.isHTML(oneOf: tags) } }

  /// Whether an element has the name of ``token``.
  func isNamed(_ element: HTMLOpenElement) -> Bool {
    guard element.tag == token.tag else { return false }
    return element.tag != .other || document[element.node].element?.name == tokenizer.name(of: token)
  }

  /// §13.2.6.3, *generate implied end tags*.
  mutating func generateImpliedEndTags(except tag: HTMLTag? = nil) {
    while let current = open.current, current.isHTML, current.tag.isOne(of: .impliedEnd), current.tag != tag {
      pop()
    }
  }

  mutating func generateAllImpliedEndTags() {
    while let current = open.current, current.isHTML, current.tag.isOne(of: .thoroughEnd) { pop() }
  }

  /// Reads the rest as native.
  mutating func becomeNative() { isNative = true }

  /// From here on a `frameset` does not take the place of the body.
  mutating func forbidFrameset() { framesetIsOK = false }

  /// Drops a line feed if it comes next.
  mutating func dropLineFeed() { dropsLineFeed = true }

  mutating func stop(_ fault: HTMLTreeNotes.Limit, at range: Range<Int>) {
    isStopped = true
    notes.noteLimit(fault, range)
  }

  /// Notes that ``token``, an end tag, closes nothing.
  mutating func noteStray() {
    let nearest = notes.isFull ? nil : nearestOpenName()
    notes.noteStray(token, nearest: nearest)
  }

  /// The name of an open element that is nearly the one of ``token``.
  private func nearestOpenName() -> String? {
    let names = open.elements.reversed().compactMap { document[$0.node].element?.name }
    return nearest(to: tokenizer.name(of: token), in: names)
  }

  // MARK: Text

  /// §13.2.6.2: inserts the element of ``token``, whose content is text up to its end tag.
  mutating func readText(_ model: HTMLTokenizer.ContentModel) {
    guard insertElement() != nil else { return }
    tokenizer.read(model, endTagName: Array(token.tag.name.utf8))
    modes.enterText(.text)
  }

  /// Reads the rest as text.
  mutating func readPlainText() { tokenizer.read(.plainText) }

  /// Handles a piece of text by the current mode.
  mutating func process(_ piece: HTMLTextPiece) {
    var piece = piece
    if dropsLineFeed {
      dropsLineFeed = false
      piece.dropLineFeed(tokenizer.bytes)
      if piece.range.isEmpty { return }
    }
    if let current = adjustedCurrent, !current.isHTML, current.integration == .none {
      if piece.kind == .null {
        piece.kind = .replacement
      } else if !piece.isBlank(tokenizer.bytes) {
        framesetIsOK = false
      }
      return insert(piece)
    }
    processText(piece)
  }

  /// Handles text that is HTML's.
  mutating func processText(_ piece: HTMLTextPiece) {
    var rest = piece
    while !rest.range.isEmpty, !isStopped {
      switch mode {
      case .text: return insert(rest)
      case .native: return insertInNative(rest)
      case .inBody, .inCell, .inCaption, .inTemplate: return insertInBody(rest)
      case .inTable, .inTableBody, .inRow, .inTableText:
        guard
          mode == .inTableText
            || open.current?.isHTML(oneOf: [.table, .tbody, .template, .tfoot, .thead, .tr]) == true
        else { return insertFostered(rest) }
        if mode != .inTableText {
          modes.enterText(.inTableText)
        }
        if rest.kind != .null { tableText.append(rest) }
        return
      default:
        let first = rest.split(tokenizer.bytes)
        if first.isBlank(tokenizer.bytes) {
          insertBlank(first)
        } else if leaveForText(first) {
          rest.range = first.range.lowerBound..<rest.range.upperBound
        }
      }
    }
  }

  /// §13.2.6.4.7, *any other character token*.
  mutating func insertInBody(_ piece: HTMLTextPiece) {
    guard piece.kind != .null else { return }
    reconstructFormatting()
    insert(piece)
    if framesetIsOK, !piece.isBlank(tokenizer.bytes) { framesetIsOK = false }
  }

  mutating func insertFostered(_ piece: HTMLTextPiece) {
    fosterParents = true
    insertInBody(piece)
    fosterParents = false
  }

  /// §13.2.6.4.10, *in table text*: inserts the text in a table that was read so far. Blank text may stand
  /// there.
  mutating func insertTableText() {
    let pieces = tableText.take()
    modes.leaveText()
    if let first = pieces.first(where: { !$0.isBlank(tokenizer.bytes) }) {
      notes.note(.fostered, first.range)
      for piece in pieces { insertFostered(piece) }
    } else {
      for piece in pieces { insert(piece) }
    }
    writer.flushText()
  }

  /// Handles ``token`` as in the body; what cannot stand in the table goes before it.
  mutating func inBodyFostered() {
    fosterParents = true
    inBody()
    fosterParents = false
  }

  /// Blank text where only some modes keep it.
  private mutating func insertBlank(_ piece: HTMLTextPiece) {
    switch mode {
    case .inHead, .inHeadNoscript, .afterHead, .inColumnGroup, .inFrameset, .afterFrameset: insert(piece)
    case .afterBody, .afterAfterBody, .afterAfterFrameset: insertInBody(piece)
    default: break
    }
  }

  /// Leaves a mode in which text that is not blank does not stand.
  /// - Returns: Whether the text is to be looked at again.
  private mutating func leaveForText(_ piece: HTMLTextPiece) -> Bool {
    let offset = piece.range.lowerBound
    token.range = offset..<offset
    switch mode {
    case .initial:
      writer.setQuirksMode(.quirks)
      modes.enter(.beforeHTML)
    case .beforeHTML: impliedHTML(at: offset)
    case .beforeHead:
      impliedHead(at: offset)
      modes.enter(.inHead)
    case .inHead:
      pop()
      modes.enter(.afterHead)
    case .inHeadNoscript:
      pop()
      modes.enter(.inHead)
    case .afterHead:
      _ = insertImplied(.body, at: offset)
      modes.enter(.inBody)
    case .inColumnGroup:
      guard open.current?.isHTML(.colgroup) == true else { return false }
      pop()
      modes.enter(.inTable)
    case .afterBody, .afterAfterBody: modes.enter(.inBody)
    default: return false  // in and after framesets it is dropped
    }
    return true
  }

  mutating func impliedHTML(at offset: Int) {
    _ = insertImplied(.html, at: offset)
    modes.enter(isNative ? .native : .beforeHead)
  }

  /// Adds a piece of text at the appropriate place (§13.2.6.1, *insert a character*).
  mutating func insert(_ piece: HTMLTextPiece) {
    let place = place()
    guard place.parent != document.root || context != nil else { return }
    if !writer.insert(piece, tokenizer, at: place) {
      stop(.tooManyNodes, at: piece.range.lowerBound..<piece.range.lowerBound)
    }
  }
}
