/// A value that a person changes here and a server answers for: shown at once, and given back to the server in the end.
///
/// Each change that is sent waits for its answer. While any does, what is shown is the person's, so that no key is lost to
/// an answer that is late; once none does, the server's value is what counts, also where it made another one of it.
struct Echo<Value: Hashable & Sendable>: Hashable, Sendable {
  /// What to show.
  private(set) var shown: Value
  /// What the server had last.
  private(set) var answered: Value
  /// What was sent since, oldest first.
  private(set) var unanswered: [Value] = []

  /// The server's value.
  init(_ value: Value) {
    shown = value
    answered = value
  }

  /// The person made it another value, which is sent.
  mutating func send(_ value: Value) {
    shown = value
    unanswered.append(value)
    // A server that never answers does not fill the memory.
    if unanswered.count > 4096 { unanswered.removeFirst() }
  }

  /// The server's value as it is now. The same one again answers nothing: a page that changed elsewhere tells it too.
  mutating func answer(_ value: Value) {
    guard value != answered else { return }
    answered = value
    if let index = unanswered.firstIndex(of: value) {
      unanswered.removeFirst(index + 1)
    } else if !unanswered.isEmpty {
      // Not what was sent, so what the page made of it.
      unanswered.removeFirst()
    }
    if unanswered.isEmpty { shown = value }
  }

  /// No answer is to come any more: the page did not take what was sent.
  mutating func settle() {
    unanswered = []
    shown = answered
  }
}
