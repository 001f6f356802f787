/// The opcode of an instruction in expressions (`Documentation/template-format.md`, *Expressions*); the raw
/// values are those of the files.
package enum ScriptOpcode: UInt8, CaseIterable, Sendable {
  case add, sub, mul, div, mod, assign, ternary, minus, not, gt, lt, notEqual, equal, ge, le, call
  case addAssign, subAssign, mulAssign, divAssign, modAssign, jump, jumpIfFalse, and, or, index
}

/// An operand of an instruction.
package enum ScriptOperand: Hashable, Sendable {
  /// A path of words, from an object register; -1 for none.
  case variable(object: Int32, words: [StringID])
  case int(Int32)
  /// The bits of a float.
  case float(UInt32)
  case string(StringID)
  case register(Int32)
}

/// One instruction of an expression.
package struct ScriptInstruction: Hashable, Sendable {
  /// Its start, in bytes from the start of the expression.
  package var offset: Int
  /// Its operation.
  package var opcode: ScriptOpcode
  /// Its operands in the order of the file. The first one of a call or an index is the path; its arguments
  /// follow.
  package var operands: [ScriptOperand]
  /// The target of a jump, in bytes from the start of the expression.
  package var target: Int?
  /// The register of the result, if the file names one.
  package var result: Int?

  /// An instruction from its parts.
  package init(
    offset: Int, opcode: ScriptOpcode, operands: [ScriptOperand], target: Int? = nil, result: Int? = nil
  ) {
    self.offset = offset
    self.opcode = opcode
    self.operands = operands
    self.target = target
    self.result = result
  }
}
