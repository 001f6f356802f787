/// How far one of the kernel's limits falls short of what a root needs: one inotify instance a process, one
/// watch a folder.
package struct WatchShortfall: Hashable, Sendable {
  /// Which limit.
  package enum Kind: Hashable, Sendable { case watches, instances }

  /// The limit for all programs of this user together, or 0 if it cannot be read.
  package var limit: Int
  /// Watches this process holds.
  package var used: Int
  /// Watches this process would need for all its roots.
  package var needed: Int
  /// The number that all programs of this user hold, including this one, as far as visible.
  package var usedByAll: Int
  /// Which limit it is.
  package var kind: Kind
  /// The setting that controls it.
  package var setting: String

  /// A shortfall from figures.
  package init(
    limit: Int, used: Int, needed: Int, usedByAll: Int = 0, kind: Kind = .watches,
    setting: String = "fs.inotify.max_user_watches"
  ) {
    self.limit = limit
    self.used = used
    self.needed = needed
    self.usedByAll = usedByAll
    self.kind = kind
    self.setting = setting
  }

  /// How many folders are polled instead.
  package var missing: Int { max(needed - used, 0) }

  /// The command, for a person to run, that raises the limit far enough: the next power of two with room to
  /// spare.
  package var command: String {
    let wanted = kind == .watches ? max(limit, 8_192) + 2 * missing : max(limit, usedByAll) + 1
    var value = kind == .watches ? 16_384 : 256
    while value < wanted, value < 1 << 30 { value *= 2 }
    return "sudo sysctl \(setting)=\(value)"
  }
}

extension WatchShortfall: CustomStringConvertible {
  package var description: String {
    let others = usedByAll > 0 ? ", \(usedByAll) of them in use" : ""
    switch kind {
    case .watches:
      return
        """
        \(used) folders are watched, \(needed) need to be; the limit is \(limit) for all programs \
        together\(others)
        """
    case .instances:
      return
        """
        no inotify instance is left; the limit is \(limit) for all programs together\(others), \
        1 more is needed
        """
    }
  }
}
