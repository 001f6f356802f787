import HybridRexxar
import HybridSocket
import Testing

@testable import HybridUpdate

/// The behaviours that `Documentation/rexxar.md`, *The container*, lists, against a host on loopback.
@Suite struct RexxarSuite {
  private let uri = "douban://douban.com/subject_collection/123"

  @Test(arguments: RexxarGroundKind.allCases)
  func routes(_ kind: RexxarGroundKind) async throws {
    let host = try RexxarHost([
      "/routes.json": table(version: "6.5.0", [(RexxarPage.fixture.uri, "s.html")], packed: false)
    ])
    let container = try await RexxarGround(kind, []).container(host)
    #expect(await container.page(for: uri) == .none)
    #expect(await container.update() == .updated(version: "6.5.0"))
    #expect(await container.remoteFile(for: uri) == host.url("/s.html"))
    #expect(await container.remoteFile(for: "douban://douban.com/foo") == nil)
  }

  @Test(arguments: RexxarGroundKind.allCases)
  func localRoutes(_ kind: RexxarGroundKind) async throws {
    let page = RexxarPage.fixture
    let ground = try await RexxarGround(kind)
    let container = await ground.container()
    #expect(await container.remoteFile(for: uri) == page.path)
    #expect(
      await container.page(for: uri) == .local(url: page.path, bytes: Array(page.html.utf8), from: .preset))
    // Also where the table's address says that a release is in a folder of its host.
    let published = await ground.container { $0.routesURL = "https://a.com/shop/v1/routes.json" }
    #expect(
      await published.page(for: uri)
        == .local(
          url: "https://a.com/shop/v1/\(page.path)", bytes: Array(page.html.utf8), from: .preset))
  }

  @Test(arguments: RexxarGroundKind.allCases, [#"{"items": []}"#, #"{"version": "OLDER", "items": []}"#])
  func initialiseFromResource(_ kind: RexxarGroundKind, _ cached: String) async throws {
    let older = try await RexxarGround(kind).older
    let ground = try await RexxarGround(
      kind, cached: ["routes.json": cached.replacing("OLDER", with: older), "old.html": "x"])
    let container = await ground.container()
    #expect(ground.cache.names() == [])
    #expect(await container.table?.items.count == 1)
    #expect(await container.table?.version?.description == ground.version)
    #expect(await container.tablePlace == .preset)
  }

  @Test(arguments: RexxarGroundKind.allCases)
  func initialiseFromCache(_ kind: RexxarGroundKind) async throws {
    let ground = try await RexxarGround(
      kind, cached: ["routes.json": #"{"version": "6.6.0", "items": []}"#])
    let container = await ground.container()
    #expect(await container.table?.items.isEmpty == true)
    #expect(await container.table?.version?.description == "6.6.0")
    #expect(ground.cache.names() == ["routes.json"])
    #expect(await ground.preset.read("routes.json") != nil)
  }

  @Test(arguments: RexxarGroundKind.allCases)
  func scriptsAreCachedAlsoOfOtherHosts(_ kind: RexxarGroundKind) async throws {
    let (host, other) = (try RexxarHost(["/a.js": "go()"]), try RexxarHost(["/a.js": "stop()"]))
    let ground = try await RexxarGround(kind)
    let container = await ground.container(host)
    for (host, text) in [(host, "go()"), (other, "stop()")] {
      let answer = try await container.staticFile(host.url("/a.js"), userAgent: "Mozilla/5.0")
      #expect(answer?.body == Array(text.utf8))
      // The same path at another port is another file.
      #expect(ground.cache.read(RexxarURL(host.url("/a.js")).cacheName) == Array(text.utf8))
    }
    _ = try await container.staticFile(host.url("/a.js?v=2"), userAgent: "Mozilla/5.0")
    _ = try await container.staticFile(host.url("/a.js"), userAgent: "Mozilla/5.0")
    #expect(host.requests == ["/a.js", "/a.js?v=2"])
  }

  @Test(arguments: RexxarGroundKind.allCases)
  func aSheetThatIsNotThereIsNotCached(_ kind: RexxarGroundKind) async throws {
    let host = try RexxarHost()
    let ground = try await RexxarGround(kind)
    let answer = try await ground.container(host).staticFile(
      host.url("/a.css"), userAgent: "Mozilla/5.0")
    #expect(answer?.status == 404 && answer?.body.isEmpty == false)
    #expect(ground.cache.names() == [])
  }

  @Test(arguments: RexxarGroundKind.allCases)
  func anAnswerOfAnotherTypeIsNotCached(_ kind: RexxarGroundKind) async throws {
    let host = try RexxarHost()
    host["/a.js"] = .text("go()", contentType: "text/plain")
    let ground = try await RexxarGround(kind)
    let answer = try await ground.container(host).staticFile(
      host.url("/a.js"), userAgent: "Mozilla/5.0")
    #expect(answer?.body == Array("go()".utf8))
    #expect(ground.cache.names() == [])
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
