import HybridCSS
import HybridDOM
import HybridEncoding
import HybridJSON
package import HybridScript

/// Forms, as scripts read and change them.
extension LivePage {
  package func form(_ call: PageFormCall, of node: Int, _ argument: ScriptValue) throws -> ScriptValue {
    guard let node = self.node(node), document[node].element != nil else { return .undefined }
    switch call {
    case .validity:
      return .number(Double(formReader.validity(of: node).rawValue))
    case .message: return .string(formReader.message(for: node))
    case .willValidate: return .bool(formReader.isCandidate(node))
    case .setCustom:
      forms.setMessage(argument.text, of: node)
      noteState(of: node)
    case .associate:
      forms.setOwn(FormMarks.Custom(), of: node)
      noteState(of: node)
    case .setValidity:
      let given = (try? JSONValue(parsing: argument.text))?.array ?? []
      let bits = given.first?.number.map { Int($0) } ?? 0
      let message = given.count > 1 ? given[1].string ?? "" : ""
      forms.setOwn(
        FormMarks.Custom(validity: Validity(rawValue: .init(truncatingIfNeeded: bits)), message: message),
        of: node)
      noteState(of: node)
    case .check: return .bool(checkValidity(of: node))
    case .report: return .bool(reportValidity(of: node))
    case .owner: return .number(Double(formReader.owner(of: node)?.index ?? -1))
    case .elements:
      let isFieldSet = document[node].elementName == .fieldset
      let found = isFieldSet ? formReader.elements(ofFieldSet: node) : formReader.elements(of: node)
      return Self.list(found)
    case .labels: return Self.list(labels(of: node))
    case .labelled: return .number(Double(labelledControl(of: node)?.index ?? -1))
    case .requestSubmit: submit(node, submitter: argument.int.flatMap { self.node($0) })
    case .submit: submit(node, .silent)
    case .reset: reset(node)
    case .selected: return Self.list(formReader.selection(of: node))
    case .isSelected:
      let reader = formReader
      guard let select = reader.select(of: node),
        document[select].element?.takesSeveralOptions == false
      else { return .bool(reader.isMarkedSelected(node)) }
      return .bool(reader.selection(of: select).contains(node))
    case .setSelected: setSelected(argument.isTruthy, option: node)
    case .isEnabled: return .bool(formReader.isEnabled(option: node))
    case .files: return .string(listOfFiles(of: node).text())
    case .fileContent: return chosenContent(argument.int ?? -1, of: node)
    case .setFiles: setFiles(argument.text, of: node)
    case .number, .text, .step: return numberCall(call, node, argument)
    case .indeterminate: return .bool(forms.marks.indeterminate.contains(node))
    case .setIndeterminate:
      forms.setIndeterminate(argument.isTruthy, node)
      noteState(of: node)
    case .selection: return selection(of: node)
    case .setSelection: setSelection(argument.text, of: node)
    case .show: try show(node)
    case .showModal: try showModal(node)
    case .close: close(node, returning: argument.isNullish ? nil : argument.text)
    case .requestClose: requestClose(node, returning: argument.isNullish ? nil : argument.text)
    case .returnValue: return .string(layers.returnValue(of: node))
    case .setReturnValue: layers.setReturnValue(argument.text, of: node)
    case .showPopover: try showPopover(node)
    case .hidePopover: try hidePopover(node, isAsked: true)
    case .togglePopover: return .bool(try togglePopover(node, argument.bool))
    }
    return .undefined
  }

  private static func list(_ nodes: [NodeID]) -> ScriptValue {
    .string("[" + nodes.map { String($0.index) }.joined(separator: ",") + "]")
  }

  // MARK: Labels

  /// HTML Standard §4.10.4, *labeled control*.
  func labelledControl(of label: NodeID) -> NodeID? {
    guard let element = document[label].element, element.elementName == .label else { return nil }
    if let id = element["for"] {
      return self.element(withID: id).flatMap { isLabelable($0) ? $0 : nil }
    }
    return document.nodes(in: label).first { $0 != label && isLabelable($0) }
  }

  private func isLabelable(_ node: NodeID) -> Bool {
    guard let element = document[node].element else { return false }
    if forms.marks.custom[node] != nil { return true }
    return element.isLabelable
  }

  private func labels(of node: NodeID) -> [NodeID] {
    guard isLabelable(node) else { return [] }
    return document.nodes(in: document.root(of: node)).filter {
      document[$0].elementName == .label && labelledControl(of: $0) == node
    }
  }

  // MARK: Numbers

  private func numberCall(_ call: PageFormCall, _ node: NodeID, _ argument: ScriptValue) -> ScriptValue {
    guard let element = document[node].element, case .input(let type)? = FormElement(element), type.isNumeric
    else { return .undefined }
    let reader = formReader
    switch call {
    case .number: return .number(type.number(reader.value(of: node)) ?? .nan)
    case .text: return argument.number.flatMap { type.text($0) }.map { .string($0) } ?? .undefined
    default:
      guard let step = reader.step(of: node) else { return .undefined }
      if let text = stepped(node, type, by: argument.number ?? 1, step, reader) {
        setControl(.value, .string(text), of: node.index)
      }
      return .bool(true)
    }
  }

  /// HTML Standard §4.10.5.4, `stepUp()` and `stepDown()`.
  private func stepped(
    _ node: NodeID, _ type: InputType, by count: Double, _ step: Double, _ reader: FormReader
  ) -> String? {
    let limits = reader.limits(of: node)
    let base = reader.stepBase(of: node)
    if let least = limits.min, let most = limits.max, least > most { return nil }
    let before = type.number(reader.value(of: node)) ?? 0
    let steps = (before - base) / step
    var number = before
    if abs(steps - steps.rounded()) > 1e-9 {
      // A value between two steps goes to the next one in the direction.
      // Differs from the algorithm, as browsers do: that is the first of the steps.
      number = base + (count > 0 ? steps.rounded(.up) + count - 1 : steps.rounded(.down) + count + 1) * step
    } else {
      number = base + (steps.rounded() + count) * step
    }
    if let least = limits.min, number < least { number = base + ((least - base) / step).rounded(.up) * step }
    if let most = limits.max, number > most { number = base + ((most - base) / step).rounded(.down) * step }
    if count > 0 ? number < before : number > before { return nil }
    return type.text(number)
  }

  // MARK: Selection

  /// `[start, end]`, in UTF-16.
  private func selection(of node: NodeID) -> ScriptValue {
    let state = controls[node]
    let count = value(of: node).utf16.count
    let caret = min(state?.caret ?? count, count)
    let anchor = min(state?.anchor ?? caret, count)
    return .string("[\(min(caret, anchor)),\(max(caret, anchor))]")
  }

  private func setSelection(_ text: String, of node: NodeID) {
    let numbers = text.split(separator: ",").map { Int($0) ?? 0 }
    guard numbers.count == 2 else { return }
    let count = value(of: node).utf16.count
    let end = min(max(numbers[1], 0), count)
    let start = min(max(numbers[0], 0), end)
    change(node) {
      $0.caret = end
      $0.anchor = start == end ? nil : start
    }
  }
}
