package import HybridGeometry
package import HybridLayout

/// A declared longhand of a layout case: computed values as text, the way a browser spells them.
package struct CaseDeclaration: Hashable, Sendable {
  /// The property, in kebab case.
  package var name: String
  /// Its value.
  package var value: String

  /// A declaration from its parts.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// One node of a layout case.
package struct CaseNode: Hashable, Sendable {
  /// How many nodes are around it: 0 for the root.
  package var level: Int
  /// Its declarations, as positions in ``LayoutCase/declarations``.
  package var declarations = 0..<0
  /// The text of a leaf.
  package var text: String?

  /// A node so many levels below the root.
  package init(level: Int) { self.level = level }
}

/// A layout case: what a tree declares, and what it is laid out in.
///
/// Its nodes lie in one array in tree order, so one case may be as deep and as large as memory holds.
package struct LayoutCase: Sendable {
  /// The initial values that a case starts from: every node is a relatively positioned flex container.
  package enum Base: String, Sendable, CaseIterable {
    /// CSS's, with scroll bars that take 15 points.
    case web
    /// Yoga's.
    case yoga
  }

  /// What the root is.
  package enum Root: String, Sendable, CaseIterable {
    /// Absolutely positioned: an automatic width shrinks to fit.
    case absolute
    /// The only item of a row container as wide as the available space, if that is definite.
    case item
  }

  /// Which initial values apply.
  package var base: Base
  /// `box-sizing` of every node that declares none.
  package var boxSizing = BoxSizing.borderBox
  /// `direction` of the root, which the nodes in it inherit.
  package var direction = Direction.leftToRight
  /// What the root is.
  package var root = Root.absolute
  /// What the root is offered.
  package var available = Size(AvailableSpace.maxContent)
  /// All nodes in tree order: each behind the one it is in, at a level of one more.
  package var nodes: [CaseNode] = []
  /// The declarations of all nodes, those of one node together.
  package var declarations: [CaseDeclaration] = []

  /// A case without nodes.
  package init(base: Base) { self.base = base }

  /// Adds a node behind all others.
  package mutating func append(_ style: [CaseDeclaration] = [], text: String? = nil, level: Int) {
    var node = CaseNode(level: level)
    node.declarations = declarations.count..<declarations.count + style.count
    node.text = text
    declarations += style
    nodes.append(node)
  }
}

/// A case built as a tree, with the nodes that its numbers are about.
package struct BuiltCase: Sendable {
  /// The tree.
  package var tree = LayoutTree()
  /// The nodes of ``LayoutCase/nodes``, in the same order.
  package var nodes: [LayoutNodeID] = []
  /// What to lay out: the root, or the container that a case asks for around it.
  package var layoutRoot: LayoutNodeID
}

extension LayoutCase {
  /// Builds the tree.
  ///
  /// - Parameters:
  ///   - measure: Makes the measure function for a text; `isVertical` where its lines run downwards.
  ///   - faults: Gets every declaration that is not understood; it is left out of the tree.
  package func built(
    measure: (_ text: String, _ isVertical: Bool) -> MeasureFunction, faults: inout [CaseFault]
  ) -> BuiltCase {
    var tree = LayoutTree()
    tree.reserve(nodes.count + 1)
    var built: [LayoutNodeID] = []
    built.reserveCapacity(nodes.count)
    // The nodes around the next one, outermost first.
    var path: [(id: LayoutNodeID, direction: Direction, writingMode: WritingMode)] = []
    let initial = initialStyle
    for node in nodes {
      path.removeLast(max(0, path.count - node.level))
      var style = initial
      style.direction = path.last?.direction ?? direction
      style.writingMode = path.last?.writingMode ?? .horizontal
      style.apply(declarations, in: node.declarations, faults: &faults)
      let id = tree.makeNode(style)
      if let parent = path.last { tree.append(id, to: parent.id) }
      if let text = node.text {
        tree.addText(measure(text, style.writingMode != .horizontal), to: id, style)
      }
      built.append(id)
      path.append((id, style.direction, style.writingMode))
    }
    let root = built.first ?? tree.makeNode()
    var layoutRoot = root
    if self.root == .item, case .definite(let width) = available.width {
      var style = LayoutStyle.css
      style.display = .flex
      style.direction = direction
      style.size.width = .points(Float(width))
      style.alignItems = .flexStart
      layoutRoot = tree.makeNode(style)
      tree.append(root, to: layoutRoot)
    }
    return BuiltCase(tree: tree, nodes: built, layoutRoot: layoutRoot)
  }

  /// The style of a node that declares nothing.
  private var initialStyle: LayoutStyle {
    var style: LayoutStyle
    switch base {
    case .yoga: style = .yoga
    case .web:
      style = .css
      style.display = .flex
      style.position = .relative
      style.scrollbarWidth = 15
    }
    style.boxSizing = boxSizing
    return style
  }
}

extension LayoutTree {
  /// Makes a node a text, or puts an anonymous item with the text into it where it is a container of items
  /// (CSS Flexbox 1 §4, CSS Grid 1 §6).
  fileprivate mutating func addText(
    _ measure: @escaping MeasureFunction, to node: LayoutNodeID, _ style: LayoutStyle
  ) {
    guard style.display == .flex || style.display == .grid else {
      setMeasure(measure, of: node)
      return
    }
    var anonymous = LayoutStyle.css
    anonymous.direction = style.direction
    anonymous.writingMode = style.writingMode
    let leaf = makeNode(anonymous)
    setMeasure(measure, of: leaf)
    append(leaf, to: node)
  }
}
