extension ValueReader {
  /// The value of a longhand; what stands behind it is left.
  mutating func takeValue(of property: PropertyID) -> SpecifiedValue? {
    if case .special = Grammar.of(property) { return takeSpecial(property) }
    return take(Grammar.of(property))
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
    case .special: return nil
    }
  }

  /// One of the keywords, as its index.
  mutating func takeKeyword(_ names: [String]) -> SpecifiedValue? {
    guard !names.isEmpty, let name = peekIdent, let index = names.firstIndex(of: name) else { return nil }
    advance()
    return .keyword(UInt8(index))
  }

  private mutating func takeSpecial(_ property: PropertyID) -> SpecifiedValue? {
    switch property {
    case .display: return takeDisplay().map { .keyword($0) }
    case .overflowX, .overflowY, .overflowBlock, .overflowInline:
      // Differs from CSS Overflow 3: browsers take the old word `overlay` for `auto`.
      return (take(ident: "overlay") ? .auto : take(Overflow.self)).map { .keyword($0) }
    case .aspectRatio: return takeAspectRatio().map { .ratio($0) }
    case .lineHeight:
      if take(ident: "normal") { return .keyword(0) }
      return takeNumber(nonNegative: true).map { .number($0) } ?? takeLength(.percent).map { .length($0) }
    case .fontFamily: return takeFontFamily().map { .list($0.map { .text($0) }) }
    case .fontWeight: return takeFontWeight()
    case .fontStyle: return takeFontStyle().map { .keyword($0) }
    case .fontStretch: return takeFontStretch()
    case .outlineStyle:
      guard peekIdent != "hidden" else { return nil }
      return take(LineStyle.self).map { .keyword($0) }
    case .textWrapMode:
      if take(ident: "balance") || take(ident: "pretty") || take(ident: "stable") {
        return .keyword(TextWrapMode.wrap)
      }
      return take(TextWrapMode.self).map { .keyword($0) }
    case .listStyleType: return takeListStyleType()
    case .listStyleImage: return takeImage().map { .image($0) }
    case .cursor: return takeCursor().map { .text($0) }
    case .opacity: return (takeNumber() ?? takePercentage().map { $0 / 100 }).map { .number($0) }
    case .content: return takeContent()
    case .textDecorationLine: return takeDecorationLine().map { .number(Double($0.rawValue)) }
    case .borderTopLeftRadius, .borderTopRightRadius, .borderBottomRightRadius, .borderBottomLeftRadius,
      .borderStartStartRadius, .borderStartEndRadius, .borderEndStartRadius, .borderEndEndRadius:
      guard let x = takeLength([.percent, .unitless]) else { return nil }
      return .pair(x, takeLength([.percent, .unitless]) ?? x)
    case .backgroundImage: return takeCommaList { $0.takeImage().map { .image($0) } }.map { .list($0) }
    case .backgroundPositionX:
      return takeCommaList { $0.takeAxisPosition("left", "right").map { .length($0) } }.map { .list($0) }
    case .backgroundPositionY:
      return takeCommaList { $0.takeAxisPosition("top", "bottom").map { .length($0) } }.map { .list($0) }
    case .backgroundSize: return takeCommaList { $0.takeBackgroundSize().map { .size($0) } }.map { .list($0) }
    case .backgroundRepeat:
      return takeCommaList { $0.takeBackgroundRepeat() }.map { .list($0.flatMap(\.self)) }
    case .boxShadow: return takeShadows(isBox: true)
    case .textShadow: return takeShadows(isBox: false)
    case .transform: return takeTransform()
    case .transformOrigin: return takeTransformOrigin()
    case .objectPosition: return takePosition(allowsThreeValues: false).map { .pair($0.x, $0.y) }
    case .transitionProperty, .animationName: return takeNames(quotable: property == .animationName)
    case .transitionTimingFunction, .animationTimingFunction:
      return takeCommaList { $0.takeTimingFunction().map { .timing($0) } }.map { .list($0) }
    case .animationIterationCount:
      return takeCommaList { $0.takeIterationCount().map { .number($0) } }.map { .list($0) }
    default: return takeGridValue(of: property)
    }
  }

  // MARK: Display and sizes

  /// CSS Display 3 §2: one keyword, or an outer and an inner type and `list-item` in any order.
  private mutating func takeDisplay() -> Display? {
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
  private mutating func takeAspectRatio() -> AspectRatio? {
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

  private mutating func takeListStyleType() -> SpecifiedValue? {
    if take(ident: "none") { return .text(nil) }
    if let text = takeString() { return .list([.text(text)]) }
    return takeCustomIdent().map { .text($0) }
  }

  /// An identifier that is no keyword of all properties. CSS Values 4 §4.2.
  mutating func takeCustomIdent() -> String? {
    guard let name = peekIdent, WideKeyword(rawValue: name) == nil, name != "default" else { return nil }
    return takeIdent()
  }

  /// Images first, then a keyword that must be there. CSS UI 4 §3.1; only the keyword is kept.
  private mutating func takeCursor() -> String? {
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

  /// CSS Content 3 §2, as it was written: generated content is not shown here.
  private mutating func takeContent() -> SpecifiedValue? {
    if take(ident: "normal") { return .keyword(0) }
    if take(ident: "none") { return .keyword(1) }
    var values: [ComponentValue] = []
    while let next = peek {
      var image = self
      switch next.content {
      case .token(.string), .token(.delim("/")): break
      case .function(let name, _) where ["counter", "counters", "attr"].contains(name.asciiLowercased): break
      case .token(.url), .function: guard image.takeImage(allowsNone: false) != nil else { return nil }
      case .token(.ident(let name)) where name.asciiLowercased.hasSuffix("-quote"): break
      default: return nil
      }
      values.append(next)
      advance()
    }
    return values.isEmpty ? nil : .components(values)
  }

  private mutating func takeDecorationLine() -> TextDecorationLine? {
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
