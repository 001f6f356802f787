import HybridCSS
import HybridDOM
import HybridGeometry
import HybridScript
import HybridViewTree

/// The CSS transitions of a page. The styles hold the end values; running transitions override them.
///
/// CSS Transitions 1. Restyling gives the end values; ``restyle(from:to:_:)`` starts transitions and
/// overrides the styles with the current values. Children inherit the shown value: an inherited property is
/// passed down as far as values are equal.
///
/// A class, because extensions of the page change it through its methods only.
final class PageTransitions {
  /// The maximum number of running transitions; beyond it, changes are immediate.
  static let limit = 10_000
  /// A chain of transitions, each started at the end of the previous one, counts as repeating for ever from
  /// this length.
  static let repeatingNesting = 5

  private(set) var running: [NodeID: [PageTransition]] = [:]
  private(set) var count = 0
  /// Whether any style so far has a transition that takes time.
  private(set) var isPossible = false
  /// When the next event is due, on the page's clock.
  private(set) var nextEvent: Double?
  private var hasActive = false
  /// Events not yet delivered.
  private var events: [PageTransitionEvent] = []
  /// The elements whose styles were overridden last time.
  private var covered: Set<NodeID> = []
  /// The number of styles checked for ``isPossible``.
  private var seenStyles = 0
  private var sequence = 0
  /// Those that a script has asked for, and their ends.
  private var watched: Set<Int> = []
  private var outcomes: [(id: Int, isFinished: Bool)] = []
  /// When a transition last ended, and its nesting.
  private var lastEnd = (time: -1.0, nesting: 0)

  var isEmpty: Bool { count == 0 }

  /// When the next frame is due, without those that the client makes by itself.
  func nextStep(after now: Double, _ played: PlayedMotions) -> Double? {
    guard let nextEvent else { return nil }
    let needsFrames =
      hasActive
      && running.contains { node, transitions in
        transitions.contains { $0.isMoving && !played.has($0, of: node) }
      }
    return needsFrames ? min(nextEvent, now + PageAnimation.step) : nextEvent
  }

  /// When the next event of a transition that does not repeat for ever is due.
  var nextSettling: Double? {
    guard count > 0 else { return nil }
    return running.values.joined().filter { $0.nesting < Self.repeatingNesting }.map(\.nextEvent).min()
  }

  /// The events since the last call, in order (§6).
  func takeEvents() -> [PageTransitionEvent] {
    guard !events.isEmpty else { return [] }
    defer { events = [] }
    return events.enumerated().sorted {
      ($0.element.time, $0.element.sequence, $0.offset) < ($1.element.time, $1.element.sequence, $1.offset)
    }.map(\.element)
  }

  // MARK: Time

  /// Advances to a time and ends transitions. Returns the elements whose look changed.
  func move(to now: Double) -> Set<NodeID> {
    guard count > 0 else { return [] }
    var moved: Set<NodeID> = []
    let isDue = nextEvent.map { $0 <= now } ?? false
    for (node, transitions) in running {
      guard transitions.contains(where: { $0.isMoving || $0.nextEvent <= now }) else { continue }
      moved.insert(node)
      guard isDue else { continue }
      var left: [PageTransition] = []
      for var transition in transitions {
        if !transition.isActive, transition.begin <= now {
          transition.isActive = true
          note(.start, transition, of: node, elapsed: transition.skipped / 1000, at: transition.begin)
        }
        if transition.end > now {
          left.append(transition)
        } else {
          note(.end, transition, of: node, elapsed: transition.duration / 1000, at: transition.end)
          let isLater = transition.end > lastEnd.time
          lastEnd = (
            max(transition.end, lastEnd.time), max(isLater ? 0 : lastEnd.nesting, transition.nesting)
          )
        }
      }
      replace(left, of: node)
    }
    if isDue { schedule() }
    return moved
  }

  /// Ends all transitions at their end values.
  func jump(at now: Double) {
    for (node, transitions) in running {
      for transition in transitions { cancel(transition, of: node, at: now) }
    }
    (running, count, covered) = ([:], 0, [])
    schedule()
  }

  // MARK: Styles

  /// The result of restyling.
  struct Restyling {
    var document: Document
    /// Elements whose computed style changed.
    var changed: Set<NodeID>
    /// Elements that were added to the document or moved.
    var added: Set<NodeID>
    /// Whether elements may have left.
    var hasOtherChildren: Bool
    var now: Double
    /// Elements that show an effect of a script, whose changes start no transition (Web Animations 1 §5.4).
    var animated: Set<NodeID> = []
    /// The styles of elements whose custom properties an animation or a transition changes, as the sheets
    /// alone have them.
    var base: [NodeID: ComputedStyle] = [:]
    /// Custom properties that keyframes change.
    var animatedCustom: [NodeID: Set<String>] = [:]
    /// The styles that elements that are first shown now begin with.
    var starting: [NodeID: ComputedStyle] = [:]
  }

  /// Records the styles of a page that shows nothing yet.
  func look(at styles: StyledDocument) {
    guard !isPossible else { return }
    if styles.styles.count < seenStyles { seenStyles = 0 }
    isPossible = styles.styles[seenStyles...].contains(where: \.takesTime)
    seenStyles = styles.styles.count
  }

  /// The styles to show, and the elements whose shown style may have changed.
  ///
  /// - Parameters:
  ///   - before: The styles shown before.
  ///   - after: The current styles of the document.
  ///   - size: The previous border box size of an element.
  func restyle(
    from before: StyledDocument, to after: StyledDocument, _ what: Restyling, size: (NodeID) -> Size<Double>
  ) -> (styles: StyledDocument, changed: Set<NodeID>) {
    look(at: after)
    if !isPossible {
      isPossible = what.changed.contains { after.styles[after.styleNumber(of: $0)].takesTime }
    }
    guard isPossible || count > 0 || !covered.isEmpty else { return (after, what.changed) }
    let others = Array(what.starting.keys) + Array(what.base.keys)
    let asked = others.isEmpty ? what.changed : what.changed.union(others)
    for node in asked.sorted() where !what.animated.contains(node) {
      let style = what.base[node] ?? after[node]
      guard style.takesTime || running[node] != nil else { continue }
      update(node, from: before, to: after, style, what, size)
    }
    if count > 0, !what.changed.isEmpty || what.hasOtherChildren {
      for node in running.keys.sorted()
      where what.added.contains(node) && what.starting[node] == nil
        || !isShown(node, after, what.document)
      {
        for transition in running[node] ?? [] { cancel(transition, of: node, at: what.now) }
        replace([], of: node)
      }
    }
    schedule()
    let cover = cover(after, in: what.document, at: what.now)
    let changed = what.changed.union(covered).union(cover.keys)
    covered = Set(cover.keys)
    return (after.replacing(cover, in: what.document), changed)
  }

  /// Starts, reverses and cancels transitions of one element. §3.
  private func update(
    _ node: NodeID, from before: StyledDocument, to after: StyledDocument, _ style: ComputedStyle,
    _ what: Restyling,
    _ size: (NodeID) -> Size<Double>
  ) {
    let plans = style.takesTime ? style.transitionPlans : TransitionPlans()
    let (now, old) = (what.now, what.starting[node] ?? before[node])
    var transitions = running[node] ?? []
    var known = Set(transitions.map(\.property))
    for index in transitions.indices.reversed() {
      let current = transitions[index]
      let target = style.end(of: current.property)
      if target == current.target, plans[current.property] != nil || isStillNamed(current.property, style) {
        continue
      }
      cancel(current, of: node, at: now)
      transitions.remove(at: index)
      let shown = current.value(at: now)
      guard let plan = plans[current.property], shown != target else { continue }
      var next = transition(current.property, from: shown, to: target, (style, style), plan, at: now)
      if current.origin == target {
        // A reversing transition takes the share of the time that matches the progress so far.
        let part = current.progress(at: now) * current.shortening + (1 - current.shortening)
        let factor = min(max(abs(part), 0), 1)
        next.origin = current.target
        next.shortening = factor
        next.delay = plan.delay >= 0 ? plan.delay : factor * plan.delay
        next.duration = plan.duration * factor
      }
      next.size = size(node)
      begin(next, of: node, &transitions, plan, at: now)
    }
    if old != style, count < Self.limit, !plans.isEmpty {
      let moved = what.animatedCustom[node] ?? []
      var isChanging: Bool?
      for property in plans.candidates(old, style) {
        guard let plan = plans[property], known.insert(property).inserted else { continue }
        if case .custom(let name) = property, moved.contains(name) { continue }
        let (from, to) = (old.movingValue(of: property), style.movingValue(of: property))
        guard plan.allowsDiscrete || from != nil && to != nil else { continue }
        let ends = (
          from.map { .value($0) } ?? old.end(of: property), to.map { .value($0) } ?? style.end(of: property)
        )
        guard ends.0 != ends.1 else { continue }
        // An element that was not rendered, or is not now, has no transitions.
        if isChanging == nil {
          let isFirst = what.starting[node] != nil
          let isNew = !isFirst && what.added.contains(node)
          isChanging =
            !isNew && (isFirst || before.isRendered(node, in: what.document))
            && (isShown(node, after, what.document)
              || stays(node, old, style, plans) && isShownAround(node, after, what.document))
        }
        guard isChanging == true else { break }
        var next = transition(property, from: ends.0, to: ends.1, (old, style), plan, at: now)
        next.size = size(node)
        begin(next, of: node, &transitions, plan, at: now)
      }
    }
    replace(transitions, of: node)
  }

  private func isStillNamed(_ property: MovingProperty, _ style: ComputedStyle) -> Bool {
    style.motion.transitionProperty.contains { name in
      if name == "all" || name == property.name { return true }
      guard case .longhand(let property) = property else { return false }
      return style.longhands(named: name).contains(property)
    }
  }

  /// Whether an element that the sheets hide from now on has a box until its transition of `display` ends.
  private func stays(
    _ node: NodeID, _ old: ComputedStyle, _ style: ComputedStyle, _ plans: TransitionPlans
  ) -> Bool {
    style.box.display == .none && old.box.display != .none
      && plans.longhands[.display]?.allowsDiscrete == true
  }

  /// Whether an element is in the document, and neither it nor an ancestor is `display: none` for more than
  /// the time of a transition.
  private func isShown(_ node: NodeID, _ styles: StyledDocument, _ document: Document) -> Bool {
    styles.isRendered(node, in: document, except: holdsDisplay)
  }

  private func isShownAround(_ node: NodeID, _ styles: StyledDocument, _ document: Document) -> Bool {
    document[node].parent.map { isShown($0, styles, document) } ?? (node == document.root)
  }

  private func holdsDisplay(_ node: NodeID) -> Bool {
    running[node]?.contains { $0.property == .longhand(.display) } == true
  }

  private func transition(
    _ property: MovingProperty, from: TransitionEnd, to: TransitionEnd,
    _ styles: (old: ComputedStyle, new: ComputedStyle), _ plan: TransitionPlan, at now: Double
  ) -> PageTransition {
    PageTransition(
      property: property, from: from.resolved(in: styles.old), to: to.resolved(in: styles.new), target: to,
      origin: from, timing: plan.timing, clock: MotionClock(at: now), delay: plan.delay,
      duration: plan.duration, sequence: 0,
      nesting: now == lastEnd.time ? lastEnd.nesting + 1 : 0, size: Size(width: 0, height: 0))
  }

  /// Starts a transition if the values can be interpolated and the limit allows it.
  private func begin(
    _ transition: PageTransition, of node: NodeID, _ transitions: inout [PageTransition],
    _ plan: TransitionPlan, at now: Double
  ) {
    let others = count - (running[node]?.count ?? 0) + transitions.count
    guard others < Self.limit, transition.end > now,
      plan.allowsDiscrete || !transition.isDiscrete
    else { return }
    var transition = transition
    sequence += 1
    transition.sequence = sequence
    note(.run, transition, of: node, elapsed: transition.skipped / 1000, at: now)
    if transition.begin <= now {
      transition.isActive = true
      note(.start, transition, of: node, elapsed: transition.skipped / 1000, at: now)
    }
    transitions.append(transition)
  }

  private func cancel(_ transition: PageTransition, of node: NodeID, at now: Double) {
    note(.cancel, transition, of: node, elapsed: transition.elapsed(at: now), at: now)
  }

  private func note(
    _ kind: PageTransitionEvent.Kind, _ transition: PageTransition, of node: NodeID, elapsed: Double,
    at time: Double
  ) {
    if kind == .end || kind == .cancel, watched.contains(transition.sequence) {
      outcomes.append((transition.sequence, kind == .end))
    }
    events.append(
      PageTransitionEvent(
        kind: kind, node: node, property: transition.property, elapsed: elapsed, time: time,
        sequence: transition.sequence))
  }

  private func replace(_ transitions: [PageTransition], of node: NodeID) {
    count += transitions.count - (running[node]?.count ?? 0)
    running[node] = transitions.isEmpty ? nil : transitions
  }

  private func schedule() {
    let all = running.values.joined()
    nextEvent = all.map(\.nextEvent).min()
    hasActive = all.contains(where: \.isMoving)
  }

  // MARK: Custom properties

  /// The elements whose custom properties an animation or a transition changes, with the declarations that
  /// they show.
  func customTexts(at now: Double) -> [NodeID: String] {
    guard count > 0 else { return [:] }
    var texts: [NodeID: String] = [:]
    let style = ComputedStyle(initial: .standard)
    for (node, transitions) in running {
      for transition in transitions {
        guard case .custom(let name) = transition.property else { continue }
        let text = transition.value(at: now).text(of: transition.property, in: style)
        texts[node, default: ""] += "\(name): \(text); "
      }
    }
    return texts
  }

  // MARK: Scripts

  /// All transitions, by their elements in tree order.
  func all(in document: Document) -> [(node: NodeID, transition: PageTransition)] {
    guard count > 0 else { return [] }
    return document.nodesWithGenerated.flatMap { node in
      (running[node] ?? []).map { (node: node, transition: $0) }
    }
  }

  /// A transition by its number.
  func transition(_ id: Int) -> PageTransition? {
    running.values.lazy.joined().first { $0.sequence == id }
  }

  /// Notes that a script has a transition, so that the script gets the event of its end.
  func watch(_ id: Int) { watched.insert(id) }

  /// The ends of those that scripts have, since the last call.
  func takeOutcomes() -> [(id: Int, isFinished: Bool)] {
    defer { outcomes = [] }
    return outcomes
  }

  /// Performs a command of a script on a transition, by its number; returns its element, nil for one that is
  /// over.
  func perform(_ command: MotionCommand, on id: Int, at now: Double) -> NodeID? {
    for (node, transitions) in running {
      guard let index = transitions.firstIndex(where: { $0.sequence == id }) else { continue }
      var left = transitions
      switch command {
      case .play: left[index].clock.go(at: now)
      case .pause: left[index].clock.hold(at: now)
      case .setTime(let time): left[index].clock.set(time, at: now)
      case .setRate(let rate): left[index].clock.setRate(rate, at: now)
      case .finish:
        left[index].clock.go(at: now)
        left[index].clock.set(left[index].delay + left[index].duration, at: now)
      case .cancel:
        cancel(left[index], of: node, at: now)
        left.remove(at: index)
      }
      replace(left, of: node)
      schedule()
      return node
    }
    return nil
  }

  // MARK: Shown styles

  /// The styles of elements with transitions, and of those that inherit from them.
  private func cover(
    _ styles: StyledDocument, in document: Document, at now: Double
  ) -> [NodeID: ComputedStyle] {
    var cover = StyleCover(styles, in: document)
    for node in running.keys.sorted() {
      var style = cover[node]
      var changed: Set<PropertyID> = []
      for transition in running[node] ?? [] {
        // Custom properties are in the styles already: what uses them depends on them.
        guard case .longhand(let property) = transition.property else { continue }
        transition.value(at: now).show(transition.property, in: &style)
        changed.insert(property)
      }
      guard !changed.isEmpty else { continue }
      cover.show(style, of: node, changing: changed) { child in
        Set((running[child] ?? []).compactMap(\.longhand))
      }
    }
    return cover.styles
  }
}
