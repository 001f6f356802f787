import HybridRelease
import HybridSocket
import HybridSource
import HybridTestSupport
import HybridUnits
import Synchronization
import Testing

@testable import HybridUpdate

/// Files in memory, as a container's folder.
final class MemoryRexxarFiles: RexxarFiles {
  private let state: Mutex<[String: [UInt8]]>
  private let isFull = Mutex(false)

  init(_ files: [String: String] = [:]) { state = Mutex(files.mapValues { Array($0.utf8) }) }

  func read(_ path: String) -> [UInt8]? { state.withLock { $0[path] } }
  func write(_ bytes: [UInt8], to path: String) throws(Refusal) {
    if isFull.withLock({ $0 }) { throw Refusal(.storeFull, path, "there is no room") }
    state.withLock { $0[path] = bytes }
  }
  func remove(_ path: String) { state.withLock { $0[path] = nil } }
  func names() -> [String] { state.withLock { $0.keys.sorted() } }
  func fill() { isFull.withLock { $0 = true } }
}

/// A host that answers what it is given, on loopback.
final class RexxarHost: Sendable {
  private let shared: Shared
  private let server: HTTPServer
  var port: Int { server.port }

  init(_ answers: [String: String] = [:]) throws {
    let shared = Shared(
      Dictionary(
        uniqueKeysWithValues: answers.map { path, text in
          (
            path,
            .text(text, contentType: path.hasSuffix(".js") ? "text/javascript; charset=utf-8" : "text/html")
          )
        }))
    self.shared = shared
    server = try HTTPServer { request in shared.answer(request) }
  }

  private final class Shared: Sendable {
    let answers: Mutex<[String: HTTPResponse]>
    let asked = Mutex<[String]>([])
    init(_ answers: [String: HTTPResponse]) { self.answers = Mutex(answers) }
    func answer(_ request: HTTPRequest) -> HTTPResponse {
      asked.withLock { $0.append(request.target) }
      return answers.withLock { $0[request.path] } ?? .text("nothing here", status: 404)
    }
  }

  subscript(path: String) -> HTTPResponse? {
    get { shared.answers.withLock { $0[path] } }
    set { shared.answers.withLock { $0[path] = newValue } }
  }

  /// The targets that were asked for, in order.
  var requests: [String] { shared.asked.withLock { $0 } }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  @Sendable static func fetch(_ request: RexxarRequest) async throws -> RexxarResponse {
    let headers: HTTPHeaders = request.userAgent.map { ["User-Agent": $0] } ?? [:]
    let answer = try await HTTPClient.fetch(
      HTTPClientRequest(
        url: request.url, headers: headers, timeout: .seconds(600), followsRedirect: { _ in true }))
    return RexxarResponse(
      status: answer.status, contentType: answer.headers.values(of: "Content-Type").first, body: answer.body)
  }
}

private let fixture = #"""
  {"version": "6.4.0", "items": [{"remote_file": "subject_collection.html",
   "uri": "douban://douban.com/subject_collection/(\\w+)[/]?.*"}]}
  """#

private func preset() -> MemoryRexxarFiles {
  MemoryRexxarFiles(["routes.json": fixture, "subject_collection.html": "<html>preset</html>"])
}

private func table(version: String?, _ items: [(uri: String, file: String)], packed: Bool = true) -> String {
  var table = RexxarTable()
  table.version = version.flatMap { RexxarVersion($0) }
  table.items = items.map { .init(uri: $0.uri, remoteFile: $0.file, packInApp: packed) }
  return String(decoding: table.encoded(), as: UTF8.self)
}

private func hashed(_ name: String, _ html: String) -> String {
  "\(name)-\(MD5.hex(Array(html.utf8)).prefix(10)).html"
}

/// Delivery §1.17, row by row, against a host on loopback.
@Suite struct RexxarSuite {
  private let uri = "douban://douban.com/subject_collection/123"

  private func container(
    _ cache: MemoryRexxarFiles = MemoryRexxarFiles(), preset files: MemoryRexxarFiles = preset(),
    host: RexxarHost? = nil, _ change: (inout RexxarContainer.Settings) -> Void = { _ in }
  ) -> RexxarContainer {
    var settings = RexxarContainer.Settings(routesURL: host?.url("/routes.json"))
    change(&settings)
    return RexxarContainer(preset: files, cache: cache, settings: settings, fetch: RexxarHost.fetch)
  }

  @Test func routes() async throws {
    let host = try RexxarHost(["/routes.json": fixture.replacing("6.4.0", with: "6.5.0")])
    let container = container(preset: MemoryRexxarFiles(), host: host)
    #expect(await container.page(for: uri) == .none)
    #expect(await container.update() == .updated(version: "6.5.0"))
    #expect(await container.remoteFile(for: uri) == host.url("/subject_collection.html"))
    #expect(await container.remoteFile(for: "douban://douban.com/foo") == nil)
  }

  @Test func localRoutes() async {
    let container = container()
    #expect(await container.remoteFile(for: uri) == "subject_collection.html")
    #expect(
      await container.page(for: uri)
        == .local(url: "subject_collection.html", bytes: Array("<html>preset</html>".utf8), from: .preset))
  }

  @Test(arguments: [#"{"items": []}"#, #"{"version": "6.3.0", "items": []}"#])
  func initialiseFromResource(_ cached: String) async {
    let cache = MemoryRexxarFiles(["routes.json": cached, "old.html": "x"])
    let container = container(cache)
    #expect(cache.names() == [])
    #expect(await container.table?.items.count == 1)
    #expect(await container.table?.version?.description == "6.4.0")
    #expect(await container.tablePlace == .preset)
  }

  @Test func initialiseFromCache() async {
    let files = preset()
    let cache = MemoryRexxarFiles(["routes.json": #"{"version": "6.6.0", "items": []}"#])
    let container = container(cache, preset: files)
    #expect(await container.table?.items.isEmpty == true)
    #expect(await container.table?.version?.description == "6.6.0")
    #expect(cache.names() == ["routes.json"] && files.read("routes.json") != nil)
  }

  @Test func scriptsAreCachedAlsoOfOtherHosts() async throws {
    let (host, other) = (try RexxarHost(["/a.js": "go()"]), try RexxarHost(["/a.js": "stop()"]))
    let cache = MemoryRexxarFiles()
    let container = container(cache, host: host)
    for (host, text) in [(host, "go()"), (other, "stop()")] {
      let answer = try await container.staticFile(host.url("/a.js"), userAgent: "Mozilla/5.0")
      #expect(answer?.body == Array(text.utf8))
      // The same path at another port is another file.
      #expect(cache.read(RexxarURL(host.url("/a.js")).cacheName) == Array(text.utf8))
    }
    _ = try await container.staticFile(host.url("/a.js?v=2"), userAgent: "Mozilla/5.0")
    _ = try await container.staticFile(host.url("/a.js"), userAgent: "Mozilla/5.0")
    #expect(host.requests == ["/a.js", "/a.js?v=2"])
  }

  @Test func aSheetThatIsNotThereIsNotCached() async throws {
    let host = try RexxarHost()
    let cache = MemoryRexxarFiles()
    let answer = try await container(cache, host: host).staticFile(
      host.url("/a.css"), userAgent: "Mozilla/5.0")
    #expect(answer?.status == 404 && answer?.body.isEmpty == false)
    #expect(cache.names() == [])
  }

  @Test func anAnswerOfAnotherTypeIsNotCached() async throws {
    let host = try RexxarHost()
    host["/a.js"] = .text("go()", contentType: "text/plain")
    let cache = MemoryRexxarFiles()
    let answer = try await container(cache, host: host).staticFile(
      host.url("/a.js"), userAgent: "Mozilla/5.0")
    #expect(answer?.body == Array("go()".utf8))
    #expect(cache.names() == [])
  }

  @Test(arguments: [
    ("http://a/b.js", "Mozilla/5.0", false, true, true),
    ("https://a/b.CSS?x", "Mozilla/5.0", false, true, true),
    ("https://a/b.html", "Mozilla/5.0", false, true, true),
    ("https://a/b.png", "Mozilla/5.0", false, true, false),
    ("https://a/b.js", "curl/8", false, true, false), ("https://a/b.js", "Mozilla/5.0", true, true, false),
    ("https://a/b.js", "Mozilla/5.0", false, false, false),
    ("ftp://a/b.js", "Mozilla/5.0", false, true, false),
    ("https://a/api/v2/jsonp", "Mozilla/5.0", false, true, false),
  ])
  func onlyFilesOfPagesAreIntercepted(
    _ url: String, _ agent: String, _ marked: Bool, _ caches: Bool, _ taken: Bool
  ) {
    #expect(
      RexxarInterceptor.takes(RexxarURL(url), userAgent: agent, isMarked: marked, usesCache: caches) == taken)
  }
}

@Suite struct RexxarContainerTests {
  /// Delivery §1.6. A version of "" stands for a table without one, nil for no table.
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

  /// Delivery §1.4.
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

  @Test(arguments: [
    ("https://a.com/dist/rexxar/demo.html", ["dist/rexxar/demo.html", "rexxar/demo.html"]),
    ("https://a.com/rexxar/demo.html?x=/y/z", ["rexxar/demo.html"]),
    ("https://a.com/demo.html", ["demo.html"]),
    ("demo.html", ["demo.html"]), ("https://a.com", []),
  ])
  func presetFilesAreLookedForByTheirWholePathFirst(_ url: String, _ paths: [String]) {
    #expect(RexxarURL(url).presetPaths == paths)
  }

  @Test(arguments: [
    ("b.html", "https://a.com:8080/x/b.html"), ("/b.html", "https://a.com:8080/b.html"),
    ("http://c.com/b.html", "http://c.com/b.html"),
  ])
  func addressesAreRelativeToTheTable(_ text: String, _ expected: String) {
    #expect(
      RexxarURL(text, relativeTo: RexxarURL("https://a.com:8080/x/routes.json?v=1")).description == expected)
  }

  private func made(
    _ host: RexxarHost, cache: MemoryRexxarFiles, preset: MemoryRexxarFiles = MemoryRexxarFiles(),
    _ change: (inout RexxarContainer.Settings) -> Void = { _ in }
  ) -> RexxarContainer {
    var settings = RexxarContainer.Settings(routesURL: host.url("/routes.json"))
    change(&settings)
    return RexxarContainer(preset: preset, cache: cache, settings: settings, fetch: RexxarHost.fetch)
  }

  private let one = "<html>one</html>"
  private let two = "<html>two</html>\n"

  @Test func anUpdateHasItsFilesBeforeItsTableHolds() async throws {
    let (first, second) = (hashed("one", one), hashed("two", two))
    let host = try RexxarHost([
      "/routes.json": table(version: "1", [("s://one", "r/\(first)"), ("s://two", "r/\(second)")]),
      "/r/\(first)": one,
    ])
    let cache = MemoryRexxarFiles()
    let container = made(host, cache: cache)
    // One file is missing: nothing holds, nothing stays behind, and it is said.
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
    // The next one drops what it does not name, and fetches what is new alone.
    host["/routes.json"] = .text(table(version: "2", [("s://two", "r/\(second)")]))
    #expect(await container.update() == .updated(version: "2"))
    #expect(host.requests.count == count + 2)
    #expect(cache.names() == [RexxarURL(host.url("/r/\(second)")).cacheName, "routes.json"].sorted())
  }

  @Test func onlyPackedRoutesAreFetchedAhead() async throws {
    let name = hashed("one", one)
    let host = try RexxarHost([
      "/routes.json": table(version: "1", [("s://one", name)], packed: false), "/\(name)": one,
    ])
    let container = made(host, cache: MemoryRexxarFiles())
    #expect(await container.update() == .updated(version: "1"))
    #expect(host.requests == ["/routes.json"])
    #expect(await container.page(for: "s://one") == .remote(url: host.url("/\(name)")))
  }

  @Test func aRedirectedFileIsFoundUnderTheAddressThatIsAskedFor() async throws {
    let name = hashed("one", one)
    let host = try RexxarHost(["/routes.json": table(version: "1", [("s://one", name)]), "/elsewhere": one])
    host["/\(name)"] = HTTPResponse(status: 302, headers: ["Location": host.url("/elsewhere")])
    let container = made(host, cache: MemoryRexxarFiles())
    #expect(await container.update() == .updated(version: "1"))
    #expect(
      await container.page(for: "s://one")
        == .local(url: host.url("/\(name)"), bytes: Array(one.utf8), from: .cache))
  }

  @Test func everyFailureIsSaid() async throws {
    let host = try RexxarHost()
    func failed(_ container: RexxarContainer) async -> String {
      if case .failed(let event) = await container.update() { event.kind.rawValue } else { "" }
    }
    #expect(
      await failed(made(host, cache: MemoryRexxarFiles()) { $0.routesURL = nil }) == "no_routes_map_url")
    #expect(await failed(made(host, cache: MemoryRexxarFiles())) == "downloading_routes_error")
    for body in ["", "{}", "[]", #"{"items": []}"#] {
      host["/routes.json"] = .text(body)
      #expect(await failed(made(host, cache: MemoryRexxarFiles())) == "downloading_routes_error")
    }
    let name = hashed("one", one)
    host["/routes.json"] = .text(table(version: "1", [("s://one", name)]))
    host["/\(name)"] = .text(one)
    let full = MemoryRexxarFiles()
    full.fill()
    #expect(await failed(made(host, cache: full)) == "failed_to_create_cache_directory_error")
    let refused = made(host, cache: MemoryRexxarFiles()) { $0.validator = { _, _ in false } }
    #expect(await failed(refused) == "validating_HTML_file_error")
  }

  @Test func callersWhileAnUpdateRunsShareItsOutcome() async throws {
    let host = try RexxarHost(["/routes.json": table(version: "1", [("s://one", "one.html")], packed: false)])
    let container = made(host, cache: MemoryRexxarFiles()) { $0.parameters = [("who", "a b&c")] }
    let outcomes = await withTaskGroup(of: RexxarContainer.Outcome.self) { group in
      for _ in 0..<8 { group.addTask { await container.update() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    // Those that came later find nothing newer.
    #expect(outcomes.contains(.updated(version: "1")))
    #expect(outcomes.allSatisfy { $0 == .updated(version: "1") || $0 == .cancelled })
    #expect(host.requests.first == "/routes.json?who=a%20b%26c")
  }

  @Test func aMissingPageIsLoadedAgainTwice() async throws {
    let host = try RexxarHost(["/routes.json": table(version: "1", [("s://one", "one.html")], packed: false)])
    let container = made(host, cache: MemoryRexxarFiles())
    let url = host.url("/one.html")
    #expect(await container.pageFailed(url, status: 500) == false)
    #expect(await container.pageFailed(url, status: 404))
    #expect(await container.pageFailed(url, status: 404))
    #expect(await container.pageFailed(url, status: 404) == false)
    // A table that cannot be refreshed makes no page better.
    host["/routes.json"] = nil
    #expect(await container.pageFailed(host.url("/two.html"), status: 404) == false)
  }

  @Test func filesOfThePresetThatEndAlikeAreNotTakenForEachOther() async {
    let files = MemoryRexxarFiles([
      "routes.json": table(
        version: "1", [("s://a", "https://a.com/x/r/p.html"), ("s://b", "https://b.com/y/r/p.html")]),
      "x/r/p.html": "<html>a</html>", "r/p.html": "<html>whose?</html>",
    ])
    let container = RexxarContainer(preset: files, cache: MemoryRexxarFiles(), fetch: RexxarHost.fetch)
    #expect(
      await container.page(for: "s://a")
        == .local(url: "https://a.com/x/r/p.html", bytes: Array("<html>a</html>".utf8), from: .preset))
    #expect(await container.page(for: "s://b") == .remote(url: "https://b.com/y/r/p.html"))
  }

  @Test func aCachedPageThatIsCutOffIsRemoved() async {
    let name = hashed("one", one)
    let cache = MemoryRexxarFiles([
      "routes.json": table(version: "1", [("s://one", name)]), RexxarURL(name).cacheName: "<html>o",
    ])
    let container = RexxarContainer(preset: MemoryRexxarFiles(), cache: cache, fetch: RexxarHost.fetch)
    #expect(await container.page(for: "s://one") == .remote(url: name))
    #expect(cache.names() == ["routes.json"])
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
      #expect(throws: Refusal.self) { try cache.write([1], to: name) }
    }
    // A folder that cannot be made is said.
    let refusal = #expect(throws: Refusal.self) {
      try RexxarFolder(project.path + "/preset/rexxar/demo.html/cache").write([1], to: "a.html")
    }
    #expect(refusal?.code == .storeFailed)
  }
}
