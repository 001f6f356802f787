import HybridCSS
import HybridDOM

/// One thing in the flat sequence that a container's content makes once inline elements are opened up.
///
/// CSS 2.2 §9.2.1.1, *Anonymous block boxes*: a block inside an inline element breaks the line, so it stands between
/// runs like any other block.
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

  /// What stands in `container`, in order. `display: contents` elements are opened up as well.
  func items(of container: NodeID) -> [InlineItem] {
    var result: [InlineItem] = []
    collect(container, into: &result)
    if dialect == .native, result.isEmpty, let title = document[container].element?.buttonTitle {
      result.append(.text(title, container))
    }
    return result
  }

  private func collect(_ parent: NodeID, into result: inout [InlineItem]) {
    for child in document.children(of: parent) {
      switch document[child].content {
      case .text(let text): if showsText(parent) { result.append(.text(text, parent)) }
      case .element(let element): collect(child, element, into: &result)
      case .comment, .document: break
      }
    }
  }

  private func collect(_ child: NodeID, _ element: Element, into result: inout [InlineItem]) {
    let style = styles[child]
    switch style.box.display {
    case .none: break
    case .inline
    where style.box.position == .absolute || style.box.position == .fixed || style.box.float != .none:
      result.append(.outOfFlow(child))
    case .inline where element.name == "br":
      result.append(.forcedBreak(child))
    case .inline where element.name == "wbr":
      result.append(.text("\u{200B}", child))
    case .inline:
      result.append(.open(child))
      collect(child, into: &result)
      result.append(.close(child))
    case .inlineBlock, .inlineFlex, .inlineGrid, .inlineTable, .webkitInlineBox:
      result.append(.object(child))
    default:
      let outOfFlow = style.box.position == .absolute || style.box.position == .fixed
      result.append(outOfFlow ? .outOfFlow(child) : .block(child))
    }
  }

  /// Native pages show text in labels and buttons only; elsewhere it is white space between tags.
  private func showsText(_ parent: NodeID) -> Bool {
    guard dialect == .native, let name = document[parent].element?.name else { return true }
    return !Self.silentTags.contains(name)
  }

  private static let silentTags: Set = [
    "html", "body", "view", "div", "image", "input", "textarea", "searchbar", "segment", "switch", "dots",
    "scrollview", "webview", "table", "tableheader", "tablesection", "tablerow", "tablefooter",
    "navigationbar",
  ]
}

extension Element {
  /// What a TokenHybrid button without content of its own shows.
  fileprivate var buttonTitle: String? { name == "button" || name == "navitem" ? self["title"] : nil }
}
