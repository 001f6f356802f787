/// Reads the XML of VirtualView templates, one tag at a time (`Documentation/template-format.md`, *Inputs*).
///
/// Not by libxml2, which reads the components written in HTML: templates have `<` in values, the same
/// attribute twice, and several roots, none of which is XML, and they are read by the ten thousand. Nothing
/// becomes a `String` here; names and values are ranges of ``text``.
///
///     var scanner = TemplateScanner(Array(#"<NText text="a &lt; b"/>"#.utf8))
///     scanner.next()  // .startTag; scanner.attributes[0].value is where "a < b" stands in scanner.text
///
/// After a fault it goes on at the next tag, so that one reading tells all faults of a file.
package struct TemplateScanner: Sendable {
  /// What ``next()`` found.
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
    /// What stands between the quotes, in the file.
    package var source: Range<Int>
  }

  /// An element whose end tag is still to come.
  struct Open {
    var name: Range<Int>
    var tag: Range<Int>
    /// Its tag had a fault, so that it is unknown whether it is open.
    var isUncertain: Bool
  }

  /// The file, followed by names and values whose decoded form differs from the source.
  package internal(set) var text: [UInt8]
  /// How many bytes of ``text`` are the file.
  package let end: Int
  /// The name of the current tag, in ``text``.
  package internal(set) var name = 0..<0
  /// Its string id.
  package internal(set) var id: Int32 = 0
  /// The whole tag, in the file.
  package internal(set) var tag = 0..<0
  /// Whether the tag closes its element as well: `<a/>`.
  package internal(set) var isEmpty = false
  /// The attributes of the current start tag, in their order.
  package internal(set) var attributes: [Attribute] = []
  /// What is wrong so far, in the order of the file.
  package internal(set) var faults: [TemplateSyntaxFault] = []

  let limits: MarkupLimits
  var position = 0
  var open: [Open] = []
  /// End tags that are left out, to be told before anything else.
  var closing = 0
  var nodes = 0
  var roots = 0
  /// Whether text between tags was said to be useless; once is enough.
  var hasToldText = false

  /// A scanner at the start of a file.
  package init(_ bytes: [UInt8], limits: MarkupLimits = MarkupLimits()) {
    text = bytes
    end = bytes.count
    self.limits = limits
    open.reserveCapacity(16)
    attributes.reserveCapacity(32)
    if bytes.count > limits.bytes {
      fault(.tooLarge(.bytes(bytes.count), limit: limits.bytes), 0..<0)
      position = end
    }
    readStart()
  }

  private func isName(at start: Int) -> Bool {
    Self.endOfName(from: start, to: end, in: text) > start
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
      skipText()
      guard position < end else { return endOfFile() }
      // The text ended here, so this is '<'.
      switch byte(position + 1) {
      case UInt8(ascii: "/"):
        if readEndTag() { return .endTag }
      case UInt8(ascii: "!"): skipDeclaration()
      case UInt8(ascii: "?"): skipInstruction()
      default:
        if isName(at: position + 1) {
          readStartTag()
          return .startTag
        } else {
          fault(.strayBracket, position..<position + 1)
          position += 1
        }
      }
    }
  }

  // MARK: Tags

  private mutating func readStartTag() {
    let start = position
    position += 1
    (name, id) = readName()
    let nameEnd = position
    isEmpty = false
    var isUncertain = false
    nodes += 1
    while true {
      skipBlanks()
      let next = byte(position)
      if next == UInt8(ascii: ">") {
        position += 1
        break
      }
      if next == UInt8(ascii: "/") {
        position += 1
        skipBlanks()
        if byte(position) == UInt8(ascii: ">") {
          position += 1
          isEmpty = true
          break
        }
        fault(.strayCharacter("/"), position - 1..<position)
        isUncertain = true
        recover()
        break
      }
      guard position < end else {
        fault(.unfinishedTag(string(name)), start..<nameEnd)
        isUncertain = true
        break
      }
      switch readAttribute() {
      case .good: break
      case .faulty: isUncertain = true
      case .lost:
        isUncertain = true
        recover()
        tag = start..<position
        finishStartTag(isUncertain)
        return
      }
    }
    tag = start..<position
    finishStartTag(isUncertain)
  }

  private mutating func finishStartTag(_ isUncertain: Bool) {
    if open.isEmpty {
      roots += 1
      if roots == 2 { fault(.severalRoots, tag.lowerBound..<tag.lowerBound + 1 + name.count) }
    }
    guard nodes <= limits.nodes else { return stop(.tooLarge(.nodes(nodes), limit: limits.nodes)) }
    guard !isEmpty else { return }
    open.append(Open(name: name, tag: tag, isUncertain: isUncertain))
    if open.count > limits.depth { stop(.tooLarge(.depth(open.count), limit: limits.depth)) }
  }

  /// Nothing sensible follows a file that is too large: what else there is remains unread.
  private mutating func stop(_ reason: TemplateSyntaxFault.Reason) {
    fault(reason, tag.lowerBound..<min(tag.lowerBound + 1 + name.count, end))
    position = end
    for index in open.indices { open[index].isUncertain = true }
  }

  private enum AttributeResult { case good, faulty, lost }

  private mutating func readAttribute() -> AttributeResult {
    let start = position
    let (name, id) = readName()
    guard !name.isEmpty else {
      if let result = blameQuote(before: start) { return result }
      let length = max(text.lengthOfScalar(at: start), 1)
      fault(.strayCharacter(string(start..<start + length)), start..<start + length)
      return .lost
    }
    let nameEnd = position
    skipBlanks()
    guard byte(position) == UInt8(ascii: "=") else {
      if let result = blameQuote(before: start) { return result }
      fault(.missingValue(string(name)), start..<nameEnd)
      return .faulty
    }
    position += 1
    skipBlanks()
    let quote = byte(position)
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let valueStart = position
      while position < end, text[position] > 0x20, text[position] != UInt8(ascii: ">") { position += 1 }
      if position > valueStart, byte(position) == UInt8(ascii: ">"), text[position - 1] == UInt8(ascii: "/") {
        position -= 1
      }
      fault(.missingQuotes(string(name)), start..<max(position, nameEnd))
      return .faulty
    }
    position += 1
    let valueStart = position
    let (valueEnd, isPlain, isASCII) = Self.endOfValue(
      from: valueStart, to: end, quote: quote, in: text)
    position = valueEnd
    guard position < end else {
      fault(.missingQuote(string(name)), start..<valueStart)
      position = valueStart
      return .lost
    }
    let source = valueStart..<position
    position += 1
    var value = source
    if !isPlain || !isASCII && !Self.isValid(source, in: text) { value = decoded(source) }
    guard attributes.count < limits.attributes else {
      if attributes.count == limits.attributes {
        fault(.tooLarge(.attributes(attributes.count + 1), limit: limits.attributes), start..<nameEnd)
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
      text[last.source.upperBound - 1] == UInt8(ascii: "=")
    else { return nil }
    attributes.removeLast()
    fault(.missingQuote(string(last.name)), last.source.lowerBound - 1..<last.source.lowerBound)
    guard
      let line = text[last.source].firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
    else { return .lost }
    position = line
    return .faulty
  }

  /// After a fault in a start tag: to its end, or to the next tag.
  private mutating func recover() {
    while position < end {
      if text[position] == UInt8(ascii: ">") {
        isEmpty = position > 0 && text[position - 1] == UInt8(ascii: "/")
        position += 1
        return
      }
      if text[position] == UInt8(ascii: "<") {
        let next = byte(position + 1)
        if next == UInt8(ascii: "/") || next == UInt8(ascii: "!") || next == UInt8(ascii: "?") { return }
        if isName(at: position + 1) { return }
      }
      position += 1
    }
  }

  /// Whether an element is closed by it.
  private mutating func readEndTag() -> Bool {
    let start = position
    position += 2
    let (name, id) = readName()
    skipBlanks()
    guard byte(position) == UInt8(ascii: ">"), !name.isEmpty else {
      fault(.badEndTag, start..<max(position, start + 2))
      while position < end, text[position] != UInt8(ascii: "<"), text[position] != UInt8(ascii: ">") {
        position += 1
      }
      if byte(position) == UInt8(ascii: ">") { position += 1 }
      return close(name, quietly: true)
    }
    position += 1
    (self.name, self.id) = (name, id)
    tag = start..<position
    return close(name, quietly: false)
  }

  /// Closes the innermost element of that name, and those in it, which are told.
  private mutating func close(_ name: Range<Int>, quietly: Bool) -> Bool {
    if let last = open.last, Self.isSame(last.name, name, in: text) {
      open.removeLast()
      return true
    }
    guard !name.isEmpty else { return false }
    guard let index = open.lastIndex(where: { Self.isSame($0.name, name, in: text) }) else {
      if !quietly {
        fault(.strayEndTag(string(name), open: open.last.map { string($0.name) }), tag)
      }
      return false
    }
    for element in open[(index + 1)...] where !element.isUncertain {
      fault(.unclosed(string(element.name), before: string(name)), nameRange(of: element))
    }
    closing = open.count - index - 1
    open.removeSubrange(index...)
    return true
  }

  private mutating func endOfFile() -> Event {
    for element in open where !element.isUncertain {
      fault(.unclosed(string(element.name), before: nil), nameRange(of: element))
    }
    open = []
    if nodes == 0, !faults.contains(where: { $0.severity == .error }) { fault(.noElement, 0..<0) }
    return .endOfFile
  }

  /// `<name`, in the file.
  private func nameRange(of element: Open) -> Range<Int> {
    let start = element.tag.lowerBound
    return start..<min(start + 1 + (element.name.upperBound <= end ? element.name.count : 0), end)
  }
}
