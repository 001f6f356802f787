import CLibXML2
import HybridDOM
import HybridSource

/// Makes a document of libxml2's events.
///
/// A class since the events arrive through a C pointer. It lives on one thread, for the time of one parse.
/// All offsets in here count the bytes of ``input``; they become offsets of the file when they are stored.
final class DocumentBuilder {
  /// An element that is not closed yet.
  struct Open {
    var node: NodeID
    /// Its start tag; nil when libxml2 inserted the element.
    var token: MarkupToken?
  }

  let source: Source
  let input: MarkupInput
  let scan: MarkupScan
  let limits: MarkupLimits
  var reports: MarkupReports
  var document: Document
  /// The running parser; nil before and after.
  var context: xmlParserCtxtPtr?
  /// The attributes of the element that libxml2 is telling.
  var given: [GivenAttribute] = []
  var open: [Open] = []
  /// The first token that ends at or behind where the parser is.
  private var cursor = 0
  /// Behind the last piece of the file that became part of the document.
  private var lastEnd = 0
  /// Elements libxml2 inserted, and elements it closed, since the last piece: their place is where the next
  /// one starts.
  private var waitingForStart: [NodeID] = []
  private var waitingForEnd: [NodeID] = []
  /// Character data that is not a node yet; it arrives in pieces.
  private var text: [UInt8] = []
  private var textRange = 0..<0
  /// Set when nothing more is wanted; events are then ignored until the parser comes back.
  private(set) var isStopped = false

  init(
    _ source: Source, _ input: MarkupInput, _ scan: MarkupScan, _ limits: MarkupLimits,
    _ reports: MarkupReports
  ) {
    self.source = source
    self.input = input
    self.scan = scan
    self.limits = limits
    self.reports = reports
    self.document = Document(files: [source.path], isHTML: false)
    self.document.reserveNodes(min(scan.tokens.count * 2 + 4, limits.nodes))
  }

  // MARK: Events

  /// A start tag, or an element that libxml2 inserts. Its attributes are in ``given``.
  func startElement(_ name: QualifiedName) {
    guard !isStopped else { return }
    flushText()
    let here = offset
    let token = tokenAt(here).flatMap {
      $0.kind == .startTag && $0.start < here && isNamed($0, name) ? $0 : nil
    }
    if open.count >= limits.depth {
      let range = token.map { $0.start..<$0.end } ?? here..<here
      return stop("markup.too-deep", "elements can be nested at most \(limits.depth) deep", at: range)
    }

    let written = token.map { input.original($0.name) }.map(source.text)
    let name = name.string
    var element = Element(name: name, writtenName: written ?? name, startTag: place(here..<here))
    if let token {
      begin(at: token.start, upTo: token.end)
      element.startTag = place(token.start..<token.end)
      element.attributes = attributes(of: token)
    }
    guard let node = add(.element(element), element.startTag) else { return }
    if token == nil { waitingForStart.append(node) }
    open.append(Open(node: node, token: token))
  }

  func endElement(_ name: QualifiedName) {
    guard !isStopped else { return }
    flushText()
    guard let top = open.popLast() else { return }
    let here = offset
    let token = tokenAt(here)
    if let token, token.kind == .endTag, token.end == here, token.start >= lastEnd, isNamed(token, name) {
      begin(at: token.start, upTo: token.end)
      document[top.node].range.end = Int32(clamping: input.original(here))
    } else if let tag = top.token, tag.end == here, tag.isSelfClosing {
      document[top.node].range.end = Int32(clamping: input.original(here))
    } else {
      waitingForEnd.append(top.node)
    }
  }

  func characters(_ content: UnsafePointer<xmlChar>?, _ count: Int, isSection: Bool = false) {
    guard !isStopped, count > 0 else { return }
    guard !open.isEmpty else { return }
    let piece = UnsafeBufferPointer(start: content, count: count)
    let range = rangeOfText(piece, near: offset, isSection: isSection)
    if text.isEmpty {
      textRange = range
    } else {
      textRange = textRange.lowerBound..<max(textRange.upperBound, range.upperBound)
    }
    begin(at: range.lowerBound, upTo: range.upperBound)
    text.append(contentsOf: piece)
  }

  func comment(_ content: UnsafePointer<xmlChar>?) {
    guard !isStopped else { return }
    add(.comment(String(decoding: bytes(content), as: UTF8.self)))
  }

  /// The scanner has refused it before; it is never read.
  func documentType() {
    stop("markup.doctype", "a template has no document type", at: offset..<offset)
  }

  func outOfMemory() {
    reports.error("markup.out-of-memory", "there is not enough memory to read this file", at: 0..<0)
  }

  /// The result, when the parser has come back.
  func finish() -> MarkupResult {
    flushText()
    while let top = open.popLast() { waitingForEnd.append(top.node) }
    begin(at: input.bytes.count, upTo: input.bytes.count)
    return MarkupResult(document: document, diagnostics: reports.diagnostics)
  }

  /// Reports an error that nothing sensible can follow, and stops the parser.
  func stop(_ code: String, _ message: String, at range: Range<Int>, hint: String? = nil) {
    guard !isStopped else { return }
    isStopped = true
    reports.error(code, message, at: input.original(range), hint: hint)
    if let context { xmlStopParser(context) }
  }

  // MARK: Places

  /// How many bytes the parser has read.
  var offset: Int {
    guard let input = context?.pointee.input else { return self.input.bytes.count }
    return Int(input.pointee.consumed) + (input.pointee.cur - input.pointee.base)
  }

  /// The token the parser is in, or has just read.
  func tokenAt(_ offset: Int) -> MarkupToken? {
    while cursor < scan.tokens.count, scan.tokens[cursor].end < offset { cursor += 1 }
    return cursor < scan.tokens.count ? scan.tokens[cursor] : nil
  }

  private func isNamed(_ token: MarkupToken, _ name: QualifiedName) -> Bool {
    name.matches(input.bytes[token.name])
  }

  private func place(_ range: Range<Int>) -> SourceRange { SourceRange(input.original(range)) }

  /// A piece of the file starts: elements without a place of their own begin or end here.
  private func begin(at start: Int, upTo end: Int) {
    lastEnd = end
    guard !waitingForStart.isEmpty || !waitingForEnd.isEmpty else { return }
    let here = place(start..<start)
    for node in waitingForStart {
      document[node].range = here
      document[node].element?.startTag = here
    }
    for node in waitingForEnd { document[node].range.end = max(here.start, document[node].range.start) }
    waitingForStart.removeAll(keepingCapacity: true)
    waitingForEnd.removeAll(keepingCapacity: true)
  }

  /// The bytes of a piece of text: where the same bytes stand, else a reference, or a section with its frame.
  ///
  /// libxml2 reports text after it has read it, or all but its last character, or before it reads it.
  private func rangeOfText(_ piece: UnsafeBufferPointer<UInt8>, near here: Int, isSection: Bool) -> Range<Int>
  {
    if isSection, let token = tokenAt(here), token.kind == .cdata { return token.start..<token.end }
    let since = input.bytes[min(lastEnd, here)..<here]
    if since.first == UInt8(ascii: "&"), since.last == UInt8(ascii: ";") { return since.indices }
    for start in [lastEnd, here - piece.count, here] where start >= 0 && start <= here {
      let range = start..<start + piece.count
      guard range.upperBound <= input.bytes.count, here <= range.upperBound else { continue }
      if input.bytes[range].elementsEqual(piece) { return range }
    }
    return (since.lastIndex(of: UInt8(ascii: "&")) ?? since.startIndex)..<here
  }

  // MARK: Nodes

  private func add(_ content: Node.Content) {
    flushText()
    let here = offset
    var range = lastEnd..<max(here, lastEnd)
    if let token = tokenAt(here), token.end == here, token.kind == .comment || token.kind == .other {
      range = token.start..<token.end
    }
    begin(at: range.lowerBound, upTo: range.upperBound)
    _ = add(content, place(range))
  }

  private func add(_ content: Node.Content, _ range: SourceRange) -> NodeID? {
    guard document.nodes.count < limits.nodes else {
      stop("markup.too-many-nodes", "a document has at most \(limits.nodes) nodes", at: lastEnd..<lastEnd)
      return nil
    }
    let node = document.makeNode(content, range: range)
    document.append(node, to: open.last?.node ?? document.root)
    return node
  }

  private func flushText() {
    guard !text.isEmpty else { return }
    let content = String(decoding: text, as: UTF8.self)
    text.removeAll(keepingCapacity: true)
    let range = place(textRange)
    if let parent = open.last?.node, let last = document[parent].lastChild, let before = document[last].text {
      document[last].content = .text(before + content)
      document[last].range.end = range.end
    } else {
      _ = add(.text(content), range)
    }
  }
}
