import HybridEncoding

extension Declaration {
  /// Reads a declaration from a list of component values, as in a supports condition; nil for anything else.
  ///
  /// CSS Syntax 3 §5.5.6, *Consume a declaration*.
  package init?(componentValues values: [ComponentValue]) {
    let all = values.trimmed
    guard let name = all.first, let text = name.ident else { return nil }
    let rest = all.dropFirst().trimmed
    guard rest.first?.token == .colon else { return nil }
    self.init(name: text, nameRange: name.range, rawValue: Array(rest.dropFirst()), end: all.range.upperBound)
  }

  /// Removes `!important` and white space; nil when the value has a block beside other values.
  init?(name: String, nameRange: Range<Int>, rawValue: [ComponentValue], end: Int) {
    var value = rawValue.trimmed
    var isImportant = false
    if let word = value.last?.ident, word.isASCIIEqual(to: "important") {
      let before = value.dropLast().trimmed
      if before.last?.isDelim("!") == true {
        isImportant = true
        value = before.dropLast().trimmed
      }
    }
    if !name.hasPrefix("--"), value.count > 1, value.contains(where: \.isCurlyBlock) { return nil }
    self.init(
      name: name, nameRange: nameRange, value: Array(value),
      range: nameRange.lowerBound..<max(end, nameRange.upperBound),
      isImportant: isImportant)
  }
}

extension ComponentValue {
  /// Whether the value is a block in curly brackets.
  var isCurlyBlock: Bool { if case .block(.curly, _) = content { true } else { false } }
}
