import HybridDOM
import HybridJSON

/// CSS animations of a page.
extension LivePage {
  /// Advances the animations to the current time.
  func runKeyframes() {
    guard !keyframes.isEmpty else { return }
    dom.noteMoved(keyframes.move(to: now))
    tellOfKeyframes()
  }

  /// Delivers events of animations to scripts, as a task; those before the scripts run wait for them. CSS
  /// Animations 1 §4.2.
  func tellOfKeyframes() {
    guard unit.isScripted else { return keyframes.dropEvents() }
    guard world != nil else { return }
    tellOfEnds(keyframes.takeOutcomes(), .animation)
    let events = keyframes.takeEvents(at: now)
    guard !events.isEmpty else { return }
    later { page in
      for event in events {
        let element = page.dom.shown.originatingElement(of: event.node)
        guard page.isAttached(element) || event.kind == .cancel else { continue }
        let isGenerated = element != event.node
        page.dispatch(
          "animation" + event.kind.rawValue, on: element,
          detail: [
            "animationName": .string(event.name), "elapsedTime": .number(event.elapsed),
            "pseudoElement": .string(
              isGenerated ? page.dom.shown[event.node].element?.name ?? "" : ""),
          ])
      }
    }
  }
}
