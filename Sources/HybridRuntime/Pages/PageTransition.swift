import HybridCSS
import HybridDOM
import HybridGeometry
import HybridReload

/// One property of one element on its way. CSS Transitions 1 §3, *Starting of Transitions*.
struct PageTransition {
  var property: PropertyID
  /// What it began as, and what it ends as, with `currentcolor` replaced.
  var from: TransitionValue
  var to: TransitionValue
  /// The computed value that it ends as, to compare others with.
  var target: TransitionValue
  /// The *reversing-adjusted start value*: what a transition back would end as.
  var origin: TransitionValue
  /// The *reversing shortening factor*.
  var shortening = 1.0
  var timing: TimingFunction
  /// On the page's clock, in milliseconds; the delay is over at `begin`.
  var begin: Double
  var end: Double
  /// How much of it was over when it was made, in milliseconds: a negative delay.
  var skipped: Double
  /// Counts up with each that is made.
  var sequence: Int
  /// How many transitions stand behind it, each made the moment that the one before ended.
  var nesting: Int
  /// Of the border box when it was made.
  var size: Size<Double>
  /// Whether its delay is over, and everybody knows.
  var isActive = false

  /// How much of its way is done.
  func progress(at time: Double) -> Double {
    if time < begin { return 0 }
    return timing.progress(at: end > begin ? (time - begin) / (end - begin) : 1)
  }

  func value(at time: Double) -> TransitionValue {
    if time < begin { return from }
    if time >= end { return to }
    return from.mixed(with: to, at: progress(at: time), size: size) ?? to
  }

  /// When something is to be told about it next.
  var nextEvent: Double { isActive ? end : begin }

  /// Seconds that it has run, as events say it.
  func elapsed(at time: Double) -> Double { min(max(time - begin, 0), max(end - begin, 0)) / 1000 }
}

/// What scripts hear of a transition. CSS Transitions 1 §6, *Transition Events*.
struct PageTransitionEvent {
  enum Kind: String { case run, start, end, cancel }
  var kind: Kind
  var node: NodeID
  var property: PropertyID
  /// Seconds.
  var elapsed: Double
  /// When it happened, for the order; on the page's clock, in milliseconds.
  var time: Double
  var sequence: Int
}

/// What `transition-*` of a style says about a property.
struct TransitionPlan {
  /// Milliseconds.
  var duration: Double
  /// Milliseconds.
  var delay: Double
  var timing: TimingFunction

  /// The longest that a part may be, in milliseconds: longer ones are as good as endless.
  private static let limit = 1e9

  /// The entry of the lists at an index; lists repeat. Nil when there is nothing to wait for.
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

  /// What the style says about each property that can be on its way; the last entry that names one wins
  /// (§2.1).
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
