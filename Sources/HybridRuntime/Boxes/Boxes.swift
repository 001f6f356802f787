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
  private(set) var layout = LayoutTree()
  /// The dialect, which defines elements and initial values.
  let dialect: Dialect
  /// The image files that elements name.
  let images: PageImages
  /// The root element's box.
  private(set) var root: LayoutNodeID?
  /// The element whose `overflow` is the viewport's, so that its own box clips nothing (CSS Overflow 3 §3.3).
  private(set) var viewportScroller: NodeID?
  /// The box of each element that has one.
  private(set) var elements = ElementBoxes()
  /// Boxes of buttons: without text, their baseline is the lower edge of their content.
  private(set) var buttons: Set<LayoutNodeID> = []
  /// Runs of inline content by the leaf of ``layout`` that they are measured as.
  private(set) var runs = InlineRuns()
  /// Controls and pictures, by element.
  private(set) var controls: [NodeID: Control] = [:]
  /// The markers of list items, by element.
  private(set) var markers: [NodeID: ListMarker] = [:]
  /// The content of each element's box.
  private(set) var contents = BoxContents()
  /// The floats and positioned elements whose places are in the lines of a run before them.
  private(set) var inLine: Set<NodeID> = []
  /// The elements of the top layer whose boxes are in the root's, the last one on top.
  private(set) var topLayer: [NodeID] = []
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
    if contents.wrappers.isEmpty { return frame }
    var parent = layout.parent(of: box)
    while let wrapper = parent, contents.wrappers.contains(wrapper) {
      let around = layout.frame(of: wrapper)
      frame.x += around.x
      frame.y += around.y
      parent = layout.parent(of: wrapper)
    }
    return frame
  }

  /// All runs, ordered by the creation of their containers.
  var lines: [InlineRun] { contents.leaves.compactMap { runs[$0] } }

  // MARK: The page around the boxes

  /// Begins a build with what the styles of boxes depend on, before the first box is made.
  ///
  /// - Parameter count: How many boxes to reserve memory for.
  mutating func beginBuild(
    reserving count: Int, viewportScroller: NodeID?, topLayer: [NodeID], markers: [NodeID: ListMarker]
  ) {
    layout.reserve(count)
    (self.viewportScroller, self.topLayer, self.markers) = (viewportScroller, topLayer, markers)
  }

  /// Makes `scroller` the element whose `overflow` is the viewport's.
  ///
  /// - Returns: The elements whose own boxes get another `overflow` by this.
  mutating func scrollViewport(by scroller: NodeID?) -> [NodeID] {
    guard scroller != viewportScroller else { return [] }
    defer { viewportScroller = scroller }
    return [scroller, viewportScroller].compactMap { $0 }
  }

  /// Replaces the top layer; returns the elements that enter or leave it, or nil if it stays as it is.
  mutating func replaceTopLayer(by next: [NodeID]) -> Set<NodeID>? {
    guard next != topLayer else { return nil }
    defer { topLayer = next }
    return Set(next).symmetricDifference(topLayer)
  }

  /// Replaces the marker of a list item; false if it stays as it is.
  mutating func replaceMarker(of item: NodeID, by marker: ListMarker?) -> Bool {
    guard marker != markers[item] else { return false }
    markers[item] = marker
    touch(item)
    return true
  }

  // MARK: Boxes of elements

  /// Makes the box of an element, in the box or the lines of `holder`. The root element alone has no holder.
  mutating func makeBox(of element: NodeID, in holder: NodeID?, _ style: LayoutStyle) -> LayoutNodeID {
    let box = layout.makeNode(style)
    if holder == nil { root = box }
    contents.hold(element, in: holder)
    touch(element)
    elements.add(box, of: element)
    return box
  }

  /// Moves the box of an element into the box or the lines of `holder`; false if it is there already.
  mutating func move(_ element: NodeID, to holder: NodeID?) -> Bool {
    guard contents.hold(element, in: holder) else { return false }
    touch(element)
    return true
  }

  /// Sets the style of a box, which is laid out again if its layout may change.
  mutating func setStyle(_ style: LayoutStyle, of box: LayoutNodeID) { layout.setStyle(style, of: box) }

  /// Makes the box of an element measure a control.
  mutating func setControl(
    _ control: Control, of element: NodeID, in box: LayoutNodeID, measure: @escaping MeasureFunction
  ) {
    touch(element)
    controls[element] = control
    layout.setMeasure(measure, of: box)
  }

  /// Records whether the place of an element's box is in the lines of a run before it; false if it is
  /// recorded already.
  mutating func setInLine(_ element: NodeID, _ isInLine: Bool) -> Bool {
    guard isInLine != inLine.contains(element) else { return false }
    if isInLine { inLine.insert(element) } else { inLine.remove(element) }
    return true
  }

  /// Destroys the box of an element, with all content that has not moved to another box.
  mutating func destroy(_ element: NodeID, in work: inout BoxWork) {
    var ending = [element]
    var outermost: [LayoutNodeID] = []
    while let next = ending.popLast() {
      touch(next)
      contents.release(next)
      runs.removeObject(of: next)
      controls[next] = nil
      inLine.remove(next)
      work.destroyed(next)
      guard let box = elements.remove(next) else { continue }
      buttons.remove(box)
      if layout.parent(of: box) == nil || next == element { outermost.append(box) }
      guard let content = contents.remove(next) else { continue }
      for leaf in content.leaves { runs.remove(leaf) }
      outermost += content.tables.values
      for child in content.boxes + content.objects where contents.holders[child] == next {
        ending.append(child)
      }
    }
    for box in outermost { layout.remove(box) }
  }

  // MARK: Contents of boxes

  /// Begins to fill the box of an element.
  mutating func beginFilling(_ box: LayoutNodeID, of element: NodeID, isButton: Bool) {
    touch(element)
    if isButton { buttons.insert(box) } else { buttons.remove(box) }
  }

  /// Makes a box that belongs to no element: for a run, or around parts of a content.
  mutating func makeAnonymousBox(_ style: LayoutStyle = .css) -> LayoutNodeID { layout.makeNode(style) }

  /// Removes an anonymous box around parts of a content, which stay.
  mutating func removeWrapper(_ box: LayoutNodeID) {
    for child in layout.children(of: box) { layout.detach(child) }
    layout.remove(box)
  }

  /// Makes the box of an atomic inline box a root of the layout tree.
  mutating func detach(_ box: LayoutNodeID) { layout.detach(box) }

  /// Makes `wanted` the children of a box; children before and after the difference are not changed.
  mutating func link(_ wanted: [LayoutNodeID], in box: LayoutNodeID) {
    let current = layout.children(of: box)
    guard current != wanted else { return }
    let shorter = min(current.count, wanted.count)
    var start = 0
    while start < shorter, current[start] == wanted[start] { start += 1 }
    var end = 0
    while end < shorter - start, current[current.count - 1 - end] == wanted[wanted.count - 1 - end] {
      end += 1
    }
    for child in current[start..<current.count - end] { layout.detach(child) }
    let next = end > 0 ? wanted[wanted.count - end] : nil
    for child in wanted[start..<wanted.count - end] {
      if let next { layout.insert(child, before: next) } else { layout.append(child, to: box) }
    }
  }

  /// Finishes the content of an element's box.
  ///
  /// - Returns: The elements of its old content that have not moved to another box.
  mutating func finishFilling(_ element: NodeID, with content: BoxContent) -> [NodeID] {
    contents.replace(content, of: element)
  }

  // MARK: Runs

  /// Sets the run of a leaf, which is measured again only if the lines of the run are new.
  mutating func setRun(_ run: InlineRun, replacing before: InlineRun?) {
    runs.set(run)
    guard run.layouts !== before?.layouts else { return }
    layout.setMeasure(run.layouts.measure, of: run.leaf)
    // The container places what is anchored in the lines.
    if run.text.isAnchoring || before?.text.isAnchoring == true, let around = layout.parent(of: run.leaf) {
      layout.markDirty(around)
    }
  }

  /// Removes the run that is measured as an element's own box.
  mutating func removeRun(of box: LayoutNodeID) {
    runs.remove(box)
    layout.setMeasure(nil, of: box)
  }

  /// Removes a run with its anonymous leaf.
  mutating func removeLeaf(_ leaf: LayoutNodeID) {
    runs.remove(leaf)
    layout.remove(leaf)
  }

  /// Lays out a root of the layout tree: the box of the root element, or of an atomic inline box.
  mutating func layOut(_ box: LayoutNodeID, available: Size<AvailableSpace>, as role: RootRole) {
    layout.layout(root: box, available: available, as: role)
  }

  /// Replaces the text of a run by one with the sizes of its atomic inline boxes from this layout.
  mutating func setText(_ text: RichText, of run: InlineRun) {
    layout.setMeasure(runs.setText(text, of: run.leaf).measure, of: run.leaf)
    touch(run.container)
    noteMove()
    if text.isAnchoring, let around = layout.parent(of: run.leaf) { layout.markDirty(around) }
  }

  /// Makes the lines of a run for clients again, although its text did not change.
  mutating func forgetShownLines(of run: InlineRun) {
    runs.forgetShownLines(of: run.leaf)
    touch(run.container)
  }
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
