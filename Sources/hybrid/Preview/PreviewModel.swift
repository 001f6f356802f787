import HybridDrawing
import HybridReload
import HybridSource
import HybridViewTree

/// The interactive preview as a value: updates and keys in, events for the page and a screen out.
///
/// The user's input is shown at once and stays until the page has answered (see ``PendingInput``). The model
/// is independent of terminals and connections.
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

  // The shown page.
  private(set) var page: ShownPage?
  private(set) var isConnected = false
  /// The tree with the user's unconfirmed input applied, and its picture.
  private(set) var placed: PlacedTree?
  private(set) var picture: CellGrid?

  // The parts, which keep their own state private.
  var camera: PreviewCamera
  var status = PreviewStatus()
  var input = PreviewInput()

  /// Keys after an Enter, to which the page may respond by changing the text: they wait for that response.
  private var held: [Key]?
  private var outcome = Outcome()

  init(columns: Int, rows: Int, drawing: TerminalDrawing) {
    self.drawing = drawing
    camera = PreviewCamera(columns: columns, rows: rows)
  }

  /// The handle of the focused node.
  var focus: Int? { input.focus }

  /// The field being edited: the focused node, if it is a field.
  var editing: TextEditing? { input.editing }

  /// Whether an answer of the page is pending; then ``settle()`` is due after a while.
  var isWaiting: Bool { held != nil || input.isWaiting }

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
    camera.resize(columns: columns, rows: rows, over: picture)
  }

  private mutating func take(_ next: ShownPage) {
    let isSamePlace = page?.unit == next.unit && page?.device == next.device
    let numbers = isSamePlace ? next.renumbered ?? [:] : [:]
    let isAnother = !isSamePlace || (page?.page != next.page && numbers.isEmpty)
    if !numbers.isEmpty {
      input.goOn(with: numbers)
    } else if isAnother {
      input = PreviewInput()
      camera.moveToStart()
    }
    // Held keys are sent only after the page has answered everything sent before the Enter.
    let isAnswer = input.isTextAnswered
    let focusedBefore = page?.tree.nodes.first { $0.control?.isFocused == true }
      .map { numbers.isEmpty ? $0.handle : numbers[$0.handle] ?? 0 }
    let pageOffset = pageScroller.flatMap { page?.tree.nodes[$0].scroll }
    let cameraWasTold =
      pageScroller.flatMap { page?.tree.nodes[$0].handle }.map {
        input.offset(of: numbers.isEmpty ? $0 : numbers[$0] ?? 0) != nil
      } ?? false
    page = next
    input.answer(from: next.tree)
    place()
    if let scroller = pageScroller, showsWholePage, let offset = next.tree.nodes[scroller].scroll,
      offset != pageOffset, !cameraWasTold
    {
      // A script scrolled the page.
      camera.move(toRow: CellFrame.whole((offset.y / CellFrame.height).rounded()), over: picture)
    }
    follow(focusedBefore: focusedBefore, in: next.tree)
    if isAnswer || isAnother { release() }
  }

  /// Moves the focus where a script moved it, unless the page only confirms the user's own move.
  private mutating func follow(focusedBefore: Int?, in tree: ViewTree) {
    let now = tree.nodes.first { $0.control?.isFocused == true }?.handle
    // A late confirmation of the user's own quick moves changes nothing.
    guard let now, now != focusedBefore, !input.confirmFocus(now) else { return }
    guard now != focus, let placed, let index = placed.indices[now] else { return }
    input.followFocus(to: placed.tree.nodes[index])
    reveal(index)
  }

  private mutating func settleAll() {
    if input.settle() { place() }
    release()
  }

  // MARK: Keys and events

  /// Holds a key back while the page has not answered an Enter; false when keys are not held.
  mutating func hold(_ key: Key) -> Bool {
    guard held != nil else { return false }
    // A page that does not answer must not fill the memory; it is settled after a while.
    if held?.count ?? 0 < 10_000 { held?.append(key) }
    return true
  }

  /// Holds back the keys that follow, until the page has answered.
  mutating func holdKeys() { held = [] }

  /// Processes the keys that waited for the answer to an Enter.
  private mutating func release() {
    guard let keys = held else { return }
    held = nil
    for key in keys { press(key) }
  }

  mutating func say(_ text: String, isError: Bool = false) { status.say(text, isError: isError) }

  /// Returns and clears the collected outcome.
  mutating func finished() -> Outcome {
    defer { outcome = Outcome() }
    return outcome
  }

  mutating func send(_ event: ClientEvent) { outcome.events.append(event) }

  /// Makes a command part of the outcome.
  mutating func perform(_ command: Command) { outcome.command = command }

  // MARK: The tree

  /// Recomputes all placements, after the tree or an offset changed.
  mutating func place() {
    guard var tree = page?.tree, !tree.nodes.isEmpty else {
      (placed, picture) = (nil, nil)
      return
    }
    for index in tree.nodes.indices {
      guard let shown = input.offset(of: tree.nodes[index].handle) else { continue }
      tree.nodes[index].scroll?.x = shown.x
      tree.nodes[index].scroll?.y = shown.y
    }
    picture = drawing.grid(tree.displayList)
    placed = PlacedTree(tree, unmoved: showsWholePage ? pageScroller : nil)
    camera.keepInside(picture)
  }

  /// The root or the body, if it scrolls the page.
  var pageScroller: Int? {
    guard let nodes = page?.tree.nodes else { return nil }
    if nodes.first?.scroll != nil { return 0 }
    return nodes.firstIndex { $0.isBody && $0.scroll != nil }
  }

  /// Whether the picture is larger than the viewport. Scrolling the page then moves the visible part of the
  /// picture.
  var showsWholePage: Bool {
    guard let viewport = page?.tree.viewport, let picture else { return false }
    return Double(picture.rows) * CellFrame.height > viewport.height + CellFrame.height
  }
}

extension ViewControl.Kind {
  /// Whether it is a text field.
  var isText: Bool { [.text, .multiline, .password, .search].contains(self) }
  /// Whether it selects one of several items by index.
  var isChoice: Bool { [.segment, .dots, .select].contains(self) }
}
