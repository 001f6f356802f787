/// Something that goes wrong on purpose: `cut:files/*:0.5`.
struct ServeFault: Hashable, Sendable {
  /// What goes wrong.
  enum Kind: Hashable, Sendable {
    /// So many bytes a second.
    case slow(Int)
    /// The connection ends after this part of the answer's content, 0 to 1.
    case cut(Double)
    /// One bit in the middle is another.
    case corrupt
    /// What was newest when serving began stays newest.
    case stale
    /// An answer with this status.
    case status(Int)
  }

  var kind: Kind
  /// The paths below DIST: `*` stands for any characters.
  var pattern: String

  /// How it is written.
  static let form =
    "slow[:PATHS[:BYTES/S]], cut[:PATHS[:PART]], corrupt[:PATHS], stale or status[:PATHS[:CODE]]"

  /// Reads one; nil for what is none.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    pattern = parts.count > 1 && !parts[1].isEmpty ? parts[1] : "*"
    let value = parts.count > 2 ? parts[2] : nil
    guard parts.count <= 3 else { return nil }
    switch parts[0] {
    case "slow":
      guard let rate = Int(value ?? "16384"), rate > 0 else { return nil }
      kind = .slow(rate)
    case "cut":
      guard let part = Double(value ?? "0.5"), (0...1).contains(part) else { return nil }
      kind = .cut(part)
    case "status":
      guard let code = Int(value ?? "503"), (400...599).contains(code) else { return nil }
      kind = .status(code)
    case "corrupt" where value == nil: kind = .corrupt
    // It is the release that stays old: no paths.
    case "stale" where parts.count == 1: kind = .stale
    default: return nil
    }
  }

  /// Whether a path below DIST has it.
  func matches(_ path: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return pattern == path }
    var rest = path[...]
    guard rest.hasPrefix(parts[0]) else { return false }
    rest = rest.dropFirst(parts[0].count)
    for part in parts[1..<(parts.count - 1)] where !part.isEmpty {
      var start = rest.startIndex
      while start < rest.endIndex, !rest[start...].hasPrefix(part) { start = rest.index(after: start) }
      guard start < rest.endIndex else { return false }
      rest = rest[start...].dropFirst(part.count)
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }
}
