import HybridCSS
import HybridDOM
import HybridEncoding
import HybridJSON
package import HybridScript
import HybridUnits

/// The values of controls, and the focus.
extension LivePage {
  /// The kind of a control; nil for all other elements.
  func controlKind(of node: NodeID) -> PageControlKind? {
    guard let element = document[node].element else { return nil }
    switch element.control {
    case .input:
      switch element.inputType {
      case .checkbox: return .checkbox
      case .radio: return .radio
      case .button, .reset: return .button
      case .submit, .image: return .submit
      case .hidden: return nil
      case let type: return type.takesText ? .field : .picker
      }
    case .textArea: return .area
    case .searchBar: return .field
    case .button:
      let isSubmit = unit.dialect == .web && FormElement(element)?.isSubmitButton == true
      return isSubmit ? .submit : .button
    case .toggle: return .toggle
    case .segment: return .segment
    case .dots: return .dots
    case .select: return .select
    case .link: return element["href"] == nil ? nil : .link
    case .summary: return .summary
    case .details: return .details
    case .picture, .canvas, .progress, .meter, .table, .tableRow, nil: return nil
    }
  }

  /// Whether an element or an ancestor is disabled.
  func isDisabled(_ node: NodeID) -> Bool {
    var current: NodeID? = node
    var child: NodeID?
    while let above = current {
      defer { child = above }
      if let element = document[above].element {
        if element["userinteractionenabled"].map({ ["false", "0"].contains($0) }) == true { return true }
        let isFieldSet = element.elementName == .fieldset
        if above == node || isFieldSet && !(child.map(document.isLegendOfFieldSet) ?? false),
          element.attribute("disabled").map({ !["false", "0"].contains($0.value) }) == true
            || element["enabled"].map({ ["false", "0"].contains($0) }) == true
        {
          return true
        }
      }
      current = document[above].parent
    }
    return false
  }

  // MARK: Values

  /// The value of a field or a list of options.
  func value(of node: NodeID) -> String {
    if let value = controls[node]?.value { return sanitized(value, node) }
    guard let element = document[node].element else { return "" }
    switch controlKind(of: node) {
    case .area:
      let own = dom.textContent(of: node)
      return own.isEmpty ? element["value"] ?? "" : own
    case .select:
      let reader = formReader
      return reader.selectedOption(of: node).map { reader.optionValue($0) } ?? ""
    case .checkbox, .radio: return element["value"] ?? "on"
    case .picker where element.inputType == .file: return formReader.value(of: node)
    default: return sanitized(element["value"] ?? element["text"] ?? "", node)
    }
  }

  /// A value as scripts see it: HTML Standard §4.10.5, *value sanitization algorithm*.
  private func sanitized(_ value: String, _ node: NodeID) -> String {
    guard unit.dialect == .web, let element = document[node].element,
      case .input(let type)? = FormElement(element), type != .text
    else { return value }
    return formReader.sanitized(value, type, element)
  }

  /// The control of an element, also of one that a script named in capitals.
  private func elementControl(_ element: Element) -> ElementControl? {
    ElementReference.controls(in: .native)[element.name.asciiLowercased]
  }

  func isOn(_ node: NodeID) -> Bool {
    if let isOn = controls[node]?.isOn { return isOn }
    guard let element = document[node].element else { return false }
    if elementControl(element) == .toggle {
      guard let text = element["on"] ?? element["ison"] ?? element["checked"] else { return false }
      return ["true", "1", "", "on", "checked"].contains(text.asciiLowercased)
    }
    if element.control == .details { return element.attribute("open") != nil }
    return element.attribute("checked") != nil
  }

  func selectedIndex(of node: NodeID) -> Int {
    guard let element = document[node].element else { return -1 }
    if elementControl(element) == .select {
      return formReader.selectedOption(of: node).flatMap { document.options(in: node).firstIndex(of: $0) }
        ?? -1
    }
    if let selected = controls[node]?.selected { return selected }
    switch elementControl(element) {
    case .dots: return Int(element["current"] ?? "") ?? 0
    default: return Int(element["selectedindex"] ?? "") ?? -1
    }
  }

  /// The number of choices.
  func choiceCount(of node: NodeID) -> Int {
    guard let element = document[node].element else { return 0 }
    return switch elementControl(element) {
    case .select: document.options(in: node).count
    case .segment: (element["titles"] ?? "").split(separator: " ").count
    case .dots: min(max(Int(element["number"] ?? "") ?? 0, 0), 1000)
    default: 0
    }
  }

  /// Changes the state of a control, and marks what depends on it.
  func change(_ node: NodeID, _ body: (inout ControlState) -> Void) {
    forms.noteControl()
    switch input.change(node, body) {
    case .nothing: break
    case .control:
      dom.noteControl(of: node)
      // Options are checked by what their select has selected.
      forms.outdateStates()
    case .state:
      dom.noteControl(of: node)
      noteState(of: node)
    }
  }

  /// Updates the states of an element that selectors match.
  func noteState(of node: NodeID) {
    dom.noteState(of: node)
    let holdsFocus = focusedNode.map { $0 != node && ancestors(of: $0).contains(node) } ?? false
    input.updateState(of: node, holdsFocus: holdsFocus)
  }

  // MARK: Scripts

  package func control(_ key: PageControlKey, of node: Int) -> ScriptValue {
    guard let node = self.node(node), document[node].element != nil else { return .undefined }
    switch key {
    case .value: return .string(value(of: node))
    case .checked, .isOn: return .bool(isOn(node))
    case .selectedIndex: return .number(Double(selectedIndex(of: node)))
    case .disabled: return .bool(isDisabled(node))
    case .selectionStart, .selectionEnd:
      return .number(Double(controls[node]?.caret ?? value(of: node).utf16.count))
    }
  }

  package func setControl(_ key: PageControlKey, _ value: ScriptValue, of node: Int) {
    guard let node = self.node(node), document[node].element != nil else { return }
    switch key {
    case .value:
      let text = value.text
      if controlKind(of: node) == .select {
        let reader = formReader
        let option = document.options(in: node).first { reader.optionValue($0) == text }
        setSelection(Set([option].compactMap(\.self)), of: node)
      } else if document[node].element?.control == .input, document[node].element?.inputType == .file {
        change(node) { $0.files = nil }
      } else {
        let kept = sanitized(text, node)
        forms.setTyped(false, node)
        change(node) {
          $0.value = kept
          ($0.caret, $0.anchor) = (nil, nil)
        }
        // Only what a user typed is a change.
        if node == focusedNode { input.noteValueAtFocus(kept) }
      }
    case .checked, .isOn: setOn(value.isTruthy, node)
    case .selectedIndex:
      let count = choiceCount(of: node)
      let index = value.int ?? -1
      if controlKind(of: node) == .select {
        let options = document.options(in: node)
        return setSelection(options.indices.contains(index) ? [options[index]] : [], of: node)
      }
      change(node) { $0.selected = (0..<count).contains(index) ? index : -1 }
    case .disabled: set("disabled", to: value.isTruthy ? "" : nil, of: node)
    case .selectionStart, .selectionEnd:
      let count = self.value(of: node).count
      change(node) { ($0.caret, $0.anchor) = (min(max(value.int ?? 0, 0), count), nil) }
    }
  }

  /// Ticks or unticks; of radio buttons with the same name in a form, at most one is ticked.
  func setOn(_ isOn: Bool, _ node: NodeID) {
    if controlKind(of: node) == .details {
      return set("open", to: isOn ? "" : nil, of: node)
    }
    change(node) { $0.isOn = isOn }
    guard isOn, controlKind(of: node) == .radio else { return }
    for other in formReader.othersOn(of: node) { change(other) { $0.isOn = false } }
  }

  // MARK: Focus

  package var focused: Int? { focusedNode?.index }

  package func focus(_ node: Int?) {
    guard let node = node.flatMap({ self.node($0) }) else { return setFocus(nil) }
    guard isAttached(node) else { return }
    if let delegate = focusDelegate(of: node) { return setFocus(delegate) }
    if isFocusable(node) { setFocus(node) }
  }

  package func setTarget(_ node: Int?) {
    for changed in input.setTarget(node.flatMap { self.node($0) }) { noteState(of: changed) }
  }

  /// The element that is focused in place of the host of a shadow tree that delegates its focus (HTML
  /// Standard §6.6.4, *focus delegate*): the focused element in it, or the first one that can be focused.
  private func focusDelegate(of host: NodeID) -> NodeID? {
    guard let root = document.shadowRoots[host],
      document.shadowTraits[root]?.contains(.delegatesFocus) == true
    else { return nil }
    if let focused = focusedNode, ancestors(of: focused).contains(root) { return focused }
    let all = document.nodes(in: root).filter { $0 != root }
    let marked = all.filter { document[$0].element?["autofocus"] != nil }
    for node in marked + all {
      if let inner = focusDelegate(of: node) { return inner }
      if isFocusable(node) { return node }
    }
    return nil
  }

  func isFocusable(_ node: NodeID) -> Bool {
    guard let element = document[node].element, !isDisabled(node), !isInert(node) else { return false }
    if let kind = controlKind(of: node), kind != .details { return true }
    return element["tabindex"].flatMap { Int($0) } != nil
  }

  /// Drops the focus of a node that leaves the document, or of one below it, without events.
  func dropFocus(in node: NodeID) {
    if let focused = focusedNode, ancestors(of: focused).contains(node) { input.focus(nil) }
  }

  /// Tells the focused field that a user has changed its text since the last time.
  func commitTyped(in node: NodeID) {
    let text = value(of: node)
    guard let before = input.valueAtFocus, before != text, controlKind(of: node)?.isText == true else {
      return
    }
    input.noteValueAtFocus(text)
    commit(node)
    dispatch("change", on: node)
  }

  /// Notes that the user has finished a change of a control.
  func commit(_ node: NodeID) {
    forms.visit(node)
    noteState(of: node)
  }

  /// Moves the focus and dispatches the events of both elements.
  func setFocus(_ node: NodeID?) {
    guard node != focusedNode else { return }
    let old = focusedNode
    input.focus(node)
    for changed in [old, node].compactMap(\.self) {
      for above in ancestors(of: changed).dropFirst() where document[above].element != nil {
        noteState(of: above)
      }
    }
    if let old {
      change(old) { $0.isFocused = false }
      // HTML Standard §6.6.4, *focus update steps*: typed text is committed before the blur event.
      commitTyped(in: old)
      dispatch("blur", on: old, bubbles: false)
      dispatch("focusout", on: old)
    }
    input.noteValueAtFocus(nil)
    guard let node, focusedNode == node else { return }
    input.noteValueAtFocus(value(of: node))
    change(node) { $0.isFocused = true }
    if let clears = document[node].element?["clearonbegin"], ["true", "1"].contains(clears) {
      change(node) { $0.value = "" }
    }
    dispatch("focus", on: node, bubbles: false)
    dispatch("focusin", on: node)
  }
}

/// How an element responds to users.
enum PageControlKind: Hashable {
  case field, area, picker, checkbox, radio, button, submit, toggle, segment, dots, select, link, summary,
    details

  /// Whether it accepts text.
  var isText: Bool { self == .field || self == .area }
}

extension ScriptValue {
  /// The result of JavaScript's `String()`, except that null and undefined are empty.
  var text: String {
    switch self {
    case .string(let text): text
    case .number(let number): JSONValue.number(number).text()
    case .bool(let value): value ? "true" : "false"
    default: ""
    }
  }

  var isTruthy: Bool {
    switch self {
    case .bool(let value): value
    case .number(let number): number != 0 && !number.isNaN
    case .string(let text): !text.isEmpty
    case .object: true
    default: false
    }
  }
}
