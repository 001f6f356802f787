import HybridCSS
import HybridDOM
import HybridUnits
import HybridViewTree

extension ViewTreeBuilder {
  /// Sets the control of a node: what a user can do with it.
  func describe(_ node: inout ViewNode, _ id: NodeID) {
    guard let element = document[id].element else { return }
    var control = kind(of: id, element).map { ViewControl($0) }
    if control != nil {
      let state = controls[id]
      control?.isDisabled = isDisabled(element)
      control?.isFocused = state?.isFocused ?? false
      setValue(&control, id, element, state)
    }
    node.control = control
    node.taps =
      taps.contains(id) || (control.map { $0.kind != .table && !$0.isDisabled } ?? false)
      || leads(element, id)
  }

  /// The kind of control that an element is; nil if it is not interactive.
  private func kind(of id: NodeID, _ element: Element) -> ViewControl.Kind? {
    switch element.control {
    case .link: return element["href"] == nil ? nil : .link
    case .button: return .button
    case .summary: return document.details(of: id) == nil ? nil : .button
    case .textArea: return .multiline
    case .searchBar: return .search
    case .select: return .select
    case .toggle: return .switch
    case .segment: return .segment
    case .dots: return .dots
    case .table: return boxes.dialect == .native ? .table : nil
    case .tableRow:
      return taps.contains(id) || table(around: id).map(taps.contains) == true ? .row : nil
    case .input:
      let type = element.inputType
      switch type {
      case .checkbox: return .checkbox
      case .radio: return .radio
      case .hidden: return nil
      case .password: return .password
      case .search: return .search
      case _ where type.isButton || type.isPicker: return .button
      default: return element.isTrue("secure") ? .password : .text
      }
    case nil: return element.elementName == .area && element["href"] != nil ? .link : nil
    case .picture, .canvas, .progress, .meter, .details: return nil
    }
  }

  private func isDisabled(_ element: Element) -> Bool {
    element["disabled"].map { $0 != "false" } ?? false
      || element["enabled"].map { $0 == "false" || $0 == "0" } ?? false
      || (element.control == .textArea && element["editable"].map { $0 == "false" || $0 == "0" } ?? false)
  }

  private func setValue(
    _ control: inout ViewControl?, _ id: NodeID, _ element: Element, _ state: ControlState?
  ) {
    guard let kind = control?.kind else { return }
    switch kind {
    case .text, .password, .search, .multiline:
      let content = kind == .multiline ? Control.text(of: id, in: document) : ""
      control?.value = state?.value ?? (content.isEmpty ? element["value"] ?? "" : content)
      control?.placeholder = element["placeholder"]
      control?.caret = state?.caret
    case .checkbox, .radio, .switch: control?.isOn = Control.isOn(element, state)
    case .segment:
      let titles = Control.titles(of: element)
      control?.options = titles
      control?.selected = Control.selected(element, state, among: titles.count)
    case .dots: control?.selected = Control.selected(element, state, among: Control.dots(of: element))
    case .select:
      let options = SelectOptions(of: id, in: document, controls: controls)
      control?.options = options.titles
      if options.takesSeveral { control?.chosen = options.chosen }
      control?.selected = options.selected
      control?.value = options.title
    case .button:
      if element.control == .summary {
        control?.isOn = document.details(of: id).flatMap { document[$0].element?["open"] } != nil
      } else if element.isSelected(state) {
        control?.isOn = true
      }
    case .link, .table, .row: break
    }
  }

  /// Whether a tap activates another control: a label of HTML (HTML Standard §4.10.4).
  private func leads(_ element: Element, _ id: NodeID) -> Bool {
    guard element.elementName == .label, boxes.dialect == .standard else { return false }
    if element["for"] != nil { return true }
    let controls = ElementReference.controls(in: .standard)
    return document.nodes(in: id).contains { node in
      guard let element = document[node].element else { return false }
      return controls[element.name]?.traits.contains(.submittable) == true
    }
  }
}
