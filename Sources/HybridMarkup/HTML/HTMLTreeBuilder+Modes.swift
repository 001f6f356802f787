/// Which insertion mode handles a token, and which one comes after an element (HTML Standard §13.2.4.1,
/// §13.2.6.4).
extension HTMLTreeBuilder {
  mutating func process(in mode: HTMLInsertionMode) {
    switch mode {
    case .initial: initial()
    case .beforeHTML: beforeHTML()
    case .beforeHead: beforeHead()
    case .inHead: inHead()
    case .inHeadNoscript: inHeadNoscript()
    case .afterHead: afterHead()
    case .inBody: inBody()
    case .text: inText()
    case .inTable: inTable()
    case .inTableText: inTableText()
    case .inCaption: inCaption()
    case .inColumnGroup: inColumnGroup()
    case .inTableBody: inTableBody()
    case .inRow: inRow()
    case .inCell: inCell()
    case .inTemplate: inTemplate()
    case .afterBody: afterBody()
    case .inFrameset: inFrameset()
    case .afterFrameset: afterFrameset()
    case .afterAfterBody: afterAfterBody()
    case .afterAfterFrameset: afterAfterFrameset()
    case .native: inNative()
    }
  }

  /// Handles ``token`` again, in another mode.
  mutating func reprocess(in mode: HTMLInsertionMode) {
    modes.enter(mode)
    process(in: mode)
  }

  /// §13.2.4.1, *reset the insertion mode appropriately*.
  mutating func resetMode() {
    for index in open.indices.reversed() {
      let isLast = index == 0
      let element = isLast ? context ?? open[index] : open[index]
      if element.isHTML, let found = mode(for: element.tag, isLast: isLast) {
        modes.enter(found)
        return
      }
      if isLast { modes.enter(.inBody) }
    }
  }

  private func mode(for tag: HTMLTag, isLast: Bool) -> HTMLInsertionMode? {
    switch tag {
    case .td, .th: isLast ? nil : .inCell
    case .tr: .inRow
    case .tbody, .thead, .tfoot: .inTableBody
    case .caption: .inCaption
    case .colgroup: .inColumnGroup
    case .table: .inTable
    case .template: modes.template ?? .inTemplate
    case .head: isLast ? nil : .inHead
    case .body: .inBody
    case .frameset: .inFrameset
    case .html: head == nil ? .beforeHead : .afterHead
    default: nil
    }
  }
}
