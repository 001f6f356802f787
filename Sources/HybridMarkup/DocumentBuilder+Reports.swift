import CLibXML2
import HybridDOM
import HybridEncoding
import HybridSource

/// What libxml2 complains about, in words for the template author and with the place where it is.
extension DocumentBuilder {
  func report(_ error: xmlError) {
    guard !isStopped, !reports.isFull else { return }
    let code = xmlParserErrors(UInt32(bitPattern: error.code))
    // What concerns no author comes for every '&' that is text and for every unknown element.
    if isHTML, code == XML_HTML_UNKNOWN_TAG || code == XML_ERR_NAME_REQUIRED && lastByte == UInt8(ascii: "&")
    {
      return
    }
    let name = error.str1.map { String(cString: $0).prefix(80) }.map(String.init) ?? ""
    if isHTML { reportHTML(code, name, error) } else { reportXML(code, name, error) }
  }

  /// Whether HTML knows the element as one without content: its end tag means nothing (HTML Standard
  /// §13.1.2).
  func isVoid(_ node: NodeID) -> Bool { isHTML && isVoid(document[node].element?.name ?? "") }

  private func isVoid(_ name: String) -> Bool { htmlTagLookup(name)?.pointee.empty == 1 }

  // MARK: HTML

  /// An element that libxml2 closed, though its end tag is missing and HTML does not allow to leave it out.
  func reportUnclosed(_ element: Open, before token: MarkupToken?) {
    guard !reports.isFull, let tag = element.token, tag.isFinished,
      let name = document[element.node].element?.writtenName
    else { return }
    guard !Self.optionalEndTags.contains(name.asciiLowercased) else { return }
    let range = input.original(tag.start..<tag.end)
    // In an unquoted value the '/' of '/>' is part of the value (HTML Standard §13.2.5.37).
    let endsInSlash = input.bytes[tag.contentEnd - 1] == UInt8(ascii: "/")
    let hint = endsInSlash ? "write a blank before '/>'" : "add </\(name)>"
    if let token, token.start < offset, token.kind == .startTag || token.kind == .endTag {
      let line = reports.line(of: input.original(token.start))
      let closer = source.text(in: input.original(token.start..<token.nameEnd)) + ">"
      reports.error(
        "markup.unclosed-element", "<\(name)> is not closed before the \(closer) of line \(line)", at: range,
        hint: hint)
    } else {
      reports.error(
        "markup.unclosed-element", "<\(name)> is never closed", at: range, hint: hint)
    }
  }

  /// HTML Standard §13.1.2.4, *Optional tags*.
  private static let optionalEndTags: Set<String> = [
    "html", "head", "body", "li", "dt", "dd", "p", "rt", "rp", "optgroup", "option", "colgroup", "caption",
    "thead",
    "tbody", "tfoot", "tr", "td", "th",
  ]

  private func reportHTML(_ code: xmlParserErrors, _ name: String, _ error: xmlError) {
    switch code {
    case XML_ERR_TAG_NAME_MISMATCH:
      // With a second name it is about an element that we report where it ends.
      // In a script there is no tag where libxml2 is; what looks like one is text.
      guard error.str2 == nil, !isVoid(name), let token = tokenAt(offset), token.kind == .endTag,
        token.start < offset
      else { return }
      let range = token.start..<token.end
      let written = source.text(in: input.original(range)).prefix { $0 != ">" }
      let names = open.reversed().compactMap { document[$0.node].element?.name }
      reports.error(
        "markup.unexpected-end-tag", "\(written)> closes nothing that is open", at: input.original(range),
        hint: nearest(to: name, in: names).map { "did you mean </\($0)>?" } ?? "remove it")
    case XML_HTML_STRUCURE_ERROR:
      let token = tokenAt(offset)
      let range = input.original(token.map { $0.start..<$0.end } ?? characterAhead)
      if name == "DOCTYPE" {
        reports.warning(
          "markup.misplaced-tag", "the document type stands at the start of a page",
          at: input.original(wordAhead))
      } else if name == "head" {
        reports.warning("markup.misplaced-tag", "<head> comes too late here; it is ignored", at: range)
      } else {
        if let token, token.kind == .startTag { lateTags.append(token) }
        reports.warning(
          "markup.misplaced-tag", "<\(name)> comes too late here; only its attributes count", at: range)
      }
    case XML_ERR_GT_REQUIRED:
      // The file ends in the tag: somebody types, or half of the file is missing. What is read of it is no
      // page to show.
      guard let token = tokenAt(offset), !token.isFinished else { return }
      reports.error(
        "markup.unfinished-tag", "this tag has no '>'", at: input.original(token.start..<token.nameEnd),
        hint: "add '>'")
    case XML_ERR_COMMENT_NOT_FINISHED:
      reports.warning(
        "markup.unclosed-comment", "this comment is never closed", at: input.original(rangeBack(to: "<!--")),
        hint: "add -->")
    case XML_ERR_ENTITYREF_SEMICOL_MISSING:
      // HTML leaves an unknown name as it is: the '&' of an address, for one.
      let range = rangeBack(to: "&")
      let written = String(decoding: input.bytes[range].dropFirst(), as: UTF8.self)
      guard htmlEntityLookup(written) != nil else { return }
      reports.warning(
        "markup.missing-semicolon", "'&\(written)' is no character without ';'", at: input.original(range),
        hint: "write &\(written); or &amp;\(written)")
    case XML_ERR_INVALID_CHARREF, XML_ERR_INVALID_DEC_CHARREF, XML_ERR_INVALID_HEX_CHARREF:
      reports.warning(
        "markup.bad-reference", "this is no reference to a character", at: input.original(rangeBack(to: "&")),
        hint: "write &#65; or &#x41;, or &amp; for '&'")
    case XML_ERR_INVALID_CHAR where isBehindReference:
      reports.warning(
        "markup.bad-reference", "no character has this number", at: input.original(rangeBack(to: "&")),
        hint: "write &#65; or &#x41;, or &amp; for '&'")
    case XML_ERR_INVALID_CHAR:
      let here = offset
      reports.warning(
        "markup.bad-character", "this character is no text", at: input.original(here..<here + 1))
    case XML_ERR_NAME_REQUIRED:
      let here = offset
      reports.warning(
        "markup.bad-name", "a name starts with a letter", at: input.original(here..<here + 1),
        hint: tokenAt(here).map { $0.kind == .startTag && $0.start < here } == true
          ? nil : "write &lt; for '<'")
    // What is left concerns no author: unknown elements, or a second word on what was reported.
    default: break
    }
  }

  // MARK: XML

  private func reportXML(_ code: xmlParserErrors, _ name: String, _ error: xmlError) {
    switch code {
    case XML_NS_ERR_XML_NAMESPACE, XML_NS_ERR_UNDEFINED_NAMESPACE, XML_NS_ERR_QNAME, XML_NS_ERR_EMPTY,
      XML_NS_ERR_COLON:
      break  // prefixes are part of names; nothing is looked up
    case XML_ERR_ATTRIBUTE_REDEFINED:
      reports.error(
        "markup.duplicate-attribute", "'\(name)' is here twice", at: input.original(rangeOfSecond(name)),
        hint: "remove one of them")
    case XML_ERR_UNDECLARED_ENTITY, XML_WAR_UNDECLARED_ENTITY:
      let known = htmlEntityLookup(name).map { "write &#\($0.pointee.value);" }
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
        "markup.bad-reference", "this is no reference to a character", at: rangeBack(to: "&"),
        hint: "write &#65; or &#x41;, or &amp; for '&'")
    case XML_ERR_INVALID_CHAR where isBehindReference:
      stop(
        "markup.bad-reference", "no character has this number", at: rangeBack(to: "&"),
        hint: "write &#65; or &#x41;, or &amp; for '&'")
    case XML_ERR_INVALID_CHAR:
      stop("markup.bad-character", "this character is no text in XML", at: characterAhead)
    case XML_ERR_DOCUMENT_EMPTY:
      stop(
        "markup.no-element", "a template starts with an element", at: characterAhead,
        hint: "the first tag is the root element")
    case XML_ERR_DOCUMENT_END:
      stop(
        "markup.extra-content", "a template has one root element; this comes behind it", at: characterAhead)
    case XML_ERR_RESERVED_XML_NAME:
      stop(
        "markup.late-declaration", "<?xml …?> stands at the very start of a file", at: rangeBack(to: "<?"),
        hint: "remove what is before it")
    case XML_ERR_COMMENT_NOT_FINISHED, XML_ERR_HYPHEN_IN_COMMENT:
      let isDouble = code == XML_ERR_HYPHEN_IN_COMMENT
      stop(
        isDouble ? "markup.double-hyphen" : "markup.unclosed-comment",
        isDouble ? "'--' cannot stand inside a comment" : "this comment is never closed",
        at: isDouble ? rangeAhead(of: "--") : rangeBack(to: "<!--"), hint: isDouble ? nil : "add -->")
    case XML_ERR_CDATA_NOT_FINISHED:
      stop(
        "markup.unclosed-section", "this CDATA section is never closed", at: rangeBack(to: "<![CDATA["),
        hint: "add ]]>")
    case XML_ERR_MISPLACED_CDATA_END:
      stop(
        "markup.misplaced-section-end", "']]>' cannot stand in text", at: rangeAhead(of: "]]>"),
        hint: "write ]]&gt;")
    default: reportInTag(code, name, error)
    }
  }

  /// What can be wrong inside a start tag.
  private func reportInTag(_ code: xmlParserErrors, _ name: String, _ error: xmlError) {
    switch code {
    case XML_ERR_LT_IN_ATTRIBUTE:
      stop(
        "markup.less-than-in-value", "'<' cannot stand in a value in XML", at: characterAhead,
        hint: "write &lt;")
    case XML_ERR_ATTRIBUTE_NOT_STARTED:
      stop(
        "markup.unquoted-value", "the value of an attribute is in quotes in XML", at: wordAhead,
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
      stop("markup.missing-space", "there is a blank missing before this", at: wordAhead)
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
      return stop("markup.mismatched-end-tag", "\(written)> closes nothing", at: range, hint: "remove it")
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
