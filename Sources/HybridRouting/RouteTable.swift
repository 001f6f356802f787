/// The routes of a project or release, ready for look-ups.
///
/// The rules are the same on every platform (`Documentation/rexxar.md`, *Routes of a project*): a pattern
/// must match the whole URI, the first matching route wins, and a route serves only its own kind. An invalid
/// pattern matches nothing; `checkRoutes` reports it at build time.
package struct RouteTable: Sendable {
  /// The routes as given.
  package let routes: [Route]
  private let patterns: [RoutePattern?]

  /// The maximum cost of a look-up in automaton steps: tens of milliseconds, whatever the table and the URI.
  static let mostSteps = 10_000_000
  /// The maximum length of a URI in bytes; longer ones have no route.
  package static let longestURI = 8_192

  /// Creates a table.
  package init(_ routes: [Route]) {
    self.routes = routes
    patterns = routes.map { try? RoutePattern($0.pattern) }
  }

  /// A route and its index.
  package struct Match: Hashable, Sendable {
    /// The index, from 0.
    package var index: Int
    /// The route.
    package var route: Route
  }

  /// Whether a route serves a URI, and if not, why.
  package enum Verdict: Hashable, Sendable {
    case serves
    /// It has the other kind.
    case wrongKind
    /// Its pattern does not match the whole URI; Rexxar on iOS would accept a match of a part.
    case noMatch(partMatches: Bool)
    /// Its pattern is invalid.
    case fault(RoutePattern.Fault)
  }

  /// The first route of a kind that serves `uri`; without a kind, pages precede partials, as in Rexxar's
  /// table.
  ///
  /// - Complexity: O(patterns · length of the URI), and limited: a look-up that exceeds a fraction of a
  ///   second finds nothing.
  package func route(for uri: String, kind: Route.Kind? = nil) -> Match? {
    guard !uri.isEmpty, uri.utf8.count <= Self.longestURI else { return nil }
    var steps = 0
    for kind in kind.map({ [$0] }) ?? [.page, .partial] {
      for (index, route) in routes.enumerated() where route.kind == kind {
        guard let pattern = patterns[index] else { continue }
        if pattern.program.matches(uri.unicodeScalars, anywhere: false, steps: &steps) {
          return Match(index: index, route: route)
        }
        if steps > Self.mostSteps { return nil }
      }
    }
    return nil
  }

  /// Each tried route in order, and why it serves `uri` or not; the last one serves it, if any does.
  package func explanation(of uri: String, kind: Route.Kind? = nil) -> [(match: Match, verdict: Verdict)] {
    guard !uri.isEmpty, uri.utf8.count <= Self.longestURI else { return [] }
    var result: [(match: Match, verdict: Verdict)] = []
    var steps = 0
    let order: [Route.Kind] =
      kind.map { $0 == .page ? [.page, .partial] : [.partial, .page] } ?? [.page, .partial]
    for next in order {
      for (index, route) in routes.enumerated() where route.kind == next {
        let match = Match(index: index, route: route)
        if let kind, route.kind != kind {
          result.append((match, .wrongKind))
          continue
        }
        do throws(RoutePattern.Fault) {
          let pattern = try RoutePattern(route.pattern)
          if pattern.program.matches(uri.unicodeScalars, anywhere: false, steps: &steps) {
            // Routes of the other kind are not tried after a match.
            return result + [(match, .serves)]
          }
          let partMatches = pattern.program.matches(uri.unicodeScalars, anywhere: true, steps: &steps)
          result.append((match, .noMatch(partMatches: partMatches)))
          if steps > 2 * Self.mostSteps { return result }
        } catch {
          result.append((match, .fault(error)))
        }
      }
    }
    return result
  }
}
