import Foundation
import HybridCache
import HybridCrypto
import HybridJSON
import HybridRelease
import HybridRouting
import HybridRuntime
import HybridTestSupport
import HybridUpdate
import HybridUpdateFaults
import HybridViewTree
import Testing

/// `hybrid explain URI --store FOLDER`, on stores that an app made.
@Suite struct ExplainStoreTests {
  private let project: TemporaryProject
  private let clock = TrialClock()

  init() throws { project = try TemporaryProject() }

  private func page(_ number: Int) -> [UInt8] { Array("item, as release \(number) has it".utf8) }

  /// Publishes a release whose page `item` has a route.
  private func publish(_ number: Int, _ maker: inout ReleaseMaker) throws {
    let files = ["units/item.unit": page(number)]
    try maker.publish(number, files)
    var release = maker.release(number, files)
    release.routes = [Route(pattern: #"shop://item/\d+"#, kind: .page, unit: "item")]
    try maker.freshen(maker.put(.release(release), as: number))
  }

  private func app(_ maker: ReleaseMaker) throws -> UpdateClient {
    try UpdateClient(
      folder: project.file("App/hybrid").path,
      settings: .trial(
        keys: maker.embeddedKeys, preset: project.file("App/release.hybrid").path, clock: clock),
      transport: try MemoryHost(maker.dist))
  }

  /// Preset 1, release 2 confirmed and active, 3 failed, 4 waiting.
  private func makeStore() async throws {
    var maker = try ReleaseMaker()
    try publish(1, &maker)
    try project.write("App/release.hybrid", bytes: try maker.archive(1))
    for number in 2...4 {
      try publish(number, &maker)
      let client = try app(maker)
      try await client.start()
      if number == 3 { try await client.confirm() }
      if number == 4 { try await client.reject("it stays blank") }
      _ = try await client.update()
    }
  }

  private func sha256(_ bytes: [UInt8]) throws -> String { try Sodium.shared().sha256(bytes).description }

  private func explain(_ words: String...) async throws -> HybridCommand.Result {
    try await HybridCommand.run(["explain"] + words, in: project.folder)
  }

  private func explained(_ words: String...) async throws -> JSONValue {
    let result = try await HybridCommand.run(["explain"] + words + ["--json"], in: project.folder)
    return try JSONValue(parsing: Array(result.output.utf8))
  }

  @Test func everyReleaseThatAnAppHasIsToldWithWhy() async throws {
    try await makeStore()
    let digest = try sha256(page(2))
    let found = try await explain("shop://item/7", "--store", "App/hybrid/")
    #expect(found.status == 0 && found.errors.isEmpty)
    #expect(
      found.output == #"""
        shop://item/7  (release 2 of shop, channel production, active in App/hybrid)
        > 1. shop://item/\d+  serves it
        unit     item (page)
        file     units/item.unit, \#(page(2).count) bytes
                 files/\#(digest.prefix(2))/\#(digest): present, with the right digest
        store    App/hybrid
                 active    release 2, confirmed: answers
                 pending   release 4, at the next start, not confirmed, started 0 times: 'item', other bytes
                 preset    release 1: 'item', other bytes
                 failed    release 3, 2026-11-01T12:00:00Z: start.unconfirmed, \#
        was rejected by the app: it stays blank
        pages    App/trees.sqlite
                 there is no such file: '--pages FILE' names the app's

        """#)
    let none = try await explain("shop://cart", "--store", "App/hybrid")
    #expect(none.status == 1)
    #expect(none.output.contains("No route serves the URI.\nstore    App/hybrid\n"))
    #expect(none.output.contains("preset    release 1: no route serves it\n"))
    #expect(!none.output.contains("pages "))
  }

  @Test func inspectTellsAllThatAStoreHolds() async throws {
    try await makeStore()
    let found = try await HybridCommand.run(["inspect", "App/hybrid/"], in: project.folder)
    #expect(found.status == 0 && found.errors.isEmpty)
    #expect(
      found.output == """
        store    App/hybrid
                 active    release 2, confirmed: 1 unit, 0 assets, 1 route
                 pending   release 4, at the next start, not confirmed, started 0 times: 1 unit, 0 assets, \
        1 route
                 preset    release 1: 1 unit, 0 assets, 1 route
                 failed    release 3, 2026-11-01T12:00:00Z: start.unconfirmed, \
        was rejected by the app: it stays blank

        """)
    let json = try await HybridCommand.run(["inspect", "App/hybrid", "--json"], in: project.folder)
    let value = try JSONValue(parsing: Array(json.output.utf8))
    #expect(value["kind"]?.string == "store" && value["store"]?["releases"]?.array?.count == 3)
    try project.write("App/hybrid/store.sqlite", "damaged, and no database any more")
    let damaged = try await HybridCommand.run(["inspect", "App/hybrid"], in: project.folder)
    #expect(damaged.status == 1 && damaged.errors.contains("[store.damaged]"))
  }

  @Test func programsGetTheSame() async throws {
    try await makeStore()
    let json = try await explained("shop://item/7", "--store", "App/hybrid")
    #expect(json["answered"]?.bool == true && json["unit"]?.string == "item")
    #expect(json["release"]?["number"]?.int == 2)
    #expect(json["file"]?["sha256"]?.string == (try sha256(page(2))))
    #expect(json["file"]?["state"]?.string == "present")
    let releases = json["store"]?["releases"]?.array ?? []
    #expect(releases.compactMap { $0["place"]?.string } == ["active", "pending", "preset"])
    #expect(releases.compactMap { $0["number"]?.int } == [2, 4, 1])
    #expect(releases.compactMap { $0["isPreset"]?.bool } == [false, false, true])
    #expect(releases.compactMap { $0["sha256"]?.string } == [2, 4, 1].map { try? sha256(page($0)) })
    #expect(json["store"]?["failed"]?.array?.first?["code"]?.string == "start.unconfirmed")
    #expect(json["store"]?["highest"]?["production"]?.int == 4)
    #expect(json["pages"]?["verdict"]?.string == "absent")
  }

  @Test func damageIsToldWithItsCode() async throws {
    try await makeStore()
    let digest = try sha256(page(2))
    try project.write("App/hybrid/files/\(digest.prefix(2))/\(digest)", bytes: page(3))
    let found = try await explain("shop://item/7", "--store", "App/hybrid")
    #expect(found.status == 0, "the preset's page is shown instead")
    #expect(found.output.contains("read from release 1 instead, which may be older\n"), "\(found.output)")
    let json = try await explained("shop://item/7", "--store", "App/hybrid")
    #expect(json["file"]?["state"]?.string == "file.mismatch" && json["file"]?["readFrom"]?.int == 1)
    try FileManager.default.removeItem(at: project.file("App/release.hybrid"))
    #expect(try await explain("shop://item/7", "--store", "App/hybrid").status == 1)
  }

  @Test func thePageCacheIsAskedForTheDevice() async throws {
    try await makeStore()
    let phone = try #require(Device(named: "phone"))
    let path = project.file("App/trees.sqlite").path
    let tree = ViewTree(nodes: [], viewport: phone.viewport)
    func verdict(_ words: String...) async throws -> [String?] {
      let result = try await HybridCommand.run(
        ["explain", "shop://item/7", "--store", "App/hybrid", "--json"] + words, in: project.folder)
      let pages = try JSONValue(parsing: Array(result.output.utf8))["pages"]
      return [pages?["verdict"]?.string, pages?["device"]?.string]
    }
    let cache = try TreeCache(path: path, runtime: "runtime 7") { unlink($0) }
    #expect(try await verdict() == ["empty", "phone"])
    try cache.keep(tree, for: TreeKey(content: try sha256(page(1)), device: phone))
    #expect(try await verdict() == ["other-content", "phone"])
    try cache.keep(tree, for: TreeKey(content: try sha256(page(2)), device: phone))
    #expect(try await verdict() == ["kept", "phone"])
    #expect(try await verdict("--device", "375x667") == ["kept", "375×667"])
    #expect(try await verdict("--dark") == ["other-device", "phone dark"])
    let text = try await explain("shop://item/7", "--store", "App/hybrid", "--device", "tablet")
    #expect(text.output.contains("pages    App/trees.sqlite, made by the runtime 'runtime 7'\n"))
    #expect(
      text.output.contains("on tablet the page is laid out again: it was opened on 375×667 only\n"),
      "\(text.output)")
    // Where the app has put it.
    try FileManager.default.moveItem(atPath: path, toPath: project.file("pages.db").path)
    #expect(try await verdict("--pages", "pages.db") == ["kept", "phone"])
    let missing = try await explain("shop://item/7", "--store", "App/hybrid", "--pages", "none.db")
    #expect(missing.status == 3 && missing.errors.contains("[environment.missing-file]"))
    try project.write("pages.db", "no database, but long enough to be taken for one at first sight")
    let damaged = try await explain("shop://item/7", "--store", "App/hybrid", "--pages", "pages.db")
    #expect(damaged.status == 3 && damaged.errors.contains("[environment.unreadable-file]"))
  }

  @Test(arguments: [
    (["--store", "none"], 1, "file.missing"), (["--store", "odd"], 1, "store.damaged"),
    (["--store", "odd", "--dist", "dist"], 2, "usage.wrong-value"),
    (["--store", "odd", "--device", "toaster"], 2, "usage.unknown-device"),
  ])
  func whatCannotBeExplainedIsToldSo(_ words: [String], _ status: Int32, _ code: String) async throws {
    try project.write("odd/store.sqlite", String(repeating: "no database ", count: 50))
    let result = try await HybridCommand.run(["explain", "shop://item/7"] + words, in: project.folder)
    #expect(result.status == status && result.errors.contains("[\(code)]"), "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(try project.text("odd/store.sqlite").hasPrefix("no database"))
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: project.path).sorted() == [
        "odd", "odd/store.sqlite",
      ])
  }
}
