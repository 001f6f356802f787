import HybridSource

/// How an attribute's value is encoded (`Documentation/template-format.md`, *Inputs* and *Values*).
package indirect enum AttributeType: Hashable, Sendable {
  case string, int, float, number, bool, color, flag, type, align, layoutSize, textStyle, dataMode, visibility
  case expression
  case enumeration([EnumValue])
}

/// A name of an `Enum<…>` type and its number.
package struct EnumValue: Hashable, Sendable {
  /// The name as the file has it.
  package var name: String
  /// The number.
  package var value: Int32
}

extension AttributeType {
  /// The types by their names in config files.
  static let named: [(name: String, type: AttributeType)] = [
    ("String", .string), ("Int", .int), ("Float", .float), ("Number", .number), ("Bool", .bool),
    ("Color", .color), ("Flag", .flag), ("Type", .type), ("Align", .align),
    ("LayoutWidthHeight", .layoutSize), ("TextStyle", .textStyle), ("DataMode", .dataMode),
    ("Visibility", .visibility), ("Expr", .expression),
  ]

  /// Why the text of a type is invalid.
  enum Fault: Error, Equatable {
    case unknown(nearest: String?)
    case trailingBlank
    case badValue(String)
  }

  /// Parses a type in the syntax of config files. Nothing is trimmed.
  init(parsing text: String) throws(Fault) {
    if let found = Self.named.first(where: { $0.name == text }) {
      self = found.type
      return
    }
    guard text.hasPrefix("Enum<"), text.hasSuffix(">") else {
      let trimmed = text.filter { $0 != " " && $0 != "\t" && $0 != "\u{C}" }
      if text != trimmed, Self.named.contains(where: { $0.name == trimmed }) || trimmed.hasPrefix("Enum<") {
        throw .trailingBlank
      }
      if text.hasPrefix("Enum") { throw .badValue(text) }
      throw .unknown(nearest: nearest(to: text, in: Self.named.map(\.name) + ["Enum<name:0>"]))
    }
    var values: [EnumValue] = []
    for piece in text.dropFirst(5).dropLast().split(separator: ",", omittingEmptySubsequences: false) {
      let parts = piece.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, let value = Int32(parts[1]) else {
        throw .badValue(String(piece))
      }
      values.append(EnumValue(name: String(parts[0]), value: value))
    }
    self = .enumeration(values)
  }

  /// The noun for a value of this type in messages.
  var noun: String {
    switch self {
    case .string: "text"
    case .int: "a whole number"
    case .float, .number: "a number"
    case .bool: "'true' or 'false'"
    case .color: "a color"
    case .flag: "a list of flags"
    case .type: "a type"
    case .align: "an alignment"
    case .layoutSize: "a size"
    case .textStyle: "a text style"
    case .dataMode: "a data mode"
    case .visibility: "a visibility"
    case .expression: "a script"
    case .enumeration: "a word"
    }
  }

  /// Whether a value may be a binding, which the phone evaluates.
  var acceptsBinding: Bool {
    switch self {
    case .bool, .flag, .type, .dataMode, .expression, .enumeration: false
    default: true
    }
  }

  /// The keywords for values of this type.
  package var words: [String] {
    switch self {
    case .flag: ValueEncoder.flags.map(\.name)
    case .align: ValueEncoder.aligns.map(\.name)
    case .textStyle: ValueEncoder.textStyles.map(\.name)
    case .type: ValueEncoder.types.map(\.name)
    case .dataMode: ValueEncoder.dataModes.map(\.name)
    case .visibility: ValueEncoder.visibilities.map(\.name)
    case .enumeration(let values): values.map(\.name)
    case .layoutSize: ["match_parent", "wrap_content"]
    case .color: Colors.exact.map(\.name) + Colors.anyCase.keys.sorted()
    default: []
    }
  }

  /// The case-insensitive keywords among ``words``.
  package var wordsInAnyCase: [String] {
    switch self {
    case .enumeration: words
    case .color: Colors.anyCase.keys.sorted()
    default: []
    }
  }
}
