import HybridDOM
import HybridJSON

/// CSS transitions in the life of a page.
extension LivePage {
  /// Moves transitions to the time that it is.
  func runTransitions() {
    guard !transitions.isEmpty else { return }
    dom.noteMoved(transitions.move(to: now))
    tellOfTransitions()
  }

  /// Gives scripts the events of transitions, as a task.
  func tellOfTransitions() {
    let events = transitions.takeEvents()
    guard !events.isEmpty, world != nil else { return }
    later { page in
      for event in events where page.isAttached(event.node) || event.kind == .cancel {
        page.dispatch(
          "transition" + event.kind.rawValue, on: event.node,
          detail: [
            "propertyName": .string(event.property.name), "elapsedTime": .number(event.elapsed),
            "pseudoElement": "",
          ])
      }
    }
  }
}
