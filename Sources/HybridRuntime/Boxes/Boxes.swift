import HybridCSS
import HybridDOM
import HybridDrawing
import HybridLayout

/// The boxes that a styled document makes: one layout tree, and for each box what it stands for.
///
///     var builder = BoxBuilder(document: document, styles: styles, dialect: .standard)
///     var boxes = builder.build()
///     boxes.layOut(width: 375, height: 667)
///     boxes.update(document: changed, styles: restyled, changed: changes)  // only what the changes touch
///     boxes.layOut(width: 375, height: 667)
struct Boxes {
  /// All boxes of a page. Boxes that sit in a line are roots of their own in the same arena.
  var layout = LayoutTree()
  /// Which elements and initial values there are.
  let dialect: Dialect
  /// The image files that elements name.
  let images: PageImages
  /// The root element's box.
  var root: LayoutNodeID?
  /// The element whose `overflow` is the viewport's, so that its own box clips nothing (CSS Overflow 3 §3.3).
  var viewportScroller: NodeID?
  /// The box of each element that has one.
  var elements: [NodeID: LayoutNodeID] = [:]
  /// The element of each box that is not anonymous.
  var elementOfBox: [LayoutNodeID: NodeID] = [:]
  /// Boxes of buttons: without text they stand on the lower edge of their content.
  var buttons: Set<LayoutNodeID> = []
  /// Runs of inline content by the leaf of ``layout`` that they are measured as.
  var runs: [LayoutNodeID: InlineRun] = [:]
  /// What a control or a picture shows, by its element.
  var controls: [NodeID: Control] = [:]
  /// What the box of each element holds.
  var contents: [NodeID: BoxContent] = [:]
  /// The element in whose box, or in whose lines, an element's box lies.
  var holders: [NodeID: NodeID] = [:]
  /// Leaves of runs that boxes sit in.
  var leavesWithObjects: Set<LayoutNodeID> = []
  /// The sizes of boxes that sit in lines, as last laid out.
  var objectSizes: [NodeID: InlineObject] = [:]
  /// The styles that the boxes were made from.
  var styles: StyledDocument?
  /// Elements whose boxes, or what lies in them, were made anew or ended since somebody took note; nil for
  /// all of them.
  var touched: [NodeID]?

  /// No boxes.
  init(dialect: Dialect = .standard, images: PageImages = PageImages()) {
    self.dialect = dialect
    self.images = images
  }

  /// All runs, those of containers made earlier first.
  var lines: [InlineRun] {
    contents.sorted { $0.key < $1.key }.flatMap { $0.value.leaves.compactMap { runs[$0] } }
  }
}

/// What the box of one element holds.
struct BoxContent: Hashable {
  /// The elements whose boxes lie in it, in order.
  var boxes: [NodeID] = []
  /// The elements whose boxes sit in its lines, in order.
  var objects: [NodeID] = []
  /// The leaves of its runs, in order: its own box alone, or anonymous boxes.
  var leaves: [LayoutNodeID] = []
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
  /// For each run of ``text``: the innermost element it stands in.
  var owners: [NodeID]
  /// The inline elements that begin or end in this run, outermost first.
  var inlineElements: [NodeID]
  /// The elements that sit in the line as one box, by ``InlineObject/id``.
  var objects: [NodeID]
  /// Its lines at the widths that were asked for.
  var layouts: RunLayouts
  /// Its lines as clients were told of them last.
  var shown = ShownLines()
}
