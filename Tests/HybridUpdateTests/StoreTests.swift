import HybridDatabase
import HybridRelease
import HybridUpdate
import HybridUpdateFaults
import Testing

/// What is kept on the device, and what becomes of damage.
struct StoreTests {
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

  /// Why there is no new release for this device.
  enum NoNews { case outside, failed, expired, metered, nothingOnMetered, tooNew }

  /// What is damaged comes again whatever the host says of news.
  @Test(
    arguments: [
      (.outside, nil), (.failed, .releaseFailedBefore), (.expired, .freshnessExpired),
      (.metered, .networkMetered), (.nothingOnMetered, .networkMetered), (.tooNew, .runtimeVersion),
    ] as [(NoNews, RefusalCode?)])
  func damagedFileIsHealedWithoutNews(_ reason: NoNews, _ code: RefusalCode?) async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    let trial = try Trial(maker, image: image) { $0.application = .atOnce }
    try await trial.client.start()
    _ = try await trial.client.update()
    try await trial.client.confirm()
    switch reason {
    case .outside: try maker.publish(3, files(3), rollout: 0, steady: nil)
    case .failed:
      try maker.publish(3, files(3))
      trial.host.serve(maker.dist)
      _ = try await trial.client.update()
      _ = try await trial.client.reject("a test")
    case .expired: trial.clock.advance(.seconds(30 * 86_400))
    case .tooNew: try maker.publish(3, files(3), runtime: ">=2")
    case .metered, .nothingOnMetered: try maker.publish(3, files(3))
    }
    trial.host.serve(maker.dist)
    let page = "\(maker.sodium.sha256(files(2)["assets/page-2.txt"]!))"
    try trial.disk.remove("/data/store/files/\(page.prefix(2))/\(page)")
    let next = try trial.relaunched(maker) {
      $0.isMetered = { [.metered, .nothingOnMetered].contains(reason) }
      $0.metered =
        switch reason {
        case .metered: .mandatoryOnly
        case .nothingOnMetered: .nothing
        default: .everything
        }
    }
    #expect(try await next.client.start()?.number == 2)
    #expect(await refusal { () async throws(Refusal) in try await next.client.update() } == code)
    let isHealed = reason != .nothingOnMetered
    #expect(await next.events().contains(.healed(files: 1)) == isHealed)
    #expect(
      try await next.client.read("assets/page-2.txt") == (isHealed ? files(2)["assets/page-2.txt"] : nil))
  }

  enum PresetLoss: CaseIterable { case damaged, gone }

  @Test(arguments: PresetLoss.allCases)
  func whatWasSharedWithThePresetComesFromTheHostWhenThatCannotBeRead(_ loss: PresetLoss) async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    var trial = try Trial(maker, image: image) { $0.application = .atOnce }
    try await trial.client.start()
    _ = try await trial.client.update()
    try await trial.client.confirm()
    switch loss {
    case .damaged:
      try trial.disk.write([0xFF], to: "/app/release.hybrid", at: 900)
      trial = try trial.relaunched(maker) { $0.hashesPresetAtEveryLaunch = true }
    case .gone: trial = try trial.relaunched(maker, preset: false)
    }
    try await trial.client.start()
    #expect(try await trial.client.read("assets/logo.png") == nil)
    #expect(try await trial.client.update() == .upToDate(number: 2))
    #expect(await trial.events().contains(.healed(files: 1)))
    for (path, bytes) in files(2) { #expect(try await trial.client.read(path) == bytes) }
  }

  @Test func storeOfAnOlderVersionGoesOn() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    var trial = try Trial(maker, image: image) { $0.application = .atOnce }
    try await trial.client.start()
    _ = try await trial.client.update()
    do {
      let database = try Database(path: "/data/store/store.sqlite", vfs: trial.system.name)
      try database.execute("ALTER TABLE channels DROP COLUMN accepted")
      try database.execute("PRAGMA user_version=1")
    }
    trial = try trial.relaunched(maker)
    #expect(try await trial.client.start()?.number == 2)
    #expect(await trial.events() == [])
    #expect(try await trial.client.update() == .upToDate(number: 2))
    try maker.publish(3, files(3))
    trial.host.serve(maker.dist)
    guard case .staged = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
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

  /// Damage may show itself when the app is opened, started, read from or updated: none of it lasts beyond
  /// the next launch.
  @Test func damageOfAnyPageOfTheDatabaseIsOverAtTheNextLaunch() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try app(maker)
    try maker.publish(2, files(2))
    let trial = try Trial(maker, image: image) { $0.application = .atOnce }
    try await trial.client.start()
    _ = try await trial.client.update()
    try await trial.client.confirm()
    let size = try #require(trial.contents["/data/store/store.sqlite"]?.count)
    #expect(size > 40_000)
    var noticed = 0
    for page in 0..<size / 4_096 {
      let hurt = try trial.relaunched(maker)
      try hurt.disk.write(
        [UInt8](repeating: 0x20, count: 4_096), to: "/data/store/store.sqlite", at: page * 4_096)
      let first = try hurt.relaunched(maker)
      _ = try await first.client.start()
      do throws(Refusal) {
        for path in files(2).keys { _ = try await first.client.read(path) }
        _ = try await first.client.update()
        try await first.client.confirm()
      } catch { #expect(error.code == .storeDamaged, "page \(page)") }
      let codes = await first.events().compactMap {
        if case .refused(let refusal) = $0 { refusal.code } else { nil }
      }
      #expect(codes.allSatisfy { $0 == .storeDamaged })
      noticed += codes.isEmpty ? 0 : 1

      let next = try first.relaunched(maker)
      try await next.client.start()
      _ = try await next.client.update()
      #expect(try await next.client.start()?.number == 2, "page \(page)")
      for (path, bytes) in files(2) { #expect(try await next.client.read(path) == bytes, "page \(page)") }
    }
    #expect(noticed * 2 > size / 4_096)
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
    guard case .staged = try await trial.client.update() else {
      Issue.record("expected .staged")
      return
    }
    // The files were in their places already, and only had to be looked at.
    #expect(
      !trial.host.takeRequests().contains {
        $0.path == "files/\(maker.sodium.sha256(content("page", 2, size: 500)))"
      })
  }
}
