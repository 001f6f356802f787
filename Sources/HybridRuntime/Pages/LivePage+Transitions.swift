import HybridDOM
import HybridJSON

/// CSS transitions of a page.
extension LivePage {
  /// Advances transitions to the current time.
  func runTransitions() {
    guard !transitions.isEmpty else { return }
    dom.noteMoved(transitions.move(to: now))
    tellOfTransitions()
  }

  /// Delivers transition events to scripts, as a task.
  func tellOfTransitions() {
    tellOfEnds(transitions.takeOutcomes(), .transition)
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
