/// One JSON value (RFC 8259 §3).
///
/// A number is a `Double`, as in JavaScript. A number that a `Double` cannot represent (an integer with too
/// many digits, an exponent out of range) keeps its text instead, so that nothing is rounded silently.
///
///     let value: JSONValue = ["title": "Shop", "sizes": [1, 2.5]]
///     value["sizes"]?[1]?.number  // 2.5
package indirect enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number that a `Double` represents.
  case number(Double)
  /// A number that a `Double` cannot represent, as written.
  case numberText(String)
  /// A string, with escapes resolved.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object, in the order of its keys.
  case object(JSONObject)
}

extension JSONValue {
  /// Whether this is `null`.
  package var isNull: Bool { self == .null }
  /// The Boolean, if this is one.
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The number, if this is one; one kept as text is rounded, or infinite.
  package var number: Double? {
    switch self {
    case .number(let value): value
    case .numberText(let text): Double(text)
    default: nil
    }
  }
  /// The number as an `Int`, if it is a whole number in range.
  package var int: Int? {
    switch self {
    case .number(let value): value.wholeNumber
    case .numberText(let text): Int(text)
    default: nil
    }
  }
  /// The string, if this is one.
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The elements, if this is an array.
  package var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The members, if this is an object.
  package var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The member `key`, if this is an object with that member.
  package subscript(key: String) -> JSONValue? { object?[key] }
  /// The element at `index`, if this is an array with that element.
  package subscript(index: Int) -> JSONValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }

  /// The type of the value with its article, for messages: `a number`, `an array`, `null`.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number, .numberText: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  /// A string.
  package init(stringLiteral value: String) { self = .string(value) }
  /// A number.
  package init(floatLiteral value: Double) { self = .number(value) }
  /// A whole number.
  package init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// A Boolean.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An array.
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object; a duplicate key keeps its last value.
  package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
  /// `null`.
  package init(nilLiteral: ()) { self = .null }
}
