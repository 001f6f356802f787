import HybridCSS
import HybridDOM
import HybridEncoding
import HybridJSON
import HybridScript

/// The behaviour common to dialogs and popovers: the top layer, the focus, toggle events.
extension LivePage {
  /// Puts an element on top of all others.
  func enterTopLayer(_ node: NodeID, _ kind: PageTopLayer.Kind, invoker: NodeID? = nil) {
    let place = layers.add(node, kind, invoker: invoker)
    input.setLayerState(kind == .modal ? .modal : .popoverOpen, of: node)
    change(node) { ($0.layer, $0.hasBackdrop) = (place, kind == .modal) }
    noteState(of: node)
  }

  /// Takes an element out of the top layer; returns why it was in.
  @discardableResult
  func leaveTopLayer(_ node: NodeID) -> PageTopLayer.Kind? {
    guard let kind = layers.remove(node) else { return nil }
    input.setLayerState([], of: node)
    change(node) { ($0.layer, $0.hasBackdrop) = (nil, false) }
    noteState(of: node)
    return kind
  }

  /// Takes what is in a node out of the top layer, without events: the node leaves the document.
  func leaveTopLayer(in node: NodeID) {
    for entry in layers.entries where ancestors(of: entry.node).contains(node) {
      leaveTopLayer(entry.node)
      _ = layers.takeFocus(of: entry.node)
    }
  }

  // MARK: Inert elements

  /// The modal dialog that keeps all else from being used.
  var blockingDialog: NodeID? { layers.entries.last { $0.kind == .modal && isAttached($0.node) }?.node }

  /// Whether an element cannot be used: it is in an inert one, or behind a modal dialog (HTML Standard §6.3,
  /// *inert*).
  func isInert(_ node: NodeID) -> Bool {
    let path = ancestors(of: node)
    if path.contains(where: { document[$0].element?.attribute("inert") != nil }) { return true }
    guard let dialog = blockingDialog else { return false }
    return !path.contains(dialog)
  }

  /// The element that a tap reaches: what is behind a modal dialog is covered by the dialog's backdrop. Nil
  /// for an inert element.
  func reachable(_ node: NodeID) -> NodeID? {
    guard isInert(node) else { return node }
    guard let dialog = blockingDialog, !ancestors(of: node).contains(dialog),
      document[dialog].element?.attribute("inert") == nil
    else { return nil }
    return dialog
  }

  // MARK: Focus

  /// Moves the focus into a dialog that opened: HTML Standard §6.6.6, *dialog focusing steps*.
  func focusInside(_ dialog: NodeID) {
    refresh()
    let inside = document.nodes(in: dialog).filter {
      $0 != dialog && isFocusable($0) && viewIndex(of: $0) != nil
    }
    let first = inside.first { document[$0].element?.attribute("autofocus") != nil } ?? inside.first
    if document[dialog].element?.attribute("autofocus") != nil { return setFocus(dialog) }
    setFocus(first ?? (viewIndex(of: dialog) == nil ? nil : dialog))
  }

  /// Focuses the first element with `autofocus` of a page that was opened, if nothing has the focus (HTML
  /// Standard §6.6.7, *flush autofocus candidates*).
  func focusMarked() {
    guard unit.dialect == .web, focusedNode == nil else { return }
    let marked = document.nodes(in: document.root).filter {
      document[$0].element?.attribute("autofocus") != nil
    }
    guard !marked.isEmpty else { return }
    refresh()
    if let first = marked.first(where: { isFocusable($0) && viewIndex(of: $0) != nil }) { setFocus(first) }
  }

  /// Gives the focus back, if it is still inside of what was closed.
  func returnFocus(from closed: NodeID, always: Bool = false) {
    guard let before = layers.takeFocus(of: closed) else { return }
    let isInside = focusedNode.map { ancestors(of: $0).contains(closed) } ?? true
    if isInside || always, isAttached(before), isFocusable(before) { setFocus(before) }
  }

  // MARK: Events

  /// Schedules the `toggle` event of an element that opened or closed.
  func scheduleToggle(_ node: NodeID, wasOpen: Bool) {
    guard layers.beginToggle(of: node, wasOpen: wasOpen) else { return }
    later { page in
      let wasOpen = page.layers.endToggle(of: node)
      page.dispatch(
        "toggle", on: node, detail: Self.toggle(from: wasOpen, to: page.isOpen(node)), bubbles: false)
    }
  }

  /// Dispatches `beforetoggle`; true if it was prevented.
  func announceToggle(_ node: NodeID, opens: Bool) -> Bool {
    dispatch(
      "beforetoggle", on: node, detail: Self.toggle(from: !opens, to: opens), bubbles: false,
      isCancelable: opens)
  }

  private static func toggle(from old: Bool, to new: Bool) -> JSONValue {
    ["oldState": .string(old ? "open" : "closed"), "newState": .string(new ? "open" : "closed")]
  }

  private func isOpen(_ node: NodeID) -> Bool {
    document[node].element?.attribute("open") != nil || layers.entry(of: node) != nil
  }

  /// Something set or removed `open`: a `details` gets the event, and closes the others of its name (HTML
  /// Standard §4.11.1).
  func openChanged(_ node: NodeID, isOpen: Bool) {
    guard let element = document[node].element, element.elementName == .details else { return }
    scheduleToggle(node, wasOpen: !isOpen)
    guard isOpen, let name = element["name"], !name.isEmpty else { return }
    let others = formReader.detailsGroup(of: node, named: name).filter {
      $0 != node && document[$0].element?.attribute("open") != nil
    }
    for other in others { set("open", to: nil, of: other) }
  }

  // MARK: Closing by the user

  /// Escape: closes what is on top. False if nothing is open that the user can close.
  func closeTopmost() -> Bool {
    guard let top = layers.entries.last(where: { $0.kind != .manualPopover && isAttached($0.node) }) else {
      return false
    }
    switch top.kind {
    case .modal:
      if document[top.node].element?["closedby"]?.isASCIIEqual(to: "none") == true { return false }
      requestClose(top.node, returning: nil)
    case .autoPopover, .manualPopover: hide(top.node, returnsFocus: true)
    }
    return true
  }

  /// A tap: closes popovers that it is outside of, and a dialog with `closedby="any"` (HTML Standard §6.12,
  /// *light dismiss*).
  func lightDismiss(from node: NodeID) {
    guard !layers.entries.isEmpty else { return }
    let path = ancestors(of: node)
    hidePopovers(
      above: layers.entries.last { entry in
        entry.kind == .autoPopover && (path.contains(entry.node) || entry.invoker.map(path.contains) == true)
      }?.node, returnsFocus: false)
    if let dialog = blockingDialog, path.first == dialog,
      document[dialog].element?["closedby"]?.isASCIIEqual(to: "any") == true,
      layers.entries.last?.node == dialog
    {
      requestClose(dialog, returning: nil)
    }
  }
}
