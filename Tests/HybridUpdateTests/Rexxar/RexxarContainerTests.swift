import HybridRelease
import HybridRexxar
import HybridRouting
import HybridSocket
import HybridTestSupport
import HybridUnits
import Testing

@testable import HybridUpdate

@Suite struct RexxarContainerTests {
  /// Which table is used at the start. The version "" means a table without a version, nil no table.
  @Test(
    arguments: [
      ("6.4", "6.4", .cache), ("6.5", "6.4", .cache), ("6.3", "6.4", .preset), ("", "6.4", .preset),
      ("6.4", "", .cache),
      ("", "", .cache), ("6.4", nil, .cache), ("", nil, .cache), (nil, "6.4", .preset), (nil, "", .preset),
      (nil, nil, nil),
    ] as [(String?, String?, RexxarContainer.Place?)])
  func theTableAtTheStart(_ cached: String?, _ preset: String?, _ expected: RexxarContainer.Place?) {
    func made(_ version: String?) -> RexxarTable? {
      version.map {
        var table = RexxarTable()
        table.version = RexxarVersion($0)
        return table
      }
    }
    #expect(RexxarContainer.choice(cached: made(cached), preset: made(preset)) == expected)
  }

  /// The names of files in the cache.
  @Test(arguments: [
    ("subject_collection.html", "b4a1a4dcd85adaa5823cb3967291280b.html"),
    (
      "https://raw.githubusercontent.com/douban/rexxar-web/master/example/dist/rexxar/demo-c775298867.html",
      "8444eb9e5bbee8a25ccb3709fa780dde.html"
    ),
  ])
  func cachedFilesHaveRexxarsNames(_ url: String, _ name: String) {
    #expect(RexxarURL(url).cacheName == name)
  }

  @Test(
    arguments: [
      ("https://a.com/dist/rexxar/demo.html", nil, ["dist/rexxar/demo.html"], "rexxar/demo.html"),
      ("https://a.com/rexxar/demo.html?x=/y/z", nil, ["rexxar/demo.html"], nil),
      ("https://a.com/demo.html", nil, ["demo.html"], nil), ("demo.html", nil, ["demo.html"], nil),
      ("https://a.com", nil, [], nil),
      (
        "https://a.com/v1/r/x/demo.html", "https://a.com/v1/routes.json",
        ["v1/r/x/demo.html", "r/x/demo.html"], "x/demo.html"
      ),
      (
        "https://a.com/v1/r/demo.html", "https://a.com/v1/routes.json", ["v1/r/demo.html", "r/demo.html"], nil
      ),
      ("https://b.com/v1/r/x/demo.html", "https://a.com/v1/routes.json", ["v1/r/x/demo.html"], "x/demo.html"),
      ("https://a.com/r/x/demo.html", "https://a.com/routes.json", ["r/x/demo.html"], "x/demo.html"),
    ] as [(String, String?, [String], String?)])
  func presetFilesAreLookedForByTheirWholePathFirst(
    _ url: String, _ table: String?, _ exact: [String], _ short: String?
  ) {
    let paths = RexxarURL(url).presetPaths(table: table.map { RexxarURL($0) })
    #expect(paths.exact == exact && paths.short == short)
  }

  @Test(arguments: [
    ("b.html", "https://a.com:8080/x/b.html"), ("/b.html", "https://a.com:8080/b.html"),
    ("http://c.com/b.html", "http://c.com/b.html"),
  ])
  func addressesAreRelativeToTheTable(_ text: String, _ expected: String) {
    #expect(
      RexxarURL(text, relativeTo: RexxarURL("https://a.com:8080/x/routes.json?v=1")).description == expected)
  }

  private let one = "<html>one</html>"
  private let two = "<html>two</html>\n"

  @Test(arguments: RexxarGroundKind.allCases)
  func anUpdateHasItsFilesBeforeItsTableHolds(_ kind: RexxarGroundKind) async throws {
    let (first, second) = (hashed("one", one), hashed("two", two))
    let host = try RexxarHost([
      "/routes.json": table(version: "1", [("s://one", "r/\(first)"), ("s://two", "r/\(second)")]),
      "/r/\(first)": one,
    ])
    let ground = try await RexxarGround(kind, [])
    let (container, cache) = (await ground.container(host), ground.cache)
    // One file is missing: the table does not become active, no files remain, and the failure is reported.
    guard case .failed(let event) = await container.update() else { throw Refusal(.fileMissing, "", "") }
    #expect(event.kind == .fileFailed && event.status == 404 && event.subject == host.url("/r/\(second)"))
    #expect(cache.names() == [])
    #expect(await container.table == nil)
    // Cut off, or altered: the same.
    for body in ["<html>tw", "<html>TWO</html>\n", ""] {
      host["/r/\(second)"] = .text(body)
      guard case .failed(let event) = await container.update() else { throw Refusal(.fileMissing, "", "") }
      #expect(event.kind == .fileInvalid)
      #expect(cache.names() == [])
    }
    host["/r/\(second)"] = .text(two)
    #expect(await container.update() == .updated(version: "1"))
    #expect(
      await container.page(for: "s://two")
        == .local(url: host.url("/r/\(second)"), bytes: Array(two.utf8), from: .cache))
    // Not newer: one request.
    let count = host.requests.count
    #expect(await container.update() == .cancelled)
    #expect(host.requests.count == count + 1)
    // The next update removes files that it does not name, and downloads only new ones.
    host["/routes.json"] = .text(table(version: "2", [("s://two", "r/\(second)")]))
    #expect(await container.update() == .updated(version: "2"))
    #expect(host.requests.count == count + 2)
    #expect(cache.names() == [RexxarURL(host.url("/r/\(second)")).cacheName, "routes.json"].sorted())
  }

  @Test(arguments: RexxarGroundKind.allCases)
  func onlyPackedRoutesAreFetchedAhead(_ kind: RexxarGroundKind) async throws {
    let name = hashed("one", one)
    let host = try RexxarHost([
      "/routes.json": table(version: "1", [("s://one", name)], packed: false), "/\(name)": one,
    ])
    let container = try await RexxarGround(kind, []).container(host)
    #expect(await container.update() == .updated(version: "1"))
    #expect(host.requests == ["/routes.json"])
    #expect(await container.page(for: "s://one") == .remote(url: host.url("/\(name)")))
  }

  @Test(arguments: RexxarGroundKind.allCases)
  func aRedirectedFileIsFoundUnderTheAddressThatIsAskedFor(_ kind: RexxarGroundKind) async throws {
    let name = hashed("one", one)
    let host = try RexxarHost(["/routes.json": table(version: "1", [("s://one", name)]), "/elsewhere": one])
    host["/\(name)"] = HTTPResponse(status: 302, headers: ["Location": host.url("/elsewhere")])
    let container = try await RexxarGround(kind, []).container(host)
    #expect(await container.update() == .updated(version: "1"))
    #expect(
      await container.page(for: "s://one")
        == .local(url: host.url("/\(name)"), bytes: Array(one.utf8), from: .cache))
  }

  @Test(arguments: RexxarGroundKind.allCases)
  func everyFailureIsSaid(_ kind: RexxarGroundKind) async throws {
    let host = try RexxarHost()
    func failed(
      _ change: (inout RexxarContainer.Settings) -> Void = { _ in }
    ) async throws -> String {
      let container = try await RexxarGround(kind, []).container(host, change)
      return if case .failed(let event) = await container.update() { event.kind.rawValue } else { "" }
    }
    #expect(try await failed { $0.routesURL = nil } == "no_routes_map_url")
    #expect(try await failed() == "downloading_routes_error")
    for body in ["", "{}", "[]", #"{"items": []}"#] {
      host["/routes.json"] = .text(body)
      #expect(try await failed() == "downloading_routes_error")
    }
    let name = hashed("one", one)
    host["/routes.json"] = .text(table(version: "1", [("s://one", name)]))
    host["/\(name)"] = .text(one)
    #expect(try await failed { $0.validator = { _, _ in false } } == "validating_HTML_file_error")
    #expect(try await failed() == "")
  }

  @Test func aFullCacheIsSaid() async throws {
    let name = hashed("one", one)
    let host = try RexxarHost(["/routes.json": table(version: "1", [("s://one", name)]), "/\(name)": one])
    let full = MemoryRexxarFiles()
    full.fill()
    let container = await RexxarContainer(
      preset: MemoryRexxarFiles(), cache: full, settings: .init(routesURL: host.url("/routes.json")),
      fetch: RexxarHost.fetch)
    guard case .failed(let event) = await container.update() else {
      Issue.record("expected .failed")
      return
    }
    #expect(event.kind.rawValue == "failed_to_create_cache_directory_error")
  }

  @Test(arguments: RexxarGroundKind.allCases)
  func callersWhileAnUpdateRunsShareItsOutcome(_ kind: RexxarGroundKind) async throws {
    let host = try RexxarHost(["/routes.json": table(version: "1", [("s://one", "one.html")], packed: false)])
    let container = try await RexxarGround(kind, []).container(host) { $0.parameters = [("who", "a b&c")] }
    let outcomes = await withTaskGroup(of: RexxarContainer.Outcome.self) { group in
      for _ in 0..<8 { group.addTask { await container.update() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    // Those that came later find nothing newer.
    #expect(outcomes.contains(.updated(version: "1")))
    #expect(outcomes.allSatisfy { $0 == .updated(version: "1") || $0 == .cancelled })
    #expect(host.requests.first == "/routes.json?who=a%20b%26c")
  }

  @Test(arguments: RexxarGroundKind.allCases)
  func aMissingPageIsLoadedAgainTwice(_ kind: RexxarGroundKind) async throws {
    let host = try RexxarHost(["/routes.json": table(version: "1", [("s://one", "one.html")], packed: false)])
    let container = try await RexxarGround(kind, []).container(host)
    let url = host.url("/one.html")
    #expect(await container.pageFailed(url, status: 500) == false)
    #expect(await container.pageFailed(url, status: 404))
    #expect(await container.pageFailed(url, status: 404))
    #expect(await container.pageFailed(url, status: 404) == false)
    // If the table cannot be refreshed, the page is not reloaded.
    host["/routes.json"] = nil
    #expect(await container.pageFailed(host.url("/two.html"), status: 404) == false)
  }

  @Test func filesOfThePresetThatEndAlikeAreNotTakenForEachOther() async {
    let files = MemoryRexxarFiles([
      "routes.json": table(
        version: "1", [("s://a", "https://a.com/x/r/p.html"), ("s://b", "https://b.com/y/r/p.html")]),
      "x/r/p.html": "<html>a</html>", "r/p.html": "<html>whose?</html>",
    ])
    let container = await RexxarContainer(preset: files, cache: MemoryRexxarFiles(), fetch: RexxarHost.fetch)
    #expect(
      await container.page(for: "s://a")
        == .local(url: "https://a.com/x/r/p.html", bytes: Array("<html>a</html>".utf8), from: .preset))
    #expect(await container.page(for: "s://b") == .remote(url: "https://b.com/y/r/p.html"))
  }

  @Test(arguments: RexxarGroundKind.allCases)
  func aCachedPageThatIsCutOffIsRemoved(_ kind: RexxarGroundKind) async throws {
    let name = hashed("one", one)
    let ground = try await RexxarGround(
      kind, [],
      cached: [
        "routes.json": table(version: "1", [("s://one", name)]), RexxarURL(name).cacheName: "<html>o",
      ])
    #expect(await ground.container().page(for: "s://one") == .remote(url: name))
    #expect(ground.cache.names() == ["routes.json"])
  }
}

@Suite struct RexxarFolderTests {
  @Test func aFolderKeepsFilesByPlainNamesOnly() throws {
    let project = try TemporaryProject(["preset/rexxar/demo.html": "<html></html>"])
    let preset = RexxarFolder(project.path + "/preset")
    #expect(preset.read("rexxar/demo.html") == Array("<html></html>".utf8))
    for path in ["../preset/rexxar/demo.html", "/etc/hostname", "rexxar", "", "rexxar/none.html"] {
      #expect(preset.read(path) == nil, "\(path)")
    }
    let cache = RexxarFolder(project.path + "/cache")
    #expect(cache.names() == [])
    try cache.write(Array("one".utf8), to: "a.html")
    try cache.write(Array("two".utf8), to: "a.html")
    try cache.write([], to: "b.html")
    #expect(cache.read("a.html") == Array("two".utf8) && cache.read("b.html") == [])
    #expect(cache.names() == ["a.html", "b.html"])
    cache.remove("a.html")
    #expect(cache.names() == ["b.html"])
    for name in ["../a.html", "x/a.html", ""] {
      #expect(throws: RexxarFileFault.self) { try cache.write([1], to: name) }
    }
    // A folder that cannot be made is said.
    let fault = #expect(throws: RexxarFileFault.self) {
      try RexxarFolder(project.path + "/preset/rexxar/demo.html/cache").write([1], to: "a.html")
    }
    #expect(fault?.detail.isEmpty == false)
  }
}
