import HybridCSS
import HybridDOM
import HybridEncoding
import HybridUnits
import HybridViewTree

/// Accessible names and descriptions: accname 1.2 §4.3, *Accessible Name and Description Computation*.
extension AccessibilityReader {
  /// The name of an element, nil for none, and whether it comes from its `title` (step 2I), which is then not
  /// its description.
  func name(of node: NodeID, _ element: Element, role: String) -> (name: String?, usesTitle: Bool) {
    guard !AriaRole.nameless.contains(role) else { return (nil, false) }
    func cut(_ text: String) -> String? {
      let text = text.collapsingWhitespace
      return text.isEmpty ? nil : text.cutForNames
    }
    // 2B: each referenced element contributes its whole content, hidden or not.
    let names = references.targets[node]?.names ?? []
    if !names.isEmpty, let name = cut(names.map { referenced($0, from: node) }.joined(separator: " ")) {
      return (name, false)
    }
    if let label = element["aria-label"].flatMap(cut) { return (label, false) }  // 2D
    if let own = hostName(of: node, element, role: role).flatMap(cut) { return (own, false) }  // 2E
    if AriaRole.namedByContent.contains(role), let content = cut(content(of: node)) {
      return (content, false)
    }  // 2F
    if let title = element["title"].flatMap(cut), !hasOwnTitle(element) { return (title, true) }  // 2I
    if let placeholder = element["placeholder"] ?? element["aria-placeholder"], Self.fields.contains(role) {
      return (cut(placeholder), false)  // HTML-AAM §4.1.1, step 6
    }
    if element.elementName == .html { return (document.titleText.flatMap(cut), false) }
    return (nil, false)
  }

  private static let fields: Set = ["textbox", "searchbox", "spinbutton", "combobox"]

  /// On native buttons, `title` is the visible label.
  private func hasOwnTitle(_ element: Element) -> Bool {
    dialect == .native && element.control == .button
  }

  /// The description: `aria-describedby`, `aria-description`, else a `title` that is not used as the name
  /// (§4.3.1 and HTML-AAM §4.2).
  func description(of node: NodeID, _ element: Element, usesTitle: Bool) -> String? {
    let targets = references.targets[node]?.descriptions ?? []
    let candidates = [
      targets.map { referenced($0, from: node) }.joined(separator: " "), element["aria-description"] ?? "",
      usesTitle || hasOwnTitle(element) || element.elementName == .abbr ? "" : element["title"] ?? "",
    ]
    return candidates.lazy.map(\.collapsingWhitespace).first { !$0.isEmpty }?.cutForNames
  }

  /// 2E, *Host Language Label*: the rules of HTML-AAM §4.1 for each element.
  private func hostName(of node: NodeID, _ element: Element, role: String) -> String? {
    let labels = references.targets[node]?.labels ?? []
    if !labels.isEmpty {
      let name = labels.map { referenced($0, from: node) }.joined(separator: " ")
      if !name.allSatisfy(\.isWhitespace) { return name }
    }
    switch ElementReference.namings(in: .native)[element.name] {
    case .alternativeText: return element["alt"]
    case .attribute(let name): return element[name]
    case .child(let name): return text(ofChild: name, of: node)
    case nil: break
    }
    switch element.control {
    case .input:
      switch element.inputType {
      case .image: return element["alt"] ?? element["value"] ?? element["title"] ?? "Submit"
      case .submit: return element["value"] ?? "Submit"
      case .reset: return element["value"] ?? "Reset"
      case .button: return element["value"]
      default: return nil
      }
    case .button:
      guard dialect == .native else { return nil }
      return element["title"].flatMap { $0.isEmpty ? nil : $0 } ?? element["alt"]
    default: return nil
    }
  }

  /// The text of the first child of that name.
  private func text(ofChild name: ElementName, of node: NodeID) -> String? {
    var child = document[node].firstChild
    while let current = child {
      if case .element(let element) = document[current].content, element.elementName == name {
        // The title of a drawing is not shown, and names it.
        return element.namespace == .html && isHidden(current, element) ? nil : content(of: current)
      }
      child = document[current].nextSibling
    }
    return nil
  }

  /// The text of an element that names another one: its own `aria-label` or alternative, else its content.
  private func referenced(_ target: NodeID, from node: NodeID) -> String {
    guard case .element(let element) = document[target].content else { return "" }
    if let label = element["aria-label"], !label.collapsingWhitespace.isEmpty { return label }
    // §4.3.2 step 2A: a hidden element still names the elements that refer to it, including its hidden
    // content.
    let isHidden = isHidden(target, element)
    // A label contains the control that it names, which does not contribute to its own name.
    if target != node, let own = replacement(for: target, element, from: node) { return own }
    let text = content(of: target, from: node, withHidden: isHidden)
    return text.allSatisfy(\.isWhitespace) ? element["title"] ?? text : text
  }

  /// 2F and 2H, *Name From Content*: text below an element in tree order. Blocks are separated by blanks.
  ///
  /// - Parameters:
  ///   - source: The element to name; it contributes nothing to its own label.
  ///   - withHidden: Whether hidden content counts, as in a hidden element that is referenced.
  private func content(of top: NodeID, from source: NodeID? = nil, withHidden: Bool = false) -> String {
    var text = ""
    var open: [NodeID] = []  // open blocks, separated by blanks at their ends
    var current = document.firstShown(in: top)
    var steps = 0
    while let node = current, steps < Self.reach, text.utf8.count < String.nameLimit * 4 {
      steps += 1
      var next: NodeID?
      switch document[node].content {
      case .text(let words): text += words  // 2G
      case .element(let element):
        if node == source || (!withHidden && isHidden(node, element)) { break }
        if element.elementName?.isSilent == true { break }
        // The letter is in the text behind it.
        if element.isPseudoElement, document.isFirstLetter(node) { break }
        let isBlock = isBlock(node)
        if isBlock { text += " " }
        if let own = replacement(for: node, element, from: source ?? top) {
          text += own
          if isBlock { text += " " }
        } else if let first = document.firstShown(in: node) {
          next = first
          if isBlock { open.append(node) }
        } else if element.elementName == .br {
          text += " "
        } else if let title = element["title"] {
          text += title  // 2I
        }
      case .document, .documentType, .comment: break
      }
      var above = node
      while next == nil, above != top {
        next = document.shown(after: above)
        guard next == nil else { break }
        guard let parent = document[above].parent else { return text }
        if open.last == parent {
          open.removeLast()
          text += " "
        }
        above = parent
      }
      current = above == top ? nil : next
    }
    return text
  }

  /// The maximum number of nodes read for one name.
  private static let reach = 2000

  private func isBlock(_ node: NodeID) -> Bool {
    switch styles[node].box.display {
    case .inline, .contents, .none: false
    default: true
    }
  }

  /// The text that an element contributes to an enclosing name instead of its content; nil if it contributes
  /// its content.
  private func replacement(for node: NodeID, _ element: Element, from source: NodeID) -> String? {
    if let embedded = embeddedValue(of: node, element) { return embedded }  // 2C
    if let label = element["aria-label"], !label.collapsingWhitespace.isEmpty { return label }
    if element.isPseudoElement { return alternative(of: node) }
    if case .alternativeText? = ElementReference.namings(in: .native)[element.name] {
      if let role = element["role"].flatMap(AriaRole.first), role == "none" || role == "presentation" {
        return ""
      }
      return element["alt"] ?? element["title"] ?? ""
    }
    if element.isDrawing, let title = text(ofChild: .svgTitle, of: node) { return title }
    switch element.control {
    case .input, .progress, .meter: return hostName(ofEmbedded: element) ?? ""
    case .button:
      guard dialect == .native, let title = element["title"], !title.isEmpty else { return nil }
      return title
    default: return nil
    }
  }

  /// The text after the slash in `content`, which is read in place of the shown content (CSS Content 3 §1.2).
  private func alternative(of node: NodeID) -> String? {
    guard let items = styles[node][\.content].items.read else { return nil }
    return items.reduce(into: "") { text, item in
      switch item {
      case .text(let own): text += own
      case .counter, .counters, .quote, .image, .other: break
      }
    }
  }

  private func hostName(ofEmbedded element: Element) -> String? {
    [.submit, .reset, .button].contains(element.inputType)
      ? element["value"] : element["title"]
  }

  /// 2C, *Embedded Control*: the value of a field, a choice or a range within a label.
  private func embeddedValue(of node: NodeID, _ element: Element) -> String? {
    let state = controls[node]
    if let role = element["role"],
      ["slider", "spinbutton", "scrollbar"].contains(AriaRole.first(in: role) ?? ""),
      let value = element["aria-valuetext"] ?? element["aria-valuenow"]
    {
      return value
    }
    switch element.control {
    case .input:
      let type = element.inputType
      guard type.takesText, type != .password, !element.isTrue("secure") else { return nil }
      return state?.value ?? element["value"] ?? ""
    case .searchBar: return state?.value ?? element["value"] ?? ""
    case .textArea:
      let own = Control.text(of: node, in: document)
      return state?.value ?? (own.isEmpty ? element["value"] ?? "" : own)
    case .select:
      let options = SelectOptions(of: node, in: document, controls: controls)
      return options.chosen.map { options.titles[$0] }.joined(separator: ", ")
    case .progress, .meter: return element["aria-valuetext"] ?? element["value"]
    case .picture, .canvas, .button, .toggle, .segment, .dots, .link, .details, .summary, .table, .tableRow,
      nil:
      return nil
    }
  }
}

extension ElementName {
  /// Whether its text is not content.
  fileprivate var isSilent: Bool {
    switch self {
    case .script, .svgScript, .style, .svgStyle, .template, .noscript, .head, .title, .svgTitle: true
    default: false
    }
  }
}
