/// The local time of an animation or a transition on the page's clock, in milliseconds. Scripts stop it, set
/// it and change its speed. Web Animations 1 §4.4, *Animations*.
struct MotionClock: Hashable {
  /// When the local time is 0, unless it is held.
  private(set) var start: Double
  /// The local time at which it is held.
  private(set) var held: Double?
  /// How fast it runs; 1 is the clock of the page.
  private(set) var rate = 1.0
  /// Whether it is held only because its rate is 0.
  private var isStill = false

  /// A clock that starts at 0.
  init(at now: Double) { start = now }

  /// The local time.
  func time(at now: Double) -> Double { held ?? (now - start) * rate }

  /// When it reaches a local time; nil while it is held.
  func due(_ time: Double) -> Double? { held == nil ? start + time / rate : nil }

  /// Holds the time.
  mutating func hold(at now: Double) {
    held = time(at: now)
    isStill = false
  }

  /// Lets a held time go on.
  mutating func go(at now: Double) {
    guard let held else { return }
    guard rate != 0 else {
      isStill = true
      return
    }
    start = now - held / rate
    self.held = nil
    isStill = false
  }

  /// Sets the time.
  mutating func set(_ time: Double, at now: Double) {
    if held != nil { held = time } else { start = now - time / rate }
  }

  /// Changes how fast it runs from now on.
  mutating func setRate(_ rate: Double, at now: Double) {
    let time = time(at: now)
    self.rate = rate
    if held == nil {
      held = time
      isStill = true
    }
    if isStill { go(at: now) }
  }
}
