import HybridJSON
package import HybridRouting
package import HybridSource

extension ProjectConfig {
  /// The routes of `hybrid.json` in the form of a release, with unchecked patterns.
  package var releaseRoutes: [Route] {
    routes.map {
      Route(
        pattern: $0.uri.value.string ?? "", kind: $0.isPartial ? .partial : .page,
        unit: $0.unit.value.string ?? "")
    }
  }

  /// The diagnostics of the routes in `hybrid.json`, with exact positions.
  ///
  /// - Parameters:
  ///   - source: `hybrid.json`.
  ///   - units: The names of all units.
  package func checkedRoutes(in source: Source, units: [String]) -> [Diagnostic] {
    guard !routes.isEmpty else { return [] }
    var report = DiagnosticCollector(source)
    for finding in checkRoutes(releaseRoutes, units: units) {
      let route = routes[finding.route]
      let place =
        finding.code == .unknownUnit
        ? route.unit.range : finding.range.map { route.uri.range(of: $0, in: source) } ?? route.uri.range
      var message = finding.message
      if let other = finding.other {
        message += " (line \(report.line(of: routes[other].uri.range.lowerBound)))"
      }
      report.add(finding.severity, finding.code.rawValue, message, at: place, hint: finding.hint)
    }
    return report.diagnostics
  }
}
