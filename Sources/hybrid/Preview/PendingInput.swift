/// A value that the user edits locally and the server confirms.
///
/// A local change is shown at once and sent. While changes are unconfirmed, the local value is shown, so a
/// late response overwrites no input. When all changes are confirmed, the server's value is shown, even if
/// the page has changed it.
struct PendingInput<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value to show.
  private(set) var shown: Value
  /// The last value from the server.
  private(set) var answered: Value
  /// The values that were sent and not confirmed, oldest first.
  private(set) var unanswered: [Value] = []

  /// The server's value.
  init(_ value: Value) {
    shown = value
    answered = value
  }

  /// Records a local change, which the caller sends.
  mutating func send(_ value: Value) {
    shown = value
    unanswered.append(value)
    // Limits memory if the server never responds.
    if unanswered.count > 4096 { unanswered.removeFirst() }
  }

  /// Records the server's current value. An unchanged value confirms nothing: the server also sends it when
  /// other parts of the page change.
  mutating func answer(_ value: Value) {
    guard value != answered else { return }
    answered = value
    if let index = unanswered.firstIndex(of: value) {
      unanswered.removeFirst(index + 1)
    } else if !unanswered.isEmpty {
      // The page has changed the value that was sent.
      unanswered.removeFirst()
    }
    if unanswered.isEmpty { shown = value }
  }

  /// Discards unconfirmed changes: the page did not accept them.
  mutating func settle() {
    unanswered = []
    shown = answered
  }
}
