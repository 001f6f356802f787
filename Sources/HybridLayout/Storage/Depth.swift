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

/// Lays out a tree of any depth on a stack of bounded size.
///
/// Boxes query the boxes inside them recursively, until ``stackBudget`` is used up. A query beyond the budget
/// is recorded and gets a placeholder answer that is never cached; the boxes around it continue, so that all
/// children of a wide container are recorded at once. Then the recorded queries are answered from an empty
/// stack, and the original query is repeated, which finds those answers. Trees within the budget are not
/// affected.
extension LayoutPass {
  /// The stack bytes that nested queries may use: half of the stack of the smallest thread.
  static let stackBudget = 224 * 1024

  /// Whether there is stack for a query one level deeper. If not, ``answers`` may have the answer.
  @inline(__always) func hasRoom() -> Bool {
    stackBase - stackPosition() < LayoutPass.stackBudget
  }

  /// Records a question for which there is no room, unless its answer is available.
  @inline(never) mutating func postpone(_ question: Question) -> Answer? {
    let question = question.findable
    if let noted = answers[question], let answer = noted { return answer }
    failures += 1
    missing.append(question)
    return nil
  }

  /// Whether the answer of a box is known to depend on a recorded question, so that asking it again is
  /// useless.
  @inline(__always) mutating func isUnsettled(_ node: Int) -> Bool {
    guard failures > 0, unsettled.contains(node) else { return false }
    failures += 1
    return true
  }

  /// Answers a question about a box at any depth.
  mutating func answerFromEmptyStack(_ question: Question) -> Answer {
    answers = [:]
    stackBase = stackPosition()
    let answer = attempt(question)
    guard failures > 0 else { return answer }
    defer { answers = [:] }
    return answerInParts(question)
  }

  /// Answers a question for which the first attempt ran out of stack.
  private mutating func answerInParts(_ question: Question) -> Answer {
    var open = [question.findable]
    // The questions being answered; others on the stack wait for their turn.
    var begun: Set<Question> = [question.findable]
    while true {
      for missing in missing.reversed() {
        if begun.contains(missing) {
          // A question that depends on itself gets an answer that ends the recursion.
          answers[missing] = missing.emptyAnswer
        } else {
          open.append(missing)
        }
      }
      missing.removeAll(keepingCapacity: true)
      let question = open[open.count - 1]
      if let noted = answers[question], noted != nil, open.count > 1 {
        open.removeLast()
        continue
      }
      begun.insert(question)
      let answer = attempt(question)
      guard failures == 0 else { continue }
      open.removeLast()
      if open.isEmpty { return answer }
      answers[question] = answer
    }
  }

  /// Answers a question if the stack suffices for all nested ones; ``failures`` tells whether it did.
  private mutating func attempt(_ question: Question) -> Answer {
    failures = 0
    missing.removeAll(keepingCapacity: true)
    unsettled.removeAll(keepingCapacity: true)
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
