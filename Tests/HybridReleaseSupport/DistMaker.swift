import Foundation
import HybridCompression
package import HybridCrypto
package import HybridRelease
package import HybridRouting

/// Creates a signed DIST in memory, one release after the other, as `hybrid package` would.
///
///     var dist = try DistMaker()
///     try dist.release(1, ["units/home.unit": Array("hello".utf8)])
///     try dist.release(2, ["units/home.unit": Array("hello again".utf8)])
///     try dist.write(to: project.path)
package struct DistMaker: Sendable {
  /// Three keys, one for each role.
  package let keys: KeySet
  /// The signing key of each role.
  package let signers: [KeySet.Role: SigningKey]
  /// The channel of every statement.
  package let channel: String
  /// All files below DIST, by path. Change them to damage a release.
  package var files: [String: [UInt8]] = [:]
  /// The newest freshness statement.
  package private(set) var freshness: Freshness?
  private let sodium: Sodium
  private var contents: [String: [UInt8]] = [:]
  private var lastFreshnessSignatures = SignatureFile()

  /// The time of the first statement; each further one is a minute later.
  package static let start = ReleaseTime("2026-11-01T00:00:00Z")!

  /// Creates a project with its own keys.
  ///
  /// - Parameter seed: Determines the keys.
  package init(project: String = "shop", channel: String = "production", seed: UInt8 = 1) throws {
    sodium = try Sodium.shared()
    self.channel = channel
    var (signers, rules): ([KeySet.Role: SigningKey], [KeySet.Role: KeySet.Rule]) = ([:], [:])
    var known: [String: PublicKey] = [:]
    for (index, role) in KeySet.Role.allCases.enumerated() {
      let key = sodium.signingKey(seed: [UInt8](repeating: seed &* 8 &+ UInt8(index), count: 32))!
      let id = key.publicKey.id(sodium)
      (signers[role], known[id]) = (key, key.publicKey)
      rules[role] = KeySet.Rule(keys: [id], threshold: 1)
    }
    self.signers = signers
    keys = KeySet(
      project: project, version: 1, created: Self.start.description, expires: "2036-01-01T00:00:00Z",
      keys: known, rules: rules)
    let bytes = Statement.keys(keys).encoded()
    files[DistPaths.keys(1)] = bytes
    files[DistPaths.keysSignatures(1)] = signature(over: bytes, by: .root).encoded()
  }

  /// Adds release `number` with these files (path → bytes; names ending in `.unit` or `.out` are units) and a
  /// delta from each file of the previous release, and makes it the newest.
  package mutating func release(
    _ number: Int, _ contents: [String: [UInt8]], mandatory: Int = 0, routes: [Route] = [], rollout: Int = 100
  ) throws {
    var release = Release(
      project: keys.project, channel: channel, number: number, created: time(number).description,
      mandatory: mandatory, routes: routes)
    var archive = ArchiveWriter()
    for (path, bytes) in contents.sorted(by: { $0.key < $1.key }) {
      let file = ReleaseFile(path: path, digest: FileDigest(of: bytes, sodium: sodium))
      if path.hasSuffix(".unit") || path.hasSuffix(".out") {
        let kind = path.hasSuffix(".unit") ? ReleaseUnit.Kind.page : .template
        let name = path.split(separator: "/").last!.split(separator: ".")[0]
        release.units.append(ReleaseUnit(name: String(name), kind: kind, file: file))
      } else {
        release.assets.append(file)
      }
      files[DistPaths.file(file.digest.sha256)] = bytes
      if let before = self.contents[path], before != bytes {
        let digest = sodium.sha256(before)
        files[DistPaths.delta(from: digest, to: file.digest.sha256)] = try Delta.make(
          from: before, to: bytes, zstd: Zstd.shared())
      }
    }
    self.contents = contents
    try indexDeltas()
    let pointer = sign(.release(release), number)
    let statement = (files[DistPaths.statement(number)]!, files[DistPaths.statementSignatures(number)]!)
    archive.add(DistPaths.release, statement.0)
    archive.add(DistPaths.releaseSignatures, statement.1)
    for path in files.keys where path.hasPrefix("keys/") { archive.add(path, files[path]!) }
    for file in Set(release.files.map(\.digest.sha256)) {
      archive.add(DistPaths.file(file), files[DistPaths.file(file)]!)
    }
    files[DistPaths.archive] = try archive.finish()
    refresh(pointer, at: time(number), rollout: rollout)
  }

  /// Adds a rollback to the release `target`, or to the preset, and makes it the newest statement.
  package mutating func rollback(_ number: Int, to target: Int?, reason: String = "it broke") {
    let rollback = Rollback(
      project: keys.project, channel: channel, number: number, created: time(number).description,
      target: target.map { pointer(to: $0) }, reason: reason)
    if let target, let statement = files[DistPaths.statement(target)],
      case .release(let release)? = try? Statement(
        decoding: statement, as: DistPaths.statement(target), kinds: [.release])
    {
      files[DistPaths.archive] = rebuiltArchive(of: release, statement: statement, from: self)
    }
    refresh(sign(.rollback(rollback), number), at: time(number))
  }

  /// Signs a freshness statement for an existing statement: by default the newest one, an hour later.
  package mutating func refresh(
    _ newest: ReleasePointer? = nil, at created: ReleaseTime? = nil, expires: String = "2036-01-01T00:00:00Z",
    rollout: Int = 100, steady: ReleasePointer? = nil
  ) {
    let last = freshness.flatMap { ReleaseTime($0.created) } ?? Self.start
    let statement = Freshness(
      project: keys.project, channel: channel,
      created: (created ?? ReleaseTime(seconds: last.seconds + 3_600)).description, expires: expires,
      newest: newest ?? freshness!.newest, rollout: rollout, steady: steady, keys: keys.version)
    freshness = statement
    let bytes = Statement.freshness(statement).encoded()
    let signatures = signature(over: bytes, by: .freshness)
    files[DistPaths.freshness] = bytes
    // Includes signatures over the previous statement, so that the two files may be uploaded in either order.
    var both = signatures
    both.add(lastFreshnessSignatures)
    lastFreshnessSignatures = signatures
    files[DistPaths.freshnessSignatures] = both.encoded()
  }

  /// The pointer to statement `number`.
  package func pointer(to number: Int) -> ReleasePointer {
    let bytes = files[DistPaths.statement(number)]!
    return ReleasePointer(number: number, digest: FileDigest(of: bytes, sodium: sodium))
  }

  /// Signatures over any bytes, for releases with a single defect.
  package func signature(over bytes: [UInt8], by role: KeySet.Role) -> SignatureFile {
    let key = signers[role]!
    var file = SignatureFile()
    file.add(key: key.publicKey.id(sodium), signature: sodium.sign(bytes, with: key))
    return file
  }

  /// Writes everything to a folder. Other files there are left alone.
  package func write(to folder: String) throws {
    let folder = URL(filePath: folder)
    for (path, bytes) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
  }

  private mutating func sign(_ statement: Statement, _ number: Int) -> ReleasePointer {
    let bytes = statement.encoded()
    let signatures = signature(over: bytes, by: .release).encoded()
    for name in [DistPaths.statement(number), DistPaths.release] { files[name] = bytes }
    for name in [DistPaths.statementSignatures(number), DistPaths.releaseSignatures] {
      files[name] = signatures
    }
    return ReleasePointer(number: number, digest: FileDigest(of: bytes, sodium: sodium))
  }

  private mutating func indexDeltas() throws {
    var entries: [DeltaIndex.Entry] = []
    for (path, bytes) in files where path.hasPrefix("deltas/") && path.hasSuffix(".zst") {
      let name = path.dropFirst("deltas/".count).dropLast(".zst".count).split(separator: "-")
      entries.append(
        .init(from: SHA256Digest(String(name[0]))!, to: SHA256Digest(String(name[1]))!, size: bytes.count))
    }
    files[DistPaths.deltaIndex] = DeltaIndex(entries).encoded()
  }

  private func time(_ number: Int) -> ReleaseTime { ReleaseTime(seconds: Self.start.seconds + 60 * number) }
}

extension DistMaker: ReleaseSource {
  package func read(_ path: String, atMost limit: Int) throws(Refusal) -> [UInt8] {
    guard let bytes = files[path] else { throw Refusal(.fileMissing, path, "is not there") }
    guard bytes.count <= limit else {
      throw Refusal(.fileWrongSize, path, "has more than \(limit) bytes")
    }
    return bytes
  }
}
