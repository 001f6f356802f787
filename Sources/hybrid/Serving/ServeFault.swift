import HybridEncoding

/// A simulated network fault: `cut:files/*:0.5`.
struct ServeFault: Hashable, Sendable {
  /// The kind of fault.
  enum Kind: Hashable, Sendable {
    /// The rate is limited to this many bytes a second.
    case slow(Int)
    /// The connection ends after this part of the response content, 0 to 1.
    case cut(Double)
    /// One bit in the middle is flipped.
    case corrupt
    /// The statements that were newest when serving began are served as the newest.
    case stale
    /// The response has this status.
    case status(Int)
  }

  var kind: Kind
  /// The pattern of paths below DIST: `*` matches any characters.
  var pattern: String

  /// The syntax, for messages.
  static let form =
    "slow[:PATHS[:BYTES/S]], cut[:PATHS[:PART]], corrupt[:PATHS], stale or status[:PATHS[:CODE]]"

  /// Parses a fault; nil when the text is invalid.
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
    // The whole release is stale, so there is no path.
    case "stale" where parts.count == 1: kind = .stale
    default: return nil
    }
  }

  /// Whether a path below DIST has the fault.
  func matches(_ path: String) -> Bool {
    matchesWildcards(Array(pattern), Array(path)[...], isStar: { $0 == "*" }, matchesOne: { $0 == $1 })
  }
}
