/// The sizes that a layout has measured, by question, and the number of measurements left. Measuring a nested
/// component again costs only a look-up.
struct MeasuredSizes<Question: Hashable, Answer> {
  private var answers: [Question: Answer] = [:]
  /// Measurements left. Normal templates need far fewer; a hostile one gets its last sizes instead.
  private var budget: Int

  init(componentCount: Int) {
    budget = 1000 + componentCount * 24
    answers.reserveCapacity(componentCount * 2)
  }

  subscript(question: Question) -> Answer? { answers[question] }

  /// Takes a measurement from the budget; false if the budget is used up.
  mutating func begin() -> Bool {
    guard budget > 0 else { return false }
    budget -= 1
    return true
  }

  mutating func insert(_ answer: Answer, for question: Question) { answers[question] = answer }
}

extension [Component] {
  /// The children of each component that are not gone.
  func shownChildren<Length>(_ boxes: [ComponentBox<Length>]) -> [[Int]] {
    map { component in component.children.filter { !boxes[$0].isGone } }
  }
}
