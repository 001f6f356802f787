import HybridCompiler
import HybridTemplateCompiler

/// Regular expressions of XML Schema (XML Schema 1.0 part 2 §F) for the values that the compiler accepts for
/// each type (`Documentation/template-format.md`, *Values*). Bounds that a pattern leaves out, such as 32-bit
/// limits, are checked by the compiler.
enum ValuePattern {
  /// The patterns; a value must match one of them. Empty when the type has only words.
  static func patterns(of type: AttributeType) -> [String] {
    switch type {
    case .string: []
    case .int: [whole + unit, "\\s*(true|false)\\s*", binding + unit]
    case .float: [float + unit, binding + unit]
    case .number, .layoutSize: number
    case .bool: [anyCase("true"), anyCase("false")]
    case .color:
      ["#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})", exactBinding] + type.wordsInAnyCase.map(anyCase)
    case .flag: [list(type.words)]
    case .type: []
    case .align, .textStyle: [list(type.words), exactBinding]
    case .dataMode: ["\\s*\\+?0*[12](rp)?\\s*", "\\s*true\\s*"]
    case .visibility:
      ["\\s*(\\+?0*[012]|-0+)(rp)?\\s*", "\\s*(true|false)\\s*"] + fractions + [binding + unit]
    case .enumeration: type.wordsInAnyCase.map(anyCase).uniqued()
    case .expression: ["[$]\\{[\\s\\S]*\\}"]
    }
  }

  private static let whole = "\\s*[+\\-]?\\d+"
  private static let unit = "(rp)?\\s*"
  private static let float =
    "\\s*[+\\-]?(NaN|Infinity|((\\d+\\.?\\d*|\\.\\d+)([eE][+\\-]?\\d+)?|\(hexadecimal))[fFdD]?)\\s*"
  private static let hexadecimal = "0[xX]([0-9a-fA-F]+\\.?|[0-9a-fA-F]*\\.[0-9a-fA-F]+)[pP][+\\-]?\\d+"
  /// Numbers with a decimal point that is not the first character; `.5` is invalid here.
  private static let fractions = [
    "\\s*([+\\-]?\\d+\\.\\d*|[+\\-]\\.\\d+)([eE][+\\-]?\\d+)?[fFdD]?\\s*" + unit,
    "\\s*[+\\-]?0[xX][0-9a-fA-F]*\\.[0-9a-fA-F]*[pP][+\\-]?\\d+[fFdD]?\\s*" + unit,
  ]
  private static let number =
    [whole + unit, "\\s*(true|false)\\s*"] + fractions + [binding + unit]
  /// `${…}` or `@{…}`, not empty.
  private static let exactBinding = "[$@]\\{[\\s\\S]+\\}"
  private static let binding = "\\s*" + exactBinding

  /// Words joined with `|`; trailing empty words are ignored.
  private static func list(_ words: [String]) -> String {
    let word = "\\s*(" + words.map(escaped).joined(separator: "|") + ")\\s*"
    return "\(word)(\\|\(word))*\\|*"
  }

  /// `word` in any letter case.
  static func anyCase(_ word: String) -> String {
    word.map { letter in
      let (upper, lower) = (letter.uppercased(), letter.lowercased())
      return upper != lower && upper.count == 1 && lower.count == 1
        ? "[\(upper)\(lower)]" : escaped(String(letter))
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.map { "\\|.?*+{}()[]-^$".contains($0) && $0 != "$" ? "\\\($0)" : String($0) }.joined()
  }
}
