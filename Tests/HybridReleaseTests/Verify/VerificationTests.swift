import HybridCompression
import HybridCrypto
import Testing

@testable import HybridRelease

/// A distribution in memory, as `package` leaves one: three statements (two releases), all that belongs to them.
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
    files["routes.json"] = Array(
      #"{"items":[{"uri":"shop://home","remote_file":"rexxar/home-0123456789.html"}]}"#.utf8)
    files["rexxar/home-0123456789.html"] = Array("<html></html>".utf8)
    files["maps/home.js.map"] = Array("{}".utf8)
    try point(to: 2)
    files["embedded/release.hybrid"] = files["release.hybrid"]
    files["embedded/templates.plist"] = Array("<plist/>".utf8)
  }

  private func sha(_ bytes: [UInt8]) -> SHA256Digest { fixture.sodium.sha256(bytes) }
  func path(_ content: [UInt8]) -> String { DistPaths.file(sha(content)) }

  func release(_ number: Int, _ page: [UInt8], channel: String = "production") -> Release {
    Release(
      project: "shop", channel: channel, number: number, created: "2026-11-22T14:00:00Z",
      units: [
        ReleaseUnit(
          name: "home", kind: .page,
          file: ReleaseFile(path: "units/home.unit", digest: FileDigest(of: page, sodium: fixture.sodium)))
      ],
      assets: [
        ReleaseFile(path: "assets/p.png", digest: FileDigest(of: Self.picture, sodium: fixture.sodium))
      ])
  }

  /// Adds deltas, and names them in the index.
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

  /// Makes a statement the newest: freshness, the copy, the archive when it is a release.
  mutating func point(
    to number: Int, expires: String = "2026-11-29T14:00:00Z", keys: Int = 1, signer: UInt8 = 6
  )
    throws
  {
    let bytes = try #require(files[DistPaths.statement(number)])
    put(DistPaths.release, bytes, try #require(files[DistPaths.statementSignatures(number)]))
    let freshness = Statement.freshness(
      Freshness(
        project: "shop", channel: "production", created: "2026-11-22T14:00:00Z", expires: expires,
        newest: ReleasePointer(number: number, digest: FileDigest(of: bytes, sodium: fixture.sodium)),
        keys: keys)
    ).encoded()
    put(DistPaths.freshness, freshness, try fixture.signatures(freshness, [signer]))
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
      sodium: fixture.sodium)
  }
}

@Suite struct VerificationTests {
  @Test func aWholeDistributionIsGood() throws {
    let dist = try TestDistribution()
    let report = dist.verify()
    #expect(report.findings == [])
    #expect(report.project == "shop" && report.channel == "production" && report.newest == 2)
    #expect(report.files == 3 && report.deltas == 1 && report.keys == 1)
    #expect(report.notes.count == 1, "the key set was taken as it is: \(report.notes)")
    // The same from a host, which lists nothing, and with a key set of one's own.
    let trust = Trust(try dist.fixture.keySet(), sodium: dist.fixture.sodium)
    let host = dist.verify(trust: trust, isHost: true)
    #expect(host.findings == [] && host.notes == [] && host.files == 2 && host.deltas == 1)
  }

  /// A row: what somebody does to a distribution, and what is said about it.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var code: RefusalCode
    var subject: String
    var change: @Sendable (inout TestDistribution) throws -> Void

    init(
      _ name: String, _ code: RefusalCode, _ subject: String,
      _ change: @escaping @Sendable (inout TestDistribution) throws -> Void
    ) {
      (testDescription, self.code, self.subject, self.change) = (name, code, subject, change)
    }
  }

  @Test(arguments: [
    Row("freshness is missing", .fileMissing, "freshness.json") { $0.files["freshness.json"] = nil },
    Row("its signatures are missing", .signatureMissing, "freshness.sig") { $0.files["freshness.sig"] = nil },
    Row("freshness was changed", .signatureInvalid, "freshness.json") {
      $0.files["freshness.json"]?[20] ^= 1
    },
    Row("freshness has expired", .freshnessExpired, "freshness.json") {
      try $0.point(to: 2, expires: "2026-11-22T14:00:00Z")
    },
    Row("freshness is signed by a release key", .signatureThreshold, "freshness.json") {
      try $0.point(to: 2, signer: 4)
    },
    Row("freshness names keys that are not there", .keysSkipped, "freshness.json") {
      try $0.point(to: 2, keys: 2)
    },
    Row("the newest statement is missing", .fileMissing, "releases/2.json") {
      $0.files["releases/2.json"] = nil
    },
    Row("an older release stands there for the newest", .statementMismatch, "releases/2.json") {
      $0.files["releases/2.json"] = $0.files["releases/1.json"]
      $0.files["releases/2.sig"] = $0.files["releases/1.sig"]
    },
    Row("and has another number", .releaseWrongNumber, "releases/2.json") {
      $0.files["releases/2.json"] = $0.files["releases/1.json"]
      $0.files["releases/2.sig"] = $0.files["releases/1.sig"]
    },
    Row("the copy is another one", .statementMismatch, "release.json") {
      $0.files["release.json"] = $0.files["releases/1.json"]
      $0.files["release.sig"] = $0.files["releases/1.sig"]
    },
    Row("signed by somebody else", .signatureThreshold, "releases/2.json") {
      $0.files["releases/2.sig"] = try $0.fixture.signatures(try #require($0.files["releases/2.json"]), [40])
    },
    Row("of another channel", .wrongChannel, "releases/2.json") {
      let bytes = Statement.release($0.release(2, TestDistribution.new, channel: "beta")).encoded()
      $0.put("releases/2.json", bytes, try $0.fixture.signatures(bytes, [4]))
      try $0.point(to: 2)
    },
    Row("a content is missing", .fileMissing, "new") { $0.files[$0.path(TestDistribution.new)] = nil },
    Row("a content was changed", .fileMismatch, "new") { $0.files[$0.path(TestDistribution.new)]?[3] ^= 1 },
    Row("a content was cut", .fileWrongSize, "new") { $0.files[$0.path(TestDistribution.new)]?.removeLast() },
    Row("a content has grown", .fileWrongSize, "new") { $0.files[$0.path(TestDistribution.new)]?.append(0) },
    Row("an old content was changed", .fileMismatch, "old") {
      $0.files[$0.path(TestDistribution.old)]?[3] ^= 1
    },
    Row("an old statement was changed", .signatureInvalid, "releases/1.json") {
      $0.files["releases/1.json"]?[20] ^= 1
    },
    Row("a content that nobody names", .fileUnknown, "files/ff") { $0.files["files/ff"] = [1] },
    Row("a file that nobody names", .fileUnknown, ".DS_Store") { $0.files[".DS_Store"] = [1] },
    Row("signatures of nothing", .fileUnknown, "releases/9.sig") { $0.files["releases/9.sig"] = [1] },
    Row("the archive is of another release", .statementMismatch, "release.hybrid") {
      try $0.archive($0.release(1, TestDistribution.old))
    },
    Row("the archive was cut", .archiveTruncated, "release.hybrid") {
      $0.files["release.hybrid"]?.removeLast(30)
    },
    Row("the preset is of another release", .statementMismatch, "embedded/release.hybrid") {
      let archive = $0.files["release.hybrid"]
      try $0.archive($0.release(1, TestDistribution.old))
      $0.files["embedded/release.hybrid"] = $0.files["release.hybrid"]
      $0.files["release.hybrid"] = archive
    },
    Row("a delta was changed", .deltaMalformed, "delta") { $0.files[Self.delta($0)]?[0] ^= 1 },
    Row("a delta makes something else", .deltaMismatch, "delta") {
      $0.files[Self.delta($0)] = try Delta.make(
        from: TestDistribution.old, to: TestDistribution.new.reversed(), zstd: $0.zstd)
    },
    Row("a delta is missing", .fileMissing, "delta") { $0.files[Self.delta($0)] = nil },
    Row("the list of deltas is none", .deltaMalformed, "deltas/index.json") {
      $0.files["deltas/index.json"] = Array("{}".utf8)
    },
    Row("a page of Rexxar is missing", .fileMissing, "rexxar/home-0123456789.html") {
      $0.files["rexxar/home-0123456789.html"] = nil
    },
    Row("Rexxar's table leads outside", .nameUnsafe, "routes.json") {
      $0.files["routes.json"] = Array(#"{"items":[{"uri":"x","remote_file":"../../etc/passwd"}]}"#.utf8)
    },
    Row("a private key lies beside", .filePrivateKey, "embedded/old.pem") {
      $0.files["embedded/old.pem"] = Array(
        ("-----BEGIN PRIVATE KEY-----\n" + String(repeating: "MC4C", count: 16)).utf8)
    },
    Row("a private key lies in the archive", .filePrivateKey, "release.hybrid") {
      let key = try PrivateKeyFile(
        sealing: $0.fixture.key(4), passphrase: [1], cost: PassphraseCost(operations: 1, memory: 8_192),
        sodium: $0.fixture.sodium
      ).encoded()
      var archive = ArchiveWriter()
      archive.add("files/key", key)
      $0.files["release.hybrid"] = try archive.finish()
    },
    Row("the first key set is signed by nobody", .signatureThreshold, "keys/1.json") {
      $0.files["keys/1.sig"] = try $0.fixture.signatures(try #require($0.files["keys/1.json"]), [1])
    },
    Row("a key set is skipped", .keysSkipped, "keys/2.json") {
      let bytes = Statement.keys(try $0.fixture.keySet(version: 3)).encoded()
      $0.put("keys/3.json", bytes, try $0.fixture.signatures(bytes, [1, 2]))
    },
    Row("freshness is older than the keys", .keysRolledBack, "freshness.json") {
      let bytes = Statement.keys(try $0.fixture.keySet(version: 2)).encoded()
      $0.put("keys/2.json", bytes, try $0.fixture.signatures(bytes, [1, 2]))
    },
  ])
  func whatIsWrongIsSaid(_ row: Row) throws {
    var dist = try TestDistribution()
    var subject = row.subject
    switch subject {
    case "new": subject = dist.path(TestDistribution.new)
    case "old": subject = dist.path(TestDistribution.old)
    case "delta": subject = Self.delta(dist)
    default: break
    }
    try row.change(&dist)
    let report = dist.verify()
    #expect(
      report.findings.contains { $0.code == row.code && $0.subject == subject },
      "\(report.findings.map(\.description))")
  }

  private static func delta(_ dist: TestDistribution) -> String {
    let sodium = dist.fixture.sodium
    return DistPaths.delta(
      from: sodium.sha256(TestDistribution.old), to: sodium.sha256(TestDistribution.new))
  }

  @Test func everythingWrongIsSaidAtOnce() throws {
    var dist = try TestDistribution()
    dist.files[dist.path(TestDistribution.new)] = nil
    dist.files[dist.path(TestDistribution.picture)]?[0] ^= 1
    dist.files["notes.txt"] = [1]
    try dist.point(to: 1, expires: "2026-11-20T14:00:00Z")
    dist.files["embedded/release.hybrid"] = nil
    let codes = Set(dist.verify().findings.map(\.code))
    #expect(codes == [.fileMismatch, .fileUnknown, .freshnessExpired])
  }

  /// `package` makes deltas between statements too, and may make them between archives, of which only the newest lies there.
  @Test func deltasLeadBetweenStatementsAndArchivesToo() throws {
    var dist = try TestDistribution()
    let newest = dist.files[DistPaths.archive]
    try dist.archive(dist.release(1, TestDistribution.old))
    let first = try #require(dist.files[DistPaths.archive])
    dist.files[DistPaths.archive] = newest
    let statements = try [1, 2].map { try #require(dist.files[DistPaths.statement($0)]) }
    try dist.add(deltas: [(statements[0], statements[1]), (first, try #require(newest))])
    let report = dist.verify()
    #expect(report.findings == [] && report.deltas == 3, "\(report.findings.map(\.description))")
    #expect(report.notes.count == 1, "the key set was taken as it is: \(report.notes)")
    // A host lists nothing; its older statements are asked for.
    let trust = Trust(try dist.fixture.keySet(), sodium: dist.fixture.sodium)
    let host = dist.verify(trust: trust, isHost: true)
    #expect(host.findings == [] && host.deltas == 2)

    // They are applied, not only named.
    let path = DistPaths.delta(
      from: dist.fixture.sodium.sha256(statements[0]), to: dist.fixture.sodium.sha256(statements[1]))
    var spoilt = dist
    spoilt.files[path]?[0] ^= 1
    #expect(spoilt.verify().findings.contains { $0.code == .deltaMalformed && $0.subject == path })
  }

  @Test func deltasToWhatNobodyNamesAreStillFaults() throws {
    var dist = try TestDistribution()
    try dist.add(deltas: [(TestDistribution.old, Array("made up".utf8))])
    #expect(dist.verify().findings.map(\.code) == [.fileUnknown])
  }

  @Test func anotherRootIsNotOurs() throws {
    let dist = try TestDistribution()
    let other = Trust(
      try dist.fixture.keySet(root: [20, 21], release: [22]), sodium: dist.fixture.sodium)
    let report = dist.verify(trust: other)
    #expect(report.findings.contains { $0.code == .signatureThreshold && $0.subject == "releases/2.json" })
  }

  @Test func rollbacksLeadToTheirRelease() throws {
    var dist = try TestDistribution()
    try dist.rollBack(to: 1)
    var report = dist.verify()
    #expect(report.findings == [])
    #expect(report.newest == 3 && report.release == 1)
    // Its files are needed again.
    let old = dist.path(TestDistribution.old)
    dist.files[old] = nil
    #expect(dist.verify().findings.contains { $0.code == .fileMissing && $0.subject == old })

    dist = try TestDistribution()
    try dist.rollBack(to: nil)
    report = dist.verify()
    #expect(report.findings == [] && report.newest == 3 && report.release == nil)
  }

  @Test func statementsOfRevokedKeysAreHistory() throws {
    var dist = try TestDistribution()
    let keys = Statement.keys(try dist.fixture.keySet(version: 2, release: [5])).encoded()
    dist.put("keys/2.json", keys, try dist.fixture.signatures(keys, [1, 2]))
    let newest = try #require(dist.files["releases/2.json"])
    dist.put("releases/2.json", newest, try dist.fixture.signatures(newest, [4, 5]))
    try dist.point(to: 2, keys: 2)
    dist.files["embedded/release.hybrid"] = dist.files["release.hybrid"]
    let report = dist.verify()
    #expect(report.findings == [])
    #expect(report.notes.contains { $0.contains("releases/1.json") })
  }

  @Test func archivesAreVerifiedAlone() throws {
    let dist = try TestDistribution()
    let bytes = try #require(dist.files["release.hybrid"])
    let sodium = dist.fixture.sodium
    let good = verifyArchive(bytes, as: "a.hybrid", trust: nil, now: dist.now, sodium: sodium)
    #expect(good.findings == [] && good.newest == 2 && good.files == 2)
    for index in stride(from: 0, to: bytes.count, by: 97) {
      var changed = bytes
      changed[index] ^= 0x20
      let report = verifyArchive(changed, as: "a.hybrid", trust: nil, now: dist.now, sodium: sodium)
      #expect(!report.isGood, "byte \(index)")
    }
  }
}
