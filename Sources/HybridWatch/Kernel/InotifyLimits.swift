import Glibc
import HybridSystem

/// The limits of the kernel for inotify, and how much is in use.
package struct InotifyLimits: Hashable, Sendable {
  /// The limit of one kind: watches or instances.
  package struct Limit: Hashable, Sendable {
    /// The maximum for this user; 0 when it cannot be read.
    package var most: Int
    /// The number that programs of this user hold, as far as their `/proc` entries can be read.
    package var used: Int
    /// The setting that raises the limit.
    package var setting: String

    /// A limit from figures.
    package init(most: Int, used: Int, setting: String) {
      self.most = most
      self.used = used
      self.setting = setting
    }
  }

  package var watches: Limit
  package var instances: Limit

  /// Limits from figures.
  package init(watches: Limit, instances: Limit) {
    self.watches = watches
    self.instances = instances
  }

  /// The limits that hold here now. Looks at every descriptor of this user's processes: some milliseconds.
  package static func current() -> InotifyLimits {
    let (instances, watches) = used()
    return InotifyLimits(
      watches: limit("watches", used: watches), instances: limit("instances", used: instances))
  }

  /// The lower one of two: that of the system's administrator, and that of a user namespace.
  static func limit(_ what: String, used: Int = 0) -> Limit {
    let settings = ["fs.inotify.max_user_\(what)", "user.max_inotify_\(what)"]
    let values = settings.map { setting in
      let path = "/proc/sys/" + setting.split(separator: ".").joined(separator: "/")
      return Int(KernelFile.text(of: path).prefix { $0.isNumber }) ?? .max
    }
    let isNamespace = values[1] < values[0]
    let most = min(values[0], values[1])
    return Limit(
      most: most == .max ? 0 : most, used: used, setting: isNamespace ? settings[1] : settings[0])
  }

  /// Instances and watches of all processes of this user.
  private static func used() -> (instances: Int, watches: Int) {
    var (instances, watches) = (0, 0)
    let user = geteuid()
    for process in listing(of: "/proc") where process.name.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) {
      let folder = "/proc/" + process.name
      guard FileStatus(at: folder)?.owner == user else { continue }
      for entry in listing(of: folder + "/fd")
      where KernelFile.linkTarget(folder + "/fd/" + entry.name) == "anon_inode:inotify" {
        instances += 1
        for line in KernelFile.text(of: folder + "/fdinfo/" + entry.name).split(separator: "\n")
        where line.hasPrefix("inotify wd:") {
          watches += 1
        }
      }
    }
    return (instances, watches)
  }
}
