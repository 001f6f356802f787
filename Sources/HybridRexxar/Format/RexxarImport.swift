package import HybridRouting
package import HybridSource

/// A `routes.json` as routes of a project.
package struct RexxarImport: Sendable {
  /// In our order: pages, then partials.
  package var routes: [Route] = []
  /// Which routes could not be taken, and where the platforms differ.
  package var diagnostics: [Diagnostic] = []

  /// Takes a table over.
  ///
  /// Rexxar on Android matches the whole URI, and looks for a kind only among its own; so does hybrid. On iOS
  /// a part of the URI is enough, and pages come before partials for every URI. Where that makes a difference
  /// for a route, it is said, with a URI that shows it.
  ///
  /// - Parameters:
  ///   - table: As it was read, with its places.
  ///   - source: What it was read from.
  ///   - units: The names of the project's units, to find those that the files are made from.
  ///   - budget: What comparing may cost in all.
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

  /// Says where iOS would take this route and Android another, or none.
  private static func compare(
    _ pattern: RoutePattern, _ route: Route, with earlier: [(pattern: RoutePattern, route: Route)],
    at range: Range<Int>, _ report: inout DiagnosticCollector, _ budget: inout RouteLanguage.Budget
  ) {
    let longer = RouteLanguage(beginningWith: pattern)
    let beyond = budget.part(atMost: 500_000) { longer.example(notIn: RouteLanguage(pattern), &$0) }
    if case .example(let uri) = beyond {
      report.warning(
        "rexxar.platforms-differ",
        "on iOS this route also took '\(uri)', of which only a part matches; on Android and here the whole URI has to",
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
        "on iOS the page '\(page.pattern)' took '\(uri)' before this route could; on Android and here pages and partials do not meet",
        at: range)
      return
    }
  }

  /// The unit that a file was made from, as far as its name tells: `…/rexxar/demo-c775298867.html` is `demo`,
  /// and `shop/demo` where the project has that.
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
