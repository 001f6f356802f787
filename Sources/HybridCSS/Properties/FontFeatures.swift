import HybridEncoding
package import HybridGeometry

/// `font-kerning`. CSS Fonts 4 §6.3.
package enum FontKerning: String, KeywordValue { case auto, normal, none }

/// The words of a property that chooses features of a font, in groups: one word of each group may be set.
struct FontVariantWords: Sendable {
  /// The groups in the order in which they are written.
  let groups: [[String]]
  /// Words that stand alone, besides `normal`.
  let alone: [String]

  /// CSS Fonts 4 §6.4.
  static let ligatures = FontVariantWords(
    groups: [
      ["common-ligatures", "no-common-ligatures"], ["discretionary-ligatures", "no-discretionary-ligatures"],
      ["historical-ligatures", "no-historical-ligatures"], ["contextual", "no-contextual"],
    ], alone: ["none"])
  /// CSS Fonts 4 §6.5.
  static let position = FontVariantWords(groups: [], alone: ["sub", "super"])
  /// CSS Fonts 4 §6.7.
  static let numeric = FontVariantWords(
    groups: [
      ["lining-nums", "oldstyle-nums"], ["proportional-nums", "tabular-nums"],
      ["diagonal-fractions", "stacked-fractions"], ["ordinal"], ["slashed-zero"],
    ], alone: [])
  /// CSS Fonts 4 §6.10.
  static let eastAsian = FontVariantWords(
    groups: [
      ["jis78", "jis83", "jis90", "jis04", "simplified", "traditional"],
      ["full-width", "proportional-width"], ["ruby"],
    ], alone: [])

  /// All words.
  var names: [String] { ["normal"] + alone + groups.flatMap(\.self) }

  /// The words that follow, without `normal`.
  func take(_ reader: inout ValueReader) -> [String]? {
    if reader.take(ident: "normal") { return [] }
    var chosen = Chosen(self)
    while let word = reader.peekIdent, let isNew = chosen.add(word) {
      guard isNew else { return nil }
      reader.advance()
    }
    return chosen.words.isEmpty ? nil : chosen.words
  }

  /// Words that were chosen: at most one of each group, or a single one that excludes all others.
  struct Chosen {
    private let all: FontVariantWords
    private var alone: String?
    private var groups: [String?]

    init(_ all: FontVariantWords) {
      self.all = all
      groups = Array(repeating: nil, count: all.groups.count)
    }

    /// The words in the order in which they are written.
    var words: [String] { alone.map { [$0] } ?? groups.compactMap(\.self) }

    /// Chooses a word: false if another one excludes it, nil for one of another property.
    mutating func add(_ word: String) -> Bool? {
      if all.alone.contains(word) {
        guard words.isEmpty else { return false }
        alone = word
        return true
      }
      guard let group = all.groups.firstIndex(where: { $0.contains(word) }) else { return nil }
      guard alone == nil, groups[group] == nil else { return false }
      groups[group] = word
      return true
    }
  }
}

extension ValueReader {
  /// `font-variant`: `normal`, `none`, or words of its longhands in any order. CSS Fonts 4 §6.11.
  mutating func takeFontVariant() -> [PropertyID: SpecifiedValue]? {
    if take(ident: "normal") { return [:] }
    if take(ident: "none") { return [.fontVariantLigatures: .list([.text("none")])] }
    var caps: FontVariantCaps?
    var rest: [(property: PropertyID, chosen: FontVariantWords.Chosen)] = [
      (.fontVariantLigatures, .init(.ligatures)), (.fontVariantPosition, .init(.position)),
      (.fontVariantNumeric, .init(.numeric)), (.fontVariantEastAsian, .init(.eastAsian)),
    ]
    words: while let word = peekIdent, word != "none", word != "normal" {
      if let value = FontVariantCaps(rawValue: word) {
        guard caps == nil else { return nil }
        caps = value
        advance()
        continue
      }
      for index in rest.indices {
        guard let isNew = rest[index].chosen.add(word) else { continue }
        guard isNew else { return nil }
        advance()
        continue words
      }
      return nil
    }
    var values: [PropertyID: SpecifiedValue] = [:]
    if let caps { values[.fontVariantCaps] = .keyword(caps) }
    for (property, chosen) in rest where !chosen.words.isEmpty {
      values[property] = .list(chosen.words.map { .text($0) })
    }
    return values.isEmpty ? nil : values
  }
}

extension ValueType<[String]> {
  /// Words that choose features.
  static func fontVariant(_ words: FontVariantWords, _ description: String) -> Self {
    Self(
      .special(description, words.names) { reader in words.take(&reader).map { .list($0.map { .text($0) }) }
      },
      { value, _ in value.texts }, { value, _ in value.isEmpty ? "normal" : value.joined(separator: " ") })
  }
}

extension ValueType<[FontSetting]> {
  /// CSS Fonts 4 §6.12.
  static var fontFeatures: Self {
    settings("tags of features, or 'normal'", omitsOne: true) { $0.takeFontFeatures() }
  }

  /// CSS Fonts 4 §7.3.
  static var fontVariations: Self {
    settings("tags of axes with numbers, or 'normal'", omitsOne: false) { $0.takeFontVariations() }
  }

  private static func settings(
    _ description: String, omitsOne: Bool, _ take: @escaping @Sendable (inout ValueReader) -> [FontSetting]?
  ) -> Self {
    Self(
      .special(description, ["normal"]) { reader in
        take(&reader).map { .list($0.map { .list([.text($0.tag), .number($0.value)]) }) }
      },
      { value, _ in
        guard case .list(let items) = value else { return [] }
        return items.compactMap { item in
          guard case .list(let parts) = item, parts.count == 2, case .text(let tag?) = parts[0],
            case .number(let number) = parts[1]
          else { return nil }
          return FontSetting(tag: tag, value: number)
        }
      },
      { value, _ in
        guard !value.isEmpty else { return "normal" }
        return list(value) { setting in
          let tag = Token.string(setting.tag).cssText
          return omitsOne && setting.value == 1 ? tag : "\(tag) \(numberText(setting.value))"
        }
      })
  }
}

extension ComputedStyle {
  /// The settings that a style makes for its fonts, besides family, size, weight and style.
  package struct FontSettings: Hashable, Sendable {
    /// In percent.
    package var stretch: Double
    /// By tag; those of `font-feature-settings` beat the others (CSS Fonts 4 §6.13).
    package var features: [FontSetting]
    /// By tag.
    package var variations: [FontSetting]
  }

  /// The style's font settings; nil if it makes none, as in most styles.
  package var fontSettings: FontSettings? {
    guard hasInheritedValues(in: Self.fontProperties) else { return nil }
    let settings = FontSettings(
      stretch: self[\.fontStretch], features: fontFeatures, variations: self[\.fontVariationSettings])
    let isPlain = settings.stretch == 100 && settings.features.isEmpty && settings.variations.isEmpty
    return isPlain ? nil : settings
  }

  /// The numbers of the properties that settings are made of, and of those between them: most styles with
  /// inherited values have none of them.
  private static let fontProperties: ClosedRange<UInt16> = {
    let properties: [PropertyID] = [
      .fontStretch, .fontKerning, .fontVariantLigatures, .fontVariantPosition, .fontVariantNumeric,
      .fontVariantEastAsian, .fontFeatureSettings, .fontVariationSettings,
    ]
    let numbers = properties.map(\.rawValue)
    return (numbers.min() ?? 0)...(numbers.max() ?? 0)
  }()

  /// The features of all properties, by tag.
  private var fontFeatures: [FontSetting] {
    let own = self[\.fontFeatureSettings]
    let (ligatures, position) = (self[\.fontVariantLigatures], self[\.fontVariantPosition])
    let (numeric, eastAsian) = (self[\.fontVariantNumeric], self[\.fontVariantEastAsian])
    let isKerned = self[\.fontKerning] != .none
    if isKerned, own.isEmpty, ligatures.isEmpty, position.isEmpty, numeric.isEmpty, eastAsian.isEmpty {
      return []
    }
    var features: [String: Double] = isKerned ? [:] : ["kern": 0]
    for words in [ligatures, position, numeric, eastAsian] {
      for (tag, value) in words.flatMap({ Self.features[$0] ?? [] }) { features[tag] = value }
    }
    for setting in own { features[setting.tag] = setting.value }
    return features.sorted { $0.key < $1.key }.map { FontSetting(tag: $0.key, value: $0.value) }
  }

  /// The features of each word: CSS Fonts 4 §6.4 to §6.10.
  private static let features: [String: [(tag: String, value: Double)]] = [
    "none": [("liga", 0), ("clig", 0), ("dlig", 0), ("hlig", 0), ("calt", 0)],
    "common-ligatures": [("liga", 1), ("clig", 1)], "no-common-ligatures": [("liga", 0), ("clig", 0)],
    "discretionary-ligatures": [("dlig", 1)], "no-discretionary-ligatures": [("dlig", 0)],
    "historical-ligatures": [("hlig", 1)], "no-historical-ligatures": [("hlig", 0)],
    "contextual": [("calt", 1)], "no-contextual": [("calt", 0)], "sub": [("subs", 1)], "super": [("sups", 1)],
    "lining-nums": [("lnum", 1)], "oldstyle-nums": [("onum", 1)], "proportional-nums": [("pnum", 1)],
    "tabular-nums": [("tnum", 1)], "diagonal-fractions": [("frac", 1)], "stacked-fractions": [("afrc", 1)],
    "ordinal": [("ordn", 1)], "slashed-zero": [("zero", 1)], "jis78": [("jp78", 1)], "jis83": [("jp83", 1)],
    "jis90": [("jp90", 1)], "jis04": [("jp04", 1)], "simplified": [("smpl", 1)], "traditional": [("trad", 1)],
    "full-width": [("fwid", 1)], "proportional-width": [("pwid", 1)], "ruby": [("ruby", 1)],
  ]
}
