import HybridCSS
import HybridDOM
import HybridUnits

/// The roles of elements: HTML-AAM 1.0 §3.5, *HTML Element Role Mappings*. The rows of ``ElementReference``
/// name them, or what they depend on.
///
/// Parts of a text (`strong`, `code`, `mark` …) belong to the surrounding text and have no role of their own.
enum HTMLRoles {
  /// Whether an element of that name may have properties besides its text.
  static func tells(_ name: String, _ dialect: Dialect) -> Bool {
    ElementReference.roles(in: dialect)[name] != nil
  }

  /// Names of elements whose accessible name comes from their content or from a child.
  static let readsContent: Set<String> = {
    let byRole = ElementReference.roles(in: .native).filter { _, role in
      switch role {
      case .always(let role): AriaRole.namedByContent.contains(role)
      case .depends(.link), .depends(.summary), .depends(.cell), .depends(.headerCell): true
      case .depends: false
      }
    }
    let fields = ElementReference.names(with: .formField, in: .native)
    return Set(byRole.keys).union(fields).union(partOfName.map(\.name))
  }()

  /// Elements that are named by a child (`legend`, `figcaption`, `title`, `caption`), or that name another.
  static let partOfName: Set<ElementName> = [.caption, .fieldset, .figure, .html, .label, .table]

  /// The role of an element without a `role` attribute.
  static func role(of node: NodeID, _ element: Element, in reader: AccessibilityReader) -> String {
    switch ElementReference.roles(in: reader.dialect)[element.name] {
    case nil: "generic"
    case .always(let role)?: role
    case .depends(let condition)?: role(of: node, element, condition, in: reader)
    }
  }

  private static func role(
    of node: NodeID, _ element: Element, _ condition: ElementRole.Condition, in reader: AccessibilityReader
  ) -> String {
    switch condition {
    case .link: element["href"] == nil ? "generic" : "link"
    case .landmark(let role): isOfWholePage(node, in: reader) ? role : "generic"
    case .complementary:
      isOfWholePage(node, in: reader) || reader.hasAuthorName(node, element) ? "complementary" : "generic"
    case .named(let role): reader.hasAuthorName(node, element) ? role : "generic"
    case .picture: element["alt"] == "" && !reader.hasAuthorName(node, element) ? "none" : "img"
    case .input: input(element)
    case .select:
      element["multiple"] != nil || (Control.number(element["size"]) ?? 1) > 1 ? "listbox" : "combobox"
    case .listItem: parentRole(of: node, in: reader) == "list" ? "listitem" : "generic"
    case .summary: reader.document.details(of: node) == nil ? "generic" : "button"
    case .tablePart(let role): table(round: node, in: reader) == nil ? "generic" : role
    case .cell: cell(node, in: reader, "cell", "gridcell")
    case .headerCell: header(node, element, in: reader)
    }
  }

  /// HTML-AAM §3.5.73 to §3.5.94: `input` by its `type`.
  private static func input(_ element: Element) -> String {
    switch element.inputType {
    case .button, .color, .file, .image, .reset, .submit: "button"
    case .checkbox: element.attribute("switch") == nil ? "checkbox" : "switch"
    case .number: "spinbutton"
    case .radio: "radio"
    case .range: "slider"
    case .search: element["list"] == nil ? "searchbox" : "combobox"
    case .hidden: "none"
    case .text, .tel, .url, .email, .password, .date, .month, .week, .time, .localDateTime:
      element["list"] == nil ? "textbox" : "combobox"
    }
  }

  /// Whether a header, footer or aside belongs to the page as a whole: in sectioning content or `main` it has
  /// no landmark role (HTML-AAM).
  private static func isOfWholePage(_ node: NodeID, in reader: AccessibilityReader) -> Bool {
    var ancestor = reader.document[node].parent
    while let current = ancestor, case .element(let element) = reader.document[current].content {
      switch element.elementName {
      case .article, .aside, .main, .nav, .section: return false
      default: break
      }
      if let role = element["role"].flatMap(AriaRole.first),
        ["article", "complementary", "main", "navigation", "region"].contains(role)
      {
        return false
      }
      ancestor = reader.document[current].parent
    }
    return true
  }

  private static func parentRole(of node: NodeID, in reader: AccessibilityReader) -> String? {
    guard let parent = reader.document[node].parent,
      case .element(let element) = reader.document[parent].content
    else { return nil }
    return reader.role(of: parent, element)
  }

  // MARK: Tables

  /// The role of the table that a row or a cell is in; nil if there is no table or it has another role.
  private static func table(round node: NodeID, in reader: AccessibilityReader) -> String? {
    var ancestor = reader.document[node].parent
    while let current = ancestor, case .element(let element) = reader.document[current].content {
      if element.elementName == .table {
        let role = reader.role(of: current, element)
        return ["table", "grid", "treegrid"].contains(role) ? role : nil
      }
      guard element.elementName?.isTablePart == true else { return nil }
      ancestor = reader.document[current].parent
    }
    return nil
  }

  private static func cell(
    _ node: NodeID, in reader: AccessibilityReader, _ plain: String, _ inGrid: String
  ) -> String {
    switch table(round: node, in: reader) {
    case nil: "generic"
    case "table": plain
    default: inGrid
    }
  }

  /// The role of a header cell, from its `scope`; without `scope`, a header next to a data cell is a row
  /// header.
  private static func header(_ node: NodeID, _ element: Element, in reader: AccessibilityReader) -> String {
    switch element["scope"]?.lowercased() {
    case "col", "colgroup": return cell(node, in: reader, "columnheader", "columnheader")
    case "row", "rowgroup": return cell(node, in: reader, "rowheader", "rowheader")
    default: break
    }
    func sibling(_ next: (Node) -> NodeID?) -> ElementName? {
      var current = next(reader.document[node])
      while let found = current {
        if reader.document[found].isElement { return reader.document[found].elementName }
        current = next(reader.document[found])
      }
      return nil
    }
    let isBesideData = sibling(\.nextSibling) == .td || sibling(\.previousSibling) == .td
    let role = isBesideData ? "rowheader" : "columnheader"
    return cell(node, in: reader, role, role)
  }

  /// Whether an element is focusable (HTML Standard §6.6.2).
  static func isFocusable(_ element: Element, _ dialect: Dialect) -> Bool {
    if element["tabindex"].flatMap({ Int($0) }) != nil { return true }
    if element["disabled"] != nil { return false }
    switch element.elementName {
    case .a, .area, .svgLink: return element["href"] != nil
    case .iframe: return true
    default: break
    }
    switch ElementReference.controls(in: dialect)[element.name] {
    case .input: return element.inputType != .hidden
    case .button, .textArea, .searchBar, .select, .toggle, .segment, .summary: return true
    case .picture, .canvas, .dots, .progress, .meter, .link, .details, .table, .tableRow, nil: return false
    }
  }
}
