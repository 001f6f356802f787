import HybridRouting
import HybridSource
import Testing

@testable import HybridRexxar

@Suite struct RexxarTableTests {
  private func read(_ text: String) -> (table: RexxarTable?, reports: [String]) {
    let (table, diagnostics) = RexxarTable.read(Source(path: "routes.json", text: text))
    return (table, diagnostics.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.code)" })
  }

  @Test func theDemoTableIsRead() throws {
    let (table, reports) = read(
      #"""
      {"count": 2, "deploy_time": "Sun, 09 Oct 2016 07:43:48 GMT", "future": {"a": 1}, \#
      "items": [{"deploy_time": "x",
      "remote_file": "https://cdn.example.com/rexxar/demo-c775298867.html", \#
      "uri": "douban://douban.com/rexxar_demo[/]?.*"}],
      "partial_items": [{"remote_file": "rexxar/demo-c775298867.html", \#
      "uri": "douban://partial.douban.com/rexxar_demo/_.*", "pack_in_app": true}]}
      """#)
    #expect(reports == [])
    let read = try #require(table)
    #expect(read.items.map(\.uri) == ["douban://douban.com/rexxar_demo[/]?.*"])
    #expect(read.partialItems.map(\.packInApp) == [true] && read.items.map(\.packInApp) == [false])
    #expect(read.version == nil && read.deployTime == "Sun, 09 Oct 2016 07:43:48 GMT")
  }

  @Test(
    arguments: [
      ("", false, nil), ("[]", false, ["1:1 rexxar.wrong-kind"]), ("{}", true, []),
      (#"{"version": 6}"#, true, ["1:13 rexxar.no-version"]),
      (#"{"version": ""}"#, true, ["1:13 rexxar.no-version"]),
      (#"{"items": {}}"#, true, ["1:11 rexxar.wrong-kind"]),
      (#"{"items": [1]}"#, true, ["1:12 rexxar.wrong-kind"]),
      (#"{"items": [{"uri": "a"}]}"#, true, ["1:12 rexxar.incomplete"]),
      (#"{"items": [{"uri": 1, "remote_file": "a"}]}"#, true, ["1:20 rexxar.wrong-kind"]),
      (#"{"items": [{"uri": "a", "remote_file": "b", "pack_in_app": 1}]}"#, true, ["1:60 rexxar.wrong-kind"]),
    ] as [(String, Bool, [String]?)])
  func whatIsWrongIsReportedAtItsCharacter(_ text: String, _ isTable: Bool, _ expected: [String]?) {
    let (table, reports) = read(text)
    #expect((table != nil) == isTable)
    if let expected { #expect(reports == expected) } else { #expect(!reports.isEmpty) }
  }

  @Test func whatIsWrittenIsReadAndAlwaysTheSame() throws {
    var table = RexxarTable()
    table.version = RexxarVersion("12")
    table.deployTime = "Sun, 22 Nov 2026 14:00:00 GMT"
    table.items = [.init(uri: #"s://item/(\d+)"#, remoteFile: "rexxar/item-0123456789.html", packInApp: true)]
    table.partialItems = [.init(uri: "s://feed/_.*", remoteFile: "rexxar/feed-0123456789.html")]
    let bytes = table.encoded()
    #expect(bytes == table.encoded())
    #expect(RexxarTable.read(Source(path: "routes.json", bytes: bytes)).table == table)
    #expect(
      String(decoding: bytes, as: UTF8.self).contains(#""deploy_time": "Sun, 22 Nov 2026 14:00:00 GMT""#))
  }

  /// Versions are compared number by number (`Documentation/rexxar.md`, *The container*).
  @Test(arguments: [
    ("6.36.0", "6.36.1", -1), ("6.36.0", "6.36.0", 0), ("6.36.0", "6.35.100", 1), ("6.36.4", "6.36.4.1", -1),
    ("6.36", "6.36.0", 0), ("x", "0", 0), ("1.x.2", "1.0.2", 0), ("2", "10", -1), ("12", "9.9", 1),
    ("1..2", "1.0.2", 0),
    ("99999999999999999999", "1", -1), ("-1", "0", 0),
  ])
  func versionsCompareNumberByNumber(_ one: String, _ other: String, _ order: Int) throws {
    let (left, right) = (try #require(RexxarVersion(one)), try #require(RexxarVersion(other)))
    #expect((left < right ? -1 : left == right ? 0 : 1) == order)
    #expect((right < left) == (order > 0))
    if order == 0 { #expect(left.hashValue == right.hashValue) }
  }
}

@Suite struct RexxarImportTests {
  private func taken(_ items: [(String, String)], partial: [(String, String)] = [], units: [String] = [])
    -> RexxarImport
  {
    var table = RexxarTable()
    table.items = items.map { .init(uri: $0.0, remoteFile: $0.1) }
    table.partialItems = partial.map { .init(uri: $0.0, remoteFile: $0.1) }
    let source = Source(path: "routes.json", bytes: table.encoded())
    return RexxarImport(RexxarTable.read(source).table ?? RexxarTable(), source: source, units: units)
  }

  @Test(arguments: [
    ("https://cdn.example.com/dist/rexxar/demo-c775298867.html", [], "demo"),
    ("rexxar/shop/demo-c775298867.html?x=1", ["shop/demo", "demo"], "shop/demo"),
    ("subject_collection.html", [], "subject_collection"), ("a-b.html", [], "a-b"), ("", [], "page"),
    ("demo-c775298867.html", ["home"], "demo"),
  ])
  func filesTellTheirUnits(_ file: String, _ units: [String], _ unit: String) {
    #expect(RexxarImport.unit(of: file, in: units) == unit)
  }

  @Test func routesComeWithTheirKinds() {
    let result = taken(
      [(#"douban://douban.com/rexxar_demo[/]?.*"#, "rexxar/demo-c775298867.html")],
      partial: [("douban://partial.douban.com/rexxar_demo/_.*", "rexxar/demo-c775298867.html")],
      units: ["demo"])
    #expect(result.diagnostics.isEmpty)
    #expect(
      result.routes == [
        Route(pattern: "douban://douban.com/rexxar_demo[/]?.*", kind: .page, unit: "demo"),
        Route(pattern: "douban://partial.douban.com/rexxar_demo/_.*", kind: .partial, unit: "demo"),
      ])
  }

  @Test func whatTheFixtureTableSaysIsTheSameOnBothPlatforms() {
    let result = taken([(#"douban://douban.com/subject_collection/(\w+)[/]?.*"#, "subject_collection.html")])
    #expect(result.diagnostics.isEmpty && result.routes.first?.unit == "subject_collection")
  }

  @Test func differencesOfThePlatformsComeWithAURI() throws {
    let open = taken([("s://home", "home.html")])
    #expect(open.diagnostics.map(\.code) == ["rexxar.platforms-differ"])
    #expect(open.diagnostics.first?.message.contains("'s://homea'") == true)
    #expect(taken([("s://home$", "home.html")]).diagnostics.isEmpty)
    // On iOS the page's route comes first, whatever is asked for.
    let both = taken([("s://.*", "all.html")], partial: [("s://feed/_.*", "feed.html")])
    #expect(both.diagnostics.map(\.code) == ["rexxar.platforms-differ"])
    #expect(both.diagnostics.first?.message.contains("'s://feed/_'") == true)
  }

  @Test func aPatternThatIsNoneIsReportedAtItsCharacter() {
    let result = taken([("s://a(?=b)", "home.html"), ("s://b.*", "b.html")])
    #expect(result.routes.map(\.unit) == ["b"])
    #expect(result.diagnostics.map(\.code) == ["route.bad-pattern"])
    #expect(result.diagnostics.first?.frame?.text.contains("(?=b)") == true)
  }
}
