import HybridViewTree

/// The painting order of a tree's nodes: CSS 2.2 Appendix E.
///
/// A stacking context paints its own background, nodes below the flow, the flow, then nodes above it. In the
/// flow of pages, the boxes of blocks are below floats, which are below texts. Where nothing overlaps, each
/// node is painted at once, which looks the same.
struct PaintOrder {
  /// The parts of a node that are painted, in the order of the cases.
  struct Parts: OptionSet, Hashable {
    let rawValue: UInt8
    /// The effects that apply to the node with its content: a transform, an opacity.
    static let group = Parts(rawValue: 1)
    /// The background and the borders.
    static let box = Parts(rawValue: 2)
    static let image = Parts(rawValue: 4)
    /// The clip of its content.
    static let clip = Parts(rawValue: 8)
    static let lines = Parts(rawValue: 16)
    /// The outline, above the content.
    static let outline = Parts(rawValue: 32)

    /// All of a node before its content, and after it.
    static let start: Parts = [.group, .box, .image, .clip, .lines]
    static let end: Parts = [.clip, .outline, .group]
  }

  /// One step of painting.
  enum Step: Hashable {
    /// Paints parts of a node itself; its content follows, up to its ``close(_:_:)``.
    case open(Int, Parts)
    /// Ends the clip and the effects that apply to a node's content.
    case close(Int, Parts)
  }

  /// A pending task.
  private enum Task {
    case step(Step)
    /// A node with its content.
    case whole(Int)
    /// One phase of a node in the flow, with its content.
    case boxes(Int)
    case floats(Int)
    case content(Int)
    case outlines(Int)
  }

  private let tree: ViewTree
  /// The out-of-flow nodes of each stacking context: below the flow, and above it.
  private var below: [Int: [Int]] = [:]
  private var above: [Int: [Int]] = [:]
  private let children: [[Int]]
  /// Where phases matter; nil where they do not.
  private var overlaps: PaintOverlaps?

  init(_ tree: ViewTree) {
    self.tree = tree
    children = tree.childLists
    overlaps = PaintOverlaps(tree, children)
    guard tree.nodes.contains(where: { $0.paint.zOrder != nil }) else { return }
    // Each node's stacking context: that of its parent, or the parent.
    var contexts = [Int](repeating: 0, count: tree.nodes.count)
    for (index, node) in tree.nodes.enumerated() {
      guard let parent = node.parent else { continue }
      contexts[index] = tree.nodes[parent].paint.isolates ? parent : contexts[parent]
      guard let order = node.paint.zOrder else { continue }
      if order < 0 {
        below[contexts[index], default: []].append(index)
        overlaps?.mark(contexts[index])
      } else {
        above[contexts[index], default: []].append(index)
      }
    }
    let order = { (index: Int) in (tree.nodes[index].paint.zOrder ?? 0, index) }
    for context in below.keys { below[context]?.sort { order($0) < order($1) } }
    for context in above.keys { above[context]?.sort { order($0) < order($1) } }
  }

  /// All steps, computed without recursion.
  var steps: [Step] {
    var result: [Step] = []
    guard !tree.nodes.isEmpty else { return result }
    result.reserveCapacity(tree.nodes.count * 2)
    var waiting: [Task] = [.whole(0)]
    while let task = waiting.popLast() {
      switch task {
      case .step(let step): result.append(step)
      case .whole(let index):
        let isContext = index == 0 || tree.nodes[index].paint.isolates
        if let overlaps, overlaps.isPhased(index) {
          pushPhases(of: index, isContext, overlaps, to: &waiting)
          result.append(.open(index, [.group, .box, .image, .clip]))
          continue
        }
        result.append(.open(index, .start))
        waiting.append(.step(.close(index, .end)))
        if isContext { push(above[index], to: &waiting) }
        for child in children[index].reversed() where tree.nodes[child].paint.zOrder == nil {
          waiting.append(.whole(child))
        }
        if isContext { push(below[index], to: &waiting) }
      case .boxes(let index):
        guard let overlaps, overlaps.hasBoxes(index), !isAtomic(index) else { continue }
        result.append(.open(index, [.box, .clip]))
        waiting.append(.step(.close(index, .clip)))
        pushContent(of: index, to: &waiting) { .boxes($0) }
      case .floats(let index):
        guard let overlaps, overlaps.hasFloats(index), tree.nodes[index].paint.phase != .whole else {
          continue
        }
        guard tree.nodes[index].paint.phase != .float else {
          waiting.append(.whole(index))
          continue
        }
        result.append(.open(index, .clip))
        waiting.append(.step(.close(index, .clip)))
        pushContent(of: index, to: &waiting) { .floats($0) }
      case .content(let index):
        guard !isAtomic(index) else {
          if tree.nodes[index].paint.phase == .whole { waiting.append(.whole(index)) }
          continue
        }
        result.append(.open(index, [.image, .clip, .lines]))
        waiting.append(.step(.close(index, .clip)))
        pushContent(of: index, to: &waiting) { .content($0) }
      case .outlines(let index):
        guard let overlaps, overlaps.hasOutlines(index), !isAtomic(index) else { continue }
        result.append(.open(index, .clip))
        waiting.append(.step(.close(index, [.clip, .outline])))
        pushContent(of: index, to: &waiting) { .outlines($0) }
      }
    }
    return result
  }

  private func isAtomic(_ index: Int) -> Bool {
    let phase = tree.nodes[index].paint.phase
    return phase == .float || phase == .whole
  }

  private func push(_ nodes: [Int]?, to waiting: inout [Task]) {
    for node in (nodes ?? []).reversed() { waiting.append(.whole(node)) }
  }

  private func pushContent(of index: Int, to waiting: inout [Task], _ phase: (Int) -> Task) {
    for child in children[index].reversed() where tree.nodes[child].paint.zOrder == nil {
      waiting.append(phase(child))
    }
  }

  /// The phases of a stacking context, or of a node that is painted like one, behind its own box.
  private func pushPhases(
    of index: Int, _ isContext: Bool, _ overlaps: PaintOverlaps, to waiting: inout [Task]
  ) {
    waiting.append(.step(.close(index, .end)))
    if isContext { push(above[index], to: &waiting) }
    if overlaps.hasOutlines(index) { pushContent(of: index, to: &waiting) { .outlines($0) } }
    pushContent(of: index, to: &waiting) { .content($0) }
    waiting.append(.step(.open(index, .lines)))
    if overlaps.hasFloats(index) { pushContent(of: index, to: &waiting) { .floats($0) } }
    pushContent(of: index, to: &waiting) { .boxes($0) }
    if isContext { push(below[index], to: &waiting) }
  }
}
