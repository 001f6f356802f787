import HybridSystem

/// Why a folder cannot be watched.
package enum WatchError: Error, Hashable, Sendable {
  /// There is no folder at this path, or it is a file.
  case notAFolder(path: String)
  /// The folder may not be read; `code` is the `errno`.
  case unreadable(path: String, code: Int32)
  /// Nothing can be watched: no thread or pipe is available; `code` is the `errno`.
  case unavailable(code: Int32)
}

extension WatchError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAFolder(let path): "\(path) is not a folder"
    case .unreadable(let path, let code): "\(path) cannot be read: \(SystemError(code: code).message)"
    case .unavailable(let code): "watching does not work here: \(SystemError(code: code).message)"
    }
  }
}
