import HybridCSS
import HybridDOM
import HybridLayout
import HybridLayoutStyles
import HybridUnits

/// One item of the flat sequence that a container's content becomes when inline elements are flattened.
///
/// CSS 2.2 §9.2.1.1, *Anonymous block boxes*: a block inside an inline element breaks the line, so it comes
/// between runs like any other block.
enum InlineItem {
  /// Character data, and the element whose style it has.
  case text(String, NodeID)
  /// The marker of a list item, in its first line or beside it.
  case marker(ListMarker, NodeID)
  /// `<br>`.
  case forcedBreak(NodeID)
  /// The start of an inline element.
  case open(NodeID)
  /// The end of an inline element.
  case close(NodeID)
  /// An atomic inline box.
  case object(NodeID)
  /// Adjacent parts of a table in an inline element: an anonymous inline table (CSS 2.2 §17.2.1).
  case table([NodeID])
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
  var images = PageImages()

  /// The items of `container`, in order. Inline elements are flattened at any depth.
  func items(of container: NodeID) -> [InlineItem] {
    var result: [InlineItem] = []
    if dialect == .native, let text = document[container].element?.labelText {
      return [.text(text, container)]
    }
    /// The open inline elements, each with its next unread child.
    var open: [(parent: NodeID, next: NodeID?)] = [(container, document.firstShown(in: container))]
    while let (parent, next) = open.last {
      guard let child = next else {
        open.removeLast()
        if !open.isEmpty, !isWithoutBox(parent) { result.append(.close(parent)) }
        continue
      }
      open[open.count - 1].next = document.shown(after: child)
      switch document[child].content {
      case .text(let text):
        if showsText(parent), !isBehindTable(text, in: parent, result) {
          result.append(.text(behindFirstLetter(text, of: child, in: parent), parent))
        }
      case .element(let element):
        if isWithoutBox(child) {
          open.append((child, document.firstShown(in: child)))
          continue
        }
        let item = item(child, element)
        if case .block = item, parent != container, isTablePart(child) {
          appendTablePart(child, to: &result)
          continue
        }
        if let item { result.append(item) }
        if case .open = item { open.append((child, document.firstShown(in: child))) }
      case .comment, .document, .documentType: break
      }
    }
    if dialect == .native, result.isEmpty,
      let title = document[container].element?.buttonTitle(controls[container])
    {
      result.append(.text(title, container))
    }
    return result
  }

  private func isTablePart(_ node: NodeID) -> Bool {
    guard dialect == .standard else { return false }
    let display = HybridLayout.Display(styles[node].box.display)
    return display.isInsideTable || display == .tableCaption
  }

  /// Whether a text is white space that is nothing behind an anonymous table.
  private func isBehindTable(_ text: String, in parent: NodeID, _ items: [InlineItem]) -> Bool {
    guard case .table(let parts)? = items.last, let part = parts.first, document[part].parent == parent,
      styles[parent].text.whiteSpaceCollapse == .collapse
    else { return false }
    return text.allSatisfy(\.isWhitespace)
  }

  /// Adds a part of a table to the table before it, if only white space is between them.
  private func appendTablePart(_ part: NodeID, to items: inout [InlineItem]) {
    var last = items.count - 1
    if last >= 0, case .text(let text, _) = items[last], text.allSatisfy(\.isWhitespace) { last -= 1 }
    if last >= 0, case .table(let parts) = items[last], let first = parts.first,
      document[first].parent == document[part].parent
    {
      items.removeLast(items.count - last)
      items.append(.table(parts + [part]))
    } else {
      items.append(.table([part]))
    }
  }

  /// Whether a node is a pseudo-element without a box of its own: only its content is shown.
  private func isWithoutBox(_ node: NodeID) -> Bool {
    guard !document.generated.isEmpty, styles[node].box.display == .contents else { return false }
    return document[node].element?.isPseudoElement == true
  }

  /// Whether `content` puts a picture in the place of an element.
  private func isReplaced(_ node: NodeID, _ element: Element) -> Bool {
    guard let url = styles[node].replacement(of: element) else { return false }
    return images.file(url, of: node, in: document) != nil
  }

  /// The rest of a text after its first letter, if that letter is a box of its own; otherwise all of it.
  private func behindFirstLetter(_ text: String, of node: NodeID, in parent: NodeID) -> String {
    guard !document.generated.isEmpty, let letter = document.generated[parent]?.firstLetter,
      letter.text == node
    else { return text }
    return String(text.utf8.dropFirst(letter.count)) ?? text
  }

  /// The item of an element in its container; nil for none.
  private func item(_ child: NodeID, _ element: Element) -> InlineItem? {
    // The root has the boxes of the top layer.
    if controls[child]?.layer != nil { return nil }
    let style = styles[child]
    switch style.box.display {
    case .none: return nil
    case .inline
    where style.box.position == .absolute || style.box.position == .fixed || style.box.float != .none:
      return .outOfFlow(child)
    // A replaced element or control is one box, also with `display: inline` (CSS Display 3 §2.5).
    case .inline where dialect == .standard && (element.isAtomicInline || isReplaced(child, element)):
      return .object(child)
    case .inline where element.elementName == .br: return .forcedBreak(child)
    case .inline where element.elementName == .wbr: return .text("\u{200B}", child)
    case .inline: return .open(child)
    case .inlineBlock, .inlineFlex, .inlineGrid, .inlineTable: return .object(child)
    default: return style.isInFlow ? .block(child) : .outOfFlow(child)
    }
  }

  /// Native pages show text in labels and buttons only; elsewhere it is white space between tags.
  private func showsText(_ parent: NodeID) -> Bool {
    guard let element = document[parent].element else { return true }
    if dialect == .standard { return element.elementName != .details || element["open"] != nil }
    return !ElementReference.nativeWithoutText.contains(element.name)
  }
}

extension Element {
  /// Whether it is one box in a line whatever its content.
  fileprivate var isAtomicInline: Bool {
    switch control {
    case .picture, .canvas, .button, .input, .textArea, .select, .progress, .meter: true
    default: isDrawing
    }
  }

  /// The text of a TokenHybrid label from its attribute.
  fileprivate var labelText: String? { elementName == .label ? self["innertext"] : nil }

  /// The title of a TokenHybrid button without content.
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
