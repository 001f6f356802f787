/// One file of a project as it was saved somewhere.
package struct SharedFile: Hashable, Sendable {
  /// Relative to the project.
  package var path: String
  /// Nil when it was removed.
  package var content: [UInt8]?
  /// When it was saved, in milliseconds since 1970. Of two saves of one file the later one counts.
  package var time: Int

  /// One version of a file.
  package init(path: String, content: [UInt8]?, time: Int) {
    self.path = path
    self.content = content
    self.time = time
  }

  /// The most bytes a file may have to be shared: 16 MB.
  package static let sizeLimit = 16 << 20

  /// As it is kept: a mark, the time, a line feed, the content.
  var stored: [UInt8] {
    Array((content == nil ? "-" : "+").utf8) + Array("\(time)\n".utf8) + (content ?? [])
  }

  /// Reads what is kept; nil for what is malformed, too large, or has a path that no project file has.
  init?(path: String, stored: [UInt8]) {
    guard Self.isPath(path), let mark = stored.first, let end = stored.prefix(32).firstIndex(of: 0x0A),
      let time = Int(String(decoding: stored[1..<end], as: UTF8.self)), time >= 0
    else { return nil }
    let content = stored[(end + 1)...]
    switch mark {
    case UInt8(ascii: "+") where content.count <= Self.sizeLimit: self.content = Array(content)
    case UInt8(ascii: "-"): self.content = nil
    default: return nil
    }
    self.path = path
    self.time = time
  }

  /// Whether a path stays inside a project: no `.`, no `..`, nothing empty, no control characters.
  static func isPath(_ path: String) -> Bool {
    guard (1...1_024).contains(path.utf8.count),
      path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != 0x5C })
    else { return false }
    return path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0 != "." && $0 != ".."
    }
  }
}

/// The combined news of other servers: each file once, in its latest version.
package struct SharedChanges: Hashable, Sendable {
  /// The names of the servers it came from, sorted.
  package var origins: [String]
  /// By path.
  package var files: [SharedFile]
  /// Whether it is everything there is, and not only what is new.
  package var isWhole: Bool
}

/// The state of the bus.
package enum BusState: Hashable, Sendable {
  /// Not connected yet.
  case joining
  /// Connected; the number of servers, including this one.
  case joined(servers: Int)
  /// Failed; it is retried for ever.
  case away(BusError)
}
