/// The children of a box that have boxes, in tree order; `display: contents` is replaced by its children.
///
/// The walk is not recursive and allocates nothing.
struct BoxChildren: Sequence, IteratorProtocol {
  private let nodes: Table<Node>
  private let styles: Table<StyleEntry>
  private let container: Int
  private var upcoming: Int32
  /// The child before which the walk ends; -1 for none.
  private var end: Int32 = -1

  init(_ nodes: Table<Node>, _ styles: Table<StyleEntry>, of container: Int) {
    self.nodes = nodes
    self.styles = styles
    self.container = container
    upcoming = nodes[container].measure < 0 ? nodes[container].firstChild : -1
  }

  /// The children of a part of a container.
  @inline(__always) init(
    _ nodes: Table<Node>, _ styles: Table<StyleEntry>, of container: Int, in segment: ChildSegment
  ) {
    self.init(nodes, styles, of: container)
    if segment.first >= 0 { upcoming = segment.first }
    end = segment.end
  }

  @inline(__always) mutating func next() -> Int? {
    while upcoming >= 0, upcoming != end {
      let index = Int(upcoming)
      if !styles[Int(nodes[index].style)].traits.contains(.boxless) || nodes[index].isLeafContents(styles) {
        upcoming = nodes[index].next >= 0 ? nodes[index].next : following(index)
        return index
      }
      let isReplaced = styles[Int(nodes[index].style)].given.display == .contents
      upcoming = isReplaced && nodes[index].firstChild >= 0 ? nodes[index].firstChild : following(index)
    }
    return nil
  }

  /// The next node in tree order after `node` and its descendants, inside the container; -1 at the end.
  private func following(_ node: Int) -> Int32 { nodes.following(node, in: container) }
}

/// A part of the children of a box.
struct ChildSegment {
  /// The first child; -1 for that of the box.
  var first: Int32 = -1
  /// The child after the last one; -1 for none.
  var end: Int32 = -1
}

extension Node {
  /// Whether this has `display: contents` but, as a measured leaf, still has a box.
  func isLeafContents(_ styles: Table<StyleEntry>) -> Bool {
    measure >= 0 && styles[Int(style)].given.display == .contents
  }
}

extension Table where Element == Node {
  /// The next node in tree order after `node` and its descendants, inside `ancestor`; -1 at the end.
  func following(_ node: Int, in ancestor: Int) -> Int32 {
    var index = node
    while self[index].next < 0 {
      index = Int(self[index].parent)
      if index == ancestor || index < 0 { return -1 }
    }
    return self[index].next
  }
}

extension LayoutPass {
  @inline(__always) func boxChildren(of node: Int) -> BoxChildren { BoxChildren(nodes, styles, of: node) }

  /// The children of a box, or of the part of it that is laid out.
  @inline(__always) func boxChildren(in content: ContentBox) -> BoxChildren {
    BoxChildren(nodes, styles, of: content.node, in: content.segment)
  }

  /// Whether a node has no box and is replaced by its children.
  func isReplacedByChildren(_ node: Int) -> Bool {
    usedStyle(node).display == .contents && nodes[node].measure < 0
  }

  /// Sets zero frames for children without a box, and for all their descendants that are not boxes of this
  /// container.
  mutating func clearFramesWithoutBox(of node: Int) {
    var child = nodes[node].firstChild
    while child >= 0 {
      let index = Int(child)
      if isReplacedByChildren(index) {
        // It may have been laid out as a root of its own before.
        forgetFrames(of: index)
        if nodes[index].firstChild >= 0 {
          child = nodes[index].firstChild
          continue
        }
      } else if usedStyle(index).display == .none {
        forgetFrames(of: index)
        clearFrames(inside: index)
      }
      child = nodes.following(index, in: node)
    }
  }

  /// Sets zero frames for everything inside a node, and clears its cached frames.
  mutating func clearFrames(inside node: Int) {
    var child = nodes[node].firstChild
    while child >= 0 {
      let index = Int(child)
      forgetFrames(of: index)
      child = nodes[index].firstChild >= 0 ? nodes[index].firstChild : nodes.following(index, in: node)
    }
  }

  private mutating func forgetFrames(of node: Int) {
    nodes[node].frame = .zero
    nodes[node].isDirty = false
    columnNotes.remove(Int32(node))
    guard nodes[node].memory >= 0 else { return }
    // Its earlier answers no longer count: a node without a box is not asked, so a change inside must not
    // stop here for a comparison.
    memories[Int(nodes[node].memory)].forgetAll()
  }
}
