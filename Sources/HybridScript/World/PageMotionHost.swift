/// The host of CSS animations and transitions for scripts, and of registered custom properties.
package protocol PageMotionHost: AnyObject {
  /// The animations and transitions that run or are held, in the order of Web Animations 1 §4.4.
  func motions() -> [PageMotion]
  /// The time of one of them by its number; nil for one that is over or whose element has it no longer.
  func motionState(_ id: Int) -> MotionState?
  /// Its keyframes.
  func motionFrames(_ id: Int) -> [MotionFrame]
  /// Changes its time.
  func control(_ id: Int, _ command: MotionCommand)
  /// Registers a custom property. CSS Properties and Values 1 §4.1.
  func registerProperty(_ name: String, syntax: String, isInherited: Bool, initial: String?) throws
}

/// An animation or transition of CSS.
package struct PageMotion: Hashable, Sendable {
  package enum Kind: Int, Sendable { case transition, animation }
  package var id: Int
  package var kind: Kind
  /// The name of the keyframes or of the property.
  package var name: String
  package var node: Int
  /// `::before` and the like; empty for the element itself.
  package var pseudoElement: String

  package init(id: Int, kind: Kind, name: String, node: Int, pseudoElement: String) {
    (self.id, self.kind, self.name, self.node) = (id, kind, name, node)
    self.pseudoElement = pseudoElement
  }
}

/// The time and the timing of an animation or transition. Times are in milliseconds.
package struct MotionState: Hashable, Sendable {
  package enum Timeline: Int, Sendable { case document, scroll }
  /// Nil where it has none.
  package var time: Double?
  package var rate: Double
  /// Whether it is paused.
  package var isHeld: Bool
  /// Whether it has come to its end.
  package var isDone: Bool
  package var delay: Double
  package var duration: Double
  package var iterations: Double
  package var direction: String
  package var fill: String
  package var easing: String
  package var timeline: Timeline

  package init(
    time: Double?, rate: Double, isHeld: Bool, isDone: Bool, delay: Double, duration: Double,
    iterations: Double, direction: String, fill: String, easing: String, timeline: Timeline
  ) {
    (self.time, self.rate, self.isHeld, self.isDone) = (time, rate, isHeld, isDone)
    (self.delay, self.duration, self.iterations) = (delay, duration, iterations)
    (self.direction, self.fill, self.easing, self.timeline) = (direction, fill, easing, timeline)
  }
}

/// A keyframe as CSS has computed it.
package struct MotionFrame: Sendable {
  package var offset: Double
  package var easing: String
  /// Values by the name of their property.
  package var values: [(name: String, text: String)]

  package init(offset: Double, easing: String, values: [(name: String, text: String)]) {
    (self.offset, self.easing, self.values) = (offset, easing, values)
  }
}

/// A command of a script for an animation or a transition. Web Animations 1 §4.4.
package enum MotionCommand: Hashable, Sendable {
  case play, pause, cancel, finish
  case setTime(Double)
  case setRate(Double)

  /// A command by its name, some with a number.
  init?(_ name: String, _ value: Double) {
    switch name {
    case "play": self = .play
    case "pause": self = .pause
    case "cancel": self = .cancel
    case "finish": self = .finish
    case "time" where value.isFinite: self = .setTime(value)
    case "rate" where value.isFinite: self = .setRate(value)
    default: return nil
    }
  }
}

extension PageMotionHost {
  package func motions() -> [PageMotion] { [] }
  package func motionState(_ id: Int) -> MotionState? { nil }
  package func motionFrames(_ id: Int) -> [MotionFrame] { [] }
  package func control(_ id: Int, _ command: MotionCommand) {}
  package func registerProperty(
    _ name: String, syntax: String, isInherited: Bool, initial: String?
  ) throws {}
}
