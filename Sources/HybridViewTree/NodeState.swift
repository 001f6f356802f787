/// The state of a node that a person changed: text typed, boxes ticked, choices, and the scroll offset.
///
/// A client offers these after it reconnects, so that a restarted page can continue from them.
package struct NodeState: Hashable, Sendable {
  /// How much a client may offer.
  package enum Limits {
    /// The most states in one `hello`.
    package static let count = 64
    /// The most bytes of texts and keys in one `hello`; what is over it is left out.
    package static let bytes = 1 << 18
  }

  /// Names the node: from the child of the root down to it `#ID`, or the tag and which of those it is without
  /// an `id`, from 0: `input:2`. Empty for the root. Unlike numbers and keys, this says the same in another
  /// run.
  package var path: [String]
  /// The text of a field.
  package var text: String?
  /// Whether it is ticked or on.
  package var isOn: Bool?
  /// The index that is chosen.
  package var selected: Int?
  /// The indices that are chosen, of a list that takes several.
  package var chosen: [Int]?
  /// How far it is scrolled, in points.
  package var x: Double?
  /// See ``x``.
  package var y: Double?
  /// Whether keys go to it.
  package var isFocused = false
  /// Before which character of the text the insertion point is; nil is behind the last.
  package var caret: Int?

  /// A node in the state that its page opens with.
  package init(path: [String]) { self.path = path }

  fileprivate var size: Int { path.reduce(text?.utf8.count ?? 0) { $0 + $1.utf8.count + 3 } }
}

extension ViewTree {
  /// The states of the nodes with these numbers, and of the one that has the focus.
  package func states(of handles: some Sequence<Int>) -> [NodeState] {
    let wanted = Set(handles)
    guard nodes.contains(where: { wanted.contains($0.handle) || $0.control?.isFocused == true }) else {
      return []
    }
    let names = names
    var states: [NodeState] = []
    var room = NodeState.Limits.bytes
    for (index, node) in nodes.enumerated() {
      let isFocused = node.control?.isFocused == true
      guard wanted.contains(node.handle) || isFocused, states.count < NodeState.Limits.count else { continue }
      var state = NodeState(path: path(to: index, names))
      if let control = node.control {
        switch control.kind {
        case .text, .multiline, .password, .search: state.text = control.value ?? ""
        case .checkbox, .radio, .switch: state.isOn = control.isOn
        case .segment, .dots: state.selected = control.selected
        case .select:
          if let chosen = control.chosen { state.chosen = chosen } else { state.selected = control.selected }
        case .button, .link, .table, .row: break
        }
        if isFocused { (state.isFocused, state.caret) = (true, control.caret) }
      }
      if let scroll = node.scroll { (state.x, state.y) = (scroll.x, scroll.y) }
      guard state != NodeState(path: state.path), state.size <= room else { continue }
      room -= state.size
      states.append(state)
    }
    return states
  }

  /// The nodes that paths name; nil where there is none, or more than one.
  package func indices(ofPaths paths: [[String]]) -> [Int?] {
    var result = [Int?](repeating: nil, count: paths.count)
    guard !nodes.isEmpty else { return result }
    let names = names
    // Which paths lead through a node, by node: only those are looked at below it.
    var through: [Int: [Int]] = [0: Array(paths.indices)]
    var depths = [Int](repeating: 0, count: nodes.count)
    var isDoubled = Set<Int>()
    for number in paths.indices where paths[number].isEmpty { result[number] = 0 }
    for index in nodes.indices.dropFirst() {
      guard let parent = nodes[index].parent else { continue }
      depths[index] = depths[parent] + 1
      guard let candidates = through[parent] else { continue }
      let depth = depths[parent]
      let here = candidates.filter { paths[$0].count > depth && paths[$0][depth] == names[index] }
      if here.isEmpty { continue }
      through[index] = here
      for number in here where paths[number].count == depth + 1 {
        if result[number] != nil { isDoubled.insert(number) }
        result[number] = index
      }
    }
    for number in isDoubled { result[number] = nil }
    return result
  }

  /// The names of the nodes in paths.
  private var names: [String] {
    struct Kind: Hashable {
      var parent: Int
      var tag: String
    }
    var counts: [Kind: Int] = [:]
    return nodes.map { node in
      if let id = node.id { return "#" + id }
      let kind = Kind(parent: node.parent ?? -1, tag: node.tag)
      defer { counts[kind, default: 0] += 1 }
      return "\(node.tag):\(counts[kind] ?? 0)"
    }
  }

  /// The ``NodeState/path`` of a node.
  /// - Complexity: O(*n*) in nodes.
  package func path(to index: Int) -> [String] { path(to: index, names) }

  private func path(to index: Int, _ names: [String]) -> [String] {
    var path: [String] = []
    var current = index
    while let parent = nodes[current].parent {
      path.append(names[current])
      current = parent
    }
    return path.reversed()
  }

  /// For each node that both trees have, its number in this one, and as value that in the other: what a
  /// client keeps by number (focus, scroll offset, text) goes on there. Empty when they are no two states of
  /// one thing.
  package func correspondence(with next: ViewTree) -> [Int: Int] {
    guard let root = nodes.first, let nextRoot = next.nodes.first, root.tag == nextRoot.tag else {
      return [:]
    }
    let highest = nodes.map(\.handle).max() ?? 0
    var difference = TreeDifference(
      old: withNamesAsKeys, new: next.withNamesAsKeys, changes: nil, lastHandle: highest)
    difference.compare()
    var result: [Int: Int] = [:]
    for (index, node) in difference.new.nodes.enumerated() where node.handle <= highest {
      result[node.handle] = next.nodes[index].handle
    }
    return result
  }

  /// The same tree with keys that another run of its page makes as well.
  private var withNamesAsKeys: ViewTree {
    var tree = self
    for (index, name) in names.enumerated() { tree.nodes[index].key = name }
    return tree
  }
}
