import HybridUnits

/// An operand of an operator.
enum CodeOperand: Hashable {
  /// A path of words from an object register, -1 for none. The words are in ``CodeBuffer/words``.
  case variable(object: Int32, words: Range<Int>)
  case int(Int32)
  /// The bits.
  case float(UInt32)
  /// A position in the script's strings and the id; -1 and -1 for the empty literal.
  case string(Int, id: Int32)
  case register(Int32)

  /// The kind's number in the code.
  var kind: UInt8 {
    switch self {
    case .variable: 0
    case .int: 1
    case .float: 2
    case .string: 3
    case .register: 4
    }
  }

  var isConstant: Bool { (1...3).contains(kind) }
  var isString: Bool { kind == 3 }
  /// The truth value of a constant.
  var isTrue: Bool {
    switch self {
    case .int(let number): number != 0
    case .float(let bits): !(Float(bitPattern: bits).magnitude < 1e-7)
    case .string(let position, _): position >= 0
    case .variable, .register: true
    }
  }

  var register: Int32? { if case .register(let number) = self { number } else { nil } }
}

/// The code of a script under construction, and its registers (`Documentation/template-format.md`, *Code*).
/// Numbers are little-endian.
struct CodeBuffer {
  private(set) var bytes: [UInt8] = []
  /// The ids of the words of paths.
  var words: [Int32] = []
  /// Registers in use.
  private(set) var registers: Int32 = 0
  /// The maximum number of registers in use.
  private(set) var mostRegisters: Int32 = 0

  var count: Int { bytes.count }

  mutating func opcode(_ opcode: ScriptOpcode) { bytes.append(opcode.rawValue) }
  mutating func byte(_ byte: UInt8) { bytes.append(byte) }

  mutating func word(_ bits: UInt32) {
    for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
  }

  /// Reserves space for a jump target; returns its position.
  mutating func target() -> Int {
    word(0)
    return bytes.count - 4
  }

  /// Sets a jump target to the current end of the code.
  mutating func patch(_ place: Int) {
    for offset in 0..<4 { bytes[place + offset] = UInt8(truncatingIfNeeded: bytes.count >> (8 * offset)) }
  }

  /// The bytes of a value.
  mutating func operand(_ value: CodeOperand) {
    switch value {
    case .variable(let object, let range): path(object, range)
    case .int(let number): word(UInt32(bitPattern: number))
    case .float(let bits): word(bits)
    case .string(_, let id): word(UInt32(bitPattern: id))
    case .register(let number): word(UInt32(bitPattern: number))
    }
  }

  /// An object register and words.
  mutating func path(_ object: Int32, _ range: Range<Int>) {
    word(UInt32(bitPattern: object))
    bytes.append(UInt8(truncatingIfNeeded: range.count))
    for index in range { word(UInt32(bitPattern: words[index])) }
  }

  /// Writes the number of a value's kind, then the value.
  mutating func tagged(_ value: CodeOperand) {
    bytes.append(value.kind)
    operand(value)
  }

  /// Allocates a register and writes its number.
  mutating func newRegister() -> CodeOperand {
    let register = registers
    registers += 1
    mostRegisters = max(mostRegisters, registers)
    bytes.append(UInt8(truncatingIfNeeded: register))
    return .register(register)
  }

  /// Frees the last register.
  mutating func free() { registers = max(registers - 1, 0) }
}
