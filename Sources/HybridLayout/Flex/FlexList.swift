import HybridGeometry

/// The items of a single-line flex container with many items, kept after its layout.
///
/// When one row of a long list changes its height, the rows after it only move. The items are contiguous in
/// memory, unlike a container's children, so moving a row takes about ten nanoseconds.
struct FlexList: Sendable {
  /// Containers with fewer items are laid out from the start.
  static let leastCount = 48

  /// The items, and room for those of containers inside.
  var items: [FlexItem]
  var count: Int
  /// The content box in which they were laid out, and the container's style.
  var content: Size<Double>
  var style: Int32
  var hasOutOfFlow: Bool
  /// Whether a child has no box, or is or contains a box whose containing block is the container or one
  /// further out.
  var hasUnusualChildren: Bool
  var lineCross: Double

  /// Marks items to be laid out again. Returns whether they are few enough for the list to be useful.
  mutating func unsettle(_ nodes: [Int32]) -> Bool {
    guard nodes.count <= 16 else { return false }
    for node in nodes {
      guard let index = items[..<count].firstIndex(where: { $0.node == Int(node) }) else { return false }
      items[index].flags.remove(.settled)
    }
    return true
  }
}

/// The lists of containers with many items, by node.
struct FlexLists: Sendable {
  private var lists: [Int32: FlexList] = [:]

  mutating func keep(_ list: FlexList, of node: Int) { lists[Int32(node)] = list }

  /// Removes the list of a container, and returns it.
  mutating func take(of node: Int) -> FlexList? { lists.removeValue(forKey: Int32(node)) }

  mutating func remove(_ node: Int32) { lists[node] = nil }

  /// Marks items of a container to be laid out again. Returns whether its list is still useful.
  mutating func unsettle(_ items: [Int32], of node: Int) -> Bool {
    lists[Int32(node)]?.unsettle(items) ?? false
  }
}

/// The container that was just laid out from its list, if it is known to have neither boxes out of the flow
/// nor children without a box.
struct PlainContainer {
  private var node = -1

  @inline(__always) mutating func note(_ node: Int) { self.node = node }

  @inline(__always) mutating func forget() { node = -1 }

  /// Whether it is `node`; it is forgotten.
  @inline(__always) mutating func take(_ node: Int) -> Bool {
    defer { forget() }
    return self.node == node
  }
}

extension LayoutPass {
  /// Whether an item is unchanged since it was last placed, its main size included.
  @inline(__always) func isSettled(_ index: Int) -> Bool {
    flexItems[index].flags.contains(.settled) && flexItems[index].main == flexItems[index].settledMain
  }

  /// Keeps the items of a container that was just laid out, if they are many.
  mutating func keepList(of flow: FlexFlow) {
    guard flow.items.count >= FlexList.leastCount, !flow.axes.isMultiLine, postponed.placeholders == 0,
      !isRecording
    else { return }
    let node = flow.content.node
    let memory = Int(nodes[node].memory)
    guard memory >= 0 else { return }
    var items: [FlexItem] = []
    items.reserveCapacity(flow.items.count + 32)
    for index in flow.items {
      flexItems[index].settledMain = flexItems[index].main
      flexItems[index].flags.insert(.settled)
      items.append(flexItems[index])
    }
    if let last = items.last { for _ in 0..<32 { items.append(last) } }
    let list = FlexList(
      items: items, count: flow.items.count, content: flow.content.content, style: nodes[node].style,
      hasOutOfFlow: flow.hasOutOfFlow, hasUnusualChildren: hasUnusualChildren(node),
      lineCross: flexLines[flow.lines.lowerBound].cross)
    lists.keep(list, of: node)
    memories[memory].hasList = true
  }

  /// Lays out a container from its kept items; nil when there are none for this content box.
  mutating func layoutFromList(_ flow: inout FlexFlow, _ purpose: Purpose) -> BoxResult? {
    let node = flow.content.node
    let memory = Int(nodes[node].memory)
    guard memory >= 0, memories[memory].hasList, postponed.placeholders == 0 else { return nil }
    guard var list = lists.take(of: node) else { return nil }
    memories[memory].hasList = false
    guard list.content == flow.content.content, list.style == nodes[node].style else { return nil }
    let linesBefore = flexLines.count
    flow.hasOutOfFlow = list.hasOutOfFlow
    flow.items = 0..<list.count
    flow.settledLineCross = list.lineCross
    var hasUnusual = list.hasUnusualChildren
    let result = ScratchStack.withStack(in: &list.items, count: list.count) { stack in
      swap(&flexItems, &stack)
      defer { swap(&flexItems, &stack) }
      for index in flow.items where !flexItems[index].flags.contains(.settled) {
        let child = flexItems[index].node
        flexItems[index] = makeFlexItem(child, usedStyle(child), flow)
      }
      let result = layoutFlexItems(&flow, purpose)
      if purpose == .frames {
        for index in flow.items {
          if !flexItems[index].flags.contains(.settled), !nodes[flexItems[index].node].escaping.isEmpty {
            hasUnusual = true
          }
          flexItems[index].settledMain = flexItems[index].main
          flexItems[index].flags.insert(.settled)
        }
      }
      return result
    }
    if purpose == .frames {
      list.lineCross = flexLines[flow.lines.lowerBound].cross
      list.hasUnusualChildren = hasUnusual
      if !hasUnusual { plainContainer.note(node) }
    }
    flexLines.pop(to: linesBefore)
    // Answers given for lack of stack are invalid.
    guard postponed.placeholders == 0 else { return result }
    lists.keep(list, of: node)
    memories[memory].hasList = true
    return result
  }
}
