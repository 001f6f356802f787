import Glibc
import HybridCompiler
import HybridCrypto
import HybridDist
import HybridPublishing
import HybridRelease
import HybridSource

/// A release that a person named: a DIST folder, an address that one is published at, a statement in one, or
/// an archive. Its signatures are not checked: who looks at a release may have no key set to hold it against,
/// and `hybrid verify` does that.
struct NamedRelease {
  /// The most bytes of a named file.
  static let mostBytes = ReleaseLimits().totalBytes

  /// As it was named.
  let path: String
  /// What it says.
  let release: Release
  /// The bytes that say it.
  let statement: [UInt8]
  /// The rollback that led to it, with its bytes, where that is what was named.
  let rollback: (statement: Rollback, bytes: [UInt8])?
  /// Where its files are.
  let source: any ReleaseSource
  /// Of the release as one file, where there is one.
  let archive: [UInt8]?

  /// Reads a release.
  init(_ path: String) throws(ReleaseFault) {
    self.path = path
    let limits = ReleaseLimits()
    if let source = try Self.distribution(path) {
      let named = try refusing { () throws(Refusal) in
        try source.read(DistPaths.release, atMost: limits.releaseBytes)
      }
      (release, statement, rollback) = try Self.release(named, "\(path)/\(DistPaths.release)", in: source)
      // The archive of a folder is that of its newest release only: it says itself whether it is of this one.
      let archive = try? source.read(DistPaths.archive, atMost: Self.mostBytes)
      let isOfRelease =
        archive.flatMap { try? Archive($0, as: path) }?.bytes(of: DistPaths.release) == statement
      self.source = source
      self.archive = isOfRelease ? archive : nil
      return
    }
    let file = try NamedFile(path)
    if file.bytes.starts(with: NamedFile.archiveStart) {
      let archive = try refusing { () throws(Refusal) in try Archive(file.bytes, as: path) }
      let statement = try refusing { () throws(Refusal) in
        try archive.read(DistPaths.release, atMost: limits.releaseBytes)
      }
      (release, self.statement, rollback) = try Self.release(
        statement, "\(path): \(DistPaths.release)", in: archive)
      (self.source, self.archive) = (archive, file.bytes)
      return
    }
    // `DIST/release.json` or `DIST/releases/12.json`.
    let isNumbered = ProjectPath.name(of: file.folder) == "releases"
    let dist = isNumbered ? ProjectPath.folder(of: file.folder) : file.folder
    let source = ReleaseFolder(dist)
    (release, statement, rollback) = try Self.release(file.bytes, path, in: source)
    self.source = source
    archive = isNumbered ? rebuiltArchive(of: release, statement: statement, from: source) : nil
  }

  /// The source of a folder or an address; nil when it is neither.
  private static func distribution(_ path: String) throws(ReleaseFault) -> (any ReleaseSource)? {
    guard !HTTPHost.isAddress(path) else {
      return try refusing { () throws(Refusal) in try HTTPHost(path) }
    }
    return NamedFile.isFolder(path) ? ReleaseFolder(path) : nil
  }

  /// The release that a statement is, or that it goes back to.
  private static func release(
    _ bytes: [UInt8], _ subject: String, in source: any ReleaseSource
  ) throws(ReleaseFault) -> (Release, statement: [UInt8], rollback: (statement: Rollback, bytes: [UInt8])?) {
    let sodium = try releaseSodium()
    return try refusing { () throws(Refusal) in
      switch try Statement(decoding: bytes, as: subject, kinds: [.release, .rollback]) {
      case .release(let release): return (release, bytes, nil)
      case .rollback(let rollback):
        let (release, statement) = try rollback.release(in: source, as: subject, sodium: sodium)
        return (release, statement, (rollback, bytes))
      case .freshness, .keys: throw Refusal(.statementWrongKind, subject, "is no release")
      }
    }
  }

  /// `shop/production 12`, `shop/production 11 (by rollback 12)`.
  var title: String {
    "\(release.project)/\(release.channel) \(release.number)"
      + (rollback.map { " (by rollback \($0.statement.number))" } ?? "")
  }

  /// The bytes of a file of the release; nil when it is not there, or is another.
  func bytes(of digest: FileDigest, sodium: Sodium) -> [UInt8]? {
    let path = DistPaths.file(digest.sha256)
    guard let bytes = try? source.read(path, atMost: digest.size), bytes.count == digest.size,
      sodium.sha256(bytes) == digest.sha256
    else { return nil }
    return bytes
  }
}

extension Rollback {
  /// The release that a rollback goes back to, with the bytes that it names.
  ///
  /// - Parameter subject: What the rollback is called in messages.
  /// - Throws: ``RefusalCode/statementWrongKind`` for one to the preset, which is in apps and not here.
  func release(
    in source: any ReleaseSource, as subject: String, sodium: Sodium
  ) throws(Refusal) -> (Release, bytes: [UInt8]) {
    guard let target else {
      throw Refusal(
        .statementWrongKind, subject,
        "takes the content back to the preset of each app, which is no release of this place: name the one to look at, "
          + "such as '\(DistPaths.statement(max(1, number - 1)))'")
    }
    let path = DistPaths.statement(target.number)
    let bytes = try source.read(path, atMost: ReleaseLimits().releaseBytes)
    try target.digest.check(bytes, as: path, sodium: sodium)
    guard case .release(let release) = try Statement(decoding: bytes, as: path, kinds: [.release]) else {
      throw Refusal(.statementWrongKind, path, "is no release")
    }
    return (release, bytes)
  }
}

/// A file that a person named, wherever it is, with links followed: whoever names a link wants what it stands
/// for.
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
      try ReleaseFolder(folder.isEmpty ? "/" : folder).read(name, atMost: NamedRelease.mostBytes)
    }
  }

  /// Whether a folder is there.
  static func isFolder(_ path: String) -> Bool {
    guard let folder = opendir(path) else { return false }
    closedir(folder)
    return true
  }
}
