import HybridRelease
import HybridUpdate
import HybridUpdateFaults
import Testing

/// What goes over the network, and how it comes to its end.
struct TransferTests {
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

  /// Why this device refuses a release.
  enum Standing: CaseIterable { case incompatible, failedBefore, metered, meteredManifest }

  /// What is refused for a reason of this device is refused again for one small request, and taken when the
  /// reason ends.
  @Test(arguments: Standing.allCases)
  func standingRefusalCostsOneRequest(_ reason: Standing) async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    var pages = files(2)
    for index in 0..<50 { pages["assets/small-\(index).txt"] = Array("\(index)".utf8) }
    try maker.publish(2, pages, runtime: reason == .incompatible ? ">=2" : "*")
    let standing: @Sendable (inout UpdateSettings) -> Void = {
      $0.application = .atOnce
      $0.isMetered = { [.metered, .meteredManifest].contains(reason) }
      $0.metered = reason == .meteredManifest ? .nothing : .mandatoryOnly
    }
    var trial = try Trial(maker, image: image, change: standing)
    try await trial.client.start()
    if reason == .failedBefore {
      _ = try await trial.client.update()
      _ = try await trial.client.reject("a test")
    }
    let code: RefusalCode =
      switch reason {
      case .incompatible: .runtimeVersion
      case .failedBefore: .releaseFailedBefore
      case .metered, .meteredManifest: .networkMetered
      }
    for isFirst in [true, false, false] {
      _ = trial.host.takeRequests()
      _ = trial.host.takeSent()
      #expect(await refusal { () async throws(Refusal) in try await trial.client.update() } == code)
      if !isFirst {
        #expect(trial.host.takeRequests().map(\.path) == ["freshness.json"])
        #expect(trial.host.takeSent() == 0)
      }
      trial = try trial.relaunched(maker, change: standing)
      try await trial.client.start()
    }

    // The reason ends: the statement that was kept is taken.
    _ = trial.host.takeRequests()
    let next = try trial.relaunched(maker) {
      $0.application = .atOnce
      $0.runtime = RuntimeVersion("2.0")!
    }
    try await next.client.start()
    guard case .activated(let release) = try await next.client.update(retryingFailed: true) else {
      Issue.record("expected .activated")
      return
    }
    #expect(release.number == 2)
    #expect(
      next.host.takeRequests().contains { $0.path == "releases/2.json" }
        == [.failedBefore, .meteredManifest].contains(reason))
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
    guard case .staged = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
    let failures = await trial.events().compactMap { event -> RefusalCode? in
      if case .deltaFailed(let refusal) = event { refusal.code } else { nil }
    }
    #expect(failures == [.deltaMalformed])
  }

  /// A delta that the host makes too slowly, or that a proxy holds back.
  @Test func deltaThatIsLateGivesWayToTheFullFileAtOnce() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2), deltasFrom: [1])
    let trial = try Trial(maker, image: image)
    let clock = trial.clock
    trial.host.behave { request, _ in
      guard request.path.hasSuffix(".zst") else { return .honest }
      clock.advance(request.timeout)
      return .late
    }
    try await trial.client.start()
    guard case .staged = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
    let late = trial.host.takeRequests().map(\.path).filter { $0.hasSuffix(".zst") }
    #expect(!late.isEmpty && Set(late).count == late.count)
    let failures = await trial.events().compactMap { event -> RefusalCode? in
      if case .deltaFailed(let refusal) = event { refusal.code } else { nil }
    }
    #expect(failures == late.map { _ in .networkDeadline })

    // When the time of the update is over, so is the update.
    let next = try Trial(maker, image: image, clock: clock) { $0.deadline = .seconds(60) }
    next.host.behave { request, _ in
      guard request.path.hasSuffix(".zst") else { return .honest }
      clock.advance(request.timeout)
      return .late
    }
    #expect(await refusal { () async throws(Refusal) in try await next.client.update() } == .networkDeadline)
    #expect(!next.host.takeRequests().contains { $0.path.hasPrefix("files/") })
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
    guard case .staged = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
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

  /// What a power loss may leave: content whose row is gone, and a part of it that had begun to come again.
  @Test func partOfAFileDoesNotTakeThePlaceOfTheWholeOne() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    let trial = try Trial(maker, image: image) { $0.application = .atOnce }
    try await trial.client.start()
    let page = try #require(files(2)["assets/page-2.txt"])
    let name = "\(maker.sodium.sha256(page))"
    let group = "/data/store/files/\(name.prefix(2))"
    try trial.disk.makeFolder(group)
    try trial.disk.write(page, to: "\(group)/\(name)", at: 0)
    try trial.disk.write(Array(page.prefix(200)), to: "/data/store/staging/\(name).part", at: 0)
    guard case .activated = try await trial.client.update() else {
      Issue.record("expected .activated")
      return
    }
    #expect(!trial.host.takeRequests().contains { $0.path == "files/\(name)" })
    #expect(trial.contents["\(group)/\(name)"] == page)
    #expect(try await trial.client.read("assets/page-2.txt") == page)
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
    guard case .staged = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
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
    guard case .activated = try await trial.client.update() else {
      Issue.record("expected .activated")
      return
    }
    // What the operator takes back does not wait for another network: its target, which was never here, is
    // loaded.
    try maker.rollBack(4, to: 2)
    trial.host.serve(maker.dist)
    guard case .activated(let back) = try await trial.client.update() else {
      Issue.record("expected .activated")
      return
    }
    #expect(back.number == 2 && back.statement == 4)
  }

  @Test func nothingBeyondTheCheckIsLoadedOnAMeteredNetwork() async throws {
    var maker = try ReleaseMaker()
    let many = Dictionary(
      uniqueKeysWithValues: (0..<50).map { ("assets/\($0)", content("\($0)", 0, size: 20)) })
    try maker.publish(1, many)
    let image = try app(maker)
    try maker.publish(2, many.merging(files(2)) { $1 }, mandatory: 2)
    let trial = try Trial(maker, image: image) {
      $0.isMetered = { true }
      $0.metered = .nothing
    }
    try await trial.client.start()
    #expect(await refusal { () async throws(Refusal) in try await trial.client.update() } == .networkMetered)
    #expect(trial.host.takeRequests().map(\.path) == ["freshness.json", "freshness.sig"])
    // A rollback to what is here costs less than asking.
    try maker.rollBack(3, to: 1)
    trial.host.serve(maker.dist)
    guard case .activated(let back) = try await trial.client.update() else {
      Issue.record("expected .activated")
      return
    }
    #expect(back.number == 1 && back.statement == 3)
  }
}
