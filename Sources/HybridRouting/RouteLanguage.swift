/// The set of URIs that one or more patterns match, for comparison with other sets.
///
/// Two languages are compared by traversing both determinised automata together (the product construction),
/// shortest URIs first, so that each answer has an example. Only URIs count: no blanks and no control
/// characters.
package struct RouteLanguage: Sendable {
  let program: RouteProgram

  /// The URIs that the pattern matches as a whole.
  package init(_ pattern: RoutePattern) { program = pattern.program }

  /// The URIs that any of the patterns matches as a whole.
  package init(anyOf patterns: [RoutePattern]) { program = RouteProgram(anyOf: patterns.map(\.program)) }

  /// The URIs that start with a match of the pattern; `^` and `$` keep their meaning.
  package init(beginningWith pattern: RoutePattern) { program = pattern.program.followedByAnything }

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
  var surelyHasURI: Bool { program.reachesItsEnd }

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
    let programs = languages.map(\.program)
    guard let alphabet = Alphabet(programs, &budget) else { return .undecided }
    var states: [[[Int]]] = []
    var parents: [(state: Int, scalar: Unicode.Scalar)] = []
    var known: Set<[[Int]]> = []
    func found(_ state: [[Int]]) -> Bool {
      isFound(
        zip(programs, state).map { program, state in
          program.closure(of: state, atStart: false, atEnd: true).first == 0
        })
    }
    func witness(_ last: Int) -> String {
      var scalars: [Unicode.Scalar] = []
      var index = last
      while index > 0 {
        scalars.append(parents[index].scalar)
        index = parents[index].state
      }
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars.reversed())
      return text
    }
    // The empty URI has no route; its state differs from others in that '^' matches.
    let first = programs.map { $0.closure(of: [$0.start], atStart: true, atEnd: false) }
    states.append(first)
    parents.append((0, " "))
    known.insert(first)
    var next = 0
    while next < states.count {
      let state = states[next]
      // A scalar without a transition in the first language is irrelevant.
      var letters: Set<Int> = []
      for index in state[0] {
        if case .scalar(let set, _) = programs[0].code[index] { letters.formUnion(alphabet.members[0][set]) }
      }
      for letter in letters.sorted() {
        let scalar = alphabet.letters[letter]
        guard budget.spend(state.reduce(1) { $0 + $1.count }) else { return .undecided }
        var following: [[Int]] = []
        for (number, program) in programs.enumerated() {
          var on: [Int] = []
          for index in state[number] {
            if case .scalar(let set, let next) = program.code[index],
              alphabet.members[number][set].contains(letter)
            {
              on.append(next)
            }
          }
          following.append(on.isEmpty ? [] : program.closure(of: on, atStart: false, atEnd: false))
        }
        guard budget.spend(following.reduce(0) { $0 + $1.count }) else { return .undecided }
        guard known.insert(following).inserted else { continue }
        states.append(following)
        parents.append((next, scalar))
        if found(following) { return .example(witness(states.count - 1)) }
      }
      next += 1
    }
    return .none
  }

  /// The relevant scalars of URIs: as few as are needed to distinguish all sets.
  private struct Alphabet {
    /// One scalar for each equivalence class, the most readable one.
    var letters: [Unicode.Scalar] = []
    /// For each program and set, the letters in the set.
    var members: [[Set<Int>]]

    /// Nil when the budget is not sufficient.
    init?(_ programs: [RouteProgram], _ budget: inout Budget) {
      var numbers: [ScalarSet: Int] = [:]
      var sets: [ScalarSet] = []
      for set in programs.flatMap(\.sets) where numbers[set] == nil {
        numbers[set] = sets.count
        sets.append(set)
      }
      var bounds: Set<UInt32> = []
      for range in (sets + [.inURIs]).flatMap(\.ranges) {
        bounds.insert(range.lowerBound)
        bounds.insert(range.upperBound + 1)
      }
      // Bounds at letters and digits make examples look like URIs.
      for range in ScalarSet.wordCharacters.ranges {
        bounds.insert(range.lowerBound)
        bounds.insert(range.upperBound + 1)
      }
      guard budget.spend(bounds.count * sets.count / 8) else { return nil }
      // All scalars between two bounds are in the same sets; ranges in the same sets form one class.
      var classes: [Set<Int>: Unicode.Scalar] = [:]
      for bound in bounds where ScalarSet.inURIs.contains(bound) {
        guard let scalar = Unicode.Scalar(bound) else { continue }
        let of = Set(sets.indices.filter { sets[$0].contains(bound) })
        if let other = classes[of], Self.rank(other) <= Self.rank(scalar) { continue }
        classes[of] = scalar
      }
      let ordered = classes.sorted { Self.rank($0.value) < Self.rank($1.value) }
      letters = ordered.map(\.value)
      members = programs.map { program in
        program.sets.map { set in
          let number = numbers[set]!
          return Set(ordered.indices.filter { ordered[$0].key.contains(number) })
        }
      }
    }

    /// Lower-case letters are most readable, then digits, then capitals, then other characters.
    private static func rank(_ scalar: Unicode.Scalar) -> (Int, UInt32) {
      switch scalar.value {
      case 0x61...0x7A: (0, scalar.value)
      case 0x30...0x39: (1, scalar.value)
      case 0x41...0x5A: (2, scalar.value)
      case 0x21...0x7E: (3, scalar.value)
      default: (4, scalar.value)
      }
    }
  }
}
