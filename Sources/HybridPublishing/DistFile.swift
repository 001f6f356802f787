import Glibc
import HybridCrypto
import HybridRelease

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

/// All of a file of at most `limit` bytes; nil, and `errno`, when it cannot be read or has more, or is no
/// file.
///
/// - Parameter followsLink: Whether the name may be that of a link.
func readWholeFile(_ name: String, atMost limit: Int, followsLink: Bool = false) -> [UInt8]? {
  // A pipe that stands there would keep the opening waiting.
  let descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW))
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { return nil }
  guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
    errno = status.st_mode & S_IFMT == S_IFREG ? EFBIG : EINVAL
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
