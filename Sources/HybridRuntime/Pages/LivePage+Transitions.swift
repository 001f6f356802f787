import HybridDOM
import HybridJSON

/// CSS transitions in the life of a page.
extension LivePage {
  /// Shows the page before time goes by, where a change could begin a transition: it begins now and not when somebody looks.
  func beginTransitions() {
    guard transitions.isPossible, !changes.isEmpty, stage != nil, (clock.nextDue ?? .infinity) > clock.now
    else { return }
    refresh()
  }

  /// Moves transitions to where the clock is.
  func runTransitions() {
    guard !transitions.isEmpty else { return }
    changes.moved.formUnion(transitions.move(to: clock.now))
    tellOfTransitions()
  }

  /// Gives scripts the events of transitions, as a task.
  func tellOfTransitions() {
    let events = transitions.takeEvents()
    guard !events.isEmpty, world != nil else { return }
    tasks.append { page in
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
