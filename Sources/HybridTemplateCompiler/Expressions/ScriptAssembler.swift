import HybridUnits

/// Applies operators to operands: constants are folded, everything else becomes code
/// (`Documentation/template-format.md`, *Code*).
struct ScriptAssembler {
  typealias Failure = ScriptLexer.Failure
  typealias Operator = ScriptParser.Operator

  private let value: [UInt8]
  private var operands: [CodeOperand] = []
  /// The code so far.
  var code = CodeBuffer()
  private(set) var warnings: [(fault: ExpressionSyntaxFault, range: Range<Int>)] = []
  /// Bytes of all texts made by joining constants.
  private var joinedBytes = 0

  /// Nothing yet of a script.
  init(_ value: [UInt8]) { self.value = value }

  // MARK: Operands

  /// The number of operands.
  var count: Int { operands.count }

  mutating func push(_ operand: CodeOperand) { operands.append(operand) }

  mutating func pop() -> CodeOperand { operands.removeLast() }

  mutating func drop(_ count: Int) { operands.removeLast(count) }

  // MARK: Faults

  mutating func warn(_ fault: ExpressionSyntaxFault, _ range: Range<Int>) {
    if warnings.count < 100 { warnings.append((fault, range)) }
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: value[range], as: UTF8.self) }

  private func failure(_ fault: ExpressionSyntaxFault, _ applied: Operator) -> Failure {
    Failure(fault: fault, range: applied.range)
  }

  /// Applies an operator to the operands above a base; of a conditional operator, when both signs were read.
  mutating func apply(
    _ applied: Operator, above base: Int, _ lexer: inout ScriptLexer
  ) throws(Failure) {
    let count = operands.count - base
    switch applied.kind {
    case .minus, .not:
      guard count >= 1 else { throw failure(.missingOperand(text(applied.range)), applied) }
      warnIfMisplaced(applied)
      unary(applied)
    case .colon:
      guard count >= 3 else { throw failure(.missingOperand("?:"), applied) }
      ternary()
    default:
      guard count >= 2 else { throw failure(.missingOperand(text(applied.range)), applied) }
      warnIfMisplaced(applied)
      try binary(applied, &lexer)
    }
  }

  /// Warns of an operator without a right operand: it takes the operands before it, as `*` does in `a=b*-1`.
  private mutating func warnIfMisplaced(_ applied: Operator) {
    if operands.count <= applied.operands { warn(.misplaced(text(applied.range)), applied.range) }
  }

  // MARK: Unary

  private mutating func unary(_ applied: Operator) {
    let value = operands.removeLast()
    let isMinus = applied.kind == .minus
    switch value {
    case .int(let number): operands.append(.int(isMinus ? 0 &- number : number == 0 ? 1 : 0))
    case .float(let bits):
      let number = Float(bitPattern: bits)
      operands.append(isMinus ? .float((-number).bitPattern) : .int(value.isTrue ? 0 : 1))
    case .string: warn(.operandsLost(text(applied.range)), applied.range)
    case .variable, .register:
      code.opcode(isMinus ? .minus : .not)
      code.tagged(value)
      operands.append(value.register == nil ? code.newRegister() : value)
    }
  }

  // MARK: Binary

  private mutating func binary(_ applied: Operator, _ lexer: inout ScriptLexer) throws(Failure) {
    let right = operands.removeLast()
    let left = operands.removeLast()
    let kind = applied.kind
    if kind.isAssignment {
      if left.isConstant { return warn(.operandsLost(text(applied.range)), applied.range) }
      if kind == .assign, left.register != nil { throw failure(.assignsResult, applied) }
      warnOfData(left, applied)
    }
    if left.isConstant, right.isConstant { return try fold(left, right, applied, &lexer) }
    if left.isString || right.isString {
      let isAllowed =
        kind == .add || kind == .equal || left.kind == 0 && (kind == .assign || kind == .addAssign)
      guard isAllowed else { return warn(.operandsLost(text(applied.range)), applied.range) }
    }
    code.opcode(kind.opcode)
    code.byte(ScriptOperator.pairCodes[Int(left.kind) * 5 + Int(right.kind)])
    code.operand(left)
    code.operand(right)
    switch (left.register, right.register) {
    case (nil, nil): operands.append(code.newRegister())
    case (let register?, nil), (nil, let register?): operands.append(.register(register))
    case (let first?, let second?):
      code.free()
      operands.append(.register(min(first, second)))
    }
  }

  /// Writing to the data has no effect on phones (`Documentation/template-data.md`, *Expressions*).
  private mutating func warnOfData(_ left: CodeOperand, _ applied: Operator) {
    guard case .variable(-1, let words) = left, words.count > 1,
      code.words[words.lowerBound] == StringID("data").rawValue
    else { return }
    warn(.writesData("data"), applied.range)
  }

  // MARK: Constants

  private mutating func fold(
    _ left: CodeOperand, _ right: CodeOperand, _ applied: Operator, _ lexer: inout ScriptLexer
  ) throws(Failure) {
    let kind = applied.kind
    switch (left, right) {
    case (.int(let a), .int(let b)):
      if kind == .and || kind == .or { warn(.constantLogic(text(applied.range)), applied.range) }
      guard b != 0 || kind != .divide && kind != .modulo else { throw failure(.divisionByZero, applied) }
      operands.append(.int(fold(a, b, kind)))
    case (.string(_, let a), .string(_, let b)) where kind == .equal: operands.append(.int(a == b ? 1 : 0))
    case (.string, _), (_, .string):
      guard kind == .add else { return warn(.operandsLost(text(applied.range)), applied.range) }
      try join(left, right, applied, &lexer)
    default:
      switch kind {
      case .and, .or: warn(.constantLogic(text(applied.range)), applied.range)
      case .modulo: warn(.floatModulo, applied.range)
      case .greater, .less, .greaterOrEqual, .lessOrEqual, .equal, .notEqual:
        warn(.floatComparison, applied.range)
      default: break
      }
      operands.append(.float(Float(fold(number(left), number(right), kind)).bitPattern))
    }
  }

  /// Folds in 32 bits with wraparound.
  private func fold(_ a: Int32, _ b: Int32, _ kind: ScriptOperator) -> Int32 {
    switch kind {
    case .add: a &+ b
    case .subtract: a &- b
    case .multiply: a &* b
    case .divide: b == -1 ? 0 &- a : a / b
    case .modulo: b == -1 ? 0 : a % b
    default: compares(a, b, kind) ? 1 : 0
    }
  }

  private func fold(_ a: Double, _ b: Double, _ kind: ScriptOperator) -> Double {
    switch kind {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    default: compares(a, b, kind) ? 1 : 0
    }
  }

  /// The result of a comparison; false for other operators.
  private func compares<Number: Comparable>(_ a: Number, _ b: Number, _ kind: ScriptOperator) -> Bool {
    switch kind {
    case .greater: a > b
    case .less: a < b
    case .greaterOrEqual: a >= b
    case .lessOrEqual: a <= b
    case .equal: a == b
    case .notEqual: a != b
    default: false
    }
  }

  private func number(_ value: CodeOperand) -> Double {
    switch value {
    case .int(let number): Double(number)
    case .float(let bits): Double(Float(bitPattern: bits))
    default: 0
    }
  }

  private mutating func join(
    _ left: CodeOperand, _ right: CodeOperand, _ applied: Operator, _ lexer: inout ScriptLexer
  ) throws(Failure) {
    for value in [left, right] where value == .string(-1, id: -1) { warn(.emptyAsNull, applied.range) }
    let bytes = bytes(left, lexer) + bytes(right, lexer)
    joinedBytes += bytes.count
    guard bytes.count <= TemplateLimits.bytesOnPhones, joinedBytes <= 1 << 20 else {
      let fault = ExpressionSyntaxFault.tooLarge(
        "bytes of joined texts", joinedBytes, limit: TemplateLimits.bytesOnPhones)
      throw failure(fault, applied)
    }
    let position = lexer.add(bytes, at: applied.range)
    operands.append(.string(position, id: lexer.strings[position].id))
  }

  private func bytes(_ value: CodeOperand, _ lexer: ScriptLexer) -> [UInt8] {
    switch value {
    case .int(let number): Array(String(number).utf8)
    case .float(let bits): Array(JavaNumbers.sixDecimals(Float(bitPattern: bits)).utf8)
    case .string(let position, _): position < 0 ? Array("null".utf8) : lexer.strings[position].bytes
    case .variable, .register: []
    }
  }

  // MARK: Ternary

  private mutating func ternary() {
    let no = operands.removeLast()
    let yes = operands.removeLast()
    let condition = operands.removeLast()
    if condition.isConstant {
      operands.append(condition.isTrue ? yes : no)
      return
    }
    code.opcode(.ternary)
    let kinds = UInt16(condition.kind) | UInt16(yes.kind) << 3 | UInt16(no.kind) << 6
    code.byte(UInt8(truncatingIfNeeded: kinds))
    code.byte(UInt8(truncatingIfNeeded: kinds >> 8))
    code.operand(condition)
    code.operand(yes)
    code.operand(no)
    let registers = [condition, yes, no].compactMap(\.register)
    guard let least = registers.min() else {
      operands.append(code.newRegister())
      return
    }
    for _ in registers.dropFirst() { code.free() }
    operands.append(.register(least))
  }
}

extension ScriptOperator {
  var isAssignment: Bool {
    switch self {
    case .assign, .addAssign, .subtractAssign, .multiplyAssign, .divideAssign, .moduloAssign: true
    default: false
    }
  }

  /// The instruction of a binary operator.
  var opcode: ScriptOpcode {
    switch self {
    case .subtract: .sub
    case .multiply: .mul
    case .divide: .div
    case .modulo: .mod
    case .assign: .assign
    case .minus: .minus
    case .not: .not
    case .greater: .gt
    case .less: .lt
    case .notEqual: .notEqual
    case .equal: .equal
    case .greaterOrEqual: .ge
    case .lessOrEqual: .le
    case .addAssign: .addAssign
    case .subtractAssign: .subAssign
    case .multiplyAssign: .mulAssign
    case .divideAssign: .divAssign
    case .moduloAssign: .modAssign
    case .and: .and
    case .or: .or
    case .add, .leftParenthesis, .rightParenthesis, .question, .colon, .end: .add
    }
  }
}
