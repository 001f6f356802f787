import HybridCSS
import HybridDOM
import HybridGeometry
import HybridViewTree

/// A CSS animation of one element. CSS Animations 1 §4.
struct KeyframeAnimation {
  private(set) var rule: KeyframesRule
  /// The number of animations before it in a chain, each started by an event of the previous one.
  let nesting: Int
  /// The timing; a style that changes it does not start the animation again.
  private(set) var timing: KeyframeTiming
  /// When it was started on the page's clock, in milliseconds.
  private var start: Double
  /// The local time at which it is paused.
  private var held: Double?
  private var values = KeyframeValues()
  private var size = Size<Double>(width: 0, height: 0)
  /// The state at the last call of ``takeEvents(at:)``; nil before the first call.
  private var told: (phase: KeyframeTiming.Phase, iteration: Double)?

  init(_ rule: KeyframesRule, _ timing: KeyframeTiming, at now: Double, nesting: Int) {
    (self.rule, self.timing, start, self.nesting) = (rule, timing, now, nesting)
    if timing.isPaused { held = 0 }
  }

  // MARK: Time

  /// Takes the keyframes and the timing of a style that has changed.
  mutating func update(_ rule: KeyframesRule, _ timing: KeyframeTiming, at now: Double) {
    self.rule = rule
    if timing.isPaused, held == nil { held = now - start }
    if !timing.isPaused, let held {
      start = now - held
      self.held = nil
    }
    self.timing = timing
  }

  /// The local time in milliseconds. Once the delay or the end is reached, rounding never sets the time back
  /// before it.
  private func localTime(at now: Double) -> Double {
    if let held { return held }
    if now >= start + timing.end { return max(now - start, timing.end) }
    return now >= start + timing.delay ? max(now - start, timing.delay) : now - start
  }

  /// Whether it changes something as time goes by.
  func isMoving(at now: Double) -> Bool { held == nil && timing.phase(at: localTime(at: now)) == .active }

  /// When it begins or ends next, on the page's clock; nil if it is paused, is over or does not end.
  func nextEvent(at now: Double) -> Double? {
    guard held == nil else { return nil }
    switch timing.phase(at: localTime(at: now)) {
    case .before: return start + timing.delay
    case .active:
      let end = start + timing.end
      return end.isFinite ? end : nil
    case .after: return nil
    }
  }

  /// The progress that it shows; nil where it shows nothing.
  private func progress(at now: Double) -> Double? { timing.progress(at: localTime(at: now)) }

  // MARK: Events

  /// An event. CSS Animations 1 §4.2; times are in seconds.
  enum Event: String { case start, iteration, end, cancel }

  /// The events since the last call, each with its elapsed time.
  mutating func takeEvents(at now: Double) -> [(event: Event, elapsed: Double)] {
    let time = localTime(at: now)
    let (phase, iteration) = (timing.phase(at: time), timing.iteration(at: time))
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
    let time = localTime(at: now)
    guard timing.phase(at: time) != .after else { return nil }
    return max(time - timing.delay, 0) / 1000
  }

  // MARK: Values

  /// Takes the values of the keyframes for a style of the element.
  mutating func take(_ values: KeyframeValues, size: Size<Double>) {
    (self.values, self.size) = (values, size)
  }

  /// All properties of its keyframes, by name.
  var properties: [PropertyID] { values.properties }

  /// Whether it shows values at a time.
  func shows(at now: Double) -> Bool { progress(at: now) != nil && !values.isEmpty }

  /// What a client plays of each property; nil for a property that only the engine can animate.
  func tracks(at now: Double) -> [(property: PropertyID, track: ViewMotion.Track?)] {
    let isMoving = isMoving(at: now)
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
          time: localTime(at: now))
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
