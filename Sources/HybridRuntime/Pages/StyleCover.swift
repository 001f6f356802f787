import HybridCSS
import HybridDOM

/// Styles that are shown in place of those of the sheets, also by the elements that inherit from them.
///
/// Which values an element inherits is not known after the cascade: it counts as inheriting those that equal
/// the values of its parent.
struct StyleCover {
  /// The maximum depth to which elements inherit.
  private static let depthLimit = 512

  private let sheets: StyledDocument
  private let document: Document
  private(set) var styles: [NodeID: ComputedStyle] = [:]

  /// A cover of the styles of the sheets.
  init(_ sheets: StyledDocument, in document: Document) { (self.sheets, self.document) = (sheets, document) }

  /// The style that an element shows.
  subscript(node: NodeID) -> ComputedStyle { styles[node] ?? sheets[node] }

  /// Shows a style that differs in some properties. `own` are the properties of an element that others
  /// decide.
  mutating func show(
    _ style: ComputedStyle, of node: NodeID, changing properties: Set<PropertyID>,
    except own: (NodeID) -> Set<PropertyID>
  ) {
    styles[node] = style
    guard properties.contains(where: \.isInherited) else { return }
    pass(properties.filter(\.isInherited), below: node, 0, except: own)
  }

  private mutating func pass(
    _ properties: Set<PropertyID>, below node: NodeID, _ depth: Int, except own: (NodeID) -> Set<PropertyID>
  ) {
    guard depth < Self.depthLimit else { return }
    var child = document.firstShown(in: node)
    while let current = child {
      child = document.shown(after: current)
      guard document.nodes[current.index].isElement else { continue }
      let hidden = own(current)
      let passed = properties.filter {
        !hidden.contains($0) && sheets[current].has($0, of: sheets[node])
      }
      guard !passed.isEmpty else { continue }
      var style = self[current]
      for property in passed { style.take(property, from: self[node]) }
      styles[current] = style
      pass(passed, below: current, depth + 1, except: own)
    }
  }
}

extension StyledDocument {
  /// Whether an element is in the document and neither it nor an ancestor is `display: none`.
  ///
  /// - Parameter isHeld: Whether an element has a box nevertheless.
  func isRendered(
    _ node: NodeID, in document: Document, except isHeld: (NodeID) -> Bool = { _ in false }
  ) -> Bool {
    var current = node
    while let parent = document[current].parent {
      if document[current].element != nil, self[current].box.display == .none, !isHeld(current) {
        return false
      }
      current = parent
    }
    return current == document.root
  }
}
