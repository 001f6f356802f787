import HybridEncoding

extension Script {
  /// A possible source text of the code, without `${` and `}`: `this.a=(b.x+1)*2`.
  ///
  /// Registers are folded back into the expressions that computed them, forward jumps into `if`. Compiling it
  /// again gives the same code, although the original may have contained spaces, parentheses or constants
  /// that the compiler removed.
  /// - Parameter name: Returns the text of an id.
  /// - Returns: nil for jumps that no `if` generates, and for expressions that exceed the length limit.
  package func source(_ name: @escaping (StringID) -> String?) -> String? {
    var folder = ScriptFolder(instructions: instructions, size: size, name: name)
    return folder.source()
  }

  /// The instructions, one a line: `0014  jumpIfFalse r0 -> 0037`.
  package func listing(_ name: (StringID) -> String?) -> [String] {
    instructions.map { instruction in
      var line = "\(Self.offset(instruction.offset))  \(instruction.opcode)"
      let texts = instruction.operands.map { ScriptText.operand($0, name) { "r\($0)" } }
      if !texts.isEmpty { line += " " + texts.joined(separator: ", ") }
      if let target = instruction.target { line += " -> \(Self.offset(target))" }
      if let result = instruction.result { line += " -> r\(result)" }
      return line
    }
  }

  private static func offset(_ offset: Int) -> String { UInt(offset).lowerHex(digits: 4) }
}

/// The precedence of operators (`Documentation/template-format.md`, *Operators*).
private enum Binding: Int, Comparable {
  case compound, assignment, ternary, or, and, equality, comparison, sum, product, unary, operand

  static func < (left: Binding, right: Binding) -> Bool { left.rawValue < right.rawValue }

  /// The next higher precedence.
  var tighter: Binding { Binding(rawValue: rawValue + 1) ?? .operand }
}

extension ScriptOpcode {
  fileprivate var symbol: (text: String, binding: Binding)? {
    switch self {
    case .add: ("+", .sum)
    case .sub: ("-", .sum)
    case .mul: ("*", .product)
    case .div: ("/", .product)
    case .mod: ("%", .product)
    case .assign: ("=", .assignment)
    case .gt: (">", .comparison)
    case .lt: ("<", .comparison)
    case .ge: (">=", .comparison)
    case .le: ("<=", .comparison)
    case .equal: ("==", .equality)
    case .notEqual: ("!=", .equality)
    case .addAssign: ("+=", .compound)
    case .subAssign: ("-=", .compound)
    case .mulAssign: ("*=", .compound)
    case .divAssign: ("/=", .compound)
    case .modAssign: ("%=", .compound)
    case .and: ("&&", .and)
    case .or: ("||", .or)
    case .ternary, .minus, .not, .call, .jump, .jumpIfFalse, .index: nil
    }
  }
}

private enum ScriptText {
  /// A single operand.
  static func operand(
    _ operand: ScriptOperand, _ name: (StringID) -> String?, register: (Int32) -> String
  ) -> String {
    switch operand {
    case .variable(let object, let words):
      let path = words.map { text(of: $0, name) }.joined(separator: ".")
      guard object != -1 else { return path.isEmpty ? "?" : path }
      return register(object) + (path.isEmpty ? "" : "." + path)
    case .int(let value): return "\(value)"
    case .float(let bits): return "\(Float(bitPattern: bits))"
    case .string(let id):
      // The empty literal has this id.
      let content = id.rawValue == -1 ? "" : text(of: id, name)
      var literal = "'"
      for scalar in content.unicodeScalars {
        if scalar == "'" || scalar == "\\" { literal += "\\" }
        literal.unicodeScalars.append(scalar)
      }
      return literal + "'"
    case .register(let number): return register(number)
    }
  }

  private static func text(of id: StringID, _ name: (StringID) -> String?) -> String {
    name(id) ?? id.description
  }
}

/// Folds instructions back into source text.
private struct ScriptFolder {
  /// The text of an instruction's result until another instruction uses it; an unused result is a statement.
  private struct Piece {
    var text: String
    var binding: Binding
    var register: Int?
  }

  let instructions: [ScriptInstruction]
  let size: Int
  let name: (StringID) -> String?
  private var next = 0
  private var pieces: [Piece] = []

  /// The maximum length: longer expressions are unreadable, and hostile files could make very long ones.
  private static let lengthLimit = 16_384
  private static let depthLimit = 64

  init(instructions: [ScriptInstruction], size: Int, name: @escaping (StringID) -> String?) {
    self.instructions = instructions
    self.size = size
    self.name = name
  }

  mutating func source() -> String? {
    guard let text = block(until: size, depth: 0), next == instructions.count else { return nil }
    return text
  }

  /// The statements up to an offset.
  private mutating func block(until end: Int, depth: Int) -> String? {
    guard depth < Self.depthLimit else { return nil }
    let outer = pieces
    pieces = []
    defer { pieces = outer }
    while let instruction = instruction(before: end) {
      switch instruction.opcode {
      case .jump: return nil
      case .jumpIfFalse:
        guard let text = conditional(until: end, depth: depth) else { return nil }
        pieces.append(Piece(text: text, binding: .compound, register: nil))
      default:
        next += 1
        let piece = piece(of: instruction)
        guard piece.text.utf8.count <= Self.lengthLimit else { return nil }
        pieces.append(piece)
      }
    }
    return pieces.map(\.text).joined(separator: ";")
  }

  /// `if(…){…}` with its further branches, starting at its first jump.
  private mutating func conditional(until end: Int, depth: Int) -> String? {
    var text = ""
    var exit: Int?
    while true {
      let test = instructions[next]
      guard let target = test.target, target > test.offset, target <= end else { return nil }
      next += 1
      text += (text.isEmpty ? "if(" : "elseif(") + operand(test.operands[0], at: .compound) + "){"
      // A jump over the other branches ends a body that is followed by others.
      let last = lastInstruction(before: target)
      let over = last.flatMap { instructions[$0].opcode == .jump ? instructions[$0].target : nil }
      let bodyEnd = over == nil ? target : last.map { instructions[$0].offset } ?? target
      guard let body = block(until: bodyEnd, depth: depth + 1) else { return nil }
      text += body + "}"
      guard let over else { return exit == nil || exit == target ? text : nil }
      guard next == last, over >= target, over <= end, exit == nil || exit == over else { return nil }
      exit = over
      next += 1
      guard isConditionAhead(until: over) else {
        guard let body = block(until: over, depth: depth + 1) else { return nil }
        return text + "else{" + body + "}"
      }
      guard foldCondition(before: over) else { return nil }
    }
  }

  /// Whether the next instructions are one condition with its jump, and its branches end at `end`: an
  /// `elseif`.
  private func isConditionAhead(until end: Int) -> Bool {
    var ahead = self
    ahead.pieces = []
    guard ahead.foldCondition(before: end) else { return false }
    let test = ahead.instructions[ahead.next]
    // If everything computed is the condition, it is an `elseif`; else these are statements of an `else`.
    _ = ahead.operand(test.operands[0], at: .compound)
    guard ahead.pieces.isEmpty, let target = test.target, target <= end else { return false }
    ahead.next += 1
    guard target < end else { return true }
    guard let last = ahead.lastInstruction(before: target) else { return false }
    return instructions[last].opcode == .jump && instructions[last].target == end
  }

  /// Folds instructions up to the next jump; false when that is not a conditional one.
  private mutating func foldCondition(before end: Int) -> Bool {
    while let instruction = instruction(before: end) {
      switch instruction.opcode {
      case .jump: return false
      case .jumpIfFalse: return true
      default:
        let piece = piece(of: instruction)
        guard piece.text.utf8.count <= Self.lengthLimit else { return false }
        pieces.append(piece)
        next += 1
      }
    }
    return false
  }

  private func instruction(before end: Int) -> ScriptInstruction? {
    guard next < instructions.count, instructions[next].offset < end else { return nil }
    return instructions[next]
  }

  /// The last remaining instruction that starts before an offset.
  private func lastInstruction(before end: Int) -> Int? {
    let index = instructions[next...].partitioningIndex { $0.offset >= end }
    return index > next ? index - 1 : nil
  }

  private mutating func piece(of instruction: ScriptInstruction) -> Piece {
    let operands = instruction.operands
    var text: String
    var binding = Binding.operand
    if let symbol = instruction.opcode.symbol {
      binding = symbol.binding
      // Right to left, because the later operand was computed last.
      let isAssignment = binding <= .assignment
      let right = operand(operands[1], at: isAssignment ? binding : binding.tighter, isRight: true)
      text = operand(operands[0], at: isAssignment ? binding.tighter : binding) + symbol.text + right
    } else {
      switch instruction.opcode {
      case .minus, .not:
        binding = .unary
        text = (instruction.opcode == .not ? "!" : "-") + operand(operands[0], at: .unary)
      case .ternary:
        binding = .ternary
        let no = operand(operands[2], at: .ternary)
        let yes = operand(operands[1], at: .ternary)
        text = operand(operands[0], at: .or) + "?" + yes + ":" + no
      case .call:
        let arguments = operands.dropFirst().reversed().map { operand($0, at: .compound) }
        text = operand(operands[0], at: .operand) + "(" + arguments.reversed().joined(separator: ",") + ")"
      case .index:
        let index = operand(operands[1], at: .compound)
        text = operand(operands[0], at: .operand) + "[" + index + "]"
      default: text = "\(instruction.opcode)"
      }
    }
    return Piece(text: text, binding: binding, register: result(of: instruction))
  }

  /// The register of a result that the code does not name: the smallest register of its operands.
  private func result(of instruction: ScriptInstruction) -> Int? {
    if let result = instruction.result { return result }
    return instruction.operands.compactMap { if case .register(let number) = $0 { Int(number) } else { nil } }
      .min()
  }

  /// An operand, in parentheses when its precedence is lower than `least`.
  private mutating func operand(
    _ operand: ScriptOperand, at least: Binding, isRight: Bool = false
  ) -> String {
    switch operand {
    case .register(let number):
      guard let piece = take(number) else { return "r\(number)" }
      return piece.binding >= least ? piece.text : "(\(piece.text))"
    case .variable(let object, _) where object != -1:
      let piece = take(object)
      return ScriptText.operand(operand, name) { number in
        guard let piece else { return "r\(number)" }
        return piece.binding == .operand ? piece.text : "(\(piece.text))"
      }
    case .int(let value) where value < 0 && isRight && least > .assignment: return "(\(value))"
    default: return ScriptText.operand(operand, name) { "r\($0)" }
    }
  }

  /// The last unused piece in a register.
  private mutating func take(_ register: Int32) -> Piece? {
    // Values are used soon after they are computed; searching further back would be quadratic for hostile
    // code.
    for index in pieces.indices.suffix(64).reversed() where pieces[index].register == Int(register) {
      return pieces.remove(at: index)
    }
    return nil
  }
}
