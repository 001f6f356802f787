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

@Suite struct VerificationTests {
  @Test func aWholeDistributionIsGood() throws {
    let dist = try TestDistribution()
    let report = dist.verify()
    #expect(report.findings == [])
    #expect(report.project == "shop" && report.channel == "production" && report.newest == 2)
    #expect(report.files == 3 && report.deltas == 1 && report.keys == 1)
    #expect(report.notes.count == 1, "the key set was taken as it is: \(report.notes)")
    // The same from a host, which has no listing, with a separate key set.
    let trust = Trust(try dist.fixture.keySet(), sodium: dist.fixture.sodium)
    let host = dist.verify(trust: trust, isHost: true)
    #expect(host.findings == [] && host.files == 2 && host.deltas == 1)
    #expect(host.notes.count == 1, "what a host cannot show: \(host.notes)")
  }

  /// A row: a change to a distribution, and the expected findings.
  enum Subject: Sendable, ExpressibleByStringLiteral {
    case path(String)
    /// The content of the new release only, of the old one only, and the delta between them.
    case new, old, delta

    init(stringLiteral path: String) { self = .path(path) }

    func path(in dist: TestDistribution) -> String {
      switch self {
      case .path(let path): path
      case .new: dist.path(TestDistribution.new)
      case .old: dist.path(TestDistribution.old)
      case .delta: VerificationTests.delta(dist)
      }
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var code: RefusalCode
    var subject: Subject
    var change: @Sendable (inout TestDistribution) throws -> Void

    init(
      _ name: String, _ code: RefusalCode, _ subject: Subject,
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
    Row("a content is missing", .fileMissing, .new) { $0.files[$0.path(TestDistribution.new)] = nil },
    Row("a content was changed", .fileMismatch, .new) { $0.files[$0.path(TestDistribution.new)]?[3] ^= 1 },
    Row("a content was cut", .fileWrongSize, .new) { $0.files[$0.path(TestDistribution.new)]?.removeLast() },
    Row("a content has grown", .fileWrongSize, .new) { $0.files[$0.path(TestDistribution.new)]?.append(0) },
    Row("an old content was changed", .fileMismatch, .old) {
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
    Row("a delta was changed", .deltaMalformed, .delta) { $0.files[Self.delta($0)]?[0] ^= 1 },
    Row("a delta makes something else", .deltaMismatch, .delta) {
      $0.files[Self.delta($0)] = try Delta.make(
        from: TestDistribution.old, to: TestDistribution.new.reversed(), zstd: $0.zstd)
    },
    Row("a delta is missing", .fileMissing, .delta) { $0.files[Self.delta($0)] = nil },
    Row("the list of deltas is none", .deltaMalformed, "deltas/index.json") {
      $0.files["deltas/index.json"] = Array("{}".utf8)
    },
    Row("a page of Rexxar is missing", .fileMissing, "rexxar/home-c83301425b.html") {
      $0.files["rexxar/home-c83301425b.html"] = nil
    },
    Row("Rexxar's table leads outside", .nameUnsafe, "routes.json") {
      $0.files["routes.json"] = Array(#"{"items":[{"uri":"x","remote_file":"../../etc/passwd"}]}"#.utf8)
    },
    Row("Rexxar's table is none", .statementMalformed, "routes.json") {
      $0.files["routes.json"] = Array(#"{"items":[{"uri":"x"}],"version":"2"}"#.utf8)
    },
    Row("Rexxar's table is missing", .fileMissing, "routes.json") { $0.files["routes.json"] = nil },
    Row("Rexxar's table is of the release before", .statementMismatch, "routes.json") {
      $0.files["routes.json"] = TestDistribution.table(1)
    },
    Row("the preset's table is of the release before", .statementMismatch, "embedded/routes.json") {
      $0.files["embedded/routes.json"] = TestDistribution.table(1)
    },
    Row("a page of Rexxar was changed", .fileMismatch, "rexxar/home-c83301425b.html") {
      $0.files["rexxar/home-c83301425b.html"] = Array("<html>?</html>".utf8)
    },
    Row("a page of Rexxar of an earlier release was changed", .fileMismatch, "rexxar/old-c83301425b.html") {
      $0.files["rexxar/old-c83301425b.html"] = Array("<html>?</html>".utf8)
    },
    Row("a page of the preset was changed", .fileMismatch, "embedded/rexxar/home-c83301425b.html") {
      $0.files["embedded/rexxar/home-c83301425b.html"] = Array("<html>?</html>".utf8)
    },
    Row("Rexxar's table has another pattern", .statementMismatch, "routes.json") {
      $0.files["routes.json"] = TestDistribution.table(2) { $0.items[0].uri = "^shop://.*$" }
    },
    Row("Rexxar's table has another unit", .statementMismatch, "routes.json") {
      $0.files["routes.json"] = TestDistribution.table(2) {
        $0.items[0].remoteFile = $0.items[0].remoteFile.replacing("home", with: "old")
      }
    },
    Row("Rexxar's table lacks a route", .statementMismatch, "routes.json") {
      $0.files["routes.json"] = TestDistribution.table(2) { $0.items = [] }
    },
    Row("Rexxar's table has a route too many", .statementMismatch, "routes.json") {
      $0.files["routes.json"] = TestDistribution.table(2) { $0.items += $0.items }
    },
    Row("Rexxar's table has a route of another kind", .statementMismatch, "routes.json") {
      $0.files["routes.json"] = TestDistribution.table(2) { ($0.items, $0.partialItems) = ([], $0.items) }
    },
    Row("the preset's table has another pattern", .statementMismatch, "embedded/routes.json") {
      $0.files["embedded/routes.json"] = TestDistribution.table(2) { $0.items[0].uri = "^shop://.*$" }
    },
    Row("the archive is missing", .fileMissing, "release.hybrid") { $0.files["release.hybrid"] = nil },
    Row("the preset is missing", .fileMissing, "embedded/release.hybrid") {
      $0.files["embedded/release.hybrid"] = nil
    },
    Row("the preset is signed anew", .statementMismatch, "embedded/release.hybrid") {
      $0.files["releases/2.sig"] = try $0.fixture.signatures(
        try #require($0.files["releases/2.json"]), [4, 5])
      try $0.archive($0.release(2, TestDistribution.new))
    },
    Row("the templates are missing", .fileMissing, "embedded/templates.plist") {
      $0.files["embedded/templates.plist"] = nil
    },
    Row("the templates are others", .fileMismatch, "embedded/templates.plist") {
      $0.files["embedded/templates.plist"]?.append(0x0A)
    },
    Row("a file that nobody names in the preset", .fileUnknown, "embedded/notes.txt") {
      $0.files["embedded/notes.txt"] = [1]
    },
    Row("a page that nobody names in the preset", .fileUnknown, "embedded/rexxar/a-0123456789.html") {
      $0.files["embedded/rexxar/a-0123456789.html"] = [1]
    },
    Row("no source map among the source maps", .fileUnknown, "maps/home.js") {
      $0.files["maps/home.js"] = [1]
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
    let subject = row.subject.path(in: dist)
    try row.change(&dist)
    let report = dist.verify()
    #expect(
      report.findings.contains { $0.code == row.code && $0.subject == subject },
      "\(report.findings.map(\.description))")
  }

  fileprivate static func delta(_ dist: TestDistribution) -> String {
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
    for path in dist.files.keys where path.hasPrefix("embedded/") { dist.files[path] = nil }
    let codes = Set(dist.verify().findings.map(\.code))
    #expect(codes == [.fileMismatch, .fileUnknown, .freshnessExpired])
  }

  /// `package` also creates deltas between statements, and possibly between archives, of which only the
  /// newest is stored.
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
    // A host has no listing, so its older statements are requested.
    let trust = Trust(try dist.fixture.keySet(), sodium: dist.fixture.sodium)
    let host = dist.verify(trust: trust, isHost: true)
    #expect(host.findings == [] && host.deltas == 2)
    // It has only the newest archive, which is not remarkable.
    #expect(host.notes.count == 1, "what a host cannot show: \(host.notes)")
    // No app reads the index.
    var unlisted = dist
    unlisted.files[DistPaths.deltaIndex] = DeltaIndex().encoded()
    #expect(unlisted.verify().notes == report.notes)

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
    let dist = try Self.rotated()
    let report = dist.verify()
    #expect(report.findings == [])
    #expect(report.notes.contains { $0.contains("releases/1.json") })
  }

  // MARK: Key sets

  /// A distribution with two key sets: both accept its newest release, and only the first accepts its first
  /// one.
  private static func rotated() throws -> TestDistribution {
    var dist = try TestDistribution()
    let keys = Statement.keys(try dist.fixture.keySet(version: 2, release: [5])).encoded()
    dist.put("keys/2.json", keys, try dist.fixture.signatures(keys, [1, 2]))
    let newest = try #require(dist.files["releases/2.json"])
    dist.put("releases/2.json", newest, try dist.fixture.signatures(newest, [4, 5]))
    try dist.point(to: 2, keys: 2)
    dist.files["embedded/release.hybrid"] = dist.files["release.hybrid"]
    return dist
  }

  /// A host has no listing. Files named by signed statements are checked all the same.
  @Test(arguments: [
    Row("a content is missing", .fileMissing, .new) { $0.files[$0.path(TestDistribution.new)] = nil },
    Row("the archive is missing", .fileMissing, "release.hybrid") { $0.files["release.hybrid"] = nil },
    Row("an old statement was changed", .signatureInvalid, "releases/1.json") {
      $0.files["releases/1.json"]?[20] ^= 1
    },
    Row("an old statement has no signatures", .signatureMissing, "releases/1.sig") {
      $0.files["releases/1.sig"] = nil
    },
    Row("an old statement is another one", .releaseWrongNumber, "releases/1.json") {
      $0.files["releases/1.json"] = $0.files["releases/2.json"]
      $0.files["releases/1.sig"] = $0.files["releases/2.sig"]
    },
    Row("a delta was changed", .deltaMalformed, .delta) { $0.files[Self.delta($0)]?[0] ^= 1 },
    Row("a delta is missing", .fileMissing, .delta) { $0.files[Self.delta($0)] = nil },
    Row("a page of Rexxar is missing", .fileMissing, "rexxar/home-c83301425b.html") {
      $0.files["rexxar/home-c83301425b.html"] = nil
    },
    Row("a page of Rexxar was changed", .fileMismatch, "rexxar/home-c83301425b.html") {
      $0.files["rexxar/home-c83301425b.html"] = Array("<html>?</html>".utf8)
    },
    Row("a key set is skipped", .keysSkipped, "freshness.json") { try $0.point(to: 2, keys: 2) },
  ])
  func hostsAreWalked(_ row: Row) throws {
    var dist = try TestDistribution()
    let subject = row.subject.path(in: dist)
    try row.change(&dist)
    let report = dist.verify(isHost: true)
    #expect(
      report.findings.contains { $0.code == row.code && $0.subject == subject },
      "\(report.findings.map(\.description))")
  }

  /// The check of the history ends at the first missing statement: older ones may have been removed.
  @Test func theWalkEndsWhereTheHistoryDoes() throws {
    var dist = try TestDistribution()
    try dist.rollBack(to: 2)
    dist.files["releases/1.json"] = nil
    #expect(dist.verify(isHost: true).findings == [])
  }

  // MARK: Publishers that did not come to their end

  /// A destination with release 2, and the files that a publisher sends, in stages, to make `next` the
  /// newest.
  private func stages(_ next: TestDistribution) throws -> (there: TestDistribution, sent: [[String]]) {
    var there = try TestDistribution()
    func isPublished(_ name: String) -> Bool { !name.hasPrefix("embedded/") && !name.hasPrefix("maps/") }
    there.files = there.files.filter { isPublished($0.key) }
    let changed = next.files.filter { isPublished($0.key) && there.files[$0.key] != $0.value }.keys.sorted()
    let ends = [DistPaths.freshnessSignatures, DistPaths.freshness]
    let mutable = changed.filter { name in
      !ends.contains(name) && (name.hasSuffix(".sig") || !name.contains("/") || name == DistPaths.deltaIndex)
    }
    let immutable = changed.filter { !ends.contains($0) && !mutable.contains($0) }
    #expect(!immutable.isEmpty && !mutable.isEmpty)
    return (there, [immutable, mutable, [ends[0]], [ends[1]]])
  }

  /// Release 3 with a new page, a delta to it and another table, signed by the same keys or by a second key
  /// set.
  private func third(withKeys: Bool) throws -> TestDistribution {
    var dist = withKeys ? try Self.rotated() : try TestDistribution()
    let before = try #require(dist.files[DistPaths.freshness])
    let page = Array(String(repeating: "the third page ", count: 40).utf8)
    let bytes = Statement.release(dist.release(3, page)).encoded()
    dist.put(DistPaths.statement(3), bytes, try dist.fixture.signatures(bytes, [5]))
    dist.files[dist.path(page)] = page
    let statement = try #require(dist.files[DistPaths.statement(2)])
    try dist.add(deltas: [(TestDistribution.new, page), (statement, bytes)])
    try dist.point(to: 3, keys: withKeys ? 2 : 1)
    // There are signatures for either order of the two files.
    var signatures = try SignatureFile(
      decoding: try #require(dist.files[DistPaths.freshnessSignatures]), as: "x")
    let old = withKeys ? try #require(try TestDistribution().files[DistPaths.freshness]) : before
    signatures.add(try SignatureFile(decoding: try dist.fixture.signatures(old, [6]), as: "x"))
    dist.files[DistPaths.freshnessSignatures] = signatures.encoded()
    dist.files[DistPaths.rexxarRoutes] = Array(
      String(decoding: TestDistribution.table(3), as: UTF8.self)
        .replacing("home-c83301425b", with: "home-15b2ad2841").utf8)
    dist.files["rexxar/home-15b2ad2841.html"] = Array("<html>new</html>".utf8)
    return dist
  }

  /// Whatever part of a stage has arrived, apps get all of the old release, so the distribution is valid;
  /// additional files are at most noted.
  @Test(arguments: [false, true]) func aPublisherLeavesTheOldReleaseWhole(_ withKeys: Bool) throws {
    let next = try third(withKeys: withKeys)
    let (start, stages) = try stages(next)
    var random = SeededGenerator(seed: 3)
    func check(_ dist: TestDistribution, _ number: Int, _ sent: [String]) throws {
      for isHost in [false, true] {
        for trust in [nil, Trust(try dist.fixture.keySet(), sodium: dist.fixture.sodium)] {
          let report = dist.verify(trust: trust, isHost: isHost)
          #expect(report.findings == [], "\(sent): \(report.findings.map(\.description))")
          #expect(report.newest == number && report.release == number)
        }
      }
    }
    var dist = start
    try check(dist, 2, [])
    var all: [String] = []
    for (index, stage) in stages.enumerated() {
      // In sequence, and some parts in any order, as four connections send them.
      let parts = (1...stage.count).map { Array(stage.prefix($0)) }
      let others = (0..<6).map { _ in stage.filter { _ in Bool.random(using: &random) } }
      for part in parts + (index < 2 ? others : []) {
        var state = dist
        for name in part { state.files[name] = next.files[name] }
        try check(state, index == 3 ? 3 : 2, all + part)
      }
      for name in stage { dist.files[name] = next.files[name] }
      all += stage
    }
  }

  /// An attacker with revoked keys cannot pose as an active publisher.
  @Test func freshnessAfterALaterKeySetNamesIt() throws {
    var dist = try Self.rotated()
    dist.files = dist.files.filter { !$0.key.hasPrefix("embedded/") && !$0.key.hasPrefix("maps/") }
    for (created, isGood) in [("2026-11-22T14:00:00Z", true), ("2026-11-22T14:00:01Z", false)] {
      try dist.point(to: 2, created: created)
      let report = dist.verify()
      #expect(report.isGood == isGood && report.keys == (isGood ? 1 : 2))
      #expect(
        isGood || report.findings.contains { $0.code == .keysRolledBack && $0.subject == "freshness.json" })
    }
  }

  /// A working publisher's temporary files are no fault; other files are.
  @Test(arguments: [
    ("publish.lock", true), ("publish.lock/owner.json", true), ("freshness.json.draft", true),
    ("releases/.3.json.Ab12Cd", true), (".routes.json.Ab12Cd", true), ("files/notes.draft", false),
    ("notes.txt.draft", false), (".notes.txt.Ab12Cd", false), ("releases/3.txt", false), ("maps/a.js", false),
  ])
  func whatAPublisherHasThereIsNoFault(_ name: String, _ isGood: Bool) throws {
    var dist = try TestDistribution()
    dist.files = dist.files.filter { !$0.key.hasPrefix("embedded/") && !$0.key.hasPrefix("maps/") }
    dist.files[name] = [1]
    #expect(dist.verify().isGood == isGood, "\(dist.verify().findings.map(\.description))")
    // A DIST made by packaging has no publisher.
    dist = try TestDistribution()
    dist.files[name] = [1]
    #expect(!dist.verify().isGood)
  }

  /// With a later key set than the first, statements signed only by earlier sets are history, not unknown.
  @Test func aLaterKeySetKnowsTheHistoryBeforeIt() throws {
    let dist = try Self.rotated()
    for isHost in [false, true] {
      let trust = Trust(try dist.fixture.keySet(version: 2, release: [5]), sodium: dist.fixture.sodium)
      let report = dist.verify(trust: trust, isHost: isHost)
      #expect(report.findings == [], "\(report.findings.map(\.description))")
      #expect(report.keys == 2 && report.files == (isHost ? 2 : 3))
      #expect(isHost || report.notes.contains { $0.contains("releases/1.json") && $0.contains("key set 1") })
    }
    // Never the newest: an app with the second set does not take it.
    var revoked = dist
    revoked.files["releases/2.sig"] = try dist.fixture.signatures(
      try #require(dist.files["releases/2.json"]), [4])
    let trust = Trust(try dist.fixture.keySet(version: 2, release: [5]), sodium: dist.fixture.sodium)
    let found = revoked.verify(trust: trust).findings
    #expect(found.contains { $0.code == .signatureThreshold && $0.subject == "releases/2.json" })
  }

  /// The key sets in the distribution are compared with the given one: they must have the same bytes, or lead
  /// to it.
  @Test(
    arguments: [
      Row("the first is missing", .fileMissing, "keys/1.json") { $0.files["keys/1.json"] = nil },
      Row("its signatures are missing", .signatureMissing, "keys/1.sig") { $0.files["keys/1.sig"] = nil },
      Row("it is no key set", .statementMalformed, "keys/1.json") { $0.files["keys/1.json"] = [0x7B, 0x7D] },
      Row("it is signed by others", .signatureThreshold, "keys/1.json") {
        $0.files["keys/1.sig"] = try $0.fixture.signatures(try #require($0.files["keys/1.json"]), [40, 41])
      },
      Row("its signatures are damaged", .signatureMissing, "keys/1.sig") { $0.files["keys/1.sig"]?[0] ^= 1 },
    ], [1, 2])
  func keySetsUpToTheGivenOneAreChecked(_ row: Row, _ version: Int) throws {
    var dist = try Self.rotated()
    let trust = Trust(
      try dist.fixture.keySet(version: version, release: version == 1 ? [4, 5] : [5]),
      sodium: dist.fixture.sodium)
    try #require(dist.verify(trust: trust).findings == [])
    try row.change(&dist)
    // Bytes that differ from the given set are not parsed.
    let code = version == 1 && row.code == .statementMalformed ? .statementMismatch : row.code
    for isHost in [false, true] {
      let report = dist.verify(trust: trust, isHost: isHost)
      #expect(
        report.findings.contains { $0.code == code && $0.subject == row.subject.path(in: dist) },
        "\(report.findings.map(\.description))")
    }
  }

  @Test func anotherKeySetWithTheSameVersionIsNamed() throws {
    var dist = try Self.rotated()
    // Another release key, signed by the same root.
    let other = Statement.keys(try dist.fixture.keySet(release: [4])).encoded()
    dist.put("keys/1.json", other, try dist.fixture.signatures(other, [1, 2]))
    let first = Trust(try dist.fixture.keySet(), sodium: dist.fixture.sodium)
    #expect(
      dist.verify(trust: first).findings.contains {
        $0.code == .statementMismatch && $0.subject == "keys/1.json"
      })
    // Another project's chain does not lead to the given set.
    let foreign = Statement.keys(try dist.fixture.keySet(root: [20, 21, 22])).encoded()
    dist.put("keys/1.json", foreign, try dist.fixture.signatures(foreign, [20, 21]))
    let second = Trust(try dist.fixture.keySet(version: 2, release: [5]), sodium: dist.fixture.sodium)
    #expect(
      dist.verify(trust: second).findings.contains {
        $0.code == .signatureThreshold && $0.subject == "keys/2.json"
      })
  }

  @Test func aMissingFirstKeySetIsNamedWithoutAGivenOne() throws {
    var dist = try Self.rotated()
    (dist.files["keys/1.json"], dist.files["keys/1.sig"]) = (nil, nil)
    let found = dist.verify().findings
    #expect(found.contains { $0.code == .fileMissing && $0.subject == "keys/1.json" })
    #expect(!found.contains { $0.subject == "keys/2.json" })
    // A set with the version of another one.
    dist.files["keys/1.json"] = dist.files["keys/2.json"]
    dist.files["keys/1.sig"] = dist.files["keys/2.sig"]
    #expect(
      dist.verify().findings.contains { $0.code == .statementMismatch && $0.subject == "keys/1.json" })
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
