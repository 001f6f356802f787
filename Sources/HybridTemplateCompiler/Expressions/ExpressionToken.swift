/// A token of a script (`Documentation/template-format.md`, *Tokens*).
struct ExpressionToken: Hashable {
  enum Kind: Hashable {
    case int(Int32)
    /// The bits.
    case float(UInt32)
    /// A literal: its position in ``CompiledScript/strings``, -1 for the empty one.
    case string(Int)
    /// The id of a name.
    case word(Int32)
    case symbol(ScriptSymbol)
    /// The end of the script.
    case end
  }

  var kind: Kind
  /// The range in the attribute value.
  var range: Range<Int>

  func isSymbol(_ symbol: ScriptSymbol) -> Bool { kind == .symbol(symbol) }

  /// Whether an operand ends with it, so that a following `-` should be a subtraction.
  var endsOperand: Bool {
    switch kind {
    case .int, .float, .string, .word, .symbol(.rightParenthesis), .symbol(.rightBracket): true
    case .symbol, .end: false
    }
  }
}

/// The symbols of scripts.
enum ScriptSymbol: String, Hashable, CaseIterable {
  case hash = "#"
  case at = "@"
  case dot = "."
  case leftParenthesis = "("
  case rightParenthesis = ")"
  case question = "?"
  case colon = ":"
  case semicolon = ";"
  case comma = ","
  case leftBrace = "{"
  case rightBrace = "}"
  case leftBracket = "["
  case rightBracket = "]"
  case plus = "+"
  case minus = "-"
  case star = "*"
  case slash = "/"
  case percent = "%"
  case not = "!"
  case assign = "="
  case greater = ">"
  case less = "<"
  case addAssign = "+="
  case subtractAssign = "-="
  case multiplyAssign = "*="
  case divideAssign = "/="
  case moduloAssign = "%="
  case notEqual = "!="
  case equal = "=="
  case greaterOrEqual = ">="
  case lessOrEqual = "<="
  case and = "&&"
  case or = "||"

  /// The operator that it denotes; `-` denotes subtraction.
  var asOperator: ScriptOperator? {
    switch self {
    case .plus: .add
    case .minus: .subtract
    case .star: .multiply
    case .slash: .divide
    case .percent: .modulo
    case .leftParenthesis: .leftParenthesis
    case .rightParenthesis: .rightParenthesis
    case .assign: .assign
    case .question: .question
    case .colon: .colon
    case .not: .not
    case .greater: .greater
    case .less: .less
    case .greaterOrEqual: .greaterOrEqual
    case .lessOrEqual: .lessOrEqual
    case .equal: .equal
    case .notEqual: .notEqual
    case .addAssign: .addAssign
    case .subtractAssign: .subtractAssign
    case .multiplyAssign: .multiplyAssign
    case .divideAssign: .divideAssign
    case .moduloAssign: .moduloAssign
    case .and: .and
    case .or: .or
    case .semicolon: .end
    case .hash, .at, .dot, .comma, .leftBrace, .rightBrace, .leftBracket, .rightBracket: nil
    }
  }
}
