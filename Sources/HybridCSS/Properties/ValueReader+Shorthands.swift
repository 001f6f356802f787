import HybridEncoding

extension ValueReader {
  /// The values of a shorthand's longhands; a longhand that is absent is initial. Nil for an invalid value.
  mutating func takeValues(of shorthand: Shorthand) -> [PropertyID: SpecifiedValue]? {
    shorthand.grammar.read(&self, shorthand.longhands)
  }

  // MARK: Sides and pairs

  /// One to four values for top, right, bottom and left. CSS 2 §8.3.
  mutating func takeSides(_ sides: [PropertyID]) -> [PropertyID: SpecifiedValue]? {
    var values: [SpecifiedValue] = []
    while values.count < 4, let value = takeValue(of: sides[0]) { values.append(value) }
    guard let top = values.first else { return nil }
    let right = values.count > 1 ? values[1] : top
    return [
      sides[0]: top, sides[1]: right, sides[2]: values.count > 2 ? values[2] : top,
      sides[3]: values.count > 3 ? values[3] : right,
    ]
  }

  /// One or two values; a single value applies to both.
  mutating func takePair(_ pair: [PropertyID]) -> [PropertyID: SpecifiedValue]? {
    guard let first = takeValue(of: pair[0]) else { return nil }
    return [pair[0]: first, pair[1]: takeValue(of: pair[1]) ?? first]
  }

  /// Each at most once, in any order, at least one: `a || b || c`.
  mutating func takeAnyOrder(_ properties: [PropertyID]) -> [PropertyID: SpecifiedValue]? {
    var values: [PropertyID: SpecifiedValue] = [:]
    next: while !isAtEnd {
      for property in properties where values[property] == nil {
        if let value = takeValue(of: property) {
          values[property] = value
          continue next
        }
      }
      break
    }
    return values.isEmpty ? nil : values
  }

  /// CSS Backgrounds 3 §3.4: one width, style and colour for all sides.
  mutating func takeBorder(_ longhands: [PropertyID]) -> [PropertyID: SpecifiedValue]? {
    let count = longhands.count / 3
    let first = [longhands[0], longhands[count], longhands[count * 2]]
    guard let found = takeAnyOrder(first) else { return nil }
    var values: [PropertyID: SpecifiedValue] = [:]
    for (index, property) in longhands.enumerated() { values[property] = found[first[index / count]] }
    return withLineWidth(values, longhands.prefix(count))
  }

  /// A border without a width is `medium`, even where TokenHybrid's initial width is 0.
  func withLineWidth(
    _ values: [PropertyID: SpecifiedValue], _ widths: some Sequence<PropertyID>
  ) -> [PropertyID: SpecifiedValue] {
    guard dialect == .native else { return values }
    return values.merging(widths.map { ($0, .keyword(1)) }) { written, _ in written }
  }

  /// CSS Backgrounds 3 §4.1: horizontal radii, then vertical ones after a slash.
  mutating func takeRadii(_ corners: [PropertyID]) -> [PropertyID: SpecifiedValue]? {
    func four(_ reader: inout ValueReader) -> [SpecifiedLength]? {
      var values: [SpecifiedLength] = []
      while values.count < 4, let value = reader.takeLength([.percent, .unitless]) { values.append(value) }
      guard let first = values.first else { return nil }
      let second = values.count > 1 ? values[1] : first
      return [first, second, values.count > 2 ? values[2] : first, values.count > 3 ? values[3] : second]
    }
    guard let horizontal = four(&self) else { return nil }
    var vertical = horizontal
    if take(delim: "/") {
      guard let found = four(&self) else { return nil }
      vertical = found
    }
    var values: [PropertyID: SpecifiedValue] = [:]
    for index in 0..<4 { values[corners[index]] = .pair(horizontal[index], vertical[index]) }
    return values
  }

  // MARK: Flex and alignment

  /// CSS Flexbox 1 §7.1: `none | [ <grow> <shrink>? || <basis> ]`.
  mutating func takeFlex() -> [PropertyID: SpecifiedValue]? {
    if take(ident: "none") {
      return [.flexGrow: .number(0), .flexShrink: .number(0), .flexBasis: .keyword(SizeKeyword.auto)]
    }
    var grow: Double?
    var shrink: Double?
    var basis: SpecifiedValue?
    func takeFactors(_ reader: inout ValueReader) {
      grow = reader.takeNumber(nonNegative: true)
      if grow != nil { shrink = reader.takeNumber(nonNegative: true) }
    }
    takeFactors(&self)
    basis = takeFlexBasis(isBehindTwoFactors: shrink != nil)
    if grow == nil, basis != nil { takeFactors(&self) }
    guard grow != nil || basis != nil else { return nil }
    // A lone `auto` basis or a lone number implies the values of §7.1.1.
    return [
      .flexGrow: .number(grow ?? 1), .flexShrink: .number(shrink ?? 1),
      .flexBasis: basis ?? .length(.percent(0)),
    ]
  }

  /// A zero without a unit is a basis only after two factors; TokenHybrid's numbers without a unit are never
  /// a basis.
  private mutating func takeFlexBasis(isBehindTwoFactors: Bool) -> SpecifiedValue? {
    if case .number(let number)? = reader.peekToken, !isBehindTwoFactors || number.value != 0 { return nil }
    return takeValue(of: .flexBasis)
  }

  /// CSS Box Alignment 3 §5.4, §6.3 and §7.4: the block axis first; a single value applies to both.
  mutating func takePlace(_ pair: [PropertyID]) -> [PropertyID: SpecifiedValue]? {
    let mark = self
    guard let align = takeValue(of: pair[0]) else { return nil }
    if isAtEnd {
      var again = mark
      if let justify = again.takeValue(of: pair[1]), again.isAtEnd {
        return [pair[0]: align, pair[1]: justify]
      }
      // A baseline has no meaning along the main axis.
      return [pair[0]: align, pair[1]: .alignment(Alignment(.start))]
    }
    guard let justify = takeValue(of: pair[1]) else { return nil }
    return [pair[0]: align, pair[1]: justify]
  }

  // MARK: Lists and white space

  /// CSS Lists 3 §3.6: `none` sets whichever of image and type is not given otherwise.
  mutating func takeListStyle() -> [PropertyID: SpecifiedValue]? {
    var values: [PropertyID: SpecifiedValue] = [:]
    var nones = 0
    while !isAtEnd {
      if nones < 2, take(ident: "none") {
        nones += 1
      } else if values[.listStylePosition] == nil, let value = takeValue(of: .listStylePosition) {
        values[.listStylePosition] = value
      } else if values[.listStyleImage] == nil, let value = takeValue(of: .listStyleImage) {
        values[.listStyleImage] = value
      } else if values[.listStyleType] == nil, let value = takeValue(of: .listStyleType) {
        values[.listStyleType] = value
      } else {
        break
      }
    }
    let open = (values[.listStyleType] == nil ? 1 : 0) + (values[.listStyleImage] == nil ? 1 : 0)
    guard nones <= open, nones > 0 || !values.isEmpty else { return nil }
    if nones > 0, values[.listStyleType] == nil { values[.listStyleType] = .text(nil) }
    return values
  }

  /// CSS Text 4 §4: the legacy keywords, or a collapse mode and a wrap mode.
  mutating func takeWhiteSpace() -> [PropertyID: SpecifiedValue]? {
    let pair: (WhiteSpaceCollapse, TextWrapMode)?
    switch peekIdent {
    case "normal"?: pair = (.collapse, .wrap)
    case "pre"?: pair = (.preserve, .nowrap)
    case "pre-wrap"?: pair = (.preserve, .wrap)
    case "pre-line"?: pair = (.preserveBreaks, .wrap)
    default: pair = nil
    }
    if let (collapse, wrap) = pair {
      advance()
      return [.whiteSpaceCollapse: .keyword(collapse), .textWrapMode: .keyword(wrap)]
    }
    return takeAnyOrder([.whiteSpaceCollapse, .textWrapMode])
  }

  // MARK: Motion

  /// CSS Transitions 1 §2.5.
  mutating func takeTransition() -> [PropertyID: SpecifiedValue]? {
    let items = takeCommaList { reader -> [PropertyID: SpecifiedValue]? in
      var values: [PropertyID: SpecifiedValue] = [:]
      while !reader.isAtEnd, reader.reader.peekToken != .comma {
        if values[.transitionDuration] == nil, let time = reader.takeTime(nonNegative: true) {
          values[.transitionDuration] = .number(time)
        } else if values[.transitionDelay] == nil, let time = reader.takeTime(nonNegative: false) {
          values[.transitionDelay] = .number(time)
        } else if values[.transitionTimingFunction] == nil, let timing = reader.takeTimingFunction() {
          values[.transitionTimingFunction] = .timing(timing)
        } else if values[.transitionBehavior] == nil, let behavior = reader.take(TransitionBehavior.self) {
          values[.transitionBehavior] = .keyword(behavior)
        } else if values[.transitionProperty] == nil, let name = reader.takeCustomIdent() {
          values[.transitionProperty] = .text(name.propertyName)
        } else {
          return nil
        }
      }
      return values.isEmpty ? nil : values
    }
    guard let items else { return nil }
    let hasNone = items.contains { $0[.transitionProperty] == .text("none") }
    guard !hasNone || items.count == 1 else { return nil }
    var lists = collect(
      items,
      [
        .transitionProperty: .text("all"), .transitionDuration: .number(0),
        .transitionTimingFunction: .timing(.ease), .transitionDelay: .number(0),
        .transitionBehavior: .keyword(TransitionBehavior.normal),
      ])
    if hasNone { lists[.transitionProperty] = .list([]) }
    return lists
  }

  /// CSS Animations 1 §3.10.
  mutating func takeAnimation() -> [PropertyID: SpecifiedValue]? {
    let single: [PropertyID] = [.animationDirection, .animationFillMode, .animationPlayState]
    let items = takeCommaList { reader -> [PropertyID: SpecifiedValue]? in
      var values: [PropertyID: SpecifiedValue] = [:]
      next: while !reader.isAtEnd, reader.reader.peekToken != .comma {
        if values[.animationDuration] == nil, let time = reader.takeAnimationDuration() {
          values[.animationDuration] = .number(time)
          continue
        } else if values[.animationDelay] == nil, let time = reader.takeTime(nonNegative: false) {
          values[.animationDelay] = .number(time)
          continue
        } else if values[.animationTimingFunction] == nil, let timing = reader.takeTimingFunction() {
          values[.animationTimingFunction] = .timing(timing)
          continue
        } else if values[.animationIterationCount] == nil, let count = reader.takeIterationCount() {
          values[.animationIterationCount] = .number(count)
          continue
        }
        for property in single where values[property] == nil {
          guard case .commaList(.keywords(let names)) = property.grammar,
            let value = reader.takeKeyword(names)
          else { continue }
          values[property] = value
          continue next
        }
        guard values[.animationName] == nil, let name = reader.takeString() ?? reader.takeCustomIdent() else {
          return nil
        }
        values[.animationName] = .text(name)
      }
      return values.isEmpty ? nil : values
    }
    guard let items else { return nil }
    return collect(
      items,
      [
        .animationName: .text(nil), .animationDuration: .number(0), .animationTimingFunction: .timing(.ease),
        .animationDelay: .number(0), .animationIterationCount: .number(1),
        .animationDirection: .keyword(AnimationDirection.normal),
        .animationFillMode: .keyword(AnimationFillMode.none),
        .animationPlayState: .keyword(AnimationPlayState.running),
      ])
  }

  /// Collects a list for each property from the items of a comma-separated shorthand.
  func collect(
    _ items: [[PropertyID: SpecifiedValue]], _ defaults: [PropertyID: SpecifiedValue]
  ) -> [PropertyID: SpecifiedValue] {
    var lists: [PropertyID: SpecifiedValue] = [:]
    for (property, fallback) in defaults { lists[property] = .list(items.map { $0[property] ?? fallback }) }
    return lists
  }
}
