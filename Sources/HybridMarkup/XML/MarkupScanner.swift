import HybridEncoding

/// A tag, comment or other piece of markup, by its bytes. Text is what lies between them.
struct MarkupToken {
  enum Kind {
    case startTag
    case endTag
    case comment
    case cdata
    case other
  }

  var kind: Kind
  /// The `<`.
  var start: Int
  /// Behind the name of a tag.
  var nameEnd: Int
  /// At the `>` or `/>` of a tag; the end of the file when it has none.
  var contentEnd: Int
  /// Behind the `>`.
  var end: Int
  /// The attributes of a start tag in ``MarkupScan/attributes``.
  var attributes: Range<Int> = 0..<0

  /// The bytes of a tag's name.
  var name: Range<Int> { start + (kind == .endTag ? 2 : 1)..<nameEnd }
  /// Whether a tag ends in `/>`.
  var isSelfClosing: Bool { end - contentEnd == 2 }
  /// Whether a tag has its `>`.
  var isFinished: Bool { end > contentEnd }
}

/// The bytes of one attribute; the value without quotes, empty behind the name when there is none.
struct ScannedAttribute {
  var name: Range<Int>
  var value: Range<Int>
}

/// Where the markup of a file is.
///
/// libxml2 says what the elements and values are, but only where its input stands by then. This says where
/// everything starts and ends. Where both differ on hopeless input, libxml2 decides on the tree and only a
/// range is less exact.
struct MarkupScan {
  struct Fault {
    var code: String
    var message: String
    var range: Range<Int>
    var hint: String?
  }

  var tokens: [MarkupToken] = []
  var attributes: [ScannedAttribute] = []
  /// Why the file is not to be parsed at all.
  var fault: Fault?
}

/// Finds the markup of a file. Stops at the first fault.
func scanMarkup(_ bytes: [UInt8], _ limits: MarkupLimits) -> MarkupScan {
  var scanner = MarkupScanner(bytes: bytes, limits: limits)
  scanner.run()
  return scanner.scan
}

private struct MarkupScanner {
  let bytes: [UInt8]
  let limits: MarkupLimits
  var scan = MarkupScan()
  var index = 0
  /// libxml2 compares each attribute of an element with all before it, so this is what a file costs it.
  var comparisons = 0

  init(bytes: [UInt8], limits: MarkupLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  mutating func run() {
    while index < bytes.count, scan.fault == nil {
      guard bytes[index] == UInt8(ascii: "<"), index + 1 < bytes.count else {
        index += 1
        continue
      }
      let next = bytes[index + 1]
      if next.startsName || next >= 0x80 {
        scanStartTag()
      } else if next == UInt8(ascii: "/") {
        scanEndTag()
      } else if matches("<!--") {
        skip(.comment, opening: 4, to: "-->")
      } else if matches("<![CDATA[") {
        skip(.cdata, opening: 9, to: "]]>")
      } else if next == UInt8(ascii: "?"), index + 2 < bytes.count {
        skip(.other, opening: 2, to: "?>")
      } else if matches("<!DOCTYPE") {
        checkDocumentType()
        skip(.other, opening: 2, to: ">")
      } else {
        index += 1  // a '<' that is text; libxml2 takes other declarations for text, too
      }
    }
  }

  // MARK: Tags

  private mutating func scanStartTag() {
    var token = MarkupToken(kind: .startTag, start: index, nameEnd: 0, contentEnd: 0, end: 0)
    index = endOfName(from: index + 1)
    token.nameEnd = index
    let first = scan.attributes.count
    scanAttributes(&token)
    token.attributes = first..<scan.attributes.count
    index = token.end
    scan.tokens.append(token)

    let count = token.attributes.count
    comparisons += count * count / 2
    if count > limits.attributes || comparisons > limits.attributes * limits.attributes * 16 {
      scan.fault = .init(
        code: "markup.too-many-attributes",
        message: "an element has at most \(limits.attributes) attributes", range: token.start..<token.nameEnd)
    }
    if scan.tokens.count > 2 * limits.nodes {
      scan.fault = .init(
        code: "markup.too-many-nodes", message: "a document has at most \(limits.nodes) nodes",
        range: token.start..<token.end)
    }
  }

  /// HTML Standard §13.2.5.32–42, the attribute states.
  private mutating func scanAttributes(_ token: inout MarkupToken) {
    while true {
      skipBlanks()
      guard index < bytes.count else { return finish(&token, closing: 0) }
      let byte = bytes[index]
      if byte == UInt8(ascii: ">") { return finish(&token, closing: 1) }
      if byte == UInt8(ascii: "/") {
        if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: ">") {
          return finish(&token, closing: 2)
        }
        index += 1
        continue
      }
      scanAttribute()
    }
  }

  private func finish(_ token: inout MarkupToken, closing: Int) {
    token.contentEnd = index
    token.end = index + closing
  }

  private mutating func scanAttribute() {
    let start = index
    repeat { index += 1 } while index < bytes.count && !endsAttributeName(bytes[index])
    let name = start..<index

    skipBlanks()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
      scan.attributes.append(ScannedAttribute(name: name, value: name.upperBound..<name.upperBound))
      return
    }
    index += 1
    skipBlanks()
    var value = index..<index
    if index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") {
      let quote = bytes[index]
      index += 1
      let first = index
      while index < bytes.count, bytes[index] != quote { index += 1 }
      value = first..<index
      index = min(index + 1, bytes.count)
    } else {
      while index < bytes.count, !bytes[index].isASCIIWhitespace, bytes[index] != UInt8(ascii: ">") {
        index += 1
      }
      value = value.lowerBound..<index
    }
    scan.attributes.append(ScannedAttribute(name: name, value: value))
  }

  private func endsAttributeName(_ byte: UInt8) -> Bool {
    byte.isASCIIWhitespace || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">")
      || byte == UInt8(ascii: "/")
  }

  private mutating func scanEndTag() {
    let start = index
    guard index + 2 < bytes.count else {
      index += 2
      return
    }
    let nameEnd = endOfName(from: index + 2)
    index = nameEnd
    while index < bytes.count, bytes[index] != UInt8(ascii: ">") { index += 1 }
    let end = min(index + 1, bytes.count)
    scan.tokens.append(
      MarkupToken(kind: .endTag, start: start, nameEnd: nameEnd, contentEnd: index, end: end))
    index = end
  }

  private func endOfName(from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end].continuesName || bytes[end] >= 0x80 { end += 1 }
    return end
  }

  // MARK: Other markup

  /// A template has no document type: hostile files count on what it declares.
  private mutating func checkDocumentType() {
    scan.fault = .init(
      code: "markup.doctype",
      message: "a template has no document type: nothing outside this file is read",
      range: index..<index + 9, hint: "remove the <!DOCTYPE …>")
  }

  private func matches(_ text: StaticString) -> Bool {
    guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { wanted in wanted.indices.allSatisfy { bytes[index + $0] == wanted[$0] } }
  }

  private mutating func skip(_ kind: MarkupToken.Kind, opening: Int, to closing: StaticString) {
    let start = index
    index = min(index + opening, bytes.count)
    while index < bytes.count, !matches(closing) { index += 1 }
    index = min(index + closing.utf8CodeUnitCount, bytes.count)
    scan.tokens.append(MarkupToken(kind: kind, start: start, nameEnd: start, contentEnd: index, end: index))
  }

  private mutating func skipBlanks() {
    while index < bytes.count, bytes[index].isASCIIWhitespace { index += 1 }
  }
}
