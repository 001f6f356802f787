import HybridDrawing
import HybridGeometry
import HybridReload
import HybridSource
import HybridViewTree

/// The interactive preview as a value: updates and keys in, events for the page and a screen out.
///
/// The user's input is shown at once and stays until the page has answered (see ``PendingInput``). The model
/// knows nothing of terminals and connections.
struct PreviewModel {
  /// A command besides sending events.
  enum Command: Hashable, Sendable { case quit, redraw, suspend }

  /// The result of a key or an update.
  struct Outcome: Hashable, Sendable {
    /// Events for the page, in order.
    var events: [ClientEvent] = []
    var command: Command?
  }

  let drawing: TerminalDrawing
  /// The terminal's size; the last row is the status line.
  var columns: Int
  var rows: Int

  // The state on the screen.
  var page: ShownPage?
  var isConnected = false
  var note = ""
  var noteIsError = false
  var showsHelp = false
  /// The tree with the user's unconfirmed input applied, and its picture.
  var placed: PlacedTree?
  var picture: CellGrid?
  var cameraColumn = 0
  var cameraRow = 0

  // The user's input, by node handle.
  var focus: Int?
  /// Focus changes that the user made and the page has not confirmed; oldest first.
  var toldFocus: [Int] = []
  /// The field being edited: the focused node, if it is a field.
  var editing: TextEditing?
  var texts: [Int: PendingInput<String>] = [:]
  var selections: [Int: PendingInput<Int>] = [:]
  var scrolls: [Int: PendingInput<Point>] = [:]
  /// The node on which the mouse button was pressed.
  var pressed: Int?
  /// Keys after an Enter, to which the page may respond by changing the text: they wait for that response.
  var held: [Key]?
  var outcome = Outcome()

  init(columns: Int, rows: Int, drawing: TerminalDrawing) {
    self.drawing = drawing
    (self.columns, self.rows) = (max(1, columns), max(2, rows))
  }

  /// The number of rows above the status line.
  var viewRows: Int { max(1, rows - 1) }

  /// Whether the page still has to answer something; then ``settle()`` is due after a while.
  var isWaiting: Bool {
    held != nil || texts.values.contains { !$0.unanswered.isEmpty }
      || selections.values.contains { !$0.unanswered.isEmpty }
      || scrolls.values.contains { !$0.unanswered.isEmpty }
  }

  // MARK: Updates

  /// Handles an update of the source.
  mutating func take(_ update: PreviewUpdate) -> Outcome {
    switch update {
    case .page(let next): take(next)
    case .connected:
      isConnected = true
      say("connected")
    case .disconnected(let reason):
      isConnected = false
      settleAll()
      say("no connection (\(reason)); trying again", isError: true)
    case .failed(let diagnostics):
      guard let first = diagnostics.first else { break }
      let place = first.location.map { "\($0.description): " } ?? ""
      let more = diagnostics.count > 1 ? " (and \(diagnostics.count - 1) more)" : ""
      say("\(place)\(first.message)\(more)", isError: true)
    case .fixed: say("fixed")
    case .log(let level, let text): say(text, isError: level == .error)
    }
    return finished()
  }

  /// The page has not answered for a while: discards unconfirmed input and shows the page's state.
  mutating func settle() -> Outcome {
    settleAll()
    return finished()
  }

  /// Handles a new size of the terminal.
  mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(1, columns), max(2, rows))
    keepCameraInside()
  }

  private mutating func take(_ next: ShownPage) {
    let isSamePlace = page?.unit == next.unit && page?.device == next.device
    let numbers = isSamePlace ? next.renumbered ?? [:] : [:]
    let isAnother = !isSamePlace || (page?.page != next.page && numbers.isEmpty)
    if !numbers.isEmpty {
      goOn(with: numbers)
    } else if isAnother {
      (texts, selections, scrolls, pressed, focus, editing) = ([:], [:], [:], nil, nil, nil)
      toldFocus = []
      (cameraColumn, cameraRow) = (0, 0)
    }
    // Held keys are sent only after the page has answered everything sent before the Enter.
    let isAnswer = focus.flatMap { texts[$0] }?.unanswered.isEmpty ?? true
    let focusedBefore = page?.tree.nodes.first { $0.control?.isFocused == true }
      .map { numbers.isEmpty ? $0.handle : numbers[$0.handle] ?? 0 }
    let pageOffset = pageScroller.flatMap { page?.tree.nodes[$0].scroll }
    let cameraWasTold =
      pageScroller.flatMap { page?.tree.nodes[$0].handle }.map {
        scrolls[numbers.isEmpty ? $0 : numbers[$0] ?? 0] != nil
      } ?? false
    page = next
    answer(from: next.tree)
    place()
    if let scroller = pageScroller, showsWholePage, let offset = next.tree.nodes[scroller].scroll,
      offset != pageOffset, !cameraWasTold
    {
      // A script scrolled the page.
      cameraRow = CellFrame.whole((offset.y / CellFrame.height).rounded())
      keepCameraInside()
    }
    follow(focusedBefore: focusedBefore, in: next.tree)
    if isAnswer || isAnother { release() }
  }

  /// Transfers the user's input to the nodes that replace the old ones.
  private mutating func goOn(with numbers: [Int: Int]) {
    func renumbered<Value>(_ values: [Int: Value]) -> [Int: Value] {
      Dictionary(
        values.compactMap { handle, value in numbers[handle].map { ($0, value) } },
        uniquingKeysWith: { first, _ in first })
    }
    (texts, selections, scrolls) = (renumbered(texts), renumbered(selections), renumbered(scrolls))
    (pressed, focus) = (pressed.flatMap { numbers[$0] }, focus.flatMap { numbers[$0] })
    if focus == nil { editing = nil }
    toldFocus = toldFocus.compactMap { numbers[$0] }
  }

  /// Compares each local value with the page's value, and removes confirmed ones.
  private mutating func answer(from tree: ViewTree) {
    var nodes: [Int: Int] = [:]
    for (index, node) in tree.nodes.enumerated() { nodes[node.handle] = index }
    for handle in texts.keys {
      let control = nodes[handle].flatMap { tree.nodes[$0].control }
      guard let control, control.kind.isText else {
        texts[handle] = nil
        continue
      }
      texts[handle]?.answer(control.value ?? "")
      if handle != focus, texts[handle]?.unanswered.isEmpty == true { texts[handle] = nil }
    }
    for handle in selections.keys {
      guard let selected = nodes[handle].flatMap({ tree.nodes[$0].control?.selected }) else {
        selections[handle] = nil
        continue
      }
      selections[handle]?.answer(selected)
      if selections[handle]?.unanswered.isEmpty == true { selections[handle] = nil }
    }
    for handle in scrolls.keys {
      guard let scroll = nodes[handle].flatMap({ tree.nodes[$0].scroll }) else {
        scrolls[handle] = nil
        continue
      }
      scrolls[handle]?.answer(Point(x: scroll.x, y: scroll.y))
      if scrolls[handle]?.unanswered.isEmpty == true { scrolls[handle] = nil }
    }
    if let pressed, nodes[pressed] == nil { self.pressed = nil }
    guard let focus else { return }
    let control = nodes[focus].flatMap { tree.nodes[$0].control }
    if nodes[focus] == nil || control?.isDisabled == true {
      (self.focus, editing) = (nil, nil)
    } else {
      refreshEditing(caret: control?.caret)
    }
  }

  /// Moves the focus where a script moved it, unless the page only confirms the user's own move.
  private mutating func follow(focusedBefore: Int?, in tree: ViewTree) {
    let now = tree.nodes.first { $0.control?.isFocused == true }?.handle
    guard let now, now != focusedBefore else { return }
    // A late confirmation of the user's own quick moves changes nothing.
    if let answered = toldFocus.firstIndex(of: now) {
      toldFocus.removeFirst(answered + 1)
      return
    }
    guard now != focus, let index = placed?.indices[now] else { return }
    toldFocus = []
    focus = now
    beginEditing(index)
    reveal(index)
  }

  /// Takes over the page's text of the field, unless the user has typed more.
  private mutating func refreshEditing(caret: Int?) {
    guard let focus, let echo = texts[focus], let old = editing, echo.shown != old.text else { return }
    let wasAtEnd = old.caret == old.text.count
    editing = TextEditing(echo.shown, caret: caret ?? (wasAtEnd ? nil : old.caret))
  }

  private mutating func settleAll() {
    for handle in texts.keys {
      texts[handle]?.settle()
      if handle != focus { texts[handle] = nil }
    }
    selections = [:]
    refreshEditing(caret: nil)
    if !scrolls.isEmpty {
      scrolls = [:]
      place()
    }
    release()
  }

  /// Processes the keys that waited for the answer to an Enter.
  private mutating func release() {
    guard let keys = held else { return }
    held = nil
    for key in keys { press(key) }
  }

  mutating func say(_ text: String, isError: Bool = false) {
    (note, noteIsError) = (text, isError)
  }

  /// Returns and clears the collected outcome.
  mutating func finished() -> Outcome {
    defer { outcome = Outcome() }
    return outcome
  }

  mutating func send(_ event: ClientEvent) { outcome.events.append(event) }

  // MARK: The tree

  /// Recomputes all placements, after the tree or an offset changed.
  mutating func place() {
    guard var tree = page?.tree, !tree.nodes.isEmpty else {
      (placed, picture) = (nil, nil)
      return
    }
    for index in tree.nodes.indices {
      guard let shown = scrolls[tree.nodes[index].handle]?.shown else { continue }
      tree.nodes[index].scroll?.x = shown.x
      tree.nodes[index].scroll?.y = shown.y
    }
    picture = drawing.grid(tree.displayList)
    placed = PlacedTree(tree, unmoved: showsWholePage ? pageScroller : nil)
    keepCameraInside()
  }

  /// The root or the body, if it scrolls the page.
  var pageScroller: Int? {
    guard let nodes = page?.tree.nodes else { return nil }
    if nodes.first?.scroll != nil { return 0 }
    return nodes.firstIndex { $0.parent == 0 && $0.tag.lowercased() == "body" && $0.scroll != nil }
  }

  /// Whether the picture is larger than the viewport. Scrolling the page then moves the visible part of the
  /// picture.
  var showsWholePage: Bool {
    guard let viewport = page?.tree.viewport, let picture else { return false }
    return Double(picture.rows) * CellFrame.height > viewport.height + CellFrame.height
  }

  mutating func keepCameraInside() {
    cameraRow = max(0, min(cameraRow, (picture?.rows ?? 0) - viewRows))
    cameraColumn = max(0, min(cameraColumn, (picture?.columns ?? 0) - columns))
  }
}

extension ViewControl.Kind {
  /// Whether it is a text field.
  var isText: Bool { [.text, .multiline, .password, .search].contains(self) }
  /// Whether it selects one of several items by index.
  var isChoice: Bool { [.segment, .dots, .select].contains(self) }
}
