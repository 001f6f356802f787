import HybridCSS
import HybridDOM
import HybridGeometry
import HybridScript
import HybridViewTree

/// A CSS animation of one element. CSS Animations 1 §4.
struct KeyframeAnimation {
  private(set) var rule: KeyframesRule
  /// The number of animations before it in a chain, each started by an event of the previous one.
  let nesting: Int
  /// The timing; a style that changes it does not start the animation again.
  private(set) var timing: KeyframeTiming
  /// Its number, by which scripts name it.
  let id: Int
  private var clock: MotionClock
  /// Whether a script has cancelled it: it shows nothing until a script plays it again.
  private(set) var isCancelled = false
  /// Whether a script has stopped it or let it go on, so that `animation-play-state` counts no longer.
  private var isScripted = false
  /// How far its timeline of scroll positions has come; nil where that is inactive.
  private(set) var scrolled: ScrollPosition?
  private var values = KeyframeValues()
  private var size = Size<Double>(width: 0, height: 0)
  /// The state at the last call of ``takeEvents(at:)``; nil before the first call.
  private var told: (phase: KeyframeTiming.Phase, iteration: Double)?

  init(_ rule: KeyframesRule, _ timing: KeyframeTiming, at now: Double, nesting: Int, id: Int) {
    (self.rule, self.timing, self.nesting, self.id) = (rule, timing, nesting, id)
    clock = MotionClock(at: now)
    if timing.isPaused { clock.hold(at: now) }
  }

  // MARK: Time

  /// Takes the keyframes and the timing of a style that has changed.
  mutating func update(_ rule: KeyframesRule, _ timing: KeyframeTiming, at now: Double) {
    self.rule = rule
    // A script's command takes precedence over the style. CSS Animations 2 §3.5.
    if !isScripted, timing.isPaused != self.timing.isPaused {
      if timing.isPaused { clock.hold(at: now) } else { clock.go(at: now) }
    }
    self.timing = timing
  }

  /// Does what a script asks for.
  mutating func perform(_ command: MotionCommand, at now: Double) {
    switch command {
    case .play, .pause, .finish: isScripted = true
    case .cancel, .setTime, .setRate: break
    }
    switch command {
    case .play:
      let time = clock.time(at: now)
      let isOver = clock.rate >= 0 ? time < 0 || time >= timing.end : time <= 0 || time > timing.end
      if isCancelled || isOver { clock.set(clock.rate >= 0 ? 0 : timing.end, at: now) }
      isCancelled = false
      clock.go(at: now)
    case .pause:
      if isCancelled { clock.set(0, at: now) }
      isCancelled = false
      clock.hold(at: now)
    case .cancel: isCancelled = true
    case .finish:
      isCancelled = false
      clock.go(at: now)
      clock.set(clock.rate >= 0 ? timing.end : 0, at: now)
    case .setTime(let time):
      isCancelled = false
      clock.set(time, at: now)
    case .setRate(let rate): clock.setRate(rate, at: now)
    }
  }

  /// Takes how far its timeline of scroll positions has come; returns whether that changed.
  mutating func scroll(to position: ScrollPosition?) -> Bool {
    guard position != scrolled else { return false }
    scrolled = position
    return true
  }

  /// The local time in milliseconds. Once the delay or the end is reached, rounding never sets the time back
  /// before it.
  ///
  /// Nil for a cancelled animation, and on a timeline that is inactive.
  func localTime(at now: Double) -> Double? {
    if isCancelled { return nil }
    if timing.isScrolled { return clock.held ?? scrolled.map { $0.progress * timing.end } }
    let time = clock.time(at: now)
    guard clock.rate > 0 else { return time }
    if let end = clock.due(timing.end), now >= end { return max(time, timing.end) }
    return clock.due(timing.delay).map { now >= $0 } == true ? max(time, timing.delay) : time
  }

  /// Whether time does not move it.
  private var isStill: Bool { isCancelled || timing.isScrolled || clock.held != nil }

  private func phase(at now: Double) -> KeyframeTiming.Phase? {
    localTime(at: now).map { timing.phase(at: $0, isAtEdge: isAtEdge) }
  }

  /// Whether the scroll position is at the end of its timeline.
  private var isAtEdge: Bool { timing.isScrolled && scrolled?.isAtEnd == true }

  /// Whether it changes something as time goes by.
  func isMoving(at now: Double) -> Bool { !isStill && phase(at: now) == .active }

  /// When it begins or ends next, on the page's clock; nil if it is paused, is over or does not end.
  func nextEvent(at now: Double) -> Double? {
    guard !isStill, let phase = phase(at: now) else { return nil }
    let isForward = clock.rate > 0
    switch phase {
    case .before: return isForward ? clock.due(timing.delay) : nil
    case .active:
      let end = clock.due(isForward ? timing.end : timing.delay)
      return end?.isFinite == true ? end : nil
    case .after: return isForward ? nil : clock.due(timing.end)
    }
  }

  /// The progress that it shows; nil where it shows nothing.
  private func progress(at now: Double) -> Double? {
    localTime(at: now).flatMap { timing.progress(at: $0, isAtEdge: isAtEdge) }
  }

  /// Whether it runs or will, so that scripts find it without asking for it by name. Web Animations 1 §4.5.9,
  /// *relevant*.
  func isRelevant(at now: Double) -> Bool {
    guard !isCancelled else { return false }
    guard let phase = phase(at: now) else { return true }
    let isForward = clock.rate >= 0
    switch phase {
    case .active: return true
    case .before: return isForward || timing.fill == .backwards || timing.fill == .both
    case .after: return !isForward || timing.fill == .forwards || timing.fill == .both
    }
  }

  /// How a script sees its time.
  func state(at now: Double) -> MotionState {
    let time = localTime(at: now)
    let isHeld = clock.held != nil && clock.rate != 0
    let isOver = time.map { clock.rate < 0 ? $0 <= 0 : $0 >= timing.end } ?? false
    let isDone = !isHeld && isOver
    return MotionState(
      time: isDone ? (clock.rate < 0 ? 0 : timing.end) : time, rate: clock.rate, isHeld: isHeld,
      isDone: isDone, delay: timing.delay, duration: timing.duration, iterations: timing.iterations,
      direction: timing.direction.rawValue, fill: timing.fill.rawValue, easing: "linear",
      timeline: timing.isScrolled ? .scroll : .document)
  }

  // MARK: Events

  /// An event. CSS Animations 1 §4.2; times are in seconds.
  enum Event: String { case start, iteration, end, cancel }

  /// The events since the last call, each with its elapsed time.
  mutating func takeEvents(at now: Double) -> [(event: Event, elapsed: Double)] {
    guard let time = localTime(at: now) else { return [] }
    let (phase, iteration) = (timing.phase(at: time, isAtEdge: isAtEdge), timing.iteration(at: time))
    let before = told ?? (.before, 0)
    told = (phase, iteration)
    let first = min(max(-timing.delay, 0), timing.activeDuration) / 1000
    let last = timing.activeDuration / 1000
    switch (before.phase, phase) {
    case (.before, .active): return [(.start, first)]
    case (.before, .after): return [(.start, first), (.end, last)]
    case (.active, .active) where before.iteration != iteration:
      return [(.iteration, timing.duration * iteration / 1000)]
    case (.active, .before): return [(.end, 0)]
    case (.active, .after): return [(.end, last)]
    case (.after, .active): return [(.start, last)]
    case (.after, .before): return [(.start, last), (.end, 0)]
    default: return []
    }
  }

  /// The elapsed time of its cancel event in seconds; nil if it is over.
  func cancelled(at now: Double) -> Double? {
    guard let time = localTime(at: now), timing.phase(at: time, isAtEdge: isAtEdge) != .after else {
      return nil
    }
    return max(time - timing.delay, 0) / 1000
  }

  // MARK: Values

  /// Takes the values of the keyframes for a style of the element.
  mutating func take(_ values: KeyframeValues, size: Size<Double>) {
    (self.values, self.size) = (values, size)
  }

  /// All properties of its keyframes, by name.
  var properties: [PropertyID] { values.properties }

  /// The custom properties of its keyframes, by name.
  var customProperties: [String] { values.customProperties }

  /// The declarations of custom properties that it shows.
  func customText(at now: Double) -> String {
    guard !values.customProperties.isEmpty, let progress = progress(at: now) else { return "" }
    return values.customText(at: progress, easing: timing.easing)
  }

  /// Its keyframes as scripts see them: offsets, easings, and values by property.
  var frames: [(offset: Double, easing: String, values: [(name: String, text: String)])] {
    values.frames(easing: timing.easing)
  }

  /// Whether it shows values at a time.
  func shows(at now: Double) -> Bool { progress(at: now) != nil && !values.isEmpty }

  /// The tracks that a client plays, by property; nil for a property that only the engine can animate.
  func tracks(at now: Double) -> [(property: PropertyID, track: ViewMotion.Track?)] {
    let isMoving = isMoving(at: now) && clock.rate == 1
    let time = localTime(at: now) ?? 0
    return values.tracks.map { track in
      guard isMoving, let texts = track.texts else { return (track.property, nil) }
      let frames = zip(track.points, texts).map { point, text in
        ViewMotion.Frame(
          offset: point.offset, value: text, easing: (point.timing ?? timing.easing).cssText)
      }
      return (
        track.property,
        ViewMotion.Track(
          property: track.property.name, frames: frames, delay: timing.delay, duration: timing.duration,
          iterations: timing.iterations, direction: timing.direction.rawValue, fill: timing.fill.rawValue,
          time: time)
      )
    }
  }

  /// Puts the values of a time into a style, except for some properties. False if it shows nothing then.
  func show(in style: inout ComputedStyle, at now: Double, except hidden: (PropertyID) -> Bool) -> Bool {
    guard let progress = progress(at: now), !values.isEmpty else { return false }
    values.show(in: &style, at: progress, easing: timing.easing, size: size, except: hidden)
    return true
  }
}
