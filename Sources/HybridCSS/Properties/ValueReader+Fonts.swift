import HybridGeometry

extension ValueReader {
  /// A comma-separated list of strings or runs of identifiers. CSS Fonts 4 §2.1.
  mutating func takeFontFamily() -> [String]? {
    takeCommaList { reader in
      if let name = reader.takeString() { return name }
      guard let first = reader.takeCustomIdent() else { return nil }
      var name = first
      while let next = reader.takeIdent() { name += " " + next }
      return name
    }
  }

  /// CSS Fonts 4 §2.2.
  mutating func takeFontWeight() -> SpecifiedValue? {
    if let keyword = takeKeyword(["normal", "bold", "bolder", "lighter"]) { return keyword }
    return attempt { reader in
      let isLiteral = if case .number? = reader.reader.peekToken { true } else { false }
      guard let weight = reader.takeNumber(), !isLiteral || (1...1000).contains(weight) else { return nil }
      return .number(min(max(weight, 1), 1000))
    }
  }

  /// CSS Fonts 4 §2.4; the angle of `oblique` is validated and ignored.
  mutating func takeFontStyle() -> FontStyle? {
    guard let style = take(FontStyle.self) else { return nil }
    if style == .oblique {
      _ = attempt { reader in reader.takeAngle().flatMap { (-90...90).contains($0) ? $0 : nil } }
    }
    return style
  }

  /// CSS Fonts 4 §2.3, in percent.
  mutating func takeFontStretch() -> SpecifiedValue? {
    if let percent = takePercentage() { return percent >= 0 ? .number(percent) : nil }
    guard let name = peekIdent, let stretch = fontStretches.first(where: { $0.name == name }) else {
      return nil
    }
    advance()
    return .number(stretch.percent)
  }

  /// `font-feature-settings`; nothing for `normal`. CSS Fonts 4 §6.12.
  mutating func takeFontFeatures() -> [FontSetting]? {
    takeFontSettings { reader in
      if reader.take(ident: "on") { return 1 }
      if reader.take(ident: "off") { return 0 }
      if let value = reader.takeInteger(atLeast: 0) { return Double(value) }
      return reader.isAtEnd || reader.reader.peekToken == .comma ? 1 : nil
    }
  }

  /// `font-variation-settings`; nothing for `normal`. CSS Fonts 4 §7.3.
  mutating func takeFontVariations() -> [FontSetting]? { takeFontSettings { $0.takeNumber() } }

  /// The last one of several with the same tag counts.
  private mutating func takeFontSettings(_ value: (inout ValueReader) -> Double?) -> [FontSetting]? {
    if take(ident: "normal") { return isAtEnd ? [] : nil }
    let list = takeCommaList { reader -> FontSetting? in
      guard let tag = reader.takeString(), tag.utf8.count == 4, tag.utf8.allSatisfy({ (0x20...0x7E) ~= $0 }),
        let number = value(&reader)
      else { return nil }
      return FontSetting(tag: tag, value: number)
    }
    guard let list, isAtEnd else { return nil }
    let last = Dictionary(list.map { ($0.tag, $0.value) }) { $1 }
    return last.sorted { $0.key < $1.key }.map { FontSetting(tag: $0.key, value: $0.value) }
  }

  /// The `font` shorthand. CSS Fonts 4 §2.7.
  mutating func takeFont() -> [PropertyID: SpecifiedValue]? {
    var values: [PropertyID: SpecifiedValue] = [:]
    if let name = peekIdent, Self.systemFonts.contains(name) {
      advance()
      values[.fontSize] = .length(.length(40.0 / 3, .px))
      values[.fontFamily] = .list([.text("system-ui")])
      return values
    }
    // TokenHybrid writes the name first: `Helvetica 14px`.
    if dialect == .native, let name = takeNativeFont() { return name }
    for _ in 0..<4 {
      if take(ident: "normal") { continue }
      if values[.fontStyle] == nil, let style = takeFontStyle() {
        values[.fontStyle] = .keyword(style)
      } else if values[.fontVariantCaps] == nil, take(ident: "small-caps") {
        values[.fontVariantCaps] = .keyword(FontVariantCaps.smallCaps)
      } else if values[.fontWeight] == nil, let weight = takeFontWeight() {
        values[.fontWeight] = weight
      } else if values[.fontStretch] == nil, let name = peekIdent,
        fontStretches.contains(where: { $0.name == name })
      {
        values[.fontStretch] = takeFontStretch()
      } else {
        break
      }
    }
    guard let size = takeValue(of: .fontSize) else { return nil }
    values[.fontSize] = size
    if take(delim: "/") {
      guard let height = takeValue(of: .lineHeight) else { return nil }
      values[.lineHeight] = height
    }
    guard let family = takeValue(of: .fontFamily) else { return nil }
    values[.fontFamily] = family
    return values
  }

  private mutating func takeNativeFont() -> [PropertyID: SpecifiedValue]? {
    attempt { reader in
      guard let name = reader.takeString() ?? reader.takeIdent(),
        let size = reader.takeLength([.percent, .unitless]),
        reader.isAtEnd
      else { return nil }
      return [.fontFamily: .list([.text(name)]), .fontSize: .length(size)]
    }
  }

  private static let systemFonts = ["caption", "icon", "menu", "message-box", "small-caption", "status-bar"]
}
