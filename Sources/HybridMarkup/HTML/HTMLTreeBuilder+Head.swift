import HybridDOM
import HybridEncoding

/// The insertion modes before the body and after it (HTML Standard §13.2.6.4.1 to §13.2.6.4.6, §13.2.6.4.17
/// to §13.2.6.4.22).
extension HTMLTreeBuilder {
  mutating func initial() {
    switch token.kind {
    case .comment: insertComment(into: document.root)
    case .documentType:
      readDocumentType()
      modes.enter(.beforeHTML)
    default:
      writer.setQuirksMode(.quirks)
      reprocess(in: .beforeHTML)
    }
  }

  private mutating func readDocumentType() {
    let type = token.documentType
    let name = type.name.map { tokenizer.text($0, isLowercased: true) } ?? ""
    let publicID = type.publicID.map { tokenizer.text($0) }
    let systemID = type.systemID.map { tokenizer.text($0) }
    let content = DocumentType(name: name, publicID: publicID ?? "", systemID: systemID ?? "")
    // Nothing in a project asks for the node; `quirksMode` has what it means.
    if dialect == .standard, let node = makeNode(.documentType(content), token.range) {
      writer.append(node, to: document.root)
    }
    let isOfFile = publicID == nil && (systemID.map { $0 != "about:legacy-compat" } ?? false)
    if type.forcesQuirks || name != "html" || isOfFile { notes.note(.foreignDocumentType, token.range) }
    writer.setQuirksMode(quirksMode(name, publicID, systemID, forcesQuirks: type.forcesQuirks))
  }

  mutating func beforeHTML() {
    switch token.kind {
    case .comment: insertComment(into: document.root)
    case .documentType: notes.note(.lateDocumentType, token.range)
    case .startTag where token.tag == .html:
      let element = insertElement()
      if dialect == .web, let element, document[element.node].element?.attribute("html-identify") != nil {
        becomeNative()
      }
      modes.enter(isNative ? .native : .beforeHead)
    case .endTag where ![.head, .body, .html, .br].contains(token.tag): noteStray()
    default:
      impliedHTML(at: token.range.lowerBound)
      process(in: mode)
    }
  }

  mutating func beforeHead() {
    switch token.kind {
    case .comment: insertComment()
    case .documentType: notes.note(.lateDocumentType, token.range)
    case .startTag where token.tag == .html: inBody()
    case .startTag where token.tag == .head:
      insertHead()
      modes.enter(.inHead)
    case .endTag where ![.head, .body, .html, .br].contains(token.tag): noteStray()
    default:
      impliedHead(at: token.range.lowerBound)
      reprocess(in: .inHead)
    }
  }

  mutating func inHead() {
    switch (token.kind, token.tag) {
    case (.comment, _): insertComment()
    case (.documentType, _): notes.note(.lateDocumentType, token.range)
    case (.startTag, .html): inBody()
    case (.startTag, .base), (.startTag, .basefont), (.startTag, .bgsound), (.startTag, .link),
      (.startTag, .meta):
      insertVoidElement()
    case (.startTag, .title): readText(.rcdata)
    case (.startTag, .noscript), (.startTag, .noframes), (.startTag, .style): readText(.rawText)
    case (.startTag, .script): readText(.scriptData)
    case (.startTag, .template):
      insertElement()
      formatting.pushMarker()
      forbidFrameset()
      modes.openTemplate()
    case (.startTag, .head): notes.note(.lateHead, token.range)
    case (.endTag, .head):
      pop(by: token.range.upperBound)
      modes.enter(.afterHead)
    case (.endTag, .template): endTemplate()
    case (.startTag, .other) where isHeadWritten && placeholder == .include: insertPlaceholder()
    case (.endTag, .other) where placeholder == .include: break
    case (.endTag, let tag) where ![.body, .html, .br].contains(tag): noteStray()
    default:
      pop()
      reprocess(in: .afterHead)
    }
  }

  // MARK: Placeholders

  /// Elements that the compiler replaces: in the pages of projects they may stand wherever their replacement
  /// may, in a head or between the rows of a table.
  enum Placeholder: String { case include, slot }

  /// The placeholder that ``token`` is a tag of.
  var placeholder: Placeholder? {
    guard dialect == .web, token.tag == .other else { return nil }
    return Placeholder(rawValue: tokenizer.name(of: token))
  }

  private var isHeadWritten: Bool {
    head.map { document[$0].element?.startTag.range.isEmpty == false } ?? false
  }

  /// Inserts a placeholder where HTML would end the head or leave the table; an `include` has no content.
  mutating func insertPlaceholder() {
    if token.isSelfClosing || placeholder == .include { insertVoidElement() } else { insertElement() }
  }

  mutating func endPlaceholder() {
    guard placeholder == .slot, let current = open.current, isNamed(current) else { return }
    pop(by: token.range.upperBound)
  }

  mutating func endTemplate() {
    guard open.contains(.template) else { return noteStray() }
    generateAllImpliedEndTags()
    popThrough(.template)
    formatting.clearToMarker()
    modes.closeTemplate()
    resetMode()
  }

  /// Pages run scripts, so that this mode is never entered; it is here since a fragment may name it.
  mutating func inHeadNoscript() {
    pop()
    reprocess(in: .inHead)
  }

  mutating func afterHead() {
    switch (token.kind, token.tag) {
    case (.comment, _): insertComment()
    case (.documentType, _): notes.note(.lateDocumentType, token.range)
    case (.startTag, .html): inBody()
    case (.startTag, .body):
      insertElement()
      forbidFrameset()
      modes.enter(.inBody)
    case (.startTag, .frameset):
      insertElement()
      modes.enter(.inFrameset)
    case (.startTag, .base), (.startTag, .basefont), (.startTag, .bgsound), (.startTag, .link),
      (.startTag, .meta),
      (.startTag, .noframes), (.startTag, .script), (.startTag, .style), (.startTag, .template),
      (.startTag, .title):
      guard let head else { return }
      // It goes into the head that was closed already.
      open.push(HTMLOpenElement(node: head, tag: .head, namespace: .html))
      inHead()
      if let index = open.index(of: head) { open.remove(at: index) }
    case (.endTag, .template): endTemplate()
    case (.startTag, .head): notes.note(.lateHead, token.range)
    case (.endTag, let tag) where ![.body, .html, .br].contains(tag): noteStray()
    default:
      _ = insertImplied(.body, at: token.range.lowerBound)
      reprocess(in: .inBody)
    }
  }

  /// §13.2.6.4.8, *text*.
  mutating func inText() {
    if isEndTag {
      pop(by: token.range.upperBound)
      modes.leaveText()
    } else {
      pop()
      modes.leaveText()
      process(in: mode)
    }
  }

  mutating func afterBody() {
    switch (token.kind, token.tag) {
    case (.comment, _): insertComment(into: open[0].node)
    case (.documentType, _): notes.note(.lateDocumentType, token.range)
    case (.startTag, .html): inBody()
    case (.endTag, .html):
      guard context == nil else { return noteStray() }
      endRoot(.html)
      modes.enter(.afterAfterBody)
    case (.end, _): break
    default: reprocess(in: .inBody)
    }
  }

  /// Notes where the end tag of `html` or `body` is: the element stays open for what comes behind it.
  mutating func endRoot(_ tag: HTMLTag) {
    guard let index = open.elements.firstIndex(where: { $0.isHTML(tag) }) else { return }
    writer.end(open[index].node, at: token.range.upperBound)
  }

  mutating func afterAfterBody() {
    switch (token.kind, token.tag) {
    case (.comment, _): insertComment(into: document.root)
    case (.documentType, _), (.startTag, .html): inBody()
    case (.end, _): break
    default: reprocess(in: .inBody)
    }
  }

  // MARK: Frames

  mutating func inFrameset() {
    switch (token.kind, token.tag) {
    case (.comment, _): insertComment()
    case (.documentType, _): notes.note(.lateDocumentType, token.range)
    case (.startTag, .html): inBody()
    case (.startTag, .frameset): insertElement()
    case (.startTag, .frame): insertVoidElement()
    case (.startTag, .noframes): inHead()
    case (.endTag, .frameset):
      guard open.current?.isHTML(.html) == false else { return }
      pop(by: token.range.upperBound)
      if context == nil, open.current?.isHTML(.frameset) == false { modes.enter(.afterFrameset) }
    default: break
    }
  }

  mutating func afterFrameset() {
    switch (token.kind, token.tag) {
    case (.comment, _): insertComment()
    case (.documentType, _): notes.note(.lateDocumentType, token.range)
    case (.startTag, .html): inBody()
    case (.startTag, .noframes): inHead()
    case (.endTag, .html): modes.enter(.afterAfterFrameset)
    default: break
    }
  }

  mutating func afterAfterFrameset() {
    switch (token.kind, token.tag) {
    case (.comment, _): insertComment(into: document.root)
    case (.documentType, _), (.startTag, .html): inBody()
    case (.startTag, .noframes): inHead()
    default: break
    }
  }
}

/// HTML Standard §13.2.6.4.1: what a document type makes of a page.
func quirksMode(
  _ name: String, _ publicID: String?, _ systemID: String?, forcesQuirks: Bool
) -> QuirksMode {
  let publicID = publicID?.asciiLowercased
  let systemID = systemID?.asciiLowercased
  let publicText = publicID ?? ""
  if forcesQuirks || name != "html" { return .quirks }
  if let publicID, quirkyPublicIDs.contains(publicID) { return .quirks }
  if systemID == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd" { return .quirks }
  if quirkyPublicPrefixes.contains(where: { publicText.hasPrefix($0) }) { return .quirks }
  let isFrameset = publicText.hasPrefix("-//w3c//dtd html 4.01 frameset//")
  let isTransitional = publicText.hasPrefix("-//w3c//dtd html 4.01 transitional//")
  if isFrameset || isTransitional { return systemID == nil ? .quirks : .limitedQuirks }
  if publicText.hasPrefix("-//w3c//dtd xhtml 1.0 frameset//")
    || publicText.hasPrefix("-//w3c//dtd xhtml 1.0 transitional//")
  {
    return .limitedQuirks
  }
  return .noQuirks
}

private let quirkyPublicIDs: Set<String> = [
  "-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html",
]

private let quirkyPublicPrefixes: [String] = [
  "+//silmaril//dtd html pro v0r11 19970101//", "-//as//dtd html 3.0 aswedit + extensions//",
  "-//advasoft ltd//dtd html 3.0 aswedit + extensions//", "-//ietf//dtd html 2.0 level 1//",
  "-//ietf//dtd html 2.0 level 2//", "-//ietf//dtd html 2.0 strict level 1//",
  "-//ietf//dtd html 2.0 strict level 2//", "-//ietf//dtd html 2.0 strict//", "-//ietf//dtd html 2.0//",
  "-//ietf//dtd html 2.1e//", "-//ietf//dtd html 3.0//", "-//ietf//dtd html 3.2 final//",
  "-//ietf//dtd html 3.2//", "-//ietf//dtd html 3//", "-//ietf//dtd html level 0//",
  "-//ietf//dtd html level 1//", "-//ietf//dtd html level 2//", "-//ietf//dtd html level 3//",
  "-//ietf//dtd html strict level 0//", "-//ietf//dtd html strict level 1//",
  "-//ietf//dtd html strict level 2//", "-//ietf//dtd html strict level 3//", "-//ietf//dtd html strict//",
  "-//ietf//dtd html//", "-//metrius//dtd metrius presentational//",
  "-//microsoft//dtd internet explorer 2.0 html strict//", "-//microsoft//dtd internet explorer 2.0 html//",
  "-//microsoft//dtd internet explorer 2.0 tables//", "-//microsoft//dtd internet explorer 3.0 html strict//",
  "-//microsoft//dtd internet explorer 3.0 html//", "-//microsoft//dtd internet explorer 3.0 tables//",
  "-//netscape comm. corp.//dtd html//", "-//netscape comm. corp.//dtd strict html//",
  "-//o'reilly and associates//dtd html 2.0//", "-//o'reilly and associates//dtd html extended 1.0//",
  "-//o'reilly and associates//dtd html extended relaxed 1.0//",
  "-//sq//dtd html 2.0 hotmetal + extensions//",
  "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
  "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
  "-//spyglass//dtd html 2.0 extended//",
  "-//sun microsystems corp.//dtd hotjava html//", "-//sun microsystems corp.//dtd hotjava strict html//",
  "-//w3c//dtd html 3 1995-03-24//", "-//w3c//dtd html 3.2 draft//", "-//w3c//dtd html 3.2 final//",
  "-//w3c//dtd html 3.2//", "-//w3c//dtd html 3.2s draft//", "-//w3c//dtd html 4.0 frameset//",
  "-//w3c//dtd html 4.0 transitional//", "-//w3c//dtd html experimental 19960712//",
  "-//w3c//dtd html experimental 970421//", "-//w3c//dtd w3 html//", "-//w3o//dtd w3 html 3.0//",
  "-//webtechs//dtd mozilla html 2.0//", "-//webtechs//dtd mozilla html//",
]
