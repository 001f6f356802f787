import HybridEncoding

/// A version such as `1.4.2`: numbers separated by dots; missing numbers are 0.
public struct RuntimeVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The numbers, without trailing zeros.
  private let parts: [Int]

  /// Parses 1 to 4 numbers of at most 9 digits; nil for anything else.
  public init?(_ text: String) {
    let words = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(words.count) else { return nil }
    var parts: [Int] = []
    for word in words {
      guard (1...9).contains(word.utf8.count),
        word.utf8.allSatisfy(\.isASCIIDigit),
        let number = Int(word)
      else { return nil }
      parts.append(number)
    }
    while parts.count > 1, parts.last == 0 { parts.removeLast() }
    self.parts = parts
  }

  /// Compares number by number, from the left.
  public static func < (one: Self, other: Self) -> Bool {
    for index in 0..<max(one.parts.count, other.parts.count) {
      let (left, right) = (
        index < one.parts.count ? one.parts[index] : 0, index < other.parts.count ? other.parts[index] : 0
      )
      if left != right { return left < right }
    }
    return false
  }

  /// The version without trailing zeros.
  public var description: String { parts.map(String.init).joined(separator: ".") }
}

/// A range of versions: the versions that satisfy all comparisons, as in `>=1.2 <2`; `*` is any version.
public struct RuntimeRange: Hashable, Sendable, CustomStringConvertible {
  private enum Relation: String, CaseIterable {
    case atLeast = ">="
    case atMost = "<="
    case above = ">"
    case below = "<"
    case equal = "="
  }

  /// The original text.
  public let description: String
  private let comparisons: [(relation: Relation, version: RuntimeVersion)]

  /// Whether two ranges have the same text.
  public static func == (one: Self, other: Self) -> Bool { one.description == other.description }
  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }

  /// Any version.
  public static let any = RuntimeRange("*")!

  /// Parses comparisons separated by blanks; nil for anything else.
  public init?(_ text: String) {
    description = text
    var comparisons: [(Relation, RuntimeVersion)] = []
    let words = text.split(separator: " ")
    guard (1...8).contains(words.count), words.joined(separator: " ") == text else { return nil }
    for word in words where text != "*" {
      guard let relation = Relation.allCases.first(where: { word.hasPrefix($0.rawValue) }),
        let version = RuntimeVersion(String(word.dropFirst(relation.rawValue.count)))
      else { return nil }
      comparisons.append((relation, version))
    }
    self.comparisons = comparisons
  }

  /// Whether the range contains this version.
  public func contains(_ version: RuntimeVersion) -> Bool {
    comparisons.allSatisfy { relation, bound in
      switch relation {
      case .atLeast: version >= bound
      case .atMost: version <= bound
      case .above: version > bound
      case .below: version < bound
      case .equal: version == bound
      }
    }
  }
}
