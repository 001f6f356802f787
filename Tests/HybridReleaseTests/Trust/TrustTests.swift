import HybridCrypto
import HybridEncoding
import Testing

@testable import HybridRelease

/// Keys, key sets and statements for tests. Key `n` has the seed of 32 bytes `n`, so all runs use the same
/// keys.
struct TrustFixture {
  let sodium: Sodium

  init() throws { sodium = try Sodium.shared() }

  func key(_ number: UInt8) throws -> SigningKey {
    try #require(sodium.signingKey(seed: [UInt8](repeating: number, count: 32)))
  }

  func id(_ number: UInt8) throws -> String { try key(number).publicKey.id(sodium) }

  func rule(_ numbers: [UInt8], _ threshold: Int = 1) throws -> KeySet.Rule {
    KeySet.Rule(keys: try numbers.map(id).sorted(), threshold: threshold)
  }

  /// Root 2 of 1, 2, 3; releases 1 of 4 and 5; freshness 1 of 6.
  func keySet(
    version: Int = 1, project: String = "shop", root: [UInt8] = [1, 2, 3], threshold: Int = 2,
    release: [UInt8] = [4, 5], releaseThreshold: Int = 1
  ) throws -> KeySet {
    var keys: [String: PublicKey] = [:]
    for number in root + release + [6] { keys[try id(number)] = try key(number).publicKey }
    return KeySet(
      project: project, version: version, created: "2026-11-22T14:00:00Z", expires: "2027-11-22T14:00:00Z",
      keys: keys,
      rules: [
        .root: try rule(root, threshold), .release: try rule(release, releaseThreshold),
        .freshness: try rule([6]),
      ])
  }

  func signatures(_ bytes: [UInt8], _ numbers: [UInt8]) throws -> [UInt8] {
    var file = SignatureFile()
    for number in numbers {
      file.add(key: try id(number), signature: sodium.sign(bytes, with: try key(number)))
    }
    return file.encoded()
  }

  func release(project: String = "shop", number: Int = 7) -> [UInt8] {
    Statement.release(
      Release(project: project, channel: "production", number: number, created: "2026-11-22T14:00:00Z")
    ).encoded()
  }

  func freshness() -> [UInt8] {
    let bytes = release()
    return Statement.freshness(
      Freshness(
        project: "shop", channel: "production", created: "2026-11-22T14:00:00Z",
        expires: "2026-11-29T14:00:00Z",
        newest: ReleasePointer(number: 7, digest: FileDigest(of: bytes, sodium: sodium)), keys: 1)
    ).encoded()
  }
}

@Suite struct TrustTests {
  let fixture: TrustFixture

  init() throws { fixture = try TrustFixture() }

  // MARK: Statements

  /// One of TUF's attacks on a statement: the signers, the threshold, and the result.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var signers: [UInt8]
    var threshold = 1
    var code: RefusalCode?

    init(_ name: String, _ signers: [UInt8], threshold: Int = 1, _ code: RefusalCode? = nil) {
      (testDescription, self.signers, self.threshold, self.code) = (name, signers, threshold, code)
    }
  }

  @Test(arguments: [
    Row("its key", [4]),
    Row("two of two", [4, 5], threshold: 2),
    Row("unknown keys beside the right one are nobody's business", [4, 40, 41]),
    Row("wrong key", [40], .signatureThreshold),
    Row("threshold not met", [4], threshold: 2, .signatureThreshold),
    Row("unknown keys do not fill a threshold", [4, 40], threshold: 2, .signatureThreshold),
    Row("a root key signs no releases", [1, 2, 3], .signatureThreshold),
    Row("a freshness key signs no releases", [6], .signatureThreshold),
  ])
  func statementsNeedEnoughKeysOfTheirRole(_ row: Row) throws {
    let trust = Trust(
      try fixture.keySet(releaseThreshold: row.threshold), sodium: fixture.sodium)
    let bytes = fixture.release()
    let signatures = try fixture.signatures(bytes, row.signers)
    guard let code = row.code else {
      let statement = try trust.statement(
        bytes, signatures: signatures, as: "releases/7.json", kinds: [.release, .rollback])
      #expect(statement.kind == .release)
      return
    }
    let refusal = #expect(throws: Refusal.self) {
      try trust.statement(bytes, signatures: signatures, as: "releases/7.json", kinds: [.release, .rollback])
    }
    #expect(refusal?.code == code)
  }

  @Test func whatWasCutOffIsNamedWithItsPlace() throws {
    for read in [
      { (bytes: [UInt8]) throws in _ = try SignatureFile(decoding: bytes, as: "x") },
      { bytes throws in _ = try Statement(decoding: bytes, as: "x", kinds: [.release]) },
    ] {
      let refusal = #expect(throws: Refusal.self) { try read(Array(#"{"signatures":[{"key""#.utf8)) }
      let detail = refusal?.detail ?? ""
      #expect(detail.hasPrefix("is not JSON: line 1, column 17: the key"), "\(detail)")
      #expect(!detail.contains("("), "\(detail)")
    }
  }

  @Test func theSameKeyTwiceCountsOnce() throws {
    // One key has signed both texts; that makes it one signer, not two.
    let (bytes, other) = (fixture.release(), fixture.release(number: 8))
    var file = try SignatureFile(decoding: fixture.signatures(bytes, [4]), as: "x")
    file.add(try SignatureFile(decoding: fixture.signatures(other, [4]), as: "x"))
    #expect(file.entries.count == 2)
    let strict = Trust(try fixture.keySet(releaseThreshold: 2), sodium: fixture.sodium)
    let refusal = #expect(throws: Refusal.self) {
      try strict.statement(bytes, signatures: file.encoded(), as: "x", kinds: [.release])
    }
    #expect(refusal?.code == .signatureThreshold)
    // One signer is enough here, and its signature over the other text does no harm.
    let trust = Trust(try fixture.keySet(), sodium: fixture.sodium)
    _ = try trust.statement(bytes, signatures: file.encoded(), as: "x", kinds: [.release])
    _ = try trust.statement(other, signatures: file.encoded(), as: "x", kinds: [.release])
    #expect(trust.signers(of: bytes, in: file, role: .release) == [try fixture.id(4)])
  }

  @Test func aSignatureOverOtherBytesIsInvalid() throws {
    let trust = Trust(try fixture.keySet(), sodium: fixture.sodium)
    let signatures = try fixture.signatures(fixture.release(number: 8), [4])
    let refusal = #expect(throws: Refusal.self) {
      try trust.statement(fixture.release(), signatures: signatures, as: "releases/7.json", kinds: [.release])
    }
    #expect(refusal?.code == .signatureInvalid)
    #expect(refusal?.detail.contains(String(try fixture.id(4).prefix(16))) == true)
    // Every single bit counts.
    let bytes = fixture.release()
    let good = try fixture.signatures(bytes, [4])
    for index in stride(from: 0, to: bytes.count, by: 7) {
      var changed = bytes
      changed[index] ^= 1
      let refusal = #expect(throws: Refusal.self) {
        try trust.statement(changed, signatures: good, as: "releases/7.json", kinds: [.release])
      }
      #expect(refusal?.code == .signatureInvalid)
    }
    // Anybody can add an invalid signature to a copy: enough valid ones are still enough.
    var spoiled = try SignatureFile(decoding: fixture.signatures(bytes, [4]), as: "x")
    spoiled.add(key: try fixture.id(5), signature: [UInt8](repeating: 0, count: 64))
    _ = try trust.statement(bytes, signatures: spoiled.encoded(), as: "x", kinds: [.release])
  }

  @Test func rolesAreNotMixedUp() throws {
    let trust = Trust(try fixture.keySet(), sodium: fixture.sodium)
    // The release key signs a freshness statement, and a signed freshness statement replaces a release.
    let freshness = fixture.freshness()
    var refusal = #expect(throws: Refusal.self) {
      try trust.statement(
        freshness, signatures: fixture.signatures(freshness, [4, 5]), as: "freshness.json",
        kinds: [.freshness])
    }
    #expect(refusal?.code == .signatureThreshold)
    #expect(refusal?.detail.contains("2 without that role") == true)
    refusal = #expect(throws: Refusal.self) {
      try trust.statement(
        freshness, signatures: fixture.signatures(freshness, [4]), as: "releases/7.json",
        kinds: [.release, .rollback])
    }
    #expect(refusal?.code == .statementWrongKind)
    _ = try trust.statement(
      freshness, signatures: fixture.signatures(freshness, [6]), as: "freshness.json", kinds: [.freshness])
  }

  @Test func anotherProjectsStatementIsRefused() throws {
    let trust = Trust(try fixture.keySet(), sodium: fixture.sodium)
    let bytes = fixture.release(project: "bank")
    let refusal = #expect(throws: Refusal.self) {
      try trust.statement(
        bytes, signatures: fixture.signatures(bytes, [4]), as: "releases/7.json", kinds: [.release])
    }
    #expect(refusal?.code == .wrongProject)
  }

  @Test func nothingIsParsedBeforeItsSignatureIsChecked() throws {
    let trust = Trust(try fixture.keySet(), sodium: fixture.sodium)
    let bytes = Array("{\"format\":99".utf8)
    let refusal = #expect(throws: Refusal.self) {
      try trust.statement(bytes, signatures: fixture.signatures(bytes, [40]), as: "x", kinds: [.release])
    }
    #expect(refusal?.code == .signatureThreshold)
  }

  // MARK: Rotation

  private func rotate(
    _ next: KeySet, signers: [UInt8], from held: KeySet? = nil
  ) throws -> (Trust, Refusal?) {
    var trust = Trust(try held ?? fixture.keySet(), sodium: fixture.sodium)
    let bytes = Statement.keys(next).encoded()
    do throws(Refusal) {
      let signatures: [UInt8]
      do { signatures = try fixture.signatures(bytes, signers) } catch { fatalError("\(error)") }
      try trust.advance(to: bytes, signatures: signatures, as: DistPaths.keys(next.version))
      return (trust, nil)
    } catch {
      return (trust, error)
    }
  }

  /// Old root: 2 of 1, 2, 3. New root: 2 of 3, 7, 8.
  @Test(arguments: [
    Row("both old and new", [1, 2, 7, 8]),
    Row("a key that stays counts for both", [1, 3, 7]),
    Row("signed by old only", [1, 2], .signatureThreshold),
    Row("signed by new only", [7, 8], .signatureThreshold),
    Row("one old", [1, 7, 8], .signatureThreshold),
    Row("one new", [1, 2, 8], .signatureThreshold),
    Row("by release keys", [4, 5, 6], .signatureThreshold),
  ])
  func rotationNeedsTheOldAndTheNewRoot(_ row: Row) throws {
    let next = try fixture.keySet(version: 2, root: [3, 7, 8])
    let (trust, refusal) = try rotate(next, signers: row.signers)
    #expect(refusal?.code == row.code)
    #expect(trust.keys.version == (row.code == nil ? 2 : 1), "a refused set changes nothing")
  }

  @Test func rotationGoesOneByOneAndNeverBack() throws {
    let skipped = try rotate(fixture.keySet(version: 3), signers: [1, 2])
    #expect(skipped.1?.code == .keysSkipped)
    let same = try rotate(fixture.keySet(version: 1), signers: [1, 2])
    #expect(same.1?.code == .keysRolledBack)
    let held = try fixture.keySet(version: 5)
    let older = try rotate(fixture.keySet(version: 4), signers: [1, 2], from: held)
    #expect(older.1?.code == .keysRolledBack)
    let other = try rotate(fixture.keySet(version: 2, project: "bank"), signers: [1, 2])
    #expect(other.1?.code == .wrongProject)
  }

  @Test func idsAreTheirKeys() throws {
    var next = try fixture.keySet(version: 2)
    next.keys[try fixture.id(4)] = try fixture.key(40).publicKey
    #expect(try rotate(next, signers: [1, 2]).1?.code == .keysMalformed)
    let bytes = Statement.keys(next).encoded()
    let refusal = #expect(throws: Refusal.self) {
      try Trust(embedded: bytes, as: "keys/1.json", sodium: fixture.sodium)
    }
    #expect(refusal?.code == .keysMalformed)
  }

  @Test func aRevokedKeySignsNothingMore() throws {
    let (trust, refusal) = try rotate(fixture.keySet(version: 2, release: [5]), signers: [1, 2])
    #expect(refusal == nil)
    let bytes = fixture.release()
    let later = #expect(throws: Refusal.self) {
      try trust.statement(bytes, signatures: fixture.signatures(bytes, [4]), as: "x", kinds: [.release])
    }
    #expect(later?.code == .signatureThreshold)
  }

  @Test func keySetsExpire() throws {
    let trust = Trust(try fixture.keySet(), sodium: fixture.sodium)
    try trust.checkExpiry(now: try #require(ReleaseTime("2027-11-22T13:59:59Z")))
    let refusal = #expect(throws: Refusal.self) {
      try trust.checkExpiry(now: try #require(ReleaseTime("2027-11-22T14:00:00Z")))
    }
    #expect(refusal?.code == .keysExpired)
  }

  @Test func aChainIsFollowedOverEveryVersion() throws {
    var files: [String: [UInt8]] = [:]
    for (version, root, signers) in [
      (2, [3, 7, 8], [1, 2, 7, 8]), (3, [9, 10], [7, 8, 9, 10]),
    ] as [(Int, [UInt8], [UInt8])] {
      let bytes = Statement.keys(try fixture.keySet(version: version, root: root)).encoded()
      files[DistPaths.keys(version)] = bytes
      files[DistPaths.keysSignatures(version)] = try fixture.signatures(bytes, signers)
    }
    var trust = Trust(try fixture.keySet(), sodium: fixture.sodium)
    try trust.advance(to: 3, from: MemorySource(files))
    #expect(trust.keys.version == 3)
    let back = #expect(throws: Refusal.self) { try trust.advance(to: 2, from: MemorySource(files)) }
    #expect(back?.code == .keysRolledBack)

    var gap = files
    gap[DistPaths.keys(2)] = nil
    var short = Trust(try fixture.keySet(), sodium: fixture.sodium)
    let skipped = #expect(throws: Refusal.self) { try short.advance(to: 3, from: MemorySource(gap)) }
    #expect(skipped?.code == .keysSkipped)
    #expect(skipped?.subject == "keys/2.json")
    gap = files
    gap[DistPaths.keysSignatures(3)] = nil
    let missing = #expect(throws: Refusal.self) { try short.advance(to: 3, from: MemorySource(gap)) }
    #expect(missing?.code == .signatureMissing)
    #expect(short.keys.version == 2, "what was followed until then stays")
  }

  // MARK: Signature files

  @Test(arguments: [
    "", "{}", #"{"signatures":[]}"#, #"{"signatures":[1]}"#,
    #"{"signatures":[{"key":"00","signature":"00"}]}"#,
  ])
  func whatIsNoSignatureFileIsMissing(_ text: String) throws {
    let refusal = #expect(throws: Refusal.self) {
      try SignatureFile(decoding: Array((text + "\n").utf8), as: "x")
    }
    #expect(refusal?.code == .signatureMissing)
  }

  @Test func signatureFilesHaveOneForm() throws {
    let bytes = fixture.release()
    let file = try fixture.signatures(bytes, [4, 5])
    #expect(try SignatureFile(decoding: file, as: "x").encoded() == file)
    let text = String(decoding: file, as: UTF8.self)
    let decoded = try SignatureFile(decoding: file, as: "x")
    // The same entry twice, the entries turned around, blanks, another member.
    let entries = decoded.entries.map {
      #"{"key":"\#($0.key)","signature":"\#($0.signature.lowerHex)"}"#
    }
    for other in [
      #"{"signatures":[\#(entries[0]),\#(entries[0])]}"# + "\n",
      #"{"signatures":[\#(entries[1]),\#(entries[0])]}"# + "\n",
      text.replacing(",", with: ", "), text.replacing("{\"sig", with: "{\"more\":1,\"sig"),
    ] {
      #expect(throws: Refusal.self) { try SignatureFile(decoding: Array(other.utf8), as: "x") }
    }
    var limits = ReleaseLimits()
    limits.statementBytes = 100
    let refusal = #expect(throws: Refusal.self) {
      try SignatureFile(decoding: file, as: "x", limits: limits)
    }
    #expect(refusal?.code == .statementTooLarge)
  }

  // MARK: Roll-out

  @Test func rollOutsGrowAndAreComputable() throws {
    // Computed independently: `printf 'shop\nproduction\n12\nphone-1' | sha256sum`, first 16 digits mod
    // 10000.
    func bucket(_ number: Int, _ client: String) -> Int {
      Rollout.bucket(
        project: "shop", channel: "production", number: number, client: client, sodium: fixture.sodium)
    }
    #expect(bucket(12, "phone-1") == 1818)
    #expect(bucket(13, "phone-1") == 9623)
    var inside = 0
    for client in 0..<2_000 {
      func isIn(_ percent: Int) -> Bool {
        Rollout.isIn(
          project: "shop", channel: "beta", number: 3, client: "\(client)", percent: percent,
          sodium: fixture.sodium)
      }
      if isIn(25) {
        inside += 1
        #expect(isIn(26) && isIn(100))
      }
      #expect(!isIn(0) && isIn(100))
    }
    #expect((420...580).contains(inside), "a quarter, roughly: \(inside)")
  }

  @Test func rollOutsOfOneNumberDoNotShrink() throws {
    guard
      case .freshness(let held) = try Statement(
        decoding: fixture.freshness(), as: "x", kinds: [.freshness])
    else { return }
    var next = held
    next.rollout = 99
    let refusal = #expect(throws: Refusal.self) { try Rollout.check(next, after: held, as: "freshness.json") }
    #expect(refusal?.code == .rolloutShrank)
    next.newest.number += 1
    try Rollout.check(next, after: held, as: "freshness.json")
    try Rollout.check(held, after: held, as: "freshness.json")
  }
}

/// Files in memory.
struct MemorySource: ReleaseSource {
  var files: [String: [UInt8]]

  init(_ files: [String: [UInt8]]) { self.files = files }

  func read(_ path: String, atMost limit: Int) throws(Refusal) -> [UInt8] {
    guard let bytes = files[path] else { throw Refusal(.fileMissing, path, "is missing") }
    guard bytes.count <= limit else { throw Refusal(.fileWrongSize, path, "has more than \(limit) bytes") }
    return bytes
  }
}
