import HybridCSS
import HybridDOM
import HybridUnits

/// One thing in the flat sequence that a container's content makes once inline elements are opened up.
///
/// CSS 2.2 §9.2.1.1, *Anonymous block boxes*: a block inside an inline element breaks the line, so it stands
/// between runs like any other block.
enum InlineItem {
  /// Character data, and the element whose style it has.
  case text(String, NodeID)
  /// `<br>`.
  case forcedBreak(NodeID)
  /// The start of an inline element.
  case open(NodeID)
  /// The end of an inline element.
  case close(NodeID)
  /// An element that sits in the line as one box.
  case object(NodeID)
  /// A block-level element.
  case block(NodeID)
  /// A box that is out of the flow.
  case outOfFlow(NodeID)
}

/// Flattens a container's children.
struct InlineItems {
  let document: Document
  let styles: StyledDocument
  let dialect: Dialect
  let controls: ControlStates

  /// What stands in `container`, in order: inline elements are opened up, however deep they are.
  func items(of container: NodeID) -> [InlineItem] {
    var result: [InlineItem] = []
    if dialect == .native, let text = document[container].element?.labelText {
      return [.text(text, container)]
    }
    if document[container].element?.name == "summary", let triangle = disclosure(of: container) {
      result.append(.text(triangle, container))
    }
    /// The inline elements that are open, with the node behind what was read of each.
    var open: [(parent: NodeID, next: NodeID?)] = [(container, document[container].firstChild)]
    while let (parent, next) = open.last {
      guard let child = next else {
        open.removeLast()
        if !open.isEmpty { result.append(.close(parent)) }
        continue
      }
      open[open.count - 1].next = document[child].nextSibling
      switch document[child].content {
      case .text(let text): if showsText(parent) { result.append(.text(text, parent)) }
      case .element(let element):
        let item = item(child, element)
        if let item { result.append(item) }
        if case .open = item { open.append((child, document[child].firstChild)) }
      case .comment, .document: break
      }
    }
    if dialect == .native, result.isEmpty,
      let title = document[container].element?.buttonTitle(controls[container])
    {
      result.append(.text(title, container))
    }
    return result
  }

  /// What an element is to its container; nil for nothing.
  private func item(_ child: NodeID, _ element: Element) -> InlineItem? {
    let style = styles[child]
    switch style.box.display {
    case .none: return nil
    case .inline
    where style.box.position == .absolute || style.box.position == .fixed || style.box.float != .none:
      return .outOfFlow(child)
    case .inline where element.name == "br": return .forcedBreak(child)
    case .inline where element.name == "wbr": return .text("\u{200B}", child)
    case .inline: return .open(child)
    case .inlineBlock, .inlineFlex, .inlineGrid, .inlineTable, .webkitInlineBox: return .object(child)
    default:
      let outOfFlow = style.box.position == .absolute || style.box.position == .fixed
      return outOfFlow ? .outOfFlow(child) : .block(child)
    }
  }

  /// The triangle that says whether what a summary sums up is shown (HTML Standard §15.3.9).
  private func disclosure(of summary: NodeID) -> String? {
    guard let parent = document[summary].parent, let details = document[parent].element,
      details.name == "details"
    else { return nil }
    return details["open"] == nil ? "▸ " : "▾ "
  }

  /// Native pages show text in labels and buttons only; elsewhere it is white space between tags.
  private func showsText(_ parent: NodeID) -> Bool {
    guard let element = document[parent].element else { return true }
    if dialect == .standard { return element.name != "details" || element["open"] != nil }
    return !ElementReference.nativeWithoutText.contains(element.name)
  }
}

extension Element {
  /// What a TokenHybrid label shows whose text is an attribute.
  fileprivate var labelText: String? { name == "label" ? self["innertext"] : nil }

  /// What a TokenHybrid button without content of its own shows.
  fileprivate func buttonTitle(_ state: ControlState?) -> String? {
    guard control == .button else { return nil }
    if state?.isPressed == true, let title = self["highlighttitle"] { return title }
    if isSelected(state), let title = self["selectedtitle"] { return title }
    if let title = self["title"] { return title }
    return switch self["type"]?.lowercased() {
    case "detaildisclosure": "ⓘ"
    case "contactadd": "⊕"
    default: nil
    }
  }
}
