import HybridCSS
import HybridDOM
import HybridGeometry

/// A CSS animation of one element. CSS Animations 1 §4.
struct KeyframeAnimation {
  /// The values of an element at one offset.
  private struct Frame {
    var offset: Double
    var timing: TimingFunction?
    var style: ComputedStyle
    var properties: Set<PropertyID>
  }

  private(set) var rule: KeyframesRule
  /// The number of animations before it in a chain, each started by an event of the previous one.
  let nesting: Int
  /// The timing; a style that changes it does not start the animation again.
  private(set) var timing: KeyframeTiming
  /// When it was started on the page's clock, in milliseconds.
  private var start: Double
  /// The local time at which it is paused.
  private var held: Double?
  private var frames: [Frame] = []
  /// All properties of its keyframes, by name.
  private(set) var properties: [PropertyID] = []
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

  /// Computes the values of the keyframes. §3: properties without a first or a last keyframe have the value
  /// of the element there.
  ///
  /// - Parameter style: The styles of the element with each of some lists of declarations.
  mutating func compute(
    _ own: ComputedStyle, size: Size<Double>, _ style: ([[PropertyDeclaration]]) -> [ComputedStyle]
  ) {
    self.size = size
    let declarations = rule.declarations
    let styles = style(declarations.map(\.declarations))
    frames = zip(declarations, styles).map { entry, style in
      var frame = Frame(offset: entry.offset, timing: nil, style: style, properties: [])
      for declaration in entry.declarations {
        guard case .longhand(let property) = declaration.property else { continue }
        if property == .animationTimingFunction {
          frame.timing = style.motion.animationTimingFunction.first
        } else {
          frame.properties.formUnion(style.longhands(named: property.name))
        }
      }
      return frame
    }
    let all = frames.reduce(into: Set<PropertyID>()) { $0.formUnion($1.properties) }
    properties = all.sorted { $0.name < $1.name }
    for offset in [0.0, 1] where !all.isEmpty {
      let index = frames.firstIndex { $0.offset == offset }
      guard let index else {
        let frame = Frame(offset: offset, timing: nil, style: own, properties: all)
        frames.insert(frame, at: offset == 0 ? 0 : frames.count)
        continue
      }
      for property in all.subtracting(frames[index].properties) {
        frames[index].style.take(property, from: own)
        frames[index].properties.insert(property)
      }
    }
  }

  /// Puts the values of a time into a style, except for some properties. False if it shows nothing then.
  func show(in style: inout ComputedStyle, at now: Double, except hidden: (PropertyID) -> Bool) -> Bool {
    guard let progress = progress(at: now), !frames.isEmpty else { return false }
    for property in properties where !hidden(property) {
      let (from, to) = around(progress, property)
      let part = to.offset > from.offset ? (progress - from.offset) / (to.offset - from.offset) : 1
      let eased = (from.timing ?? timing.easing).progress(at: part)
      let animation = property.animation
      if let a = animation.value(from.style)?.resolved(in: from.style),
        let b = animation.value(to.style)?.resolved(in: to.style),
        let mixed = a.mixed(with: b, at: eased, size: size)
      {
        animation.set(mixed, &style)
      } else {
        style.take(property, from: eased < 0.5 ? from.style : to.style)
      }
    }
    return true
  }

  /// The keyframes of a property around a progress.
  private func around(_ progress: Double, _ property: PropertyID) -> (Frame, Frame) {
    // The last keyframe has all properties, so there is another one behind any that begins here.
    let last = frames.count - 1
    let index = frames[..<last].lastIndex { $0.offset <= progress && $0.properties.contains(property) } ?? 0
    let next = frames[(index + 1)...].firstIndex { $0.properties.contains(property) } ?? last
    return (frames[index], frames[next])
  }
}
