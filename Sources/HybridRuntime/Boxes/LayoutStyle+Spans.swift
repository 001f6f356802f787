import HybridDOM
import HybridLayout

extension LayoutStyle {
  /// Sets what HTML's attributes say about a part of a table (HTML Standard §4.9.3 and §4.9.11).
  mutating func setSpans(_ element: Element) {
    switch display {
    case .tableCell where element.elementName?.isTableCell == true:
      table.columnSpan = Self.span(element["colspan"], atMost: 1000)
      table.rowSpan = Self.span(element["rowspan"], atMost: 65534, allowsZero: true)
    case .tableColumn where element.elementName == .col,
      .tableColumnGroup where element.elementName == .colgroup:
      table.columnSpan = Self.span(element["span"], atMost: 1000)
    default: break
    }
  }

  /// HTML Standard §2.4.4.3, *non-negative integers*: digits, with white space before and anything after.
  private static func span(_ text: String?, atMost limit: Int, allowsZero: Bool = false) -> UInt16 {
    guard let text else { return 1 }
    var digits = text.drop { $0.isWhitespace }
    if digits.first == "+" { digits = digits.dropFirst() }
    digits = digits.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty else { return 1 }
    let number = min(Int(digits) ?? limit, limit)
    return number == 0 && !allowsZero ? 1 : UInt16(number)
  }
}
