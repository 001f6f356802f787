import HybridCompression
import HybridCrypto
import HybridRexxar
import HybridRouting
import HybridTestSupport
import Testing

@testable import HybridRelease

/// A distribution in memory as `package` creates it: three statements (two releases) with everything they
/// need.
struct TestDistribution {
  let fixture: TrustFixture
  let zstd: Zstd
  var files: [String: [UInt8]] = [:]
  let now = ReleaseTime(seconds: 1_795_356_000)  // 2026-11-22T14:00:00Z

  static let old = Array(String(repeating: "the old page ", count: 40).utf8)
  static let new = Array(String(repeating: "the old page ", count: 40).utf8) + Array("and more".utf8)
  static let picture = Array("a picture".utf8)

  init() throws {
    fixture = try TrustFixture()
    zstd = try Zstd.shared()
    let keys = Statement.keys(try fixture.keySet()).encoded()
    put(DistPaths.keys(1), keys, try fixture.signatures(keys, [1, 2]))
    for (number, page) in [(1, Self.old), (2, Self.new)] {
      let bytes = Statement.release(release(number, page)).encoded()
      put(DistPaths.statement(number), bytes, try fixture.signatures(bytes, [4]))
      for content in [page, Self.picture] { files[path(content)] = content }
    }
    let (from, to) = (sha(Self.old), sha(Self.new))
    let delta = try Delta.make(from: Self.old, to: Self.new, zstd: zstd)
    files[DistPaths.delta(from: from, to: to)] = delta
    files[DistPaths.deltaIndex] = DeltaIndex([.init(from: from, to: to, size: delta.count)]).encoded()
    files["rexxar/home-c83301425b.html"] = Array("<html></html>".utf8)
    files["maps/home.js.map"] = Array("{}".utf8)
    try point(to: 2)
    files["embedded/release.hybrid"] = files["release.hybrid"]
    files["embedded/templates.plist"] = Self.templates(release(2, Self.new)) { _ in [] }
    files["embedded/routes.json"] = files["routes.json"]
    files["embedded/rexxar/home-c83301425b.html"] = files["rexxar/home-c83301425b.html"]
  }

  /// The templates of a release, as packaging creates them.
  static func templates(_ release: Release, _ content: (FileDigest) -> [UInt8]?) -> [UInt8]? {
    for file in release.files where content(file.digest) == nil { return nil }
    return Array("<plist>\(release.files.map(\.digest.sha256))</plist>".utf8)
  }

  static func table(_ version: Int, _ change: (inout RexxarTable) -> Void = { _ in }) -> [UInt8] {
    var table = RexxarTable()
    table.version = RexxarVersion(String(version))
    table.items = [.init(uri: "^shop://home$", remoteFile: "rexxar/home-c83301425b.html")]
    change(&table)
    return table.encoded()
  }

  private func sha(_ bytes: [UInt8]) -> SHA256Digest { fixture.sodium.sha256(bytes) }
  func path(_ content: [UInt8]) -> String { DistPaths.file(sha(content)) }

  func release(_ number: Int, _ page: [UInt8], channel: String = "production") -> Release {
    Release(
      project: "shop", channel: channel, number: number, created: "2026-11-22T14:00:00Z",
      routes: [Route(pattern: "shop://home", kind: .page, unit: "home")],
      units: [
        ReleaseUnit(
          name: "home", kind: .page,
          file: ReleaseFile(path: "units/home.unit", digest: FileDigest(of: page, sodium: fixture.sodium)))
      ],
      assets: [
        ReleaseFile(path: "assets/p.png", digest: FileDigest(of: Self.picture, sodium: fixture.sodium))
      ])
  }

  /// Adds deltas and lists them in the index.
  mutating func add(deltas: [(from: [UInt8], to: [UInt8])]) throws {
    var index = try DeltaIndex(decoding: try #require(files[DistPaths.deltaIndex])).entries
    for (from, to) in deltas {
      let delta = try Delta.make(from: from, to: to, zstd: zstd)
      files[DistPaths.delta(from: sha(from), to: sha(to))] = delta
      index.append(.init(from: sha(from), to: sha(to), size: delta.count))
    }
    files[DistPaths.deltaIndex] = DeltaIndex(index).encoded()
  }

  mutating func put(_ path: String, _ bytes: [UInt8], _ signatures: [UInt8]) {
    files[path] = bytes
    files[signaturesPath(of: path)] = signatures
  }

  /// Makes a statement the newest one: updates freshness, the copy, and for a release the archive.
  mutating func point(
    to number: Int, created: String = "2026-11-22T14:00:00Z", expires: String = "2026-11-29T14:00:00Z",
    keys: Int = 1, signer: UInt8 = 6
  )
    throws
  {
    let bytes = try #require(files[DistPaths.statement(number)])
    put(DistPaths.release, bytes, try #require(files[DistPaths.statementSignatures(number)]))
    let freshness = Statement.freshness(
      Freshness(
        project: "shop", channel: "production", created: created, expires: expires,
        newest: ReleasePointer(number: number, digest: FileDigest(of: bytes, sodium: fixture.sodium)),
        keys: keys)
    ).encoded()
    put(DistPaths.freshness, freshness, try fixture.signatures(freshness, [signer]))
    files["routes.json"] = Self.table(number)
    if case .release(let release) = try Statement(decoding: bytes, as: "x", kinds: [.release, .rollback]) {
      try archive(release)
    }
  }

  mutating func archive(_ release: Release) throws {
    var archive = ArchiveWriter()
    archive.add(DistPaths.release, try #require(files[DistPaths.statement(release.number)]))
    archive.add(
      DistPaths.releaseSignatures, try #require(files[DistPaths.statementSignatures(release.number)]))
    archive.add(DistPaths.keys(1), try #require(files[DistPaths.keys(1)]))
    archive.add(DistPaths.keysSignatures(1), try #require(files[DistPaths.keysSignatures(1)]))
    for file in release.files {
      let path = DistPaths.file(file.digest.sha256)
      archive.add(path, try #require(files[path]))
    }
    files[DistPaths.archive] = try archive.finish()
  }

  mutating func rollBack(to target: Int?, number: Int = 3) throws {
    let pointer = try target.map {
      ReleasePointer(
        number: $0,
        digest: FileDigest(of: try #require(files[DistPaths.statement($0)]), sodium: fixture.sodium))
    }
    let bytes = Statement.rollback(
      Rollback(
        project: "shop", channel: "production", number: number, created: "2026-11-22T14:00:00Z",
        target: pointer, reason: "prices were wrong")
    ).encoded()
    put(DistPaths.statement(number), bytes, try fixture.signatures(bytes, [4]))
    try point(to: number)
    if target == 1 { try archive(release(1, Self.old)) }
  }

  func verify(trust: Trust? = nil, isHost: Bool = false) -> VerificationReport {
    verifyDistribution(
      MemorySource(files), names: isHost ? nil : files.keys.sorted(), trust: trust, now: now, zstd: zstd,
      sodium: fixture.sodium, presetTemplates: Self.templates)
  }
}
