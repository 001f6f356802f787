import HybridCSS
import HybridDOM
import HybridLayout
import HybridLayoutStyles

/// Anonymous boxes around content in the wrong place of a table (CSS 2.2 §17.2.1; CSS Tables 3 §2.3,
/// *Fixup*).
///
/// Rows and row groups that are missing around cells have no box: the layout of a table treats them as
/// implicit.
extension BoxBuilder {
  /// A part of a box's content, in order.
  enum Part {
    case box(NodeID)
    case run(FinishedRun)
    /// An anonymous table or cell, or the box around the items of a field set.
    case anonymous(HybridLayout.Display, [Part])

    /// Whether it is the box of an element.
    func isBox(of element: NodeID) -> Bool { if case .box(element) = self { true } else { false } }

    /// Whether it is a box out of the flow.
    func isOutOfFlow(in styles: StyledDocument) -> Bool {
      if case .box(let element) = self { !styles[element].isInFlow } else { false }
    }
  }

  /// The content of a box of this kind, with everything in its place.
  func fixedUp(_ parts: [Part], in display: HybridLayout.Display) -> [Part] {
    switch display {
    case .table:
      return grouped(parts, as: .tableCell) { $0 == .tableCaption || $0.isInsideTable }
    case .tableHeaderGroup, .tableRowGroup, .tableFooterGroup:
      return grouped(parts, as: .tableCell) { $0 == .tableRow || $0 == .tableCell }
    case .tableRow: return grouped(parts, as: .tableCell) { $0 == .tableCell }
    case .tableColumnGroup:
      return parts.filter { part in
        if case .box(let node) = part { self.display(of: node) == .tableColumn } else { false }
      }
    case .tableColumn: return []
    case .flex, .grid: return parts
    default:
      guard parts.contains(where: isStray) else { return parts }
      return grouped(parts, as: .table) { $0 != .tableCaption && !$0.isInsideTable }
    }
  }

  /// Whether an item is white space between the parts of a table, which is nothing whatever `white-space` is.
  func isSpace(_ item: InlineItem, in node: NodeID, _ display: HybridLayout.Display) -> Bool {
    guard case .text(let text, let owner) = item, owner == node,
      display == .table || display.isInsideTable && display != .tableCell
    else { return false }
    return text.allSatisfy(\.isWhitespace)
  }

  /// Puts adjacent parts that are not accepted into an anonymous box.
  private func grouped(
    _ parts: [Part], as kind: HybridLayout.Display, accepting: (HybridLayout.Display) -> Bool
  ) -> [Part] {
    var result: [Part] = []
    var group: [Part] = []
    func finish() {
      if !group.isEmpty { result.append(.anonymous(kind, fixedUp(group, in: kind))) }
      group = []
    }
    for part in parts {
      var isAccepted = kind == .table
      if case .box(let node) = part {
        isAccepted = accepting(display(of: node))
      }
      if isAccepted {
        finish()
        result.append(part)
      } else {
        group.append(part)
      }
    }
    finish()
    return result
  }

  private func isStray(_ part: Part) -> Bool {
    guard case .box(let node) = part else { return false }
    let display = display(of: node)
    return display == .tableCaption || display.isInsideTable
  }

  private func display(of node: NodeID) -> HybridLayout.Display {
    HybridLayout.Display(styles[node].box.display)
  }
}
