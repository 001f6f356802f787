/// Reads the XML of VirtualView templates, one tag at a time (`Documentation/template-format.md`, *Inputs*).
///
/// Not by libxml2, which reads the components written in HTML: templates have `<` in values, the same
/// attribute twice, and several roots, none of which is XML, and they are read by the ten thousand. Nothing
/// becomes a `String` here; names and values are ranges of ``text``.
///
///     var scanner = TemplateScanner(Array(#"<NText text="a &lt; b"/>"#.utf8))
///     scanner.next()  // .startTag; scanner.attributes[0].value is where "a < b" stands in scanner.text
///
/// After a fault it goes on at the next tag, so that one pass reports all faults of a file.
package struct TemplateScanner: Sendable {
  /// The result of ``next()``.
  package enum Event: Hashable, Sendable {
    /// A tag that opens an element; ``isEmpty`` says whether it closes it as well.
    case startTag
    /// The last element opened is closed.
    case endTag
    /// There is nothing more.
    case endOfFile
  }

  /// An attribute of the current start tag.
  package struct Attribute: Sendable {
    /// The name, prefix included, in ``TemplateScanner/text``.
    package var name: Range<Int>
    /// Its string id (`Documentation/template-format.md`, *String ids*).
    package var id: Int32
    /// The value with references replaced, in ``TemplateScanner/text``. A surrogate without its other half is
    /// written in three bytes, as if it were a character.
    package var value: Range<Int>
    /// The text between the quotes, in the file.
    package var source: Range<Int>
  }

  /// An element whose end tag is still to come.
  private struct Open {
    var name: Range<Int>
    var tag: Range<Int>
    /// Its tag had a fault, so that it is unknown whether it is open.
    var isUncertain: Bool
  }

  /// The file, followed by names and values whose decoded form differs from the source.
  package var text: [UInt8] { reader.text }
  /// How many bytes of ``text`` are the file.
  package var end: Int { reader.end }
  /// The name of the current tag, in ``text``.
  package private(set) var name = 0..<0
  /// Its string id.
  package private(set) var id: Int32 = 0
  /// The whole tag, in the file.
  package private(set) var tag = 0..<0
  /// Whether the tag closes its element as well: `<a/>`.
  package private(set) var isEmpty = false
  /// The attributes of the current start tag, in their order.
  package private(set) var attributes: [Attribute] = []
  /// The faults so far, in the order of the file.
  package var faults: [TemplateSyntaxFault] { reader.faults }

  private var reader: TemplateReader
  private let limits: MarkupLimits
  private var open: [Open] = []
  /// End tags that are left out, which are reported before anything else.
  private var closing = 0
  private var nodes = 0
  private var roots = 0

  /// A scanner at the start of a file.
  package init(_ bytes: [UInt8], limits: MarkupLimits = MarkupLimits()) {
    reader = TemplateReader(bytes)
    self.limits = limits
    open.reserveCapacity(16)
    attributes.reserveCapacity(32)
    if bytes.count > limits.bytes {
      reader.fault(.tooLarge(.bytes(bytes.count), limit: limits.bytes), 0..<0)
      reader.move(to: reader.end)
    }
    reader.readStart()
  }

  /// A part of ``text`` as a string.
  package func string(_ range: Range<Int>) -> String { reader.string(range) }

  /// The string id of a part of ``text`` (`Documentation/template-format.md`, *String ids*).
  package func id(of range: Range<Int>) -> Int32 { Self.id(of: range, in: text) }

  /// The string id of a part of `text`, which may have halves of pairs in three bytes.
  package static func id(of range: Range<Int>, in text: [UInt8]) -> Int32 {
    TemplateReader.id(of: range, in: text)
  }

  /// Writes bytes behind the file, for who makes strings of others.
  package mutating func append(_ bytes: some Sequence<UInt8>) -> Range<Int> { reader.append(bytes) }

  /// The byte of the file from which the byte `offset` of an attribute's value was made.
  package func place(of offset: Int, in attribute: Attribute) -> Int {
    guard attribute.value != attribute.source else { return attribute.source.lowerBound + offset }
    return reader.place(of: offset, in: attribute.source)
  }

  private func isName(at start: Int) -> Bool {
    TemplateReader.endOfName(from: start, to: reader.end, in: reader.text) > start
  }

  /// How many elements are open.
  package var depth: Int { open.count }

  /// Reads up to the end of the next tag.
  package mutating func next() -> Event {
    attributes.removeAll(keepingCapacity: true)
    if closing > 0 {
      closing -= 1
      return .endTag
    }
    while true {
      reader.skipText()
      guard reader.position < reader.end else { return endOfFile() }
      // The text ended here, so this is '<'.
      switch reader.byte(reader.position + 1) {
      case UInt8(ascii: "/"):
        if readEndTag() { return .endTag }
      case UInt8(ascii: "!"): reader.skipDeclaration()
      case UInt8(ascii: "?"): reader.skipInstruction()
      default:
        if isName(at: reader.position + 1) {
          readStartTag()
          return .startTag
        } else {
          reader.fault(.strayBracket, reader.position..<reader.position + 1)
          reader.skip(1)
        }
      }
    }
  }

  // MARK: Tags

  private mutating func readStartTag() {
    let start = reader.position
    reader.skip(1)
    (name, id) = reader.readName()
    let nameEnd = reader.position
    isEmpty = false
    var isUncertain = false
    nodes += 1
    while true {
      reader.skipBlanks()
      let next = reader.next
      if next == UInt8(ascii: ">") {
        reader.skip(1)
        break
      }
      if next == UInt8(ascii: "/") {
        reader.skip(1)
        reader.skipBlanks()
        if reader.next == UInt8(ascii: ">") {
          reader.skip(1)
          isEmpty = true
          break
        }
        reader.fault(.strayCharacter("/"), reader.position - 1..<reader.position)
        isUncertain = true
        recover()
        break
      }
      guard reader.position < reader.end else {
        reader.fault(.unfinishedTag(reader.string(name)), start..<nameEnd)
        isUncertain = true
        break
      }
      switch readAttribute() {
      case .good: break
      case .faulty: isUncertain = true
      case .lost:
        isUncertain = true
        recover()
        tag = start..<reader.position
        finishStartTag(isUncertain)
        return
      }
    }
    tag = start..<reader.position
    finishStartTag(isUncertain)
  }

  private mutating func finishStartTag(_ isUncertain: Bool) {
    if open.isEmpty {
      roots += 1
      if roots == 2 { reader.fault(.severalRoots, tag.lowerBound..<tag.lowerBound + 1 + name.count) }
    }
    guard nodes <= limits.nodes else { return stop(.tooLarge(.nodes(nodes), limit: limits.nodes)) }
    guard !isEmpty else { return }
    open.append(Open(name: name, tag: tag, isUncertain: isUncertain))
    if open.count > limits.depth { stop(.tooLarge(.depth(open.count), limit: limits.depth)) }
  }

  /// Nothing sensible follows a file that is too large: what else there is remains unread.
  private mutating func stop(_ reason: TemplateSyntaxFault.Reason) {
    reader.fault(reason, tag.lowerBound..<min(tag.lowerBound + 1 + name.count, reader.end))
    reader.move(to: reader.end)
    for index in open.indices { open[index].isUncertain = true }
  }

  private enum AttributeResult { case good, faulty, lost }

  private mutating func readAttribute() -> AttributeResult {
    let start = reader.position
    let (name, id) = reader.readName()
    guard !name.isEmpty else {
      if let result = blameQuote(before: start) { return result }
      let length = max(reader.text.lengthOfScalar(at: start), 1)
      reader.fault(.strayCharacter(reader.string(start..<start + length)), start..<start + length)
      return .lost
    }
    let nameEnd = reader.position
    reader.skipBlanks()
    guard reader.next == UInt8(ascii: "=") else {
      if let result = blameQuote(before: start) { return result }
      reader.fault(.missingValue(reader.string(name)), start..<nameEnd)
      return .faulty
    }
    reader.skip(1)
    reader.skipBlanks()
    let quote = reader.next
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let valueStart = reader.position
      while reader.position < reader.end, reader.next > 0x20, reader.next != UInt8(ascii: ">") {
        reader.skip(1)
      }
      if reader.position > valueStart, reader.next == UInt8(ascii: ">"),
        reader.text[reader.position - 1] == UInt8(ascii: "/")
      {
        reader.skip(-1)
      }
      reader.fault(.missingQuotes(reader.string(name)), start..<max(reader.position, nameEnd))
      return .faulty
    }
    reader.skip(1)
    let valueStart = reader.position
    let (valueEnd, isPlain, isASCII) = TemplateReader.endOfValue(
      from: valueStart, to: reader.end, quote: quote, in: reader.text)
    reader.move(to: valueEnd)
    guard reader.position < reader.end else {
      reader.fault(.missingQuote(reader.string(name)), start..<valueStart)
      reader.move(to: valueStart)
      return .lost
    }
    let source = valueStart..<reader.position
    reader.skip(1)
    var value = source
    if !isPlain || !isASCII && !TemplateReader.isValid(source, in: reader.text) {
      value = reader.decoded(source)
    }
    guard attributes.count < limits.attributes else {
      if attributes.count == limits.attributes {
        reader.fault(.tooLarge(.attributes(attributes.count + 1), limit: limits.attributes), start..<nameEnd)
      }
      return .faulty
    }
    attributes.append(Attribute(name: name, id: id, value: value, source: source))
    return .good
  }

  /// Text that stands directly behind a value which ends in `=` belongs to the next value: the quote of the
  /// value before was never closed. Reading goes on behind the first line of that value.
  private mutating func blameQuote(before start: Int) -> AttributeResult? {
    guard let last = attributes.last, last.source.upperBound == start - 1, !last.source.isEmpty,
      reader.text[last.source.upperBound - 1] == UInt8(ascii: "=")
    else { return nil }
    attributes.removeLast()
    reader.fault(.missingQuote(reader.string(last.name)), last.source.lowerBound - 1..<last.source.lowerBound)
    guard
      let line = reader.text[last.source].firstIndex(where: {
        $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
      })
    else { return .lost }
    reader.move(to: line)
    return .faulty
  }

  /// After a fault in a start tag: to its end, or to the next tag.
  private mutating func recover() {
    while reader.position < reader.end {
      if reader.next == UInt8(ascii: ">") {
        isEmpty = reader.position > 0 && reader.text[reader.position - 1] == UInt8(ascii: "/")
        reader.skip(1)
        return
      }
      if reader.next == UInt8(ascii: "<") {
        let next = reader.byte(reader.position + 1)
        if next == UInt8(ascii: "/") || next == UInt8(ascii: "!") || next == UInt8(ascii: "?") { return }
        if isName(at: reader.position + 1) { return }
      }
      reader.skip(1)
    }
  }

  /// Whether an element is closed by it.
  private mutating func readEndTag() -> Bool {
    let start = reader.position
    reader.skip(2)
    let (name, id) = reader.readName()
    reader.skipBlanks()
    guard reader.next == UInt8(ascii: ">"), !name.isEmpty else {
      reader.fault(.badEndTag, start..<max(reader.position, start + 2))
      while reader.position < reader.end, reader.next != UInt8(ascii: "<"), reader.next != UInt8(ascii: ">") {
        reader.skip(1)
      }
      if reader.next == UInt8(ascii: ">") { reader.skip(1) }
      return close(name, quietly: true)
    }
    reader.skip(1)
    (self.name, self.id) = (name, id)
    tag = start..<reader.position
    return close(name, quietly: false)
  }

  /// Closes the innermost element of that name, and the elements in it, which are reported.
  private mutating func close(_ name: Range<Int>, quietly: Bool) -> Bool {
    if let last = open.last, TemplateReader.isSame(last.name, name, in: reader.text) {
      open.removeLast()
      return true
    }
    guard !name.isEmpty else { return false }
    guard let index = open.lastIndex(where: { TemplateReader.isSame($0.name, name, in: reader.text) }) else {
      if !quietly {
        reader.fault(.strayEndTag(reader.string(name), open: open.last.map { reader.string($0.name) }), tag)
      }
      return false
    }
    for element in open[(index + 1)...] where !element.isUncertain {
      reader.fault(
        .unclosed(reader.string(element.name), before: reader.string(name)), nameRange(of: element))
    }
    closing = open.count - index - 1
    open.removeSubrange(index...)
    return true
  }

  private mutating func endOfFile() -> Event {
    for element in open where !element.isUncertain {
      reader.fault(.unclosed(reader.string(element.name), before: nil), nameRange(of: element))
    }
    open = []
    if nodes == 0, !reader.faults.contains(where: { $0.severity == .error }) {
      reader.fault(.noElement, 0..<0)
    }
    return .endOfFile
  }

  /// `<name`, in the file.
  private func nameRange(of element: Open) -> Range<Int> {
    let start = element.tag.lowerBound
    return
      start..<min(start + 1 + (element.name.upperBound <= reader.end ? element.name.count : 0), reader.end)
  }
}
