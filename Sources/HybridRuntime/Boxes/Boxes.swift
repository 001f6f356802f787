import HybridCSS
import HybridDOM
import HybridDrawing
import HybridLayout

/// The boxes that a styled document makes: one layout tree, and for each box what it stands for.
struct Boxes {
  /// All boxes of a page. Boxes that sit in a line are roots of their own in the same arena.
  var layout = LayoutTree()
  /// The root element's box.
  var root: LayoutNodeID?
  /// The element whose `overflow` is the viewport's, so that its own box clips nothing (CSS Overflow 3 §3.3).
  var viewportScroller: NodeID?
  /// The box of each element that has one.
  var elements: [NodeID: LayoutNodeID] = [:]
  /// Boxes of buttons: without text they stand on the lower edge of their content.
  var buttons: Set<LayoutNodeID> = []
  /// Runs of inline content, each a leaf of ``layout``.
  var lines: [InlineRun] = []
  /// What a control or a picture shows, by its element.
  var controls: [NodeID: Control] = [:]
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
}
