import HybridEncoding

/// A pattern of file names as gitignore(5) describes it, without the leading `!` and the trailing `/`.
///
/// Works on bytes, as git does, and takes time linear in the pattern times the path, whatever both are.
struct GlobPattern: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    /// `**` between slashes: any number of components.
    case anyComponents
    /// One component with `*`, `?` and `[…]` in it.
    case component([Token])
  }

  private enum Token: Hashable, Sendable {
    case byte(UInt8)
    case anyByte
    case anyBytes
    case set([ClosedRange<UInt8>], isNegated: Bool)
  }

  private let parts: [Part]

  /// A pattern of `/`-separated components.
  init(_ pattern: some Collection<UInt8>) {
    let components = pattern.split(separator: UInt8(ascii: "/"))
    var parts: [Part] = components.map { component in
      component.elementsEqual("**".utf8) ? .anyComponents : .component(Self.tokens(of: Array(component)))
    }
    // `a/**` matches the content of `a`, not `a` itself.
    if parts.last == .anyComponents { parts.append(.component([.anyBytes])) }
    self.parts = parts
  }

  /// Whether all of `components`, those of one path, match.
  func matches(_ components: [ArraySlice<UInt8>]) -> Bool {
    matchesWildcards(
      parts, components[...], isStar: { $0 == .anyComponents },
      matchesOne: { part, name in
        guard case .component(let tokens) = part else { return false }
        return matchesWildcards(tokens, name, isStar: { $0 == .anyBytes }, matchesOne: Self.matchesByte)
      })
  }

  private static func matchesByte(_ token: Token, _ byte: UInt8) -> Bool {
    switch token {
    case .byte(let wanted): wanted == byte
    case .anyByte, .anyBytes: true
    case .set(let ranges, let isNegated): ranges.contains { $0.contains(byte) } != isNegated
    }
  }

  // MARK: Reading

  private static func tokens(of bytes: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "*"): if tokens.last != .anyBytes { tokens.append(.anyBytes) }
      case UInt8(ascii: "?"): tokens.append(.anyByte)
      case UInt8(ascii: "\\") where index < bytes.count:
        tokens.append(.byte(bytes[index]))
        index += 1
      case UInt8(ascii: "["):
        if let (set, end) = set(in: bytes, from: index) {
          tokens.append(set)
          index = end
        } else {
          tokens.append(.byte(byte))
        }
      default: tokens.append(.byte(byte))
      }
    }
    return tokens
  }

  /// The set of bytes whose `[` is before `start`, and where it ends; nil when it is never closed.
  private static func set(in bytes: [UInt8], from start: Int) -> (Token, end: Int)? {
    var index = start
    var ranges: [ClosedRange<UInt8>] = []
    var isNegated = false
    if index < bytes.count, bytes[index] == UInt8(ascii: "!") || bytes[index] == UInt8(ascii: "^") {
      isNegated = true
      index += 1
    }
    let first = index
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "]"), index > first {
        return (.set(ranges, isNegated: isNegated), index + 1)
      }
      if let (named, end) = namedSet(in: bytes, at: index) {
        ranges += named
        index = end
        continue
      }
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
      let low = bytes[index]
      index += 1
      if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "-"), bytes[index + 1] != UInt8(ascii: "]") {
        index += 1
        if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
        if low <= bytes[index] { ranges.append(low...bytes[index]) }
        index += 1
      } else {
        ranges.append(low...low)
      }
    }
    return nil
  }

  /// `[:alpha:]` and its like, ASCII only.
  private static func namedSet(in bytes: [UInt8], at index: Int) -> ([ClosedRange<UInt8>], end: Int)? {
    for (name, ranges) in namedSets where bytes[index...].starts(with: name.utf8) {
      return (ranges, index + name.utf8.count)
    }
    return nil
  }

  private static let namedSets: [(String, [ClosedRange<UInt8>])] = [
    ("[:alpha:]", [65...90, 97...122]), ("[:digit:]", [48...57]),
    ("[:alnum:]", [48...57, 65...90, 97...122]),
    ("[:upper:]", [65...90]), ("[:lower:]", [97...122]), ("[:space:]", [9...13, 32...32]),
    ("[:xdigit:]", [48...57, 65...70, 97...102]), ("[:punct:]", [33...47, 58...64, 91...96, 123...126]),
  ]
}
