import HybridRelease
import HybridRexxar
import HybridRouting
import HybridUpdateFaults
import Testing

@testable import HybridUpdate

/// A container on the store of an update client: hot deployment over releases.
@Suite struct RexxarReleaseTests {
  private let uri = "s://home"

  /// The files of release `number`: one page.
  private func page(_ number: Int) -> [String: [UInt8]] {
    ["units/home.html": Array("<html>release \(number)</html>".utf8)]
  }

  private func publish(_ number: Int, _ maker: inout ReleaseMaker, _ trial: Trial? = nil) throws {
    try maker.publish(
      number, page(number), routes: [Route(pattern: uri, kind: .page, unit: "home")])
    trial?.host.serve(maker.dist)
  }

  private func shown(_ container: RexxarContainer) async -> String {
    switch await container.page(for: uri) {
    case .local(_, let bytes, let place): "\(place): \(String(decoding: bytes, as: UTF8.self))"
    case .remote(let url): url
    case .none: "none"
    }
  }

  @Test func pagesComeFromTheCacheTheActiveReleaseThePreviousAndThePreset() async throws {
    var maker = try ReleaseMaker()
    try publish(1, &maker)
    let trial = try Trial(maker, image: try app(maker)) { $0.application = .atOnce }
    try await trial.client.start()
    for number in 2...3 {
      try publish(number, &maker, trial)
      _ = try await trial.client.update()
      try await trial.client.confirm()
    }
    let host = try RexxarHost(["/home.html": "<html>hot</html>"])
    let settings = RexxarContainer.Settings(routesURL: host.url("/routes.json"))
    let hot = await trial.container(settings)
    #expect(await shown(hot) == "preset: <html>release 3</html>")
    host["/routes.json"] = .text(table(version: "3.1", [(uri, "home.html")]))
    #expect(await hot.update() == .updated(version: "3.1"))
    #expect(await shown(hot) == "cache: <html>hot</html>")

    // Without the hot ones, and with damage in the store: the previous release, then the preset.
    for name in RexxarFolder("/data/store/rexxar", files: trial.disk).names() {
      try trial.disk.remove("/data/store/rexxar/\(name)")
    }
    for (number, expected) in [(3, 2), (2, 1)] {
      let sha256 = "\(maker.sodium.sha256(page(number)["units/home.html"]!))"
      try trial.disk.remove("/data/store/files/\(sha256.prefix(2))/\(sha256)")
      let next = try trial.relaunched(maker)
      try await next.client.start()
      #expect(await shown(next.container(settings)) == "preset: <html>release \(expected)</html>")
    }
  }

  @Test func hotPagesOutliveUpdatesUntilAReleaseHasAHigherNumber() async throws {
    var maker = try ReleaseMaker()
    try publish(1, &maker)
    let trial = try Trial(maker, image: try app(maker)) { $0.application = .atOnce }
    try await trial.client.start()
    let host = try RexxarHost([
      "/home.html": "<html>hot</html>", "/routes.json": table(version: "3.5", [(uri, "home.html")]),
    ])
    var container = await trial.container(.init(routesURL: host.url("/routes.json")))
    #expect(await container.update() == .updated(version: "3.5"))
    for number in 2...4 {
      try publish(number, &maker, trial)
      _ = try await trial.client.update()
      try await trial.client.confirm()
      await container.chooseTable()
      let expected = number < 4 ? "cache: <html>hot</html>" : "preset: <html>release 4</html>"
      #expect(await shown(container) == expected)
    }
    #expect(trial.contents.keys.allSatisfy { !$0.hasPrefix("/data/store/rexxar/") })
    // The same after the next start of the app; and a rollback has a higher number than all.
    try maker.rollBack(5, to: 3)
    trial.host.serve(maker.dist)
    _ = try await trial.client.update()
    let next = try trial.relaunched(maker)
    try await next.client.start()
    container = await next.container()
    #expect(await container.table?.version?.description == "5")
    #expect(await shown(container) == "preset: <html>release 3</html>")
  }

  /// Hot deployment has one switch: whatever happens to the power, the table and its pages are those of
  /// before or of after.
  @Test(arguments: [SimulatedDisk.Loss.everything, .nothing, .some(1), .some(2)])
  func hotDeploymentIsWholeOrNotThere(_ loss: SimulatedDisk.Loss) async throws {
    var maker = try ReleaseMaker()
    try publish(1, &maker)
    let before = try Trial(maker, image: try app(maker))
    try await before.client.start()
    let pages = (1...3).map { hashed("page\($0)", "<html>hot \($0)</html>") }
    let host = try RexxarHost(["/routes.json": table(version: "2", pages.map { ("s://\($0)", $0) })])
    for (index, name) in pages.enumerated() { host["/\(name)"] = .text("<html>hot \(index + 1)</html>") }
    let settings = RexxarContainer.Settings(routesURL: host.url("/routes.json"))
    var (step, outcomes) = (0, Set<String>())
    while true {
      let broken = try before.relaunched(maker)
      try await broken.client.start()
      let deployed = await broken.container(settings)
      broken.disk.fail(at: step, .stop)
      let outcome = await deployed.update()
      let isWhole = !broken.disk.isStopped
      let after = try Trial(maker, image: broken.disk.image(after: loss))
      try await after.client.start()
      let next = await after.container(settings)
      let version = try #require(await next.table?.version?.description)
      outcomes.insert(version)
      if version == "2" {
        for name in pages {
          guard case .local(_, _, .cache) = await next.page(for: "s://\(name)") else {
            Issue.record("step \(step): the table is there without \(name)")
            continue
          }
        }
      } else {
        #expect(await shown(next) == "preset: <html>release 1</html>")
      }
      if isWhole {
        #expect(outcome == .updated(version: "2"))
        break
      }
      step += 1
    }
    #expect(step > 20 && outcomes == ["1", "2"])
  }
}
