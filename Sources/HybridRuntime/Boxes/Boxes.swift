import HybridCSS
import HybridDOM
import HybridDrawing
import HybridGeometry
import HybridLayout

/// The boxes of a styled document: one layout tree, and the element or run of each box.
///
///     var builder = BoxBuilder(document: document, styles: styles, dialect: .standard)
///     var boxes = builder.build()
///     boxes.layOut(width: 375, height: 667)
///     boxes.update(document: changed, styles: restyled, changed: changes)  // only what the changes touch
///     boxes.layOut(width: 375, height: 667)
struct Boxes {
  /// All boxes of a page. Atomic inline boxes are separate roots in the same arena.
  var layout = LayoutTree()
  /// The dialect, which defines elements and initial values.
  let dialect: Dialect
  /// The image files that elements name.
  let images: PageImages
  /// The root element's box.
  var root: LayoutNodeID?
  /// The element whose `overflow` is the viewport's, so that its own box clips nothing (CSS Overflow 3 §3.3).
  var viewportScroller: NodeID?
  /// The box of each element that has one.
  var elements = ElementBoxes()
  /// Boxes of buttons: without text, their baseline is the lower edge of their content.
  var buttons: Set<LayoutNodeID> = []
  /// Runs of inline content by the leaf of ``layout`` that they are measured as.
  var runs = InlineRuns()
  /// Controls and pictures, by element.
  var controls: [NodeID: Control] = [:]
  /// The markers of list items, by element.
  var markers: [NodeID: ListMarker] = [:]
  /// The content of each element's box.
  var contents: [NodeID: BoxContent] = [:]
  /// The element whose box or lines contain an element's box.
  var holders: [NodeID: NodeID] = [:]
  /// The floats and positioned elements whose places are in the lines of a run before them.
  var inLine: Set<NodeID> = []
  /// The anonymous tables and cells.
  var wrappers: Set<LayoutNodeID> = []
  /// The elements of the top layer whose boxes are in the root's, the last one on top.
  var topLayer: [NodeID] = []
  /// The styles that the boxes were made from.
  private(set) var styles: StyledDocument?
  /// Elements whose boxes or contents were rebuilt or destroyed since ``beginUpdate()``; nil for all.
  private(set) var touched: [NodeID]?
  /// Whether a box may have another frame than before ``beginUpdate()``.
  private(set) var mayHaveMoved = true
  /// The viewport of the last layout.
  private var viewport: Size<Double>?

  /// No boxes.
  init(dialect: Dialect = .standard, images: PageImages = PageImages(), styles: StyledDocument? = nil) {
    self.dialect = dialect
    self.images = images
    self.styles = styles
  }

  /// Updates the boxes for a changed document. Unchanged nodes keep their boxes and cached layouts;
  /// ``layOut(width:height:)`` then repeats only what the changes can affect.
  ///
  /// - Complexity: O(*n*) in the children of the containers of changed nodes, and in the new nodes below
  ///   them.
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

  /// Records that the box or the content of an element was rebuilt or destroyed.
  mutating func touch(_ element: NodeID) { touched?.append(element) }

  /// Begins to record what changes from here on.
  mutating func beginUpdate() {
    touched = []
    mayHaveMoved = false
  }

  /// Records that a layout in a viewport begins, which moves nothing if nothing changed since the last one.
  mutating func beginLayout(of root: LayoutNodeID, in viewport: Size<Double>) {
    if viewport != self.viewport || !layout.isUpToDate(root) { noteMove() }
    self.viewport = viewport
  }

  /// Records that the next layout may move a box.
  mutating func noteMove() { mayHaveMoved = true }

  /// The frame of a box in the box of the element around it, from the last layout.
  func frame(of box: LayoutNodeID) -> Rect {
    var frame = layout.frame(of: box)
    if wrappers.isEmpty { return frame }
    var parent = layout.parent(of: box)
    while let wrapper = parent, wrappers.contains(wrapper) {
      let around = layout.frame(of: wrapper)
      frame.x += around.x
      frame.y += around.y
      parent = layout.parent(of: wrapper)
    }
    return frame
  }

  /// All runs, ordered by the creation of their containers.
  var lines: [InlineRun] {
    contents.sorted { $0.key < $1.key }.flatMap { $0.value.leaves.compactMap { runs[$0] } }
  }
}

/// The content of one element's box.
struct BoxContent: Hashable {
  /// The elements whose boxes are its children, in order.
  var boxes: [NodeID] = []
  /// The elements with atomic inline boxes in its lines, in order.
  var objects: [NodeID] = []
  /// The leaves of its runs, in order: its own box alone, or anonymous boxes.
  var leaves: [LayoutNodeID] = []
  /// The anonymous tables and cells in it.
  var wrappers: [LayoutNodeID] = []
  /// The anonymous tables in its lines, by their first parts, and all of their parts.
  var tables: [NodeID: LayoutNodeID] = [:]
  var tableParts: Set<NodeID> = []
}

/// A run of inline content and the leaf that it is measured as.
struct InlineRun {
  /// The box it was measured in: the container's own, or an anonymous one inside it.
  var leaf: LayoutNodeID
  /// The element whose lines they are.
  var container: NodeID
  /// Whether ``leaf`` is an anonymous child of the container's box.
  var isAnonymous: Bool
  /// The runs, with the element each belongs to.
  var text: RichText
  /// For each run of ``text``: its innermost element.
  var owners: [NodeID]
  /// The number of runs of ``text`` at its start that are the marker of the container.
  var markerRuns: Int
  /// The inline elements that begin or end in this run, outermost first.
  var inlineElements: [NodeID]
  /// The elements with atomic inline boxes in the line, by ``InlineObject/id``.
  var objects: [NodeID]
  /// The parts of the anonymous tables in the line, by the first part, which is in ``objects``.
  var tables: [NodeID: [NodeID]]
  /// The boxes of ``inlineElements``.
  var boxes: [NodeID: InlineBox]
  /// The boxes in the first line, where that has other styles.
  var firstLineBoxes: [NodeID: InlineBox] = [:]
  /// The offsets by which relative positioning moves elements with their content.
  var offsets: [NodeID: Point]
  /// Its lines at the widths requested so far.
  var layouts: RunLayouts
  /// Its lines as last sent to clients.
  var shown = ShownLines()

  /// The text without the marker of its container.
  var string: String {
    markerRuns == 0
      ? text.string : RichText(runs: Array(text.runs.dropFirst(markerRuns)), style: text.style).string
  }
  /// Whether there are only inline elements without content in it.
  var isOnlyPlaces: Bool { text.runs.allSatisfy { if case .anchor = $0 { true } else { false } } }
}
