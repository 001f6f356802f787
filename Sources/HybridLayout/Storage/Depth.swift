/// One thing to work out about a box.
enum Question: Hashable, Sendable {
  case box(Int, ConstraintSpace, Purpose)
  case widths(Int, ConstraintSpace)
}

extension Question {
  /// The same question with numbers that are equal to themselves: it can be found again.
  var findable: Question {
    switch self {
    case .box(let node, let space, let purpose): .box(node, space.withoutNaN, purpose)
    case .widths(let node, let space): .widths(node, space.withoutNaN)
    }
  }

  /// What a box would answer that holds nothing.
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

/// How a tree of any depth is laid out on a stack of bounded size.
///
/// Boxes ask boxes inside them, one call in another, until ``stackBudget`` is used up. What is asked for
/// beyond it is noted, and answered by something that nobody keeps; the boxes around go on, so that the
/// children of a wide container are noted all at once. The noted questions are then answered from an empty
/// stack, and the one before asked again, which finds the answers waiting. Trees within the budget never
/// notice.
extension LayoutPass {
  /// Bytes of stack that questions inside one another may take: half of what the smallest thread has.
  static let stackBudget = 224 * 1024

  /// Whether to go on with a question, one level further in. If not, ``answers`` may have the answer.
  @inline(__always) func hasRoom() -> Bool {
    stackBase - stackPosition() < LayoutPass.stackBudget
  }

  /// Notes a question for which there is no room, unless its answer is waiting.
  @inline(never) mutating func postpone(_ question: Question) -> Answer? {
    let question = question.findable
    if let noted = answers[question], let answer = noted { return answer }
    failures += 1
    missing.append(question)
    return nil
  }

  /// Whether a box is known to hang on a question that is noted: there is no use in asking it again.
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

  /// Answers a question that the first attempt at found too deep.
  private mutating func answerInParts(_ question: Question) -> Answer {
    var open = [question.findable]
    // Those that are being answered; others on the stack wait for their turn.
    var begun: Set<Question> = [question.findable]
    while true {
      for missing in missing.reversed() {
        if begun.contains(missing) {
          // What hangs on itself gets an answer that ends it.
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

  /// Answers a question if there is room for all that it asks; ``failures`` tells whether there was.
  private mutating func attempt(_ question: Question) -> Answer {
    failures = 0
    missing.removeAll(keepingCapacity: true)
    unsettled.removeAll(keepingCapacity: true)
    switch question {
    case .box(let node, let space, let purpose): return .box(layoutBox(node, space, purpose))
    case .widths(let node, let space): return .widths(contentSizes(of: node, space: space))
    }
  }

  /// Lays out a box and all in it, at any depth.
  mutating func layoutFromEmptyStack(_ node: Int, _ space: ConstraintSpace, _ purpose: Purpose = .frames)
    -> BoxResult
  {
    answerFromEmptyStack(.box(node, space, purpose)).box ?? BoxResult(size: .zero, intrinsicHeight: 0)
  }
}

/// Where the stack is now. Stacks grow downwards on every machine that this runs on.
@inline(__always) private func stackPosition() -> Int {
  var marker: UInt8 = 0
  return unsafe withUnsafeMutablePointer(to: &marker) { pointer in Int(bitPattern: pointer) }
}
