import HybridEncoding
import HybridJSON
import HybridUnits

/// Why an expression stopped.
struct ExpressionFault: Error, Hashable, Sendable {
  enum Reason: Hashable, Sendable {
    case register(Int)
    case target(Int)
    case endless
    case divisionByZero
    case notANumber(String)
    case notAnArray(String)
    case notComparable(String, String)
    case noName(String, nearest: String?)
    case noMethod(String)
    case noRoot(String)
    case tooLong
    case malformed
  }

  var reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  var message: String {
    switch reason {
    case .register(let number): "register \(number) is past the last one, 19"
    case .target(let offset): "a jump leads to byte \(offset), where no instruction begins"
    case .endless: "it runs on without an end"
    case .divisionByZero: "it divides by zero"
    case .notANumber(let kind): "it counts with \(kind)"
    case .notAnArray(let kind): "it looks an element up in \(kind), which is not an array"
    case .notComparable(let left, let right): "it compares \(left) with \(right)"
    case .noName(let name, let nearest):
      "there is no component '\(name)' there" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .noMethod(let name): "there is no method '\(name)' there"
    case .noRoot(let name):
      "there is no component '\(name)' in a template whose root has flag_dynamic"
    case .tooLong: "it makes a text of more than a million bytes"
    case .malformed: "its code is malformed"
    }
  }
}

/// Runs one expression of Android's engine (`Documentation/template-data.md`, *Expressions*). A failing
/// instruction stops it; earlier effects remain.
struct VirtualMachine {
  static let registerCount = 20

  /// The component whose expression it is: `this`.
  let component: Int
  private(set) var registers = [ExpressionValue](repeating: .null, count: registerCount)

  init(component: Int) { self.component = component }

  mutating func run(_ script: Script, in runtime: inout TemplateRuntime) throws(ExpressionFault) {
    var next = 0
    var steps = 0
    while next < script.instructions.count {
      steps += 1
      runtime.spend(steps: 1)
      guard steps <= TemplateRuntime.Limit.steps, runtime.hasStepsLeft else {
        throw ExpressionFault(.endless)
      }
      let instruction = script.instructions[next]
      next += 1
      guard let target = try execute(instruction, in: &runtime) else { continue }
      guard let position = Self.position(of: target, in: script) else {
        throw ExpressionFault(.target(target))
      }
      next = position
    }
  }

  /// Instructions are sorted by offset.
  private static func position(of offset: Int, in script: Script) -> Int? {
    if offset == script.size { return script.instructions.count }
    let index = script.instructions.partitioningIndex { $0.offset >= offset }
    return index < script.instructions.count && script.instructions[index].offset == offset ? index : nil
  }

  /// - Returns: The jump target; nil for the next instruction.
  private mutating func execute(
    _ instruction: ScriptInstruction, in runtime: inout TemplateRuntime
  ) throws(ExpressionFault) -> Int? {
    let operands = instruction.operands
    func operand(_ number: Int) throws(ExpressionFault) -> ScriptOperand {
      guard operands.indices.contains(number) else { throw ExpressionFault(.malformed) }
      return operands[number]
    }
    switch instruction.opcode {
    case .jump: return instruction.target
    case .jumpIfFalse:
      let value = try self.value(of: operand(0), in: &runtime)
      return value.isTrue ? nil : instruction.target
    case .minus:
      let value = try self.value(of: operand(0), in: &runtime)
      try keep(value.negated(), of: instruction)
    case .not:
      let value = try self.value(of: operand(0), in: &runtime)
      try keep(value.inverted(), of: instruction)
    case .ternary:
      let condition = try value(of: operand(0), in: &runtime)
      let then = try value(of: operand(1), in: &runtime)
      let otherwise = try value(of: operand(2), in: &runtime)
      try keep(condition.isTrue ? then : otherwise, of: instruction)
    case .assign:
      let value = try self.value(of: operand(1), in: &runtime)
      try write(value, to: operand(0), in: &runtime)
      try keep(value, of: instruction)
    case .addAssign, .subAssign, .mulAssign, .divAssign, .modAssign:
      let left = try value(of: operand(0), in: &runtime)
      let right = try value(of: operand(1), in: &runtime)
      let value = try left.combined(with: right, by: instruction.opcode.withoutAssignment)
      try write(value, to: operand(0), in: &runtime)
      try keep(value, of: instruction)
    case .call:
      var arguments: [ExpressionValue] = []
      for argument in operands.dropFirst() { arguments.append(try value(of: argument, in: &runtime)) }
      try keep(call(operand(0), arguments, in: &runtime), of: instruction)
    case .index:
      let array = try value(of: operand(0), in: &runtime)
      let index = try value(of: operand(1), in: &runtime)
      try keep(array.element(at: index), of: instruction)
    default:
      let left = try value(of: operand(0), in: &runtime)
      let right = try value(of: operand(1), in: &runtime)
      try keep(left.combined(with: right, by: instruction.opcode), of: instruction)
    }
    return nil
  }

  /// Stores a result in the register named by the code, else in the lowest of its operands' registers
  /// (`Documentation/template-format.md`, *Code*).
  private mutating func keep(_ value: ExpressionValue, of instruction: ScriptInstruction)
    throws(ExpressionFault)
  {
    var register = instruction.result
    if register == nil {
      for case .register(let number) in instruction.operands { register = min(register ?? .max, Int(number)) }
    }
    guard let register else { return }
    guard registers.indices.contains(register) else { throw ExpressionFault(.register(register)) }
    registers[register] = value
  }

  func register(_ number: Int32) throws(ExpressionFault) -> ExpressionValue {
    guard registers.indices.contains(Int(number)) else { throw ExpressionFault(.register(Int(number))) }
    return registers[Int(number)]
  }

  private func value(
    of operand: ScriptOperand, in runtime: inout TemplateRuntime
  ) throws(ExpressionFault) -> ExpressionValue {
    switch operand {
    case .int(let value): .int(value)
    case .float(let bits): .float(Float(bitPattern: bits))
    // The empty text has no id: -1 represents it.
    case .string(let id):
      .text(
        id.rawValue == -1 ? "" : runtime.template(of: component).text(of: id, on: runtime.platform))
    case .register(let number): try register(number)
    case .variable(let object, let words): try read(words, from: object, in: &runtime)
    }
  }

  private mutating func write(
    _ value: ExpressionValue, to operand: ScriptOperand, in runtime: inout TemplateRuntime
  ) throws(ExpressionFault) {
    switch operand {
    case .variable(let object, let words): try write(value, to: words, from: object, in: &runtime)
    case .register(let number):
      guard registers.indices.contains(Int(number)) else { throw ExpressionFault(.register(Int(number))) }
      registers[Int(number)] = value
    case .int, .float, .string: throw ExpressionFault(.malformed)
    }
  }
}
