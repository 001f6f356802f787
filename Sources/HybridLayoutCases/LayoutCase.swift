package import HybridGeometry
package import HybridLayout

/// A declared longhand of a layout case: a computed value as text, in the spelling of browsers.
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
  /// Its depth: 0 for the root.
  package var level: Int
  /// Its declarations, as positions in ``LayoutCase/declarations``.
  package var declarations = 0..<0
  /// The text of a leaf.
  package var text: String?

  /// A node at a level.
  package init(level: Int) { self.level = level }
}

/// A layout case: the declarations of a tree, and the space in which it is laid out.
///
/// Its nodes are one array in tree order, so a case may be as deep and as large as memory permits.
package struct LayoutCase: Sendable {
  /// The initial values of a case: every node is a relatively positioned flex container.
  package enum Base: String, Sendable, CaseIterable {
    /// CSS's initial values, with scroll bars of 15 points.
    case web
    /// Yoga's initial values.
    case yoga
  }

  /// The role of the root.
  package enum Root: String, Sendable, CaseIterable {
    /// Absolutely positioned: an automatic width shrinks to fit.
    case absolute
    /// The only item of a row container as wide as the available space, if that is definite.
    case item
  }

  /// The initial values.
  package var base: Base
  /// `box-sizing` of every node without a declaration of it.
  package var boxSizing = BoxSizing.borderBox
  /// `direction` of the root, which its descendants inherit.
  package var direction = Direction.leftToRight
  /// The role of the root.
  package var root = Root.absolute
  /// The space offered to the root.
  package var available = Size(AvailableSpace.maxContent)
  /// All nodes in tree order: each after its parent, at a level one greater.
  package var nodes: [CaseNode] = []
  /// The declarations of all nodes, those of one node together.
  package var declarations: [CaseDeclaration] = []

  /// A case without nodes.
  package init(base: Base) { self.base = base }

  /// Appends a node.
  package mutating func append(_ style: [CaseDeclaration] = [], text: String? = nil, level: Int) {
    var node = CaseNode(level: level)
    node.declarations = declarations.count..<declarations.count + style.count
    node.text = text
    declarations += style
    nodes.append(node)
  }
}

/// The tree of a case, with the nodes by their number in the case.
package struct BuiltCase: Sendable {
  /// The tree.
  package var tree = LayoutTree()
  /// The nodes of ``LayoutCase/nodes``, in the same order.
  package var nodes: [LayoutNodeID] = []
  /// The node to lay out: the root, or the container around it that a case requests.
  package var layoutRoot: LayoutNodeID
}

extension LayoutCase {
  /// Builds the tree.
  ///
  /// - Parameters:
  ///   - measure: Returns the measure function for a text; `isVertical` for vertical lines.
  ///   - faults: Receives every invalid declaration, which is left out of the tree.
  package func built(
    measure: (_ text: String, _ isVertical: Bool) -> MeasureFunction, faults: inout [CaseFault]
  ) -> BuiltCase {
    var tree = LayoutTree()
    tree.reserve(nodes.count + 1)
    var built: [LayoutNodeID] = []
    built.reserveCapacity(nodes.count)
    // The ancestors of the next node, outermost first.
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

  /// The style of a node without declarations.
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
  /// Makes a node a text leaf, or adds an anonymous item with the text if it is a flex or grid container (CSS
  /// Flexbox 1 §4, CSS Grid 1 §6).
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
