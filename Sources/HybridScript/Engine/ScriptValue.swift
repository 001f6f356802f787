package import HybridJSON

/// One value of a script: a primitive, or an object that stays in its context.
///
/// A value without a Swift equivalent becomes the nearest primitive: a BigInt as a number, a symbol as
/// `undefined`. In strings, a surrogate without its partner (ECMA-262 §6.1.4) becomes U+FFFD.
package enum ScriptValue {
  /// `undefined`.
  case undefined
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, NaN and the infinities among them.
  case number(Double)
  /// A string; it may hold U+0000.
  case string(String)
  /// An object, array or function.
  case object(ScriptObject)

  /// The truth value, when this is one.
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The number, when this is one.
  package var number: Double? { if case .number(let value) = self { value } else { nil } }
  /// The number as an `Int`, when it is a whole one that fits.
  package var int: Int? { number.flatMap { Int(exactly: $0) } }
  /// The string, when this is one.
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The object, when this is one.
  package var object: ScriptObject? { if case .object(let value) = self { value } else { nil } }
  /// Whether this is `undefined` or `null`.
  package var isNullish: Bool {
    switch self {
    case .undefined, .null: true
    default: false
    }
  }

  /// The type of the value with its article, for messages: `a number`, `null`.
  package var kind: String {
    switch self {
    case .undefined: "undefined"
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .object(let object): object.isFunction ? "a function" : object.isArray ? "an array" : "an object"
    }
  }

  /// A primitive; nil for an array or object, which ``ScriptContext/value(_:)`` makes in a context.
  package init?(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .number(let value): self = .number(value)
    // JavaScript rounds such a number as well (ECMA-262 §12.9.3.2).
    case .numberText(let text): self = .number(Double(text) ?? .nan)
    case .string(let value): self = .string(value)
    case .array, .object: return nil
    }
  }
}

extension ScriptValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  /// A string.
  package init(stringLiteral value: String) { self = .string(value) }
  /// A number.
  package init(floatLiteral value: Double) { self = .number(value) }
  /// A whole number.
  package init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// A truth value.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}
