package import HybridRouting
package import HybridSource

/// A `routes.json`, converted to routes of a project.
package struct RexxarImport: Sendable {
  /// Pages, then partials.
  package var routes: [Route] = []
  /// Routes that could not be converted, and differences between the platforms.
  package var diagnostics: [Diagnostic] = []

  /// Converts a table.
  ///
  /// Rexxar on Android matches the whole URI, and looks up only routes of the requested kind, like Hybrid. On
  /// iOS a match of a part is enough, and pages precede partials for every URI. A route for which that
  /// matters is reported with an example URI.
  ///
  /// - Parameters:
  ///   - table: The table, with the positions of its values.
  ///   - source: The source of the table.
  ///   - units: The names of the project's units, to find the units of the files.
  ///   - budget: The total budget of comparisons.
  package init(
    _ table: RexxarTable, source: Source, units: [String],
    budget: RouteLanguage.Budget = RouteLanguage.Budget(steps: 20_000_000)
  ) {
    var report = DiagnosticCollector(source)
    var budget = budget
    var taken: [(pattern: RoutePattern, route: Route)] = []
    for kind in [Route.Kind.page, .partial] {
      for item in table.items(kind) {
        let range = item.place?.uri.range ?? 0..<0
        let pattern: RoutePattern
        do throws(RoutePattern.Fault) {
          pattern = try RoutePattern(item.uri)
        } catch {
          let place = error.range.isEmpty ? nil : item.place?.uri.range(of: error.range, in: source)
          report.error("route.bad-pattern", error.message, at: place ?? range, hint: error.hint)
          continue
        }
        let route = Route(pattern: item.uri, kind: kind, unit: Self.unit(of: item.remoteFile, in: units))
        Self.compare(pattern, route, with: taken, at: range, &report, &budget)
        taken.append((pattern, route))
      }
    }
    routes = taken.map(\.route)
    diagnostics = report.diagnostics
  }

  /// Reports URIs for which iOS uses this route and Android uses another one, or none.
  private static func compare(
    _ pattern: RoutePattern, _ route: Route, with earlier: [(pattern: RoutePattern, route: Route)],
    at range: Range<Int>, _ report: inout DiagnosticCollector, _ budget: inout RouteLanguage.Budget
  ) {
    let longer = RouteLanguage(beginningWith: pattern)
    let beyond = budget.part(atMost: 500_000) { longer.example(notIn: RouteLanguage(pattern), &$0) }
    if case .example(let uri) = beyond {
      report.warning(
        "rexxar.platforms-differ",
        """
        on iOS this route also took '\(uri)', of which only a part matches; \
        on Android and here the whole URI has to
        """,
        at: range, hint: "end it with '.*' for all that begins like it, or with '$' for both to take the same"
      )
    }
    guard route.kind == .partial else { return }
    for (other, page) in earlier where page.kind == .page && page.unit != route.unit {
      let both = budget.part(atMost: 200_000) {
        RouteLanguage(pattern).example(alsoIn: RouteLanguage(beginningWith: other), &$0)
      }
      guard case .example(let uri) = both else { continue }
      report.warning(
        "rexxar.platforms-differ",
        """
        on iOS the page '\(page.pattern)' took '\(uri)' before this route could; \
        on Android and here pages and partials do not meet
        """,
        at: range)
      return
    }
  }

  /// The unit of a file, judging by its name: `…/rexxar/demo-c775298867.html` is `demo`, or `shop/demo` if
  /// the project has that.
  static func unit(of remoteFile: String, in units: [String]) -> String {
    var path = remoteFile.prefix { $0 != "?" && $0 != "#" }
    if let dot = path.lastIndex(of: "."), !path[dot...].contains("/") { path = path[..<dot] }
    if let dash = path.lastIndex(of: "-") {
      let digits = path[path.index(after: dash)...]
      if digits.count >= 6, digits.allSatisfy(\.isHexDigit) { path = path[..<dash] }
    }
    let parts = path.split(separator: "/")
    let known = Set(units)
    for start in parts.indices {
      let name = parts[start...].joined(separator: "/")
      if known.contains(name) { return name }
    }
    return parts.last.map(String.init) ?? "page"
  }
}
