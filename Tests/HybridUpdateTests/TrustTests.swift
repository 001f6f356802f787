import HybridRelease
import HybridUpdate
import HybridUpdateFaults
import Testing

/// Whom an app believes, and for how long.
struct TrustTests {
  @Test func expiredFreshnessIsRefusedOnceItsKeysWereFollowed() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    let embedded = maker
    try maker.rotate(seed: 100)
    maker.holds = 60
    try maker.publish(2, files(2))
    let trial = try Trial(embedded, image: image, host: MemoryHost(maker.dist))
    try await trial.client.start()
    #expect(
      await refusal { () async throws(Refusal) in try await trial.client.update() } == .freshnessExpired)
    #expect(try await trial.client.pending() == nil)
    #expect(try await trial.client.read("assets/logo.png") != nil)
    #expect(!trial.host.takeRequests().contains { $0.path.hasPrefix("releases/") })
    // The number that it named was not accepted, and its keys need not come again.
    maker.holds = 86_400
    try maker.freshen(maker.pointer(to: 1)!)
    trial.host.serve(maker.dist)
    #expect(try await trial.client.update() == .upToDate(number: 1))
    #expect(!trial.host.takeRequests().contains { $0.path.hasPrefix("keys/") })
  }

  /// What has become of release 2 here; `steady` failed, and is named again as the steady release.
  enum Fate: CaseIterable { case active, failed, rolledBack, steady }

  /// A number stands for the same bytes for ever, whatever has become of its release here.
  @Test(arguments: Fate.allCases)
  func acceptedNumberIsNotTakenWithOtherBytes(_ fate: Fate) async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    var number = 2
    let trial = try Trial(maker, image: image) { $0.application = .atOnce }
    try await trial.client.start()
    _ = try await trial.client.update()
    switch fate {
    case .active: break
    case .failed, .steady: _ = try await trial.client.reject("a test")
    case .rolledBack:
      number = 3
      try maker.rollBack(3, to: 1)
      trial.host.serve(maker.dist)
      _ = try await trial.client.update()
    }
    if fate == .steady {
      let other = try maker.publish(2, files(7))
      try maker.publish(3, files(3))
      try maker.freshen(maker.pointer(to: 3)!, rollout: 0, steady: other)
    } else {
      try maker.publish(number, files(7))
    }
    trial.host.serve(maker.dist)
    let before = trial.contents
    #expect(
      await refusal { () async throws(Refusal) in try await trial.client.update() } == .statementMismatch)
    #expect(trial.contents == before)
    try maker.publish(4, files(4))
    trial.host.serve(maker.dist)
    guard case .activated(let release) = try await trial.client.update() else {
      Issue.record("expected .activated")
      return
    }
    #expect(release.number == 4)
  }

  @Test func keysAreFollowedOneByOne() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    let embedded = maker
    try maker.rotate(seed: 100)
    try maker.rotate(seed: 200)
    try maker.publish(2, files(2))
    let trial = try Trial(embedded, image: image, host: MemoryHost(maker.dist))
    try await trial.client.start()
    guard case .staged = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
    // They are kept: the next update asks for none.
    let next = try trial.relaunched(embedded)
    _ = next.host.takeRequests()
    try maker.publish(3, files(3))
    next.host.serve(maker.dist)
    guard case .staged = try await next.client.update() else {
      Issue.record("expected .staged")
      return
    }
    #expect(!next.host.takeRequests().contains { $0.path.hasPrefix("keys/") })
  }

  /// What a thief of the keys signs.
  enum Theft: CaseIterable { case aMillion, backToThePreset, sameNumber, sameNumberForThePreset }
  /// Who brings the new keys.
  enum Bringer: CaseIterable { case host, app }

  /// TUF 5.3.11: what a stolen key said of the far future ends with the key, which the host or a new app
  /// brings.
  @Test(arguments: Theft.allCases, Bringer.allCases)
  func newKeysEndWhatStolenOnesSaid(_ theft: Theft, _ bringer: Bringer) async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    let embedded = maker
    var thief = maker
    thief.now.seconds += 900_000_000
    switch theft {
    case .aMillion: try thief.publish(1_000_000, files(1))
    case .sameNumber: try thief.publish(3, files(1))
    case .sameNumberForThePreset: try thief.rollBack(3, to: nil)
    case .backToThePreset: try thief.rollBack(1_000_000, to: nil)
    }
    var trial = try Trial(embedded, image: image, host: MemoryHost(thief.dist)) { $0.application = .atOnce }
    try await trial.client.start()
    _ = try await trial.client.update()
    try await trial.client.confirm()
    #expect(try await trial.client.active()?.statement ?? 0 > 2)

    // The honest ones go on where they were, and are not believed until their keys are others.
    try maker.publish(2, files(2))
    trial.host.serve(maker.dist)
    #expect(
      await refusal { () async throws(Refusal) in try await trial.client.update() } == .freshnessRolledBack)
    try maker.rotate(seed: 100)
    try maker.publish(2, files(2))
    try maker.publish(3, files(3))
    trial.host.serve(maker.dist)
    if bringer == .app {
      // The new app has the new keys, and a release by them, which takes the place of what nobody stands for.
      var updated = trial.disk.image
      updated.add("/app/release.hybrid", try maker.archive(2))
      let keys = try #require(maker.dist[DistPaths.keys(2)])
      trial = try Trial(maker, image: updated, host: trial.host) {
        $0.application = .atOnce
        $0.keys = keys
      }
      #expect(try await trial.client.start()?.number == 2)
    }
    guard case .activated(let release) = try await trial.client.update() else {
      Issue.record("not taken")
      return
    }
    #expect(release.number == 3 && release.id == "\(maker.pointer(to: 3)!.digest.sha256)")
    #expect(try await trial.client.update() == .upToDate(number: 3))
  }
}
