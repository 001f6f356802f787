import Foundation
import HybridTestSupport
import Testing

@Suite struct ExplainCommandTests {
  private static func project() throws -> TemporaryProject {
    try TemporaryProject([
      "hybrid.json": #"""
      {"routes": [{"uri": "shop://cart", "unit": "cart"}, {"uri": "card", "unit": "cart", "kind": "partial"},
        {"uri": "shop://.*", "unit": "home"}]}
      """#,
      "pages/home.html": "<p>Hello</p>", "pages/cart.html": "<p>Cart</p>",
      "old.json": #"""
      {"items": [{"uri": "shop://home", "remote_file": "https://cdn.example.com/rexxar/home-0123456789.html"},
        {"uri": "shop://(?=x)", "remote_file": "x.html"}]}
      """#,
    ])
  }

  private static func run(_ words: String..., in project: TemporaryProject) async throws
    -> HybridCommand.Result
  {
    try await HybridCommand.run(words, in: project.folder)
  }

  @Test func everyRouteSaysWhyOrWhyNot() async throws {
    let project = try Self.project()
    let found = try await Self.run("explain", "shop://card", in: project)
    #expect(found.status == 0)
    #expect(
      found.output == """
        shop://card  (hybrid.json)
          1. shop://cart  does not match
        > 3. shop://.*    serves it
        unit     home (page)
        source   pages/home.html

        """)
    let none = try await Self.run("explain", "shop://card", "--kind", "partial", in: project)
    #expect(none.status == 1)
    #expect(none.output.contains("  2. card         matches a part of the URI, not the whole\n"))
    #expect(none.output.contains("  3. shop://.*    is a page\nNo route serves the URI.\n"))
    let json = try await Self.run("explain", "shop://cart", "--json", in: project)
    #expect(json.output.contains(#""unit":"cart","source":"pages/cart.html"}"#), "\(json.output)")
  }

  @Test func aReleaseIsExplainedWithItsFile() async throws {
    let project = try Self.project()
    // The SHA-256 of "unit bytes".
    let digest = "1e95e60ec709ed7068ac0736235d46ddb17dd035ec4bc1ab7ef4654d3435649c"
    try project.write(
      "dist/release.json",
      #"""
      {"assets":[],"channel":"production","created":"2026-11-22T14:00:00Z","format":1,"kind":"release",\#
      "mandatory":0,
      """#
        + #""number":12,"project":"shop","requires":{"attributes":[],"elements":[],"modules":[]},"#
          + #"""
          "routes":[{"kind":"page","pattern":"shop://item/\\d+","unit":"item"}],"runtime":"*",\#
          "units":[{"kind":"page",
          """#
        + "\"name\":\"item\",\"path\":\"units/item.unit\",\"sha256\":\"\(digest)\",\"size\":10}]}\n")
    try project.write("dist/files/\(digest)", "unit bytes")
    try project.write(
      "dist/routes.json",
      #"{"items": [{"uri": "^shop://item/\\d+$", "remote_file": "rexxar/item-0123456789.html"}]}"#)
    let found = try await Self.run("explain", "shop://item/7", "--dist", "dist", in: project)
    #expect(found.status == 0, "\(found.errors)")
    #expect(found.output.contains("(release 12 of shop, channel production)"))
    #expect(found.output.contains("files/\(digest): present, with the right digest\n"))
    // The cache name is derived from the absolute address, which a relative one does not give.
    #expect(
      found.output.contains("rexxar   rexxar/item-0123456789.html\n         is not in dist\n"),
      "\(found.output)")
    #expect(!found.output.contains("container's cache"))
    // The file is named after the page's MD5, and in the cache after the address's.
    try project.write("dist/rexxar/item-c83301425b.html", "<html></html>")
    try project.write(
      "dist/routes.json",
      #"""
      {"items": [{"uri": "^shop://item/\\d+$", "remote_file": \#
      "https://cdn.example.com/app/rexxar/item-c83301425b.html"}]}
      """#
    )
    let whole = try await Self.run("explain", "shop://item/7", "--dist", "dist", in: project)
    #expect(
      whole.output.hasSuffix("         9064ab6eabe4d388b59a2beae9b6f2a2.html in a container's cache\n"),
      "\(whole.output)")
    try project.write("dist/rexxar/item-c83301425b.html", "<html>?</html>")
    let changed = try await Self.run("explain", "shop://item/7", "--dist", "dist", "--json", in: project)
    #expect(changed.output.contains(#""fault":"its bytes are not those of its name""#), "\(changed.output)")
    try project.write("dist/files/\(digest)", "other byte")
    let altered = try await Self.run("explain", "shop://item/7", "--dist", "dist", "--json", in: project)
    #expect(altered.status == 1)
    #expect(altered.output.contains(#""state":"file.mismatch""#))
    try project.write("dist/release.json", "{}")
    let broken = try await Self.run("explain", "shop://item/7", "--dist", "dist", in: project)
    #expect(broken.status == 1 && broken.errors.contains("[statement.malformed]"))
    #expect(try await Self.run("explain", "shop://item/7", "--dist", "none", in: project).status == 3)
  }

  @Test func aTableOfRexxarBecomesRoutes() async throws {
    let project = try Self.project()
    let taken = try await Self.run("routes", "old.json", in: project)
    #expect(taken.status == 1)
    #expect(taken.output.contains("\"uri\": \"shop://home\",\n      \"unit\": \"home\""), "\(taken.output)")
    #expect(taken.errors.contains("old.json:1:20: warning: on iOS this route also took 'shop://homea'"))
    #expect(taken.errors.contains("[route.bad-pattern]"))
  }

  @Test func routesAreCheckedAtTheirCharacter() async throws {
    let project = try Self.project()
    let checked = try await Self.run("check", in: project)
    #expect(
      checked.errors.contains("hybrid.json:1:61: warning: this matches no URI with a scheme"),
      "\(checked.errors)")
    #expect(checked.errors.contains("[route.no-scheme]"))
  }
}
