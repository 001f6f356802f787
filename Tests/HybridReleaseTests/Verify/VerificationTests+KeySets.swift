import HybridCrypto
import Testing

@testable import HybridRelease

extension VerificationTests {
  /// A distribution with two key sets: both accept its newest release, and only the first accepts its first
  /// one.
  static func rotated() throws -> TestDistribution {
    var dist = try TestDistribution()
    let keys = Statement.keys(try dist.fixture.keySet(version: 2, release: [5])).encoded()
    dist.put("keys/2.json", keys, try dist.fixture.signatures(keys, [1, 2]))
    let newest = try #require(dist.files["releases/2.json"])
    dist.put("releases/2.json", newest, try dist.fixture.signatures(newest, [4, 5]))
    try dist.point(to: 2, keys: 2)
    dist.files["embedded/release.hybrid"] = dist.files["release.hybrid"]
    return dist
  }

  @Test func statementsOfRevokedKeysAreHistory() throws {
    let dist = try Self.rotated()
    let report = dist.verify()
    #expect(report.findings == [])
    #expect(report.notes.contains { $0.contains("releases/1.json") })
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

}
