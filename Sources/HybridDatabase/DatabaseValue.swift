/// A value of a column or of a `?` parameter.
package enum DatabaseValue: Hashable, Sendable {
  case null
  case int(Int)
  case text(String)
  case blob([UInt8])

  /// The integer; nil for any other kind.
  package var int: Int? { if case .int(let value) = self { value } else { nil } }
  /// The text; nil for any other kind.
  package var text: String? { if case .text(let value) = self { value } else { nil } }
  /// The bytes; nil for any other kind.
  package var blob: [UInt8]? { if case .blob(let value) = self { value } else { nil } }

  /// An integer, or null for nil.
  package init(_ value: Int?) { self = value.map { .int($0) } ?? .null }
  /// A text, or null for nil.
  package init(_ value: String?) { self = value.map { .text($0) } ?? .null }
  /// Bytes, or null for nil.
  package init(_ value: [UInt8]?) { self = value.map { .blob($0) } ?? .null }
}
