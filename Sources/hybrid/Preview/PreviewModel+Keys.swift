import HybridGeometry
import HybridReload

extension PreviewModel {
  /// Handles a key.
  mutating func handle(_ key: Key) -> Outcome {
    press(key)
    return finished()
  }

  mutating func press(_ key: Key) {
    switch key {
    case .control("c"):
      perform(.quit)
      return
    case .control("l"):
      perform(.redraw)
      return
    case .control("z"):
      perform(.suspend)
      return
    default: break
    }
    if hold(key) { return }
    if case .mouse(let mouse) = key { return take(mouse) }
    if editing != nil, edit(key) { return }
    command(key)
  }

  /// The meaning of keys outside fields, and in fields that do not handle them.
  private mutating func command(_ key: Key) {
    switch key {
    case .tab: moveFocus(by: 1)
    case .backTab: moveFocus(by: -1)
    case .enter: if let focused { activate(focused) }
    case .text(" "): if let focused { activate(focused) } else { scroll(x: 0, y: pageStep(focused)) }
    case .text("q"): perform(.quit)
    case .text("?"): status.toggleHelp()
    case .escape:
      status.hideHelp()
      if focus != nil { setFocus(nil) } else { emit(.key, on: nil) { $0.key = "Escape" } }
    case .left: if !choose(by: -1) { scroll(x: -4 * CellFrame.width, y: 0) }
    case .right: if !choose(by: 1) { scroll(x: 4 * CellFrame.width, y: 0) }
    case .up: scroll(x: 0, y: -2 * CellFrame.height)
    case .down: scroll(x: 0, y: 2 * CellFrame.height)
    case .pageUp: scroll(x: 0, y: -pageStep(focused))
    case .pageDown: scroll(x: 0, y: pageStep(focused))
    case .home: scroll(x: 0, y: -1e7)
    case .end: scroll(x: 0, y: 1e7)
    case .text, .paste, .backspace, .delete, .control, .mouse: break
    }
  }

  // MARK: Focus

  /// The index of the focused node.
  var focused: Int? { focus.flatMap { placed?.indices[$0] } }

  private mutating func moveFocus(by step: Int) {
    guard let placed else { return }
    let all = placed.focusable
    guard !all.isEmpty else { return say("this page has no controls") }
    let next: Int
    if let focused {
      // The focused node may be hidden by now: continue from its position.
      next =
        step > 0
        ? all.first { $0 > focused } ?? all[0] : all.last { $0 < focused } ?? all[all.count - 1]
    } else {
      next = step > 0 ? all[0] : all[all.count - 1]
    }
    setFocus(next)
    reveal(next)
  }

  /// Moves the focus to a node, or removes it.
  mutating func setFocus(_ index: Int?) {
    let handle = index.flatMap { placed?.tree.nodes[$0].handle }
    guard handle != focus else { return }
    if let focus { emit(.blur, on: focus) }
    input.moveFocus(to: handle)
    guard let index, let node = placed?.tree.nodes[index] else { return }
    emit(.focus, on: node.handle)
    input.beginEditing(node)
  }

  // MARK: Fields

  /// Passes a key to the field; false when the field does not handle it.
  private mutating func edit(_ key: Key) -> Bool {
    guard let focused, let kind = placed?.tree.nodes[focused].control?.kind else { return false }
    let isMultiline = kind == .multiline
    switch key {
    case .text(let text): change { $0.insert(text) }
    case .paste(let text):
      let joined = text.split(whereSeparator: \.isNewline).joined(separator: " ")
      change { $0.insert(isMultiline ? text : joined) }
    case .enter where isMultiline: change { $0.insert("\n") }
    case .enter:
      emit(.key, on: focus) { $0.key = "Enter" }
      if isConnected { holdKeys() }
    case .backspace, .control("h"): change { $0.deleteBackward() }
    case .delete, .control("d"): change { $0.deleteForward() }
    case .control("u"): change { $0.deleteToLineStart() }
    case .left: input.moveCaret { $0.move(by: -1) }
    case .right: input.moveCaret { $0.move(by: 1) }
    case .home, .control("a"): input.moveCaret { $0.moveToLineStart() }
    case .end, .control("e"): input.moveCaret { $0.moveToLineEnd() }
    case .up where isMultiline: return input.moveCaret { $0.moveLine(by: -1) } ?? false
    case .down where isMultiline: return input.moveCaret { $0.moveLine(by: 1) } ?? false
    case .escape:
      emit(.key, on: focus) { $0.key = "Escape" }
      setFocus(nil)
    default: return false
    }
    return true
  }

  /// Changes the text of the field and notifies the page.
  private mutating func change(_ body: (inout TextEditing) -> Bool) {
    guard isConnected else { return say("not connected: the input would be lost", isError: true) }
    guard let text = input.edit(body) else { return }
    emit(.input, on: focus) { $0.text = text }
  }

  // MARK: Pressing and choosing

  /// Performs a click. `place` is its position, in points from the corner of the border box.
  mutating func activate(_ index: Int, at place: Point? = nil) {
    guard let node = placed?.tree.nodes[index], node.control?.isDisabled != true else { return }
    switch node.control?.kind {
    case .checkbox, .switch, .radio: emit(.toggle, on: node.handle)
    case .segment, .dots:
      guard let place, let count = node.control?.options.count, count > 0, node.frame.width > 0 else { break }
      let part = CellFrame.whole(place.x / node.frame.width * Double(count))
      choose(min(max(part, 0), count - 1), index)
    default:
      emit(.tap, on: node.handle) { event in
        event.x = place?.x
        event.y = place?.y
      }
    }
  }

  /// Selects the next or previous item; false when the focused node is not a choice.
  private mutating func choose(by step: Int) -> Bool {
    guard let focused, let control = placed?.tree.nodes[focused].control, let focus else { return false }
    if control.kind == .radio {
      let radios = placed?.focusable.filter { placed?.tree.nodes[$0].control?.kind == .radio } ?? []
      guard let place = radios.firstIndex(of: focused), radios.indices.contains(place + step) else {
        return true
      }
      setFocus(radios[place + step])
      reveal(radios[place + step])
      activate(radios[place + step])
      return true
    }
    guard control.kind.isChoice else { return false }
    let now = input.selection(of: focus) ?? control.selected ?? -1
    let next = max(0, now + step)
    if control.options.isEmpty || next < control.options.count { choose(next, focused) }
    return true
  }

  private mutating func choose(_ choice: Int, _ index: Int) {
    guard isConnected, let node = placed?.tree.nodes[index] else { return }
    let now = node.control?.selected ?? -1
    guard choice != input.selection(of: node.handle) ?? now else { return }
    input.select(choice, of: node.handle, answered: now)
    emit(.select, on: node.handle) { $0.index = choice }
  }

  /// Sends an event, while a page is connected.
  mutating func emit(
    _ name: ClientEvent.Name, on handle: Int?, _ more: (inout ClientEvent) -> Void = { _ in }
  ) {
    guard isConnected, page != nil else { return }
    var event = ClientEvent(name, on: handle)
    more(&event)
    send(event)
  }
}
