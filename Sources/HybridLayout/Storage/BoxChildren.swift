/// The children of a box that have boxes, `display: contents` replaced by what is in it, in tree order.
///
/// A walk that never calls itself and allocates nothing.
struct BoxChildren: Sequence, IteratorProtocol {
  private let nodes: Table<Node>
  private let styles: Table<StyleEntry>
  private let container: Int
  private var upcoming: Int32

  init(_ nodes: Table<Node>, _ styles: Table<StyleEntry>, of container: Int) {
    self.nodes = nodes
    self.styles = styles
    self.container = container
    upcoming = nodes[container].measure < 0 ? nodes[container].firstChild : -1
  }

  @inline(__always) mutating func next() -> Int? {
    while upcoming >= 0 {
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

  /// The node after `node` and all in it, in tree order, inside the container; -1 at the end.
  private func following(_ node: Int) -> Int32 { nodes.following(node, in: container) }
}

extension Node {
  /// Whether this has `display: contents` and, as a leaf that is measured, a box all the same.
  func isLeafContents(_ styles: Table<StyleEntry>) -> Bool {
    measure >= 0 && styles[Int(style)].given.display == .contents
  }
}

extension Table where Element == Node {
  /// The node after `node` and all in it, in tree order, inside `ancestor`; -1 at the end.
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

  /// Whether a node has no box, and its children stand in its place.
  func isReplacedByChildren(_ node: Int) -> Bool {
    usedStyle(node).display == .contents && nodes[node].measure < 0
  }

  /// Zero frames for children that have no box, and for everything in them that is not a box of this
  /// container.
  func clearFramesWithoutBox(of node: Int) {
    var child = nodes[node].firstChild
    while child >= 0 {
      let index = Int(child)
      if isReplacedByChildren(index) {
        // It may have been laid out by itself before it came here.
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

  /// Zero frames for everything inside a node, and no memory of other ones.
  func clearFrames(inside node: Int) {
    var child = nodes[node].firstChild
    while child >= 0 {
      let index = Int(child)
      forgetFrames(of: index)
      child = nodes[index].firstChild >= 0 ? nodes[index].firstChild : nodes.following(index, in: node)
    }
  }

  private func forgetFrames(of node: Int) {
    nodes[node].frame = .zero
    nodes[node].isDirty = false
    guard nodes[node].memory >= 0 else { return }
    // What it answered before does not count any longer: nobody asks it while it has no box, so that a change
    // inside must not stop here to compare.
    memories[Int(nodes[node].memory)].used = []
    memories[Int(nodes[node].memory)].hasForgotten = true
    memories[Int(nodes[node].memory)].hasList = false
  }
}
