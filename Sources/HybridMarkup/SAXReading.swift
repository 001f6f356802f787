import CLibXML2
import HybridDOM
import HybridSource
import Synchronization

/// One pass of libxml2 over a file, and the document its events make.
///
/// libxml2 says what stands there; where it stands is read from its place in the input and from the source itself. Its own
/// tree builder runs along (its HTML parser looks at that tree), so the events are those that its tree is made of. The
/// object lives as long as the pass and never leaves its thread.
final class SAXReading {
  let source: Source
  let isHTML: Bool
  /// What libxml2 reads: the file, with bytes it would stop at replaced by others, one for one.
  private let bytes: UnsafeBufferPointer<UInt8>
  private let context: xmlParserCtxtPtr
  private let replaced: Bool
  var document: Document
  var diagnostics: [Diagnostic] = []
  private var open: [NodeID]
  private var count = 0
  /// Just past the last thing that was read.
  private var position = 0
  private var isStopped = false

  init(
    _ source: Source, isHTML: Bool, bytes: UnsafeBufferPointer<UInt8>, replaced: Bool,
    context: xmlParserCtxtPtr
  ) {
    self.source = source
    self.isHTML = isHTML
    self.bytes = bytes
    self.replaced = replaced
    self.context = context
    document = Document(files: [source.path], isHTML: isHTML)
    open = [document.root]
  }

  /// The byte that libxml2 reads next. Its buffer may have moved, and says by how much.
  var offset: Int {
    guard let input = context.pointee.input else { return bytes.count }
    let ahead = input.pointee.cur - input.pointee.base
    return min(Int(input.pointee.consumed) + ahead, bytes.count)
  }

  // MARK: Events

  func startElement(_ name: String, _ attributes: [(name: String, value: String)]) {
    guard !isStopped else { return }
    let here = offset
    let tag = startTag(endingAt: here, name: name)
    let start = tag?.start ?? constructStart(before: here)
    let end = tag.map { $0.scan.end + (isSlash($0.scan.end) ? 2 : 1) } ?? start
    var element = Element(
      name: name, writtenName: tag.map { text($0.scan.name) } ?? name,
      startTag: SourceRange(start..<min(end, bytes.count)))
    element.attributes = attributes.map { attribute($0.name, $0.value, tag?.scan, at: start) }
    if let tag {
      reportRepeated(tag.scan)
      position = min(end, bytes.count)
    }
    if attributes.count > MarkupLimits.attributes {
      element.attributes.removeSubrange(MarkupLimits.attributes...)
      report(
        .error, "markup.too-many-attributes", "an element may have \(MarkupLimits.attributes) attributes",
        at: start..<end)
    }
    append(.element(element), range: SourceRange(start..<min(end, bytes.count)), opens: true)
  }

  func endElement(_ name: String) {
    guard !isStopped, open.count > 1, let node = open.popLast(), let element = document[node].element else {
      return
    }
    let here = offset
    let start = Int(element.startTag.start)
    var end = here
    if let tag = endTagStart(before: here, name: name), tag >= start {
      position = here
    } else if here > 0, bytes[here - 1] == UInt8(ascii: ">"), Int(element.startTag.end) == here {
      position = here  // a void element, or one closed by `/>`
    } else {
      end = max(constructStart(before: here), Int(element.startTag.end))
      reportUnclosed(element, at: here)
    }
    document[node].range = SourceRange(start..<max(start, end))
  }

  func characters(_ text: String) {
    guard !isStopped else { return }
    let end = offset
    let start = min(position, end)
    position = end
    // libxml2 hands text over in pieces; they are one node.
    if let parent = open.last, let last = document[parent].lastChild, let before = document[last].text {
      document[last].content = .text(before + mended(text))
      document[last].range = SourceRange(Int(document[last].range.start)..<end)
      return
    }
    append(.text(mended(text)), range: SourceRange(start..<end), opens: false)
  }

  func comment(_ text: String) {
    guard !isStopped else { return }
    let end = offset
    let start = find("<!--", before: end) ?? min(position, end)
    position = end
    append(.comment(mended(text)), range: SourceRange(start..<end), opens: false)
  }

  /// A processing instruction or a document type: nothing of it is kept.
  func skip() { position = max(position, offset) }

  private func append(_ content: Node.Content, range: SourceRange, opens: Bool) {
    count += 1
    guard count <= MarkupLimits.nodes else {
      return stop(
        "markup.too-many-nodes", "a file may have \(MarkupLimits.nodes) elements and texts", at: range.range)
    }
    guard open.count <= MarkupLimits.depth || !opens else {
      return stop("markup.too-deep", "elements may be nested \(MarkupLimits.depth) deep", at: range.range)
    }
    let node = document.makeNode(content, range: range)
    document.append(node, to: open[open.count - 1])
    if opens { open.append(node) }
  }

  /// Ends the pass with an error; what was read stays.
  func stop(_ code: String, _ message: String, at range: Range<Int>) {
    report(.error, code, message, at: range)
    isStopped = true
    xmlStopParser(context)
  }

  /// Closes what the file left open.
  func finish() {
    while open.count > 1, let node = open.popLast() {
      document[node].range = SourceRange(Int(document[node].range.start)..<bytes.count)
    }
    addRootAttributes()
    leaveImpliedHead()
  }

  /// Moves content that libxml2 put into a head nobody wrote to the body: only metadata can stand before one
  /// (HTML Standard §13.2.6.4.4). In a head that was written everything stays, as TokenHybrid's bars do.
  private func leaveImpliedHead() {
    guard isHTML, let root = document.rootElement,
      let head = document.children(of: root).first(where: { document[$0].element?.name == "head" }),
      document[head].element?.startTag.range.isEmpty == true
    else { return }
    let children = Array(document.children(of: head))
    let first = children.firstIndex { child in
      switch document[child].content {
      case .element(let element): !HTMLNames.metadata.contains(element.name)
      case .text(let text): text.contains { !$0.isWhitespace }
      default: false
      }
    }
    guard let first else { return }
    let place = SourceRange(
      Int(document[children[first]].range.start)..<Int(document[children[first]].range.start))
    let body: NodeID
    if let own = document.children(of: root).first(where: { document[$0].element?.name == "body" }) {
      body = own
    } else {
      body = document.makeNode(
        .element(Element(name: "body", writtenName: "body", startTag: place)), range: place)
      document.append(body, to: root)
    }
    let sibling = document[body].firstChild
    for child in children[first...] { document.insert(child, before: sibling, in: body) }
  }

  /// A second `<html>` tag gives its attributes to the first (HTML Standard §13.2.6.4.7); libxml2 does so in its tree only.
  private func addRootAttributes() {
    guard isHTML, let root = document.rootElement, let tree = context.pointee.myDoc,
      let top = xmlDocGetRootElement(tree)
    else { return }
    var property = top.pointee.properties
    while let current = property {
      if let name = current.pointee.name.map({ String(cString: $0) }), document[root].element?[name] == nil {
        let value = xmlNodeListGetString(tree, current.pointee.children, 1)
        defer { hybridFreeText(value) }
        let place = SourceRange(Int(document[root].range.start)..<Int(document[root].range.start))
        document[root].element?.attributes.append(
          Attribute(
            name: name, writtenName: name, value: value.map { mended(String(cString: $0)) } ?? "",
            nameRange: place,
            valueRange: place))
      }
      property = current.pointee.next
    }
  }

  // MARK: Places

  /// The start tag that ends where libxml2 is, if its name is `name`: an element made up by libxml2 has none.
  private func startTag(endingAt end: Int, name: String) -> (start: Int, scan: TagScanner)? {
    var index = min(end, bytes.count) - 1
    while index >= position {
      if bytes[index] == UInt8(ascii: "<"), let scan = TagScanner(bytes, at: index), scan.end == end {
        return equals(scan.name, name) ? (index, scan) : nil
      }
      index -= 1
    }
    return nil
  }

  /// Where the tag that is being read begins: behind it are what it closes, and elements that it implies.
  private func constructStart(before end: Int) -> Int {
    var index = end - 1
    if index >= 0, index < bytes.count, bytes[index] == UInt8(ascii: ">") { index -= 1 }
    while index >= position, index >= 0 {
      if bytes[index] == UInt8(ascii: "<") { return index }
      if bytes[index] == UInt8(ascii: ">") { break }
      index -= 1
    }
    return end
  }

  /// The `<` of an end tag for `name` that ends at `end`.
  private func endTagStart(before end: Int, name: String) -> Int? {
    guard end > 0, end <= bytes.count else { return nil }
    var index = end - 1
    guard bytes[index] == UInt8(ascii: ">") else { return nil }
    while index > 0, bytes[index] != UInt8(ascii: "<") { index -= 1 }
    guard index + 2 < end, bytes[index + 1] == UInt8(ascii: "/") else { return nil }
    var last = index + 2
    while last < end, isNameByte(bytes[last]) { last += 1 }
    return equals(index + 2..<last, name) ? index : nil
  }

  private func find(_ word: StaticString, before end: Int) -> Int? {
    let count = word.utf8CodeUnitCount
    var index = end - count
    while index >= position {
      if (0..<count).allSatisfy({ bytes[index + $0] == word.utf8Start[$0] }) { return index }
      index -= 1
    }
    return nil
  }

  private func isSlash(_ index: Int) -> Bool { index < bytes.count && bytes[index] == UInt8(ascii: "/") }

  private func equals(_ range: Range<Int>, _ name: String) -> Bool {
    guard range.count == name.utf8.count else { return false }
    return zip(range, name.utf8).allSatisfy { isHTML ? lowered(bytes[$0]) == lowered($1) : bytes[$0] == $1 }
  }

  private func text(_ range: Range<Int>) -> String { source.text(in: range) }

  private func attribute(_ name: String, _ value: String, _ scan: TagScanner?, at start: Int) -> Attribute {
    guard let part = scan?.attributes.first(where: { equals($0.name, name) }) else {
      let nowhere = SourceRange(start..<start)
      return Attribute(
        name: name, writtenName: name, value: mended(value), nameRange: nowhere, valueRange: nowhere)
    }
    return Attribute(
      name: name, writtenName: text(part.name), value: mended(value), nameRange: SourceRange(part.name),
      valueRange: SourceRange(part.value))
  }

  /// Text with the stand-ins for invalid bytes turned into U+FFFD.
  private func mended(_ text: String) -> String {
    guard replaced else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\u{7F}" ? "\u{FFFD}" : $0 }))
  }

  // MARK: Diagnostics

  func report(
    _ severity: Severity, _ code: String, _ message: String, at range: Range<Int>, hint: String? = nil
  ) {
    guard diagnostics.count < MarkupLimits.diagnostics else { return }
    diagnostics.append(Diagnostic(severity, code, message, at: range, in: source, hint: hint))
  }

  private func reportRepeated(_ scan: TagScanner) {
    guard scan.attributes.count > 1 else { return }
    for (index, part) in scan.attributes.enumerated().prefix(MarkupLimits.attributes) {
      let name = text(part.name)
      guard scan.attributes[..<index].contains(where: { equals($0.name, name) }) else { continue }
      report(
        isHTML ? .warning : .error, "markup.duplicate-attribute",
        "'\(name)' is here twice; the first one counts",
        at: part.name)
    }
  }

  private func reportUnclosed(_ element: Element, at place: Int) {
    let start = Int(element.startTag.start)
    guard isHTML, !element.startTag.range.isEmpty, !HTMLNames.mayStayOpen.contains(element.name) else {
      return
    }
    report(
      .error, "markup.unclosed-element", "<\(element.writtenName)> is never closed",
      at: start..<start + 1 + element.writtenName.utf8.count,
      hint: "close it with </\(element.writtenName)>")
  }
}

/// Limits on what one file may hold.
enum MarkupLimits {
  static let bytes = 16 << 20
  static let depth = 512
  static let nodes = 100_000
  static let attributes = 4_096
  /// More than anybody reads; the rest is as bad.
  static let diagnostics = 200
}

enum HTMLNames {
  /// What may stand in a head (HTML Standard §3.2.5.2.1), and partials, which may hold just that.
  static let metadata: Set<String> = [
    "title", "base", "link", "meta", "style", "script", "noscript", "template", "include",
  ]

  /// Elements whose end tag may be left out (HTML Standard §13.1.2.4), and those that have none.
  static let mayStayOpen: Set<String> = [
    "html", "head", "body", "li", "dt", "dd", "p", "rt", "rp", "optgroup", "option", "colgroup", "caption",
    "thead",
    "tbody", "tfoot", "tr", "td", "th", "area", "base", "br", "col", "embed", "hr", "img", "input", "link",
    "meta",
    "param", "source", "track", "wbr", "basefont", "frame", "isindex", "bgsound", "keygen",
  ]
}
