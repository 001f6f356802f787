import HybridLayout

/// One longhand: its accepted values and their effect on a style.
struct CaseProperty: Sendable {
  /// A description of the accepted values, for messages.
  let expected: String
  let apply: @Sendable (inout LayoutStyle, Substring) throws(CaseFault) -> Void

  /// All longhands by name, without logical ones.
  static let all: [String: CaseProperty] = {
    var all: [String: CaseProperty] = [:]
    for group in [sizes, sides, flexibility, keywords, alignments, others, grid] {
      all.merge(group) { first, _ in first }
    }
    return all
  }()

  /// The names of all longhands, including logical ones.
  static let names = (Array(all.keys) + logical.keys).sorted()

  // MARK: Types of properties

  private typealias Path<Value> = WritableKeyPath<LayoutStyle, Value> & Sendable

  private static func words(_ known: [String], before: String = "") -> String {
    let list = known.joined(separator: ", ")
    return before.isEmpty ? "one of \(list)" : known.isEmpty ? before : "\(before), or \(list)"
  }

  private static func length(
    _ path: Path<Length>, _ known: KeyValuePairs<String, Length>, allowsNegative: Bool = false
  ) -> CaseProperty {
    let table = Dictionary(uniqueKeysWithValues: known.map { ($0.key, $0.value) })
    let expected = words(known.map(\.key), before: "a length in px or a percentage")
    return CaseProperty(expected: allowsNegative ? expected : expected + "; not negative") {
      (style, word) throws(CaseFault) in
      style[keyPath: path] = try CaseValue.length(word, keywords: table, allowsNegative: allowsNegative)
    }
  }

  private static func keyword<Value: Sendable>(
    _ path: Path<Value>, _ known: KeyValuePairs<String, Value>
  ) -> CaseProperty {
    let table = Dictionary(uniqueKeysWithValues: known.map { ($0.key, $0.value) })
    let names = known.map(\.key)
    return CaseProperty(expected: words(names)) { (style, word) throws(CaseFault) in
      guard let value = table[String(word)] else {
        throw CaseFault(.unknownKeyword(String(word), known: names), at: word)
      }
      style[keyPath: path] = value
    }
  }

  private static func alignment(_ path: Path<Alignment>, _ known: [String], safe: [String]) -> CaseProperty {
    CaseProperty(expected: words(known) + "; 'safe' or 'unsafe' before a position") {
      (style, value) throws(CaseFault) in
      var word = value
      var safety = Alignment.Safety.normal
      for (prefix, kind) in [("safe ", Alignment.Safety.safe), ("unsafe ", .unsafe)]
      where value.hasPrefix(prefix) {
        safety = kind
        word = CaseValue.trimmed(value.dropFirst(prefix.count))
      }
      let allowed = safety == .normal ? known : safe
      guard allowed.contains(String(word)), let keyword = alignmentKeywords[String(word)] else {
        throw CaseFault(.unknownKeyword(String(word), known: allowed), at: word)
      }
      style[keyPath: path] = Alignment(keyword, safety: safety)
    }
  }

  private static func number(_ path: Path<Float>) -> CaseProperty {
    CaseProperty(expected: "a number; not negative") { (style, word) throws(CaseFault) in
      style[keyPath: path] = try CaseValue.plainNumber(word)
    }
  }

  // MARK: Groups

  /// CSS Sizing 3 §3, CSS Align 3 §8, CSS Flexbox 1 §7.2.3.
  private static let sizes: [String: CaseProperty] = {
    let automatic: KeyValuePairs<String, Length> = [
      "auto": .auto, "min-content": .minContent, "max-content": .maxContent, "fit-content": .fitContent,
      "stretch": .stretch, "-webkit-fill-available": .stretch,
    ]
    let most: KeyValuePairs<String, Length> = [
      "none": .none, "min-content": .minContent, "max-content": .maxContent, "fit-content": .fitContent,
      "stretch": .stretch, "-webkit-fill-available": .stretch,
    ]
    let basis: KeyValuePairs<String, Length> = [
      "auto": .auto, "content": .content, "min-content": .minContent, "max-content": .maxContent,
      "fit-content": .fitContent, "stretch": .stretch, "-webkit-fill-available": .stretch,
    ]
    return [
      "width": length(\.size.width, automatic), "height": length(\.size.height, automatic),
      "min-width": length(\.minSize.width, automatic), "min-height": length(\.minSize.height, automatic),
      "max-width": length(\.maxSize.width, most), "max-height": length(\.maxSize.height, most),
      "flex-basis": length(\.flexBasis, basis),
      "row-gap": length(\.gap.height, ["normal": .auto]),
      "column-gap": length(\.gap.width, ["normal": .auto]),
    ]
  }()

  /// CSS Position 3 §3, CSS Box 4.
  private static let sides: [String: CaseProperty] = {
    func border(_ path: Path<Float>) -> CaseProperty {
      CaseProperty(expected: "a length in px; not negative") { (style, word) throws(CaseFault) in
        guard case .points(let width) = try CaseValue.length(word, allowsPercent: false) else { return }
        style[keyPath: path] = width
      }
    }
    return [
      "top": length(\.inset.top, ["auto": .auto], allowsNegative: true),
      "right": length(\.inset.right, ["auto": .auto], allowsNegative: true),
      "bottom": length(\.inset.bottom, ["auto": .auto], allowsNegative: true),
      "left": length(\.inset.left, ["auto": .auto], allowsNegative: true),
      "margin-top": length(\.margin.top, ["auto": .auto], allowsNegative: true),
      "margin-right": length(\.margin.right, ["auto": .auto], allowsNegative: true),
      "margin-bottom": length(\.margin.bottom, ["auto": .auto], allowsNegative: true),
      "margin-left": length(\.margin.left, ["auto": .auto], allowsNegative: true),
      "padding-top": length(\.padding.top, [:]), "padding-right": length(\.padding.right, [:]),
      "padding-bottom": length(\.padding.bottom, [:]), "padding-left": length(\.padding.left, [:]),
      "border-top-width": border(\.border.top), "border-right-width": border(\.border.right),
      "border-bottom-width": border(\.border.bottom), "border-left-width": border(\.border.left),
    ]
  }()

  /// CSS Flexbox 1 §5.4 and §7, CSS Flexbox 2 §5.3.
  private static let flexibility: [String: CaseProperty] = [
    "flex-grow": number(\.flexGrow), "flex-shrink": number(\.flexShrink),
    "order": CaseProperty(expected: "a whole number") { (style, word) throws(CaseFault) in
      style.order = Int32(try CaseValue.integer(word, clamped: Int(Int32.min)...Int(Int32.max)))
    },
    "flex-line-count": CaseProperty(expected: "a whole number from 1") { (style, word) throws(CaseFault) in
      style.flexLineCount = UInt16(try CaseValue.integer(word, clamped: 0...Int(UInt16.max), least: 1))
    },
    "flex-direction": keyword(
      \.flexDirection,
      ["row": .row, "row-reverse": .rowReverse, "column": .column, "column-reverse": .columnReverse]),
    "flex-wrap": keyword(
      \.flexWrap,
      [
        "nowrap": .nowrap, "wrap": .wrap, "wrap-reverse": .wrapReverse, "balance": .balance,
        "wrap balance": .balance, "wrap-reverse balance": .balanceReverse,
      ]),
  ]

  private static let keywords: [String: CaseProperty] = {
    let overflows: KeyValuePairs<String, Overflow> = [
      "visible": .visible, "clip": .clip, "hidden": .hidden, "scroll": .scroll, "auto": .auto,
    ]
    return [
      "display": keyword(
        \.display,
        [
          "block": .block, "flow-root": .flowRoot, "flex": .flex, "grid": .grid, "contents": .contents,
          "none": .none,
        ]),
      "position": keyword(
        \.position,
        [
          "static": .static, "relative": .relative, "absolute": .absolute, "fixed": .fixed,
          "sticky": .sticky,
        ]),
      "direction": keyword(\.direction, ["ltr": .leftToRight, "rtl": .rightToLeft]),
      "writing-mode": keyword(
        \.writingMode,
        [
          "horizontal-tb": .horizontal, "vertical-lr": .verticalLeftToRight,
          "vertical-rl": .verticalRightToLeft,
        ]),
      "box-sizing": keyword(\.boxSizing, ["content-box": .contentBox, "border-box": .borderBox]),
      "overflow-x": keyword(\.overflow.width, overflows), "overflow-y": keyword(\.overflow.height, overflows),
      "float": keyword(\.float, ["none": .none, "left": .left, "right": .right]),
      "clear": keyword(\.clear, ["none": .none, "left": .left, "right": .right, "both": .both]),
      "text-align": keyword(
        \.blockAlignment, ["-webkit-left": .left, "-webkit-right": .right, "-webkit-center": .center]),
    ]
  }()

  /// CSS Align 3 §4 to §6.
  private static let alignments: [String: CaseProperty] = {
    let positions = ["center", "start", "end", "flex-start", "flex-end"]
    let ownPositions = positions + ["self-start", "self-end"]
    let baselines = ["baseline", "first baseline", "last baseline"]
    let distributed = ["stretch", "space-between", "space-around", "space-evenly"]
    let leftAndRight = ["left", "right"]
    return [
      "justify-content": alignment(
        \.justifyContent, ["normal"] + distributed + positions + leftAndRight,
        safe: positions + leftAndRight),
      "align-content": alignment(
        \.alignContent, ["normal"] + baselines + distributed + positions, safe: positions),
      "justify-items": alignment(
        \.justifyItems, ["normal", "stretch"] + baselines + ownPositions + leftAndRight,
        safe: ownPositions + leftAndRight),
      "align-items": alignment(
        \.alignItems, ["normal", "stretch"] + baselines + ownPositions, safe: ownPositions),
      "justify-self": alignment(
        \.justifySelf, ["auto", "normal", "stretch"] + baselines + ownPositions + leftAndRight,
        safe: ownPositions + leftAndRight),
      "align-self": alignment(
        \.alignSelf, ["auto", "normal", "stretch"] + baselines + ownPositions, safe: ownPositions),
    ]
  }()

  private static let alignmentKeywords: [String: Alignment.Keyword] = [
    "auto": .auto, "normal": .normal, "stretch": .stretch, "start": .start, "end": .end,
    "flex-start": .flexStart, "flex-end": .flexEnd, "self-start": .selfStart, "self-end": .selfEnd,
    "center": .center, "left": .left, "right": .right, "baseline": .baseline, "first baseline": .baseline,
    "last baseline": .lastBaseline, "space-between": .spaceBetween, "space-around": .spaceAround,
    "space-evenly": .spaceEvenly,
  ]

  private static let others: [String: CaseProperty] = [
    "aspect-ratio": CaseProperty(expected: "auto, or a ratio such as 16 / 9") {
      (style, value) throws(CaseFault) in
      if value == "auto" { return }
      let parts = CaseValue.words(value, separator: "/")
      guard parts.count <= 2, let first = parts.first, !first.isEmpty else {
        throw CaseFault(.badForm(String(value)), at: value)
      }
      let width = try CaseValue.plainNumber(first)
      style.aspectRatio = width / (parts.count > 1 ? try CaseValue.plainNumber(parts[1]) : 1)
    },
    "contain": CaseProperty(expected: "none, strict, content, or some of size, layout, paint and style") {
      (style, value) throws(CaseFault) in
      let words = CaseValue.words(value)
      for (index, word) in words.enumerated() {
        if words[..<index].contains(word) { throw CaseFault(.badForm(String(value)), at: word) }
        switch word {
        case "layout": style.contain.insert(.layout)
        case "paint": style.contain.insert(.paint)
        case "size": style.contain.insert(.size)
        case "style": break
        case "none" where words.count == 1: break
        case "content" where words.count == 1: style.contain.formUnion([.layout, .paint])
        case "strict" where words.count == 1: style.contain.formUnion([.layout, .paint, .size])
        case "none", "content", "strict": throw CaseFault(.badForm(String(value)), at: value)
        default:
          let known = ["none", "strict", "content", "size", "layout", "paint", "style"]
          throw CaseFault(.unknownKeyword(String(word), known: known), at: word)
        }
      }
    },
  ]

  private static let grid: [String: CaseProperty] = GridStyle.caseProperties.mapValues { property in
    CaseProperty(expected: property.expected) { (style, value) throws(CaseFault) in
      var grid = style.grid
      try property.apply(&grid, value)
      style.grid = grid
    }
  }
}
