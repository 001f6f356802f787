import HybridCSS
import HybridLayout

/// The value of a declaration of a case.
enum CaseValue: Sendable {
  /// A property of CSS.
  case declarations([PropertyDeclaration])
  /// A property of cases.
  case flexLineCount(UInt16)
  case flexWrap(HybridLayout.FlexWrap)

  /// Sets a property of cases in the style of a box.
  func apply(to style: inout LayoutStyle) {
    switch self {
    case .declarations: break
    case .flexLineCount(let count): style.flexLineCount = count
    case .flexWrap(let wrap): style.flexWrap = wrap
    }
  }
}

/// The properties of cases that pages do not have, or that have more values in cases than in pages.
enum CaseProperty: String, CaseIterable, Sendable {
  /// CSS Flexbox 2 §5.3.
  case flexLineCount = "flex-line-count"
  /// `balance` of CSS Flexbox 2 §5.2; HybridCSS has the other values.
  case flexWrap = "flex-wrap"

  static let names = allCases.map(\.rawValue)

  /// The value; nil for one that HybridCSS reads.
  func value(of values: [ComponentValue]) throws(CaseFault) -> CaseValue? {
    let words = values.filter { !$0.isWhitespace }
    switch self {
    case .flexLineCount:
      guard words.count == 1, case .token(.number(let number)) = words[0].content, number.isInteger,
        number.value >= 1
      else { throw Self.fault(words, expected: "a whole number from 1") }
      return .flexLineCount(UInt16(min(number.value, Double(UInt16.max))))
    case .flexWrap:
      switch words.map(\.ident) {
      case ["balance"], ["wrap", "balance"]: return .flexWrap(.balance)
      case ["wrap-reverse", "balance"]: return .flexWrap(.balanceReverse)
      default: return nil
      }
    }
  }

  /// The fault of words that the property does not allow.
  private static func fault(_ words: [ComponentValue], expected: String) -> CaseFault {
    let range = words.first.flatMap { first in
      words.last.map { first.range.lowerBound..<$0.range.upperBound }
    }
    let text = words.map(\.description).joined(separator: " ")
    return CaseFault(.unsupportedValue(text, expected: expected), at: range)
  }
}
