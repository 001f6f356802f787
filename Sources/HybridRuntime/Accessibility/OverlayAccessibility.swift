import HybridViewTree

/// The accessibility properties of the nodes over a page: dialogs, pickers, the HUD.
enum OverlayAccessibility {
  /// The properties for the tag of a node; nil if it has only text.
  static func accessibility(of node: ViewNode) -> ViewAccessibility? {
    switch node.tag {
    case "dialog":
      var accessibility = ViewAccessibility(
        role: node.classes == "alert" || node.classes == "touchID" ? "alertdialog" : "dialog")
      accessibility[.modal] = "true"
      return accessibility
    case "hud": return ViewAccessibility(role: "status")
    case "hint": return ViewAccessibility(role: "alert")
    case "button": return ViewAccessibility(role: "button")
    case "input": return ViewAccessibility(role: "textbox", label: node.control?.placeholder)
    case "list": return ViewAccessibility(role: "group")
    case "select": return ViewAccessibility(role: "listbox")
    case "option": return ViewAccessibility(role: "option")
    default: return nil
    }
  }

  /// The name of a dialog: its title, else its message.
  static func name(_ accessibility: inout ViewAccessibility?, by dialog: Dialog) {
    accessibility?.label = [dialog.title, dialog.message].first { !$0.isEmpty }
    if !dialog.title.isEmpty, !dialog.message.isEmpty { accessibility?.description = dialog.message }
  }
}
