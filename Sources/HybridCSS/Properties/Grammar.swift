/// The grammar of a longhand's value: ``ValueReader/takeValue(of:)`` reads it, diagnostics describe it.
indirect enum Grammar: Sendable {
  /// One of these; the value is the index.
  case keywords([String])
  /// A length or percentage, or one of these.
  case length(LengthRange, [String])
  /// A length or percentage that is not negative, or one of these.
  case size([SizeKeyword])
  /// A number, or one of these.
  case number(nonNegative: Bool, [String])
  /// An integer, or one of these.
  case integer(atLeast: Int, [String])
  /// A colour, or one of these.
  case color([String])
  /// A time.
  case time(nonNegative: Bool)
  /// An alignment.
  case alignment(AlignmentGrammar)
  /// A comma-separated list.
  case commaList(Grammar)
  /// Shadows of boxes or of text, separated by commas, or `none`.
  case shadows(isBox: Bool)
  /// Any other value: its description, its keywords, whether it has lengths among other values, and its
  /// reader.
  case special(
    String, [String], hasLengths: Bool = false, @Sendable (inout ValueReader) -> SpecifiedValue?)

  static func keywords<K: KeywordValue>(_ type: K.Type) -> Grammar { .keywords(K.allCases.map(\.rawValue)) }
}

extension Grammar {
  /// A description of the accepted value, for the author.
  var expectation: String {
    switch self {
    case .keywords(let names): Self.choice(names)
    case .length(let range, let names):
      (range.contains(.negative) ? "a length" : "a length of at least zero")
        + (range.contains(.percent) ? " or percentage" : "") + Self.alternatives(names)
    case .size(let names):
      "a length or percentage of at least zero"
        + Self.alternatives(names.map(\.rawValue).filter { !$0.hasPrefix("-") })
    case .number(let nonNegative, let names):
      (nonNegative ? "a number of at least zero" : "a number") + Self.alternatives(names)
    case .integer(let least, let names):
      (least == .min ? "an integer" : "an integer of at least \(least)") + Self.alternatives(names)
    case .color(let names): "a color" + Self.alternatives(names)
    case .time: "a time"
    case .alignment: "an alignment"
    case .commaList(let element): "a comma-separated list, each item " + element.expectation
    case .shadows: "shadows separated by commas, or 'none'"
    case .special(let words, _, _, _): words
    }
  }

  /// The keywords that the grammar contains.
  var keywordNames: [String] {
    switch self {
    case .keywords(let names), .length(_, let names), .number(_, let names), .integer(_, let names),
      .special(_, let names, _, _):
      names
    case .shadows: ["none"]
    case .color(let names): names + namedColors.keys.sorted() + ["transparent", "currentcolor"]
    case .size(let names): names.map(\.rawValue)
    case .time: []
    case .alignment(let grammar): grammar.names
    case .commaList(let element): element.keywordNames
    }
  }

  /// Whether it takes lengths, so that a number may lack its unit.
  var takesLengths: Bool {
    switch self {
    case .length, .size, .shadows: true
    case .special(_, _, let hasLengths, _): hasLengths
    case .keywords, .number, .integer, .color, .time, .alignment, .commaList: false
    }
  }

  /// Whether the value is a list of shadows.
  var isShadows: Bool { if case .shadows = self { true } else { false } }

  private static func choice(_ names: [String]) -> String {
    let shown = names.filter { !$0.hasPrefix("-") }
    guard shown.count > 1, let last = shown.last else { return shown.map { "'\($0)'" }.joined() }
    return shown.dropLast().map { "'\($0)'" }.joined(separator: ", ") + " or '\(last)'"
  }

  private static func alternatives(_ names: [String]) -> String {
    names.isEmpty ? "" : ", or " + choice(names)
  }
}
