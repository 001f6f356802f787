package import HybridSource

/// Something about a route that whoever writes the table should know.
package struct RouteFinding: Hashable, Sendable {
  /// What was found. The raw values are the codes of diagnostics: they never change.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The pattern is none.
    case badPattern = "route.bad-pattern"
    /// There is no such unit.
    case unknownUnit = "route.unknown-unit"
    /// No URI at all matches.
    case neverMatches = "route.never-matches"
    /// What matches is no absolute URI.
    case noScheme = "route.no-scheme"
    /// Routes before it take all its URIs.
    case unreachable = "route.unreachable"
    /// Routes before it take all its URIs, to the same unit.
    case redundant = "route.redundant"
    /// A route before it takes some of its URIs, and others besides.
    case shadowed = "route.shadowed"
    /// Comparing it with the routes before it would have taken too long.
    case undecided = "route.undecided"
  }

  /// What was found.
  package var code: Code
  /// Which route, from 0.
  package var route: Int
  /// In words, without a full stop.
  package var message: String
  /// What to do, where there is something.
  package var hint: String?
  /// The part of the pattern that it is about, in UTF-8 bytes; nil for the whole pattern.
  package var range: Range<Int>?
  /// The route before it that takes its URIs.
  package var other: Int?
  /// A URI that shows it.
  package var example: String?

  /// How much it matters: an error keeps a release from being made.
  package var severity: Severity {
    switch code {
    case .badPattern, .unknownUnit, .neverMatches, .unreachable: .error
    case .noScheme, .redundant, .shadowed, .undecided: .warning
    }
  }
}

/// Checks a table before anybody relies on it: patterns, units, and what each route takes from the routes
/// behind it.
///
/// An exception before its rule (`shop://item/new` before `shop://item/.*`) is how tables are written and no
/// finding. Two routes that each serve what the other does not are told with a URI that both match.
///
/// - Parameters:
///   - routes: In order.
///   - units: The names of all units; nil when they are not known.
///   - budget: What comparing may cost in all; a part of it goes to each route.
/// - Returns: In the order of the routes.
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
          hint: nearest(to: route.unit, in: units).map { "did you mean '\($0)'?" }))
    }
    checker.check(index)
  }
  return checker.findings
}

/// Compares each route with those before it that can have a URI in common.
private struct RouteChecker {
  let routes: [Route]
  var budget: RouteLanguage.Budget
  var findings: [RouteFinding] = []
  private var patterns: [Int: RoutePattern] = [:]
  /// The routes so far, of each kind, by how their URIs begin.
  private var beginnings: [Route.Kind: RouteBeginnings] = [:]
  private var byText: [Route.Kind: [String: Int]] = [:]

  /// What comparing one route may cost.
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
      message: "whether the routes before it leave this one any URI would take too long to find out",
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
      // The exception before its rule.
      case .none: continue
      case .undecided: return undecided
      case .example:
        return RouteFinding(
          code: .shadowed, route: index,
          message:
            "'\(uri)' matches this route and '\(routes[other].pattern)' before it, which shows '\(routes[other].unit)'",
          hint: "let the narrower route come first, or make one of them narrower", other: other, example: uri)
      }
    }
    if !pattern.program.beginsWithScheme, let absolute = Self.absolute,
      case .none = language.example(alsoIn: absolute, &budget)
    {
      return RouteFinding(
        code: .noScheme, route: index,
        message: "this matches no URI with a scheme, and the whole URI has to match, not a part of it",
        hint: "begin with the scheme, such as 'shop://', or with '.*'")
    }
    return nil
  }

  private func unreachable(_ index: Int, _ others: [Int], of candidates: [Int]) -> RouteFinding {
    let route = routes[index]
    // Those that show something else are the ones to tell.
    let other = others.first { routes[$0].unit != route.unit }
    let first = other ?? others[0]
    let earlier = "'\(routes[first].pattern)'" + (others.count > 1 ? " and others" : "")
    return RouteFinding(
      code: other == nil ? .redundant : .unreachable, route: index,
      message: other == nil
        ? "\(earlier) before it shows '\(route.unit)' for all its URIs already"
        : "no URI comes here: \(earlier) before it takes them all",
      hint: other == nil ? "leave it out" : "put it before '\(routes[first].pattern)'", other: first)
  }

  private static let absolute = (try? RoutePattern("[A-Za-z][A-Za-z0-9+.\\-]*:.+")).map { RouteLanguage($0) }
}

extension RouteProgram {
  /// Whether what it matches begins with a scheme and its ':', as far as its first characters are fixed.
  fileprivate var beginsWithScheme: Bool {
    guard let first = beginning.first ?? nil, (0x41...0x5A).contains(first) || (0x61...0x7A).contains(first)
    else { return false }
    return beginning.contains(0x3A)
  }

  /// Whether its end can be reached over at least one scalar of URIs without passing `^` or `$`.
  var reachesItsEnd: Bool {
    var seen: Set<Int> = []
    var open = [(start, false)]
    while let (index, isMoved) = open.popLast() {
      guard seen.insert(2 * index + (isMoved ? 1 : 0)).inserted else { continue }
      switch code[index] {
      case .accept: if isMoved { return true }
      case .scalar(let set, let next): if sets[set].intersects(.inURIs) { open.append((next, true)) }
      case .split(let one, let other): open += [(one, isMoved), (other, isMoved)]
      case .atStart, .atEnd: break
      }
    }
    return false
  }

  /// What everything begins with that this matches: a scalar, or nil for one of several.
  var beginning: [UInt32?] {
    var result: [UInt32?] = []
    var index = start
    while result.count < 64 {
      switch code[index] {
      case .scalar(let set, let next):
        result.append(sets[set].single)
        index = next
      case .atStart(let next) where result.isEmpty: index = next
      default: return result
      }
    }
    return result
  }
}

/// Routes by how their URIs begin, so that only those are compared that can have one in common: a trie, in
/// which a character that is one of several (the '.' of `shop.com`, as most write it) meets every other.
private struct RouteBeginnings {
  private struct Node {
    var children: [UInt32: Int] = [:]
    /// The child for one of several scalars.
    var wildcard: Int?
    /// The routes whose beginning ends here.
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

  /// In order.
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
