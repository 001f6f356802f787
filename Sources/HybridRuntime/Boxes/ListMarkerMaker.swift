import HybridCSS
import HybridDOM
import HybridDrawing
import HybridGeometry

/// Makes the markers of the list items in a document.
struct ListMarkerMaker {
  let document: Document
  let styles: StyledDocument
  let images: PageImages

  /// The markers of all list items that have one.
  func all() -> [NodeID: ListMarker] {
    guard let root = document.rootElement, hasItems else { return [:] }
    return markers(in: root)
  }

  /// The markers of the list items in an element, which is the root or a list.
  func markers(in root: NodeID) -> [NodeID: ListMarker] {
    var result: [NodeID: ListMarker] = [:]
    CounterWalk(document: document, styles: styles).run(in: root) { node, counters in
      guard styles[node].box.display == .listItem, document[node].isElement else { return }
      result[node] = marker(of: node, counters)
    }
    return result
  }

  /// Whether any style is that of a list item.
  private var hasItems: Bool { styles.styles.contains { $0.box.display == .listItem } }

  /// Whether counters may be shown that a list does not have for itself.
  var usesCounters: Bool {
    func isOther(_ changes: [CounterChange]) -> Bool {
      changes.contains { $0.name != CounterChange.listItem }
    }
    return styles.styles.contains {
      !$0[\.counterReset].isEmpty || isOther($0[\.counterIncrement]) || isOther($0[\.counterSet])
    }
  }

  /// The marker of a list item. CSS Lists 3 §3.2, *Generating Marker Contents*.
  private func marker(of node: NodeID, _ counters: borrowing CounterScopes) -> ListMarker? {
    let number = counters.value(of: CounterChange.listItem)
    let item = styles[node]
    let own = styles.style(of: .marker, at: node)
    let style = own ?? item
    let content: ListMarker.Content?
    switch style[\.content] {
    case .none where own != nil: return nil
    case .values(let values) where own != nil: content = ownContent(values, of: node, counters)
    default: content = listStyleContent(item.text.listStyleType, number)
    }
    guard let content else { return nil }
    var text = TextStyle(font: style.font, color: RGBA(style.text.color))
    text.letterSpacing = style.text.letterSpacing
    text.wordSpacing = style.text.wordSpacing
    text.lineHeight = style.usedLineHeight
    let isInside = item[\.listStylePosition] == .inside
    let line = styles.style(of: .firstLine, at: node) ?? item
    let isOther = style.font != line.font || style.usedLineHeight != line.usedLineHeight
    return ListMarker(content: content, isInside: isInside, style: text, growsLine: !isInside && isOther)
  }

  /// The marker of a `list-style-type`.
  private func listStyleContent(_ type: ListStyleType, _ number: Int) -> ListMarker.Content? {
    switch type {
    case .none: return nil
    case .string(let text): return .text(text)
    case .name(let name):
      switch name {
      case "disc": return .symbol("•")
      case "circle": return .symbol("◦")
      case "square": return .symbol("▪")
      case "disclosure-open": return .disclosure("▾")
      case "disclosure-closed": return .disclosure("▸")
      default: return .text(styles.counterStyles.marker(of: number, in: name))
      }
    }
  }

  /// The marker content that `content` of `::marker` generates.
  private func ownContent(
    _ values: [ComponentValue], of node: NodeID, _ counters: borrowing CounterScopes
  ) -> ListMarker.Content {
    var text = ""
    for value in values {
      switch value.content {
      case .token(.string(let own)): text += own
      case .function(let name, let arguments):
        let parts = arguments.splitAtCommas.map { $0.trimmed }
        guard let first = parts.first?.first?.ident else { break }
        let style = parts.last.flatMap { $0.first?.ident } ?? "decimal"
        switch name.lowercased() {
        case "counter":
          text += styles.counterStyles.text(
            of: counters.value(of: first), in: parts.count > 1 ? style : "decimal")
        case "counters":
          guard parts.count > 1, case .token(.string(let separator))? = parts[1].first?.content else { break }
          text += counters.values(of: first).map {
            styles.counterStyles.text(of: $0, in: parts.count > 2 ? style : "decimal")
          }.joined(separator: separator)
        case "attr": text += document[node].element?[first.lowercased()] ?? ""
        default: break
        }
      default: break
      }
    }
    return .text(text)
  }
}

extension BoxBuilder {
  /// Brings the markers up to date with a change, and marks the items whose lines have another one.
  ///
  /// - Complexity: O(*n*) in the nodes of the lists with changes; where counters are used or items are
  ///   outside of lists, in those of the document.
  mutating func updateMarkers(_ changes: BoxChanges, from old: StyledDocument, _ marks: inout Marks) {
    guard mayChangeMarkers(changes, from: old) else { return }
    var new: [NodeID: ListMarker] = [:]
    var items = changes.styled
    if let lists = changedLists(changes, from: old) {
      for list in lists { new.merge(markerMaker.markers(in: list)) { $1 } }
    } else {
      new = markerMaker.all()
      items.formUnion(boxes.markers.keys)
    }
    items.formUnion(new.keys)
    for node in items {
      let (before, after) = (boxes.markers[node], new[node])
      guard boxes.replaceMarker(of: node, by: after) else { continue }
      guard boxes.elements[node] != nil, document[node].isElement else { continue }
      restyle(node)
      if after?.isInLines == true || before?.isInLines == true { mark(node, &marks) }
    }
  }

  /// The lists around a change that contain all markers it can change; nil if other markers can change.
  private func changedLists(_ changes: BoxChanges, from old: StyledDocument) -> Set<NodeID>? {
    guard old.counterStyles == styles.counterStyles, !markerMaker.usesCounters else { return nil }
    var lists: Set<NodeID> = []
    for node in changes.children.union(changes.styled).union(changes.controls) {
      var current: NodeID? = node
      while let place = current, document[place].element?.isList != true { current = document[place].parent }
      // A list that is an item itself counts in the list around it.
      guard let list = current, styles[list].box.display != .listItem else { return nil }
      lists.insert(list)
    }
    return lists
  }

  /// Whether a change may be one of markers: text alone never is.
  private func mayChangeMarkers(_ changes: BoxChanges, from old: StyledDocument) -> Bool {
    if changes.hasOtherElements && !changes.children.isEmpty || old.counterStyles != styles.counterStyles {
      return true
    }
    if boxes.markers.isEmpty, !changes.styled.contains(where: { styles[$0].box.display == .listItem }) {
      return changes.styled.contains { old[$0].box.display == .none }
    }
    return changes.controls.contains { boxes.markers[$0] != nil || document[$0].element?.isList == true }
      || changes.styled.contains { node in
        let (before, after) = (old[node], styles[node])
        return after.box.display == .listItem || boxes.markers[node] != nil
          || (before.box.display == .none) != (after.box.display == .none)
          || before[\.counterReset] != after[\.counterReset]
          || before[\.counterIncrement] != after[\.counterIncrement]
          || before[\.counterSet] != after[\.counterSet]
      }
  }
}
