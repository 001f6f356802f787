import HybridCSS
import HybridDOM
import HybridEncoding
import HybridScript

/// Popovers: HTML Standard §6.12.
extension LivePage {
  /// The kind of popover that an element is; nil for all others.
  func popoverKind(of node: NodeID) -> PageTopLayer.Kind? {
    guard let value = document[node].element?["popover"] else { return nil }
    switch value.asciiLowercased {
    case "", "auto", "hint": return .autoPopover
    default: return .manualPopover
    }
  }

  /// `showPopover()`.
  func showPopover(_ node: NodeID) throws {
    try checkPopover(node)
    if layers.entry(of: node)?.kind == .modal || document[node].element?.isOpenDialog == true {
      throw ScriptThrow("InvalidStateError", "the element is shown as a dialog")
    }
    open(node, invoker: nil)
  }

  /// `hidePopover()`.
  func hidePopover(_ node: NodeID, isAsked: Bool) throws {
    if isAsked { try checkPopover(node) }
    hide(node, returnsFocus: true)
  }

  /// `togglePopover()`; returns whether it is shown then.
  func togglePopover(_ node: NodeID, _ isWanted: Bool?) throws -> Bool {
    try checkPopover(node)
    let isShown = layers.entry(of: node) != nil
    if isWanted ?? !isShown {
      if !isShown { try showPopover(node) }
    } else if isShown {
      hide(node, returnsFocus: true)
    }
    return layers.entry(of: node) != nil
  }

  private func checkPopover(_ node: NodeID) throws {
    guard popoverKind(of: node) != nil else {
      throw ScriptThrow("NotSupportedError", "the element has no attribute 'popover'")
    }
    guard isAttached(node) else {
      throw ScriptThrow("InvalidStateError", "the element is not in the document")
    }
  }

  /// Shows a popover: HTML Standard §6.12, *show popover*.
  func open(_ node: NodeID, invoker: NodeID?) {
    guard let kind = popoverKind(of: node), layers.entry(of: node) == nil, isAttached(node),
      document[node].element?.isOpenDialog != true
    else { return }
    if announceToggle(node, opens: true) { return }
    guard layers.entry(of: node) == nil, isAttached(node) else { return }
    if kind == .autoPopover {
      // Popovers stay open that this one is in, or whose button opens it.
      let around = ancestors(of: node) + (invoker.map { ancestors(of: $0) } ?? [])
      hidePopovers(
        above: layers.entries.last { $0.kind == .autoPopover && around.contains($0.node) }?.node,
        returnsFocus: false)
    }
    layers.noteFocus(focusedNode, before: node)
    scheduleToggle(node, wasOpen: false)
    enterTopLayer(node, kind, invoker: invoker)
    refresh()
    let first = document.nodes(in: node).first {
      document[$0].element?.attribute("autofocus") != nil && isFocusable($0)
    }
    if let first { setFocus(first) }
  }

  /// Hides a popover, and those that opened from it.
  func hide(_ node: NodeID, returnsFocus: Bool) {
    guard let entry = layers.entry(of: node), entry.kind != .modal else { return }
    if entry.kind == .autoPopover { hidePopovers(above: node, returnsFocus: false) }
    _ = announceToggle(node, opens: false)
    guard layers.entry(of: node) != nil else { return }
    scheduleToggle(node, wasOpen: true)
    leaveTopLayer(node)
    if returnsFocus { returnFocus(from: node) } else { _ = layers.takeFocus(of: node) }
  }

  /// Hides all automatic popovers that opened after one, or all.
  func hidePopovers(above node: NodeID?, returnsFocus: Bool) {
    let all = layers.entries
    let start = node.flatMap { node in all.firstIndex { $0.node == node } }.map { $0 + 1 } ?? 0
    for entry in all[start...].reversed() where entry.kind == .autoPopover {
      hide(entry.node, returnsFocus: returnsFocus)
    }
  }
}

extension Element {
  /// Whether it is a `dialog` that is shown.
  var isOpenDialog: Bool { elementName == .dialog && attribute("open") != nil }
}
