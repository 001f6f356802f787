import HybridJSON

/// The user input of a node: typed text, ticks, choices and scroll offsets.
///
/// A client sends these when it reconnects, so that a page that has to restart can restore them.
package struct NodeState: Hashable, Sendable {
  /// How much a client may offer.
  package enum Limits {
    /// The most states in one `hello`.
    package static let count = 64
    /// The most bytes of texts and keys in one `hello`; what is over it is left out.
    package static let bytes = 1 << 18
  }

  /// The path of the node: from the child of the root down, `#ID`, or for nodes without an `id` the tag and
  /// its index among equals, from 0: `input:2`. Empty for the root. Unlike numbers and keys, it is stable
  /// across runs.
  package var path: [String]
  /// The text of a field.
  package var text: String?
  /// Whether it is ticked or on.
  package var isOn: Bool?
  /// The selected index.
  package var selected: Int?
  /// How far it is scrolled, in points.
  package var x: Double?
  /// See ``x``.
  package var y: Double?
  /// Whether it has the focus.
  package var isFocused = false
  /// The insertion point: the index of the character after it; nil is the end of the text.
  package var caret: Int?

  /// A node in its initial state.
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
        case .segment, .dots, .select: state.selected = control.selected
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

  /// The nodes of paths; nil for a path without a unique node.
  package func indices(ofPaths paths: [[String]]) -> [Int?] {
    var result = [Int?](repeating: nil, count: paths.count)
    guard !nodes.isEmpty else { return result }
    let names = names
    // The paths that lead through a node, by node: only those are searched below it.
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

  /// The path components of nodes.
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

  /// Maps the numbers of nodes in both trees from this tree to the other, so that clients can carry over
  /// state by number (focus, scroll offset, text). Empty if the trees are not of the same unit.
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

  /// The same tree with keys that are stable across runs of its page.
  private var withNamesAsKeys: ViewTree {
    var tree = self
    for (index, name) in names.enumerated() { tree.nodes[index].key = name }
    return tree
  }
}

extension NodeState {
  func write(to json: inout JSONWriter) {
    json.object {
      $0.key("path")
      $0.array { for key in path { $0.value(key) } }
      if let text { $0.member("text", text) }
      if let isOn { $0.member("isOn", isOn) }
      if let selected { $0.member("selected", selected) }
      if let x { $0.member("x", x) }
      if let y { $0.member("y", y) }
      if isFocused { $0.member("focused", true) }
      if let caret { $0.member("caret", caret) }
    }
  }

  /// Reads a state; nil without a path. Members of the wrong type count as absent.
  init?(_ json: JSONValue) {
    guard let path = json["path"]?.array else { return nil }
    let keys = path.compactMap(\.string)
    guard keys.count == path.count, keys.count <= 512 else { return nil }
    self.init(path: keys)
    text = json["text"]?.string.flatMap { $0.utf8.count <= ClientEvent.Limits.text ? $0 : nil }
    isOn = json["isOn"]?.bool
    selected = json["selected"]?.int
    x = json["x"]?.number.flatMap(ClientEvent.place)
    y = json["y"]?.number.flatMap(ClientEvent.place)
    isFocused = json["focused"]?.bool ?? false
    caret = json["caret"]?.int.flatMap { $0 >= 0 ? $0 : nil }
  }
}
