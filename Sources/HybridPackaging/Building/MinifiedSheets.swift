import HybridCSS
import HybridUnits
import Synchronization

/// Sheets that were made smaller, since pages share them: each text once.
final class MinifiedSheets: Sendable {
  static let shared = MinifiedSheets()
  /// The texts of that many bytes are kept.
  private static let limit = 32 << 20

  private struct Key: Hashable {
    var hash: ContentHash
    var size: Int
    var isNative: Bool
  }

  private struct State {
    var texts: [Key: [UInt8]] = [:]
    var bytes = 0
  }

  private let state = Mutex(State())

  func text(of bytes: [UInt8], dialect: Dialect) -> [UInt8] {
    let key = Key(hash: ContentHash(bytes), size: bytes.count, isNative: dialect == .native)
    if let text = state.withLock({ $0.texts[key] }) { return text }
    let text = minifiedCSS(bytes, dialect: dialect)
    state.withLock { state in
      if state.bytes > Self.limit { state = State() }
      state.bytes += text.count
      state.texts[key] = text
    }
    return text
  }
}
