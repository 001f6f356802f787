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
  var lists: FlexLists
  /// The columns of containers, and the pieces of boxes in them.
  var columnNotes: ColumnNotes
  /// The contexts that grids pass to their subgrids.
  var subgrids: SubgridTable
  /// The root of this layout.
  let root: Int

  /// Items and lines of the flex containers being laid out, those of the innermost last.
  var flexItems = ScratchStack<FlexItem>(capacity: 128)
  var flexLines = ScratchStack<FlexLine>(capacity: 32)

  /// The answers of this layout that do not fit into the nodes' memories.
  var spilled = SpilledAnswers()

  /// The questions that were too deep for the stack.
  var postponed = PostponedQuestions()
  /// The container just laid out from its list, if its children need no further layout.
  var plainContainer = PlainContainer()
  /// The box to explain, if any, and its record.
  let recording: LayoutRecording

  @inline(__always) func usedStyle(_ node: Int) -> UsedStyle {
    unsafe UsedStyle(styles.pointer(to: Int(nodes[node].style)))
  }
}

extension LayoutTree {
  /// Opens the tables for one layout.
  ///
  /// - Parameter recording: The box to explain, and where its layout is recorded.
  mutating func withPass<Result>(
    root: Int, recording: LayoutRecording = LayoutRecording(), _ body: (inout LayoutPass) -> Result
  ) -> Result {
    nodes.withTables { nodes, memories, measures in
      styles.withTable { styles in
        subgrids.tidy()
        var pass = LayoutPass(
          nodes: nodes, styles: styles, memories: memories, measures: measures, positioned: positioned,
          lists: lists, columnNotes: columnNotes, subgrids: subgrids, root: root, recording: recording)
        positioned = PositionedNotes()
        lists = FlexLists()
        subgrids = SubgridTable()
        columnNotes = ColumnNotes()
        defer {
          lists = pass.lists
          subgrids = pass.subgrids
          columnNotes = pass.columnNotes
          positioned = pass.positioned
          pass.flexItems.deallocate()
          pass.flexLines.deallocate()
        }
        return body(&pass)
      }
    }
  }
}
