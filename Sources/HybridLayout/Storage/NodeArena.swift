import HybridGeometry

/// The nodes of a tree, with what belongs to each: links, a measure function, cached answers, and whether it
/// has changed since its last layout. Positions of removed nodes are used again.
struct NodeArena: Sendable {
  private var nodes: [Node] = []
  private var free: [Int32] = []
  private var measures = MeasureTable()
  private var memories = MemoryTable()
  /// Nodes whose answers may have changed since their last layout, and whose ancestors still cache the old
  /// ones.
  private var changed: [Int32] = []

  @inline(__always) subscript(node: Int) -> Node { _read { yield nodes[node] } }

  /// The number of nodes that are not deleted.
  var count: Int { nodes.count - free.count }

  /// Reserves room for `count` nodes.
  mutating func reserve(_ count: Int) { nodes.reserveCapacity(count) }

  /// Makes a node without parent and children.
  mutating func make(style: Int32) -> Int32 {
    let node = Node(style: style)
    if let index = free.popLast() {
      nodes[Int(index)] = node
      return index
    }
    nodes.append(node)
    return Int32(nodes.count - 1)
  }

  /// Deletes a node, without those that it is linked to.
  mutating func delete(_ node: Int32) {
    measures.drop(nodes[Int(node)].measure)
    memories.drop(nodes[Int(node)].memory)
    nodes[Int(node)] = Node(style: -1)
    free.append(node)
  }

  mutating func setFrame(_ frame: Rect, of node: Int) { nodes[node].frame = frame }

  mutating func setStyle(_ style: Int32, of node: Int) { nodes[node].style = style }

  // MARK: Links

  /// Links a node without parent into one, before `next`; as its last child if `next` is -1.
  mutating func link(_ child: Int32, into parent: Int32, before next: Int32) {
    let previous = next >= 0 ? nodes[Int(next)].previous : nodes[Int(parent)].lastChild
    nodes[Int(child)].parent = parent
    nodes[Int(child)].previous = previous
    nodes[Int(child)].next = next
    if previous >= 0 { nodes[Int(previous)].next = child } else { nodes[Int(parent)].firstChild = child }
    if next >= 0 { nodes[Int(next)].previous = child } else { nodes[Int(parent)].lastChild = child }
  }

  /// Unlinks a node from its parent. Returns the parent; -1 for none.
  mutating func unlink(_ node: Int32) -> Int32 {
    let index = Int(node)
    let (parent, previous, next) = (nodes[index].parent, nodes[index].previous, nodes[index].next)
    guard parent >= 0 else { return -1 }
    if previous >= 0 { nodes[Int(previous)].next = next } else { nodes[Int(parent)].firstChild = next }
    if next >= 0 { nodes[Int(next)].previous = previous } else { nodes[Int(parent)].lastChild = previous }
    nodes[index].parent = -1
    nodes[index].previous = -1
    nodes[index].next = -1
    return parent
  }

  /// The number of nodes between a node and `root`; nil if it is not under `root`.
  private func depth(of node: Int, in root: Int) -> Int? {
    var depth = 0
    var index = node
    while index != root {
      index = Int(nodes[index].parent)
      if index < 0 { return nil }
      depth += 1
    }
    return depth
  }

  // MARK: Measure functions

  /// Sets or removes the measure function of a node.
  mutating func setMeasure(_ measure: MeasureFunction?, of node: Int) {
    measures.drop(nodes[node].measure)
    nodes[node].measure = measure.map { measures.add($0) } ?? -1
  }

  /// The measure function of a leaf.
  func measure(of node: Int) -> MeasureFunction? {
    nodes[node].measure >= 0 ? measures.functions[Int(nodes[node].measure)] : nil
  }

  // MARK: Cached answers

  /// Assigns a memory to a node with content.
  mutating func giveMemory(_ node: Int) {
    if nodes[node].memory < 0 { nodes[node].memory = memories.add() }
  }

  /// Clears a node's memory.
  mutating func forget(_ node: Int) { memories.clear(nodes[node].memory) }

  /// Clears the memories of all nodes.
  mutating func forgetAll() { for node in nodes.indices { forget(node) } }

  /// Clears the memories of a node and its ancestors.
  mutating func forgetPath(from node: Int) {
    var index = node
    while index >= 0 {
      forget(index)
      nodes[index].isDirty = true
      index = Int(nodes[index].parent)
    }
  }

  /// Whether the frames inside a node are those for this space.
  func hasFrames(_ node: Int, in space: ConstraintSpace) -> Bool {
    memories.hasFrames(nodes[node].memory, in: space)
  }

  /// The space and result of the layout that gave a node its frames, if it keeps them and has not changed
  /// since.
  func lastLayout(of node: Int) -> LayoutEntry? { memories.lastLayout(nodes[node].memory) }

  // MARK: Changes

  /// Records that a node's answers may differ from its earlier ones, or from those that its ancestors
  /// assumed.
  mutating func markDirty(_ node: Int32) {
    var index = node
    while index >= 0 {
      let current = Int(index)
      if nodes[current].isDirty { return }
      nodes[current].isDirty = true
      if memories.remembersAnything(nodes[current].memory) {
        changed.append(index)
        return
      }
      // It has no cached answers to compare with: its parent has to ask.
      index = nodes[current].parent
    }
  }

  /// Records a change that affects the parent directly: the parent has to be laid out again whatever this
  /// node answers.
  mutating func markParentDirty(of node: Int) {
    forget(node)
    nodes[node].isDirty = true
    if nodes[node].parent >= 0 { markDirty(nodes[node].parent) }
  }

  /// Records that the parent lays out this node again, and perhaps no other.
  mutating func markReplaced(_ node: Int) {
    forget(node)
    nodes[node].isDirty = true
    changed.append(Int32(node))
  }

  /// Whether a node has changed since its last layout.
  var hasChanges: Bool { !changed.isEmpty }

  /// Takes the changed nodes under `root`, by their depth.
  mutating func takeChanged(under root: Int) -> [[Int32]] {
    guard !changed.isEmpty else { return [] }
    var levels: [[Int32]] = []
    var others: [Int32] = []
    for node in changed where nodes[Int(node)].isDirty && nodes[Int(node)].style >= 0 {
      guard let depth = depth(of: Int(node), in: root) else {
        others.append(node)
        continue
      }
      while levels.count <= depth { levels.append([]) }
      levels[depth].append(node)
    }
    changed = others
    return levels
  }

  /// Drops the changed nodes that have been laid out since.
  mutating func dropSettledChanges() { changed.removeAll { !nodes[Int($0)].isDirty } }

  // MARK: Layout

  /// Opens the nodes and their memories for a layout.
  mutating func withTables<Result>(
    _ body: (Table<Node>, Table<Memory>, [MeasureFunction?]) -> Result
  ) -> Result {
    let functions = measures.functions
    return nodes.withTable { nodes in
      memories.withTable { memories in body(nodes, memories, functions) }
    }
  }

  /// Opens the nodes for reading.
  func withReadTable<Result>(_ body: (Table<Node>) -> Result) -> Result { nodes.withReadTable(body) }
}

/// One node of the arena. Links are positions in it; -1 for none.
struct Node: Sendable {
  var frame = Rect.zero
  fileprivate(set) var parent: Int32 = -1
  fileprivate(set) var firstChild: Int32 = -1
  fileprivate(set) var lastChild: Int32 = -1
  fileprivate(set) var previous: Int32 = -1
  fileprivate(set) var next: Int32 = -1
  /// Position in the style table.
  fileprivate(set) var style: Int32
  /// The position in the measure functions, for leaves with one.
  fileprivate(set) var measure: Int32 = -1
  /// The position in the memories, for nodes with children or a measure function.
  fileprivate(set) var memory: Int32 = -1
  /// Whether the node has not been laid out since it was made or changed, or its ancestors have been told of
  /// the change.
  var isDirty = true
  /// Kinds of descendant boxes whose containing block is further out.
  var escaping: EscapingKinds = []

  fileprivate init(style: Int32) { self.style = style }
}

/// The measure functions of leaves. Positions of removed ones are used again.
private struct MeasureTable: Sendable {
  private(set) var functions: [MeasureFunction?] = []
  private var free: [Int32] = []

  mutating func add(_ measure: @escaping MeasureFunction) -> Int32 {
    if let slot = free.popLast() {
      functions[Int(slot)] = measure
      return slot
    }
    functions.append(measure)
    return Int32(functions.count - 1)
  }

  /// Removes a function. Does nothing for -1.
  mutating func drop(_ slot: Int32) {
    guard slot >= 0 else { return }
    functions[Int(slot)] = nil
    free.append(slot)
  }
}
