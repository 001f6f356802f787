import Foundation
import HybridRexxar
import HybridServer
import HybridSocket
import HybridSource
import HybridTestSupport
import HybridUnits
import HybridUpdate
import Testing

/// The responses of `hybrid dev` to Rexxar's containers (`Documentation/rexxar.md`).
@Suite struct RexxarTests {
  private static let config = #"""
    {"routes": [
      {"uri": "shop://item/\\d+", "unit": "item"}, {"uri": "shop://feed/_.*", "unit": "item", \#
    "kind": "partial"},
      {"uri": "shop://card", "unit": "card"}, {"uri": "shop://gr", "unit": "größe 1"}]}
    """#

  private static let files = [
    "hybrid.json": config,
    "pages/item/index.html": "<link rel=stylesheet href=style.css><h1>{{ title }}</h1>",
    "pages/item/style.css": "h1 { color: red }",
    "pages/item/data.json": #"{"title": "Tea"}"#,
    "pages/größe 1.html": "<p>Size</p>",
    "pages/secret.html": "<p>Not routed</p>",
    "components/card.xml": "<VHLayout><NText text=\"x\"/></VHLayout>",
  ]

  private func table(_ rig: ServerRig) async throws -> RexxarTable {
    let answer = try await httpGet(rig.server.ready.url + "routes.json")
    #expect(answer.status == 200)
    return try #require(RexxarTable.read(Source(path: "routes.json", bytes: answer.body)).table)
  }

  /// The text of a page at an address of the table.
  private func page(_ address: String) async throws -> String? {
    let answer = try await httpGet(address)
    return answer.status == 200 ? String(decoding: answer.body, as: UTF8.self) : nil
  }

  @Test func theTableNamesThePagesAsTheyAre() async throws {
    let rig = try await ServerRig(Self.files)
    let table = try await table(rig)
    // A template is not a page for a web view.
    #expect(table.items.map(\.uri) == [#"^shop://item/\d+$"#, "^shop://gr$"])
    #expect(table.partialItems.map(\.uri) == ["^shop://feed/_.*"])
    #expect(table.items.first?.remoteFile == table.partialItems.first?.remoteFile)
    #expect(table.version == nil && table.deployTime == nil, "every table is taken")
    let address = try #require(table.items.first?.remoteFile)
    let answer = try await httpGet(address)
    #expect(address == "\(rig.server.ready.url)rexxar/item-\(MD5.hex(answer.body).prefix(10)).html")
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(
      text.contains("<h1>Tea</h1>") && text.contains("h1 { color: red }") && text.hasSuffix("</html>\n"))
    #expect(answer.headers["Content-Type"] == "text/html; charset=utf-8")
    #expect(answer.headers["Cache-Control"] == "private, max-age=31536000, immutable")
    // The page's scripts have an opaque origin, so they cannot read what this server gives to its own pages.
    let policy = try #require(answer.headers["Content-Security-Policy"])
    #expect(policy.hasPrefix("sandbox allow-scripts") && !policy.contains("same-origin"))
    let other = try #require(table.items.last?.remoteFile)
    #expect(other.contains("rexxar/gr%C3%B6%C3%9Fe%201-"))
    #expect(try await page(other)?.contains("<p>Size</p>") == true)
  }

  @Test func aSaveMakesTheNextTableAndTheOldPageGoes() async throws {
    let rig = try await ServerRig(Self.files)
    let first = try #require(try await table(rig).items.first?.remoteFile)
    for (path, text, shown) in [
      ("pages/item/data.json", #"{"title": "Coffee"}"#, "<h1>Coffee</h1>"),
      ("pages/item/style.css", "h1 { color: blue }", "h1 { color: blue }"),
      ("pages/item/index.html", "<b>New</b>", "<b>New</b>"),
    ] {
      let before = try #require(try await table(rig).items.first?.remoteFile)
      try await rig.save(path, text)
      let after = try #require(try await table(rig).items.first?.remoteFile)
      #expect(after != before)
      #expect(try await page(after)?.contains(shown) == true)
      // A container asks for the table again after a 404.
      #expect(try await httpGet(before).status == 404)
    }
    #expect(try await page(first) == nil)
    try await rig.save("hybrid.json", #"{"routes": [{"uri": "shop://other", "unit": "secret"}]}"#)
    let last = try await table(rig)
    #expect(last.items.map(\.uri) == ["^shop://other$"] && last.partialItems.isEmpty)
  }

  @Test func whatIsTheSameIsNotSentAgain() async throws {
    let rig = try await ServerRig(Self.files)
    let url = rig.server.ready.url + "routes.json"
    let tag = try #require(try await httpGet(url).headers["ETag"])
    func status(_ tag: String) async throws -> Int {
      try await HTTPClient.fetch(
        HTTPClientRequest(url: url, headers: ["If-None-Match": tag], timeout: suiteDeadline)
      ).status
    }
    for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] { #expect(try await status(known) == 304) }
    #expect(try await status("\"other\"") == 200)
    // A save that changes no page of the table changes no table.
    try await rig.save("pages/secret.html", "<p>Changed</p>")
    #expect(try await status(tag) == 304)
    try await rig.save("pages/item/data.json", "{}")
    #expect(try await status(tag) == 200)
  }

  @Test(arguments: [
    ("pages/item/index.html", "<p>{{ nonsense ( }}</p>"), ("pages/item/data.json", "{"),
    ("hybrid.json", "{"), ("hybrid.json", #"{"routes": [{"uri": "shop://(", "unit": "item"}]}"#),
    ("hybrid.json", #"{"routes": [{"uri": "shop://a", "unit": 7}]}"#),
  ])
  func aBrokenSaveKeepsTheLastGoodTable(_ path: String, _ broken: String) async throws {
    let rig = try await ServerRig(Self.files)
    let before = try await table(rig)
    try await rig.save(path, broken)
    #expect(try await table(rig) == before)
    let address = try #require(before.items.first?.remoteFile)
    #expect(try await page(address)?.contains("<h1>Tea</h1>") == true)
  }

  @Test func aMistakeInARouteIsToldOnce() async throws {
    let rig = try await ServerRig(
      Self.files.merging(["hybrid.json": #"{"routes": [{"uri": "shop://(", "unit": "item"}]}"#]) { $1 })
    var events = rig.server.events.makeAsyncIterator()
    for _ in 0..<2 { #expect(try await httpGet(rig.server.ready.url + "routes.json").status == 404) }
    #expect(try await events.nextNote().code == "route.bad-pattern")
    try await rig.save("hybrid.json", #"{"routes": [{"uri": "shop://a", "unit": "itm"}]}"#)
    let table = try await table(rig)
    #expect(table.items.isEmpty)
    #expect(try await events.nextNote().code == "route.unknown-unit")
  }

  @Test(arguments: [
    "rexxar/", "rexxar/item.html", "rexxar/item-0123456789.html", "rexxar/-0123456789.html",
    "rexxar/../hybrid.json", "rexxar/pages/item/index.html", "rexxar/card-0123456789.html",
    "rexxar/hybrid.json",
  ])
  func nothingElseIsThere(_ path: String) async throws {
    let rig = try await ServerRig(Self.files)
    _ = try await table(rig)
    let answer = try await httpGet(rig.server.ready.url + path)
    #expect([400, 404].contains(answer.status))
    #expect(!String(decoding: answer.body, as: UTF8.self).contains("routes\":"))
  }

  @Test func onlyPagesWithARouteAreServed() async throws {
    let rig = try await ServerRig(
      Self.files.merging(["hybrid.json": #"{"routes": [{"uri": "shop://a", "unit": "secret"}]}"#]) { $1 })
    let address = try #require(try await table(rig).items.first?.remoteFile)
    #expect(try await page(address) != nil)
    try await rig.save("hybrid.json", Self.config)
    #expect(try await page(address) == nil)
    try await rig.save("hybrid.json", "{}")
    let answer = try await httpGet(rig.server.ready.url + "routes.json")
    #expect(answer.status == 404 && String(decoding: answer.body, as: UTF8.self).contains("has no routes"))
  }

  @Test func theAddressIsTheOneThatWasAsked() async throws {
    let rig = try await ServerRig(Self.files)
    let url = rig.server.ready.url.replacingOccurrences(of: "127.0.0.1", with: "localhost")
    let answer = try await httpGet(url + "routes.json?api=1")
    let table = try #require(RexxarTable.read(Source(path: "routes.json", bytes: answer.body)).table)
    #expect(table.items.first?.remoteFile.hasPrefix(url + "rexxar/item-") == true)
  }

  @Test func aContainerFollowsEverySave() async throws {
    let rig = try await ServerRig(Self.files)
    // The app has a release as its preset, with a version; its cache is from this server, without a version.
    try rig.project.write(
      "../\(rig.project.folder.lastPathComponent)-app/preset/routes.json",
      #"""
      {"version": "12", "items": [{"uri": "shop://item/\\d+", \#
      "remote_file": "https://cdn.example.com/old.html"}]}
      """#
    )
    let app = rig.project.folder.deletingLastPathComponent()
      .appending(path: rig.project.folder.lastPathComponent + "-app").path
    defer { try? FileManager.default.removeItem(atPath: app) }
    let container = await RexxarContainer(
      preset: RexxarFolder(app + "/preset"), cache: RexxarFolder(app + "/cache"),
      settings: .init(routesURL: rig.server.ready.url + "routes.json")
    ) { request in
      let answer = try await httpGet(request.url)
      return RexxarResponse(
        status: answer.status, contentType: answer.headers["Content-Type"], body: answer.body)
    }
    for title in ["Tea", "Coffee", "Milk"] {
      if title != "Tea" { try await rig.save("pages/item/data.json", "{\"title\": \"\(title)\"}") }
      #expect(await container.update() == .updated(version: nil))
      guard case .local(_, let bytes, .cache) = await container.page(for: "shop://item/7") else {
        Issue.record("the page is fetched ahead")
        return
      }
      #expect(String(decoding: bytes, as: UTF8.self).contains("<h1>\(title)</h1>"))
    }
  }
}
