import CLibXML2
import HybridDOM
import HybridEncoding
import HybridSource

/// Reports of libxml2's errors, in words for the template author and with the place of the error.
extension DocumentBuilder {
  func report(_ error: xmlError) {
    guard !isStopped, !reports.isFull else { return }
    let code = xmlParserErrors(UInt32(bitPattern: error.code))
    let name = error.str1.map { String(cString: $0).prefix(80) }.map(String.init) ?? ""
    reportXML(code, name, error)
  }

  // MARK: XML

  private func reportXML(_ code: xmlParserErrors, _ name: String, _ error: xmlError) {
    switch code {
    case XML_NS_ERR_XML_NAMESPACE, XML_NS_ERR_UNDEFINED_NAMESPACE, XML_NS_ERR_QNAME, XML_NS_ERR_EMPTY,
      XML_NS_ERR_COLON:
      break  // prefixes are part of names; nothing is looked up
    case XML_ERR_ATTRIBUTE_REDEFINED:
      reports.error(
        "markup.duplicate-attribute", "'\(name)' is repeated", at: input.original(rangeOfSecond(name)),
        hint: "remove one of them")
    case XML_ERR_UNDECLARED_ENTITY, XML_WAR_UNDECLARED_ENTITY:
      let known = NamedReferences.shared.scalar(named: name).map { "write &#\($0);" }
      reports.error(
        "markup.unknown-reference", "XML has no '&\(name);'", at: input.original(rangeBack(to: "&")),
        hint: known ?? "write &amp; for '&'")
    case XML_ERR_TAG_NAME_MISMATCH: reportMismatch()
    case XML_ERR_TAG_NOT_FINISHED: reportNeverClosed()
    case XML_ERR_ENTITYREF_SEMICOL_MISSING,
      XML_ERR_NAME_REQUIRED where code != XML_ERR_NAME_REQUIRED || lastByte == UInt8(ascii: "&"):
      stop(
        "markup.bare-ampersand", "'&' starts a reference in XML", at: rangeBack(to: "&"), hint: "write &amp;")
    case XML_ERR_INVALID_CHARREF, XML_ERR_INVALID_DEC_CHARREF, XML_ERR_INVALID_HEX_CHARREF:
      stop(
        "markup.bad-reference", "this is not a character reference", at: rangeBack(to: "&"),
        hint: "write &#65; or &#x41;, or &amp; for '&'")
    case XML_ERR_INVALID_CHAR where isBehindReference:
      stop(
        "markup.bad-reference", "no character has this number", at: rangeBack(to: "&"),
        hint: "write &#65; or &#x41;, or &amp; for '&'")
    case XML_ERR_INVALID_CHAR:
      stop("markup.bad-character", "this character is not allowed in XML", at: characterAhead)
    case XML_ERR_DOCUMENT_EMPTY:
      stop(
        "markup.no-element", "a template starts with an element", at: characterAhead,
        hint: "the first tag is the root element")
    case XML_ERR_DOCUMENT_END:
      stop(
        "markup.extra-content", "a template has one root element; this follows it", at: characterAhead)
    case XML_ERR_RESERVED_XML_NAME:
      stop(
        "markup.late-declaration", "<?xml …?> must be at the very start of a file", at: rangeBack(to: "<?"),
        hint: "remove what is before it")
    case XML_ERR_COMMENT_NOT_FINISHED, XML_ERR_HYPHEN_IN_COMMENT:
      let isDouble = code == XML_ERR_HYPHEN_IN_COMMENT
      stop(
        isDouble ? "markup.double-hyphen" : "markup.unclosed-comment",
        isDouble ? "'--' is not allowed inside a comment" : "this comment is never closed",
        at: isDouble ? rangeAhead(of: "--") : rangeBack(to: "<!--"), hint: isDouble ? nil : "add -->")
    case XML_ERR_CDATA_NOT_FINISHED:
      stop(
        "markup.unclosed-section", "this CDATA section is never closed", at: rangeBack(to: "<![CDATA["),
        hint: "add ]]>")
    case XML_ERR_MISPLACED_CDATA_END:
      stop(
        "markup.misplaced-section-end", "']]>' is not allowed in text", at: rangeAhead(of: "]]>"),
        hint: "write ]]&gt;")
    default: reportInTag(code, name, error)
    }
  }

  /// Reports an error inside a start tag.
  private func reportInTag(_ code: xmlParserErrors, _ name: String, _ error: xmlError) {
    switch code {
    case XML_ERR_LT_IN_ATTRIBUTE:
      stop(
        "markup.less-than-in-value", "'<' is not allowed in an XML attribute value", at: characterAhead,
        hint: "write &lt;")
    case XML_ERR_ATTRIBUTE_NOT_STARTED:
      stop(
        "markup.unquoted-value", "XML attribute values must be in quotes", at: wordAhead,
        hint: "write \"\(source.text(in: input.original(wordAhead)))\"")
    case XML_ERR_ATTRIBUTE_NOT_FINISHED:
      stop(
        "markup.unclosed-value", "the quote of this value is never closed", at: rangeOfLastValue,
        hint: "add the quote")
    case XML_ERR_ATTRIBUTE_WITHOUT_VALUE:
      let range = tokenAt(offset).flatMap { token in
        scan.attributes[token.attributes].last { $0.name.upperBound <= offset }?.name
      }
      stop(
        "markup.missing-value", "'\(name)' has no value", at: range ?? characterAhead,
        hint: "write \(name)=\"\(name)\"")
    case XML_ERR_SPACE_REQUIRED:
      stop("markup.missing-space", "a space is missing before this", at: wordAhead)
    case XML_ERR_GT_REQUIRED:
      let tag = tokenAt(offset).map { $0.start..<$0.nameEnd } ?? characterAhead
      stop("markup.unfinished-tag", "this tag has no '>' where one is needed", at: tag, hint: "add '>'")
    case XML_ERR_NAME_REQUIRED:
      stop("markup.bad-name", "a name starts with a letter", at: characterAhead, hint: "write &lt; for '<'")
    default:
      guard error.level.rawValue >= XML_ERR_ERROR.rawValue else { return }
      let said = error.message.map { String(cString: $0) } ?? "not well formed"
      let line = said.prefix { !$0.isNewline }
      stop("markup.not-well-formed", "this is not well-formed XML (\(line))", at: characterAhead)
    }
  }

  private func reportMismatch() {
    let range = rangeOfTag(.endTag)
    let written = source.text(in: input.original(range)).prefix { $0 != ">" && !$0.isWhitespace }
    guard let top = open.last, let name = document[top.node].element?.name, let tag = top.token else {
      return stop("markup.mismatched-end-tag", "\(written)> has no start tag", at: range, hint: "remove it")
    }
    let line = reports.line(of: input.original(tag.start))
    let closesOuter = open.contains { document[$0.node].element.map { written == "</\($0.name)" } ?? false }
    stop(
      "markup.mismatched-end-tag", "\(written)> cannot close the <\(name)> of line \(line)", at: range,
      hint: closesOuter ? "add </\(name)> before it" : "write </\(name)>")
  }

  private func reportNeverClosed() {
    guard let top = open.last, let name = document[top.node].element?.name, let tag = top.token else {
      return stop("markup.unclosed-element", "an element is never closed", at: characterAhead)
    }
    stop(
      "markup.unclosed-element", "<\(name)> is never closed", at: tag.start..<tag.end, hint: "add </\(name)>")
  }

  // MARK: Places

  private var lastByte: UInt8 { offset > 0 ? input.bytes[min(offset, input.bytes.count) - 1] : 0 }

  /// The character that the parser is at, or nothing at the end.
  private var characterAhead: Range<Int> {
    let here = min(offset, input.bytes.count)
    return here..<min(here + 1, input.bytes.count)
  }

  /// The bytes up to a blank or the end of the tag.
  private var wordAhead: Range<Int> {
    let here = min(offset, input.bytes.count)
    let rest = input.bytes[here..<min(here + 80, input.bytes.count)]
    let end =
      rest.firstIndex { $0.isASCIIWhitespace || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/") }
      ?? rest.endIndex
    return here..<max(end, min(here + 1, input.bytes.count))
  }

  private var rangeOfLastValue: Range<Int> {
    guard let token = tokenAt(offset), let last = scan.attributes[token.attributes].last else {
      return characterAhead
    }
    return last.name
  }

  /// The tag of a kind that the parser is in, or has just read.
  private func rangeOfTag(_ kind: MarkupToken.Kind) -> Range<Int> {
    guard let token = tokenAt(offset), token.kind == kind, token.start <= offset else {
      return characterAhead
    }
    return token.start..<token.end
  }

  /// Whether the parser has just read a reference by number.
  private var isBehindReference: Bool {
    let bytes = input.bytes[rangeBack(to: "&")]
    return bytes.starts(with: "&#".utf8) && !bytes.contains(where: \.isASCIIWhitespace)
  }

  /// The next place of `text` behind the parser.
  private func rangeAhead(of text: String) -> Range<Int> {
    let wanted = Array(text.utf8)
    var start = min(offset, input.bytes.count)
    while start + wanted.count <= input.bytes.count {
      if input.bytes[start..<start + wanted.count].elementsEqual(wanted) {
        return start..<start + wanted.count
      }
      start += 1
    }
    return characterAhead
  }

  /// The last place of `text` before the parser, up to the parser.
  private func rangeBack(to text: String) -> Range<Int> {
    let wanted = Array(text.utf8)
    let here = min(offset, input.bytes.count)
    var start = here - wanted.count
    // A comment may be long; nothing else is looked for far.
    let lowest = wanted.count > 3 ? 0 : max(0, here - 300)
    while start >= lowest {
      if input.bytes[start..<start + wanted.count].elementsEqual(wanted) {
        let end = wanted.count > 2 ? start + wanted.count : here
        return start..<end
      }
      start -= 1
    }
    return characterAhead
  }

  /// The name of the second attribute called `name` in the tag that is being read.
  private func rangeOfSecond(_ name: String) -> Range<Int> {
    guard let token = tokenAt(offset) else { return characterAhead }
    let same = scan.attributes[token.attributes].filter { input.bytes[$0.name].elementsEqual(name.utf8) }
    return same.dropFirst().first?.name ?? token.start..<token.nameEnd
  }
}
