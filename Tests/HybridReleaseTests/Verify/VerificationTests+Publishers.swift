import HybridCrypto
import HybridTestSupport
import Testing

@testable import HybridRelease

/// Publishers that did not come to their end.
extension VerificationTests {
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

}
