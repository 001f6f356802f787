import HybridDOM

/// The containers of a document, and what queries and lengths get from them. CSS Conditional 5 §5 and §6.
///
/// Without an element that is a container, and without `@container` rules, it holds nothing and does nothing.
struct QueryContainers {
  /// An element with `container-type` or `container-name`.
  private struct Container {
    /// The nearest container around it, or -1.
    var outer: Int32
    /// The number of its style.
    var style: Int32
  }

  /// The sizes of containers in the last layout, as far as they can be asked for. A container without a box
  /// has none.
  private(set) var sizes: [NodeID: ContainerSize] = [:]
  /// By rule set: its tests.
  private let tests: [[RuleSet.ContainerTest]]
  /// Whether there is a test.
  let hasTests: Bool
  /// Whether a test asks for custom properties.
  let asksForStyle: Bool
  /// By node: the nearest container for what is in it, or -1; empty without containers.
  private var nearest: [Int32] = []
  private var containers: [Int32: Container] = [:]
  /// For each container asked so far, and each condition: the container that answers it, or -1. Valid within
  /// one update, like ``answers``.
  private var selections: [Int32: [Int32]] = [:]
  private var answers: [Place: [[Bool]]] = [:]
  private var basisNumbers: [ContainerSize: Int32] = [:]
  private(set) var bases = [ContainerSize(width: nil, height: nil)]
  private var basisOfContainer: [Int32: Int32] = [:]
  private let conditionCount: Int
  /// By rule set and test: the number of its first condition among all.
  private let firstConditions: [[Int]]

  /// The key of an answer: the nearest container, and the number of the parent's style if a test asks for it.
  private struct Place: Hashable {
    var container: Int32
    var parent: Int32
  }

  /// No container.
  static let none: Int32 = -1

  init(_ ruleSets: [RuleSet]) {
    tests = ruleSets.map(\.storage.containers)
    hasTests = tests.contains { !$0.isEmpty }
    asksForStyle = tests.contains { $0.contains { $0.list.conditions.contains(where: \.asksForStyle) } }
    var count = 0
    firstConditions = tests.map {
      $0.map { test in
        count += test.list.conditions.count
        return count - test.list.conditions.count
      }
    }
    conditionCount = count
  }

  /// Whether there is nothing that could be asked.
  var isIdle: Bool { nearest.isEmpty && !hasTests }

  /// The elements whose size can be asked for.
  func sizable(_ styles: [ComputedStyle]) -> [NodeID] {
    if containers.isEmpty { return [] }
    return containers.lazy.filter { styles[Int($0.value.style)][\.containerType] != .normal }
      .map { NodeID(Int($0.key)) }
  }

  /// Takes over the sizes of a layout; returns the containers whose size differs.
  mutating func takeSizes(_ new: [NodeID: ContainerSize]) -> Set<NodeID> {
    guard new != sizes else { return [] }
    var changed = Set(new.keys.filter { new[$0] != sizes[$0] })
    changed.formUnion(sizes.keys.filter { new[$0] == nil })
    sizes = new
    forget()
    return changed
  }

  /// Forgets the answers: elements have changed.
  mutating func forget() {
    guard !selections.isEmpty || !answers.isEmpty || !basisOfContainer.isEmpty else { return }
    (selections, answers, basisOfContainer) = ([:], [:], [:])
  }

  /// The nearest container around an element below `parent`, -1 for none.
  func around(below parent: Int32) -> Int32 {
    parent >= 0 && Int(parent) < nearest.count ? nearest[Int(parent)] : Self.none
  }

  /// The nearest container around an element that has a style.
  func around(_ element: Int) -> Int32 {
    if nearest.isEmpty { return Self.none }
    return containers[Int32(element)]?.outer ?? around(below: Int32(element))
  }

  /// Records the style of an element, after that of its parent.
  ///
  /// - Parameter isContainer: Whether the style makes the element a container.
  mutating func settle(_ element: Int, below parent: Int32, style: Int32, isContainer: Bool, count: Int) {
    if nearest.isEmpty {
      guard isContainer else { return }
      nearest = [Int32](repeating: Self.none, count: count)
    } else if nearest.count < count {
      nearest += [Int32](repeating: Self.none, count: count - nearest.count)
    }
    let outer = around(below: parent)
    if isContainer {
      containers[Int32(element)] = Container(outer: outer, style: style)
      nearest[element] = Int32(element)
    } else {
      if nearest[element] == Int32(element) { containers[Int32(element)] = nil }
      nearest[element] = outer
    }
  }

  // MARK: Answers

  /// By rule set: whether each test holds for an element; empty without tests.
  ///
  /// - Parameters:
  ///   - container: The nearest container around it.
  ///   - parent: The number of its parent's style; nil for a root element.
  mutating func answers(
    in container: Int32, below parent: Int32?, _ styles: [ComputedStyle], _ lengths: LengthContext
  ) -> [[Bool]] {
    guard hasTests else { return [] }
    let place = Place(container: container, parent: asksForStyle ? parent ?? -1 : -1)
    if let known = answers[place] { return known }
    var found: [[Bool]] = []
    for (set, tests) in tests.enumerated() {
      var holds: [Bool] = []
      for (number, test) in tests.enumerated() {
        let isOuterMet = test.outer < 0 || holds[Int(test.outer)]
        holds.append(
          isOuterMet
            && test.list.conditions.enumerated().contains { index, condition in
              self.holds(
                condition, firstConditions[set][number] + index, in: container, below: parent, styles, lengths
              )
            })
      }
      found.append(holds)
    }
    answers[place] = found
    return found
  }

  private mutating func holds(
    _ condition: ContainerCondition, _ number: Int, in container: Int32, below parent: Int32?,
    _ styles: [ComputedStyle], _ lengths: LengthContext
  ) -> Bool {
    if condition.name == nil, condition.axes.isEmpty {
      // Every element can be asked for its custom properties: the nearest one is the parent.
      guard condition.asksForStyle, let parent else { return false }
      let style = styles[Int(parent)]
      let asked = AskedContainer(size: nil, custom: style.custom, lengths: lengths.relative(to: style))
      return condition.query?.evaluate { $0.evaluate(asked) } == true
    }
    let selected = select(condition, number, from: container, styles)
    guard selected >= 0, let found = containers[selected] else { return false }
    guard let query = condition.query else { return true }
    let style = styles[Int(found.style)]
    var lengths = lengths.relative(to: style)
    lengths.setContainer(bases[Int(basis(in: found.outer, styles))])
    let asked = AskedContainer(size: size(of: selected, style), custom: style.custom, lengths: lengths)
    return query.evaluate { $0.evaluate(asked) } == true
  }

  /// The nearest container that a condition can be asked of: with its name, and with the axes of its query.
  private mutating func select(
    _ condition: ContainerCondition, _ number: Int, from container: Int32, _ styles: [ComputedStyle]
  ) -> Int32 {
    let unknown: Int32 = -2
    var passed: [Int32] = []
    var current = container
    while current >= 0, let found = containers[current] {
      if let known = selections[current]?[number], known != unknown {
        current = known
        break
      }
      passed.append(current)
      let style = styles[Int(found.style)]
      let hasName = condition.name.map { style[\.containerName].contains($0) } ?? true
      if hasName, style[\.containerType].axes.isSuperset(of: condition.axes) { break }
      current = found.outer
    }
    for container in passed {
      selections[container, default: [Int32](repeating: unknown, count: conditionCount)][number] = current
    }
    return current
  }

  private func size(of container: Int32, _ style: ComputedStyle) -> ContainerSize? {
    guard let size = sizes[NodeID(Int(container))] else { return nil }
    let (axes, zoom) = (style[\.containerType].axes, style.text.usedZoom)
    return ContainerSize(
      width: axes.contains(.width) ? size.width.map { $0 / zoom } : nil,
      height: axes.contains(.height) ? size.height.map { $0 / zoom } : nil)
  }

  // MARK: Lengths

  /// The number of the sizes that lengths such as `1cqw` are relative to, among ``bases``: in each axis,
  /// those of the nearest container that has one.
  mutating func basis(in container: Int32, _ styles: [ComputedStyle]) -> Int32 {
    var passed: [Int32] = []
    var current = container
    var number: Int32 = 0
    while current >= 0, let found = containers[current] {
      if let known = basisOfContainer[current] {
        number = known
        break
      }
      passed.append(current)
      current = found.outer
    }
    for container in passed.reversed() {
      if let found = containers[container], let own = size(of: container, styles[Int(found.style)]) {
        let outer = bases[Int(number)]
        number = self.number(
          of: ContainerSize(width: own.width ?? outer.width, height: own.height ?? outer.height))
      }
      basisOfContainer[container] = number
    }
    return number
  }

  private mutating func number(of basis: ContainerSize) -> Int32 {
    if basis == bases[0] { return 0 }
    if let known = basisNumbers[basis] { return known }
    bases.append(basis)
    basisNumbers[basis] = Int32(bases.count - 1)
    return Int32(bases.count - 1)
  }
}

extension LengthContext {
  /// The context of lengths in the queries that an element with a style is asked.
  fileprivate func relative(to style: ComputedStyle) -> LengthContext {
    var context = self
    // Like its size, without what `zoom` adds.
    context.fontSize = style.text.fontSize / style.text.usedZoom
    context.lineHeight = style.text.lineHeightInPoints / style.text.usedZoom
    context.font = style.text.lengthFont
    return context
  }

  /// Makes lengths relative to the sizes of containers.
  mutating func setContainer(_ size: ContainerSize) {
    (containerWidth, containerHeight) = (size.width, size.height)
  }
}

extension ComputedStyle {
  /// Whether an element with this style is a container, by type or by name.
  var makesContainer: Bool { self[\.containerType] != .normal || !self[\.containerName].isEmpty }
}

extension ContainerType {
  /// The axes along which queries can ask for the size.
  var axes: ContainerAxes {
    switch self {
    case .normal: []
    case .inlineSize: .width
    case .size: [.width, .height]
    }
  }
}
