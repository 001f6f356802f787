/// A value to compute for a box.
enum Question: Hashable, Sendable {
  case box(Int, ConstraintSpace, Purpose)
  case widths(Int, ConstraintSpace)
}

extension Question {
  /// The same question without NaN, so that it can be found in a dictionary.
  var findable: Question {
    switch self {
    case .box(let node, let space, let purpose): .box(node, space.withoutNaN, purpose)
    case .widths(let node, let space): .widths(node, space.withoutNaN)
    }
  }

  /// The answer of an empty box.
  var emptyAnswer: Answer {
    switch self {
    case .box: .box(BoxResult(size: .zero, intrinsicHeight: 0))
    case .widths: .widths(MinMaxSizes(0))
    }
  }
}

/// The answer to a ``Question``.
enum Answer: Sendable {
  case box(BoxResult)
  case widths(MinMaxSizes)

  var box: BoxResult? {
    if case .box(let result) = self { return result }
    return nil
  }

  var widths: MinMaxSizes? {
    if case .widths(let sizes) = self { return sizes }
    return nil
  }
}

/// The questions that were too deep for the stack, and how far the stack may be used.
struct PostponedQuestions {
  /// The stack bytes that nested queries may use: half of the stack of the smallest thread.
  private static let stackBudget = 224 * 1024

  /// The stack position at the start of the current question.
  private var stackBase = 0
  /// The number of placeholder answers since the last ``beginAttempt()``.
  private(set) var placeholders = 0
  /// The questions that got them.
  private var missing: [Question] = []
  /// The boxes whose answers depend on them.
  private var unsettled: Set<Int> = []
  /// Those questions with their answers, once available.
  private var answers: [Question: Answer] = [:]

  /// Whether there is stack for a query one level deeper. If not, ``answer(_:)`` may have the answer.
  @inline(__always) func hasRoom() -> Bool { stackBase - stackPosition() < Self.stackBudget }

  /// The answer to a question for which there is no room, if it is available; otherwise the question is
  /// recorded.
  @inline(never) mutating func answer(_ question: Question) -> Answer? {
    let question = question.findable
    if let answer = answers[question] { return answer }
    placeholders += 1
    missing.append(question)
    return nil
  }

  /// Whether the answer of a box is known to depend on a recorded question, so that asking it again is
  /// useless.
  @inline(__always) mutating func isUnsettled(_ node: Int) -> Bool {
    guard placeholders > 0, unsettled.contains(node) else { return false }
    placeholders += 1
    return true
  }

  /// Records that the answer of a box depends on a recorded question.
  @inline(__always) mutating func unsettle(_ node: Int) { unsettled.insert(node) }

  /// Begins at the current stack position, without answers.
  @inline(__always) mutating func begin() {
    answers = [:]
    stackBase = stackPosition()
  }

  /// Begins to answer a question; ``placeholders`` shows whether the stack sufficed.
  mutating func beginAttempt() {
    placeholders = 0
    missing.removeAll(keepingCapacity: true)
    unsettled.removeAll(keepingCapacity: true)
  }

  /// Moves the recorded questions to `open`, the first one last.
  ///
  /// - Parameter begun: The questions being answered. One that depends on itself gets an answer that ends the
  ///   recursion.
  mutating func moveMissing(to open: inout [Question], begun: Set<Question>) {
    for question in missing.reversed() {
      if begun.contains(question) {
        answers[question] = question.emptyAnswer
      } else {
        open.append(question)
      }
    }
    missing.removeAll(keepingCapacity: true)
  }

  func isAnswered(_ question: Question) -> Bool { answers[question] != nil }

  mutating func keep(_ answer: Answer, to question: Question) { answers[question] = answer }

  mutating func forgetAnswers() { answers = [:] }
}

/// Lays out a tree of any depth on a stack of bounded size.
///
/// Boxes query the boxes inside them recursively, while ``PostponedQuestions/hasRoom()``. A query beyond that
/// is recorded and gets a placeholder answer that is never cached; the boxes around it continue, so that all
/// children of a wide container are recorded at once. Then the recorded queries are answered from an empty
/// stack, and the original query is repeated, which finds those answers. Trees within the budget are not
/// affected.
extension LayoutPass {
  /// Answers a question about a box at any depth.
  mutating func answerFromEmptyStack(_ question: Question) -> Answer {
    postponed.begin()
    let answer = attempt(question)
    guard postponed.placeholders > 0 else { return answer }
    defer { postponed.forgetAnswers() }
    return answerInParts(question)
  }

  /// Answers a question for which the first attempt ran out of stack.
  private mutating func answerInParts(_ question: Question) -> Answer {
    var open = [question.findable]
    // The questions being answered; others on the stack wait for their turn.
    var begun: Set<Question> = [question.findable]
    while true {
      postponed.moveMissing(to: &open, begun: begun)
      let question = open[open.count - 1]
      if open.count > 1, postponed.isAnswered(question) {
        open.removeLast()
        continue
      }
      begun.insert(question)
      let answer = attempt(question)
      guard postponed.placeholders == 0 else { continue }
      open.removeLast()
      if open.isEmpty { return answer }
      postponed.keep(answer, to: question)
    }
  }

  /// Answers a question if the stack suffices for all nested ones.
  private mutating func attempt(_ question: Question) -> Answer {
    postponed.beginAttempt()
    switch question {
    case .box(let node, let space, let purpose): return .box(layoutBox(node, space, purpose))
    case .widths(let node, let space): return .widths(contentSizes(of: node, space: space))
    }
  }

  /// Lays out a box and its descendants, at any depth.
  mutating func layoutFromEmptyStack(_ node: Int, _ space: ConstraintSpace, _ purpose: Purpose = .frames)
    -> BoxResult
  {
    answerFromEmptyStack(.box(node, space, purpose)).box ?? BoxResult(size: .zero, intrinsicHeight: 0)
  }
}

/// The current stack position. Stacks grow downwards on all supported machines.
@inline(__always) private func stackPosition() -> Int {
  var marker: UInt8 = 0
  return unsafe withUnsafeMutablePointer(to: &marker) { pointer in Int(bitPattern: pointer) }
}
