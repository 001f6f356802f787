import HybridCrypto
import Testing

@testable import HybridRelease

@Suite struct FreshnessStepsTests {
  let now = ReleaseTime(seconds: 1_795_356_000)  // 2026-11-22T14:00:00Z

  private func pointer(_ number: Int) throws -> ReleasePointer {
    ReleasePointer(number: number, digest: FileDigest(of: [UInt8(number)], sodium: try Sodium.shared()))
  }

  private func next(_ number: Int, after previous: Freshness?, rollout: Int? = nil, later: Int = 60) throws
    -> Freshness
  {
    try Freshness.next(
      after: previous, newest: pointer(number), project: "shop", channel: "beta", keys: 1,
      now: ReleaseTime(seconds: now.seconds + later), lifetime: 7 * 86_400, rollout: rollout)
  }

  @Test func aRollOutStartsGrowsAndEnds() throws {
    let first = try next(1, after: nil, later: 0)
    #expect(first.rollout == 100 && first.steady == nil)
    #expect(first.created == "2026-11-22T14:00:00Z" && first.expires == "2026-11-29T14:00:00Z")
    let started = try next(2, after: first, rollout: 5)
    #expect(started.rollout == 5 && started.steady == first.newest)
    let refreshed = try next(2, after: started)
    #expect(refreshed.rollout == 5 && refreshed.steady == first.newest)
    // A new release during a roll-out: other clients do not keep the partially rolled-out one.
    let replaced = try next(3, after: refreshed, rollout: 10)
    #expect(replaced.steady == first.newest)
    let refusal = #expect(throws: Refusal.self) { try next(3, after: replaced, rollout: 9) }
    #expect(refusal?.code == .rolloutShrank)
    let all = try next(3, after: replaced, rollout: 100)
    #expect(all.rollout == 100 && all.steady == nil)
  }

  @Test func itNeverGoesBack() throws {
    let held = try next(2, after: nil)
    let refusal = #expect(throws: Refusal.self) { try next(1, after: held) }
    #expect(refusal?.code == .releaseRolledBack)
    #expect(try next(2, after: held, later: -3_600).created == held.created, "a clock that was set back")
    var other = held
    other.channel = "production"
    #expect(#expect(throws: Refusal.self) { try next(2, after: other) }?.code == .wrongChannel)
    other = held
    other.project = "bank"
    #expect(#expect(throws: Refusal.self) { try next(2, after: other) }?.code == .wrongProject)
  }

  @Test(arguments: [
    ("Sample", "Sample"), ("my shop", "my-shop"), ("größe", "gr--e"), (".hidden", "hidden"),
    ("--", "app"),
    ("", "app"),
  ])
  func foldersNameProjects(_ folder: String, _ expected: String) {
    #expect(releaseIdentifier(of: folder) == expected)
    #expect(isReleaseIdentifier(releaseIdentifier(of: folder)))
  }
}
