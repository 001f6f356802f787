import HybridDOM
import HybridSource

/// The faults of tokenization and tree construction, as reports for the author of the page.
struct HTMLReports {
  let source: Source
  let input: MarkupInput
  let document: Document
  let limits: MarkupLimits
  var reports: MarkupReports

  mutating func add(_ faults: HTMLSyntaxFaults, _ notes: HTMLTreeNotes) {
    for fault in faults.all { add(fault) }
    for note in notes.all { add(note.kind, at: note.range) }
    if let (limit, range) = notes.limit { add(limit, at: input.original(range)) }
  }

  private mutating func add(_ fault: HTMLSyntaxFault) {
    let range = input.original(fault.range)
    let written = source.text(in: range)
    switch fault.kind {
    case .missingSemicolon:
      reports.warning(
        "markup.missing-semicolon", "'\(written)' needs a ';' to be a character reference", at: range,
        hint: "write \(written); or &amp;\(written.dropFirst())")
    case .badReference:
      reports.warning(
        "markup.bad-reference", "this is not a character reference", at: range,
        hint: "write &#65; or &#x41;, or &amp; for '&'")
    case .unknownReference:
      let name = String(written.dropFirst().dropLast())
      let known = nearest(to: name, in: NamedReferences.shared.names).map { "did you mean '&\($0);'?" }
      reports.warning(
        "markup.unknown-reference", "HTML has no character named '\(written)'", at: range,
        hint: known ?? "write &amp; for '&'")
    case .emptyEndTag:
      reports.warning(
        "markup.bad-name", "an end tag needs a name; this one is ignored", at: range, hint: "remove it")
    case .notMarkup: addComment(at: range)
    case .emptyComment: break
    case .unclosedComment:
      reports.error("markup.unclosed-comment", "this comment is never closed", at: range, hint: "add -->")
    case .unclosedSection:
      reports.error(
        "markup.unclosed-section", "this CDATA section is never closed", at: range, hint: "add ]]>")
    case .unclosedDocumentType:
      reports.error("markup.unfinished-tag", "the document type has no '>'", at: range, hint: "add '>'")
    case .unclosedValue:
      reports.error(
        "markup.unclosed-value", "the quote around the value of '\(written)' is never closed", at: range,
        hint: "add the quote")
    case .unfinishedTag:
      // A half-typed file: its document so far is not a page to show.
      reports.error("markup.unfinished-tag", "this tag has no '>'", at: range, hint: "add '>'")
    }
  }

  /// Reports markup that HTML reads as a comment (§13.2.5.41).
  private mutating func addComment(at range: Range<Int>) {
    let start = source.text(in: range.lowerBound..<min(range.lowerBound + 9, source.bytes.count))
    if start.hasPrefix("<?xml") && range.lowerBound < 4 { return }
    let hint =
      start.hasPrefix("<![CDATA[")
      ? "CDATA sections stand in SVG and MathML only; write &lt; for '<'"
      : start.hasPrefix("<?")
        ? "a page runs no such instructions; remove it" : "write <!-- … -->, or &lt; for '<'"
    reports.warning("markup.bogus-comment", "HTML reads this as a comment", at: range, hint: hint)
  }

  private mutating func add(_ kind: HTMLTreeNotes.Kind, at given: Range<Int>) {
    let range = input.original(given)
    let written = source.text(in: range).prefix { $0 != ">" && !$0.isWhitespace }
    switch kind {
    case .unclosed(let node, let closer): addUnclosed(node, before: closer)
    case .strayEndTag(let nearest, let closer):
      let hint =
        closer.map { closer in
          let tag = source.text(in: input.original(closer)).prefix { $0 != ">" && !$0.isWhitespace }
          return
            "the \(tag)> of line \(reports.line(of: input.original(closer.lowerBound))) has closed it already"
        } ?? nearest.map { "did you mean </\($0)>?" }
      reports.warning(
        "markup.unexpected-end-tag", "\(written)> has no open start tag", at: range,
        hint: hint ?? "remove it")
    case .ignoredTag:
      reports.warning("markup.misplaced-tag", "\(written)> means nothing here; it is ignored", at: range)
    case .lateDocumentType:
      let word = range.lowerBound..<min(range.lowerBound + 9, range.upperBound)
      reports.warning("markup.misplaced-tag", "the document type must be at the start of a page", at: word)
    case .foreignDocumentType:
      let word = range.lowerBound..<min(range.lowerBound + 9, range.upperBound)
      reports.warning(
        "markup.doctype", "this is not a document type of HTML; nothing that it declares or names is read",
        at: word, hint: "write <!DOCTYPE html>")
    case .lateHead:
      reports.warning("markup.misplaced-tag", "<head> comes too late here; it is ignored", at: range)
    case .lateRoot:
      reports.warning(
        "markup.misplaced-tag", "\(written)> comes too late here; only its attributes are used", at: range)
    case .duplicateAttribute:
      reports.warning(
        "markup.duplicate-attribute", "'\(source.text(in: range))' is repeated; the first value is used",
        at: range,
        hint: "remove one of them")
    case .fostered:
      reports.warning(
        "markup.misplaced-content", "a table cannot hold this; it is shown before the table", at: range,
        hint: "put it into a cell")
    case .nestedForm:
      reports.warning("markup.misplaced-tag", "a form cannot hold a form; this tag is ignored", at: range)
    case .nestedLink:
      reports.warning(
        "markup.misplaced-tag", "a link cannot hold a link; the one around it ends here", at: range,
        hint: "add </a> before it")
    case .notSelfClosing:
      let name = written.dropFirst().prefix { $0 != "/" }
      reports.warning(
        "markup.not-self-closing", "HTML ignores the '/' here: the element stays open", at: range,
        hint: "write <\(name)></\(name)>")
    case .tagsInValue:
      let end = reports.line(of: range.upperBound)
      reports.warning(
        "markup.unclosed-value", "this value goes on to line \(end), with tags in it",
        at: range.lowerBound..<min(range.lowerBound + 1, range.upperBound), hint: "its quote may be missing")
    case .quoteInName:
      reports.warning(
        "markup.unclosed-value", "the name of an attribute holds a quote or '<'", at: range,
        hint: "the quote of the attribute before it may be missing")
    }
  }

  private mutating func addUnclosed(_ node: NodeID, before closer: Range<Int>?) {
    guard let element = document[node].element else { return }
    let range = element.startTag.range
    let name = element.writtenName
    // In an unquoted value the '/' of '/>' is part of the value (§13.2.5.38).
    let endsInSlash = source.bytes[range].dropLast().last == UInt8(ascii: "/")
    let isText = HTMLTag(named: element.name).holdsText
    let hint = endsInSlash && !isText ? "write a space before '/>'" : "add </\(name)>"
    guard let closer else {
      return reports.add(
        isText ? .error : .warning, "markup.unclosed-element", "<\(name)> is never closed", at: range,
        hint: hint)
    }
    let place = input.original(closer)
    let tag = source.text(in: place).prefix { $0 != ">" && !$0.isWhitespace } + ">"
    reports.warning(
      "markup.unclosed-element",
      "<\(name)> is not closed before the \(tag) of line \(reports.line(of: place.lowerBound))",
      at: range, hint: hint)
  }

  private mutating func add(_ limit: HTMLTreeNotes.Limit, at range: Range<Int>) {
    switch limit {
    case .tooDeep:
      reports.error("markup.too-deep", "elements nest at most \(limits.depth) deep", at: range)
    case .tooManyNodes:
      reports.error("markup.too-many-nodes", "a document has at most \(limits.nodes) nodes", at: range)
    case .tooManyAttributes:
      reports.error(
        "markup.too-many-attributes", "an element has at most \(limits.attributes) attributes", at: range)
    }
  }
}
