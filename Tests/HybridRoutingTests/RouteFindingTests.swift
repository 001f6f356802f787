import Testing

@testable import HybridRouting

@Suite struct RouteFindingTests {
  /// One line for each finding: the route, its code, and the other route and the URI as evidence.
  private func findings(_ patterns: [(String, String)], units: [String]? = nil) -> [String] {
    checkRoutes(patterns.map { Route(pattern: $0.0, kind: .page, unit: $0.1) }, units: units).map {
      "\($0.route) \($0.code.rawValue)" + ($0.other.map { " \($0)" } ?? "")
        + ($0.example.map { " \($0)" } ?? "")
    }
  }

  @Test(
    arguments: [
      // Exceptions before their rule, and routes with nothing in common.
      ([("s://item/new", "new"), (#"s://item/\w+"#, "item"), ("s://.*", "else")], []),
      ([("s://a/.*", "a"), ("s://b/.*", "b"), ("t://a/.*", "c")], []),
      // Never reached: by one route, by the same pattern, by several together.
      ([("s://item/.*", "item"), ("s://item/new", "new")], ["1 route.unreachable 0"]),
      ([("s://item", "item"), ("s://item", "new")], ["1 route.unreachable 0"]),
      ([("s://[a-m].*", "one"), ("s://[^a-m].*", "two"), ("s://.+", "all")], ["2 route.unreachable 0"]),
      ([("s://[a-m].*", "one"), ("s://[^a-l].*", "two"), ("s://.*", "all")], ["1 route.shadowed 0 s://m"]),
      ([("s://item/?", "item"), ("s://item", "item")], ["1 route.redundant 0"]),
      // Each matches URIs that the other does not.
      ([(#"s://\w+/new"#, "new"), (#"s://item/\w+"#, "item")], ["1 route.shadowed 0 s://item/new"]),
      // Overlapping routes to the same unit are fine.
      ([(#"s://\w+/new"#, "item"), (#"s://item/\w+"#, "item")], []),
      ([("s://a$b", "a"), ("s://b", "b")], ["0 route.never-matches"]),
      ([("", "a")], ["0 route.never-matches"]),
      ([(#"/subject/\d+"#, "a")], ["0 route.no-scheme"]),
      ([("s://a(", "a"), ("s://b(?!c)", "b")], ["0 route.bad-pattern", "1 route.bad-pattern"]),
      ([("s://(a|b)*a(a|b){18}", "a"), ("s://(a|b)*b(a|b){18}", "b")], ["1 route.undecided"]),
    ] as [([(String, String)], [String])])
  func routesAreComparedWithThoseBefore(_ routes: [(String, String)], _ expected: [String]) {
    #expect(findings(routes) == expected)
  }

  @Test func kindsDoNotTakeFromEachOther() {
    let routes = [
      Route(pattern: "s://.*", kind: .page, unit: "all"),
      Route(pattern: "s://feed", kind: .partial, unit: "feed"),
    ]
    #expect(checkRoutes(routes, units: ["all", "feed"]).isEmpty)
  }

  @Test func aMissingUnitNamesTheNearest() throws {
    let finding = try #require(
      checkRoutes([Route(pattern: "s://a", kind: .page, unit: "hom")], units: ["home", "cart"]).first)
    #expect(
      finding.code == .unknownUnit && finding.hint == "did you mean 'home'?" && finding.severity == .error)
  }

  /// Ten thousand routes with few common URIs are compared by their beginnings.
  @Test func largeTablesStayWithinTheBudget() {
    let routes = (0..<10_000).map {
      Route(pattern: "shop://shop.com/area\($0 % 100)/unit\($0)/(\\w+)[/]?.*", kind: .page, unit: "u\($0)")
    }
    #expect(checkRoutes(routes, units: nil).isEmpty == true)
  }
}

@Suite struct RouteTableTests {
  private let table = RouteTable([
    Route(pattern: "s://broken(", kind: .page, unit: "broken"),
    Route(pattern: "s://feed/_.*", kind: .partial, unit: "feed"),
    Route(pattern: "s://item/new", kind: .page, unit: "new"),
    Route(pattern: #"s://item/\w+"#, kind: .page, unit: "item"),
    Route(pattern: "s://.*", kind: .page, unit: "else"),
  ])

  @Test(
    arguments: [
      ("s://item/new", nil, "new"), ("s://item/1", nil, "item"), ("s://item/1/2", nil, "else"),
      ("x://item/new", nil, nil),
      ("s://feed/_a", .partial, "feed"), ("s://feed/_a", .page, "else"), ("s://feed/_a", nil, "else"),
      ("s://item/new", .partial, nil), ("", nil, nil),
    ] as [(String, Route.Kind?, String?)])
  func theFirstOfItsKindCounts(_ uri: String, _ kind: Route.Kind?, _ unit: String?) {
    #expect(table.route(for: uri, kind: kind)?.route.unit == unit)
  }

  @Test func everyRouteSaysWhyNot() throws {
    let tried = table.explanation(of: "s://item/1", kind: .page)
    #expect(tried.map(\.match.index) == [0, 2, 3])
    #expect(tried[1].verdict == .noMatch(partMatches: false))
    #expect(tried[2].verdict == .serves)
    guard case .fault(let fault) = tried[0].verdict else { throw fault() }
    #expect(fault.reason == .unclosedGroup)
    // A match on iOS is mentioned.
    #expect(
      RouteTable([Route(pattern: "item", kind: .page, unit: "a")]).explanation(of: "s://item").map(\.verdict)
        == [.noMatch(partMatches: true)])
    #expect(table.explanation(of: "s://feed/_a", kind: .partial).map(\.verdict) == [.serves])
    #expect(
      table.explanation(of: "x://feed", kind: .partial).map(\.verdict).suffix(3) == [
        .wrongKind, .wrongKind, .wrongKind,
      ])
  }

  private func fault() -> RoutePattern.Fault { RoutePattern.Fault(reason: .unknownGroup, range: 0..<0) }

  /// 10,000 maximally slow routes do not block a look-up.
  @Test func hostileTablesEnd() {
    let hostile = RouteTable(
      (0..<300).map { Route(pattern: "((((.*a){40}b?){40}))x\($0)", kind: .page, unit: "a") })
    #expect(hostile.route(for: String(repeating: "a", count: 8_000)) == nil)
    #expect(hostile.route(for: String(repeating: "a", count: 9_000)) == nil)
  }
}
