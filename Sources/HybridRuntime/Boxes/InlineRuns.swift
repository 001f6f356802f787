import HybridDOM
import HybridDrawing
import HybridLayout

/// The runs of inline content of a page, by the leaf that each is measured as, and the atomic inline boxes in
/// their lines.
struct InlineRuns {
  private var runs: [LayoutNodeID: InlineRun] = [:]
  /// Leaves of runs with atomic inline boxes.
  private(set) var leavesWithObjects: Set<LayoutNodeID> = []
  /// The atomic inline boxes as the last layout measured them.
  private var objects: [NodeID: InlineObject] = [:]

  /// The number of runs.
  var count: Int { runs.count }

  /// The run that is measured as a leaf.
  subscript(leaf: LayoutNodeID) -> InlineRun? { runs[leaf] }

  /// Adds a run, in place of the one that had its leaf.
  mutating func set(_ run: InlineRun) {
    runs[run.leaf] = run
    if run.objects.isEmpty {
      leavesWithObjects.remove(run.leaf)
    } else {
      leavesWithObjects.insert(run.leaf)
    }
  }

  mutating func remove(_ leaf: LayoutNodeID) {
    runs[leaf] = nil
    leavesWithObjects.remove(leaf)
  }

  /// Makes the lines of a run for clients again, although its text did not change.
  mutating func forgetShownLines(of leaf: LayoutNodeID) { runs[leaf]?.shown = ShownLines() }

  // MARK: Atomic inline boxes

  /// Gives the atomic inline boxes in a text the sizes that they had in the last layout.
  ///
  /// - Parameter elements: Their elements, by ``InlineObject/id``.
  func restoreSizes(in text: inout RichText, of elements: [NodeID]) {
    for (place, piece) in text.runs.enumerated() {
      guard case .object(var object) = piece, let known = objects[elements[Int(object.id)]] else { continue }
      (object.size, object.baseline) = (known.size, known.baseline)
      object.intrinsicWidths = known.intrinsicWidths
      text.replaceRun(at: place, by: .object(object))
    }
  }

  /// Replaces the text of a run by one with other sizes of its atomic inline boxes, which are recorded.
  ///
  /// - Returns: Its lines, which are to be measured again.
  mutating func setText(_ text: RichText, of leaf: LayoutNodeID) -> RunLayouts {
    if let run = runs[leaf] {
      for (before, after) in zip(run.text.runs, text.runs) {
        if case .object(let object) = after, after != before { objects[run.objects[Int(object.id)]] = object }
      }
    }
    let layouts = RunLayouts(text.measured)
    runs[leaf]?.text = text
    runs[leaf]?.layouts = layouts
    runs[leaf]?.shown = ShownLines()
    return layouts
  }

  mutating func removeObject(of element: NodeID) { objects[element] = nil }
}
