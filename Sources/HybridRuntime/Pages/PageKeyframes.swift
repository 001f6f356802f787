import HybridCSS
import HybridDOM
import HybridGeometry
import HybridScript

/// The CSS animations of a page: which run, and the values that they show over those of the sheets.
///
/// CSS Animations 1. An animation begins when the style of its element names it, and ends when it does not
/// any more, or when the element has no box. Children inherit the shown value as with transitions.
///
/// A class, because extensions of the page change it through its methods only.
final class PageKeyframes {
  /// The maximum number of animations; beyond it, elements show the values of the sheets.
  static let limit = 10_000

  private var running: [NodeID: [KeyframeAnimation]] = [:]
  private var count = 0
  /// The elements whose styles were overridden last time.
  private var covered: Set<NodeID> = []
  private var events: [PageKeyframesEvent] = []
  /// When events were last delivered, and the length of the longest chain that one of their animations ends.
  private var told = (time: -Double.infinity, nesting: 0)
  /// The number of the last one, and those that a script has asked for.
  private var lastID = 0
  private var watched: Set<Int> = []
  private var outcomes: [(id: Int, isFinished: Bool)] = []
  /// Whether the sheets have keyframes.
  private(set) var isPossible = false

  /// Whether nothing runs and no event is due.
  var isEmpty: Bool { count == 0 && events.isEmpty }

  // MARK: Time

  /// When an animation begins or ends next, or waiting events are due, on the page's clock.
  func nextEvent(after now: Double) -> Double? {
    let next = running.values.joined().lazy.compactMap { $0.nextEvent(at: now) }.min()
    guard !events.isEmpty else { return next }
    return min(next ?? .infinity, nextDelivery(after: now))
  }

  /// When waiting events are due: browsers deliver them once a frame, and a handler may start the next
  /// animation.
  private func nextDelivery(after now: Double) -> Double { max(told.time + PageAnimation.step, now) }

  /// When the next frame is due, without those that the client makes by itself.
  func nextStep(after now: Double, _ played: PlayedMotions) -> Double? {
    guard !isEmpty else { return nil }
    let next = nextEvent(after: now)
    let needsFrames = running.contains { node, animations in
      animations.contains {
        $0.isMoving(at: now) && (!played.has($0.properties, of: node) || !$0.customProperties.isEmpty)
      }
    }
    return needsFrames ? min(next ?? .infinity, now + PageAnimation.step) : next
  }

  /// The animations of an element, in the order in which their values are shown.
  func animations(of node: NodeID) -> [KeyframeAnimation] { running[node] ?? [] }

  /// When the next event of a finite animation is due, leaving out chains of animations that never end.
  func nextSettling(after now: Double) -> Double? {
    guard !isEmpty else { return nil }
    let limit = PageTransitions.repeatingNesting
    let next = running.values.joined().lazy.filter { $0.timing.end < .infinity && $0.nesting < limit }
      .compactMap { $0.nextEvent(at: now) }.min()
    guard events.contains(where: { $0.nesting < limit }) else { return next }
    return min(next ?? .infinity, nextDelivery(after: now))
  }

  /// Advances to a time. Returns the elements whose look changed.
  func move(to now: Double) -> Set<NodeID> {
    var moved: Set<NodeID> = []
    for node in running.keys.sorted() {
      let count = events.count
      note(node, at: now)
      if events.count > count || running[node]?.contains(where: { $0.isMoving(at: now) }) == true {
        moved.insert(node)
      }
    }
    return moved
  }

  /// The events since the last call, in order; none before they are due.
  func takeEvents(at now: Double) -> [PageKeyframesEvent] {
    guard !events.isEmpty, nextDelivery(after: now) <= now else { return [] }
    told = (now, events.lazy.map(\.nesting).max() ?? 0)
    defer { events = [] }
    return events
  }

  /// Drops the events, because the page has no scripts to hear them.
  func dropEvents() { events = [] }

  private func note(_ node: NodeID, at now: Double) {
    guard let place = running.index(forKey: node) else { return }
    for index in running.values[place].indices {
      for (event, elapsed) in running.values[place][index].takeEvents(at: now) {
        add(event, of: running.values[place][index], node, elapsed)
        if event == .end { settle(running.values[place][index], isFinished: true) }
      }
    }
  }

  private func add(
    _ event: KeyframeAnimation.Event, of animation: KeyframeAnimation, _ node: NodeID, _ elapsed: Double
  ) {
    events.append(
      PageKeyframesEvent(
        kind: event, node: node, name: animation.rule.name, elapsed: elapsed, nesting: animation.nesting))
  }

  // MARK: Scripts

  /// Those that run or are held, of elements in tree order.
  func relevant(at now: Double, in document: Document) -> [(node: NodeID, animation: KeyframeAnimation)] {
    guard count > 0 else { return [] }
    return document.nodesWithGenerated.flatMap { node in
      (running[node] ?? []).filter { $0.isRelevant(at: now) }.map { (node: node, animation: $0) }
    }
  }

  /// An animation by its number.
  func animation(_ id: Int) -> KeyframeAnimation? {
    running.values.lazy.joined().first { $0.id == id }
  }

  /// Notes that a script has an animation, so that the script gets the event of its end.
  func watch(_ id: Int) { watched.insert(id) }

  /// The ends of those that scripts have, since the last call.
  func takeOutcomes() -> [(id: Int, isFinished: Bool)] {
    defer { outcomes = [] }
    return outcomes
  }

  private func settle(_ animation: KeyframeAnimation, isFinished: Bool) {
    if watched.contains(animation.id) { outcomes.append((animation.id, isFinished)) }
  }

  /// Performs a command of a script on an animation; returns its element, or nil if the animation is over.
  func perform(_ command: MotionCommand, on id: Int, at now: Double) -> NodeID? {
    for (node, animations) in running {
      guard let index = animations.firstIndex(where: { $0.id == id }) else { continue }
      if command == .cancel { cancel([animations[index]], of: node, at: now) }
      running[node]?[index].perform(command, at: now)
      note(node, at: now)
      return node
    }
    return nil
  }

  // MARK: Scroll positions

  /// Whether scroll positions drive one of them.
  var hasScrolled: Bool { count > 0 && running.values.joined().contains(where: \.timing.isScrolled) }

  /// Sets how far the timelines have come; returns the elements whose look changes.
  func scroll(_ position: (NodeID, KeyframeTiming) -> ScrollPosition?) -> Set<NodeID> {
    var moved: Set<NodeID> = []
    for (node, animations) in running {
      for (index, animation) in animations.enumerated() where animation.timing.isScrolled {
        let next = position(node, animation.timing)
        if running[node]?[index].scroll(to: next) == true { moved.insert(node) }
      }
    }
    return moved
  }

  // MARK: Custom properties

  /// The elements whose custom properties an animation or a transition changes, with the declarations that
  /// they show.
  func customTexts(at now: Double) -> [NodeID: String] {
    guard count > 0 else { return [:] }
    var texts: [NodeID: String] = [:]
    for (node, animations) in running {
      for animation in animations where !animation.customProperties.isEmpty {
        let text = animation.customText(at: now)
        if !text.isEmpty { texts[node, default: ""] += text }
      }
    }
    return texts
  }

  /// The custom properties that keyframes change, by element.
  var customProperties: [NodeID: Set<String>] {
    guard running.values.joined().contains(where: { !$0.customProperties.isEmpty }) else { return [:] }
    return running.compactMapValues { animations in
      let names = Set(animations.flatMap(\.customProperties))
      return names.isEmpty ? nil : names
    }
  }

  // MARK: Styles

  /// The state of a page's styles, and the changes in them.
  struct Restyling {
    var document: Document
    /// The elements whose computed style changed, and new ones; nil for all.
    var changed: Set<NodeID>?
    /// Whether elements may have left.
    var hasOtherChildren: Bool
    var now: Double
    var rules: [String: KeyframesRule]
    /// Whether the client plays animations by itself.
    var isPlayed: Bool
    /// ``PageTransitions/Restyling/base``
    var base: [NodeID: ComputedStyle] = [:]
  }

  /// Computes the styles of an element or pseudo-element with each of some lists of declarations.
  typealias Styling = (NodeID, PseudoElement?, [[PropertyDeclaration]]) -> [ComputedStyle]

  /// The styles to show, and the elements that show other values than the sheets or did so before.
  ///
  /// - Parameters:
  ///   - styles: The styles of the sheets, with transitions.
  ///   - transitions: Those in `styles`: their values beat those of animations.
  ///   - size: The previous border box size of an element.
  func restyle(
    _ styles: StyledDocument, _ what: Restyling, _ transitions: PageTransitions,
    size: (NodeID) -> Size<Double>, style: Styling
  ) -> (styles: StyledDocument, shown: Set<NodeID>) {
    isPossible = !what.rules.isEmpty
    guard !what.rules.isEmpty || count > 0 || !covered.isEmpty else { return (styles, []) }
    let changed = what.changed ?? nodes(of: styles, in: what.document)
    var known: [ValuesKey: KeyframeValues] = [:]
    for node in changed.sorted() { update(node, styles, what, &known, size: size, style: style) }
    if what.changed == nil || what.hasOtherChildren || !changed.isEmpty {
      for node in running.keys.sorted() where !styles.isRendered(node, in: what.document) {
        cancel(running[node] ?? [], of: node, at: what.now)
        set([], of: node)
      }
    }
    let cover = cover(styles, transitions, what)
    let shown = covered.union(cover.keys)
    covered = Set(cover.keys)
    return (styles.replacing(cover, in: what.document), shown)
  }

  /// The elements that animations are named for, or were.
  private func nodes(of styles: StyledDocument, in document: Document) -> Set<NodeID> {
    let animated = styles.styles.map { !$0.motion.animationName.isEmpty }
    guard count > 0 || animated.contains(true) else { return [] }
    var found = Set(running.keys)
    for index in document.nodes.indices where document.nodes[index].isElement {
      if animated[styles.styleNumber(of: NodeID(index))] { found.insert(NodeID(index)) }
    }
    return found
  }

  /// The key of the values of keyframes within one restyling: all that they depend on.
  private struct ValuesKey: Hashable {
    var name: String
    /// The numbers of the styles of the element and of the one around it.
    var style: Int
    var parent: Int
    var pseudoElement: PseudoElement?
  }

  /// Starts, updates and cancels the animations of one element. §4: an animation that the style still names
  /// goes on, also if its keyframes are others now.
  private func update(
    _ node: NodeID, _ styles: StyledDocument, _ what: Restyling,
    _ known: inout [ValuesKey: KeyframeValues], size: (NodeID) -> Size<Double>, style: Styling
  ) {
    let own = styles[node]
    let names = own.motion.animationName
    guard !names.isEmpty || running[node] != nil, what.document.nodes[node.index].isElement else { return }
    var old = running[node] ?? []
    var new: [KeyframeAnimation] = []
    // The last animation of a name takes the last one that runs.
    for (index, name) in names.enumerated().reversed().prefix(64) {
      guard let rule = what.rules[name] else { continue }
      let timing = KeyframeTiming(own.motion, at: index)
      var animation: KeyframeAnimation
      if let known = old.lastIndex(where: { $0.rule.name == name }) {
        animation = old.remove(at: known)
        animation.update(rule, timing, at: what.now)
      } else {
        guard count + new.count < Self.limit, styles.isRendered(node, in: what.document) else { continue }
        let nesting = what.now == told.time ? told.nesting + 1 : 0
        lastID += 1
        animation = KeyframeAnimation(rule, timing, at: what.now, nesting: nesting, id: lastID)
      }
      let (element, pseudoElement) = what.document.origin(of: node)
      let key = ValuesKey(
        name: name, style: styles.styleNumber(of: node),
        parent: what.document[node].parent.map { styles.styleNumber(of: $0) } ?? -1,
        pseudoElement: pseudoElement)
      let values =
        known[key]
        ?? KeyframeValues(rule, what.base[node] ?? own, hasTexts: what.isPlayed) {
          style(element, pseudoElement, $0)
        }
      known[key] = values
      animation.take(values, size: size(node))
      new.append(animation)
    }
    cancel(old, of: node, at: what.now)
    set(new.reversed(), of: node)
    note(node, at: what.now)
  }

  private func set(_ animations: [KeyframeAnimation], of node: NodeID) {
    count += animations.count - (running[node]?.count ?? 0)
    running[node] = animations.isEmpty ? nil : animations
  }

  private func cancel(_ animations: [KeyframeAnimation], of node: NodeID, at now: Double) {
    for animation in animations {
      if let elapsed = animation.cancelled(at: now) {
        add(.cancel, of: animation, node, elapsed)
        settle(animation, isFinished: false)
      }
    }
  }

  /// The styles of elements with animations, and of those that inherit from them.
  private func cover(
    _ styles: StyledDocument, _ transitions: PageTransitions, _ what: Restyling
  ) -> [NodeID: ComputedStyle] {
    var cover = StyleCover(styles, in: what.document)
    for node in running.keys.sorted() {
      let hidden = transitions.running[node]?.compactMap(\.longhand) ?? []
      var style = cover[node]
      var shown: Set<PropertyID> = []
      for animation in running[node] ?? [] {
        guard animation.show(in: &style, at: what.now, except: { hidden.contains($0) }) else { continue }
        for property in animation.properties where !hidden.contains(property) { shown.insert(property) }
      }
      guard !shown.isEmpty else { continue }
      cover.show(style, of: node, changing: shown) { child in
        Set((running[child] ?? []).flatMap(\.properties))
      }
    }
    return cover.styles
  }
}

/// An event of a CSS animation.
struct PageKeyframesEvent {
  var kind: KeyframeAnimation.Event
  var node: NodeID
  var name: String
  /// Seconds.
  var elapsed: Double
  /// ``KeyframeAnimation/nesting``
  var nesting: Int
}

extension Document {
  /// All nodes in tree order, those of pseudo-elements behind their elements.
  var nodesWithGenerated: [NodeID] {
    nodes(in: root).flatMap { node in
      [node] + [generated[node]?.before, generated[node]?.after].compactMap(\.self)
    }
  }

  /// The element that a node stands for, and as which pseudo-element.
  fileprivate func origin(of node: NodeID) -> (element: NodeID, pseudoElement: PseudoElement?) {
    guard let parent = self[node].parent, let own = generated[parent] else { return (node, nil) }
    if own.before == node { return (parent, .before) }
    if own.after == node { return (parent, .after) }
    if let letter = own.firstLetter, letter.node == node { return (letter.block, .firstLetter) }
    return (node, nil)
  }
}
