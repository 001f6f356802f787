import HybridCSS
import HybridDOM
import HybridEncoding
import HybridJSON
import HybridScript

/// The `dialog` element: HTML Standard §4.11.4.
extension LivePage {
  private func isDialog(_ node: NodeID) -> Bool { document[node].elementName == .dialog }

  private func isOpenDialog(_ node: NodeID) -> Bool { document[node].element?.isOpenDialog == true }

  /// `show()`.
  func show(_ dialog: NodeID) throws {
    if isOpenDialog(dialog) {
      guard layers.entry(of: dialog)?.kind == .modal else { return }
      throw ScriptThrow("InvalidStateError", "the dialog is open and modal already")
    }
    guard isDialog(dialog), !announceToggle(dialog, opens: true), !isOpenDialog(dialog) else { return }
    layers.noteFocus(focusedNode, before: dialog)
    set("open", to: "", of: dialog)
    scheduleToggle(dialog, wasOpen: false)
    focusInside(dialog)
  }

  /// `showModal()`.
  func showModal(_ dialog: NodeID, invoker: NodeID? = nil) throws {
    if isOpenDialog(dialog) {
      if layers.entry(of: dialog)?.kind == .modal { return }
      throw ScriptThrow("InvalidStateError", "the dialog is open already, and not modal")
    }
    guard isDialog(dialog) else { return }
    guard isAttached(dialog) else {
      throw ScriptThrow("InvalidStateError", "the dialog is not in the document")
    }
    guard layers.entry(of: dialog) == nil else {
      throw ScriptThrow("InvalidStateError", "the dialog is shown as a popover")
    }
    guard !announceToggle(dialog, opens: true), !isOpenDialog(dialog), isAttached(dialog),
      layers.entry(of: dialog) == nil
    else { return }
    layers.noteFocus(focusedNode, before: dialog)
    set("open", to: "", of: dialog)
    scheduleToggle(dialog, wasOpen: false)
    hidePopovers(above: nil, returnsFocus: false)
    enterTopLayer(dialog, .modal, invoker: invoker)
    focusInside(dialog)
  }

  /// `close()`; nil keeps the return value.
  func close(_ dialog: NodeID, returning value: String?) {
    guard isOpenDialog(dialog) else { return }
    _ = announceToggle(dialog, opens: false)
    guard isOpenDialog(dialog) else { return }
    scheduleToggle(dialog, wasOpen: true)
    set("open", to: nil, of: dialog)
    let wasModal = leaveTopLayer(dialog) == .modal
    if let value { layers.setReturnValue(value, of: dialog) }
    returnFocus(from: dialog, always: wasModal)
    later { $0.dispatch("close", on: dialog, bubbles: false) }
  }

  /// `requestClose()`, and Escape: closes the dialog unless a script prevents it.
  func requestClose(_ dialog: NodeID, returning value: String?) {
    guard isOpenDialog(dialog) else { return }
    if dispatch("cancel", on: dialog, bubbles: false, isCancelable: true) { return }
    close(dialog, returning: value)
  }

  // MARK: Buttons

  /// Performs the action of a button that names another element: HTML Standard §4.10.6, `command`, and
  /// §6.12.1, `popovertarget`.
  func invoke(_ button: NodeID) {
    guard let element = document[button].element else { return }
    if let name = element["commandfor"] {
      guard let target = self.element(withID: name), let command = element["command"] else { return }
      return perform(command, on: target, from: button)
    }
    guard let name = element["popovertarget"], let target = self.element(withID: name),
      popoverKind(of: target) != nil
    else { return }
    let isShown = layers.entry(of: target) != nil
    switch element["popovertargetaction"]?.asciiLowercased {
    case "show" where isShown, "hide" where !isShown: break
    default: isShown ? hide(target, returnsFocus: true) : open(target, invoker: button)
    }
  }

  private func perform(_ command: String, on target: NodeID, from button: NodeID) {
    let name = command.asciiLowercased
    let known = [
      "show-modal", "close", "request-close", "show-popover", "hide-popover", "toggle-popover",
    ]
    guard command.hasPrefix("--") || known.contains(name) else { return }
    let detail: JSONValue = [
      "command": .string(command.hasPrefix("--") ? command : name), "source": .number(Double(button.index)),
    ]
    if dispatch("command", on: target, detail: detail, bubbles: false, isCancelable: true) { return }
    let value = document[button].element?["value"]
    let isShown = layers.entry(of: target) != nil
    switch name {
    case "show-modal": try? showModal(target, invoker: button)
    case "close": close(target, returning: value)
    case "request-close": requestClose(target, returning: value)
    case "show-popover": if !isShown { open(target, invoker: button) }
    case "hide-popover": if isShown { hide(target, returnsFocus: true) }
    case "toggle-popover": isShown ? hide(target, returnsFocus: true) : open(target, invoker: button)
    default: break
    }
  }
}
