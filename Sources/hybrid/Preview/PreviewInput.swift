import HybridGeometry
import HybridViewTree

/// The user's input in the nodes of a page: the focus, the field being edited, the mouse button, and the
/// values that the page has not confirmed. Nodes are named by their handles.
struct PreviewInput {
  /// The focused node.
  private(set) var focus: Int?
  /// Focus changes that the user made and the page has not confirmed; oldest first.
  private var toldFocus: [Int] = []
  /// The field being edited: the focused node, if it is a field.
  private(set) var editing: TextEditing?
  private var texts: [Int: PendingInput<String>] = [:]
  private var selections: [Int: PendingInput<Int>] = [:]
  private var scrolls: [Int: PendingInput<Point>] = [:]
  /// The node on which the mouse button was pressed.
  private var pressed: Int?

  /// Whether the page has not confirmed some value.
  var isWaiting: Bool {
    texts.values.contains { !$0.unanswered.isEmpty }
      || selections.values.contains { !$0.unanswered.isEmpty }
      || scrolls.values.contains { !$0.unanswered.isEmpty }
  }

  /// Whether the page has confirmed all text of the focused field; true without one.
  var isTextAnswered: Bool { focus.flatMap { texts[$0] }?.unanswered.isEmpty ?? true }

  // MARK: Focus

  /// Moves the focus where the user moved it. The field that loses it is forgotten if it is confirmed.
  mutating func moveFocus(to handle: Int?) {
    if let focus, texts[focus]?.unanswered.isEmpty == true { texts[focus] = nil }
    (focus, editing) = (handle, nil)
    if let handle { toldFocus = toldFocus.suffix(63) + [handle] }
  }

  /// Compares the page's focus with the user's moves; true when it confirms one of them. Earlier moves are
  /// confirmed as well.
  mutating func confirmFocus(_ handle: Int) -> Bool {
    guard let answered = toldFocus.firstIndex(of: handle) else { return false }
    toldFocus.removeFirst(answered + 1)
    return true
  }

  /// Moves the focus to a node that a script has focused.
  mutating func followFocus(to node: ViewNode) {
    toldFocus = []
    focus = node.handle
    beginEditing(node)
  }

  // MARK: Text

  /// Starts editing if the focused node is a field.
  mutating func beginEditing(_ node: ViewNode) {
    guard let control = node.control, control.kind.isText else {
      editing = nil
      return
    }
    let pending = texts[node.handle] ?? PendingInput(control.value ?? "")
    texts[node.handle] = pending
    editing = TextEditing(pending.shown, caret: control.caret)
  }

  /// Changes the text of the field; returns the new text to send, or nil when nothing has changed.
  mutating func edit(_ body: (inout TextEditing) -> Bool) -> String? {
    guard let focus, var text = editing, body(&text) else { return nil }
    editing = text
    texts[focus]?.send(text.text)
    return text.text
  }

  /// Moves the insertion point of the field; nil without a field.
  @discardableResult
  mutating func moveCaret<Value>(_ body: (inout TextEditing) -> Value) -> Value? {
    guard var text = editing else { return nil }
    let value = body(&text)
    editing = text
    return value
  }

  /// Adopts the page's text of the field, unless the user has typed more.
  private mutating func refreshEditing(caret: Int?) {
    guard let focus, let pending = texts[focus], let old = editing, pending.shown != old.text else { return }
    let wasAtEnd = old.caret == old.text.count
    editing = TextEditing(pending.shown, caret: caret ?? (wasAtEnd ? nil : old.caret))
  }

  // MARK: Choices and offsets

  /// The shown selection of a node; nil when it is the page's.
  func selection(of handle: Int) -> Int? { selections[handle]?.shown }

  /// Selects an item, which the caller sends; `answered` is the page's selection.
  mutating func select(_ item: Int, of handle: Int, answered: Int) {
    selections[handle, default: PendingInput(answered)].send(item)
  }

  /// The shown scroll offset of a node; nil when it is the page's.
  func offset(of handle: Int) -> Point? { scrolls[handle]?.shown }

  /// Scrolls a node, which the caller sends; `answered` is the page's offset.
  mutating func scroll(_ handle: Int, to offset: Point, answered: Point) {
    scrolls[handle, default: PendingInput(answered)].send(offset)
  }

  // MARK: Mouse

  /// Records the node on which the mouse button is pressed.
  mutating func press(_ handle: Int) { pressed = handle }

  /// The node on which the mouse button was pressed, now that it is released.
  mutating func takePressed() -> Int? {
    defer { pressed = nil }
    return pressed
  }

  // MARK: Answers of the page

  /// Transfers the input to the nodes that replace the old ones.
  mutating func goOn(with numbers: [Int: Int]) {
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
  mutating func answer(from tree: ViewTree) {
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

  /// Discards unconfirmed values; returns whether scroll offsets were among them.
  mutating func settle() -> Bool {
    for handle in texts.keys {
      texts[handle]?.settle()
      if handle != focus { texts[handle] = nil }
    }
    selections = [:]
    refreshEditing(caret: nil)
    defer { scrolls = [:] }
    return !scrolls.isEmpty
  }
}
