import HybridCSS

/// The counters in scope at one place of a document, in a walk through its boxes in tree order. CSS Lists 3
/// §4.4, *Creating and Inheriting Counters*.
///
///     var counters = CounterScopes()
///     counters.enter(body)          // for each element and pseudo-element with a box
///     counters.enter(heading)
///     counters.value(of: "section")
///     counters.leave()
///     counters.leave()
///
/// A counter is in scope in the element that creates it, in the following siblings of that element and in
/// everything in them; if an ancestor already has a counter of that name, only in the element itself.
struct CounterScopes {
  private struct Counter {
    var value: Int
    /// The depth of the element that created it.
    let depth: Int
    /// The depth of the element whose end ends its scope.
    let end: Int
    /// Whether list items count it down.
    let isReversed: Bool
  }

  /// The counters in scope by name, the innermost last.
  private var counters: [String: [Counter]] = [:]
  /// By depth: the names of the counters whose scope ends with the element at that depth.
  private var ending: [[String]] = []
  /// The number of open elements.
  private var depth = 0
  /// The depths of the open elements with style containment, the innermost last, each with a number.
  private var containing: [(depth: Int, number: Int)] = []
  private var containingCount = 0

  /// No counters.
  init() {}

  /// Opens an element or pseudo-element and applies the counters of its style; ``leave()`` must follow.
  ///
  /// - Parameters:
  ///   - style: Its style; it must have a box, or `display: contents`.
  ///   - list: What its attributes say about the counter of list items.
  ///   - reversedStart: The initial value of a reversed counter whose declaration has none (§4.4.2).
  mutating func enter(
    _ style: ComputedStyle, list: ListRole = .none, reversedStart: (String) -> Int = { _ in 0 }
  ) {
    enter()
    let resets = style[\.counterReset]
    if case .list(let start, let isReversed) = list, !resets.contains(where: \.isOfListItems) {
      let value = start ?? (isReversed ? reversedStart(CounterChange.listItem) : 0)
      reset(CounterChange.listItem, to: value, isReversed: isReversed, isContained: true)
    }
    for (index, reset) in resets.enumerated()
    // Of several resets of one counter the last one counts.
    where !resets[(index + 1)...].contains(where: { $0.name == reset.name }) {
      self.reset(
        reset.name, to: reset.value ?? reversedStart(reset.name), isReversed: reset.isReversed)
    }
    let isItem = style.box.display == .listItem
    for (name, sum) in increments(of: style, isItem: isItem) { increment(name, by: sum) }
    if isItem, case .item(let value) = list { set(CounterChange.listItem, to: value) }
    for set in style[\.counterSet] { self.set(set.name, to: set.value ?? 0) }
    if style.containment.contains(.style) {
      containingCount += 1
      containing.append((depth, containingCount))
    }
  }

  /// The numbers of the elements with style containment that are open, the innermost last. Their content
  /// changes no quotes around them.
  var openContainments: [Int] { containing.map(\.number) }

  /// How far a style increments each counter; list items count by themselves (§4.6, *The Implicit list-item
  /// Counter*).
  private func increments(of style: ComputedStyle, isItem: Bool) -> [(name: String, sum: Int)] {
    var result: [(name: String, sum: Int)] = []
    for increment in style[\.counterIncrement] {
      let value = increment.value ?? 1
      if let place = result.firstIndex(where: { $0.name == increment.name }) {
        result[place].sum = Self.clamped(result[place].sum + value)
      } else {
        result.append((increment.name, value))
      }
    }
    if isItem, !result.contains(where: { $0.name == CounterChange.listItem }) {
      let isReversed = counters[CounterChange.listItem]?.last?.isReversed == true
      result.append((CounterChange.listItem, isReversed ? -1 : 1))
    }
    return result
  }

  /// Opens an element or pseudo-element; ``leave()`` must follow.
  mutating func enter() {
    depth += 1
    while ending.count <= depth { ending.append([]) }
  }

  /// Closes the innermost open element.
  mutating func leave() {
    if containing.last?.depth == depth { containing.removeLast() }
    for name in ending[depth] { counters[name]?.removeLast() }
    ending[depth].removeAll(keepingCapacity: true)
    depth -= 1
  }

  /// Creates a counter in the open element. §4.4.1, *Instantiating Counters*.
  ///
  /// - Parameters:
  ///   - isReversed: Whether list items count it down.
  ///   - isContained: Whether it is in scope only in the element, whatever is around it.
  mutating func reset(
    _ name: String, to value: Int, isReversed: Bool = false, isContained: Bool = false
  ) {
    // A counter of the element itself or of a sibling before it is replaced.
    if let last = counters[name]?.last, last.depth == depth {
      counters[name]?.removeLast()
      if let place = ending[last.end].lastIndex(of: name) { ending[last.end].remove(at: place) }
    }
    let isNested = isContained || counters[name]?.last.map(isOfContainment) == true
    let end = isNested ? depth : depth - 1
    counters[name, default: []].append(
      Counter(value: value, depth: depth, end: end, isReversed: isReversed))
    ending[end].append(name)
  }

  /// §4.2, *Manipulating Counter Values*: without a counter one is created. A sum that 32 bits cannot hold is
  /// ignored, as in Chromium.
  mutating func increment(_ name: String, by step: Int) {
    let value = value(of: name, orCreate: 0) + step
    guard value == Self.clamped(value) else { return }
    change(name, to: value)
  }

  /// Gives a counter a value; without a counter one is created.
  mutating func set(_ name: String, to value: Int) {
    _ = self.value(of: name, orCreate: value)
    change(name, to: value)
  }

  /// The value of the innermost counter, as in `counter()`; 0 if there is none.
  func value(of name: String) -> Int { counters[name]?.last?.value ?? 0 }

  /// The values of all counters of a name, the outermost first, as in `counters()`; 0 if there is none.
  func values(of name: String) -> [Int] {
    let values = counters[name]?.map(\.value) ?? []
    return values.isEmpty ? [0] : values
  }

  private mutating func value(of name: String, orCreate value: Int) -> Int {
    // CSS Containment 1 §3.4: what is in an element with style containment changes no counter around it.
    if let known = counters[name]?.last, isOfContainment(known) { return known.value }
    reset(name, to: value)
    return value
  }

  /// Whether a counter was created in the innermost element with style containment.
  private func isOfContainment(_ counter: Counter) -> Bool {
    counter.depth > containing.last?.depth ?? -1
  }

  private mutating func change(_ name: String, to value: Int) {
    guard let count = counters[name]?.count, count > 0 else { return }
    counters[name]?[count - 1].value = value
  }

  private static func clamped(_ value: Int) -> Int { min(max(value, Int(Int32.min)), Int(Int32.max)) }
}

/// The role of an element for the counter of list items, from its name and attributes: HTML Standard §4.4.5,
/// *The ol element*, and §4.4.8, *The li element*.
enum ListRole: Hashable {
  /// Nothing.
  case none
  /// A list: one less than the number of its first item; nil without a `start` attribute.
  case list(start: Int?, isReversed: Bool)
  /// An item with a number.
  case item(value: Int)
}

extension CounterChange {
  fileprivate var isOfListItems: Bool { name == Self.listItem }
}
