import HybridCSS
import HybridDOM
import HybridEncoding
import HybridUnits
import HybridViewTree

extension AccessibilityReader {
  /// Level, value and states: the actual state of a control takes precedence over attributes (HTML-AAM §3.6).
  func setStates(
    _ result: inout ViewAccessibility, _ node: NodeID, _ element: Element, _ control: ViewControl?
  ) {
    copyAttributes(of: element, to: &result)
    if result.role == "heading" {
      // WAI-ARIA 1.2 §5.4, heading: the default is 2.
      result.level = level(of: element) ?? 2
    } else if let level = element["aria-level"].flatMap({ Int($0) }), level > 0 {
      result.level = level
    }
    if let control { setStates(&result, of: control, element) }
    // An option is announced as part of its control.
    if ElementReference.disableable.contains(element.name), element.elementName != .option,
      dialect == .standard && document.isInDisabledFieldSet(node) || element["disabled"] != nil
    {
      result[.disabled] = "true"
    }
    if element.controlTraits.contains(.formField) {
      if element["required"] != nil { result[.required] = "true" }
      if element["readonly"] != nil, element.control != .select { result[.readonly] = "true" }
    }
    if element.control == .textArea { result[.multiline] = "true" }
    if element.control == .details, result.role == "group" { result[.expanded] = nil }
    if result.role == "meter" || result.role == "progressbar" { setRange(&result, element) }
    if element.isOpenDialog, element["aria-modal"] == "true" {
      result[.modal] = "true"
    }
    for (attribute, name) in [("colspan", ViewAccessibility.State.Name.colspan), ("rowspan", .rowspan)] {
      if let span = element[attribute].flatMap({ Int($0) }), span > 1, span <= 1000 {
        result[name] = "\(span)"
      }
    }
  }

  private func level(of element: Element) -> Int? {
    if let level = element["aria-level"].flatMap({ Int($0) }), level > 0 { return level }
    return element.elementName?.headingLevel
  }

  private func setStates(_ result: inout ViewAccessibility, of control: ViewControl, _ element: Element) {
    if control.isDisabled { result[.disabled] = "true" }
    switch control.kind {
    case .checkbox, .radio, .switch:
      let isMixed = control.kind == .checkbox && element["aria-checked"] == "mixed"
      result[.checked] = isMixed ? "mixed" : control.isOn == true ? "true" : "false"
    case .segment:
      if let selected = control.selected, control.options.indices.contains(selected) {
        result.value = control.options[selected]
      }
    case .dots:
      if let selected = control.selected, selected >= 0 {
        result.value = "\(selected + 1) of \(Control.dots(of: element))"
      }
    case .button:
      guard let isOn = control.isOn else { break }
      if element.elementName == .summary {
        result[.expanded] = isOn ? "true" : "false"
      } else {
        result[.pressed] = "true"
      }
    default: break
    }
    if element.elementName == .summary, result[.expanded] == nil { result[.expanded] = "false" }
  }

  /// The value of a bar: in percent, unless the author gives a text.
  private func setRange(_ result: inout ViewAccessibility, _ element: Element) {
    switch element.control {
    case .meter: break
    case .progress where element["value"] != nil: break  // without one, it is indeterminate
    default: return
    }
    result.value = result.value ?? Control(meterOf: element).text
  }

  /// Copies states from attributes with a meaningful value (WAI-ARIA 1.2 §6.2.4: for most, `false` and
  /// `undefined` mean no state).
  private func copyAttributes(of element: Element, to result: inout ViewAccessibility) {
    for attribute in element.attributes where attribute.name.hasPrefix("aria-") {
      guard let kind = AriaAttribute.all[attribute.name], AriaAttribute.takes(attribute.value, kind),
        !attribute.value.isEmpty
      else { continue }
      if attribute.name == "aria-valuetext" {
        result.value = attribute.value.collapsingWhitespace.cutForNames
        continue
      }
      guard let name = ViewAccessibility.State.Name(rawValue: String(attribute.name.dropFirst(5))) else {
        continue
      }
      let value =
        kind == .text ? attribute.value.collapsingWhitespace.cutForNames : attribute.value.lowercased()
      let isOffTold = [.checked, .pressed, .expanded, .selected].contains(name)
      guard value != "undefined", isOffTold || value != "false" else { continue }
      result[name] = value
    }
    if result.value == nil, let now = result[.valuenow] { result.value = now }
  }
}
