/// The set of URIs that one or more patterns match, for comparison with other sets.
///
/// Two languages are compared by traversing both determinised automata together (the product construction),
/// shortest URIs first, so that each answer has an example. Only URIs count: no blanks and no control
/// characters.
package struct RouteLanguage: Sendable {
  private let programs: [RouteProgram]

  /// The URIs that the pattern matches as a whole.
  package init(_ pattern: RoutePattern) { programs = [pattern.program] }

  /// The URIs that any of the patterns matches as a whole.
  package init(anyOf patterns: [RoutePattern]) { programs = patterns.map(\.program) }

  /// The URIs that start with a match of the pattern; `^` and `$` keep their meaning.
  package init(beginningWith pattern: RoutePattern) { programs = [pattern.program.followedByAnything] }

  /// The result of a search.
  package enum Answer: Hashable, Sendable {
    /// The shortest such URI.
    case example(String)
    /// No such URI exists.
    case none
    /// The budget was exhausted before an answer was found.
    case undecided
  }

  /// The budget of comparisons in automaton steps, shared by all comparisons that use it.
  package struct Budget: Sendable {
    /// The remaining steps.
    package private(set) var steps: Int

    /// Creates a budget; the default corresponds to a fraction of a second.
    package init(steps: Int = 3_000_000) { self.steps = steps }

    mutating func spend(_ count: Int) -> Bool {
      steps -= count
      return steps >= 0
    }

    /// Runs a part of the work with its own limit; its steps also count here.
    package mutating func part<Result>(atMost limit: Int, _ body: (inout Budget) -> Result) -> Result {
      var part = Budget(steps: min(limit, steps))
      let before = part.steps
      let result = body(&part)
      steps -= before - part.steps
      return result
    }
  }

  /// The shortest URI of this language.
  package func example(_ budget: inout Budget) -> Answer {
    Self.search([self], &budget) { $0[0] }
  }

  /// Whether a URI certainly exists; if false, ``example(_:)`` decides.
  var surelyHasURI: Bool { programs.contains(where: \.reachesItsEnd) }

  /// The shortest URI of this language that `other` lacks; ``Answer/none`` means that `other` contains all of
  /// them.
  package func example(notIn other: RouteLanguage, _ budget: inout Budget) -> Answer {
    Self.search([self, other], &budget) { $0[0] && !$0[1] }
  }

  /// The shortest URI in both languages.
  package func example(alsoIn other: RouteLanguage, _ budget: inout Budget) -> Answer {
    Self.search([self, other], &budget) { $0[0] && $0[1] }
  }

  /// A breadth-first search over the combined states of all automata.
  private static func search(
    _ languages: [RouteLanguage], _ budget: inout Budget, isFound: ([Bool]) -> Bool
  ) -> Answer {
    let programs = languages.map(\.programs)
    guard let letters = letters(distinguishing: Array(Set(programs.joined().flatMap(\.sets))), &budget)
    else { return .undecided }
    // For each automaton of a language the instructions that it can be at.
    var visits = programs.map { $0.map(RouteProgram.Visits.init) }
    func closure(_ number: Int, of states: [[Int]], atStart: Bool = false, atEnd: Bool = false) -> [[Int]] {
      states.indices.map {
        programs[number][$0].closure(
          of: states[$0], atStart: atStart, atEnd: atEnd, &visits[number][$0]
        ).sorted()
      }
    }
    func successors(_ number: Int, of states: [[Int]], on letter: Unicode.Scalar) -> [[Int]] {
      zip(programs[number], states).map { $0.step(from: $1, on: letter.value) }
    }
    // The empty URI has no route; its state differs from others in that '^' matches.
    let first = programs.indices.map { closure($0, of: programs[$0].map { [$0.start] }, atStart: true) }
    var states = [(state: first, parent: 0, letter: Unicode.Scalar(" "))]
    var known: Set = [first]
    var next = 0
    while next < states.count {
      let state = states[next].state
      guard budget.spend(letters.count / 16) else { return .undecided }
      for letter in letters {
        // A scalar without a transition in the first language is irrelevant.
        guard successors(0, of: state[0], on: letter).contains(where: { !$0.isEmpty }) else { continue }
        guard budget.spend(state.joined().reduce(1) { $0 + $1.count }) else { return .undecided }
        let following = programs.indices.map {
          closure($0, of: successors($0, of: state[$0], on: letter))
        }
        guard budget.spend(following.joined().reduce(0) { $0 + $1.count }) else { return .undecided }
        guard known.insert(following).inserted else { continue }
        states.append((following, next, letter))
        let ends = programs.indices.map { closure($0, of: following[$0], atEnd: true) }
        if isFound(ends.map { $0.joined().contains(0) }) {
          let path = sequence(first: states.count - 1) { states[$0].parent }.prefix { $0 > 0 }
          return .example(String(String.UnicodeScalarView(path.map { states[$0].letter }.reversed())))
        }
      }
      next += 1
    }
    return .none
  }

  /// As few scalars of URIs as are needed to distinguish all sets, the most readable ones first; nil when the
  /// budget is not sufficient.
  private static func letters(
    distinguishing sets: [ScalarSet], _ budget: inout Budget
  ) -> [Unicode.Scalar]? {
    // All scalars between two bounds are in the same sets. Bounds at letters and digits make examples look
    // like URIs.
    let ranges = (sets + [.inURIs, .wordCharacters]).flatMap(\.ranges)
    let bounds = Set(ranges.flatMap { [$0.lowerBound, $0.upperBound + 1] })
    guard budget.spend(bounds.count * sets.count / 8) else { return nil }
    var classes: [[Int]: Unicode.Scalar] = [:]
    for bound in bounds where ScalarSet.inURIs.contains(bound) {
      guard let scalar = Unicode.Scalar(bound) else { continue }
      let members = sets.indices.filter { sets[$0].contains(bound) }
      if let other = classes[members], rank(other) <= rank(scalar) { continue }
      classes[members] = scalar
    }
    return classes.values.sorted { rank($0) < rank($1) }
  }

  /// Lower-case letters are most readable, then digits, then capitals, then other characters.
  private static func rank(_ scalar: Unicode.Scalar) -> (Int, UInt32) {
    let kinds: [ClosedRange<UInt32>] = [0x61...0x7A, 0x30...0x39, 0x41...0x5A, 0x21...0x7E]
    return (kinds.firstIndex { $0.contains(scalar.value) } ?? kinds.count, scalar.value)
  }
}
