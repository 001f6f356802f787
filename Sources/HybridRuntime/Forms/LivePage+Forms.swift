import HybridCSS
import HybridDOM
import HybridEncoding
import HybridGeometry
import HybridJSON
import HybridScript

/// Validation and submission: HTML Standard §4.10.20 to §4.10.22.
extension LivePage {
  /// The forms as they are now.
  var formReader: FormReader {
    FormReader(
      document, controls: controls, marks: forms.marks, patterns: forms.patterns,
      index: forms.index(for: dom.formVersion))
  }

  // MARK: States

  /// Computes the states by the rules of forms again, if the document has changed since. Only elements whose
  /// state differs are styled again.
  func updateFormStates() {
    guard forms.needsStates(for: dom.version) else { return }
    for node in input.setFormStates(formReader.states()) where isAttached(node) { noteState(of: node) }
    forms.noteStates(for: dom.version)
  }

  /// Computes the states that a query asks for.
  func updateFormStates(for selector: String) {
    guard selector.utf8.contains(58),
      ["valid", "range", "indeterminate", "default", "checked"].contains(where: { selector.contains($0) })
    else { return }
    updateFormStates()
  }

  // MARK: Validation

  /// Dispatches `invalid` on each control that is not valid; returns those whose event was not cancelled, and
  /// whether all are valid.
  private func findInvalid(_ nodes: [NodeID]) -> (isValid: Bool, unhandled: [NodeID]) {
    let reader = formReader
    let invalid = nodes.filter { reader.isCandidate($0) && !reader.validity(of: $0).isEmpty }
    let unhandled = invalid.filter { !dispatch("invalid", on: $0, bubbles: false, isCancelable: true) }
    return (invalid.isEmpty, unhandled)
  }

  /// The controls that validity of an element depends on: those of a form or fieldset, or itself.
  private func validated(_ node: NodeID) -> [NodeID] {
    document[node].elementName == .form ? formReader.elements(of: node) : [node]
  }

  /// `checkValidity()`: whether an element is valid.
  func checkValidity(of node: NodeID) -> Bool { findInvalid(validated(node)).isValid }

  /// `reportValidity()`, and what a submission does first: as ``checkValidity(of:)``, and the user is shown
  /// the first control that is not valid, with the reason.
  func reportValidity(of node: NodeID) -> Bool {
    let found = findInvalid(validated(node))
    guard !found.isValid else { return true }
    refresh()
    if let first = found.unhandled.first(where: { isFocusable($0) && viewIndex(of: $0) != nil }) {
      setFocus(first)
      scrollIntoView(first)
      forms.setHint(formReader.message(for: first), at: first)
    }
    for node in found.unhandled where !isFocusable(node) || viewIndex(of: node) == nil {
      let name = document[node].element?["name"] ?? ""
      record(
        .console(
          level: "error", text: "the control '\(name)' is not valid, and cannot be focused to say so"))
    }
    return false
  }

  /// Scrolls the containers of an element just so far that it can be seen.
  private func scrollIntoView(_ node: NodeID) {
    guard let index = viewIndex(of: node), let tree = stage?.tree else { return }
    var (y, height) = (tree.nodes[index].frame.y, tree.nodes[index].frame.height)
    var above = tree.nodes[index].parent
    while let current = above, let element = screen.element(at: current) {
      let frame = tree.nodes[current].frame
      if let scroll = tree.nodes[current].scroll {
        let room = current == 0 ? tree.viewport.height : frame.height
        var offset = scroll.y
        if y < offset { offset = y } else if y + height > offset + room { offset = y + height - room }
        if offset != scroll.y { scrollElement(element, to: Point(x: scroll.x, y: offset)) }
        y -= offset
      }
      y += frame.y
      height = min(height, frame.height)
      above = tree.nodes[current].parent
    }
  }

  /// Takes the message beside a control away: the user goes on.
  func dismissHint() { forms.setHint(nil) }

  // MARK: Submission

  /// How a submission began.
  enum Submission: Hashable {
    /// By a button, by the return key, or by `requestSubmit()`.
    case requested
    /// By `submit()`: without validation and event.
    case silent
  }

  /// Submits the form of a field whose return key was pressed: HTML Standard §4.10.21.2, *implicit
  /// submission*.
  func submitImplicitly(from node: NodeID) {
    let reader = formReader
    guard let form = reader.owner(of: node) else { return }
    if let button = reader.defaultButton(of: form) {
      if !reader.isDisabled(button) { performClick(button) }
      return
    }
    let blocking = reader.elements(of: form).filter {
      document[$0].element.flatMap { FormElement($0)?.inputType }.map { $0.canBeReadOnly } ?? false
    }
    if blocking.count <= 1 { submit(form) }
  }

  /// HTML Standard §4.10.22.3, *form submission algorithm*. A form with the method `get` sends nothing: it
  /// opens the page that `action` names, as one with the method `post` does when it has its answer.
  func submit(_ form: NodeID, submitter: NodeID? = nil, _ submission: Submission = .requested) {
    guard isAttached(form), let element = document[form].element else { return }
    let button = submitter.flatMap { document[$0].element }
    if submission == .requested {
      guard forms.beginSubmission(of: form) else { return }
      defer { forms.endSubmission(of: form) }
      for control in formReader.elements(of: form) { forms.visit(control) }
      let skips = element.attribute("novalidate") != nil || button?.attribute("formnovalidate") != nil
      if unit.dialect == .web, !skips, !reportValidity(of: form) { return }
      let detail: JSONValue = submitter.map { ["submitter": .number(Double($0.index))] } ?? [:]
      if dispatch("submit", on: form, detail: detail, isCancelable: true) { return }
      guard isAttached(form) else { return }
    }
    let method = (button?["formmethod"] ?? element["method"] ?? "get").asciiLowercased
    if method == "dialog" {
      let dialog = ancestors(of: form).first { document[$0].elementName == .dialog }
      if let dialog { close(dialog, returning: button?["value"]) }
      return
    }
    let action = button?["formaction"] ?? element["action"] ?? ""
    if method == "post", !action.isEmpty, !action.asciiLowercased.hasPrefix("javascript:") {
      let encoding = (button?["formenctype"] ?? element["enctype"] ?? "").asciiLowercased
      worldForSubmission()?.post(form.index, submitter: submitter?.index, to: action, as: encoding)
      return
    }
    let entries = worldForSubmission()?.entries(of: form.index, submitter: submitter?.index) ?? ""
    guard !action.isEmpty else { return }
    guard method != "post", !entries.isEmpty else { return follow(action) }
    // HTML Standard §4.10.22.4, *mutate action URL*: the entries are its query.
    let fragment = action.firstIndex(of: "#").map { action[$0...] } ?? ""
    let address = action.prefix { $0 != "#" && $0 != "?" }
    follow("\(address)?\(entries)\(fragment)")
  }

  /// HTML Standard §4.10.22.8, *reset a form*.
  func reset(_ form: NodeID) {
    guard !dispatch("reset", on: form, isCancelable: true) else { return }
    for control in formReader.elements(of: form) {
      forms.forget(control)
      change(control) {
        $0.value = nil
        $0.isOn = nil
        $0.selected = nil
        $0.files = nil
        ($0.caret, $0.anchor) = (nil, nil)
      }
      for option in document.options(in: control) { change(option) { $0.isOn = nil } }
    }
    forms.forgetIndex()
  }
}
