/// One thing to work out about a box.
enum Question: Hashable, Sendable {
  case box(Int, ConstraintSpace, Purpose)
  case widths(Int, ConstraintSpace)
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
/// Boxes ask boxes inside them, one call in another, up to a limit. What is asked for beyond it is noted, and the calls
/// return at once with results that nobody keeps. The noted question is then answered from an empty stack, and the one
/// before asked again, which finds the answer waiting. Trees within the limit never notice.
extension LayoutTree {
  /// Questions inside one another: about two for each level of the tree.
  static let depthLimit = 96

  /// Whether to go on with a question, one level further in. If not, ``answers`` may have the answer.
  mutating func descend(to question: @autoclosure () -> Question) -> Bool {
    if depth < LayoutTree.depthLimit, unanswered == nil {
      depth += 1
      return true
    }
    if unanswered == nil {
      let question = question()
      if answers[question] == nil { unanswered = question }
    }
    return false
  }

  /// Lays out a box at any depth.
  mutating func layoutFromEmptyStack(_ node: Int, _ space: ConstraintSpace) -> BoxResult {
    answers = [:]
    defer { answers = [:] }
    var open = [Question.box(node, space, .frames)]
    while true {
      let question = open[open.count - 1]
      depth = 0
      unanswered = nil
      let answer: Answer
      switch question {
      case .box(let node, let space, let purpose): answer = .box(layoutBox(node, space, purpose))
      case .widths(let node, let space): answer = .widths(contentSizes(of: node, space: space))
      }
      if let missing = unanswered {
        open.append(missing)
        continue
      }
      open.removeLast()
      if open.isEmpty { return answer.box ?? BoxResult(size: .zero, intrinsicHeight: 0) }
      answers[question] = answer
    }
  }
}
