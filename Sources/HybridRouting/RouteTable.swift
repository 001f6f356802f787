/// The routes of a project or release, ready to be asked.
///
/// One rule for every platform (`Documentation/rexxar.md`, *Routes of a project*): a pattern matches the
/// whole URI, the first route in order counts, and a route serves only its own kind. A pattern that is none
/// serves nothing; `checkRoutes` reports it at build time.
package struct RouteTable: Sendable {
  /// As they were given.
  package let routes: [Route]
  private let patterns: [RoutePattern?]

  /// What a look-up may cost, in steps of automata: tens of milliseconds, whatever the table and the URI.
  static let mostSteps = 10_000_000
  /// URIs of more bytes have no route.
  package static let longestURI = 8_192

  /// A table.
  package init(_ routes: [Route]) {
    self.routes = routes
    patterns = routes.map { try? RoutePattern($0.pattern) }
  }

  /// A route and where it stands.
  package struct Match: Hashable, Sendable {
    /// From 0.
    package var index: Int
    /// The route.
    package var route: Route
  }

  /// Why a route does not serve a URI, or that it does.
  package enum Verdict: Hashable, Sendable {
    case serves
    /// It is for the other kind.
    case wrongKind
    /// Its pattern does not match the whole URI; on iOS, Rexxar would have taken the part that matches.
    case noMatch(partMatches: Bool)
    /// Its pattern is none.
    case fault(RoutePattern.Fault)
  }

  /// The first route of a kind that serves `uri`; of no kind, pages go before partials, as in Rexxar's table.
  ///
  /// - Complexity: O(patterns · length of the URI), and bounded: a look-up that would take longer than a
  ///   fraction of a second finds nothing.
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

  /// Each route in the order it is tried, and why it serves `uri` or not; the last is the one that serves it,
  /// if any does.
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
            // Those of the other kind have nothing to say any more.
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
