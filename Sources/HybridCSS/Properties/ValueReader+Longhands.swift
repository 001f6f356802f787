import HybridEncoding

extension ValueReader {
  /// The value of a longhand; values after it are not read.
  mutating func takeValue(of property: PropertyID) -> SpecifiedValue? {
    take(PropertyRow.of(property).grammar)
  }

  private mutating func take(_ grammar: Grammar) -> SpecifiedValue? {
    switch grammar {
    case .keywords(let names): return takeKeyword(names)
    case .length(let range, let names): return takeKeyword(names) ?? takeLength(range).map { .length($0) }
    case .size(let names):
      if let name = peekIdent, let keyword = SizeKeyword(rawValue: name), names.contains(keyword) {
        advance()
        return .keyword(keyword)
      }
      return takeLength([.percent, .unitless]).map { .length($0) }
    case .number(let nonNegative, let names):
      return takeKeyword(names) ?? takeNumber(nonNegative: nonNegative).map { .number($0) }
    case .integer(let least, let names):
      return takeKeyword(names) ?? takeInteger(atLeast: least).map { .number(Double($0)) }
    case .color(let names): return takeKeyword(names) ?? takeColor().map { .color($0) }
    case .time(let nonNegative): return takeTime(nonNegative: nonNegative).map { .number($0) }
    case .alignment(let grammar): return takeAlignment(grammar).map { .alignment($0) }
    case .commaList(let element): return takeCommaList { $0.take(element) }.map { .list($0) }
    case .shadows(let isBox): return takeShadows(isBox: isBox)
    case .special(_, _, _, let read): return read(&self)
    }
  }

  /// One of the keywords, as its index.
  mutating func takeKeyword(_ names: [String]) -> SpecifiedValue? {
    guard !names.isEmpty, let name = peekIdent, let index = names.firstIndex(of: name) else { return nil }
    advance()
    return .keyword(UInt8(index))
  }

  // MARK: Display and sizes

  /// CSS Display 3 §2: one keyword, or an outer and an inner type and `list-item` in any order.
  mutating func takeDisplay() -> Display? {
    switch peekIdent {
    case "-webkit-flex"?:
      advance()
      return .flex
    case "-webkit-inline-flex"?:
      advance()
      return .inlineFlex
    default: break
    }
    var words: Set<String> = []
    let mark = self
    while let word = peekIdent, words.count < 3, words.insert(word).inserted { advance() }
    if words.count == 1, let word = words.first, let display = Display(rawValue: word) { return display }
    if words == ["flow"] || words == ["run-in"] { return words == ["flow"] ? .block : nil }
    let isInline = words.remove("inline") != nil
    let isBlock = words.remove("block") != nil
    guard !(isInline && isBlock) else {
      self = mark
      return nil
    }
    let result: Display?
    switch words {
    case ["flow"]: result = isInline ? .inline : .block
    case ["flow-root"]: result = isInline ? .inlineBlock : .flowRoot
    case ["flex"]: result = isInline ? .inlineFlex : .flex
    case ["grid"]: result = isInline ? .inlineGrid : .grid
    case ["table"]: result = isInline ? .inlineTable : .table
    case ["list-item"], ["list-item", "flow"], ["list-item", "flow-root"]: result = .listItem
    default: result = nil
    }
    if result == nil { self = mark }
    return result
  }

  /// `auto || <ratio>`. CSS Sizing 4 §4.1; a ratio with a zero counts as `auto`.
  mutating func takeAspectRatio() -> AspectRatio? {
    attempt { reader in
      var isAuto = reader.take(ident: "auto")
      var ratio: Double?
      var hasRatio = false
      if let width = reader.takeNumber(nonNegative: true) {
        var height = 1.0
        if reader.take(delim: "/") {
          guard let number = reader.takeNumber(nonNegative: true) else { return nil }
          height = number
        }
        hasRatio = true
        ratio = width > 0 && height > 0 ? width / height : nil
        if !isAuto { isAuto = reader.take(ident: "auto") }
      }
      return isAuto || hasRatio ? AspectRatio(isAuto: isAuto || ratio == nil, ratio: ratio) : nil
    }
  }

  // MARK: Lists, cursors, content

  mutating func takeListStyleType() -> SpecifiedValue? {
    if take(ident: "none") { return .text(nil) }
    if let text = takeString() { return .list([.text(text)]) }
    return takeCounterStyleName().map { .text($0) }
  }

  /// The name of a counter style; predefined names are in lower case. CSS Counter Styles 3 §3.
  mutating func takeCounterStyleName() -> String? {
    guard let name = takeCustomIdent() else { return nil }
    let lower = name.asciiLowercased
    return CounterStyle.predefined[lower] == nil ? name : lower
  }

  /// An identifier that is not a CSS-wide keyword. CSS Values 4 §4.2.
  mutating func takeCustomIdent() -> String? {
    guard let name = peekIdent, name.isCustomIdent else { return nil }
    return takeIdent()
  }

  /// Images, then a required keyword. CSS UI 4 §3.1; only the keyword is stored.
  mutating func takeCursor() -> String? {
    attempt { reader in
      while reader.takeImage(allowsNone: false) != nil {
        if reader.takeNumber() != nil, reader.takeNumber() == nil { return nil }
        guard reader.takeComma() else { return nil }
      }
      guard let name = reader.peekIdent, cursors.contains(name) else { return nil }
      reader.advance()
      return name.hasPrefix("-webkit-") ? String(name.dropFirst("-webkit-".count)) : name
    }
  }

  /// CSS Content 3 §2, as written.
  mutating func takeContent() -> SpecifiedValue? {
    if take(ident: "normal") { return .keyword(0) }
    if take(ident: "none") { return .keyword(1) }
    let rest = reader.values[reader.index..<reader.end].filter { !$0.isWhitespace }
    return takeContentItems() == nil ? nil : .components(rest)
  }

  mutating func takeDecorationLine() -> TextDecorationLine? {
    if take(ident: "none") { return [] }
    var lines: TextDecorationLine = []
    var count = 0
    while let name = peekIdent, let index = decorationLines.firstIndex(of: name), index > 0 {
      let line = TextDecorationLine(rawValue: 1 << UInt8(index - 1))
      guard !lines.contains(line) else { return nil }
      lines.insert(line)
      count += 1
      advance()
    }
    lines.remove(TextDecorationLine(rawValue: 8))
    return count > 0 ? lines : nil
  }
}
