/// Answers that do not fit into the nodes' own memories, kept for the rest of one layout.
///
/// Most boxes get two or three different questions. A few kinds of boxes, such as wrapping columns and grids
/// with baselines in definite heights, get more, and often one more on each level; without this cache each
/// level would ask the next one several times as often as it is asked itself, and the time would be
/// exponential in the depth.
struct SpilledAnswers: Sendable {
  /// The number of evictions up to which storing answers is not worthwhile.
  private static let patience = 2_048
  /// The maximum number of answers, about 100 MB; beyond it all are dropped.
  private static let limit = 1 << 19

  private struct Answer {
    var purpose: Purpose
    var result: BoxResult
  }

  /// The answers of one node by their questions.
  private struct Answers {
    var boxes: [ConstraintSpace: Answer] = [:]
    var widths: [ConstraintSpace: MinMaxSizes] = [:]
    var count: Int { boxes.count + widths.count }
  }

  private var forgotten = 0
  private var count = 0
  private var answers: [Int: Answers] = [:]

  /// Whether there may be answers here.
  @inline(__always) var isFilling: Bool { forgotten > Self.patience }

  /// An answer to the same question, if it was computed for at least this purpose.
  func answer(of memory: Int, _ space: ConstraintSpace, _ purpose: Purpose) -> BoxResult? {
    guard let answer = answers[memory]?.boxes[space], answer.purpose >= purpose else { return nil }
    return answer.result
  }

  /// Widths that were computed in a space that gives the same widths.
  func widths(of memory: Int, _ space: ConstraintSpace, of style: UsedStyle) -> MinMaxSizes? {
    answers[memory]?.widths[space.questionOfWidths(of: style)]
  }

  mutating func add(_ entry: LayoutEntry, of memory: Int) {
    guard beginsAdding() else { return }
    change(memory) { answers in
      if let known = answers.boxes[entry.space], known.purpose >= entry.purpose { return }
      answers.boxes[entry.space] = Answer(purpose: entry.purpose, result: entry.result)
    }
  }

  mutating func add(_ entry: IntrinsicEntry, of memory: Int, _ style: UsedStyle) {
    guard beginsAdding() else { return }
    change(memory) { $0.widths[entry.space.questionOfWidths(of: style)] = entry.sizes }
  }

  /// Removes the answers of a node.
  mutating func removeAll(of memory: Int) {
    guard isFilling, let removed = answers.removeValue(forKey: memory) else { return }
    count -= removed.count
  }

  /// Whether answers are worth storing by now. Makes room if there is none.
  private mutating func beginsAdding() -> Bool {
    forgotten += 1
    guard isFilling else { return false }
    if count >= Self.limit {
      answers = [:]
      count = 0
    }
    return true
  }

  private mutating func change(_ memory: Int, _ body: (inout Answers) -> Void) {
    let before = answers[memory]?.count ?? 0
    body(&answers[memory, default: Answers()])
    count += (answers[memory]?.count ?? 0) - before
  }
}
