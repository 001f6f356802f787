import HybridGeometry

/// A type of property value: its grammar, its computation, and the serialization of its computed form.
struct ValueType<Value>: Sendable {
  let grammar: Grammar
  /// The computed value of a specified one (CSS Cascade 5 §4.4).
  let compute: @Sendable (SpecifiedValue, ComputationContext) -> Value
  /// The computed value as CSS writes it (CSSOM 1 §6.7.2); the color is what `currentcolor` stands for.
  let text: @Sendable (Value, SRGBColor) -> String

  init(
    _ grammar: Grammar, _ compute: @escaping @Sendable (SpecifiedValue, ComputationContext) -> Value,
    _ text: @escaping @Sendable (Value, SRGBColor) -> String
  ) {
    self.grammar = grammar
    self.compute = compute
    self.text = text
  }
}

// MARK: Keywords and numbers

extension ValueType where Value: KeywordValue {
  /// One of all the keywords of the type.
  static var keyword: Self { keyword(.keywords(Value.self)) }

  /// A grammar whose value is the index of a keyword of the type.
  static func keyword(_ grammar: Grammar) -> Self {
    Self(grammar, { value, _ in value.keyword() }) { value, _ in value.rawValue }
  }

  /// Keywords with a reader of their own.
  static func keyword(
    _ words: String, _ names: [String] = Value.allCases.map(\.rawValue),
    _ take: @escaping @Sendable (inout ValueReader) -> Value?
  ) -> Self {
    keyword(.special(words, names) { take(&$0).map { .keyword($0) } })
  }
}

extension ValueType {
  /// A comma-separated list of keywords.
  static func keywords<K: KeywordValue>(_ names: [String] = K.allCases.map(\.rawValue)) -> Self
  where Value == [K] {
    Self(.commaList(.keywords(names)), { value, _ in value.keywords() }) { value, _ in
      list(value, \.rawValue)
    }
  }
}

extension ValueType<Double> {
  /// A number of at least zero.
  static func number(default other: Double) -> Self {
    Self(.number(nonNegative: true, []), { value, _ in value.number ?? other }) { value, _ in
      numberText(value)
    }
  }

  /// CSS Color 4 §4.2, *Transparency*.
  static var opacity: Self {
    Self(
      .special("a number or a percentage", []) { reader in
        (reader.takeNumber() ?? reader.takePercentage().map { $0 / 100 }).map { .number($0) }
      }, { value, _ in min(max(value.number ?? 1, 0), 1) }, { value, _ in numberText(value) })
  }
}

extension ValueType<Int> {
  static var integer: Self {
    Self(.integer(atLeast: .min, []), { value, _ in Int(value.number ?? 0) }) { value, _ in "\(value)" }
  }
}

extension ValueType<Int> {
  /// A number of lines. CSS Fragmentation 3 §3.3.
  static var lineCount: Self {
    Self(.integer(atLeast: 1, []), { value, _ in Int(value.number ?? 2) }) { value, _ in "\(value)" }
  }
}

extension ValueType<Double?> {
  /// `column-width`: a length, or nil for `auto`. CSS Multi-column 1 §3.1.
  static var columnWidth: Self {
    Self(
      .length([], ["auto"]),
      { value, context in
        if case .length(let length) = context.lengthOrAuto(value) {
          max(0, length.resolved(against: 0))
        } else {
          nil
        }
      }, { value, _ in value.map(pixelText) ?? "auto" })
  }
}

extension ValueType<Int?> {
  /// An integer, or the keyword, which becomes nil.
  static func integer(atLeast least: Int, or keyword: String) -> Self {
    Self(.integer(atLeast: least, [keyword]), { value, _ in value.number.map { Int($0) } }) { value, _ in
      value.map { "\($0)" } ?? keyword
    }
  }
}

extension ValueType<Overflow> {
  // Differs from CSS Overflow 3: browsers accept the legacy keyword `overlay` as `auto`.
  static var overflow: Self {
    .keyword("an overflow") { $0.take(ident: "overlay") ? .auto : $0.take(Overflow.self) }
  }
}

extension ValueType<GridAutoFlow> {
  /// CSS Grid 2 §7.7.
  static var autoFlow: Self {
    .keyword("a direction, 'dense' or both", ["row", "column", "dense"]) { $0.takeAutoFlow() }
  }
}

extension ValueType<LineStyle> {
  /// CSS Backgrounds 3 §3.2: `auto` is a style of outlines.
  static var borderStyle: Self {
    .keyword(.keywords(LineStyle.allCases.filter { $0 != .auto }.map(\.rawValue)))
  }

  /// CSS UI 4 §2.3: `hidden` is a style of borders.
  static var outlineStyle: Self {
    .keyword("an outline style", LineStyle.allCases.map(\.rawValue).filter { $0 != "hidden" }) { reader in
      reader.peekIdent == "hidden" ? nil : reader.take(LineStyle.self)
    }
  }
}

// MARK: Lengths

extension ValueType<LengthPercentage> {
  /// `text-indent`. CSS Text 3 §8.1.
  static var indent: Self {
    Self(.length([.percent, .negative, .unitless], []), { $1.length($0) }) { value, _ in value.cssText }
  }

  /// A non-negative length or percentage, or one of the keywords, which are zero.
  static func nonNegative(or keywords: [String]) -> Self {
    Self(.length([.percent, .unitless], keywords), { $1.nonNegative($0) }) { value, _ in value.cssText }
  }
}

extension ValueType<LengthOrAuto> {
  /// A gap: a non-negative length or percentage, or `normal`. CSS Box Alignment 3 §8.1.
  static var gap: Self {
    Self(
      .length([.percent, .unitless], ["normal"]),
      { value, context in
        if case .length(let length) = context.lengthOrAuto(value) {
          .length(length.nonNegative)
        } else {
          .auto
        }
      }, { value, _ in value == .auto ? "normal" : value.cssText })
  }

  /// A margin or an inset.
  static var lengthOrAuto: Self {
    Self(.length([.percent, .negative, .unitless], ["auto"]), { $1.lengthOrAuto($0) }) { value, _ in
      value.cssText
    }
  }
}

extension ValueType<SizeValue> {
  /// A length or percentage, an intrinsic size or one of `keywords`. CSS Sizing 3 §3.
  static func size(or keywords: [SizeKeyword]) -> Self {
    let intrinsic: [SizeKeyword] = [
      .minContent, .maxContent, .fitContent, .stretch, .webkitMinContent, .webkitMaxContent,
      .webkitFitContent, .webkitFillAvailable,
    ]
    return Self(.size(keywords + intrinsic), { $1.size($0) }) { value, _ in value.cssText }
  }
}

extension ValueType<Double> {
  /// The width of a line. CSS Backgrounds 3 §3.3.
  static var lineWidth: Self {
    Self(.length(.unitless, ["thin", "medium", "thick"]), { $1.lineWidth($0) }) { value, _ in pixelText(value)
    }
  }

  /// A length without a percentage.
  static var points: Self {
    Self(.length([.negative, .unitless], []), { $1.points($0) }) { value, _ in pixelText(value) }
  }
}

extension ValueType<Size<Double>> {
  /// CSS 2 §17.6.1: one length for both axes, or one for each.
  static var borderSpacing: Self {
    Self(
      .special("one or two lengths", [], hasLengths: true) { reader in
        guard let x = reader.takeLength(.unitless) else { return nil }
        return .pair(x, reader.takeLength(.unitless) ?? x)
      },
      { value, context in
        let pair = context.radius(value)
        // As browsers do it: whole pixels.
        return Size(
          width: (pair.horizontal.points ?? 0).rounded(.down),
          height: (pair.vertical.points ?? 0).rounded(.down))
      }, { value, _ in pixelText(value.width) + " " + pixelText(value.height) })
  }
}

extension ValueType<AspectRatio> {
  /// CSS Sizing 4 §4.1.
  static var aspectRatio: Self {
    Self(
      .special("'auto', a ratio such as 16 / 9, or both", ["auto"]) { reader in
        reader.takeAspectRatio().map { .ratio($0) }
      },
      { value, _ in
        if case .ratio(let ratio) = value { ratio } else { AspectRatio(isAuto: true, ratio: nil) }
      }, { value, _ in value.cssText })
  }
}

extension ValueType<VerticalAlign> {
  /// CSS Inline 3 §4.
  static var verticalAlign: Self {
    Self(
      .length([.percent, .negative, .unitless], VerticalAlignKeyword.allCases.map(\.rawValue)),
      { value, context in
        if case .length = value { .length(context.length(value)) } else { .keyword(value.keyword()) }
      },
      { value, _ in
        switch value {
        case .keyword(let keyword): keyword.rawValue
        case .length(let length): length.cssText
        }
      })
  }
}

extension ValueType<CornerRadius> {
  /// CSS Backgrounds 3 §4.1.
  static var radius: Self {
    Self(
      .special("one or two lengths or percentages", [], hasLengths: true) { reader in
        guard let x = reader.takeLength([.percent, .unitless]) else { return nil }
        return .pair(x, reader.takeLength([.percent, .unitless]) ?? x)
      }, { $1.radius($0) }, { value, _ in value.cssText })
  }
}

extension ValueType<PositionValue<LengthPercentage>> {
  /// A point, read by `take`. CSS Values 4 §8.3.
  static func position(_ take: @escaping @Sendable (inout ValueReader) -> SpecifiedValue?) -> Self {
    Self(
      .special("a position", ["left", "center", "right", "top", "bottom"], hasLengths: true, take),
      { $1.position($0) }, { value, _ in value.cssText })
  }
}

extension ValueType<PositionValue<LengthPercentage>> {
  /// CSS Images 3 §5.2.
  static var objectPosition: Self {
    .position { $0.takePosition(allowsThreeValues: false).map { .pair($0.x, $0.y) } }
  }
}

// MARK: Colors

extension ValueType<ColorValue> {
  static var color: Self {
    Self(.color([]), { value, _ in value.color }) { $0.resolved(current: $1).cssText }
  }
}

extension ValueType<ColorValue?> {
  /// A color or `auto`, which is nil.
  static var colorOrAuto: Self {
    Self(.color(["auto"]), { value, _ in value.optionalColor }) { value, current in
      value?.resolved(current: current).cssText ?? "auto"
    }
  }
}

extension ValueType<SRGBColor> {
  /// `color`, whose `currentcolor` is the parent's color. CSS Color 4 §9.2.
  static var textColor: Self {
    Self(.color([]), { $0.color.resolved(current: $1.parentColor) }) { value, _ in value.cssText }
  }
}

// MARK: Containers

extension ValueType<[String]> {
  /// CSS Conditional 5 §5.1.
  static var containerNames: Self {
    Self(
      .special("names or 'none'", ["none"]) { reader in
        if reader.take(ident: "none") { return .list([]) }
        return reader.takeContainerNames().map { .list($0.map { .text($0) }) }
      }, { value, _ in value.texts },
      { value, _ in value.isEmpty ? "none" : value.map { serializedIdent($0) }.joined(separator: " ") })
  }
}

extension ValueReader {
  /// One or more names of containers.
  fileprivate mutating func takeContainerNames() -> [String]? {
    var names: [String] = []
    while let name = peekIdent, name.isContainerName, let written = takeIdent() { names.append(written) }
    return names.isEmpty ? nil : names
  }

  /// `container`: names, and a type behind a slash. CSS Conditional 5 §5.1.
  mutating func takeContainer() -> [PropertyID: SpecifiedValue]? {
    guard let names = takeValue(of: .containerName) else { return nil }
    guard take(delim: "/") else { return [.containerName: names] }
    return takeValue(of: .containerType).map { [.containerName: names, .containerType: $0] }
  }
}

// MARK: Alignment

extension ValueType<Alignment> {
  static func alignment(_ grammar: AlignmentGrammar) -> Self {
    Self(.alignment(grammar), { value, _ in value.alignment }) { value, _ in value.cssText }
  }

  /// CSS Box Alignment 3 §7.1: `legacy` alone is `normal` unless it is inherited with a position, which is
  /// not supported.
  static var justifyItems: Self {
    Self(
      .alignment(.justifyItems),
      { value, _ in value.alignment.keyword == .legacy ? Alignment(.normal) : value.alignment },
      { value, _ in value.cssText })
  }
}

/// The texts of several values, separated by commas.
func list<Values: Sequence>(_ values: Values, _ text: (Values.Element) -> String) -> String {
  values.map(text).joined(separator: ", ")
}
