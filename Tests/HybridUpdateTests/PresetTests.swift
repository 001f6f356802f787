import HybridRelease
import HybridUpdate
import HybridUpdateFaults
import Testing

/// The app's preset is recognised wherever it is, and never lost.
struct PresetTests {
  /// Some systems install an app in a different folder each time; the keys may have changed since it was
  /// built.
  @Test(arguments: [true, false])
  func presetIsKnownAgainAtAnotherPathUnderTheAppsOwnKeys(_ isActive: Bool) async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let (app, archive) = (maker, try maker.archive(1))
    if !isActive { try maker.publish(2, files(2)) }
    let number = isActive ? 1 : 2
    let first = try Trial(app, image: try makeApp(app), host: MemoryHost(maker.dist)) {
      $0.application = .atOnce
    }
    try await first.client.start()
    _ = try await first.client.update()
    try await first.client.confirm()
    try maker.rotate(seed: 100)
    try maker.freshen(try #require(maker.pointer(to: number)))
    first.host.serve(maker.dist)
    #expect(try await first.client.update() == .upToDate(number: number))

    var image = first.disk.image
    image.add("/app2/release.hybrid", archive)
    let moved = try Trial(app, image: image, host: MemoryHost([:])) { $0.preset = "/app2/release.hybrid" }
    #expect(try await moved.client.start()?.number == number)
    for (path, bytes) in files(number) { #expect(try await moved.client.read(path) == bytes) }
    #expect(await moved.events() == [])
    // The first path is gone for good.
    try moved.disk.remove("/app/release.hybrid")
    let again = try Trial(app, image: moved.disk.image, host: MemoryHost([:])) {
      $0.preset = "/app2/release.hybrid"
    }
    #expect(try await again.client.start()?.number == number)
    #expect(try await again.client.read("assets/logo.png") == files(1)["assets/logo.png"])
  }

  /// The store is followed to set 2 before this preset is seen for the first time.
  @Test func presetOfAnEarlierKeySetIsTakenAfterNewerOnesWereFollowed() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let (app, image) = (maker, try makeApp(maker))
    try maker.rotate(seed: 100)
    try maker.publish(2, files(2))
    let first = try Trial(app, host: MemoryHost(maker.dist), preset: false) { $0.application = .atOnce }
    _ = try await first.client.update()
    var later = first.disk.image
    later.add("/app/release.hybrid", try #require(image.contents["/app/release.hybrid"]))
    let next = try Trial(app, image: later, host: first.host)
    try await next.client.start()
    #expect(await next.events() == [])
    // A preset signed by a stranger is refused as usual.
    var stranger = try ReleaseMaker(seed: 50)
    try stranger.publish(1, files(1))
    later.add("/app/release.hybrid", try stranger.archive(1))
    let refused = try Trial(app, image: later, host: first.host)
    try await refused.client.start()
    #expect(
      await refused.events().contains {
        if case .refused(let refusal) = $0 { refusal.code.rawValue.hasPrefix("signature.") } else { false }
      })
  }

  /// A changed byte between the samples is found when the file is read; the app cannot repair its own
  /// archive.
  @Test(arguments: [true, false])
  func damageWithinThePresetIsHealedByTheNextUpdate(_ isActive: Bool) async throws {
    let film = content("film", 0, size: 400_000)
    func all(_ number: Int) -> [String: [UInt8]] { files(number).merging(["assets/film.bin": film]) { $1 } }
    var maker = try ReleaseMaker()
    try maker.publish(1, all(1))
    let image = try makeApp(maker)
    if !isActive { try maker.publish(2, all(2)) }
    let number = isActive ? 1 : 2
    let first = try Trial(maker, image: image) { $0.application = .atOnce }
    try await first.client.start()
    _ = try await first.client.update()
    try await first.client.confirm()
    let archive = try #require(image.contents["/app/release.hybrid"])
    let place = archive.count / 2
    try first.disk.write([archive[place] ^ 1], to: "/app/release.hybrid", at: place)

    let hurt = try first.relaunched(maker)
    #expect(try await hurt.client.start()?.number == number)
    #expect(try await hurt.client.read("assets/film.bin") == nil)
    #expect(try await hurt.client.update() == .upToDate(number: number))
    #expect(await hurt.events().contains(.healed(files: 1)))
    #expect(try await hurt.client.read("assets/film.bin") == film)

    // It stays repaired without another request, and another release does not move it.
    try maker.publish(3, all(3))
    first.host.serve(maker.dist)
    let next = try hurt.relaunched(maker) { $0.application = .atOnce }
    try await next.client.start()
    #expect(try await next.client.read("assets/film.bin") == film)
    _ = next.host.takeRequests()
    _ = try await next.client.update()
    #expect(!next.host.takeRequests().contains { $0.path == "files/\(maker.sodium.sha256(film))" })
    #expect(try await next.client.read("assets/film.bin") == film)
    try await next.client.reject("a test")
    for (path, bytes) in all(number) { #expect(try await next.client.read(path) == bytes) }

    // The same app is installed again, whole and elsewhere: nothing of it is missing any more.
    var image2 = next.disk.image
    image2.add("/app2/release.hybrid", archive)
    let again = try Trial(maker, image: image2, host: MemoryHost([:])) { $0.preset = "/app2/release.hybrid" }
    try await again.client.start()
    let sha256 = "\(maker.sodium.sha256(film))"
    try again.disk.remove("/data/store/files/\(sha256.prefix(2))/\(sha256)")
    #expect(try await again.client.read("assets/film.bin") == film)
  }

  /// A newer app leaves no files of the releases that it replaced.
  @Test func filesOfNoReleaseGoWhenANewerPresetTakesOver() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    let image = try makeApp(maker)
    try maker.publish(2, files(2))
    let first = try Trial(maker, image: image) { $0.application = .atOnce }
    try await first.client.start()
    _ = try await first.client.update()
    try maker.publish(3, files(3))
    var later = first.disk.image
    later.add("/app/release.hybrid", try maker.archive(3))
    let next = try Trial(maker, image: later, host: MemoryHost([:]))
    #expect(try await next.client.start()?.number == 3)
    #expect(next.contents.keys.allSatisfy { !$0.hasPrefix("/data/store/files/") })
    #expect(await next.events().contains { if case .cleaned(2, _) = $0 { true } else { false } })
    // Removed files stay removed after a power failure.
    let lost = next.disk.image(after: .everything).contents.keys
    #expect(lost.allSatisfy { !$0.hasPrefix("/data/store/files/") })
  }
}

private func makeApp(_ maker: ReleaseMaker) throws -> SimulatedDisk.Image { try app(maker) }
