import HybridCSS
import HybridDOM
import HybridUnits
import HybridViewTree

/// `a11y.missing-alt` and `a11y.missing-name`: pictures and controls without an accessible name (WCAG 2.2
/// §1.1.1 and §4.1.2).
enum NameRules {
  static func findings(in page: RulePage, _ rules: Set<CheckRule>) -> [Finding] {
    var findings: [Finding] = []
    for (index, node) in page.tree.nodes.enumerated() where !page.isHiddenFromReaders[index] {
      guard let role = node.toldRole, let element = page.element(index) else { continue }
      if isPicture(element), element.attribute("alt") == nil {
        guard role == "img" || element.elementName == .input,
          node.accessibility?.label == nil || element.elementName == .input
        else { continue }
        if rules.contains(.missingAlt) {
          findings.append(
            Finding(
              .missingAlt, "the picture has no 'alt'", index, in: page,
              hint: "describe the picture, or write alt=\"\" if it adds nothing to the text"))
        }
      } else if rules.contains(.missingName), AriaRole.controls.contains(role), node.accessibleName == nil,
        !hasNamelessPicture(index, in: page)
      {
        findings.append(
          Finding(
            .missingName, "the \(words(for: role)) has no accessible name", index, in: page,
            hint: hint(for: role, page))
        )
      }
    }
    return findings
  }

  private static func isPicture(_ element: Element) -> Bool {
    element.elementName == .img || (element.elementName == .input && element.inputType == .image)
  }

  /// Whether a control only lacks a name because its picture does: the picture is reported instead.
  private static func hasNamelessPicture(_ index: Int, in page: RulePage) -> Bool {
    (index..<page.ends[index]).contains { below in
      page.element(below).map { isPicture($0) && $0.attribute("alt") == nil } ?? false
    }
  }

  private static func words(for role: String) -> String {
    switch role {
    case "textbox", "searchbox", "spinbutton": "field"
    case "combobox", "listbox": "choice"
    case "checkbox": "check box"
    case "radio": "radio button"
    default: role
    }
  }

  private static func hint(for role: String, _ page: RulePage) -> String {
    switch role {
    case "button", "link", "tab", "menuitem": "give it text, or 'aria-label'"
    default:
      page.boxes.dialect == .standard
        ? "put it in a <label>, or give it 'aria-label'" : "give it 'aria-label'"
    }
  }
}
