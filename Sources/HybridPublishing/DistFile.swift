import Glibc
import HybridCrypto
import HybridRelease
import HybridSystem

/// One file of DIST to publish.
package struct DistFile: Hashable, Sendable {
  /// The order of sending, and whether the file may change.
  package enum Kind: Int, Hashable, Sendable, Comparable {
    /// Its name determines its bytes: sent only if it does not exist.
    case immutable
    /// Signatures, which may be added to.
    case signatures
    /// Changes with every release; clients read it only after ``freshness``.
    case mutable
    /// The signatures over the one file that clients follow.
    case freshnessSignatures
    /// The one file that clients follow; always sent last.
    case freshness

    package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  /// The path below DIST.
  package var path: String
  /// The size in bytes.
  package var size: Int
  /// The kind, which determines the order.
  package var kind: Kind
  /// The contents, read only when sent, so that DIST is not held in memory.
  package var content: Content

  /// Creates a file.
  package init(path: String, size: Int, kind: Kind, content: Content) {
    (self.path, self.size, self.kind, self.content) = (path, size, kind, content)
  }

  /// The location of the bytes.
  package enum Content: Hashable, Sendable {
    /// In a file with this path.
    case file(String)
    /// In memory.
    case bytes([UInt8])
  }

  /// Reads the bytes.
  /// - Throws: ``PublishFault/Code/invalid`` when they cannot be read or their number has changed.
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

  /// The media type for browsers.
  package var contentType: String {
    if path.hasSuffix(".json") || path.hasSuffix(".sig") { return "application/json" }
    if path.hasSuffix(".html") { return "text/html; charset=utf-8" }
    if path.hasSuffix(".zst") { return "application/zstd" }
    if path.hasSuffix(".hybrid") { return "application/zip" }
    return "application/octet-stream"
  }

  /// The caching rules: `Documentation/hosting.md` has the same ones for other servers.
  var cacheControl: String { DistFile.cacheControl(of: path) }

  /// The caching rules for a file of DIST.
  package static func cacheControl(of path: String) -> String {
    switch kind(of: path) {
    case .immutable: "public, max-age=31536000, immutable"
    default: "no-cache"
    }
  }

  /// The kind of a path of DIST; nil for files that are never published.
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

/// Reads a regular file of at most `limit` bytes; nil, with `errno` set, when it cannot be read, is larger,
/// or is not a regular file.
///
/// - Parameter followsLink: Whether the last path component may be a symbolic link.
func readWholeFile(_ name: String, atMost limit: Int, followsLink: Bool = false) -> [UInt8]? {
  // Without O_NONBLOCK, opening a pipe would block.
  let descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW))
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  guard let status = FileStatus(of: descriptor) else { return nil }
  guard status.kind == .file, status.size <= limit else {
    errno = status.kind == .file ? EFBIG : EINVAL
    return nil
  }
  do throws(SystemError) { return try readToEnd(descriptor, expecting: status.size, atMost: limit) } catch {
    errno = error.code
    return nil
  }
}
