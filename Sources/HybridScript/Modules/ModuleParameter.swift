package import HybridJSON

/// A type that an argument of a native method may have.
package protocol ModuleParameter: Sendable {
  /// The expected type of an argument, with its article: `a string`.
  static var expectation: String { get }
  /// Whether the argument may be left out.
  static var isOptional: Bool { get }
  /// The argument as a value of this type.
  static func convert(_ value: JSONValue) throws(ModuleConversionError) -> Self
}

extension ModuleParameter {
  /// It may not.
  package static var isOptional: Bool { false }
}

/// An argument is not what its method takes.
package struct ModuleConversionError: Error, Hashable, Sendable {
  /// The expected type, with its article.
  package var expected: String
  /// The actual type, with its article.
  package var found: String
  /// Where in the argument, such as `[2].name`; empty for all of it.
  package var path: String

  init(_ expected: String, found value: JSONValue, path: String = "") {
    self.expected = expected
    found = value.kind
    self.path = path
  }

  func within(_ step: String) -> ModuleConversionError {
    var error = self
    error.path = step + path
    return error
  }
}

extension JSONValue: ModuleParameter {
  package static var expectation: String { "any value" }
  package static func convert(_ value: JSONValue) throws(ModuleConversionError) -> JSONValue { value }
}

extension String: ModuleParameter {
  package static var expectation: String { "a string" }
  package static func convert(_ value: JSONValue) throws(ModuleConversionError) -> String {
    guard let string = value.string else { throw ModuleConversionError(expectation, found: value) }
    return string
  }
}

extension Bool: ModuleParameter {
  package static var expectation: String { "true or false" }
  package static func convert(_ value: JSONValue) throws(ModuleConversionError) -> Bool {
    guard let bool = value.bool else { throw ModuleConversionError(expectation, found: value) }
    return bool
  }
}

extension Double: ModuleParameter {
  package static var expectation: String { "a number" }
  package static func convert(_ value: JSONValue) throws(ModuleConversionError) -> Double {
    guard let number = value.number, number.isFinite else {
      throw ModuleConversionError(expectation, found: value)
    }
    return number
  }
}

extension Int: ModuleParameter {
  package static var expectation: String { "a whole number" }
  package static func convert(_ value: JSONValue) throws(ModuleConversionError) -> Int {
    guard let int = value.int else { throw ModuleConversionError(expectation, found: value) }
    return int
  }
}

extension JSONObject: ModuleParameter {
  package static var expectation: String { "an object" }
  package static func convert(_ value: JSONValue) throws(ModuleConversionError) -> JSONObject {
    guard let object = value.object else { throw ModuleConversionError(expectation, found: value) }
    return object
  }
}

extension Optional: ModuleParameter where Wrapped: ModuleParameter {
  package static var expectation: String { Wrapped.expectation }
  package static var isOptional: Bool { true }
  package static func convert(_ value: JSONValue) throws(ModuleConversionError) -> Wrapped? {
    value.isNull ? nil : try Wrapped.convert(value)
  }
}

extension Array: ModuleParameter where Element: ModuleParameter {
  package static var expectation: String { "an array" }
  package static func convert(_ value: JSONValue) throws(ModuleConversionError) -> [Element] {
    guard let array = value.array else { throw ModuleConversionError(expectation, found: value) }
    var elements: [Element] = []
    for (index, value) in array.enumerated() {
      do { elements.append(try Element.convert(value)) } catch { throw error.within("[\(index)]") }
    }
    return elements
  }
}

extension Dictionary: ModuleParameter where Key == String, Value: ModuleParameter {
  package static var expectation: String { "an object" }
  package static func convert(_ value: JSONValue) throws(ModuleConversionError) -> [String: Value] {
    guard let object = value.object else { throw ModuleConversionError(expectation, found: value) }
    var members: [String: Value] = [:]
    for (key, value) in zip(object.keys, object.values) {
      do { members[key] = try Value.convert(value) } catch { throw error.within(".\(key)") }
    }
    return members
  }
}
