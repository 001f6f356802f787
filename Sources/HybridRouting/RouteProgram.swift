/// A pattern as a nondeterministic automaton.
///
/// It is built from its end to its beginning, so that each instruction's successors exist already.
struct RouteProgram: Hashable, Sendable {
  enum Instruction: Hashable, Sendable {
    /// The pattern has matched.
    case accept
    /// Consumes one scalar of the set, then continues at `next`.
    case scalar(ScalarSet, next: Int)
    /// Continues at both instructions.
    case split(Int, Int)
    /// Continues at the beginning of the URI only.
    case atStart(next: Int)
    /// Continues at the end of the URI only.
    case atEnd(next: Int)
  }

  private(set) var code: [Instruction] = [.accept]
  private(set) var start = 0
  /// Whether anything may follow a match.
  private var isOpen = false

  init(_ tree: RouteTree) throws(RoutePattern.Fault) {
    var builder = Builder()
    start = try builder.add(tree, before: 0)
    code = builder.code
    // In X*+ the repetition does not backtrack. That makes no difference when what follows cannot start with
    // an X.
    var visits = Visits(of: self)
    for check in builder.possessives {
      for index in closure(of: [check.next], atStart: true, atEnd: true, &visits) {
        if case .scalar(let set, _) = code[index], set.intersects(check.repeated) {
          throw RoutePattern.Fault(reason: .possessive, range: check.range)
        }
      }
    }
  }

  private struct Builder {
    var code: [Instruction] = [.accept]
    var possessives: [(repeated: ScalarSet, next: Int, range: Range<Int>)] = []
    private var work = 0

    mutating func append(_ instruction: Instruction) -> Int {
      code.append(instruction)
      return code.count - 1
    }

    mutating func add(_ tree: RouteTree, before next: Int) throws(RoutePattern.Fault) -> Int {
      // Counted here, since empty groups could be repeated without adding an instruction.
      work += 1
      guard work <= RoutePattern.largestProgram else {
        throw RoutePattern.Fault(reason: .tooLarge, range: 0..<0)
      }
      switch tree {
      case .empty: return next
      case .start: return append(.atStart(next: next))
      case .end: return append(.atEnd(next: next))
      case .one(let set): return append(.scalar(set, next: next))
      case .sequence(let items):
        var entry = next
        for item in items.reversed() { entry = try add(item, before: entry) }
        return entry
      case .either(let branches):
        var entry: Int?
        for branch in branches.reversed() {
          let way = try add(branch, before: next)
          entry = entry.map { append(.split(way, $0)) } ?? way
        }
        return entry ?? next
      case .times(let item, let least, let most, let possessiveAt):
        if let range = possessiveAt {
          guard case .one(let set) = item else { throw RoutePattern.Fault(reason: .possessive, range: range) }
          // {m} repeats a fixed number of times.
          if least != most { possessives.append((set, next, range)) }
        }
        var entry = next
        var copies = least
        if let most {
          for _ in least..<most {
            let way = try add(item, before: entry)
            entry = append(.split(way, next))
          }
        } else {
          let loop = append(.accept)
          let way = try add(item, before: loop)
          code[loop] = .split(way, next)
          entry = loop
          if least > 0 {
            entry = way
            copies -= 1
          }
        }
        for _ in 0..<copies { entry = try add(item, before: entry) }
        return entry
      }
    }
  }

  /// The instructions reachable from `starts` without consuming a scalar:
  /// ``Instruction/scalar(_:next:)``, ``Instruction/accept``, and ``Instruction/atEnd(next:)`` unless the
  /// end is known to be reached.
  func closure(of starts: [Int], atStart: Bool, atEnd: Bool, _ visits: inout Visits) -> [Int] {
    var (open, result) = (starts, [Int]())
    visits.begin()
    while let index = open.popLast() {
      guard visits.insert(index) else { continue }
      switch code[index] {
      case .accept, .scalar: result.append(index)
      case .split(let one, let other):
        open.append(other)
        open.append(one)
      case .atStart(let next): if atStart { open.append(next) }
      case .atEnd(let next): if atEnd { open.append(next) } else { result.append(index) }
      }
    }
    return result
  }

  /// The instructions after those of `states` that consume a scalar.
  func step(from states: [Int], on scalar: UInt32) -> [Int] {
    var result: [Int] = []
    for index in states {
      switch code[index] {
      case .scalar(let set, let next): if set.contains(scalar) { result.append(next) }
      case .accept: if isOpen { result.append(index) }
      case .split, .atStart, .atEnd: break
      }
    }
    return result
  }

  /// A program that matches what this one matches, followed by anything.
  var followedByAnything: RouteProgram {
    var result = self
    result.isOpen = true
    return result
  }

  /// The sets of scalars by which the program decides.
  var sets: [ScalarSet] {
    code.compactMap { if case .scalar(let set, _) = $0 { set } else { nil } }
  }

  /// Matches a text by following all alternatives at once.
  ///
  /// - Parameters:
  ///   - anywhere: Whether matching a part of the text is enough.
  ///   - steps: Counts the visited instructions: at most `code.count` for each scalar, and once more at the
  ///     end.
  func matches(_ text: some Collection<Unicode.Scalar>, anywhere: Bool, steps: inout Int) -> Bool {
    var visits = Visits(of: self)
    defer { steps += visits.count }
    var index = text.startIndex
    var states = closure(of: [start], atStart: true, atEnd: text.isEmpty, &visits)
    while true {
      let isEnd = index == text.endIndex
      if anywhere || isEnd, states.contains(0) { return true }
      guard !isEnd, anywhere || !states.isEmpty else { return false }
      var next = step(from: states, on: text[index].value)
      if anywhere { next.append(start) }
      text.formIndex(after: &index)
      states = closure(of: next, atStart: false, atEnd: index == text.endIndex, &visits)
    }
  }

  /// The instructions that one closure visits, each once. The memory serves all closures of a program.
  struct Visits {
    /// The closure in which each instruction was last visited.
    private var rounds: [Int]
    private var round = 0
    /// The number of visits in all closures.
    private(set) var count = 0

    init(of program: RouteProgram) { rounds = [Int](repeating: 0, count: program.code.count) }

    mutating func begin() { round += 1 }

    mutating func insert(_ index: Int) -> Bool {
      guard rounds[index] != round else { return false }
      (rounds[index], count) = (round, count + 1)
      return true
    }
  }
}
