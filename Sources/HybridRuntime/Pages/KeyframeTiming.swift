import HybridCSS

/// The timing of a CSS animation. CSS Animations 1 §3, Web Animations 1 §4.
struct KeyframeTiming {
  /// Milliseconds.
  var delay = 0.0
  /// Milliseconds, at least zero.
  var duration = 0.0
  /// At least zero, or infinity.
  var iterations = 1.0
  var direction = AnimationDirection.normal
  var fill = AnimationFillMode.none
  /// Between two keyframes that name no timing function of their own.
  var easing = TimingFunction.ease
  var isPaused = false
  /// The timeline; `auto` is the clock of the page.
  var timeline = AnimationTimeline.auto
  /// The part of a timeline of scroll positions that it takes.
  var range = (start: TimelineRangeEdge.normal, end: TimelineRangeEdge.normal)

  /// The maximum duration of a part, in milliseconds: longer ones count as this long.
  private static let limit = 1e9

  /// Where a local time lies. Web Animations 1 §4.5.5, *Animation effect phases and states*.
  enum Phase: Hashable { case before, active, after }

  /// The values of a style for the animation at an index; shorter lists repeat (§3).
  init(_ motion: ComputedStyle.Motion, at index: Int) {
    func entry<Value>(_ list: [Value], _ initial: Value) -> Value {
      list.isEmpty ? initial : list[index % list.count]
    }
    func milliseconds(_ seconds: Double) -> Double {
      seconds.isFinite ? min(max(seconds * 1000, -Self.limit), Self.limit) : 0
    }
    delay = milliseconds(entry(motion.animationDelay, 0))
    duration = max(milliseconds(entry(motion.animationDuration, 0)), 0)
    iterations = max(entry(motion.animationIterationCount, 1), 0)
    direction = entry(motion.animationDirection, .normal)
    fill = entry(motion.animationFillMode, .none)
    easing = entry(motion.animationTimingFunction, .ease)
    isPaused = entry(motion.animationPlayState, .running) == .paused
    timeline = entry(motion.animationTimeline, .auto)
    range = (entry(motion.animationRangeStart, .normal), entry(motion.animationRangeEnd, .normal))
    guard isScrolled else { return }
    // Scroll-driven Animations 1 §4.4: the whole range is as long as the animation, whatever the unit is.
    if duration == 0 { duration = 1000 }
    if iterations.isInfinite { iterations = 1 }
  }

  /// Whether scroll positions drive it.
  var isScrolled: Bool { timeline != .auto }

  /// The *active duration* in milliseconds (§4.5.4); infinite for an animation that does not end.
  var activeDuration: Double { duration == 0 ? 0 : duration * iterations }

  /// The local time at which it ends, in milliseconds.
  var end: Double { max(delay + activeDuration, 0) }

  /// The phase at a local time in milliseconds.
  ///
  /// - Parameter isAtEdge: Whether the timeline ends there, in which case the end is still active (§4.5.5).
  func phase(at time: Double, isAtEdge: Bool = false) -> Phase {
    if time < delay { return .before }
    return time < delay + activeDuration || isAtEdge && time <= delay + activeDuration ? .active : .after
  }

  /// The iteration at a local time, from 0. §4.6.5, *Calculating the current iteration*.
  func iteration(at time: Double) -> Double { position(at: time).iteration }

  /// The part of an iteration that is shown at a local time, from 0 to 1; nil where nothing is shown. §4.6.7,
  /// *Calculating the directed progress*.
  func progress(at time: Double, isAtEdge: Bool = false) -> Double? {
    switch phase(at: time, isAtEdge: isAtEdge) {
    case .before where fill != .backwards && fill != .both: return nil
    case .after where fill != .forwards && fill != .both: return nil
    default: break
    }
    let (iteration, part) = position(at: time)
    let isOdd = iteration.truncatingRemainder(dividingBy: 2) == 1
    let isReversed =
      switch direction {
      case .normal: false
      case .reverse: true
      case .alternate: isOdd
      case .alternateReverse: !isOdd
      }
    return isReversed ? 1 - part : part
  }

  /// §4.6.2 to §4.6.5: the iteration, and the progress in it.
  private func position(at time: Double) -> (iteration: Double, part: Double) {
    let phase = phase(at: time)
    let active = phase == .after ? activeDuration : min(max(time - delay, 0), activeDuration)
    let overall = duration == 0 ? (phase == .before ? 0 : iterations) : active / duration
    if overall.isInfinite { return (.infinity, 0) }
    var part = overall.truncatingRemainder(dividingBy: 1)
    if part == 0, phase != .before, active == activeDuration, iterations != 0 { part = 1 }
    return (part == 1 ? overall.rounded(.down) - 1 : overall.rounded(.down), part)
  }
}
