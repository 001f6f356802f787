package import HybridGeometry
package import HybridLayout

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

    /// The declarations of every node.
    package var declarations: String {
      let all = "display: flex; position: relative"
      return switch self {
      case .web: all
      case .yoga:
        all + "; flex-direction: column; flex-shrink: 0; align-items: stretch; "
          + "align-content: flex-start; justify-content: flex-start"
      }
    }

    /// The room of a scroll bar.
    var scrollbarWidth: Float { self == .web ? 15 : 0 }
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
  /// `box-sizing` of every node that does not declare it.
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
