import HybridCrypto
import HybridJSON
import HybridRouting
import Testing

@testable import HybridRelease

@Suite struct StatementTests {
  private func digest(_ text: String) throws -> FileDigest {
    FileDigest(of: Array(text.utf8), sodium: try Sodium.shared())
  }

  private func statements() throws -> [Statement] {
    var release = Release(
      project: "shop", channel: "production", number: 12, created: "2026-11-22T14:00:00Z", mandatory: 9,
      runtime: try #require(RuntimeRange(">=1.2 <2")))
    release.requirements.elements = ["div", "img"]
    release.units = [
      ReleaseUnit(
        name: "home", kind: .page, file: ReleaseFile(path: "units/home.unit", digest: try digest("home")))
    ]
    release.assets = [ReleaseFile(path: "assets/größe.png", digest: try digest("picture"))]
    release.routes = [Route(pattern: "shop://home/?", kind: .page, unit: "home")]
    let pointer = ReleasePointer(number: 11, digest: try digest("eleven"))
    let key = try #require(PublicKey(bytes: [UInt8](repeating: 3, count: 32)))
    let id = try Sodium.shared().sha256(key.bytes).description
    let rule = KeySet.Rule(keys: [id], threshold: 1)
    return [
      .release(release),
      .rollback(
        Rollback(
          project: "shop", channel: "beta", number: 13, created: "2026-11-22T14:00:00Z", target: pointer,
          reason: "prices were wrong")),
      .freshness(
        Freshness(
          project: "shop", channel: "beta", created: "2026-11-22T14:00:00Z", expires: "2026-11-29T14:00:00Z",
          newest: pointer, rollout: 25, keys: 1)),
      .keys(
        KeySet(
          project: "shop", version: 1, created: "2026-11-22T14:00:00Z", expires: "2027-11-22T14:00:00Z",
          keys: [id: key], rules: [.root: rule, .release: rule, .freshness: rule])),
    ]
  }

  @Test func whatIsWrittenIsReadAndItsMembersAreSorted() throws {
    for statement in try statements() {
      let bytes = statement.encoded()
      #expect(try Statement(decoding: bytes, as: "x", kinds: [statement.kind]) == statement)
      func checkOrder(_ value: JSONValue) {
        if let object = value.object {
          #expect(object.keys == object.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
          for member in object { checkOrder(member.value) }
        }
        for element in value.array ?? [] { checkOrder(element) }
      }
      checkOrder(try JSONValue(parsing: bytes))
      // Statements of different roles are not accepted in place of each other.
      let others = Set(Statement.Kind.allCases).subtracting([statement.kind])
      let refusal = #expect(throws: Refusal.self) { try Statement(decoding: bytes, as: "x", kinds: others) }
      #expect(refusal?.code == .statementWrongKind || refusal?.code == .statementTooLarge)
    }
  }

  @Test(arguments: [
    (#""number":12"#, #""number":12.0"#, RefusalCode.statementNotCanonical),
    (#""number":12"#, #""number": 12"#, .statementNotCanonical),
    (#""number":12"#, #""more":1,"number":12"#, .statementNotCanonical),
    (#""number":12"#, #""number":0"#, .statementMalformed),
    (#""number":12"#, #""number":99999999999"#, .statementMalformed),
    (#""number":12"#, #""number":"12""#, .statementMalformed),
    (#""format":1"#, #""format":2"#, .statementUnknownFormat),
    (#""mandatory":9"#, #""mandatory":13"#, .statementMalformed),
    (#"units/home.unit"#, #"../home.unit"#, .nameUnsafe),
    (#"units/home.unit"#, #"/home.unit"#, .nameUnsafe),
    (#"units/home.unit"#, #"units//home"#, .nameUnsafe),
    (#"units/home.unit"#, #"c:\\home"#, .nameUnsafe),
    (#"units/home.unit"#, #"units/\u001bhome"#, .nameUnsafe),
    (#"units/home.unit"#, #"ASSETS/größe.png"#, .nameCaseClash),
    (#"units/home.unit"#, #"assets/größe.png"#, .nameDuplicate),
    (#"units/home.unit"#, #"assets"#, .nameDuplicate),
    (#"assets/größe.png"#, "assets/gro\u{308}ße.png", .nameNotNormalized),
    (#""unit":"home""#, #""unit":"away""#, .statementMalformed),
    (#""elements":["div","img"]"#, #""elements":["img","div"]"#, .statementMalformed),
    (#"2026-11-22T14:00:00Z"#, #"2026-02-30T14:00:00Z"#, .statementMalformed),
    (#">=1.2 <2"#, #">=1.2  <2"#, .statementMalformed),
  ])
  func whatIsNotExactlyAsItMustBeIsRefused(_ from: String, _ to: String, _ code: RefusalCode) throws {
    let text = String(decoding: try statements()[0].encoded(), as: UTF8.self)
    let changed = text.replacing(from, with: to)
    #expect(changed.utf8.count != text.utf8.count || changed != text)
    let refusal = #expect(throws: Refusal.self) {
      try Statement(decoding: Array(changed.utf8), as: "releases/12.json", kinds: [.release])
    }
    #expect(refusal?.code == code, "\(refusal.map(\.description) ?? "")")
  }

  @Test func timesAreThoseOfTheCalendar() throws {
    for (text, seconds) in [
      ("1970-01-01T00:00:00Z", 0), ("2000-02-29T23:59:59Z", 951_868_799),
      ("2026-11-22T14:00:00Z", 1_795_356_000),
      ("2100-03-01T00:00:00Z", 4_107_542_400),
    ] {
      #expect(ReleaseTime(text)?.seconds == seconds)
      #expect(ReleaseTime(seconds: seconds).description == text)
    }
    for text in [
      "2026-13-01T00:00:00Z", "2026-11-22 14:00:00Z", "2026-11-22T24:00:00Z", "2100-02-29T00:00:00Z",
    ] {
      #expect(ReleaseTime(text) == nil)
    }
  }

  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
  ])
  func timesAreThoseOfHTTP(_ seconds: Int, _ text: String) {
    #expect(ReleaseTime(seconds: seconds).httpDate == text)
  }

  @Test(arguments: [
    (">=1.2 <2", "1.2", true), (">=1.2 <2", "1.10.3", true), (">=1.2 <2", "2.0", false), ("*", "0.1", true),
    ("=1.4", "1.4.0", true), (">1", "1.0.0", false), ("<=1", "1.0.1", false),
  ])
  func rangesHaveTheirVersions(_ range: String, _ version: String, _ expected: Bool) throws {
    let version = try #require(RuntimeVersion(version))
    #expect(try #require(RuntimeRange(range)).contains(version) == expected)
  }
}
