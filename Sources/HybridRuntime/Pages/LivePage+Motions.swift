import HybridCSS
import HybridDOM
import HybridGeometry
package import HybridScript

/// The animations and transitions of CSS as scripts see them.
extension LivePage {
  /// The number by which scripts name one: those of transitions are even.
  private func scriptID(_ id: Int, _ kind: PageMotion.Kind) -> Int { id * 2 + kind.rawValue }

  package func motions() -> [PageMotion] {
    guard transitions.isPossible || keyframes.isPossible || !transitions.isEmpty || !keyframes.isEmpty else {
      return []
    }
    refresh()
    let shown = dom.shown
    func motion(_ id: Int, _ kind: PageMotion.Kind, _ name: String, _ node: NodeID) -> PageMotion {
      let element = shown.originatingElement(of: node)
      return PageMotion(
        id: scriptID(id, kind), kind: kind, name: name, node: element.index,
        pseudoElement: element == node ? "" : shown[node].element?.name ?? "")
    }
    let running = transitions.all(in: shown).map { node, transition in
      transitions.watch(transition.sequence)
      return motion(transition.sequence, .transition, transition.property.name, node)
    }
    return running
      + keyframes.relevant(at: now, in: shown).map { node, animation in
        keyframes.watch(animation.id)
        return motion(animation.id, .animation, animation.rule.name, node)
      }
  }

  package func motionState(_ id: Int) -> MotionState? {
    id % 2 == PageMotion.Kind.animation.rawValue
      ? keyframes.animation(id / 2)?.state(at: now) : transitions.transition(id / 2)?.state(at: now)
  }

  package func motionFrames(_ id: Int) -> [MotionFrame] {
    guard id % 2 == PageMotion.Kind.animation.rawValue else {
      return transitions.transition(id / 2)?.frames(in: ComputedStyle(initial: unit.dialect.css)) ?? []
    }
    return keyframes.animation(id / 2)?.frames.map {
      MotionFrame(offset: $0.offset, easing: $0.easing, values: $0.values)
    } ?? []
  }

  package func control(_ id: Int, _ command: MotionCommand) {
    refresh()
    let isAnimation = id % 2 == PageMotion.Kind.animation.rawValue
    let node =
      isAnimation
      ? keyframes.perform(command, on: id / 2, at: now) : transitions.perform(command, on: id / 2, at: now)
    guard let node else { return }
    dom.noteMoved([node])
    if isAnimation { tellOfKeyframes() } else { runTransitions() }
    tellOfTransitions()
  }

  /// Tells scripts which of the animations that they have seen have ended.
  func tellOfEnds(_ ends: [(id: Int, isFinished: Bool)], _ kind: PageMotion.Kind) {
    for end in ends {
      let id = scriptID(end.id, kind)
      later { $0.world?.motionEnded(id, isFinished: end.isFinished) }
    }
  }

  package func registerProperty(
    _ name: String, syntax: String, isInherited: Bool, initial: String?
  ) throws {
    let property: RegisteredProperty
    do throws(RegisteredProperty.Fault) {
      property = try RegisteredProperty(
        name, syntax: syntax, isInherited: isInherited, initialText: initial)
    } catch {
      let words =
        switch error {
        case .name: "the name of a custom property begins with '--'"
        case .syntax: "'\(syntax)' is not a syntax of CSS Properties and Values"
        case .initial: "the initial value does not fit the syntax"
        }
      throw ScriptThrow("SyntaxError", words)
    }
    guard register(property) else {
      throw ScriptThrow("InvalidModificationError", "'\(name)' is registered already")
    }
  }

  /// Brings animations that scroll positions drive to those of the last layout, and lays out what they
  /// change.
  /// Scroll-driven Animations 1 §4.1: what moves within a frame is followed once.
  func followScrolling() {
    guard keyframes.hasScrolled else { return }
    let moved = readTimelines()
    guard !moved.isEmpty, var next = screen.takeStage() else { return }
    dom.noteMoved(moved)
    next.update(self, dom.takeChanges())
    screen.show(next)
  }

  /// Sets the timelines to the last layout; returns the elements whose look changes.
  private func readTimelines() -> Set<NodeID> {
    guard let stage else { return [] }
    let viewport = Size(width: device.viewport.width, height: device.viewport.height)
    let reader = TimelineReader(document: dom.shown, stage: stage, viewport: viewport)
    return keyframes.scroll { reader.position(of: $0, $1) }
  }
}
