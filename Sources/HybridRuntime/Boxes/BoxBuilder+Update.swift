import HybridCSS
import HybridDOM
import HybridGeometry
import HybridLayout

/// The changes to a document since its boxes were built. Extra entries cost time; missing entries leave boxes
/// outdated.
struct BoxChanges: Hashable, Sendable {
  /// Nodes whose computed style changed. New nodes may be left out.
  var styled: Set<NodeID> = []
  /// Nodes whose child lists changed.
  var children: Set<NodeID> = []
  /// Text nodes whose text changed.
  var texts: Set<NodeID> = []
  /// Elements whose attributes or ``ControlState`` changed.
  var controls: Set<NodeID> = []

  /// Whether the child lists differ in elements, not in texts alone.
  var hasOtherElements = true

  /// Whether nothing changed.
  var isEmpty: Bool { styled.isEmpty && children.isEmpty && texts.isEmpty && controls.isEmpty }
}

extension BoxBuilder {
  mutating func update(_ changes: BoxChanges, from old: StyledDocument, root: NodeID) {
    var marks = Marks()
    for node in boxes.scrollViewport(by: viewportScroller(root)) { restyle(node) }
    for node in updateTopLayer(root: root) where document[node].element != nil { mark(node, &marks) }
    updateMarkers(changes, from: old, &marks)
    for node in changes.styled where document[node].element != nil {
      compareStyles(of: node, from: old, root: root, &marks)
    }
    for node in changes.controls where document[node].element != nil { refresh(node, &marks) }
    for node in changedFirstLines(changes, from: old) {
      mark(node, &marks)
      for block in firstLines.blocks(below: node) { mark(block, &marks) }
    }
    for node in changes.texts { if let parent = document[node].parent { mark(parent, &marks) } }
    for node in changes.children {
      // A picture is a control as long as it has no children.
      if boxes.elements[node] != nil, boxes.controls[node] == nil, control(of: node) != nil {
        remake(node, &marks)
      } else {
        mark(node, &marks)
      }
    }
    work.begin(with: marks.containers.sorted(by: >))  // the last one, usually an outer one, is filled first
    fillAll()
  }

  /// The finder of first lines.
  var firstLines: FirstLines { FirstLines(document: document, styles: styles) }

  /// The elements whose first line has, or may have, other styles than before.
  private func changedFirstLines(_ changes: BoxChanges, from old: StyledDocument) -> Set<NodeID> {
    guard dialect == .standard, styles.hasPseudoElements || old.hasPseudoElements else { return [] }
    let moved = changes.styled.filter { old[$0].lineRole != styles[$0].lineRole }
    let parents = moved.union(changes.texts).compactMap { document[$0].parent }
    return changes.children.union(parents).filter { !firstLines.styles(of: $0).isEmpty }.union(
      changes.styled.filter {
        styles.style(of: .firstLine, at: $0) != old.style(of: .firstLine, at: $0)
      }
    ).filter { document[$0].element != nil }
  }

  /// The containers to fill again, and the nodes that they were found from.
  struct Marks {
    var containers: Set<NodeID> = []
    var seen: Set<NodeID> = []
  }

  /// Marks the container whose content an element belongs to: the element itself, if it has a box.
  mutating func mark(_ node: NodeID, _ marks: inout Marks) {
    var current: NodeID? = node
    while let element = current, document[element].element != nil, marks.seen.insert(element).inserted {
      if boxes.controls[element] != nil { return refreshControl(element, &marks) }
      if boxes.elements[element] != nil {
        marks.containers.insert(element)
        return
      }
      current = document[element].parent
    }
  }

  /// Updates the style of an element's box.
  mutating func restyle(_ node: NodeID) {
    guard let box = boxes.elements[node] else { return }
    boxes.setStyle(layoutStyle(of: node, boxes.controls[node]), of: box)
  }

  private mutating func compareStyles(
    of node: NodeID, from old: StyledDocument, root: NodeID, _ marks: inout Marks
  ) {
    guard boxes.elements[node] != nil else {
      // It has no box, or will get one: its container handles that.
      if let parent = document[node].parent { mark(parent, &marks) }
      return
    }
    let (before, after) = (old[node], styles[node])
    if before.lineRole != after.lineRole, node != root, let parent = document[node].parent {
      mark(parent, &marks)
      // If it came from another container, that container is marked for the lost child.
      if let holder = boxes.contents.holders[node] { mark(holder, &marks) }
    }
    if boxes.controls[node] != nil { return refreshControl(node, &marks) }
    let mayBecomeControl =
      before[\.content] != after[\.content] || before[\.appearance] != after[\.appearance]
    if mayBecomeControl, control(of: node) != nil { return remake(node, &marks) }
    // Most animations change the look only.
    if before.hasSameLayout(as: after) { return }
    restyle(node)
    if before.makesOtherLines(than: after) { mark(node, &marks) }
  }

  /// Updates an element whose attributes or state changed.
  private mutating func refresh(_ node: NodeID, _ marks: inout Marks) {
    guard boxes.elements[node] != nil else {
      if let parent = document[node].parent { mark(parent, &marks) }
      return
    }
    if boxes.controls[node] != nil { return refreshControl(node, &marks) }
    if control(of: node) != nil { return remake(node, &marks) }
    restyle(node)
    mark(node, &marks)
    if document[node].elementName == .table { restyleRows(in: node) }
  }

  /// Updates the rows of a table, which sets their heights.
  mutating func restyleRows(in node: NodeID) {
    for row in document.nodes(in: node) where document[row].elementName?.isNativeRow == true { restyle(row) }
  }

  /// Updates a control.
  private mutating func refreshControl(_ node: NodeID, _ marks: inout Marks) {
    boxes.touch(node)
    guard let control = control(of: node) else { return remake(node, &marks) }
    restyle(node)
    let style = TextStyleReader(container: node, document: document, styles: styles).style(of: node)
    let before = boxes.styles.map {
      TextStyleReader(container: node, document: document, styles: $0).style(of: node)
    }
    guard control != boxes.controls[node] || style != before else { return }
    setControl(control, of: node)
    restyle(node)
  }

  /// Rebuilds an element's box because it became a control or stopped being one.
  private mutating func remake(_ node: NodeID, _ marks: inout Marks) {
    work.remake(node)
    if let holder = boxes.contents.holders[node] { mark(holder, &marks) }
  }
}

/// How an element takes part in the content of its container.
private struct LineRole: Equatable {
  var display: HybridCSS.Display
  var isOutOfFlow: Bool
  var isAbsolutelyPositioned: Bool
  var wasInlineLevel: Bool
  /// The place in a line, of what may be in one.
  var verticalAlign: VerticalAlign?
  /// The offset of relative positioning in a line.
  var inset: Edges<LengthOrAuto>?
}

extension ComputedStyle {
  /// Two elements with equal roles take the same place in their container's content.
  fileprivate var lineRole: LineRole {
    let isInline = box.display.isInlineLevel
    return LineRole(
      display: box.display, isOutOfFlow: isAbsolutelyPositioned || box.float != .none,
      isAbsolutelyPositioned: isAbsolutelyPositioned, wasInlineLevel: box.wasInlineLevel,
      verticalAlign: isInline ? box.verticalAlign : nil,
      inset: isInline && box.position == .relative ? box.inset : nil)
  }

  /// Whether the difference to another style changes the line breaks or the look of text in the element's own
  /// box.
  fileprivate func makesOtherLines(than other: ComputedStyle) -> Bool {
    box.display != other.box.display || text != other.text || visual.lineClamp != other.visual.lineClamp
      || visual.textOverflow != other.visual.textOverflow || box.overflowX != other.box.overflowX
      || visual.textDecorationLine != other.visual.textDecorationLine || !hasSameSparseValues(as: other)
  }
}
