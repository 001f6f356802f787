import HybridCSS
import HybridDOM
import HybridLayout

/// What became of a document since its boxes were made. Too much in it costs time, too little leaves boxes as
/// they were.
struct BoxChanges: Hashable, Sendable {
  /// Nodes whose computed style differs. New nodes need not be in it.
  var styled: Set<NodeID> = []
  /// Nodes that have other children than before.
  var children: Set<NodeID> = []
  /// Text nodes that say something else.
  var texts: Set<NodeID> = []
  /// Elements whose attributes or ``ControlState`` differ.
  var controls: Set<NodeID> = []

  /// Whether nothing changed.
  var isEmpty: Bool { styled.isEmpty && children.isEmpty && texts.isEmpty && controls.isEmpty }
}

extension Boxes {
  /// Brings the boxes up to date with a document that changed. What nothing touched keeps its box, and what a
  /// layout remembers of it; ``layOut(width:height:)`` then does again only what the changes can affect.
  ///
  /// - Complexity: O(*n*) in the nodes directly inside the containers of what changed, and in what is new
  ///   below them.
  mutating func update(
    document: Document, styles: StyledDocument, controls: ControlStates = [:], changed: BoxChanges
  ) {
    guard let root = document.rootElement, let box = elements[root], box == self.root, let old = self.styles,
      styles[root].box.display != .none
    else {
      var builder = BoxBuilder(
        document: document, styles: styles, dialect: dialect, images: images, controls: controls)
      self = builder.build()
      return
    }
    // The boxes are moved into the builder and back, never copied.
    var boxes = Boxes(dialect: dialect, images: images)
    swap(&boxes, &self)
    var builder = BoxBuilder(updating: boxes, document: document, styles: styles, controls: controls)
    boxes = Boxes(dialect: dialect, images: images)
    builder.update(changed, from: old, root: root)
    swap(&builder.boxes, &self)
    self.styles = styles
  }
}

extension BoxBuilder {
  mutating func update(_ changes: BoxChanges, from old: StyledDocument, root: NodeID) {
    var marks = Marks()
    let scroller = viewportScroller(root)
    let scrollers = scroller == boxes.viewportScroller ? [] : [scroller, boxes.viewportScroller]
    boxes.viewportScroller = scroller
    for node in scrollers { if let node { restyle(node) } }
    for node in changes.styled where document[node].element != nil {
      compareStyles(of: node, from: old, root: root, &marks)
    }
    for node in changes.controls where document[node].element != nil { refresh(node, &marks) }
    for node in changes.texts { if let parent = document[node].parent { mark(parent, &marks) } }
    for node in changes.children {
      // A picture is a control as long as it holds nothing.
      if boxes.elements[node] != nil, boxes.controls[node] == nil, control(of: node) != nil {
        remake(node, &marks)
      } else {
        mark(node, &marks)
      }
      // A summary has a triangle where it is in details.
      for child in document.children(of: node) where document[child].isSummary { mark(child, &marks) }
    }
    unfilled = marks.containers.sorted(by: >)  // the last one, an outer one as a rule, goes first
    fillAll()
  }

  /// The containers that have to be filled again, and the nodes that they were found from.
  struct Marks {
    var containers: Set<NodeID> = []
    var seen: Set<NodeID> = []
  }

  /// Marks the container whose content an element belongs to: the element itself, if it has a box.
  private mutating func mark(_ node: NodeID, _ marks: inout Marks) {
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

  /// Gives an element's box the style that it has now.
  private mutating func restyle(_ node: NodeID) {
    guard let box = boxes.elements[node] else { return }
    boxes.layout.setStyle(layoutStyle(of: node, boxes.controls[node]), of: box)
  }

  private mutating func compareStyles(
    of node: NodeID, from old: StyledDocument, root: NodeID, _ marks: inout Marks
  ) {
    guard boxes.elements[node] != nil else {
      // It has no box, or will have: whoever it lies in sees to it.
      if let parent = document[node].parent { mark(parent, &marks) }
      return
    }
    let (before, after) = (old[node], styles[node])
    if before.lineRole != after.lineRole, node != root, let parent = document[node].parent {
      mark(parent, &marks)
      // Where it was taken from another container, that one is marked for the child that it lost.
      if let holder = boxes.holders[node] { mark(holder, &marks) }
    }
    if boxes.controls[node] != nil { return refreshControl(node, &marks) }
    restyle(node)
    if before.makesOtherLines(than: after) { mark(node, &marks) }
  }

  /// An element's attributes or its state differ.
  private mutating func refresh(_ node: NodeID, _ marks: inout Marks) {
    guard boxes.elements[node] != nil else {
      if let parent = document[node].parent { mark(parent, &marks) }
      return
    }
    if boxes.controls[node] != nil { return refreshControl(node, &marks) }
    if control(of: node) != nil { return remake(node, &marks) }
    restyle(node)
    mark(node, &marks)
    switch document[node].element?.name {
    case "table": restyleRows(in: node)
    case "details":
      // The triangle of a summary says whether the details are open.
      for child in document.children(of: node) where document[child].element?.name == "summary" {
        mark(child, &marks)
      }
    default: break
    }
  }

  /// Rows are as high as the table that they are in says.
  mutating func restyleRows(in node: NodeID) {
    for row in document.nodes(in: node) where document[row].element?.isRow == true { restyle(row) }
  }

  /// Looks at a control again.
  private mutating func refreshControl(_ node: NodeID, _ marks: inout Marks) {
    boxes.touched?.append(node)
    guard let control = control(of: node) else { return remake(node, &marks) }
    restyle(node)
    let style = InlineRunBuilder(container: node, document: document, styles: styles).textStyle(of: node)
    let before = boxes.styles.map {
      InlineRunBuilder(container: node, document: document, styles: $0).textStyle(of: node)
    }
    guard control != boxes.controls[node] || style != before else { return }
    setControl(control, of: node)
    restyle(node)
  }

  /// Makes an element's box anew, because it is a control now, or no longer one.
  private mutating func remake(_ node: NodeID, _ marks: inout Marks) {
    outdated.insert(node)
    if let holder = boxes.holders[node] { mark(holder, &marks) }
  }
}

extension Node {
  fileprivate var isSummary: Bool { isElement && element?.name == "summary" }
}

/// How an element takes part in the content of its container.
private struct LineRole: Equatable {
  var display: HybridCSS.Display
  var isOutOfFlow: Bool
  var isAbsolutelyPositioned: Bool
}

extension ComputedStyle {
  /// Two elements with the same role stand at the same place of their container's content.
  fileprivate var lineRole: LineRole {
    LineRole(
      display: box.display, isOutOfFlow: isAbsolutelyPositioned || box.float != .none,
      isAbsolutelyPositioned: isAbsolutelyPositioned)
  }

  /// Whether text in an element's own box is broken into other lines, or looks otherwise.
  fileprivate func makesOtherLines(than other: ComputedStyle) -> Bool {
    box.display != other.box.display || text != other.text || visual.lineClamp != other.visual.lineClamp
      || visual.textOverflow != other.visual.textOverflow || box.overflowX != other.box.overflowX
      || visual.textDecorationLine != other.visual.textDecorationLine
  }
}
