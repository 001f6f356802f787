/// A layout in progress: the tree's tables, open for writing, and working space.
///
/// The algorithms are extensions of this type, one file for each part of a specification. Boxes are laid out
/// through ``layoutBox(_:_:_:)`` and ``contentSizes(of:space:)``, which cache their results.
struct LayoutPass {
  let nodes: Table<Node>
  let styles: Table<StyleEntry>
  let memories: Table<Memory>
  let measures: [MeasureFunction?]
  var positioned: PositionedNotes
  /// Items of containers that have many, by node.
  var lists: [Int32: FlexList]
  /// The root of this layout.
  let root: Int

  /// Items and lines of the flex containers being laid out, those of the innermost last.
  var flexItems = ScratchStack<FlexItem>(capacity: 128)
  var flexLines = ScratchStack<FlexLine>(capacity: 32)

  /// The answers of this layout that do not fit into the nodes' memories.
  var spilled = SpilledAnswers()

  /// The stack position at the start of the current question.
  var stackBase = 0
  /// A container that is known to have neither boxes out of the flow nor children without a box.
  var plainContainer = -1
  /// The number of placeholder answers to questions that were too deep.
  var failures = 0
  /// Those questions.
  var missing: [Question] = []
  /// The boxes whose answers depend on them.
  var unsettled: Set<Int> = []
  /// Those questions with their answers, once available.
  var answers: [Question: Answer?] = [:]

  /// The box to explain, or -1: see ``LayoutRecorder``.
  var recorded = -1
  /// The record of the explanation: one entry, or none.
  var records = Table<LayoutRecorder>()

  @inline(__always) func usedStyle(_ node: Int) -> UsedStyle {
    unsafe UsedStyle(styles.pointer(to: Int(nodes[node].style)))
  }
}

extension LayoutTree {
  /// Opens the tables for one layout.
  mutating func withPass<Result>(root: Int, _ body: (inout LayoutPass) -> Result) -> Result {
    growMemories()
    return nodes.withTable { nodes in
      styles.entries.withTable { styles in
        memories.withTable { memories in
          var pass = LayoutPass(
            nodes: nodes, styles: styles, memories: memories, measures: measures, positioned: positioned,
            lists: lists, root: root)
          positioned = PositionedNotes()
          lists = [:]
          defer {
            lists = pass.lists
            positioned = pass.positioned
            pass.flexItems.deallocate()
            pass.flexLines.deallocate()
          }
          return body(&pass)
        }
      }
    }
  }
}
