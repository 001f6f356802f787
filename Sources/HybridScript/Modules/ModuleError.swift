package import HybridJSON

/// Why a native method failed, in the one shape that scripts see: an `Error` with `code`, `message`,
/// `domain`, `userInfo` and `nativeStack`.
package struct ModuleError: Error, Hashable, Sendable {
  /// A stable name, by which scripts tell errors apart.
  package var code: String
  /// One sentence for people.
  package var message: String
  /// The domain of the error, such as `HybridErrorDomain`.
  package var domain: String
  /// Details.
  package var userInfo: JSONObject
  /// The native calls that led there, the innermost first.
  package var nativeStack: [String]

  /// The code of errors that have none.
  package static let unspecified = "EUNSPECIFIED"
  /// The message of errors that say nothing.
  package static let unknown = "Unknown error from a native module"

  /// An error; what is nil or empty gets its default.
  package init(
    code: String? = nil, _ message: String? = nil, domain: String = "HybridErrorDomain",
    userInfo: JSONObject = [:],
    nativeStack: [String] = []
  ) {
    self.code = code.flatMap { $0.isEmpty ? nil : $0 } ?? Self.unspecified
    self.message = message.flatMap { $0.isEmpty ? nil : $0 } ?? Self.unknown
    self.domain = domain
    self.userInfo = userInfo
    self.nativeStack = nativeStack
  }

  /// An error of a system: its code is `E`, the domain in capitals, and the number.
  package init(domain: String, number: Int, _ message: String? = nil, userInfo: JSONObject = [:]) {
    self.init(code: "E\(domain.uppercased())\(number)", message, domain: domain, userInfo: userInfo)
  }

  /// Any error that a method threw.
  package init(_ error: any Error) {
    switch error {
    case let error as ModuleError: self = error
    case let error as ScriptThrow: self.init(code: error.properties["code"], error.message)
    default: self.init("\(error)", domain: "\(type(of: error))")
    }
  }

  /// The error as scripts see it.
  package var json: JSONValue {
    [
      "code": .string(code), "message": .string(message), "domain": .string(domain),
      "userInfo": .object(userInfo),
      "nativeStack": .array(nativeStack.map { .string($0) }),
    ]
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// The members given.
  package init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
