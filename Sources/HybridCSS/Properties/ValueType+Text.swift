// The values of fonts, text, lists and generated content.

extension ValueType<Double> {
  /// CSS Fonts 4 §2.5.
  static var fontSize: Self {
    let names = [
      "xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large", "larger",
      "smaller",
    ]
    return Self(.length([.percent, .unitless], names), { $1.fontSize($0) }) { value, _ in
      pixelText(value)
    }
  }

  /// CSS Fonts 4 §2.2.
  static var fontWeight: Self {
    Self(
      .special("a weight from 1 to 1000", ["normal", "bold", "bolder", "lighter"]) { $0.takeFontWeight() },
      { $0.fontWeight(parent: $1.parentFontWeight) }, { value, _ in numberText(value) })
  }

  /// CSS Fonts 4 §2.3, in percent.
  static var fontStretch: Self {
    Self(
      .special("a percentage or a width", fontStretches.map(\.name)) { $0.takeFontStretch() },
      { value, _ in value.number ?? 100 }, { value, _ in numberText(value) + "%" })
  }

  /// Space between letters or words. CSS Text 4 §8.1 and §8.2.
  static var spacing: Self {
    Self(.length([.percent, .negative, .unitless], ["normal"]), { $1.fontRelative($0) }) { value, _ in
      pixelText(value)
    }
  }
}

extension ValueType<LineHeight> {
  /// CSS Inline 3 §5.1.
  static var lineHeight: Self {
    Self(
      .special("'normal', a number, a length or a percentage", ["normal"]) { reader in
        if reader.take(ident: "normal") { return .keyword(0) }
        return reader.takeNumber(nonNegative: true).map { .number($0) }
          ?? reader.takeLength(.percent).map { .length($0) }
      }, { $1.lineHeight($0) },
      { value, _ in
        switch value {
        case .normal: "normal"
        case .number(let factor): numberText(factor)
        case .points(let length): pixelText(length)
        }
      })
  }
}

extension ValueType<[String]> {
  /// CSS Fonts 4 §2.1.
  static var fontFamily: Self {
    Self(
      .special("font names separated by commas", []) { reader in
        reader.takeFontFamily().map { .list($0.map { .text($0) }) }
      }, { value, _ in value.texts }, { value, _ in value.joined(separator: ", ") })
  }
}

extension ValueType<ListStyleType> {
  /// CSS Lists 3 §3.4.
  static var listStyleType: Self {
    Self(
      .special("a counter style, a string or 'none'", ["none", "disc", "circle", "square", "decimal"]) {
        $0.takeListStyleType()
      }, { value, _ in value.listStyleType },
      { value, _ in
        switch value {
        case .none: "none"
        case .name(let name): serializedIdent(name)
        case .string(let text): Token.string(text).cssText
        }
      })
  }
}

extension ValueType<Image<LengthPercentage>> {
  static var image: Self {
    Self(
      .special("an image or 'none'", ["none"]) { $0.takeImage().map { .image($0) } }, { $1.image($0) },
      { $0.cssText(current: $1) })
  }
}

extension ValueType<String> {
  /// CSS UI 4 §3.1.
  static var cursor: Self {
    Self(
      .special("a cursor", cursors) { $0.takeCursor().map { .text($0) } },
      { value, _ in value.text ?? "auto" }, { value, _ in value })
  }
}

extension ValueType<TextDecorationLine> {
  /// CSS Text Decoration 3 §2.1.
  static var decorationLine: Self {
    Self(
      .special("lines or 'none'", decorationLines) { reader in
        reader.takeDecorationLine().map { .number(Double($0.rawValue)) }
      }, { value, _ in TextDecorationLine(rawValue: UInt8(value.number ?? 0)) },
      { value, _ in value.cssText })
  }
}

extension ValueType<LengthPercentage?> {
  /// CSS Text Decoration 4 §2.4; `auto` and `from-font` are nil.
  static var decorationThickness: Self {
    Self(
      .length([.percent, .negative], ["auto", "from-font"]),
      { value, context in if case .length = value { context.length(value) } else { nil } },
      { value, _ in value?.cssText ?? "auto" })
  }
}

extension ValueType<LengthPercentage?> {
  /// CSS Text Decoration 4 §2.8; nil is `auto`.
  static var underlineOffset: Self {
    Self(
      .length([.percent, .negative], ["auto"]),
      { value, context in if case .length = value { context.length(value) } else { nil } },
      { value, _ in value?.cssText ?? "auto" })
  }
}

extension ValueType<Content> {
  /// CSS Content 3 §2.
  static var content: Self {
    Self(
      .special("strings, images or 'none'", ["normal", "none"]) { $0.takeContent() },
      { value, _ in value.content },
      { value, _ in
        switch value {
        case .normal: "normal"
        case .none: "none"
        case .values(let values): values.map(\.contentText).joined(separator: " ")
        }
      })
  }
}

extension ComponentValue {
  /// The value in `content`: addresses are in quotes (CSSOM 1 §6.7.2, *serialize a URL*).
  fileprivate var contentText: String {
    if case .token(.url(let address)) = content {
      "url(\(Token.string(address).cssText))"
    } else {
      [self].cssText
    }
  }
}

/// `text-decoration-line`.
let decorationLines = ["none", "underline", "overline", "line-through", "blink"]

/// `font-stretch` by name, in percent. CSS Fonts 4 §2.3.
let fontStretches: [(name: String, percent: Double)] = [
  ("normal", 100), ("ultra-condensed", 50), ("extra-condensed", 62.5), ("condensed", 75),
  ("semi-condensed", 87.5), ("semi-expanded", 112.5), ("expanded", 125), ("extra-expanded", 150),
  ("ultra-expanded", 200),
]

/// The keywords of `cursor`. CSS UI 4 §3.1.
let cursors: [String] = [
  "auto", "default", "none", "context-menu", "help", "pointer", "progress", "wait", "cell", "crosshair",
  "text", "vertical-text", "alias", "copy", "move", "no-drop", "not-allowed", "grab", "grabbing",
  "all-scroll", "col-resize", "row-resize", "n-resize", "e-resize", "s-resize", "w-resize", "ne-resize",
  "nw-resize", "se-resize", "sw-resize", "ew-resize", "ns-resize", "nesw-resize", "nwse-resize", "zoom-in",
  "zoom-out", "-webkit-grab", "-webkit-grabbing",
]
