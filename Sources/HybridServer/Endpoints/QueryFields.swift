import HybridEncoding
import HybridSource

/// The fields of a query, `a=1&b=2`, decoded once: `%20` and `+` are blanks (URL Standard §5.1).
struct QueryFields: Sendable {
  /// One field; the value is empty without `=`.
  struct Field: Hashable, Sendable {
    var name: String
    var value: String
  }

  /// Why a query is invalid: a sentence for its author.
  struct Fault: Error, Hashable, Sendable { var words: String }

  /// In the order sent.
  private(set) var pairs: [Field] = []

  /// No fields.
  init() {}

  /// Parses a query in its encoded form.
  init(_ query: String?) throws(Fault) {
    for pair in query?.utf8.split(separator: UInt8(ascii: "&")) ?? [] {
      let mark = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      guard let name = Self.decoded(pair[..<mark]), let value = Self.decoded(pair[mark...].dropFirst()) else {
        throw Fault(words: "'\(Substring(pair).prefix(60))' of the query is not percent-encoded UTF-8")
      }
      pairs.append(Field(name: name, value: value))
    }
  }

  /// Parses a query with these allowed fields, each at most once. Unknown fields are errors, since a misspelt
  /// one would silently have no effect.
  init(_ query: String?, known: [String]) throws(Fault) {
    try self.init(query)
    try check(known: known)
    var seen: Set<String> = []
    for pair in pairs {
      guard seen.insert(pair.name).inserted else {
        throw Fault(words: "the query has '\(pair.name)' twice")
      }
    }
  }

  /// Refuses all fields but these.
  func check(known: [String]) throws(Fault) {
    for pair in pairs where !known.contains(pair.name) {
      throw Fault(words: unknown("the query has no field", pair.name, known))
    }
  }

  /// The value of a field; nil without it.
  subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  private static func decoded(_ bytes: Substring.UTF8View) -> String? {
    let bytes = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return bytes.percentDecoded.flatMap { String(validating: $0, as: UTF8.self) }
  }
}

/// `the query has no field 'devcie'; did you mean 'device'?`
func unknown(_ what: String, _ name: String, _ known: [String]) -> String {
  let hint =
    nearestHint(to: name, in: known)
    ?? (known.isEmpty ? "it takes no fields" : "there is \(known.joined(separator: ", "))")
  return "\(what) '\(name.prefix(100))'; \(hint)"
}
