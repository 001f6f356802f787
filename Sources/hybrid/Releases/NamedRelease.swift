import Glibc
import HybridCompiler
import HybridCrypto
import HybridPublishing
import HybridRelease
import HybridSource

/// A release that a person named: a DIST folder, an address that one is published at, a statement in one, or an archive. Its signatures are not checked: who looks
/// at a release may have no key set to hold it against, and `hybrid verify` does that.
struct NamedRelease {
  /// The most bytes of a named file.
  static let mostBytes = ReleaseLimits().totalBytes

  /// As it was named.
  let path: String
  /// What it says.
  let release: Release
  /// The bytes that say it.
  let statement: [UInt8]
  /// Where its files are.
  let source: any ReleaseSource
  /// Of the release as one file, where there is one.
  let archive: [UInt8]?

  /// Reads a release.
  init(_ path: String) throws(ReleaseFault) {
    self.path = path
    let limits = ReleaseLimits()
    if let source = try Self.distribution(path) {
      let statement = try refusing { () throws(Refusal) in
        try source.read(DistPaths.release, atMost: limits.releaseBytes)
      }
      let release = try Self.release(statement, "\(path)/\(DistPaths.release)")
      // The archive of a folder is that of its newest release only: it says itself whether it is of this one.
      let archive = try? source.read(DistPaths.archive, atMost: Self.mostBytes)
      let isOfRelease =
        archive.flatMap { try? Archive($0, as: path) }?.bytes(of: DistPaths.release) == statement
      (self.statement, self.release, self.source) = (statement, release, source)
      self.archive = isOfRelease ? archive : nil
      return
    }
    let file = try NamedFile(path)
    if file.bytes.starts(with: NamedFile.archiveStart) {
      let archive = try refusing { () throws(Refusal) in try Archive(file.bytes, as: path) }
      let statement = try refusing { () throws(Refusal) in
        try archive.read(DistPaths.release, atMost: limits.releaseBytes)
      }
      release = try Self.release(statement, "\(path): \(DistPaths.release)")
      (self.statement, self.source, self.archive) = (statement, archive, file.bytes)
      return
    }
    release = try Self.release(file.bytes, path)
    // `DIST/release.json` or `DIST/releases/12.json`.
    let isNumbered = ProjectPath.name(of: file.folder) == "releases"
    let dist = isNumbered ? ProjectPath.folder(of: file.folder) : file.folder
    let source = FolderSource(path: dist)
    (statement, self.source) = (file.bytes, source)
    archive = isNumbered ? rebuiltArchive(of: release, statement: file.bytes, from: source) : nil
  }

  /// The source of a folder or an address; nil when it is neither.
  private static func distribution(_ path: String) throws(ReleaseFault) -> (any ReleaseSource)? {
    guard !HTTPHost.isAddress(path) else {
      return try refusing { () throws(Refusal) in try HTTPHost(path) }
    }
    return NamedFile.isFolder(path) ? FolderSource(path: path) : nil
  }

  private static func release(_ bytes: [UInt8], _ subject: String) throws(ReleaseFault) -> Release {
    let statement = try refusing { () throws(Refusal) in
      try Statement(decoding: bytes, as: subject, kinds: [.release, .rollback])
    }
    switch statement {
    case .release(let release): return release
    case .rollback(let rollback):
      let target = rollback.target.map { "release \($0.number): name \(DistPaths.statement($0.number))" }
      throw ReleaseFault(
        Refusal(
          .statementWrongKind, subject,
          "is no release: it takes the content back to \(target ?? "the preset of each app")"))
    case .freshness, .keys:
      throw ReleaseFault(Refusal(.statementWrongKind, subject, "is no release"))
    }
  }

  /// `shop/production 12`.
  var title: String { "\(release.project)/\(release.channel) \(release.number)" }

  /// The bytes of a file of the release; nil when it is not there, or is another.
  func bytes(of digest: FileDigest, sodium: Sodium) -> [UInt8]? {
    let path = DistPaths.file(digest.sha256)
    guard let bytes = try? source.read(path, atMost: digest.size), bytes.count == digest.size,
      sodium.sha256(bytes) == digest.sha256
    else { return nil }
    return bytes
  }
}

/// A file that a person named, wherever it is, with links followed: whoever names a link wants what it stands for.
struct NamedFile {
  /// How an archive begins; one without files begins with its end.
  static let archiveStart: [UInt8] = [0x50, 0x4B]
  /// How a zstd frame begins (RFC 8878 §3.1.1).
  static let zstdStart: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

  /// All of it.
  let bytes: [UInt8]
  /// The folder that it really is in.
  let folder: String

  init(_ path: String) throws(ReleaseFault) {
    guard let place = DiskFiles.realPath(path) else {
      throw ReleaseFault(environment: "missing-file", "'\(path)' is missing")
    }
    let (folder, name) = (ProjectPath.folder(of: place), ProjectPath.name(of: place))
    self.folder = folder
    bytes = try refusing { () throws(Refusal) in
      try FolderSource(path: folder.isEmpty ? "/" : folder).read(name, atMost: NamedRelease.mostBytes)
    }
  }

  /// Whether a folder is there.
  static func isFolder(_ path: String) -> Bool {
    guard let folder = opendir(path) else { return false }
    closedir(folder)
    return true
  }
}
