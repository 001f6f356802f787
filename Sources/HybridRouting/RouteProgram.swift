/// A pattern as a nondeterministic automaton.
///
/// It is built from its end to its beginning, so that each instruction's successors exist already.
struct RouteProgram: Hashable, Sendable {
  enum Instruction: Hashable, Sendable {
    /// The pattern has matched.
    case accept
    /// Consumes one scalar of `sets[set]`, then continues at `next`.
    case scalar(set: Int, next: Int)
    /// Continues at both instructions.
    case split(Int, Int)
    /// Continues at the beginning of the URI only.
    case atStart(next: Int)
    /// Continues at the end of the URI only.
    case atEnd(next: Int)
  }

  private(set) var code: [Instruction] = [.accept]
  private(set) var sets: [ScalarSet] = []
  private(set) var start = 0

  init(_ tree: RouteTree) throws(RoutePattern.Fault) {
    var builder = Builder()
    start = try builder.add(tree, before: 0)
    (code, sets) = (builder.code, builder.sets)
    // In X*+ the repetition does not backtrack. That makes no difference when what follows cannot start with
    // an X.
    for check in builder.possessives {
      let closure = closure(of: [check.next], atStart: true, atEnd: true)
      for index in closure {
        if case .scalar(let set, _) = code[index], sets[set].intersects(check.repeated) {
          throw RoutePattern.Fault(reason: .possessive, range: check.range)
        }
      }
    }
  }

  /// Matches what any of `programs` matches.
  init(anyOf programs: [RouteProgram]) {
    var numbers: [ScalarSet: Int] = [:]
    var starts: [Int] = []
    for program in programs {
      let base = code.count - 1
      func moved(_ index: Int) -> Int { index == 0 ? 0 : index + base }
      for instruction in program.code.dropFirst() {
        switch instruction {
        case .accept: break
        case .scalar(let set, let next):
          let known = numbers[program.sets[set]] ?? sets.count
          if known == sets.count {
            numbers[program.sets[set]] = known
            sets.append(program.sets[set])
          }
          code.append(.scalar(set: known, next: moved(next)))
        case .split(let one, let other): code.append(.split(moved(one), moved(other)))
        case .atStart(let next): code.append(.atStart(next: moved(next)))
        case .atEnd(let next): code.append(.atEnd(next: moved(next)))
        }
      }
      starts.append(moved(program.start))
    }
    guard var first = starts.last else {
      // A set without scalars, which matches nothing.
      sets = [ScalarSet()]
      code.append(.scalar(set: 0, next: 0))
      start = 1
      return
    }
    for other in starts.dropLast().reversed() {
      code.append(.split(other, first))
      first = code.count - 1
    }
    start = first
  }

  private struct Builder {
    var code: [Instruction] = [.accept]
    var sets: [ScalarSet] = []
    var possessives: [(repeated: ScalarSet, next: Int, range: Range<Int>)] = []
    private var numbers: [ScalarSet: Int] = [:]
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
      case .one(let set):
        let number = numbers[set] ?? sets.count
        if number == sets.count {
          numbers[set] = number
          sets.append(set)
        }
        return append(.scalar(set: number, next: next))
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

  /// The instructions reachable from `starts` without consuming a scalar, sorted:
  /// ``Instruction/scalar(set:next:)``, ``Instruction/accept``, and ``Instruction/atEnd(next:)`` unless the
  /// end is known to be reached.
  func closure(of starts: [Int], atStart: Bool, atEnd: Bool) -> [Int] {
    var seen: Set<Int> = []
    var result: [Int] = []
    var open = starts
    while let index = open.popLast() {
      guard seen.insert(index).inserted else { continue }
      switch code[index] {
      case .accept, .scalar: result.append(index)
      case .split(let one, let other): open += [one, other]
      case .atStart(let next): if atStart { open.append(next) }
      case .atEnd(let next): if atEnd { open.append(next) } else { result.append(index) }
      }
    }
    return result.sorted()
  }

  /// Matches a text by following all alternatives at once.
  ///
  /// - Parameters:
  ///   - anywhere: Whether matching a part of the text is enough.
  ///   - steps: Counts the visited instructions: at most `code.count` for each scalar, and once more at the
  ///     end.
  func matches(_ text: some Collection<Unicode.Scalar>, anywhere: Bool, steps: inout Int) -> Bool {
    var threads = Threads(capacity: code.count)
    var next = Threads(capacity: code.count)
    var index = text.startIndex
    var isStart = true
    enter(start, &threads, atStart: true, atEnd: text.isEmpty, steps: &steps)
    while true {
      if threads.accepts, anywhere || index == text.endIndex { return true }
      guard index < text.endIndex else { return false }
      let scalar = text[index].value
      text.formIndex(after: &index)
      isStart = false
      let isEnd = index == text.endIndex
      next.removeAll()
      for thread in threads.list {
        if case .scalar(let set, let on) = code[thread], sets[set].contains(scalar) {
          enter(on, &next, atStart: isStart, atEnd: isEnd, steps: &steps)
        }
      }
      if anywhere {
        enter(start, &next, atStart: isStart, atEnd: isEnd, steps: &steps)
      } else if next.list.isEmpty, !next.accepts {
        return false
      }
      swap(&threads, &next)
    }
  }

  private func enter(_ start: Int, _ threads: inout Threads, atStart: Bool, atEnd: Bool, steps: inout Int) {
    threads.open.append(start)
    while let index = threads.open.popLast() {
      guard threads.insert(index) else { continue }
      steps += 1
      switch code[index] {
      case .accept: threads.accepts = true
      case .scalar: threads.list.append(index)
      case .split(let one, let other):
        threads.open.append(other)
        threads.open.append(one)
      case .atStart(let next): if atStart { threads.open.append(next) }
      case .atEnd(let next): if atEnd { threads.open.append(next) }
      }
    }
  }

  /// The active states of the automaton at one position of the text.
  private struct Threads {
    var list: [Int] = []
    var accepts = false
    var open: [Int] = []
    /// The round in which each instruction was last entered.
    private var rounds: [Int]
    private var round = 1

    init(capacity: Int) { rounds = [Int](repeating: 0, count: capacity) }

    mutating func insert(_ index: Int) -> Bool {
      guard rounds[index] != round else { return false }
      rounds[index] = round
      return true
    }

    mutating func removeAll() {
      list.removeAll(keepingCapacity: true)
      accepts = false
      round += 1
    }
  }
}

extension RouteProgram {
  /// A program that matches what this one matches, followed by anything.
  var followedByAnything: RouteProgram {
    var result = self
    // All transitions to the end lead to a loop over all scalars instead.
    let set = sets.count
    result.sets.append(.any)
    let loop = code.count
    result.code = code.map { instruction in
      switch instruction {
      case .accept: .accept
      case .scalar(let set, let next): .scalar(set: set, next: next == 0 ? loop : next)
      case .split(let one, let other): .split(one == 0 ? loop : one, other == 0 ? loop : other)
      case .atStart(let next): .atStart(next: next == 0 ? loop : next)
      case .atEnd(let next): .atEnd(next: next == 0 ? loop : next)
      }
    }
    result.code += [.split(loop + 1, 0), .scalar(set: set, next: loop)]
    if start == 0 { result.start = loop }
    return result
  }
}
