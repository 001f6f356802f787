import Glibc
import HybridCrypto
package import HybridRelease

/// One file of DIST that is published.
package struct DistFile: Hashable, Sendable {
  /// When it is sent, and whether it may change.
  package enum Kind: Int, Hashable, Sendable, Comparable {
    /// Never another with this name: sent once, only when it is not there.
    case immutable
    /// Signatures that may grow.
    case signatures
    /// Changes with every release; nobody follows it before ``freshness``.
    case mutable
    /// The signatures over the one file that clients follow.
    case freshnessSignatures
    /// The one file that clients follow: always the last.
    case freshness

    package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  /// Below DIST.
  package var path: String
  /// In bytes.
  package var size: Int
  /// When it is sent.
  package var kind: Kind
  /// Read when it is sent, so that not all of DIST is in memory.
  package var content: Content

  /// A file from its parts.
  package init(path: String, size: Int, kind: Kind, content: Content) {
    (self.path, self.size, self.kind, self.content) = (path, size, kind, content)
  }

  /// Where the bytes are.
  package enum Content: Hashable, Sendable {
    /// In a file.
    case file(String)
    /// Here.
    case bytes([UInt8])
  }

  /// The bytes.
  /// - Throws: ``PublishFault/Code/invalid`` when they cannot be read or have become more or fewer.
  package func bytes() throws(PublishFault) -> [UInt8] {
    switch content {
    case .bytes(let bytes): return bytes
    case .file(let name):
      guard let bytes = readWholeFile(name, atMost: size), bytes.count == size else {
        throw PublishFault(.invalid, "'\(name)' cannot be read, or changes while it is published")
      }
      return bytes
    }
  }

  /// What a browser is told that it is.
  package var contentType: String {
    if path.hasSuffix(".json") || path.hasSuffix(".sig") { return "application/json" }
    if path.hasSuffix(".html") { return "text/html; charset=utf-8" }
    if path.hasSuffix(".zst") { return "application/zstd" }
    if path.hasSuffix(".hybrid") { return "application/zip" }
    return "application/octet-stream"
  }

  /// How long caches may keep it: `Documentation/hosting.md` has the same rules for other servers.
  var cacheControl: String { DistFile.cacheControl(of: path) }

  /// How long caches may keep a file of DIST.
  package static func cacheControl(of path: String) -> String {
    switch kind(of: path) {
    case .immutable: "public, max-age=31536000, immutable"
    default: "no-cache"
    }
  }

  /// What a path of DIST is; nil for what is never published.
  package static func kind(of path: String) -> Kind? {
    switch path {
    case DistPaths.freshness: return .freshness
    case DistPaths.freshnessSignatures: return .freshnessSignatures
    case DistPaths.release, DistPaths.releaseSignatures, DistPaths.deltaIndex, DistPaths.rexxarRoutes,
      DistPaths.archive:
      return .mutable
    default: break
    }
    let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    let name = parts[1]
    func isNumber(_ suffix: String) -> Bool {
      guard name.hasSuffix(suffix), let number = Int(name.dropLast(suffix.count)) else { return false }
      return number > 0 && name == "\(number)\(suffix)"
    }
    switch parts[0] {
    case "files": return SHA256Digest(name) != nil ? .immutable : nil
    case "deltas":
      guard name.hasSuffix(".zst") else { return nil }
      let digests = name.dropLast(4).split(separator: "-").map { SHA256Digest(String($0)) }
      return digests.count == 2 && !digests.contains(nil) ? .immutable : nil
    case "releases", "keys":
      return isNumber(".json") ? .immutable : isNumber(".sig") ? .signatures : nil
    case "rexxar": return name.hasSuffix(".html") && !name.contains("/") ? .immutable : nil
    default: return nil
    }
  }
}

/// A DIST on this machine.
package struct DistContents: ReleaseSource {
  /// The folder, without a slash at its end.
  package let path: String

  /// Nothing is read yet.
  package init(_ path: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  package func read(_ name: String, atMost limit: Int) throws(Refusal) -> [UInt8] {
    if let fault = faultOfFileName(name) { throw Refusal(.nameUnsafe, name, "the name \(fault)") }
    let file = path + "/" + name
    var status = stat()
    guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Refusal(.fileMissing, name, "is not in \(path)")
    }
    guard status.st_size <= limit else { throw Refusal(.fileWrongSize, name, "has more than \(limit) bytes") }
    guard let bytes = readWholeFile(file, atMost: limit) else {
      throw Refusal(.storeFailed, name, "cannot be read: \(String(cString: strerror(errno)))")
    }
    return bytes
  }

  /// What of it is published, in the order of sending, and the names below `embedded/` and `maps/`, which are not.
  ///
  /// - Throws: ``PublishFault/Code/invalid`` for whatever does not belong there: a link, a name of another kind, a private key.
  package func files() throws(PublishFault) -> (published: [DistFile], left: [String]) {
    var (published, left): ([DistFile], [String]) = ([], [])
    try walk("") { (name, size) throws(PublishFault) in
      if name.hasPrefix(DistPaths.embedded + "/") || name.hasPrefix("maps/") { return left.append(name) }
      guard let kind = DistFile.kind(of: name) else {
        throw PublishFault(
          .invalid, "'\(path)/\(name)' is no part of a release",
          hint: "nothing but what 'hybrid package' wrote is published: move it away")
      }
      let file = DistFile(path: name, size: size, kind: kind, content: .file(path + "/" + name))
      if let key = privateKeyKind(in: try file.bytes()) {
        throw PublishFault(
          .invalid, "'\(path)/\(name)' holds \(key)", hint: "whoever has it can sign releases")
      }
      published.append(file)
    }
    let order = [DistPaths.release: 2, DistPaths.releaseSignatures: 1]
    published.sort {
      ($0.kind, order[$0.path] ?? 0, $0.path) < ($1.kind, order[$1.path] ?? 0, $1.path)
    }
    return (published, left.sorted())
  }

  /// Every file below, by its path and size.
  private func walk(
    _ folder: String, _ body: (String, Int) throws(PublishFault) -> Void
  ) throws(PublishFault) {
    guard let directory = opendir(folder.isEmpty ? path : path + "/" + folder) else {
      throw PublishFault(.invalid, "'\(path)/\(folder)' cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      let below = folder.isEmpty ? name : folder + "/" + name
      var status = stat()
      guard lstat(path + "/" + below, &status) == 0 else {
        throw PublishFault(.invalid, "'\(path)/\(below)' cannot be read: \(String(cString: strerror(errno)))")
      }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: try walk(below, body)
      case S_IFREG: try body(below, Int(status.st_size))
      default: throw PublishFault(.invalid, "'\(path)/\(below)' is neither a file nor a folder")
      }
    }
  }
}

/// All of a file of at most `limit` bytes; nil, and `errno`, when it cannot be read or has more.
func readWholeFile(_ name: String, atMost limit: Int) -> [UInt8]? {
  let descriptor = open(name, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
    return nil
  }
  var isWhole = true
  let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
    while count < buffer.count {
      let got = Glibc.read(descriptor, buffer.baseAddress! + count, buffer.count - count)
      if got > 0 {
        count += got
      } else if got == 0 || errno != EINTR {
        isWhole = got == 0
        return
      }
    }
  }
  return isWhole ? bytes : nil
}
