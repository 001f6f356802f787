import HybridDOM

/// Tables and templates (HTML Standard §13.2.6.4.9 to §13.2.6.4.16).
extension HTMLTreeBuilder {
  mutating func inTable() {
    switch (token.kind, token.tag) {
    case (.comment, _): insertComment()
    case (.documentType, _): notes.note(.lateDocumentType, token.range)
    case (.startTag, .caption):
      clearStack(to: .table)
      formatting.pushMarker()
      insertElement()
      modes.enter(.inCaption)
    case (.startTag, .colgroup):
      clearStack(to: .table)
      insertElement()
      modes.enter(.inColumnGroup)
    case (.startTag, .col):
      clearStack(to: .table)
      _ = insertImplied(.colgroup, at: token.range.lowerBound)
      reprocess(in: .inColumnGroup)
    case (.startTag, .tbody), (.startTag, .tfoot), (.startTag, .thead):
      clearStack(to: .table)
      insertElement()
      modes.enter(.inTableBody)
    case (.startTag, .td), (.startTag, .th), (.startTag, .tr):
      clearStack(to: .table)
      _ = insertImplied(.tbody, at: token.range.lowerBound)
      reprocess(in: .inTableBody)
    case (.startTag, .table):
      guard open.has(.table, in: .table) else { return }
      popThrough(.table)
      resetMode()
      process(in: mode)
    case (.endTag, .table):
      guard open.has(.table, in: .table) else { return noteStray() }
      popThrough(.table)
      resetMode()
    case (.endTag, .body), (.endTag, .caption), (.endTag, .col), (.endTag, .colgroup), (.endTag, .html),
      (.endTag, .tbody), (.endTag, .td), (.endTag, .tfoot), (.endTag, .th), (.endTag, .thead), (.endTag, .tr):
      noteStray()
    case (.startTag, .style), (.startTag, .script), (.startTag, .template), (.endTag, .template): inHead()
    case (.startTag, .input) where isHiddenInput: insertVoidElement()
    case (.startTag, .form):
      guard !open.contains(.template), form == nil else { return }
      insertForm()
      pop(by: token.range.upperBound)
    case (.end, _): inBody()
    case (.startTag, .other) where placeholder != nil: insertPlaceholder()
    case (.endTag, .other) where placeholder != nil: endPlaceholder()
    default:
      notes.note(.fostered, token.range)
      inBodyFostered()
    }
  }

  var isHiddenInput: Bool {
    token.attributes.first { tokenizer.text($0.name, isLowercased: true) == "type" }
      .map { tokenizer.text($0.value, hasReferences: true, isLowercased: true) == "hidden" } ?? false
  }

  /// *Clear the stack back to a table context*, and its like for bodies and rows.
  private mutating func clearStack(to tags: HTMLTag...) {
    while let current = open.current, !current.isHTML(oneOf: tags + [.template, .html]) { pop() }
  }

  mutating func inTableText() {
    insertTableText()
    process(in: mode)
  }

  mutating func inCaption() {
    switch (token.kind, token.tag) {
    case (.endTag, .caption): _ = closeCaption()
    case (.startTag, .caption), (.startTag, .col), (.startTag, .colgroup), (.startTag, .tbody),
      (.startTag, .td),
      (.startTag, .tfoot), (.startTag, .th), (.startTag, .thead), (.startTag, .tr), (.endTag, .table):
      if closeCaption() { process(in: mode) }
    case (.endTag, .body), (.endTag, .col), (.endTag, .colgroup), (.endTag, .html), (.endTag, .tbody),
      (.endTag, .td), (.endTag, .tfoot), (.endTag, .th), (.endTag, .thead), (.endTag, .tr):
      noteStray()
    default: inBody()
    }
  }

  private mutating func closeCaption() -> Bool {
    guard open.has(.caption, in: .table) else {
      noteStray()
      return false
    }
    generateImpliedEndTags()
    popThrough(.caption)
    formatting.clearToMarker()
    modes.enter(.inTable)
    return true
  }

  mutating func inColumnGroup() {
    switch (token.kind, token.tag) {
    case (.comment, _): insertComment()
    case (.documentType, _): notes.note(.lateDocumentType, token.range)
    case (.startTag, .html): inBody()
    case (.startTag, .col): insertVoidElement()
    case (.endTag, .colgroup):
      guard open.current?.isHTML(.colgroup) == true else { return noteStray() }
      pop(by: token.range.upperBound)
      modes.enter(.inTable)
    case (.endTag, .col): noteStray()
    case (.startTag, .template), (.endTag, .template): inHead()
    case (.end, _): inBody()
    default:
      guard open.current?.isHTML(.colgroup) == true else { return }
      pop()
      reprocess(in: .inTable)
    }
  }

  mutating func inTableBody() {
    switch (token.kind, token.tag) {
    case (.startTag, .tr):
      clearStack(to: .tbody, .tfoot, .thead)
      insertElement()
      modes.enter(.inRow)
    case (.startTag, .th), (.startTag, .td):
      clearStack(to: .tbody, .tfoot, .thead)
      _ = insertImplied(.tr, at: token.range.lowerBound)
      reprocess(in: .inRow)
    case (.endTag, .tbody), (.endTag, .tfoot), (.endTag, .thead):
      guard open.has(token.tag, in: .table) else { return noteStray() }
      clearStack(to: .tbody, .tfoot, .thead)
      pop(by: token.range.upperBound)
      modes.enter(.inTable)
    case (.startTag, .caption), (.startTag, .col), (.startTag, .colgroup), (.startTag, .tbody),
      (.startTag, .tfoot), (.startTag, .thead), (.endTag, .table):
      guard open.has(.tbody, .thead, .tfoot, in: .table) else { return noteStray() }
      clearStack(to: .tbody, .tfoot, .thead)
      pop()
      reprocess(in: .inTable)
    case (.endTag, .body), (.endTag, .caption), (.endTag, .col), (.endTag, .colgroup), (.endTag, .html),
      (.endTag, .td), (.endTag, .th), (.endTag, .tr):
      noteStray()
    default: inTable()
    }
  }

  mutating func inRow() {
    switch (token.kind, token.tag) {
    case (.startTag, .th), (.startTag, .td):
      clearStack(to: .tr)
      insertElement()
      modes.enter(.inCell)
      formatting.pushMarker()
    case (.endTag, .tr): _ = closeRow()
    case (.startTag, .caption), (.startTag, .col), (.startTag, .colgroup), (.startTag, .tbody),
      (.startTag, .tfoot), (.startTag, .thead), (.startTag, .tr), (.endTag, .table):
      if closeRow() { process(in: mode) }
    case (.endTag, .tbody), (.endTag, .tfoot), (.endTag, .thead):
      guard open.has(token.tag, in: .table) else { return noteStray() }
      if closeRow() { process(in: mode) }
    case (.endTag, .body), (.endTag, .caption), (.endTag, .col), (.endTag, .colgroup), (.endTag, .html),
      (.endTag, .td), (.endTag, .th):
      noteStray()
    default: inTable()
    }
  }

  private mutating func closeRow() -> Bool {
    guard open.has(.tr, in: .table) else {
      noteStray()
      return false
    }
    clearStack(to: .tr)
    pop(by: isEndTag(.tr) ? token.range.upperBound : nil)
    modes.enter(.inTableBody)
    return true
  }

  mutating func inCell() {
    switch (token.kind, token.tag) {
    case (.endTag, .td), (.endTag, .th):
      let tag = token.tag
      guard open.has(tag, in: .table) else { return noteStray() }
      generateImpliedEndTags()
      popThrough { $0.isHTML(tag) }
      formatting.clearToMarker()
      modes.enter(.inRow)
    case (.startTag, .caption), (.startTag, .col), (.startTag, .colgroup), (.startTag, .tbody),
      (.startTag, .td),
      (.startTag, .tfoot), (.startTag, .th), (.startTag, .thead), (.startTag, .tr):
      guard open.has(.td, .th, in: .table) else { return }
      closeCell()
      process(in: mode)
    case (.endTag, .body), (.endTag, .caption), (.endTag, .col), (.endTag, .colgroup), (.endTag, .html):
      noteStray()
    case (.endTag, .table), (.endTag, .tbody), (.endTag, .tfoot), (.endTag, .thead), (.endTag, .tr):
      guard open.has(token.tag, in: .table) else { return noteStray() }
      closeCell()
      process(in: mode)
    default: inBody()
    }
  }

  private mutating func closeCell() {
    generateImpliedEndTags()
    popThrough(.td, .th)
    formatting.clearToMarker()
    modes.enter(.inRow)
  }

  mutating func inTemplate() {
    switch (token.kind, token.tag) {
    case (.comment, _), (.documentType, _): inBody()
    case (.startTag, .base), (.startTag, .basefont), (.startTag, .bgsound), (.startTag, .link),
      (.startTag, .meta),
      (.startTag, .noframes), (.startTag, .script), (.startTag, .style), (.startTag, .template),
      (.startTag, .title), (.endTag, .template):
      inHead()
    case (.startTag, .caption), (.startTag, .colgroup), (.startTag, .tbody), (.startTag, .tfoot),
      (.startTag, .thead):
      changeTemplate(to: .inTable)
    case (.startTag, .col): changeTemplate(to: .inColumnGroup)
    case (.startTag, .tr): changeTemplate(to: .inTableBody)
    case (.startTag, .td), (.startTag, .th): changeTemplate(to: .inRow)
    case (.startTag, _): changeTemplate(to: .inBody)
    case (.end, _):
      guard open.contains(.template) else { return }
      popThrough(.template)
      formatting.clearToMarker()
      modes.closeTemplate()
      resetMode()
      process(in: mode)
    default: noteStray()
    }
  }

  private mutating func changeTemplate(to mode: HTMLInsertionMode) {
    modes.changeTemplate(to: mode)
    process(in: mode)
  }
}
