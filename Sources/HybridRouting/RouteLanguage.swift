/// The URIs of one or more patterns, to be compared with others'.
///
/// Two languages are compared by walking both their determinised automata at once (the product construction),
/// shortest URIs first, so that an answer comes with a witness. Only URIs count: no blanks and no control
/// characters.
package struct RouteLanguage: Sendable {
  let program: RouteProgram

  /// What the pattern matches as a whole.
  package init(_ pattern: RoutePattern) { program = pattern.program }

  /// What any of the patterns matches as a whole.
  package init(anyOf patterns: [RoutePattern]) { program = RouteProgram(anyOf: patterns.map(\.program)) }

  /// What begins with something that the pattern matches; `^` and `$` keep their meaning.
  package init(beginningWith pattern: RoutePattern) { program = pattern.program.followedByAnything }

  /// An answer that was found, or none within the budget.
  package enum Answer: Hashable, Sendable {
    /// There is such a URI: the shortest.
    case example(String)
    /// There is none.
    case none
    /// Not found within the budget: nothing is said.
    case undecided
  }

  /// What comparisons may cost: steps of automata, shared by all that take from it.
  package struct Budget: Sendable {
    /// What is left.
    package private(set) var steps: Int

    /// As many steps; the default is a fraction of a second.
    package init(steps: Int = 3_000_000) { self.steps = steps }

    mutating func spend(_ count: Int) -> Bool {
      steps -= count
      return steps >= 0
    }

    /// Lets a part of the work have its own limit: what it spends is spent here as well.
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

  /// Whether there certainly is a URI; without it, ``example(_:)`` finds out.
  var surelyHasURI: Bool { program.reachesItsEnd }

  /// The shortest URI of this language that `other` has not: ``Answer/none`` says that `other` has them all.
  package func example(notIn other: RouteLanguage, _ budget: inout Budget) -> Answer {
    Self.search([self, other], &budget) { $0[0] && !$0[1] }
  }

  /// The shortest URI of both.
  package func example(alsoIn other: RouteLanguage, _ budget: inout Budget) -> Answer {
    Self.search([self, other], &budget) { $0[0] && $0[1] }
  }

  /// Breadth first over the states of all the automata at once.
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
    // The empty URI has no route; it differs from other states in that '^' holds.
    let first = programs.map { $0.closure(of: [$0.start], atStart: true, atEnd: false) }
    states.append(first)
    parents.append((0, " "))
    known.insert(first)
    var next = 0
    while next < states.count {
      let state = states[next]
      // A scalar that leads the first language nowhere answers no question.
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

  /// The scalars of URIs, as few as tell all the sets apart.
  private struct Alphabet {
    /// One scalar for each of the classes, the one that reads best.
    var letters: [Unicode.Scalar] = []
    /// By program and set: the letters of it.
    var members: [[Set<Int>]]

    /// Nil when the budget does not allow it.
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
      // Letters and digits are asked for by name, so that a witness reads like a URI.
      for range in ScalarSet.wordCharacters.ranges {
        bounds.insert(range.lowerBound)
        bounds.insert(range.upperBound + 1)
      }
      guard budget.spend(bounds.count * sets.count / 8) else { return nil }
      // Between two bounds all scalars are in the same sets; and such stretches in the same sets are one
      // class.
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

    /// Small letters read better than digits, those better than capitals, and all better than signs.
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
