/// The code of one expression: instructions, in the order of the file (`Documentation/template-format.md`,
/// *Code*).
package struct Script: Hashable, Sendable {
  /// The instructions.
  package var instructions: [ScriptInstruction] = []
  /// Bytes of code.
  package var size: Int

  /// Decodes bytecode, whose numbers are little-endian. Any bytes are safe: invalid ones throw, and never
  /// trap.
  ///
  /// Jumps of accepted code lead to the start of an instruction or to the end.
  /// - Complexity: O(*n*) in the bytes.
  package init(decoding code: [UInt8]) throws(TemplateCodingError) {
    size = code.count
    var reader = ScriptReader(code: code)
    var isStart = [Bool](repeating: false, count: code.count + 1)
    isStart[code.count] = true
    while reader.offset < code.count {
      isStart[reader.offset] = true
      instructions.append(try reader.instruction())
    }
    for instruction in instructions {
      guard let target = instruction.target else { continue }
      guard isStart.indices.contains(target), isStart[target] else {
        throw TemplateCodingError(.target(target), offset: instruction.offset)
      }
    }
  }
}

extension ScriptOpcode {
  /// Whether it takes two operands and a byte with their kinds.
  package var isBinary: Bool {
    switch self {
    case .ternary, .minus, .not, .call, .jump, .jumpIfFalse, .index: false
    default: true
    }
  }
}

private struct ScriptReader {
  private enum Kind: UInt8 { case variable, int, float, string, register }

  /// The kinds for the pair codes 0 to 15.
  private static let pairs: [(Kind, Kind)] = [
    (.variable, .variable), (.variable, .int), (.variable, .float), (.variable, .string),
    (.variable, .register), (.int, .variable), (.int, .register), (.float, .variable), (.float, .register),
    (.string, .variable), (.string, .register), (.register, .variable), (.register, .int),
    (.register, .float), (.register, .string), (.register, .register),
  ]

  let code: [UInt8]
  private(set) var offset = 0

  init(code: [UInt8]) { self.code = code }

  mutating func instruction() throws(TemplateCodingError) -> ScriptInstruction {
    let start = offset
    let number = try byte()
    guard let opcode = ScriptOpcode(rawValue: number) else {
      throw TemplateCodingError(.opcode(Int(number)), offset: start)
    }
    var instruction = ScriptInstruction(offset: start, opcode: opcode, operands: [])
    // A result in an operand's register is not named again.
    var namesResult = true
    switch opcode {
    case .jump:
      instruction.target = Int(try word())
      namesResult = false
    case .jumpIfFalse:
      instruction.target = Int(try word())
      instruction.operands = [try taggedOperand()]
      namesResult = false
    case .call:
      instruction.operands = [try variable()]
      for _ in 0..<(try byte()) { instruction.operands.append(try taggedOperand()) }
    case .index:
      instruction.operands = [try variable(), try taggedOperand()]
    case .minus, .not:
      let operand = try taggedOperand()
      switch operand {
      case .variable: break
      case .register: namesResult = false
      case .int, .float, .string: throw TemplateCodingError(.badKind(Int(code[start + 1])), offset: start + 1)
      }
      instruction.operands = [operand]
    case .ternary:
      let kinds = Int(try byte()) | Int(try byte()) << 8
      for place in 0..<3 {
        guard let kind = Kind(rawValue: UInt8(kinds >> (3 * place) & 7)), kinds >> 9 == 0,
          place > 0 || kind == .variable || kind == .register
        else { throw TemplateCodingError(.badKind(kinds), offset: start + 1) }
        if kind == .register { namesResult = false }
        instruction.operands.append(try operand(kind))
      }
    default:
      let pair = Int(try byte())
      guard pair < Self.pairs.count else { throw TemplateCodingError(.badKind(pair), offset: start + 1) }
      let (left, right) = Self.pairs[pair]
      instruction.operands = [try operand(left), try operand(right)]
      namesResult = left != .register && right != .register
    }
    if namesResult { instruction.result = Int(try byte()) }
    return instruction
  }

  private mutating func taggedOperand() throws(TemplateCodingError) -> ScriptOperand {
    let number = try byte()
    guard let kind = Kind(rawValue: number) else {
      throw TemplateCodingError(.badKind(Int(number)), offset: offset - 1)
    }
    return try operand(kind)
  }

  private mutating func operand(_ kind: Kind) throws(TemplateCodingError) -> ScriptOperand {
    switch kind {
    case .variable: try variable()
    case .int: .int(Int32(bitPattern: try word()))
    case .float: .float(try word())
    case .string: .string(StringID(rawValue: Int32(bitPattern: try word())))
    case .register: .register(Int32(bitPattern: try word()))
    }
  }

  private mutating func variable() throws(TemplateCodingError) -> ScriptOperand {
    let object = Int32(bitPattern: try word())
    var words: [StringID] = []
    for _ in 0..<(try byte()) { words.append(StringID(rawValue: Int32(bitPattern: try word()))) }
    return .variable(object: object, words: words)
  }

  private mutating func byte() throws(TemplateCodingError) -> UInt8 {
    guard offset < code.count else { throw TemplateCodingError(.truncated, offset: offset) }
    defer { offset += 1 }
    return code[offset]
  }

  private mutating func word() throws(TemplateCodingError) -> UInt32 {
    guard code.count - offset >= 4 else { throw TemplateCodingError(.truncated, offset: offset) }
    defer { offset += 4 }
    return (0..<4).reduce(0) { $0 | UInt32(code[offset + $1]) << UInt32(8 * $1) }
  }
}
