import HybridCompression
import HybridCrypto
import HybridRexxar
import HybridRouting
import HybridTestSupport
import Testing

@testable import HybridRelease

@Suite struct VerificationTests {
  @Test func aWholeDistributionIsGood() throws {
    let dist = try TestDistribution()
    let report = dist.verify()
    #expect(report.findings == [])
    #expect(report.project == "shop" && report.channel == "production" && report.newest == 2)
    #expect(report.files == 3 && report.deltas == 1 && report.keys == 1)
    #expect(report.notes.count == 1, "the key set was trusted unchecked: \(report.notes)")
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

  static func delta(_ dist: TestDistribution) -> String {
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
    #expect(report.notes.count == 1, "the key set was trusted unchecked: \(report.notes)")
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
