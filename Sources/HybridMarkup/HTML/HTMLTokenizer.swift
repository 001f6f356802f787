import HybridEncoding

/// Reads the tokens of a page one after the other (HTML Standard §13.2.5, *Tokenization*).
///
/// The states of the standard that only remember where they are in a run are loops here: the
/// diagnostics are the same. Bytes are UTF-8; U+0000 and CR stay in them and are reported or rewritten as the
/// standard says.
/// - Complexity: O(*n*) for the whole file.
struct HTMLTokenizer {
  /// The content model of the text between tags (HTML Standard §13.2.5.1 to §13.2.5.5).
  enum ContentModel {
    case data
    /// References, but no tags other than the end tag: `title`, `textarea`.
    case rcdata
    case rawText
    case scriptData
    case plainText
    case cdataSection
  }

  let bytes: [UInt8]
  /// Where the next token starts.
  private(set) var index = 0
  private var model = ContentModel.data
  /// Whether `<![CDATA[` starts a section: inside SVG and MathML.
  var allowsSections = false
  /// The name of the element whose end tag ends the text, in lower case.
  private var endTagName: [UInt8] = []
  var faults = HTMLSyntaxFaults()
  /// How deep script data is in what looks like a comment (HTML Standard §13.2.5.18 to §13.2.5.31).
  private var escape = ScriptEscape.none

  private enum ScriptEscape {
    case none
    case escaped
    case doubleEscaped
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the next token; at the end of the file always ``HTMLToken/Kind/end``.
  mutating func next(_ token: inout HTMLToken) {
    guard index < bytes.count else { return end(&token) }
    switch model {
    case .data: readData(&token)
    case .rcdata: readText(&token, hasReferences: true)
    case .rawText: readText(&token, hasReferences: false)
    case .scriptData: readScript(&token)
    case .plainText: readPlainText(&token)
    case .cdataSection: readSection(&token)
    }
  }

  /// Reads what follows by another content model, for text up to the end tag of that name.
  mutating func read(_ model: ContentModel, endTagName: [UInt8] = []) {
    (self.model, self.endTagName) = (model, endTagName)
  }

  /// Goes on at `offset`, as if everything before it were read.
  mutating func skip(to offset: Int) { index = offset }

  private func end(_ token: inout HTMLToken) {
    token.kind = .end
    token.range = bytes.count..<bytes.count
  }

  private mutating func tell(_ kind: HTMLToken.Kind, to end: Int, _ token: inout HTMLToken) {
    token.kind = kind
    token.range = index..<end
    index = end
  }

  // MARK: Text

  private mutating func readData(_ token: inout HTMLToken) {
    let start = index
    var here = start
    while here < bytes.count {
      switch bytes[here] {
      case UInt8(ascii: "<"):
        guard startsMarkup(at: here) else {
          here += 1
          continue
        }
        if here > start { return tell(.text, to: here, &token) }
        return readMarkup(&token)
      case UInt8(ascii: "&"):
        guard let reference = reference(at: here, inAttribute: false) else {
          noteUnknownReference(at: here)
          here += 1
          continue
        }
        if here > start { return tell(.text, to: here, &token) }
        return tell(reference, &token)
      case 0:
        if here > start { return tell(.text, to: here, &token) }
        return tell(.null, to: here + 1, &token)
      default: here += 1
      }
    }
    tell(.text, to: here, &token)
  }

  /// A text that looks like a reference but is not one: `&#x;`, `&nbps;`.
  private mutating func noteUnknownReference(at here: Int) {
    var end = here + 1
    while end < bytes.count, end - here < 40,
      bytes[end].isASCIIAlphanumeric || bytes[end] == UInt8(ascii: "#")
    {
      end += 1
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ";"), end > here + 1 else { return }
    faults.note(bytes[here + 1] == UInt8(ascii: "#") ? .badReference : .unknownReference, here..<end + 1)
  }

  /// §13.2.5.6, *tag open state*: whether `<` starts a tag, comment or document type.
  private func startsMarkup(at here: Int) -> Bool {
    guard here + 1 < bytes.count else { return false }
    switch bytes[here + 1] {
    case UInt8(ascii: "!"), UInt8(ascii: "?"): return true
    case UInt8(ascii: "/"): return here + 2 < bytes.count
    case let byte: return byte.isASCIILetter
    }
  }

  private mutating func tell(_ reference: HTMLReference, _ token: inout HTMLToken) {
    if let fault = reference.fault { faults.note(fault, index..<reference.end) }
    token.scalars = reference.scalars
    tell(.reference, to: reference.end, &token)
  }

  /// §13.2.5.2 and §13.2.5.3: text up to the end tag of its element.
  private mutating func readText(_ token: inout HTMLToken, hasReferences: Bool) {
    let start = index
    var here = start
    while here < bytes.count {
      switch bytes[here] {
      case UInt8(ascii: "<"):
        guard isEndTag(at: here) else {
          here += 1
          continue
        }
        if here > start { return tell(.text, to: here, &token) }
        return readEndTagOfText(&token)
      case UInt8(ascii: "&") where hasReferences:
        guard let reference = reference(at: here, inAttribute: false) else {
          here += 1
          continue
        }
        if here > start { return tell(.text, to: here, &token) }
        return tell(reference, &token)
      case 0:
        if here > start { return tell(.text, to: here, &token) }
        return tell(.replacement, to: here + 1, &token)
      default: here += 1
      }
    }
    tell(.text, to: here, &token)
  }

  /// The end tag of text; text when the file ends in it.
  private mutating func readEndTagOfText(_ token: inout HTMLToken) {
    let start = index
    readTag(&token, isEnd: true)
    if token.kind == .end {
      // §13.2.5.32 and what follows: a tag that the file ends in is nothing.
      token.range = start..<bytes.count
    } else {
      model = .data
      escape = .none
    }
  }

  /// Whether `</name`, and a character that may follow it, is at `here`.
  private func isEndTag(at here: Int) -> Bool {
    let behind = here + 2 + endTagName.count
    guard !endTagName.isEmpty, behind < bytes.count, bytes[here + 1] == UInt8(ascii: "/"),
      bytes[behind].endsTagName
    else { return false }
    for (offset, byte) in endTagName.enumerated() where bytes[here + 2 + offset].asciiLowercased != byte {
      return false
    }
    return true
  }

  private mutating func readPlainText(_ token: inout HTMLToken) {
    if bytes[index] == 0 { return tell(.replacement, to: index + 1, &token) }
    tell(.text, to: bytes[index...].firstIndex(of: 0) ?? bytes.count, &token)
  }

  /// §13.2.5.69, *CDATA section state*. The section ends with the first token after it.
  private mutating func readSection(_ token: inout HTMLToken) {
    let start = index
    var here = start
    while here < bytes.count {
      if bytes[here] == UInt8(ascii: "]"), here + 2 < bytes.count, bytes[here + 1] == UInt8(ascii: "]"),
        bytes[here + 2] == UInt8(ascii: ">")
      {
        if here > start { return tell(.text, to: here, &token) }
        index = here + 3
        model = .data
        return next(&token)
      }
      if bytes[here] == 0 {
        if here > start { return tell(.text, to: here, &token) }
        return tell(.null, to: here + 1, &token)
      }
      here += 1
    }
    faults.note(.unclosedSection, start..<start)
    model = .data
    if here > start { tell(.text, to: here, &token) } else { end(&token) }
  }

  // MARK: Scripts

  private mutating func readScript(_ token: inout HTMLToken) {
    let start = index
    var here = start
    while here < bytes.count {
      switch bytes[here] {
      case UInt8(ascii: "<"):
        switch escape {
        case .none:
          if isEndTag(at: here) { break }
          if matches("<!--", at: here) {
            escape = .escaped
            here += 4
            if here < bytes.count, bytes[here] == UInt8(ascii: ">") { escape = .none }
          } else {
            here += 1
          }
          continue
        case .escaped:
          if isEndTag(at: here) { break }
          if isScript(at: here + 1) { escape = .doubleEscaped }
          here += 1
          continue
        case .doubleEscaped:
          if here + 1 < bytes.count, bytes[here + 1] == UInt8(ascii: "/"), isScript(at: here + 2) {
            escape = .escaped
          }
          here += 1
          continue
        }
        if here > start { return tell(.text, to: here, &token) }
        return readEndTagOfText(&token)
      case UInt8(ascii: ">"):
        if escape != .none, here >= start + 2 || here >= 2, bytes[here - 1] == UInt8(ascii: "-"),
          bytes[here - 2] == UInt8(ascii: "-")
        {
          escape = .none
        }
        here += 1
      case 0:
        if here > start { return tell(.text, to: here, &token) }
        return tell(.replacement, to: here + 1, &token)
      default: here += 1
      }
    }
    tell(.text, to: here, &token)
  }

  /// Whether the word `script`, and a character that may follow a tag's name, is at `here`.
  private func isScript(at here: Int) -> Bool {
    matches("script", at: here, ignoringCase: true) && here + 6 < bytes.count && bytes[here + 6].endsTagName
  }

  // MARK: Markup

  private mutating func readMarkup(_ token: inout HTMLToken) {
    switch bytes[index + 1] {
    case UInt8(ascii: "/"):
      if bytes[index + 2].isASCIILetter { return readTag(&token, isEnd: true) }
      if bytes[index + 2] == UInt8(ascii: ">") {
        faults.note(.emptyEndTag, index..<index + 3)
        index += 3
        return next(&token)
      }
      readBogusComment(&token, from: index + 2)
    case UInt8(ascii: "?"): readBogusComment(&token, from: index + 1)
    case UInt8(ascii: "!"): readDeclaration(&token)
    default: readTag(&token, isEnd: false)
    }
  }

  /// §13.2.5.42, *markup declaration open state*.
  private mutating func readDeclaration(_ token: inout HTMLToken) {
    if matches("<!--", at: index) { return readComment(&token) }
    if matches("<!doctype", at: index, ignoringCase: true) { return readDocumentType(&token) }
    if matches("<![CDATA[", at: index), allowsSections {
      index += 9
      model = .cdataSection
      return next(&token)
    }
    readBogusComment(&token, from: index + 2)
  }

  /// §13.2.5.41, *bogus comment state*.
  private mutating func readBogusComment(_ token: inout HTMLToken, from start: Int) {
    faults.note(.notMarkup, index..<min(start + 1, bytes.count))
    let end = bytes[min(start, bytes.count)...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
    token.content = min(start, end)..<end
    tell(.comment, to: min(end + 1, bytes.count), &token)
  }

  /// §13.2.5.43 to §13.2.5.52: a comment ends at `-->` or `--!>`, and at once in `<!-->` and `<!--->`.
  private mutating func readComment(_ token: inout HTMLToken) {
    let start = index + 4
    var here = start
    while here < bytes.count {
      defer { here += 1 }
      guard bytes[here] == UInt8(ascii: ">") else { continue }
      func isDash(_ offset: Int) -> Bool {
        here - offset >= start && bytes[here - offset] == UInt8(ascii: "-")
      }
      let length: Int
      if isDash(1), isDash(2) {
        length = 2
      } else if here > start, bytes[here - 1] == UInt8(ascii: "!"), isDash(2), isDash(3) {
        length = 3
      } else if here == start || here == start + 1 && isDash(1) {
        length = here - start
        faults.note(.emptyComment, index..<here + 1)
      } else {
        continue
      }
      token.content = start..<here - length
      return tell(.comment, to: here + 1, &token)
    }
    faults.note(.unclosedComment, index..<start)
    var end = bytes.count
    if end - start >= 3, bytes[end - 1] == UInt8(ascii: "!"), bytes[end - 2] == UInt8(ascii: "-"),
      bytes[end - 3] == UInt8(ascii: "-")
    {
      end -= 3
    } else {
      for _ in 0..<2 where end > start && bytes[end - 1] == UInt8(ascii: "-") { end -= 1 }
    }
    token.content = start..<max(start, end)
    tell(.comment, to: bytes.count, &token)
  }

  func matches(_ text: StaticString, at here: Int, ignoringCase: Bool = false) -> Bool {
    guard here + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { wanted in
      for offset in wanted.indices {
        let byte = ignoringCase ? bytes[here + offset].asciiLowercased : bytes[here + offset]
        if byte != wanted[offset] { return false }
      }
      return true
    }
  }
}

extension UInt8 {
  /// Whether the byte ends the name of a tag.
  var endsTagName: Bool { isASCIIWhitespace || self == UInt8(ascii: "/") || self == UInt8(ascii: ">") }
}

// MARK: Tags

extension HTMLTokenizer {
  /// §13.2.5.8 and §13.2.5.32 to §13.2.5.40: a tag from its `<`. A tag cut off by the end of the file is not
  /// a token.
  mutating func readTag(_ token: inout HTMLToken, isEnd: Bool) {
    let start = index
    var here = start + (isEnd ? 2 : 1)
    let nameStart = here
    while here < bytes.count, !bytes[here].endsTagName { here += 1 }
    token.kind = isEnd ? .endTag : .startTag
    token.content = nameStart..<here
    token.isSelfClosing = false
    token.attributes.removeAll(keepingCapacity: true)
    while true {
      while here < bytes.count, bytes[here].isASCIIWhitespace { here += 1 }
      guard here < bytes.count else { break }
      if bytes[here] == UInt8(ascii: ">") { return finish(&token, at: here) }
      if bytes[here] == UInt8(ascii: "/") {
        if here + 1 < bytes.count, bytes[here + 1] == UInt8(ascii: ">") {
          token.isSelfClosing = true
          return finish(&token, at: here + 1)
        }
        here += 1
        continue
      }
      here = readAttribute(&token, from: here)
    }
    faults.note(.unfinishedTag, start..<token.content.upperBound)
    index = bytes.count
    end(&token)
    token.range = start..<bytes.count
  }

  private mutating func finish(_ token: inout HTMLToken, at closing: Int) {
    token.tag = HTMLTag(bytes, token.content)
    tell(token.kind, to: closing + 1, &token)
  }

  /// - Returns: Where the attribute ends.
  private mutating func readAttribute(_ token: inout HTMLToken, from start: Int) -> Int {
    var here = start
    var isRewritten = false
    var hasQuote = false
    // A '=' that comes first is the first byte of a name.
    repeat {
      let byte = bytes[here]
      if byte == 0 || byte &- 0x41 < 26 { isRewritten = true }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "<") {
        hasQuote = true
      }
      here += 1
    } while here < bytes.count && !bytes[here].endsTagName && bytes[here] != UInt8(ascii: "=")
    var attribute = HTMLAttributeToken(
      name: start..<here, value: here..<here, isNameRewritten: isRewritten, hasQuote: hasQuote)
    var next = here
    while next < bytes.count, bytes[next].isASCIIWhitespace { next += 1 }
    guard next < bytes.count, bytes[next] == UInt8(ascii: "=") else {
      token.attributes.append(attribute)
      return next
    }
    next += 1
    while next < bytes.count, bytes[next].isASCIIWhitespace { next += 1 }
    guard next < bytes.count else { return next }
    let quote = bytes[next]
    let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    if isQuoted { next += 1 }
    let valueStart = next
    while next < bytes.count {
      let byte = bytes[next]
      if isQuoted ? byte == quote : byte.isASCIIWhitespace || byte == UInt8(ascii: ">") { break }
      if byte == UInt8(ascii: "&") || byte == 0x0D || byte == 0 { attribute.isValueRewritten = true }
      next += 1
    }
    attribute.value = valueStart..<next
    if isQuoted, next == bytes.count { faults.note(.unclosedValue, attribute.name) }
    token.attributes.append(attribute)
    return isQuoted && next < bytes.count ? next + 1 : next
  }

  // MARK: Document types

  /// §13.2.5.53 to §13.2.5.68.
  mutating func readDocumentType(_ token: inout HTMLToken) {
    var type = HTMLDocumentTypeToken()
    var here = index + 9
    func skipBlanks() { while here < bytes.count, bytes[here].isASCIIWhitespace { here += 1 } }
    func isClosed() -> Bool { here < bytes.count && bytes[here] == UInt8(ascii: ">") }
    /// A quoted text; nil, with the rest left out, when there is none.
    func identifier() -> Range<Int>? {
      guard here < bytes.count, bytes[here] == UInt8(ascii: "\"") || bytes[here] == UInt8(ascii: "'") else {
        type.forcesQuirks = true
        return nil
      }
      let quote = bytes[here]
      let start = here + 1
      here = start
      while here < bytes.count, bytes[here] != quote, bytes[here] != UInt8(ascii: ">") { here += 1 }
      let range = start..<here
      if here < bytes.count, bytes[here] == quote { here += 1 } else { type.forcesQuirks = true }
      return range
    }
    skipBlanks()
    let nameStart = here
    while here < bytes.count, !bytes[here].isASCIIWhitespace, bytes[here] != UInt8(ascii: ">") { here += 1 }
    if here > nameStart { type.name = nameStart..<here } else { type.forcesQuirks = true }
    skipBlanks()
    if type.name != nil, here < bytes.count, !isClosed() {
      let isPublic = matches("public", at: here, ignoringCase: true)
      if isPublic || matches("system", at: here, ignoringCase: true) {
        here += 6
        skipBlanks()
        if isPublic {
          type.publicID = identifier()
          skipBlanks()
          // A public identifier may stand alone.
          if type.publicID != nil, !type.forcesQuirks, !isClosed() { type.systemID = identifier() }
        } else {
          type.systemID = identifier()
        }
      } else {
        type.forcesQuirks = true
      }
    }
    while here < bytes.count, !isClosed() { here += 1 }
    if here == bytes.count {
      type.forcesQuirks = true
      faults.note(.unclosedDocumentType, index..<index + 9)
    }
    token.documentType = type
    tell(.documentType, to: min(here + 1, bytes.count), &token)
  }
}
