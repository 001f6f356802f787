import HybridJSON
import HybridUnits

// Operators on values (`Documentation/template-data.md`, *Expressions*): 32-bit integers that wrap, floats,
// texts.
extension ExpressionValue {
  /// A value of data in the engine's form: whole numbers of 32 bits are ints.
  init(_ json: JSONValue?) {
    switch json {
    case nil, .null: self = .null
    case .string(let text): self = .text(text)
    case .number(let number):
      self = Int32(exactly: number).map(ExpressionValue.int) ?? .float(Float(number))
    case .numberText(let text): self = .float(Float(text) ?? .infinity)
    case let value?: self = .json(value)
    }
  }

  /// The kind of the value, for messages.
  var kind: String {
    switch self {
    case .int, .float: "a number"
    case .text: "a text"
    case .json(let value): value.kind
    case .components: "a component"
    case .null: "nothing"
    }
  }

  /// Whether a condition holds: false for a number of 0 or less, the empty text and null.
  var isTrue: Bool {
    switch self {
    case .int(let value): value > 0
    case .float(let value): value > 0
    case .text(let text): !text.isEmpty
    case .json, .components: true
    case .null: false
    }
  }

  /// The value as text; a float always has a point, as in Java.
  var text: String {
    switch self {
    case .int(let value): String(value)
    case .float(let value):
      value.isInfinite ? (value > 0 ? "Infinity" : "-Infinity") : value.isNaN ? "NaN" : "\(value)"
    case .text(let text): text
    case .json(let value): value.displayText
    case .components: "component"
    case .null: "null"
    }
  }

  /// The value for the log.
  var json: JSONValue {
    switch self {
    case .int(let value): .number(Double(value))
    case .float(let value): value.isFinite ? .number(Double(value)) : .string(text)
    case .text(let text): .string(text)
    case .json(let value): value
    case .components, .null: .null
    }
  }

  private var isText: Bool { if case .text = self { true } else { false } }

  func negated() throws(ExpressionFault) -> ExpressionValue {
    switch self {
    case .int(let value): .int(0 &- value)
    case .float(let value): .float(-value)
    default: throw ExpressionFault(.notANumber(kind))
    }
  }

  func inverted() throws(ExpressionFault) -> ExpressionValue {
    switch self {
    case .int(let value): .int(value == 0 ? 1 : 0)
    case .float(let value): .int(value == 0 ? 1 : 0)
    case .text(let text): .int(text.isEmpty ? 1 : 0)
    case .null: .int(1)
    case .json, .components: .int(0)
    }
  }

  /// The element of an array; null past its end.
  func element(at index: ExpressionValue) throws(ExpressionFault) -> ExpressionValue {
    guard case .json(.array(let elements)) = self else { throw ExpressionFault(.notAnArray(kind)) }
    guard case .int(let number) = index else { throw ExpressionFault(.notANumber(index.kind)) }
    return ExpressionValue(elements.indices.contains(Int(number)) ? elements[Int(number)] : nil)
  }

  func combined(with other: ExpressionValue, by opcode: ScriptOpcode) throws(ExpressionFault)
    -> ExpressionValue
  {
    switch opcode {
    case .and: return .int(self == .int(1) && other == .int(1) ? 1 : 0)
    case .or: return .int(self == .int(1) || other == .int(1) ? 1 : 0)
    case .add where isText || other.isText:
      let left = text
      let right = other.text
      guard left.utf8.count + right.utf8.count <= TemplateRuntime.Limit.text else {
        throw ExpressionFault(.tooLong)
      }
      return .text(left + right)
    case .equal:
      if case .text(let left) = self, case .text(let right) = other { return .int(left == right ? 1 : 0) }
    default: break
    }
    let isComparison = [.gt, .lt, .ge, .le, .equal, .notEqual].contains(opcode)
    switch (self, other) {
    case (.int(let left), .int(let right)):
      return isComparison
        ? .int(Self.compare(left, right, by: opcode)) : .int(try Self.integer(left, right, opcode))
    case (.int, .float), (.float, .int), (.float, .float):
      let left = float ?? 0
      let right = other.float ?? 0
      return isComparison
        ? .int(Self.compare(left, right, by: opcode)) : .float(try Self.floating(left, right, opcode))
    default:
      if isComparison { throw ExpressionFault(.notComparable(kind, other.kind)) }
      throw ExpressionFault(.notANumber(float == nil ? kind : other.kind))
    }
  }

  var float: Float? {
    switch self {
    case .int(let value): Float(value)
    case .float(let value): value
    default: nil
    }
  }

  private static func compare<Value: Comparable>(
    _ left: Value, _ right: Value, by opcode: ScriptOpcode
  ) -> Int32 {
    let holds =
      switch opcode {
      case .gt: left > right
      case .lt: left < right
      case .ge: left >= right
      case .le: left <= right
      case .notEqual: left != right
      default: left == right
      }
    return holds ? 1 : 0
  }

  private static func integer(
    _ left: Int32, _ right: Int32, _ opcode: ScriptOpcode
  ) throws(ExpressionFault) -> Int32 {
    switch opcode {
    case .add: return left &+ right
    case .sub: return left &- right
    case .mul: return left &* right
    case .div, .mod:
      guard right != 0 else { throw ExpressionFault(.divisionByZero) }
      return opcode == .div
        ? left.dividedReportingOverflow(by: right).partialValue
        : left.remainderReportingOverflow(dividingBy: right).partialValue
    default: throw ExpressionFault(.malformed)
    }
  }

  private static func floating(
    _ left: Float, _ right: Float, _ opcode: ScriptOpcode
  ) throws(ExpressionFault) -> Float {
    switch opcode {
    case .add: left + right
    case .sub: left - right
    case .mul: left * right
    case .div: left / right
    case .mod: left.truncatingRemainder(dividingBy: right)
    default: throw ExpressionFault(.malformed)
    }
  }
}

extension ScriptOpcode {
  /// The operator of a compound assignment.
  var withoutAssignment: ScriptOpcode {
    switch self {
    case .addAssign: .add
    case .subAssign: .sub
    case .mulAssign: .mul
    case .divAssign: .div
    case .modAssign: .mod
    default: self
    }
  }
}
