import HybridRelease
import HybridUpdate
import HybridUpdateFaults
import Synchronization
import Testing

/// The updates of an app from the first release to the last (`Documentation/embedding-updates.md`), including
/// the scenarios of CodePush's tests that apply.
struct UpdateTests {
  @Test func presetIsWhatAnAppStartsWithOffline() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let trial = try Trial(maker, image: try app(maker), host: MemoryHost([:]))
    let release = try #require(try await trial.client.start())
    #expect(release.number == 1 && release.origin == .preset && release.isConfirmed)
    for (path, bytes) in files(1) { #expect(try await trial.client.read(path) == bytes) }
    #expect(try await trial.client.read("units/none.unit") == nil)
  }

  @Test func releaseIsStagedStartedAndConfirmed() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    let trial = try Trial(maker, image: image)
    try await trial.client.start()
    guard case .staged(let staged) = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
    #expect(staged.number == 2 && !staged.isConfirmed)
    // What is on the screen stays what it is until the next start.
    #expect(try await trial.client.read("units/home.unit") == files(1)["units/home.unit"])

    let next = try trial.relaunched(maker)
    #expect(try await next.client.start()?.number == 2)
    for (path, bytes) in files(2) { #expect(try await next.client.read(path) == bytes) }
    #expect(try await next.client.read("assets/page-1.txt") == nil)
    try await next.client.confirm()
    #expect(try await next.client.active()?.isConfirmed == true)
    let last = try next.relaunched(maker)
    for _ in 0..<5 { #expect(try await last.client.start()?.number == 2) }
  }

  @Test func unconfirmedReleaseGoesBackToThePreviousAndThenToThePreset() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    var trial = try Trial(maker, image: image)
    try await trial.client.start()
    _ = try await trial.client.update()
    trial = try trial.relaunched(maker)
    try await trial.client.start()
    try await trial.client.confirm()

    try maker.publish(3, files(3))
    trial.host.serve(maker.dist)
    _ = try await trial.client.update()
    for expected in [3, 3, 2, 2] {
      trial = try trial.relaunched(maker)
      #expect(try await trial.client.start()?.number == expected)
    }
    let failed = try #require(try await trial.client.failed().first)
    #expect(failed.number == 3 && failed.reason.code == .startUnconfirmed)
    #expect(failed.reason.description.contains("was started 2 times and never confirmed"))

    // It is not tried again by itself; it is when the app asks.
    #expect(
      await refusal { () async throws(Refusal) in try await trial.client.update() } == .releaseFailedBefore)
    guard case .staged(let again) = try await trial.client.update(retryingFailed: true) else {
      Issue.record("expected .staged")
      return
    }
    #expect(again.number == 3)
    for expected in [3, 3, 2] {
      trial = try trial.relaunched(maker)
      #expect(try await trial.client.start()?.number == expected)
    }
    // A fixed release is taken as usual.
    try maker.publish(4, files(4))
    trial.host.serve(maker.dist)
    _ = try await trial.client.update()
    trial = try trial.relaunched(maker)
    #expect(try await trial.client.start()?.number == 4)
    #expect(try await trial.client.reject("the first page threw")?.number == 2)
    #expect(try await trial.client.reject("this one too")?.number == 1)
    #expect(try await trial.client.active()?.origin == .preset)
  }

  /// What failed is forgotten when it is taken again, and not before: the app may ask while it is offline.
  @Test func failureIsForgottenOnlyWithTheReleaseThatIsTakenAgain() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    let trial = try Trial(maker, image: image) {
      $0.application = .atOnce
      $0.retries = 0
    }
    try await trial.client.start()
    for number in 2...3 {
      try maker.publish(number, files(number))
      trial.host.serve(maker.dist)
      _ = try await trial.client.update()
      _ = try await trial.client.reject("crashed")
    }
    let failed = try await trial.client.failed()
    #expect(failed.map(\.number) == [2, 3])
    trial.host.behave { _, _ in .cut(after: 0) }
    #expect(
      await refusal { () async throws(Refusal) in try await trial.client.update(retryingFailed: true) }
        == .networkUnreachable)
    #expect(try await trial.client.failed() == failed)
    trial.host.behave { _, _ in .honest }
    #expect(
      await refusal { () async throws(Refusal) in try await trial.client.update() } == .releaseFailedBefore)
    guard case .activated(let release) = try await trial.client.update(retryingFailed: true) else {
      Issue.record("expected .activated")
      return
    }
    #expect(release.number == 3)
    #expect(try await trial.client.failed() == [failed[0]])
  }

  @Test func newAppWithANewerPresetWins() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    let trial = try Trial(maker, image: image) { $0.application = .atOnce }
    try await trial.client.start()
    _ = try await trial.client.update()
    #expect(try await trial.client.active()?.number == 2)

    try maker.publish(5, files(5))
    var updated = trial.disk.image
    updated.add("/app/release.hybrid", try maker.archive(5))
    let next = try Trial(maker, image: updated, host: trial.host)
    #expect(try await next.client.start()?.number == 5)
    #expect(try await next.client.active()?.origin == .preset)
    for (path, bytes) in files(5) { #expect(try await next.client.read(path) == bytes) }
    // The host is behind now, which is no attack: nothing below the preset is taken.
    _ = await next.events()
    #expect(try await next.client.update() == .upToDate(number: 2))
    #expect(await next.events() == [.checking, .upToDate(number: 2)])
    #expect(try await next.client.active()?.number == 5)
    // Behind what the host itself has given it is one.
    try maker.publish(6, files(6))
    let behind = try #require(maker.pointer(to: 2))
    next.host.serve(maker.dist)
    guard case .staged = try await next.client.update() else {
      Issue.record("expected .staged")
      return
    }
    try maker.freshen(behind)
    next.host.serve(maker.dist)
    #expect(
      await refusal { () async throws(Refusal) in try await next.client.update() } == .releaseRolledBack)
  }

  /// The disk fails between the transaction that takes a release and the one that applies it.
  @Test func releaseThatWaitsIsAppliedByTheNextUpdateWhenTheSettingsSay() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2), mandatory: 2)
    let whole = try Trial(maker, image: image)
    try await whole.client.start()
    let first = whole.disk.steps
    _ = try await whole.client.update()
    var count = 0
    for step in 0..<(whole.disk.steps - first) {
      let trial = try Trial(maker, image: image)
      try await trial.client.start()
      trial.disk.fail(at: step, .failure)
      _ = await refusal { () async throws(Refusal) in try await trial.client.update() }
      guard try await trial.client.pending() != nil else { continue }
      count += 1
      guard case .activated(let release) = try await trial.client.update() else {
        Issue.record("step \(step)")
        continue
      }
      #expect(release.number == 2)
    }
    #expect(count > 0)
  }

  @Test func newPresetThatWasOpenedAndNeverStartedIsNotForgotten() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    let trial = try Trial(maker, image: image) { $0.application = .atOnce }
    try await trial.client.start()
    _ = try await trial.client.update()
    try await trial.client.confirm()

    try maker.publish(5, files(5))
    var updated = trial.disk.image
    updated.add("/app/release.hybrid", try maker.archive(5))
    let opened = try Trial(maker, image: updated)
    #expect(
      await opened.events().contains {
        if case .activated(let release) = $0 { release.number == 5 } else { false }
      })
    // The process ends here, before its first start.
    let next = try opened.relaunched(maker)
    #expect(try await next.client.start()?.number == 5)
    // Nothing but what release 2 left is heard of.
    #expect(await next.events().map { if case .cleaned(2, _) = $0 { true } else { false } } == [true])
  }

  /// The host fails until both callers are there, and again for the third, so no update ends before it is
  /// asked a second time.
  @Test(.suiteTimeLimit) func secondCallerJoinsOrIsRefused() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    let trial = try Trial(maker, image: image) {
      $0.retries = 1_000_000
      $0.deadline = .seconds(1_000_000_000)
      $0.firstRetryDelay = .zero
    }
    try await trial.client.start()
    let client = trial.client
    let gate = AsyncStream.makeStream(of: Void.self)
    trial.host.behave { _, _ in
      gate.continuation.yield()
      return .status("500 always")
    }
    let one = Task { try await client.update() }
    let two = Task { try await client.update() }
    for await _ in gate.stream {
      if await client.callers == 2 { break }
    }
    let checks = Mutex(0)
    trial.host.behave { request, _ in
      if request.path == "freshness.json" { checks.withLock { $0 += 1 } }
      return .honest
    }
    #expect(try await one.value == two.value)
    #expect(checks.withLock { $0 } == 1)

    let next = AsyncStream.makeStream(of: Void.self)
    trial.host.behave { _, _ in
      next.continuation.yield()
      return .status("500 always")
    }
    let running = Task { try await client.update() }
    for await _ in next.stream { break }
    #expect(
      await refusal { () async throws(Refusal) in try await client.update(whenRunning: .refuses) }
        == .updateRunning)
    await client.cancel()
    let result = await running.result
    #expect(throws: Refusal.self) { try result.get() }
  }

  /// Who goes away does not take the update from others who wait for it.
  @Test(.suiteTimeLimit, arguments: [true, false])
  func updateGoesOnUntilItsLastCallerHasGone(_ isJoined: Bool) async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    let trial = try Trial(maker, image: image) {
      $0.retries = 1_000_000
      $0.deadline = .seconds(1_000_000_000)
      $0.firstRetryDelay = .zero
    }
    try await trial.client.start()
    let client = trial.client
    let gate = AsyncStream.makeStream(of: Void.self)
    trial.host.behave { _, _ in
      gate.continuation.yield()
      return .status("500 always")
    }
    let one = Task { try await client.update() }
    for await _ in gate.stream { break }
    let two = isJoined ? Task { try await client.update() } : nil
    if isJoined {
      for await _ in gate.stream {
        if await client.callers == 2 { break }
      }
    }
    one.cancel()
    if let two {
      trial.host.behave { _, _ in .honest }
      guard case .staged = try await two.value else {
        Issue.record("expected .staged")
        return
      }
    } else {
      let result = await one.result
      let refusal = #expect(throws: Refusal.self) { try result.get() }
      #expect(refusal?.code == .updateCancelled)
      trial.host.behave { _, _ in .honest }
      // The next one begins anew.
      guard case .staged = try await client.update() else {
        Issue.record("expected .staged")
        return
      }
    }
  }
}
