import HybridDatabase
import HybridRelease
import HybridUpdate
import HybridUpdateFaults
import Testing

/// The release that an app gets: rollbacks, mandatory releases, roll-outs, incompatible releases, channels.
struct OfferTests {
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

    // The target is in the store: only the statements are downloaded.
    try maker.rollBack(4, to: 2)
    trial.host.serve(maker.dist)
    _ = trial.host.takeRequests()
    guard case .activated(let back) = try await trial.client.update() else {
      Issue.record("expected .activated")
      return
    }
    #expect(back.number == 2 && back.statement == 4)
    #expect(!trial.host.takeRequests().contains { $0.path.hasPrefix("files/") })
    #expect(try await trial.client.read("assets/page-2.txt") == files(2)["assets/page-2.txt"])
    #expect(try await trial.client.previous() == nil)
    #expect(try await trial.client.update() == .upToDate(number: 4))

    // Release 3 was removed by then; going back to it loads it.
    try maker.rollBack(5, to: 3)
    trial.host.serve(maker.dist)
    guard case .activated(let forth) = try await trial.client.update() else {
      Issue.record("expected .activated")
      return
    }
    #expect(forth.number == 3 && forth.statement == 5)

    try maker.rollBack(6, to: nil)
    trial.host.serve(maker.dist)
    guard case .activated(let preset) = try await trial.client.update() else {
      Issue.record("expected .activated")
      return
    }
    #expect(preset.origin == .preset && preset.statement == 6)
    trial = try trial.relaunched(maker) { $0.application = .atOnce }
    #expect(try await trial.client.start()?.origin == .preset)
    #expect(try await trial.client.update() == .upToDate(number: 6))
    try maker.publish(7, files(7))
    trial.host.serve(maker.dist)
    guard case .activated(let newer) = try await trial.client.update() else {
      Issue.record("expected .activated")
      return
    }
    #expect(newer.number == 7)
  }

  /// Release 3 went to other clients, the operator rolls back to 2, and 2 does not work on this device.
  @Test func releaseThatFailedIsNotStartedBecauseARollbackToItWaited() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    var trial = try Trial(maker, image: image)
    try await trial.client.start()
    _ = try await trial.client.update()
    trial = try trial.relaunched(maker) { $0.application = .nextStart }
    #expect(try await trial.client.start()?.number == 2)
    try maker.publish(3, files(3), rollout: 0)
    try maker.rollBack(4, to: 2)
    trial.host.serve(maker.dist)
    guard case .staged = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
    #expect(try await trial.client.reject("crashed")?.number == 1)
    #expect(try await trial.client.pending() == nil)
    trial = try trial.relaunched(maker)
    #expect(try await trial.client.start()?.number == 1)
    #expect(try await trial.client.failed().map(\.number) == [2])
    // The rollback is taken by the preset, which stands in for its target.
    guard case .activated(let release) = try await trial.client.update() else {
      Issue.record("expected .activated")
      return
    }
    #expect(release.origin == .preset && release.statement == 4)
  }

  /// A store in which a failed release waits, as an older version of this program left it.
  @Test func failedReleaseThatWaitsIsDropped() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    let trial = try Trial(maker, image: image)
    try await trial.client.start()
    _ = try await trial.client.update()
    let id = try #require(try await trial.client.pending()?.id)
    do {
      let database = try Database(path: "/data/store/store.sqlite", vfs: trial.system.name)
      try database.run("INSERT INTO failed VALUES (?, 2, 'start.unconfirmed', 'a test', 0)", .text(id))
    }
    let next = try trial.relaunched(maker)
    #expect(try await next.client.start()?.number == 1)
    #expect(try await next.client.pending() == nil)
  }

  @Test func rollbackToThePresetOfAnAppWithoutOneIsTakenOnce() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let trial = try Trial(maker, preset: false) { $0.application = .atOnce }
    try await trial.client.start()
    _ = try await trial.client.update()
    try await trial.client.confirm()
    try maker.rollBack(2, to: nil)
    trial.host.serve(maker.dist)
    for _ in 0..<3 { #expect(try await trial.client.update() == .upToDate(number: 2)) }
    #expect(try await trial.client.active() == nil)
    #expect(trial.host.takeRequests().filter { $0.path == "releases/2.json" }.count == 1)
    let next = try trial.relaunched(maker, preset: false)
    #expect(try await next.client.start() == nil)
    #expect(try await next.client.update() == .upToDate(number: 2))
  }

  /// A rollback from 5 to 3, which failed here before or needs a newer runtime.
  @Test(
    arguments: [
      // why; confirmed before 3; the preset; whether 5 was taken; what is active then
      (.releaseFailedBefore, 2, 1, true, 2), (.releaseFailedBefore, 2, 1, false, 2),
      (.releaseFailedBefore, nil, 1, true, 1), (.releaseFailedBefore, nil, nil, true, nil),
      (.runtimeVersion, 2, 1, true, 2), (.runtimeVersion, nil, 1, true, 1),
      (.runtimeVersion, nil, 4, true, 4), (.runtimeVersion, nil, nil, true, nil),
    ] as [(RefusalCode, Int?, Int?, Bool, Int?)])
  func rollbackToWhatThisDeviceCannotStart(
    _ code: RefusalCode, _ confirmed: Int?, _ preset: Int?, _ isTaken: Bool, _ expected: Int?
  ) async throws {
    var maker = try ReleaseMaker()
    for number in 1...4 {
      try maker.publish(number, files(number), runtime: code == .runtimeVersion && number == 3 ? ">=2" : "*")
    }
    let image = try preset.map { try app(maker, preset: $0) } ?? SimulatedDisk.Image()
    let trial = try Trial(maker, image: image, preset: preset != nil) { $0.application = .atOnce }
    try await trial.client.start()
    func take(_ number: Int) async throws -> UpdateOutcome {
      try maker.freshen(maker.pointer(to: number)!)
      trial.host.serve(maker.dist)
      return try await trial.client.update()
    }
    if let confirmed {
      _ = try await take(confirmed)
      try await trial.client.confirm()
    }
    if code == .releaseFailedBefore {
      _ = try await take(3)
      _ = try await trial.client.reject("a test")
    }
    try maker.publish(5, files(5))
    if isTaken {
      _ = try await take(5)
      try await trial.client.confirm()
    }
    try maker.rollBack(6, to: 3)
    trial.host.serve(maker.dist)
    _ = await trial.events()
    guard let expected else {
      // With no alternative, the existing release is better than nothing.
      #expect(await refusal { () async throws(Refusal) in try await trial.client.update() } == code)
      return #expect(try await trial.client.active()?.number == 5)
    }
    guard case .activated(let release) = try await trial.client.update() else {
      Issue.record("expected .activated")
      return
    }
    #expect(release.number == expected && release.statement == 6)
    #expect(release.origin == (expected == preset ? .preset : .store))
    let said = await trial.events().compactMap { event -> Refusal? in
      if case .refused(let refusal) = event { refusal } else { nil }
    }
    #expect(said.map(\.code) == [code] && said[0].subject == "releases/3.json")
    #expect(said[0].detail.hasSuffix("takes its place"))
    for (path, bytes) in files(expected) { #expect(try await trial.client.read(path) == bytes) }
    #expect(try await trial.client.update() == .upToDate(number: 6))
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
    default: Issue.record("the release is neither active nor staged")
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
    guard case .staged(let steady) = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
    #expect(steady.number == 2)
    try maker.freshen(maker.pointer(to: 3)!, rollout: 50, steady: maker.pointer(to: 2))
    try maker.freshen(maker.pointer(to: 3)!, rollout: 100, steady: maker.pointer(to: 2))
    trial.host.serve(maker.dist)
    guard case .staged(let newest) = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
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

  @Test func channelsDoNotMix() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(9, files(9))
    let image = try app(maker, preset: 9)
    var beta = try ReleaseMaker(channel: "beta")
    try beta.publish(2, files(2))
    let trial = try Trial(maker, image: image, host: MemoryHost(beta.dist)) { $0.channel = "beta" }
    try await trial.client.start()
    // Numbers count within a channel: 2 of beta is news to an app with 9 of production.
    guard case .staged(let staged) = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
    #expect(staged.number == 2 && staged.channel == "beta")
  }
}

extension Requirements {
  init(elements: [String] = [], attributes: [String] = [], modules: [String] = []) {
    self.init()
    (self.elements, self.attributes, self.modules) = (elements, attributes, modules)
  }
}
