import HybridUnits

/// Reads a script and writes its code (`Documentation/template-format.md`, *Operators*).
///
/// An operator precedence parser: operands and operators wait on two stacks until an operator of lower
/// precedence follows. Calls, indexes and bodies are read by calling ``run(_:)`` again with stacks of their
/// own, which lie above the outer ones. A ``ScriptAssembler`` has the operands and applies the operators.
struct ScriptParser {
  typealias Failure = ScriptLexer.Failure

  /// One operator on the stack.
  struct Operator {
    var kind: ScriptOperator
    /// The number of operands when it was read.
    var operands: Int
    var range: Range<Int>
  }

  /// The stacks of one parser.
  struct Level {
    /// The base of its operands.
    let operands: Int
    /// The base of its operators.
    let operators: Int
    /// The last token read outside calls, indexes, paths and `if`s.
    var remembered: ExpressionToken?
    /// Whether it may contain sentences, which end with `;`.
    var hasSentences = false
  }

  private let value: [UInt8]
  private var lexer: ScriptLexer
  private var token = ExpressionToken(kind: .end, range: 0..<0)
  private var previous: ExpressionToken?
  /// The operands, and the code made so far.
  private var assembler: ScriptAssembler
  private var operators: [Operator] = []
  private var depth = 0

  private static let depthLimit = 64
  private static let ifID = StringID("if").rawValue
  private static let elseifID = StringID("elseif").rawValue
  private static let elseID = StringID("else").rawValue

  init(_ value: [UInt8]) {
    self.value = value
    lexer = ScriptLexer(value)
    assembler = ScriptAssembler(value)
  }

  /// Compiles the whole script.
  mutating func script() -> CompiledScript {
    var faults: [(fault: ExpressionSyntaxFault, range: Range<Int>)] = []
    do throws(Failure) {
      if lexer.isEmpty { throw Failure(fault: .empty, range: 0..<value.count) }
      try advance()
      var level = newLevel()
      level.hasSentences = true
      try run(&level)
      guard token.kind == .end else { throw unexpected() }
      try finish(&level)
      if assembler.code.count == 0 { warn(.noCode, 0..<value.count) }
      let registers = Int(assembler.code.mostRegisters)
      if registers > 256 {
        throw Failure(fault: .tooLarge("registers", registers, limit: 20), range: 0..<value.count)
      }
      if registers > 20 { warn(.tooManyRegisters(registers), 0..<value.count) }
    } catch {
      faults.append((error.fault, error.range))
    }
    faults += lexer.warnings
    faults += assembler.warnings
    return CompiledScript(code: assembler.code.bytes, strings: lexer.strings, faults: faults)
  }

  // MARK: Tokens and faults

  private mutating func advance() throws(Failure) {
    previous = token
    token = try lexer.next()
  }

  private mutating func warn(_ fault: ExpressionSyntaxFault, _ range: Range<Int>) {
    assembler.warn(fault, range)
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: value[range], as: UTF8.self) }

  /// The failure for an unexpected current token.
  private func unexpected() -> Failure {
    if token.kind == .end { return Failure(fault: .unexpected("}"), range: value.count - 1..<value.count) }
    return Failure(fault: .unexpected(text(token.range)), range: token.range)
  }

  private func newLevel() -> Level {
    Level(operands: assembler.count, operators: operators.count)
  }

  // MARK: Sentences

  /// Reads up to a token that it does not accept, which stays current.
  private mutating func run(_ level: inout Level) throws(Failure) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw Failure(fault: .tooDeep(Self.depthLimit), range: token.range)
    }
    while true {
      switch token.kind {
      case .end: return
      case .int(let number):
        assembler.push(.int(number))
        level.remembered = token
        try advance()
      case .float(let bits):
        assembler.push(.float(bits))
        level.remembered = token
        try advance()
      case .string(let position):
        assembler.push(.string(position, id: position < 0 ? -1 : lexer.strings[position].id))
        level.remembered = token
        try advance()
      case .word(Self.ifID):
        level.remembered = token
        try branches()
      case .word:
        level.remembered = token
        try variable(level)
      case .symbol(.semicolon):
        guard level.hasSentences else { throw Failure(fault: .semicolonInside, range: token.range) }
        level.remembered = token
        try finish(&level)
        try advance()
      case .symbol(let symbol):
        guard var kind = symbol.asOperator else {
          guard symbol == .dot || symbol == .leftBracket else { return }
          level.remembered = token
          try variable(level)
          continue
        }
        if kind == .subtract, isSign(after: level.remembered) {
          kind = .minus
          if previous?.endsOperand == true { warn(.unaryMinus, token.range) }
        }
        level.remembered = token
        guard try take(kind, level) else { return }
        try advance()
      }
    }
  }

  /// `Documentation/template-format.md`, *Operators*.
  private func isSign(after remembered: ExpressionToken?) -> Bool {
    guard let remembered else { return true }
    guard case .symbol(let symbol) = remembered.kind else { return false }
    return symbol != .rightParenthesis && symbol != .hash
  }

  /// Ends a sentence or a value by applying all waiting operators. Operands stay for ``singleValue()``, or
  /// are dropped.
  private mutating func finish(_ level: inout Level) throws(Failure) {
    guard try take(.end, level) else {
      // An unclosed '(' or '?' is on top.
      guard let top = operators.last, operators.count > level.operators else { throw unexpected() }
      throw Failure(
        fault: top.kind == .question ? .missingColon : .unclosed(text(top.range)), range: top.range)
    }
    guard level.hasSentences else { return }
    let count = assembler.count - level.operands
    if count > 1 { warn(.leftOver(count), token.range.isEmpty ? 0..<value.count : token.range) }
    assembler.drop(count)
  }

  /// Reads one value with stacks of its own, up to a token that ends it.
  private mutating func singleValue() throws(Failure) -> CodeOperand {
    let start = token.range
    var level = newLevel()
    try run(&level)
    let end = token
    try finish(&level)
    let count = assembler.count - level.operands
    guard count > 0 else {
      throw Failure(fault: .missingArgument, range: end.range.isEmpty ? start : end.range)
    }
    guard count == 1 else {
      throw Failure(
        fault: .severalValues, range: start.lowerBound..<max(end.range.lowerBound, start.upperBound))
    }
    return assembler.pop()
  }

  // MARK: Operators

  /// Compares an operator with the waiting ones (`Documentation/template-format.md`, *Operators*, *Operator
  /// step*). Returns false if it is not an operator here.
  private mutating func take(_ kind: ScriptOperator, _ level: Level) throws(Failure) -> Bool {
    while true {
      let top = operators.count > level.operators ? operators[operators.count - 1].kind : .end
      switch ScriptOperator.step(top: top, next: kind) {
      case UInt8(ascii: ">"):
        let applied = operators.removeLast()
        try apply(applied, level)
      case UInt8(ascii: "<"):
        operators.append(Operator(kind: kind, operands: assembler.count, range: token.range))
        return true
      case UInt8(ascii: "="):
        // Closes a pair of parentheses; the end operator is never on the stack.
        if kind == .rightParenthesis { operators.removeLast() }
        return true
      default: return false
      }
    }
  }

  /// Applies an operator popped from the stack.
  private mutating func apply(_ applied: Operator, _ level: Level) throws(Failure) {
    switch applied.kind {
    case .question: throw Failure(fault: .missingColon, range: applied.range)
    case .colon:
      guard operators.count > level.operators, operators.last?.kind == .question else {
        throw Failure(fault: .missingQuestion, range: applied.range)
      }
      operators.removeLast()
    default: break
    }
    try assembler.apply(applied, above: level.operands, &lexer)
  }

  // MARK: Paths, calls, indexes

  /// Reads `a.b`, `a.b(…)`, `a.b[…]`, or the continuation of a result: `.b`, `[…]`.
  private mutating func variable(_ level: Level) throws(Failure) {
    let start = token.range
    var object: Int32 = -1
    let firstWord = assembler.code.words.count
    if case .word(let id) = token.kind {
      assembler.code.words.append(id)
      try advance()
    } else {
      let sign = text(token.range)
      guard assembler.code.registers > 0, assembler.count > level.operands else {
        throw Failure(fault: .nothingToContinue(sign), range: token.range)
      }
      object = assembler.code.registers - 1
      if assembler.pop() != .register(object) { warn(.continuesOther, token.range) }
    }
    while token.isSymbol(.dot) {
      try advance()
      guard case .word(let id) = token.kind else {
        throw Failure(fault: .missingWord, range: token.kind == .end ? start : token.range)
      }
      assembler.code.words.append(id)
      try advance()
    }
    let words = firstWord..<assembler.code.words.count
    guard words.count <= TemplateLimits.attributesOnPhones else {
      let fault = ExpressionSyntaxFault.tooLarge(
        "words in a path", words.count, limit: TemplateLimits.attributesOnPhones)
      throw Failure(fault: fault, range: start)
    }
    if token.isSymbol(.leftParenthesis) {
      try call(object, words)
    } else if token.isSymbol(.leftBracket) {
      let bracket = token
      try advance()
      let index = try singleValue()
      guard token.isSymbol(.rightBracket) else { throw notClosed(bracket) }
      try advance()
      assembler.code.opcode(.index)
      assembler.code.path(object, words)
      assembler.code.tagged(index)
      assembler.push(assembler.code.newRegister())
    } else {
      assembler.push(.variable(object: object, words: words))
    }
  }

  private func notClosed(_ sign: ExpressionToken) -> Failure {
    token.kind == .end
      ? Failure(fault: .unclosed(text(sign.range)), range: sign.range) : unexpected()
  }

  private mutating func call(_ object: Int32, _ words: Range<Int>) throws(Failure) {
    let parenthesis = token
    try advance()
    var arguments: [CodeOperand] = []
    if case .symbol(let symbol) = token.kind, symbol != .rightParenthesis {
      throw Failure(fault: .callBeginsWithSymbol(symbol.rawValue), range: token.range)
    }
    if token.kind == .end { throw notClosed(parenthesis) }
    if !token.isSymbol(.rightParenthesis) {
      arguments.append(try singleValue())
      while token.isSymbol(.comma) {
        try advance()
        if token.kind == .end { throw notClosed(parenthesis) }
        arguments.append(try singleValue())
      }
    }
    guard token.isSymbol(.rightParenthesis) else { throw notClosed(parenthesis) }
    guard arguments.count <= TemplateLimits.attributesOnPhones else {
      let fault = ExpressionSyntaxFault.tooLarge(
        "arguments", arguments.count, limit: TemplateLimits.attributesOnPhones)
      throw Failure(fault: fault, range: parenthesis.range)
    }
    try advance()
    assembler.code.opcode(.call)
    assembler.code.path(object, words)
    assembler.code.byte(UInt8(truncatingIfNeeded: arguments.count))
    for argument in arguments { assembler.code.tagged(argument) }
    assembler.push(assembler.code.newRegister())
  }

  // MARK: If

  /// Reads `if(…){…}`, `elseif`s and an `else`. It leaves no operand.
  private mutating func branches() throws(Failure) {
    var ends: [Int] = []
    var test = try condition()
    try body()
    while case .word(let id) = token.kind, id == Self.elseifID || id == Self.elseID {
      assembler.code.opcode(.jump)
      ends.append(assembler.code.target())
      if let place = test { assembler.code.patch(place) }
      test = nil
      if id == Self.elseifID {
        test = try condition()
        try body()
      } else {
        try advance()
        try body()
        break
      }
    }
    if let test { assembler.code.patch(test) }
    for end in ends { assembler.code.patch(end) }
  }

  /// Reads `if(…)`; returns the position of the jump target if there is a test.
  private mutating func condition() throws(Failure) -> Int? {
    let word = token
    try advance()
    let parenthesis = token
    guard token.isSymbol(.leftParenthesis) else { throw Failure(fault: .missingCondition, range: word.range) }
    try advance()
    if token.kind == .end { throw notClosed(parenthesis) }
    let range = token.range
    let value = try singleValue()
    guard token.isSymbol(.rightParenthesis) else { throw notClosed(parenthesis) }
    try advance()
    guard !value.isConstant else {
      warn(.constantCondition(value.isTrue), range)
      return nil
    }
    assembler.code.opcode(.jumpIfFalse)
    let target = assembler.code.target()
    assembler.code.tagged(value)
    return target
  }

  private mutating func body() throws(Failure) {
    let brace = token
    guard token.isSymbol(.leftBrace) else {
      throw Failure(fault: .missingBody, range: token.kind == .end ? previous?.range ?? 0..<0 : token.range)
    }
    try advance()
    var level = newLevel()
    level.hasSentences = true
    try run(&level)
    guard token.isSymbol(.rightBrace) else { throw notClosed(brace) }
    try finish(&level)
    try advance()
  }
}

extension ScriptOperator {
  /// The entry of the precedence matrix, one of `> < = !`.
  static func step(top: ScriptOperator, next: ScriptOperator) -> UInt8 {
    steps[Int(top.rawValue) * precedence.count + Int(next.rawValue)]
  }

  private static let steps = precedence.flatMap { Array($0.utf8) }
}
