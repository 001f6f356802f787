/// What somebody does with a to-do list, and what it shows after each step.
enum ToDoScenario {
  enum Action: Sendable {
    case tap(String)
    /// Text at the end of a field; `isEntered` with the return key.
    case type(String, String, isEntered: Bool)

    /// The element that it is about.
    var selector: String {
      switch self {
      case .tap(let selector), .type(let selector, _, _): selector
      }
    }
  }

  /// The items, with `x` for those that are done, and how many are left.
  static let steps: [(action: Action, shows: String)] = [
    (.type("#new", "Buy tea", isEntered: true), "- Buy tea | 1 left"),
    (.type("#new", "Sweep", isEntered: false), "- Buy tea | 1 left"),
    (.tap("#add"), "- Buy tea, - Sweep | 2 left"),
    (.type("#new", "Read", isEntered: true), "- Buy tea, - Sweep, - Read | 3 left"),
    (.tap("#list li:nth-child(2) .toggle"), "- Buy tea, x Sweep, - Read | 2 left"),
    (.tap("#done"), "x Sweep | 2 left"),
    (.tap("#open"), "- Buy tea, - Read | 2 left"),
    (.tap("#all"), "- Buy tea, x Sweep, - Read | 2 left"),
    (.tap("#list li:nth-child(1) .edit"), "- Buy tea, x Sweep, - Read | 2 left"),
    (.type(".editor", " now", isEntered: true), "- Buy tea now, x Sweep, - Read | 2 left"),
    (.tap("#clear"), "- Buy tea now, - Read | 2 left"),
    (.tap("#reload"), "- Buy tea now, - Read | 2 left"),
  ]
}
