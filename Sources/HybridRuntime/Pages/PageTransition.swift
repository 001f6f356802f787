import HybridCSS
import HybridDOM
import HybridGeometry
import HybridScript
import HybridViewTree

/// The transition of one property of one element. CSS Transitions 1 §3, *Starting of Transitions*.
struct PageTransition {
  var property: MovingProperty
  /// The start and end values, with `currentcolor` replaced.
  var from: TransitionEnd
  var to: TransitionEnd
  /// The computed end value, for comparison.
  var target: TransitionEnd
  /// The *reversing-adjusted start value*: the end value of a reversing transition.
  var origin: TransitionEnd
  /// The *reversing shortening factor*.
  var shortening = 1.0
  var timing: TimingFunction
  var clock: MotionClock
  /// Milliseconds on its clock; the delay may be negative.
  var delay: Double
  var duration: Double
  /// The creation number.
  var sequence: Int
  /// The number of transitions before it in a chain, each started when the previous one ended.
  var nesting: Int
  /// The size of the border box when it started.
  var size: Size<Double>
  /// Whether its delay is over and the start event was sent.
  var isActive = false

  /// When the delay ends on the page's clock; infinite while a script holds or reverses it.
  var begin: Double { clock.rate > 0 ? clock.due(delay) ?? .infinity : .infinity }

  /// When it ends on the page's clock: at its start, if a script reverses it; infinite while it is held.
  var end: Double {
    clock.rate == 0 ? .infinity : clock.due(clock.rate > 0 ? delay + duration : 0) ?? .infinity
  }

  /// The part skipped by a negative delay, in milliseconds.
  var skipped: Double { min(max(-delay, 0), duration) }

  /// Its progress.
  func progress(at now: Double) -> Double {
    let time = clock.time(at: now) - delay
    if time < 0 { return 0 }
    return timing.progress(at: duration > 0 ? time / duration : 1)
  }

  /// The value that it shows.
  func value(at now: Double) -> TransitionEnd {
    let time = clock.time(at: now) - delay
    if time < 0 || clock.rate < 0 && time == 0 { return from }
    if clock.rate > 0 && now >= end || time >= duration { return to }
    let progress = progress(at: now)
    switch (from, to) {
    case (.value(let a), .value(let b)):
      if let mixed = a.mixed(with: b, at: progress, size: size) { return .value(mixed) }
    case (.discrete(let a, _), .discrete(let b, _)):
      if let lasting = property.lasting(a, b), progress > 0, progress < 1 {
        return lasting == 0 ? from : to
      }
    default: break
    }
    return progress < 0.5 ? from : to
  }

  /// Whether it can only change at once.
  var isDiscrete: Bool {
    guard case .value(let a) = from, case .value(let b) = to else { return true }
    return a.mixed(with: b, at: 0.5, size: size) == nil
  }

  /// Whether time changes its value.
  var isMoving: Bool { isActive && clock.held == nil }

  /// The property, if it is not a custom one.
  var longhand: PropertyID? { if case .longhand(let property) = property { property } else { nil } }

  /// When its next event is due.
  var nextEvent: Double { isActive || clock.rate < 0 ? end : begin }

  /// The part that a client plays; nil if only the engine can animate it.
  func track(at now: Double, in style: ComputedStyle) -> ViewMotion.Track? {
    guard case .longhand(let property) = property, property.isPlayable, clock.held == nil, clock.rate == 1,
      case .value(let from) = from, case .value(let to) = to, from.isPlayed(to: to)
    else { return nil }
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
      ], duration: duration, fill: "both", time: now - begin)
  }

  /// How a script sees its time.
  func state(at now: Double) -> MotionState {
    MotionState(
      time: clock.time(at: now), rate: clock.rate, isHeld: clock.held != nil && clock.rate != 0,
      isDone: now >= end, delay: delay, duration: duration, iterations: 1, direction: "normal",
      fill: "backwards", easing: timing.cssText, timeline: .document)
  }

  /// Its keyframes as scripts see them.
  func frames(in style: ComputedStyle) -> [MotionFrame] {
    [(0, from), (1, to)].map { offset, end in
      MotionFrame(
        offset: Double(offset), easing: "linear", values: [(property.name, end.text(of: property, in: style))]
      )
    }
  }

  /// The elapsed time in seconds, as in events.
  func elapsed(at now: Double) -> Double { min(max(clock.time(at: now) - delay, 0), duration) / 1000 }
}

/// A transition event. CSS Transitions 1 §6, *Transition Events*.
struct PageTransitionEvent {
  enum Kind: String { case run, start, end, cancel }
  var kind: Kind
  var node: NodeID
  var property: MovingProperty
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
  /// Whether values that cannot be interpolated change in the middle. CSS Transitions 2 §2.
  var allowsDiscrete: Bool

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
    allowsDiscrete = entry(motion.transitionBehavior) == .allowDiscrete
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

  /// The plans for the properties that can have a transition; the last entry that names a property wins
  /// (§2.1).
  var transitionPlans: TransitionPlans {
    var plans = TransitionPlans()
    for (index, name) in motion.transitionProperty.prefix(256).enumerated() {
      let plan = TransitionPlan(motion, at: index)
      let allowsDiscrete = plan?.allowsDiscrete ?? true
      if name == "all" {
        for property in allowsDiscrete ? PropertyID.changeable : PropertyID.animatable {
          plans.longhands[property] = plan
        }
        (plans.custom, plans.allCustom) = ([:], plan)
      } else if name.hasPrefix("--") {
        plans.custom[name] = .some(plan)
      } else {
        for property in longhands(named: name)
        where property.animation.name != .discrete || allowsDiscrete && property.isChangeable {
          plans.longhands[property] = plan
        }
      }
    }
    return plans
  }
}

/// Which properties of a style have transitions.
struct TransitionPlans {
  var longhands: [PropertyID: TransitionPlan] = [:]
  /// Custom properties by name; nil inside for one without a transition.
  var custom: [String: TransitionPlan?] = [:]
  /// The transition of the other custom properties.
  var allCustom: TransitionPlan?

  private static let animatable = PropertyID.animatable.map { MovingProperty.longhand($0) }
  private static let changeable = PropertyID.changeable.map { MovingProperty.longhand($0) }

  var isEmpty: Bool { longhands.isEmpty && custom.isEmpty && allCustom == nil }

  subscript(property: MovingProperty) -> TransitionPlan? {
    switch property {
    case .longhand(let property): longhands[property]
    case .custom(let name): custom[name] ?? allCustom
    }
  }

  /// The properties that may begin a transition between two styles, by name.
  func candidates(_ old: ComputedStyle, _ new: ComputedStyle) -> [MovingProperty] {
    let isDiscrete = longhands.values.contains(where: \.allowsDiscrete)
    let longhands = isDiscrete ? Self.changeable : Self.animatable
    guard !custom.isEmpty || allCustom != nil, old.custom != new.custom else { return longhands }
    let names = Set(old.custom.values.keys).union(new.custom.values.keys)
    return names.filter { old.custom.values[$0] != new.custom.values[$0] }.sorted().map { .custom($0) }
      + longhands
  }
}

extension PropertyID {
  /// Whether a transition can change it at all. CSS Transitions 2 §2: those that say how things move cannot,
  /// nor can those that other computed values depend on.
  fileprivate var isChangeable: Bool {
    !isLogical && use != .transitions && use != .animations && use != .containers
      && self != .direction && self != .writingMode
  }

  /// ``animatable`` with the properties that change at once, by name.
  fileprivate static let changeable = allCases.filter(\.isChangeable).sorted { $0.name < $1.name }
}
