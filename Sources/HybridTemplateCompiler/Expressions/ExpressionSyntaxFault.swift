import HybridSource

/// A fault of a script (`Documentation/template-format.md`, *Expressions*), as a fact.
enum ExpressionSyntaxFault: Error, Hashable, Sendable {
  // Errors.
  case empty
  case illegalCharacter(String)
  case lonely(String)
  case badNumber(String)
  case badEscape(String)
  case unterminatedString
  case unexpected(String)
  case unclosed(String)
  case missingOperand(String)
  case missingColon
  case missingQuestion
  case callBeginsWithSymbol(String)
  case missingArgument
  case severalValues
  case semicolonInside
  case nothingToContinue(String)
  case missingWord
  case missingCondition
  case missingBody
  case assignsResult
  case divisionByZero
  case tooDeep(Int)
  case tooLarge(String, Int, limit: Int)

  // Warnings.
  case noCode
  case leftOver(Int)
  case operandsLost(String)
  case misplaced(String)
  case unaryMinus
  case constantCondition(Bool)
  case constantLogic(String)
  case floatComparison
  case floatModulo
  case emptyAsNull
  case colorLength(Int)
  case continuesOther
  case tooManyRegisters(Int)
  case writesData(String)

  /// A stable name of a kind of diagnostic. `Documentation/template-diagnostics.md` explains each.
  enum Code: String, CaseIterable, Sendable {
    case argument = "expression.argument"
    case assignment = "expression.assignment"
    case badToken = "expression.bad-token"
    case color = "expression.color"
    case constant = "expression.constant"
    case continuation = "expression.continuation"
    case divisionByZero = "expression.division-by-zero"
    case empty = "expression.empty"
    case leftOver = "expression.left-over"
    case missingOperand = "expression.missing-operand"
    case operandsLost = "expression.operands-lost"
    case registers = "expression.registers"
    case ternary = "expression.ternary"
    case tooLarge = "expression.too-large"
    case unaryMinus = "expression.unary-minus"
    case unclosed = "expression.unclosed"
    case unexpected = "expression.unexpected"
    case writesData = "expression.writes-data"
  }

  var severity: Severity {
    switch self {
    case .noCode, .leftOver, .operandsLost, .misplaced, .unaryMinus, .constantCondition, .constantLogic,
      .floatComparison, .floatModulo, .emptyAsNull, .colorLength, .continuesOther, .tooManyRegisters,
      .writesData:
      .warning
    default: .error
    }
  }

  var code: Code {
    switch self {
    case .empty, .noCode: .empty
    case .illegalCharacter, .lonely, .badNumber, .badEscape: .badToken
    case .unterminatedString, .unclosed: .unclosed
    case .unexpected, .semicolonInside, .missingWord, .missingCondition, .missingBody: .unexpected
    case .missingOperand, .misplaced: .missingOperand
    case .missingColon, .missingQuestion: .ternary
    case .callBeginsWithSymbol, .missingArgument, .severalValues: .argument
    case .nothingToContinue, .continuesOther: .continuation
    case .assignsResult: .assignment
    case .divisionByZero: .divisionByZero
    case .tooDeep, .tooLarge: .tooLarge
    case .leftOver: .leftOver
    case .operandsLost: .operandsLost
    case .unaryMinus: .unaryMinus
    case .constantCondition, .constantLogic, .floatComparison, .floatModulo, .emptyAsNull: .constant
    case .colorLength: .color
    case .tooManyRegisters: .registers
    case .writesData: .writesData
    }
  }
}

/// The messages for the template author.
extension ExpressionSyntaxFault {
  /// One sentence without a full stop.
  var message: String {
    switch self {
    case .empty: "the script is empty"
    case .illegalCharacter(let text): "'\(text)' is not allowed in scripts"
    case .lonely(let sign): "a single '\(sign)' is not an operator"
    case .badNumber(let text): "'\(text.shortened)' is not a 32-bit number"
    case .badEscape(let text): "'\(text)' is not an escape sequence"
    case .unterminatedString: "the quote of this text is never closed"
    case .unexpected(let text): "'\(text.shortened)' is not expected here"
    case .unclosed(let sign): "'\(sign)' is never closed"
    case .missingOperand(let sign): "an operand of '\(sign)' is missing"
    case .missingColon: "'?' has no ':'"
    case .missingQuestion: "':' has no '?'"
    case .callBeginsWithSymbol(let sign): "the arguments of a call cannot begin with '\(sign)'"
    case .missingArgument: "a value is missing here"
    case .severalValues: "one value is expected here, not several"
    case .semicolonInside: "';' is not allowed inside parentheses"
    case .nothingToContinue(let sign): "'\(sign)' must follow a call or an index"
    case .missingWord: "a name is missing after '.'"
    case .missingCondition: "'(' is missing after 'if'"
    case .missingBody: "'{' is missing"
    case .assignsResult: "a value cannot be assigned to a result"
    case .divisionByZero: "a division by zero"
    case .tooDeep(let limit): "the script is nested more than \(limit) deep"
    case .tooLarge(let what, let count, let limit): "\(count) \(what); phones read \(limit)"
    case .noCode: "the script does nothing"
    case .leftOver(let count):
      "\(count) values follow each other without an operator; unused ones are dropped"
    case .operandsLost(let sign): "'\(sign)' does not work on these constants; both are dropped"
    case .misplaced(let sign): "'\(sign)' has no operand after it and takes the one before it"
    case .unaryMinus: "'-' is a sign here, not a subtraction"
    case .constantCondition(let isTrue):
      "the condition is always \(isTrue ? "true" : "false"), but the body runs in any case"
    case .constantLogic(let sign): "'\(sign)' of two constants is always 0"
    case .floatComparison: "a comparison of constants with a point gives 1.0 or 0.0"
    case .floatModulo: "'%' of constants with a point is always 0"
    case .emptyAsNull: "an empty text is joined as 'null'"
    case .colorLength(let count): "a color of \(count) digits is 0, transparent black"
    case .continuesOther: "this continues from the last result, not from the value before it"
    case .tooManyRegisters(let count): "the script needs \(count) registers; phones have 20"
    case .writesData(let path): "'\(path)' is not changed: scripts cannot write to the data"
    }
  }

  /// The fix, if there is one.
  var hint: String? {
    switch self {
    case .empty, .noCode: "write a statement such as ${this.name=1}, or remove the attribute"
    case .lonely(let sign): "write '\(sign)\(sign)'"
    case .badNumber(let text): text.contains("x") || text.contains("X") ? "the largest is 0x7fffffff" : nil
    case .badEscape: "there are \\\\ and \\'"
    case .unterminatedString: "add \"'\""
    case .unclosed(let sign):
      ["(": "add ')'", "[": "add ']'", "{": "add '}'"][sign]
    case .missingOperand: "put a signed operand in parentheses"
    case .missingColon: "write condition ? yes : no, with a choice inside it in parentheses"
    case .missingQuestion: "write condition ? yes : no, with a choice inside it in parentheses"
    case .callBeginsWithSymbol: "assign the argument first, or put a value before it: 0-1 for -1"
    case .missingWord: nil
    case .missingCondition: "write if(condition){…}"
    case .missingBody: "write if(condition){…}else{…}"
    case .assignsResult: "assign to a variable"
    case .leftOver: "join them with an operator, or put ';' between them"
    case .misplaced: "put the signed operand in parentheses"
    case .unaryMinus: "put the part before it in parentheses"
    case .constantLogic: "write the result"
    case .floatComparison, .floatModulo: "write whole numbers"
    case .colorLength: "write #rrggbb or #rrggbbaa"
    case .tooManyRegisters: "split the script into several"
    default: nil
    }
  }
}
