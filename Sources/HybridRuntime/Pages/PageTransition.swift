import HybridCSS
import HybridDOM
import HybridGeometry
import HybridViewTree

/// The transition of one property of one element. CSS Transitions 1 §3, *Starting of Transitions*.
struct PageTransition {
  var property: PropertyID
  /// The start and end values, with `currentcolor` replaced.
  var from: TransitionValue
  var to: TransitionValue
  /// The computed end value, for comparison.
  var target: TransitionValue
  /// The *reversing-adjusted start value*: the end value of a reversing transition.
  var origin: TransitionValue
  /// The *reversing shortening factor*.
  var shortening = 1.0
  var timing: TimingFunction
  /// Times on the page's clock, in milliseconds; the delay ends at `begin`.
  var begin: Double
  var end: Double
  /// The part skipped by a negative delay, in milliseconds.
  var skipped: Double
  /// The creation number.
  var sequence: Int
  /// The number of transitions before it in a chain, each started when the previous one ended.
  var nesting: Int
  /// The size of the border box when it started.
  var size: Size<Double>
  /// Whether its delay is over and the start event was sent.
  var isActive = false

  /// Its progress.
  func progress(at time: Double) -> Double {
    if time < begin { return 0 }
    return timing.progress(at: end > begin ? (time - begin) / (end - begin) : 1)
  }

  func value(at time: Double) -> TransitionValue {
    if time < begin { return from }
    if time >= end { return to }
    return from.mixed(with: to, at: progress(at: time), size: size) ?? to
  }

  /// When its next event is due.
  var nextEvent: Double { isActive ? end : begin }

  /// What a client plays of it; nil if only the engine can animate it.
  func track(at now: Double, in style: ComputedStyle) -> ViewMotion.Track? {
    guard property.isPlayable, from.isPlayed(to: to) else { return nil }
    func text(_ value: TransitionValue) -> String {
      var style = style
      property.animation.set(value, &style)
      return style.usedText(of: property) ?? ""
    }
    let easing = timing.cssText
    return ViewMotion.Track(
      property: property.name,
      frames: [
        ViewMotion.Frame(offset: 0, value: text(from), easing: easing),
        ViewMotion.Frame(offset: 1, value: text(to), easing: easing),
      ], duration: end - begin, fill: "both", time: now - begin)
  }

  /// The elapsed time in seconds, as in events.
  func elapsed(at time: Double) -> Double { min(max(time - begin, 0), max(end - begin, 0)) / 1000 }
}

/// A transition event. CSS Transitions 1 §6, *Transition Events*.
struct PageTransitionEvent {
  enum Kind: String { case run, start, end, cancel }
  var kind: Kind
  var node: NodeID
  var property: PropertyID
  /// Seconds.
  var elapsed: Double
  /// When it happened, for ordering; on the page's clock, in milliseconds.
  var time: Double
  var sequence: Int
}

/// The `transition-*` values of a style for one property.
struct TransitionPlan {
  /// Milliseconds.
  var duration: Double
  /// Milliseconds.
  var delay: Double
  var timing: TimingFunction

  /// The maximum duration of a part, in milliseconds: longer ones count as endless.
  private static let limit = 1e9

  /// The entry of the lists at an index; lists repeat. Nil if it takes no time.
  init?(_ motion: ComputedStyle.Motion, at index: Int) {
    func entry<Value>(_ list: [Value]) -> Value? { list.isEmpty ? nil : list[index % list.count] }
    func milliseconds(_ seconds: Double?) -> Double {
      guard let seconds, seconds.isFinite else { return 0 }
      return min(max(seconds * 1000, -Self.limit), Self.limit)
    }
    duration = max(milliseconds(entry(motion.transitionDuration)), 0)
    delay = milliseconds(entry(motion.transitionDelay))
    timing = entry(motion.transitionTimingFunction) ?? .ease
    // §3: the *combined duration*.
    guard duration + delay > 0 else { return nil }
  }
}

extension ComputedStyle {
  /// Whether a change of this style can take time.
  var takesTime: Bool {
    guard !motion.transitionProperty.isEmpty else { return false }
    return motion.transitionDuration.contains { $0 > 0 } || motion.transitionDelay.contains { $0 > 0 }
  }

  /// The plan for each property that can have a transition; the last entry that names a property wins (§2.1).
  var transitionPlans: [PropertyID: TransitionPlan] {
    var plans: [PropertyID: TransitionPlan] = [:]
    for (index, name) in motion.transitionProperty.prefix(256).enumerated() {
      let plan = TransitionPlan(motion, at: index)
      if name == "all" {
        for property in PropertyID.animatable { plans[property] = plan }
      } else {
        for property in longhands(named: name) where property.animation.name != .discrete {
          plans[property] = plan
        }
      }
    }
    return plans
  }
}
