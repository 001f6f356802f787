package import HybridSource

/// A finding about a route, for the author of the table.
package struct RouteFinding: Hashable, Sendable {
  /// The kind of finding. The raw values are diagnostic codes, which never change.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The pattern is invalid.
    case badPattern = "route.bad-pattern"
    /// The unit does not exist.
    case unknownUnit = "route.unknown-unit"
    /// No URI matches.
    case neverMatches = "route.never-matches"
    /// The matching texts are not absolute URIs.
    case noScheme = "route.no-scheme"
    /// Earlier routes match all its URIs.
    case unreachable = "route.unreachable"
    /// Earlier routes to the same unit match all its URIs.
    case redundant = "route.redundant"
    /// An earlier route matches some of its URIs, and others besides.
    case shadowed = "route.shadowed"
    /// The comparison with earlier routes exceeded the budget.
    case undecided = "route.undecided"
  }

  /// The kind of finding.
  package var code: Code
  /// The index of the route, from 0.
  package var route: Int
  /// A message without a full stop.
  package var message: String
  /// The suggestion; nil without one.
  package var hint: String?
  /// The affected part of the pattern, in UTF-8 bytes; nil for the whole pattern.
  package var range: Range<Int>?
  /// The index of the earlier route that matches its URIs.
  package var other: Int?
  /// A URI as an example.
  package var example: String?

  /// The severity; an error prevents a release.
  package var severity: Severity {
    switch code {
    case .badPattern, .unknownUnit, .neverMatches, .unreachable: .error
    case .noScheme, .redundant, .shadowed, .undecided: .warning
    }
  }
}

/// Checks a table before use: patterns, units, and the URIs that each route takes from later routes.
///
/// An exception before its rule (`shop://item/new` before `shop://item/.*`) is the usual form of tables and
/// not reported. Two routes that overlap only partly are reported with a URI that both match.
///
/// - Parameters:
///   - routes: The routes, in order.
///   - units: The names of all units; nil when they are not known.
///   - budget: The total budget of comparisons; each route gets a part of it.
/// - Returns: The findings, in the order of the routes.
package func checkRoutes(
  _ routes: [Route], units: [String]?, budget: RouteLanguage.Budget = RouteLanguage.Budget(steps: 30_000_000)
) -> [RouteFinding] {
  var checker = RouteChecker(routes: routes, budget: budget)
  let known = units.map(Set.init)
  for (index, route) in routes.enumerated() {
    if let units, known?.contains(route.unit) == false {
      checker.findings.append(
        RouteFinding(
          code: .unknownUnit, route: index, message: "there is no unit '\(route.unit)'",
          hint: nearestHint(to: route.unit, in: units)))
    }
    checker.check(index)
  }
  return checker.findings
}

/// Compares each route with the earlier ones that may match the same URIs.
private struct RouteChecker {
  let routes: [Route]
  var budget: RouteLanguage.Budget
  var findings: [RouteFinding] = []
  private var patterns: [Int: RoutePattern] = [:]
  /// The earlier routes of each kind, indexed by the beginning of their URIs.
  private var beginnings: [Route.Kind: RouteBeginnings] = [:]
  private var byText: [Route.Kind: [String: Int]] = [:]

  /// The maximum number of steps for one route.
  private static let stepsEach = 1_000_000

  init(routes: [Route], budget: RouteLanguage.Budget) { (self.routes, self.budget) = (routes, budget) }

  mutating func check(_ index: Int) {
    let route = routes[index]
    let pattern: RoutePattern
    do throws(RoutePattern.Fault) {
      pattern = try RoutePattern(route.pattern)
    } catch {
      findings.append(
        RouteFinding(
          code: .badPattern, route: index, message: error.message, hint: error.hint,
          range: error.range.isEmpty ? nil : error.range))
      return
    }
    if let same = byText[route.kind]?[route.pattern] {
      findings.append(unreachable(index, [same], of: [same]))
      return
    }
    byText[route.kind, default: [:]][route.pattern] = index
    let beginning = pattern.program.beginning
    let candidates = beginnings[route.kind]?.routes(meeting: beginning) ?? []
    var budget = budget
    let finding = budget.part(atMost: Self.stepsEach) { compare(index, pattern, with: candidates, &$0) }
    self.budget = budget
    if let finding { findings.append(finding) }
    patterns[index] = pattern
    beginnings[route.kind, default: RouteBeginnings()].insert(index, beginning)
  }

  private func compare(
    _ index: Int, _ pattern: RoutePattern, with candidates: [Int], _ budget: inout RouteLanguage.Budget
  ) -> RouteFinding? {
    let route = routes[index]
    let language = RouteLanguage(pattern)
    let undecided = RouteFinding(
      code: .undecided, route: index,
      message: "the check whether earlier routes match all URIs of this one takes too long",
      hint: "a pattern with fewer alternatives and repetitions can be compared")
    if !language.surelyHasURI {
      switch language.example(&budget) {
      case .none:
        return RouteFinding(code: .neverMatches, route: index, message: "no URI matches this pattern")
      case .undecided: return undecided
      case .example: break
      }
    }
    var overlapping: [(route: Int, example: String)] = []
    for other in candidates {
      guard let earlier = patterns[other] else { continue }
      switch language.example(alsoIn: RouteLanguage(earlier), &budget) {
      case .example(let uri): overlapping.append((other, uri))
      case .none: break
      case .undecided: return undecided
      }
    }
    if !overlapping.isEmpty {
      let all = RouteLanguage(anyOf: overlapping.compactMap { patterns[$0.route] })
      switch language.example(notIn: all, &budget) {
      case .none: return unreachable(index, overlapping.map(\.route), of: candidates)
      case .undecided: return undecided
      case .example: break
      }
    }
    for (other, uri) in overlapping where routes[other].unit != route.unit {
      guard let earlier = patterns[other] else { continue }
      switch RouteLanguage(earlier).example(notIn: language, &budget) {
      // This is an exception before its rule.
      case .none: continue
      case .undecided: return undecided
      case .example:
        return RouteFinding(
          code: .shadowed, route: index,
          message:
            """
            '\(uri)' matches this route and '\(routes[other].pattern)' before it, \
            which shows '\(routes[other].unit)'
            """,
          hint: "let the narrower route come first, or make one of them narrower", other: other, example: uri)
      }
    }
    if !pattern.program.beginsWithScheme, let absolute = Self.absolute,
      case .none = language.example(alsoIn: absolute, &budget)
    {
      return RouteFinding(
        code: .noScheme, route: index,
        message: "this matches no URI with a scheme; the whole URI has to match",
        hint: "begin with the scheme, such as 'shop://', or with '.*'")
    }
    return nil
  }

  private func unreachable(_ index: Int, _ others: [Int], of candidates: [Int]) -> RouteFinding {
    let route = routes[index]
    // Routes to other units are preferred in the report.
    let other = others.first { routes[$0].unit != route.unit }
    let first = other ?? others[0]
    let earlier = "'\(routes[first].pattern)'" + (others.count > 1 ? " and others" : "")
    return RouteFinding(
      code: other == nil ? .redundant : .unreachable, route: index,
      message: other == nil
        ? "the earlier \(earlier) shows '\(route.unit)' for all URIs of this route already"
        : "no URI reaches this route: the earlier \(earlier) matches all of them",
      hint: other == nil ? "leave it out" : "put it before '\(routes[first].pattern)'", other: first)
  }

  private static let absolute = (try? RoutePattern("[A-Za-z][A-Za-z0-9+.\\-]*:.+")).map { RouteLanguage($0) }
}

extension RouteProgram {
  /// Whether all matches start with a scheme and ':', judging by their fixed first characters.
  fileprivate var beginsWithScheme: Bool {
    guard let first = beginning.first ?? nil, (0x41...0x5A).contains(first) || (0x61...0x7A).contains(first)
    else { return false }
    return beginning.contains(0x3A)
  }

  /// Whether the end can be reached through at least one scalar that URIs may contain, without `^` or `$`.
  var reachesItsEnd: Bool {
    var seen: Set<Int> = []
    var open = [(start, false)]
    while let (index, isMoved) = open.popLast() {
      guard seen.insert(2 * index + (isMoved ? 1 : 0)).inserted else { continue }
      switch code[index] {
      case .accept: if isMoved { return true }
      case .scalar(let set, let next): if set.intersects(.inURIs) { open.append((next, true)) }
      case .split(let one, let other): open += [(one, isMoved), (other, isMoved)]
      case .atStart, .atEnd: break
      }
    }
    return false
  }

  /// The common beginning of all matches: one scalar each, or nil for one of several.
  var beginning: [UInt32?] {
    var result: [UInt32?] = []
    var index = start
    while result.count < 64 {
      switch code[index] {
      case .scalar(let set, let next):
        result.append(set.single)
        index = next
      case .atStart(let next) where result.isEmpty: index = next
      default: return result
      }
    }
    return result
  }
}

/// A trie of routes by the beginning of their URIs, so that only routes with a possible common URI are
/// compared. A position with several possible characters (such as the unescaped '.' of `shop.com`) matches
/// every other.
private struct RouteBeginnings {
  private struct Node {
    var children: [UInt32: Int] = [:]
    /// The child for positions with several possible scalars.
    var wildcard: Int?
    /// The routes whose beginning ends at this node.
    var routes: [Int] = []
  }

  private var nodes = [Node()]

  mutating func insert(_ route: Int, _ beginning: [UInt32?]) {
    var node = 0
    for scalar in beginning {
      let next = scalar.map { nodes[node].children[$0] } ?? nodes[node].wildcard
      if let next {
        node = next
        continue
      }
      nodes.append(Node())
      if let scalar {
        nodes[node].children[scalar] = nodes.count - 1
      } else {
        nodes[node].wildcard = nodes.count - 1
      }
      node = nodes.count - 1
    }
    nodes[node].routes.append(route)
  }

  /// The routes whose beginning is compatible, in order.
  func routes(meeting beginning: [UInt32?]) -> [Int] {
    var result: [Int] = []
    var open = [(node: 0, depth: 0)]
    while let (index, depth) = open.popLast() {
      let node = nodes[index]
      result += node.routes
      if depth < beginning.count, let scalar = beginning[depth] {
        if let child = node.children[scalar] { open.append((child, depth + 1)) }
      } else {
        for child in node.children.values { open.append((child, depth + 1)) }
      }
      if let child = node.wildcard { open.append((child, depth + 1)) }
    }
    return result.sorted()
  }
}
