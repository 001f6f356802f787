import HybridRelease
import HybridUpdate
import HybridUpdateFaults
import Testing

/// What an app sees: promise by promise of delivery.md §3, and CodePush's scenarios (§2.7) as far as they apply.
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
    guard case .staged(let staged) = try await trial.client.update() else { return #expect(Bool(false)) }
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

  @Test func checkWithoutNewsIsOneSmallRequest() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let trial = try Trial(maker, image: try app(maker))
    try await trial.client.start()
    #expect(try await trial.client.update() == .upToDate(number: 1))
    _ = (trial.host.takeRequests(), trial.host.takeSent())
    let before = trial.contents
    #expect(try await trial.client.update() == .upToDate(number: 1))
    #expect(trial.host.takeRequests().map(\.path) == ["freshness.json"])
    #expect(trial.host.takeSent() == 0)
    #expect(trial.contents == before)
  }

  @Test func whatIsHereIsNeitherLoadedNorStoredTwice() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2), deltasFrom: [1])
    let trial = try Trial(maker, image: image)
    try await trial.client.start()
    _ = try await trial.client.update()
    let asked = Set(trial.host.takeRequests().map(\.path))
    let (old, new) = (files(1)["units/home.unit"]!, files(2)["units/home.unit"]!)
    let sodium = maker.sodium
    #expect(asked.contains(DistPaths.delta(from: sodium.sha256(old), to: sodium.sha256(new))))
    #expect(asked.contains(DistPaths.file(sodium.sha256(files(2)["assets/page-2.txt"]!))))
    // The logo is in the preset, the page came as a delta.
    #expect(!asked.contains(DistPaths.file(sodium.sha256(files(1)["assets/logo.png"]!))))
    #expect(!asked.contains(DistPaths.file(sodium.sha256(new))))
    #expect(trial.contents.keys.filter { $0.hasPrefix("/data/store/files/") }.count == 2)
    let next = try trial.relaunched(maker)
    try await next.client.start()
    for (path, bytes) in files(2) { #expect(try await next.client.read(path) == bytes) }
  }

  @Test func deltaThatDoesNotDoGivesWayToTheFullFile() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2), deltasFrom: [1])
    let trial = try Trial(maker, image: image)
    trial.host.behave { request, _ in
      request.path.hasSuffix(".zst") ? .bytes([UInt8](repeating: 7, count: 20)) : .honest
    }
    try await trial.client.start()
    guard case .staged = try await trial.client.update() else { return #expect(Bool(false)) }
    let failures = await trial.events().compactMap { event -> RefusalCode? in
      if case .deltaFailed(let refusal) = event { refusal.code } else { nil }
    }
    #expect(failures == [.deltaMalformed])
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
      return #expect(Bool(false))
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

  @Test func rollbackTakesTheContentBackAndTheNumberOn() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    var trial = try Trial(maker, image: image) { $0.application = .atOnce }
    try await trial.client.start()
    _ = try await trial.client.update()
    try await trial.client.confirm()
    try maker.publish(3, files(3))
    trial.host.serve(maker.dist)
    _ = try await trial.client.update()
    try await trial.client.confirm()

    // The target is in the store: nothing but the statements is loaded.
    try maker.rollBack(4, to: 2)
    trial.host.serve(maker.dist)
    _ = trial.host.takeRequests()
    guard case .activated(let back) = try await trial.client.update() else { return #expect(Bool(false)) }
    #expect(back.number == 2 && back.statement == 4)
    #expect(!trial.host.takeRequests().contains { $0.path.hasPrefix("files/") })
    #expect(try await trial.client.read("assets/page-2.txt") == files(2)["assets/page-2.txt"])
    #expect(try await trial.client.previous() == nil)
    #expect(try await trial.client.update() == .upToDate(number: 4))

    // Release 3 was removed by then; going back to it loads it.
    try maker.rollBack(5, to: 3)
    trial.host.serve(maker.dist)
    guard case .activated(let forth) = try await trial.client.update() else { return #expect(Bool(false)) }
    #expect(forth.number == 3 && forth.statement == 5)

    try maker.rollBack(6, to: nil)
    trial.host.serve(maker.dist)
    guard case .activated(let preset) = try await trial.client.update() else { return #expect(Bool(false)) }
    #expect(preset.origin == .preset && preset.statement == 6)
    trial = try trial.relaunched(maker) { $0.application = .atOnce }
    #expect(try await trial.client.start()?.origin == .preset)
    #expect(try await trial.client.update() == .upToDate(number: 6))
    try maker.publish(7, files(7))
    trial.host.serve(maker.dist)
    guard case .activated(let newer) = try await trial.client.update() else { return #expect(Bool(false)) }
    #expect(newer.number == 7)
  }

  @Test(arguments: [
    // mandatory of the newest, active → is it mandatory for this app?
    (0, 1, false), (1, 1, false), (2, 1, true), (3, 1, true), (2, 2, false), (3, 2, true),
  ])
  func mandatoryIsInheritedOverSkippedReleases(_ mandatory: Int, _ active: Int, _ expected: Bool) async throws
  {
    var maker = try ReleaseMaker()
    try maker.publish(active, files(active))
    let image = try app(maker, preset: active)
    try maker.publish(3, files(3), mandatory: mandatory)
    let trial = try Trial(maker, image: image)
    try await trial.client.start()
    switch try await trial.client.update() {
    case .activated: #expect(expected)
    case .staged: #expect(!expected)
    default: #expect(Bool(false))
    }
  }

  @Test func rollOutGivesOthersTheSteadyRelease() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    try maker.publish(3, files(3), rollout: 0, steady: 2)
    let trial = try Trial(maker, image: image)
    try await trial.client.start()
    guard case .staged(let steady) = try await trial.client.update() else { return #expect(Bool(false)) }
    #expect(steady.number == 2)
    try maker.freshen(maker.pointer(to: 3)!, rollout: 50, steady: maker.pointer(to: 2))
    try maker.freshen(maker.pointer(to: 3)!, rollout: 100, steady: maker.pointer(to: 2))
    trial.host.serve(maker.dist)
    guard case .staged(let newest) = try await trial.client.update() else { return #expect(Bool(false)) }
    #expect(newest.number == 3)
    try maker.freshen(maker.pointer(to: 3)!, rollout: 10, steady: maker.pointer(to: 2))
    trial.host.serve(maker.dist)
    #expect(await refusal { () async throws(Refusal) in try await trial.client.update() } == .rolloutShrank)
  }

  @Test(arguments: [
    ("2", Requirements(), RefusalCode.runtimeVersion),
    ("1", Requirements(modules: ["camera"]), .runtimeModule),
    ("1", Requirements(elements: ["hologram"]), .runtimeElement),
    ("1", Requirements(attributes: ["depth"]), .runtimeElement),
    ("1", Requirements(elements: ["div"], attributes: ["id"], modules: ["token"]), nil),
  ])
  func releaseThatThisAppCannotRunIsNotTaken(
    _ runtime: String, _ requires: Requirements, _ expected: RefusalCode?
  ) async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2), runtime: "=\(runtime)", requires: requires)
    let trial = try Trial(maker, image: image) {
      $0.elements = ["div"]
      $0.attributes = ["id"]
    }
    try await trial.client.start()
    #expect(await refusal { () async throws(Refusal) in try await trial.client.update() } == expected)
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
    // The host is behind now: nothing below the preset is taken.
    #expect(
      await refusal { () async throws(Refusal) in try await next.client.update() } == .releaseRolledBack)
  }

  @Test func damagedFileIsReadFromElsewhereReportedAndHealed() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    var trial = try Trial(maker, image: image) { $0.application = .atOnce }
    try await trial.client.start()
    _ = try await trial.client.update()
    try await trial.client.confirm()

    let sha256 = "\(maker.sodium.sha256(files(2)["units/home.unit"]!))"
    try trial.disk.write([0xFF], to: "/data/store/files/\(sha256.prefix(2))/\(sha256)", at: 50)
    trial = try trial.relaunched(maker)
    try await trial.client.start()
    // The preset has an older file of this path: that is shown rather than nothing.
    #expect(try await trial.client.read("units/home.unit") == files(1)["units/home.unit"])
    let damage = await trial.events().compactMap { event -> (String, RefusalCode, Int?)? in
      if case .damaged(let path, let refusal, let from) = event {
        (path, refusal.code, from?.number)
      } else {
        nil
      }
    }
    #expect(damage.count == 1 && damage[0] == ("units/home.unit", .fileMismatch, 1))
    #expect(try await trial.client.update() == .upToDate(number: 2))
    #expect(await trial.events().contains(.healed(files: 1)))
    #expect(try await trial.client.read("units/home.unit") == files(2)["units/home.unit"])

    // One that is gone is noticed at the start.
    try trial.disk.remove("/data/store/files/\(sha256.prefix(2))/\(sha256)")
    trial = try trial.relaunched(maker)
    try await trial.client.start()
    #expect(
      await trial.events().contains { event in
        if case .damaged("units/home.unit", let refusal, nil) = event {
          refusal.code == .fileMissing
        } else {
          false
        }
      })
    #expect(try await trial.client.update() == .upToDate(number: 2))
    #expect(try await trial.client.read("units/home.unit") == files(2)["units/home.unit"])
  }

  @Test func cutTransferGoesOnWhereItEnded() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, ["assets/film.bin": content("film", 1, size: 100_000)])
    let trial = try Trial(maker, preset: false)
    let film = "files/\(maker.sodium.sha256(content("film", 1, size: 100_000)))"
    trial.host.behave { request, _ in
      request.path == film && request.offset < 60_000 ? .cut(after: 25_000) : .honest
    }
    #expect(try await trial.client.start() == nil)
    guard case .staged = try await trial.client.update() else { return #expect(Bool(false)) }
    let asked = trial.host.takeRequests().filter { $0.path == film }
    #expect(asked.map(\.offset) == [0, 25_000, 50_000, 75_000])
    let events = await trial.events()
    let waits = events.compactMap { event -> Duration? in
      if case .retrying(film, _, let wait) = event { wait } else { nil }
    }
    #expect(waits == [.milliseconds(500), .seconds(1), .seconds(2)])
    let progress = events.compactMap { event -> UpdateProgress? in
      if case .progress(let progress) = event { progress } else { nil }
    }
    #expect(progress.last?.received == 100_000 && progress.last?.total == 100_000)
    let next = try trial.relaunched(maker, preset: false)
    try await next.client.start()
    #expect(try await next.client.read("assets/film.bin") == content("film", 1, size: 100_000))
  }

  @Test func everyTryEndsAtTheDeadlineAndTheNextGoesOn() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, ["assets/film.bin": content("film", 1, size: 100_000)])
    let trial = try Trial(maker, preset: false) { $0.retries = 100 }
    let clock = trial.clock
    trial.host.behave { request, _ in
      guard request.path.hasPrefix("files/") else { return .honest }
      clock.advance(.seconds(200))
      return .cut(after: 10_000)
    }
    #expect(await refusal { () async throws(Refusal) in try await trial.client.update() } == .networkDeadline)
    let first = trial.host.takeRequests().filter { $0.path.hasPrefix("files/") }
    #expect(first.map(\.offset) == [0, 10_000, 20_000])
    trial.host.behave { _, _ in .honest }
    guard case .staged = try await trial.client.update() else { return #expect(Bool(false)) }
    #expect(trial.host.takeRequests().filter { $0.path.hasPrefix("files/") }.map(\.offset) == [30_000])
  }

  @Test func progressIsToldAtMostEveryTenthOfASecond() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, ["assets/film.bin": content("film", 1, size: 200_000)])
    let trial = try Trial(maker, preset: false, change: { _ in })
    _ = try await trial.client.update()
    let count = await trial.events().filter { if case .progress = $0 { true } else { false } }.count
    // The clock stands still: the first piece and the end.
    #expect(count == 2)
  }

  @Test func meteredNetworkWaitsUnlessItIsMandatory() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    let trial = try Trial(maker, image: image) {
      $0.isMetered = { true }
      $0.metered = .mandatoryOnly
    }
    try await trial.client.start()
    #expect(await refusal { () async throws(Refusal) in try await trial.client.update() } == .networkMetered)
    #expect(!trial.host.takeRequests().contains { $0.path.hasPrefix("files/") })
    try maker.publish(3, files(3), mandatory: 3)
    trial.host.serve(maker.dist)
    guard case .activated = try await trial.client.update() else { return #expect(Bool(false)) }
  }

  @Test func secondCallerJoinsOrIsRefused() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    let trial = try Trial(maker, image: image)
    try await trial.client.start()
    let client = trial.client
    async let one = client.update()
    async let two = client.update()
    #expect(try await one == two)
    #expect(trial.host.takeRequests().filter { $0.path == "freshness.json" }.count == 1)
    let gate = AsyncStream.makeStream(of: Void.self)
    trial.host.behave { _, _ in
      gate.continuation.yield()
      return .status("500 always")
    }
    let running = Task { try await client.update() }
    for await _ in gate.stream { break }
    #expect(
      await refusal { () async throws(Refusal) in try await client.update(whenRunning: .refuses) }
        == .updateRunning)
    await client.cancel()
    let result = await running.result
    #expect(throws: Refusal.self) { try result.get() }
  }

  @Test func channelsDoNotMix() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(9, files(9))
    let image = try app(maker, preset: 9)
    var beta = try ReleaseMaker(channel: "beta")
    try beta.publish(2, files(2))
    let trial = try Trial(maker, image: image, host: MemoryHost(beta.dist)) { $0.channel = "beta" }
    try await trial.client.start()
    // Numbers count within a channel: 2 of beta is news to an app with 9 of production.
    guard case .staged(let staged) = try await trial.client.update() else { return #expect(Bool(false)) }
    #expect(staged.number == 2 && staged.channel == "beta")
  }

  @Test func expiredFreshnessIsSaidAndTheAppGoesOn() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let trial = try Trial(maker, image: try app(maker))
    try await trial.client.start()
    _ = try await trial.client.update()
    trial.clock.advance(.seconds(30 * 86_400))
    #expect(try await trial.client.update() == .upToDate(number: 1))
    #expect(
      await trial.events().contains {
        if case .refused(let refusal) = $0 { refusal.code == .freshnessExpired } else { false }
      })
    #expect(try await trial.client.read("assets/logo.png") != nil)
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
    guard case .staged = try await trial.client.update() else { return #expect(Bool(false)) }
    // They are kept: the next update asks for none.
    let next = try trial.relaunched(embedded)
    _ = next.host.takeRequests()
    try maker.publish(3, files(3))
    next.host.serve(maker.dist)
    guard case .staged = try await next.client.update() else { return #expect(Bool(false)) }
    #expect(!next.host.takeRequests().contains { $0.path.hasPrefix("keys/") })
  }

  /// TUF 5.3.11: what a stolen key said of the far future ends with the key.
  @Test func newKeysEndWhatStolenOnesSaid() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    let embedded = maker
    var thief = maker
    thief.now.seconds += 900_000_000
    try thief.publish(1_000_000, files(1))
    let trial = try Trial(embedded, image: image, host: MemoryHost(thief.dist)) { $0.application = .atOnce }
    try await trial.client.start()
    _ = try await trial.client.update()

    // The honest ones go on where they were, and are not believed until their keys are others.
    try maker.publish(2, files(2))
    trial.host.serve(maker.dist)
    let refusal = await #expect(throws: Refusal.self) { try await trial.client.update() }
    #expect(refusal?.code == .freshnessRolledBack)
    try maker.rotate(seed: 100)
    try maker.publish(3, files(3))
    trial.host.serve(maker.dist)
    guard case .activated(let release) = try await trial.client.update() else {
      return #expect(Bool(false), "not taken")
    }
    #expect(release.number == 3)
  }

  @Test func storeKeepsActiveAndPreviousOnly() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let trial = try Trial(maker, image: try app(maker)) { $0.application = .atOnce }
    try await trial.client.start()
    for number in 2...6 {
      try maker.publish(number, files(number))
      trial.host.serve(maker.dist)
      _ = try await trial.client.update()
      try await trial.client.confirm()
    }
    let stored = Set(trial.contents.keys.filter { $0.hasPrefix("/data/store/files/") }.map { $0.suffix(64) })
    let sodium = maker.sodium
    let expected = Set(
      [5, 6].flatMap { number in files(number).filter { $0.key != "assets/logo.png" }.values }
        .map { Substring("\(sodium.sha256($0))") })
    #expect(stored == expected)
    #expect(trial.contents.keys.allSatisfy { !$0.hasPrefix("/data/store/staging/") })
  }

  @Test func damagedDatabaseIsSetAsideAndTheAppStarts() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    var trial = try Trial(maker, image: image) { $0.application = .atOnce }
    try await trial.client.start()
    _ = try await trial.client.update()
    try trial.disk.write([UInt8](repeating: 0x20, count: 200), to: "/data/store/store.sqlite", at: 0)
    _ = trial.host.takeRequests()
    trial = try trial.relaunched(maker)
    #expect(try await trial.client.start()?.origin == .preset)
    #expect(
      await trial.events().contains {
        if case .refused(let refusal) = $0 { refusal.code == .storeDamaged } else { false }
      })
    guard case .staged = try await trial.client.update() else { return #expect(Bool(false)) }
    // The files were in their places already, and only had to be looked at.
    #expect(
      !trial.host.takeRequests().contains {
        $0.path == "files/\(maker.sodium.sha256(content("page", 2, size: 500)))"
      })
  }
}

extension Requirements {
  init(elements: [String] = [], attributes: [String] = [], modules: [String] = []) {
    self.init()
    (self.elements, self.attributes, self.modules) = (elements, attributes, modules)
  }
}
