/// One layout while it goes on: the tree's tables, open for writing, and working space.
///
/// The algorithms are extensions of this type, one file for each part of a specification. A box is asked
/// through ``layoutBox(_:_:_:)`` and ``contentSizes(of:space:)``, which remember what they answered.
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

  /// Items and lines of the flex containers that are being laid out, those of the innermost last.
  var flexItems = ScratchStack<FlexItem>(capacity: 128)
  var flexLines = ScratchStack<FlexLine>(capacity: 32)

  /// What nodes answered in this layout and have no room for.
  var spilled = SpilledAnswers()

  /// Where the stack began when the question that is being answered was put.
  var stackBase = 0
  /// A container that is known to have neither boxes out of the flow nor children without a box.
  var plainContainer = -1
  /// How often something was answered that is to be thrown away, for a question was too deep.
  var failures = 0
  /// Those questions.
  var missing: [Question] = []
  /// The boxes whose answers hang on them.
  var unsettled: Set<Int> = []
  /// Such questions, and their answers as soon as there are any.
  var answers: [Question: Answer?] = [:]

  /// The box that someone wants to know about, or -1: see ``LayoutRecorder``.
  var recorded = -1
  /// Where the answer is written down: one entry, or none.
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
