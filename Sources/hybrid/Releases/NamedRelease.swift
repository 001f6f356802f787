import Glibc
import HybridCompiler
import HybridCrypto
import HybridDist
import HybridPublishing
import HybridRelease
import HybridSource

/// A release named on the command line: a DIST folder, an address of a published DIST, a statement in one, or
/// an archive. Its signatures are not checked, since the user may have no key set; `hybrid verify` checks
/// them.
struct NamedRelease {
  /// The maximum size of a named file, in bytes.
  static let mostBytes = ReleaseLimits().totalBytes

  /// The path as given on the command line.
  let path: String
  /// The release statement.
  let release: Release
  /// The bytes of that statement.
  let statement: [UInt8]
  /// The rollback that led to the release, with its bytes, when a rollback was named.
  let rollback: (statement: Rollback, bytes: [UInt8])?
  /// The source of the release's files.
  let source: any ReleaseSource
  /// The archive of the release, if there is one.
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
      // The archive of a folder belongs to its newest release only; its contents say whether that is this
      // one.
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

  /// The source for a folder or an address; nil for anything else.
  private static func distribution(_ path: String) throws(ReleaseFault) -> (any ReleaseSource)? {
    guard !HTTPHost.isAddress(path) else {
      return try refusing { () throws(Refusal) in try HTTPHost(path) }
    }
    return NamedFile.isFolder(path) ? ReleaseFolder(path) : nil
  }

  /// The release that a statement contains, or that its rollback restores.
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
      case .freshness, .keys: throw Refusal(.statementWrongKind, subject, "is not a release")
      }
    }
  }

  /// `shop/production 12`, `shop/production 11 (by rollback 12)`.
  var title: String {
    "\(release.project)/\(release.channel) \(release.number)"
      + (rollback.map { " (by rollback \($0.statement.number))" } ?? "")
  }

  /// The bytes of a file of the release; nil when the file is missing or different.
  func bytes(of digest: FileDigest, sodium: Sodium) -> [UInt8]? {
    let path = DistPaths.file(digest.sha256)
    guard let bytes = try? source.read(path, atMost: digest.size), bytes.count == digest.size,
      sodium.sha256(bytes) == digest.sha256
    else { return nil }
    return bytes
  }
}

extension Rollback {
  /// The release that a rollback restores, with its statement's bytes.
  ///
  /// - Parameter subject: The name of the rollback in messages.
  /// - Throws: ``RefusalCode/statementWrongKind`` for a rollback to the preset, which is in apps and not
  ///   here.
  func release(
    in source: any ReleaseSource, as subject: String, sodium: Sodium
  ) throws(Refusal) -> (Release, bytes: [UInt8]) {
    guard let target else {
      throw Refusal(
        .statementWrongKind, subject,
        "takes the content back to the preset of each app, which is not a release here: "
          + "name the release to inspect, "
          + "such as '\(DistPaths.statement(max(1, number - 1)))'")
    }
    let path = DistPaths.statement(target.number)
    let bytes = try source.read(path, atMost: ReleaseLimits().releaseBytes)
    try target.digest.check(bytes, as: path, sodium: sodium)
    guard case .release(let release) = try Statement(decoding: bytes, as: path, kinds: [.release]) else {
      throw Refusal(.statementWrongKind, path, "is not a release")
    }
    return (release, bytes)
  }
}

/// A file named on the command line, wherever it is. Links are followed: a link on the command line stands
/// for its target.
struct NamedFile {
  /// The first bytes of an archive; an empty archive starts with its end record.
  static let archiveStart: [UInt8] = [0x50, 0x4B]
  /// The first bytes of a zstd frame (RFC 8878 §3.1.1).
  static let zstdStart: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

  /// The contents.
  let bytes: [UInt8]
  /// The real path of its folder.
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

  /// Whether `path` is a folder.
  static func isFolder(_ path: String) -> Bool {
    guard let folder = opendir(path) else { return false }
    closedir(folder)
    return true
  }
}
