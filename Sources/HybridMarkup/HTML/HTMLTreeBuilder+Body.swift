import HybridDOM

/// HTML Standard §13.2.6.4.7, *in body*.
extension HTMLTreeBuilder {
  mutating func inBody() {
    switch token.kind {
    case .comment: insertComment()
    case .documentType: notes.note(.lateDocumentType, token.range)
    case .startTag: startInBody()
    case .endTag: endInBody()
    case .end: if modes.template != nil { inTemplate() }
    case .text, .reference, .null, .replacement: break
    }
  }

  // MARK: Start tags

  private mutating func startInBody() {
    let tag = token.tag
    if token.isSelfClosing, !tag.isOne(of: .void), tag != .svg, tag != .math, tag != .image {
      if dialect == .web, !isDefined || placeholder != nil {
        reconstructFormatting()
        return insertVoidElement()
      }
      notes.note(.notSelfClosing, token.range)
    }
    switch tag {
    case .other, .abbr, .span, .sub, .sup, .var: insertOrdinary()
    case _ where tag.isOne(of: .block):
      closeParagraph()
      insertElement()
    case _ where tag.isOne(of: .formatting): startFormatting()
    case .html: addAttributes(toElementAt: 0)
    case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title: inHead()
    case .body:
      guard open.count > 1, open[1].isHTML(.body), !open.contains(.template) else { return }
      forbidFrameset()
      addAttributes(toElementAt: 1)
    case .frameset: startFrameset()
    case _ where tag.isOne(of: .heading):
      closeParagraph()
      if let current = open.current, current.isHTML, current.tag.isOne(of: .heading) { pop() }
      insertElement()
    case .pre, .listing:
      closeParagraph()
      insertElement()
      dropLineFeed()
      forbidFrameset()
    case .form:
      let isInTemplate = open.contains(.template)
      guard form == nil || isInTemplate else { return notes.note(.nestedForm, token.range) }
      closeParagraph()
      if isInTemplate { insertElement() } else { insertForm() }
    case .li: startItem([.li])
    case .dd, .dt: startItem([.dd, .dt])
    case .plaintext:
      closeParagraph()
      insertElement()
      readPlainText()
    case .button:
      if open.has(.button) {
        generateImpliedEndTags()
        popThrough(.button)
      }
      reconstructFormatting()
      insertElement()
      forbidFrameset()
    case .applet, .marquee, .object:
      reconstructFormatting()
      insertElement()
      formatting.pushMarker()
      forbidFrameset()
    case .table:
      if document.quirksMode != .quirks { closeParagraph() }
      insertElement()
      forbidFrameset()
      modes.enter(.inTable)
    default: startOther(tag)
    }
  }

  private mutating func startOther(_ tag: HTMLTag) {
    switch tag {
    case .area, .br, .embed, .img, .keygen, .wbr:
      reconstructFormatting()
      insertVoidElement()
      forbidFrameset()
    case .input:
      if context?.isHTML(.select) == true { return }
      if open.has(.select) { popThrough(.select) }
      reconstructFormatting()
      insertVoidElement()
      if !isHiddenInput { forbidFrameset() }
    case .param, .source, .track: insertVoidElement()
    case .hr:
      closeParagraph()
      if open.has(.select) { generateImpliedEndTags() }
      insertVoidElement()
      forbidFrameset()
    case .image:
      // "Don't ask", says the standard.
      rename(to: .img)
      startOther(.img)
    case .textarea:
      readText(.rcdata)
      dropLineFeed()
      forbidFrameset()
    case .xmp:
      closeParagraph()
      reconstructFormatting()
      forbidFrameset()
      readText(.rawText)
    case .iframe:
      forbidFrameset()
      readText(.rawText)
    case .noembed, .noscript: readText(.rawText)
    case .select:
      if context?.isHTML(.select) == true { return }
      if open.has(.select) { return popThrough(.select) }
      reconstructFormatting()
      insertElement()
      forbidFrameset()
    case .option, .optgroup: startOption()
    case .rb, .rtc:
      if open.has(.ruby) { generateImpliedEndTags() }
      insertElement()
    case .rp, .rt:
      if open.has(.ruby) { generateImpliedEndTags(except: .rtc) }
      insertElement()
    case .math: startForeign(.mathML)
    case .svg: startForeign(.svg)
    case .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr:
      notes.note(.ignoredTag, token.range)
    default: insertOrdinary()
    }
  }

  /// Whether HTML defines the element of ``token``.
  private var isDefined: Bool {
    token.tag != .other || HTMLTag.otherNames.contains(tokenizer.name(of: token))
  }

  private mutating func insertOrdinary() {
    reconstructFormatting()
    insertElement()
  }

  private mutating func startForeign(_ namespace: Namespace) {
    reconstructFormatting()
    if token.isSelfClosing { insertVoidElement(namespace) } else { insertElement(namespace) }
  }

  private mutating func startOption() {
    if open.has(.select) {
      generateImpliedEndTags(except: token.tag == .option ? .optgroup : nil)
    } else if open.current?.isHTML(.option) == true {
      pop()
    }
    reconstructFormatting()
    insertElement()
  }

  /// A second `html` or `body` gives the first one the attributes it lacks.
  private mutating func addAttributes(toElementAt index: Int) {
    notes.note(.lateRoot, token.range)
    guard !open.contains(.template), open.count > index, context == nil else { return }
    writer.addMissingAttributes(of: makeElement(.html), to: open[index].node)
  }

  private mutating func startFrameset() {
    guard framesetIsOK, open.count > 1, open[1].isHTML(.body) else { return }
    writer.remove(open[1].node)
    while open.count > 1 { pop() }
    insertElement()
    modes.enter(.inFrameset)
  }

  private mutating func startItem(_ tags: [HTMLTag]) {
    forbidFrameset()
    for index in open.indices.reversed() {
      let element = open[index]
      if element.isHTML(oneOf: tags) {
        generateImpliedEndTags(except: element.tag)
        popThrough { $0.isHTML(element.tag) }
        break
      }
      if element.isSpecial, !element.isHTML(oneOf: [.address, .div, .p]) { break }
    }
    closeParagraph()
    insertElement()
  }

  /// Closes the `p` that is open in button scope, if any.
  mutating func closeParagraph() {
    guard open.has(.p, in: .button) else { return }
    notes.noteEndOfParagraph(token)
    generateImpliedEndTags(except: .p)
    popThrough(.p)
  }

  // MARK: End tags

  private mutating func endInBody() {
    let tag = token.tag
    switch tag {
    case .template: endTemplate()
    case .body, .html:
      guard open.has(.body) else { return noteStray() }
      noteUnclosedInBody()
      endRoot(.body)
      modes.enter(.afterBody)
      if tag == .html { process(in: mode) }
    case .p:
      if !open.has(.p, in: .button) {
        noteStray()
        _ = insertImplied(.p, at: token.range.lowerBound)
      }
      generateImpliedEndTags(except: .p)
      popThrough(.p)
    case _ where tag.isOne(of: .block) || [.button, .select, .pre, .listing].contains(tag):
      guard open.has(tag) else { return noteStray() }
      generateImpliedEndTags()
      popThrough { $0.isHTML(tag) }
    case .form: endForm()
    case .li:
      guard open.has(.li, in: .listItem) else { return noteStray() }
      generateImpliedEndTags(except: .li)
      popThrough(.li)
    case .dd, .dt:
      guard open.has(tag) else { return noteStray() }
      generateImpliedEndTags(except: tag)
      popThrough { $0.isHTML(tag) }
    case _ where tag.isOne(of: .heading):
      guard open.hasHeading() else { return noteStray() }
      generateImpliedEndTags()
      popThrough { $0.isHTML && $0.tag.isOne(of: .heading) }
    case _ where tag.isOne(of: .formatting): runAdoptionAgency()
    case .applet, .marquee, .object:
      guard open.has(tag) else { return noteStray() }
      generateImpliedEndTags()
      popThrough { $0.isHTML(tag) }
      formatting.clearToMarker()
    case .br:
      noteStray()
      reconstructFormatting()
      becomeStartTag()
      insertVoidElement()
      forbidFrameset()
    default: endOther()
    }
  }

  /// *Any other end tag*.
  mutating func endOther() {
    for index in open.indices.reversed() {
      let element = open[index]
      if element.isHTML, isNamed(element) {
        generateImpliedEndTags(except: element.tag == .other ? nil : element.tag)
        while open.count > index + 1 { pop() }
        return pop(by: token.range.upperBound)
      }
      if element.isSpecial { break }
    }
    noteStray()
  }

  private mutating func endForm() {
    if open.contains(.template) {
      guard open.has(.form) else { return noteStray() }
      generateImpliedEndTags()
      return popThrough(.form)
    }
    guard let node = takeForm(), open.has(node) else { return noteStray() }
    generateImpliedEndTags()
    guard open.current?.node != node else { return pop(by: token.range.upperBound) }
    if let index = open.index(of: node) {
      writer.end(node, at: token.range.upperBound)
      open.remove(at: index)
    }
  }

  /// Notes the elements that are open when the body ends: they stay open for the content after it, but their
  /// end tags are missing.
  private mutating func noteUnclosedInBody() {
    for element in open.elements.reversed() where !element.isHTML(.body) && !element.isHTML(.html) {
      notes.noteUnclosed(element, document, before: token)
    }
  }
}
