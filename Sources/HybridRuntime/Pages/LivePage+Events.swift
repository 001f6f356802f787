import HybridCSS
package import HybridDOM
import HybridEncoding
package import HybridGeometry
import HybridJSON
package import HybridReload
import HybridScript
import HybridSource

/// User input of a page.
extension LivePage {
  /// Handles an event from a client. An event for a node that the last step does not have, or that does not
  /// fit it, is dropped: the client had an older tree.
  package func handle(_ event: ClientEvent) {
    defer { finishTurn() }
    if event.name == "answer" {
      _ = answer(event.value?.string ?? event.value?.text() ?? event.text ?? "")
      return
    }
    guard let handle = event.handle, let target = target(of: handle) else { return }
    switch target {
    case .overlay(let index):
      switch event.name {
      case "tap", "toggle": tapOverlay(index)
      case "input": typeInOverlay(index, event.text ?? "")
      case "select": selectInOverlay(index, event.index ?? -1)
      case "key": keyInOverlay(event.key ?? "")
      default: break
      }
    case .element(let node):
      // A dialog is in front of everything.
      guard isAttached(node), !isCovered else { return }
      perform(event, on: node)
    }
  }

  private func perform(_ event: ClientEvent, on node: NodeID) {
    if ["tap", "input", "key", "toggle", "select", "submit"].contains(event.name) { dismissHint() }
    guard !isInert(node) || event.name == "tap" || event.name == "key" else { return }
    switch event.name {
    case "tap":
      var point: Point?
      if let x = event.x, let y = event.y { point = Point(x: x, y: y) }
      tap(node, at: point)
    case "press": press(node)
    case "release": release()
    case "focus": if isFocusable(node) { setFocus(node) }
    case "blur": if focusedNode == node { setFocus(nil) }
    case "input": enter(event.text ?? "", in: node)
    case "key": key(event.key ?? "", on: node)
    case "toggle": tap(node)
    case "select": select(event.index ?? 0, in: node)
    case "scroll": scrolled(node, x: event.x ?? 0, y: event.y ?? 0)
    case "submit": formReader.owner(of: node).map { submit($0) }
    default: break
    }
  }

  // MARK: Taps

  /// A tap: it ends editing, then clicks the element.
  ///
  /// - Parameter point: From the corner of the element's border box; nil for its middle.
  package func tap(_ node: NodeID, at point: Point? = nil) {
    release()
    dismissHint()
    let given = node
    guard let node = reachable(given) else { return }
    lightDismiss(from: node)
    guard !isDisabled(node) else { return }
    let place = place(ofTapOn: node, at: node == given ? point : nil)
    let isDown = TapPlace.members(of: place, detail: 0)
    let count = input.countTap(on: node, at: now)
    // Pointer Events 3 §11 and Touch Events §8: the mouse events that pages expect come after those of the
    // finger. Cancelled pointer events take the mouse events away, cancelled touch events the click, too.
    let hasMouse = !dispatch("pointerdown", on: node, detail: isDown, isCancelable: true)
    var hasClick = !dispatch("touchstart", on: node, isCancelable: true)
    dispatch("pointerup", on: node, detail: isDown, isCancelable: true)
    if dispatch("touchend", on: node, isCancelable: true) { hasClick = false }
    guard hasClick, isAttached(node) else { return }
    let detail = TapPlace.members(of: place, detail: count)
    let keepsFocus = hasMouse && dispatch("mousedown", on: node, detail: detail, isCancelable: true)
    if !keepsFocus, !keepsEditing(node) { setFocus(ancestors(of: node).first { isFocusable($0) }) }
    if hasMouse { dispatch("mouseup", on: node, detail: detail, isCancelable: true) }
    guard isAttached(node) else { return }
    performClick(node, count: count, at: place)
    if count == 2, isAttached(node) { dispatch("dblclick", on: node, detail: detail, isCancelable: true) }
  }

  /// Whether a tap does not end editing: TokenHybrid's buttons and switches swallow it
  /// (`Documentation/elements.md`).
  private func keepsEditing(_ node: NodeID) -> Bool {
    guard unit.dialect == .native, let focused = focusedNode, controlKind(of: focused)?.isText == true else {
      return false
    }
    let kind = ancestors(of: node).lazy.compactMap { self.controlKind(of: $0) }.first
    return kind.map { !$0.isText } ?? false
  }

  package func click(_ node: Int) {
    guard let node = self.node(node), document[node].element != nil else { return }
    performClick(node)
  }

  /// A click with its default action (HTML Standard §6.3, *activation*).
  ///
  /// - Parameter count: How many taps in quick succession it is the last of; 0 for the click of a script or a
  ///   key.
  /// - Parameter place: Where the tap is.
  func performClick(_ node: NodeID, count: Int = 0, at place: TapPlace? = nil) {
    guard !isDisabled(node), input.beginClick() else { return }
    defer { input.endClick() }
    let path = ancestors(of: node)
    let active = path.first { controlKind(of: $0) != nil }
    let kind = active.flatMap { controlKind(of: $0) }
    // A tick is set before handlers run; they may undo it.
    var undo: (() -> Void)?
    if let active, kind == .checkbox || kind == .radio || kind == .toggle {
      let before = isOn(active)
      if kind != .radio || !before {
        setOn(kind == .radio ? true : !before, active)
        let wasIndeterminate = forms.marks.indeterminate.contains(active)
        forms.setIndeterminate(false, active)
        undo = { [self] in
          forms.setIndeterminate(wasIndeterminate, active)
          setOn(before, active)
        }
      }
    }
    let isPrevented = dispatch(
      "click", on: node, detail: TapPlace.members(of: place, detail: count), isCancelable: true)
    // A switch or a field in a row handles the tap itself.
    if let row = row(of: node), kind.map({ [.button, .submit, .link].contains($0) }) ?? true {
      dispatch(
        "rowclick", on: row.table,
        detail: ["section": .number(Double(row.section)), "row": .number(Double(row.row))])
    }
    if isPrevented {
      undo?()
      return
    }
    guard let active, let kind else { return activateLabel(path) }
    switch kind {
    case .checkbox, .radio, .toggle:
      guard undo != nil else { return }
      commit(active)
      dispatch("input", on: active)
      dispatch("change", on: active, detail: ["checked": .bool(isOn(active))])
    case .submit:
      if let form = formReader.owner(of: active) { submit(form, submitter: active) } else { invoke(active) }
    case .button:
      if document[active].element?.inputType == .reset,
        let form = formReader.owner(of: active)
      {
        reset(form)
      } else {
        invoke(active)
      }
    case .link:
      if let href = document[active].element?["href"], world?.followsLink(href) != true { follow(href) }
    case .summary:
      if let details = document.details(of: active) {
        set("open", to: document[details].element?.attribute("open") == nil ? "" : nil, of: details)
      }
    case .segment:
      // Without a position on it, the tap selects the next title.
      let count = choiceCount(of: active)
      if count > 0 { select((selectedIndex(of: active) + 1) % count, in: active) }
    case .picker:
      if document[active].element?.inputType == .file, forms.noteFileTap() {
        record(
          .console(
            level: "warn",
            text: "a file is chosen by the action 'choose' of render and test: there is no file chooser here")
        )
      }
    case .select, .dots, .field, .area, .details: break
    }
  }

  /// HTML Standard §4.10.4: clicking a label clicks its control.
  private func activateLabel(_ path: [NodeID]) {
    guard unit.dialect == .web, let label = path.first(where: { document[$0].elementName == .label }),
      let target = labelledControl(of: label), !path.contains(target), !isDisabled(target)
    else { return }
    if isFocusable(target) { setFocus(target) }
    performClick(target)
  }

  /// A finger goes down.
  func press(_ node: NodeID) {
    release()
    guard !isDisabled(node), !isInert(node) else { return }
    for above in ancestors(of: node) where document[above].element != nil {
      input.press(above)
      change(above) { $0.isPressed = true }
    }
  }

  /// The finger goes up, or leaves.
  func release() {
    for node in input.takePressed() { change(node) { $0.isPressed = false } }
  }

  // MARK: Text

  /// The text of a field after an edit.
  func enter(_ text: String, in node: NodeID) {
    guard let kind = controlKind(of: node), kind.isText, !isDisabled(node), isEditable(node) else { return }
    setFocus(node)
    dismissHint()
    forms.setTyped(true, node)
    var text = kind == .field ? String(text.filter { !$0.isNewline }) : text
    if let limit = document[node].element?["maxlength"].flatMap({ Int($0) }), limit >= 0 {
      text = String(text.prefix(limit))
    }
    let before = controls[node]?.value ?? value(of: node)
    guard text != before else { return }
    change(node) {
      $0.value = text
      ($0.caret, $0.anchor) = (nil, nil)
    }
    // Input Events 2 §5.1.2: what was typed at the end, or that text went away.
    let added = text.hasPrefix(before) ? String(text.dropFirst(before.count)) : nil
    let type =
      added != nil ? "insertText" : before.hasPrefix(text) ? "deleteContentBackward" : "insertReplacementText"
    dispatch(
      "input", on: node,
      detail: [
        "value": .string(text), "inputType": .string(type), "data": added.map { .string($0) } ?? .null,
      ])
  }

  private func isEditable(_ node: NodeID) -> Bool {
    guard let element = document[node].element else { return false }
    if element.attribute("readonly") != nil { return false }
    return element["editable"].map { !["false", "0"].contains($0) } ?? true
  }

  /// Types at the end of a field; a line break is the return key.
  package func type(_ text: String, in node: NodeID) {
    setFocus(isFocusable(node) ? node : focusedNode)
    var line = ""
    for character in text {
      if character.isNewline {
        if !line.isEmpty { enter((controls[node]?.value ?? value(of: node)) + line, in: node) }
        line = ""
        key("Enter", on: node)
      } else {
        line.append(character)
      }
    }
    if !line.isEmpty { enter((controls[node]?.value ?? value(of: node)) + line, in: node) }
  }

  /// A key that produces no text.
  func key(_ key: String, on node: NodeID) {
    dismissHint()
    guard !isDisabled(node), key.utf8.count <= 64 else { return }
    let detail: JSONValue = ["key": .string(key)]
    var isPrevented = dispatch("keydown", on: node, detail: detail, isCancelable: true)
    defer { dispatch("keyup", on: node, detail: detail) }
    if !isPrevented, ["Enter", " "].contains(key) {
      isPrevented = dispatch("keypress", on: node, detail: detail, isCancelable: true)
    }
    if !isPrevented, key == "Escape", closeTopmost() { return }
    guard !isPrevented, let kind = controlKind(of: node) else { return }
    switch (key, kind) {
    case ("Enter", .area) where unit.dialect == .web:
      enter(value(of: node) + "\n", in: node)
    case ("Enter", .area):
      setFocus(nil)
    case ("Enter", .field):
      guard unit.dialect == .web else { break }
      commitTyped(in: node)
      submitImplicitly(from: node)
    case ("Clear", .field):
      enter("", in: node)
      dispatch("clear", on: node)
    case ("Escape", .field), ("Escape", .area): setFocus(nil)
    case ("Enter", .button), ("Enter", .submit), ("Enter", .link), (" ", .button), (" ", .submit),
      (" ", .checkbox), (" ", .radio), (" ", .toggle), ("Enter", .summary), (" ", .summary):
      performClick(node)
    default: break
    }
  }

  // MARK: Choosing

  /// Selects a title of a segment, a page of dots, an option, or a row of a table.
  package func select(_ index: Int, in node: NodeID) {
    dismissHint()
    guard !isDisabled(node), !isInert(node) else { return }
    if tables[node] != nil { return selectRow(index, of: node) }
    let count = choiceCount(of: node)
    guard (0..<count).contains(index), controlKind(of: node) != nil else { return }
    if controlKind(of: node) == .select {
      guard choose(option: index, of: node) else { return }
    } else {
      let isNew = selectedIndex(of: node) != index
      change(node) { $0.selected = index }
      guard isNew else { return }
    }
    commit(node)
    dispatch("input", on: node)
    dispatch("change", on: node, detail: ["index": .number(Double(index))])
  }

  // MARK: Telling scripts

  /// Runs the handlers of an event; true if one of them prevented the default action.
  @discardableResult
  func dispatch(
    _ type: String, on node: NodeID, detail: JSONValue = [:], bubbles: Bool = true, isCancelable: Bool = false
  ) -> Bool {
    guard let world else { return false }
    return run(at: placeOfHandler(of: type, on: node)) {
      let isPrevented = world.dispatch(
        type, on: node.index, detail: detail, bubbles: bubbles, cancelable: isCancelable)
      callHandler(of: type, on: node, bubbles: bubbles)
      return isPrevented
    }
  }

  /// The place of the event's handler in the markup, or else of the target element.
  private func placeOfHandler(of type: String, on node: NodeID) -> SourceLocation? {
    let holder = ancestors(of: node).first { above in
      document[above].element.map { $0["on" + type] != nil || $0["@" + type] != nil } ?? false
    }
    return place(of: holder ?? node)
  }

  /// Calls the handler of the nearest `@click` (or `@` with another event's name).
  private func callHandler(of type: String, on node: NodeID, bubbles: Bool) {
    for above in bubbles ? ancestors(of: node) : [node] {
      guard let expression = document[above].element?["@" + type] else { continue }
      world?.invoke(expression, on: above.index)
      return
    }
  }

  package func setListens(_ listens: Bool, to type: String, on node: Int) {
    if listens { checkListener(of: type, on: node) }
    guard let node = self.node(node) else { return }
    if input.setListens(listens, to: type, on: node) { dom.noteControl(of: node) }
  }
}
