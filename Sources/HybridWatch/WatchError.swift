/// Why a folder cannot be watched.
package enum WatchError: Error, Hashable, Sendable {
  /// There is no folder at this path, or it is a file.
  case notAFolder(path: String)
  /// The folder may not be read; `code` is the `errno`.
  case unreadable(path: String, code: Int32)
  /// The limit of watches left no room even for the root.
  case watchLimit(WatchShortfall)
  /// This user has too many inotify instances (`EMFILE`).
  case instanceLimit(limit: Int)
  /// inotify does not work here (no kernel support, no `/proc`); `code` is the `errno`.
  case unavailable(code: Int32)
}

/// How far the kernel's limit of inotify watches falls short of what a root needs: one watch a folder.
package struct WatchShortfall: Hashable, Sendable {
  /// `fs.inotify.max_user_watches`, or 0 when it cannot be read. All programs of one user share it.
  package var limit: Int
  /// Watches this process holds.
  package var used: Int
  /// Watches this process would need for all its roots.
  package var needed: Int

  /// A shortfall from figures.
  package init(limit: Int, used: Int, needed: Int) {
    self.limit = limit
    self.used = used
    self.needed = needed
  }

  /// The command, for a person to run, that raises the limit far enough: the next power of two with room to spare.
  package var command: String {
    let wanted = max(limit, 8_192) + 2 * max(needed - used, 0)
    var value = 16_384
    while value < wanted, value < 1 << 30 { value *= 2 }
    return "sudo sysctl fs.inotify.max_user_watches=\(value)"
  }
}

extension WatchShortfall: CustomStringConvertible {
  package var description: String {
    "\(used) folders are watched, \(needed) need to be; the limit is \(limit) for all programs together"
  }
}

extension WatchError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notAFolder(let path): "\(path) is not a folder"
    case .unreadable(let path, let code): "\(path) cannot be read: \(message(ofErrno: code))"
    case .watchLimit(let shortfall): "no inotify watch is left: \(shortfall)"
    case .instanceLimit(let limit):
      "no inotify instance is left: the limit is \(limit) for all programs together"
    case .unavailable(let code): "inotify does not work here: \(message(ofErrno: code))"
    }
  }

  /// What to do about it, where there is something to do.
  package var hint: String? {
    switch self {
    case .watchLimit(let shortfall): shortfall.command
    case .instanceLimit(let limit): "sudo sysctl fs.inotify.max_user_instances=\(max(limit, 128) * 2)"
    case .notAFolder, .unreadable, .unavailable: nil
    }
  }
}
