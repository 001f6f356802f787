import HybridCSS
import HybridDOM
import HybridEncoding
import HybridSource
import HybridUnits

/// The nodes that `::before`, `::after` and `::first-letter` make in a document, in step with its styles.
///
/// Each pseudo-element with a box is a node of the document (``GeneratedNodes``) with texts and pictures in
/// it, so that boxes, lines and the view tree treat it like an element. Nodes that are no longer shown are
/// used again for the same pseudo-element.
///
///     var generated = GeneratedContent()
///     let changes = generated.update(&document, &styler, after: styleUpdate)
struct GeneratedContent {
  /// The changes of an update that affect boxes.
  struct Changes {
    /// Elements whose boxes have other children.
    var children: Set<NodeID> = []
    /// Generated nodes whose style may have changed.
    var styled: Set<NodeID> = []
    /// Texts of generated nodes that changed.
    var texts: Set<NodeID> = []
    /// Pictures of generated nodes that changed.
    var pictures: Set<NodeID> = []
  }

  /// The changes since the last update that generated content may depend on.
  struct Cause {
    /// Elements whose pseudo-elements changed.
    var pseudoElements: Set<NodeID> = []
    /// Elements whose attributes changed.
    var attributes: Set<NodeID> = []
    /// Whether anything changed that numbers and quotes may depend on: elements, attributes or styles.
    var isOther = false
  }

  private struct Key: Hashable {
    var element: NodeID
    var pseudoElement: PseudoElement
  }

  /// The nodes made so far.
  private var made: [Key: NodeID] = [:]
  /// Elements with a style for their first letters, and the parents of letters that are shown.
  private var lettered: Set<NodeID> = []
  private var letterParents: Set<NodeID> = []
  /// Elements with content that depends on what is before it in the document: counters and quotes.
  private var ordered: Set<NodeID> = []

  /// Nothing.
  init() {}

  // MARK: Updating

  /// Makes and changes the nodes of a document; `cause` is nil if they are made for the first time.
  mutating func update(
    _ document: inout Document, _ styler: inout LiveStyles, after cause: Cause?
  ) -> Changes {
    var changes = Changes()
    let styles = styler.styled
    guard styler.stylist.dialect == .standard, styles.hasPseudoElements || !document.generated.isEmpty else {
      return changes
    }
    let elements: Set<NodeID>
    if let cause {
      // The part that shows a placeholder, a backdrop or a marker is painted with its style.
      changes.styled = cause.pseudoElements
      elements = cause.pseudoElements.union(cause.attributes.filter { styles.hasPseudoElements(at: $0) })
    } else {
      elements = Set(styles.nodesWithPseudoElements).union(document.generated.keys)
      ordered = []
      lettered = []
      letterParents = Set(document.generated.filter { $0.value.firstLetter != nil }.keys)
    }
    for element in elements {
      let hasLetter = styles.style(of: .firstLetter, at: element) != nil
      if hasLetter { lettered.insert(element) } else { lettered.remove(element) }
      if dependsOnOrder(element, styles) { ordered.insert(element) } else { ordered.remove(element) }
    }
    for element in elements.sorted() where document[element].isElement {
      update(element, styles, &document, &changes)
    }
    if !elements.isEmpty { styler.settleGenerated(of: elements, in: document) }
    // Other pseudo-elements may count, too.
    if !ordered.isEmpty, cause.map({ $0.isOther || !elements.isEmpty }) ?? true {
      fillOrdered(&document, styler.styled, &changes)
      styler.settleGenerated(of: ordered, in: document)
    }
    if !lettered.isEmpty || !letterParents.isEmpty { updateFirstLetters(&document, &styler, &changes) }
    return changes
  }

  private mutating func updateFirstLetters(
    _ document: inout Document, _ styler: inout LiveStyles, _ changes: inout Changes
  ) {
    let found = FirstLetters(document: document, styles: styler.styled).letters(of: lettered)
    for parent in letterParents.union(found.keys).sorted() {
      let before = document.generated[parent] ?? GeneratedNodes()
      var after = before
      after.firstLetter = nil
      if let letter = found[parent] {
        let key = Key(element: parent, pseudoElement: .firstLetter)
        let node = made[key] ?? document.makeGeneratedNode("::first-letter", of: parent)
        made[key] = node
        fill(node, with: [.text(letter.letters)], &document, &changes)
        after.firstLetter = FirstLetter(
          node: node, block: letter.block, text: letter.text, count: letter.count)
        if before.firstLetter != nil { changes.styled.insert(node) }
      }
      guard after != before else { continue }
      document.setGenerated(after, of: parent)
      changes.children.insert(parent)
    }
    letterParents = Set(found.keys)
    styler.settleFirstLetters(in: document)
  }

  private mutating func update(
    _ element: NodeID, _ styles: StyledDocument, _ document: inout Document, _ changes: inout Changes
  ) {
    let before = document.generated[element] ?? GeneratedNodes()
    var after = before
    for pseudoElement in [PseudoElement.before, .after] {
      let key = Key(element: element, pseudoElement: pseudoElement)
      let old = pseudoElement == .before ? before.before : before.after
      var node: NodeID?
      if let style = Self.boxStyle(of: pseudoElement, at: element, document, styles) {
        let own = made[key] ?? document.makeGeneratedNode("::" + pseudoElement.name, of: element)
        made[key] = own
        if !ordered.contains(element) {
          var depth = 0
          let pieces = Self.pieces(
            style, of: element, in: document, CounterScopes(), styles.counterStyles, &depth)
          fill(own, with: pieces, &document, &changes)
        }
        node = own
      }
      if let node, node == old { changes.styled.insert(node) }
      if pseudoElement == .before { after.before = node } else { after.after = node }
    }
    if after != before {
      document.setGenerated(after, of: element)
      changes.children.insert(element)
    }
  }

  /// The style of a `::before` or `::after` that has a box; nil for one that has none.
  private static func boxStyle(
    of pseudoElement: PseudoElement, at element: NodeID, _ document: Document, _ styles: StyledDocument
  ) -> ComputedStyle? {
    guard let style = styles.style(of: pseudoElement, at: element), style.box.display != .none,
      case .values = style[\.content],
      document[element].element?.hasGeneratedContent(styles[element]) == true
    else { return nil }
    return style
  }

  /// Puts texts and pictures into a generated node.
  private func fill(
    _ node: NodeID, with pieces: [Piece], _ document: inout Document, _ changes: inout Changes
  ) {
    let children = Array(document.children(of: node))
    let isSame =
      children.count == pieces.count
      && zip(children, pieces).allSatisfy { document[$0].isElement == $1.isPicture }
    guard isSame else {
      for child in children { document.remove(child) }
      for piece in pieces {
        document.append(document.makeNode(piece.content, range: SourceRange(0..<0)), to: node)
      }
      changes.children.insert(node)
      return
    }
    for (child, piece) in zip(children, pieces) where document[child].content != piece.content {
      document[child].content = piece.content
      if piece.isPicture { changes.pictures.insert(child) } else { changes.texts.insert(child) }
    }
  }

  // MARK: Content

  /// A text or a picture.
  private enum Piece: Hashable {
    case text(String)
    case picture(String)

    var isPicture: Bool { if case .picture = self { true } else { false } }

    var content: Node.Content {
      switch self {
      case .text(let text): return .text(text)
      case .picture(let url):
        let nowhere = SourceRange(0..<0)
        var element = Element(named: .img, startTag: nowhere)
        for (name, value) in [("src", url), ("alt", "")] {
          element.attributes.append(
            Attribute(name: name, writtenName: name, value: value, nameRange: nowhere, valueRange: nowhere))
        }
        return .element(element)
      }
    }
  }

  private func dependsOnOrder(_ element: NodeID, _ styles: StyledDocument) -> Bool {
    styles.pseudoElements(of: element).contains { pseudoElement, style in
      style[\.content].items.shown.contains {
        switch $0 {
        case .counter, .counters, .quote: true
        case .text, .image, .other: false
        }
      }
    }
  }

  /// The content that a style's `content` generates, with `depth` open quotes; adjacent texts are one piece.
  private static func pieces(
    _ style: ComputedStyle, of element: NodeID, in document: Document, _ counters: borrowing CounterScopes,
    _ counterStyles: CounterStyles, _ depth: inout Int
  ) -> [Piece] {
    var pieces: [Piece] = []
    var text = ""
    func flush() {
      if !text.isEmpty { pieces.append(.text(text)) }
      text = ""
    }
    for item in style[\.content].items.shown {
      switch item {
      case .text(let own): text += own
      case .counter(let name, let counterStyle):
        if counterStyle == "none" { break }
        text += counterStyles.text(of: counters.value(of: name), in: counterStyle)
      case .counters(let name, let separator, let counterStyle):
        text += counters.values(of: name).map {
          counterStyle == "none" ? "" : counterStyles.text(of: $0, in: counterStyle)
        }.joined(separator: separator)
      case .quote(let isOpening, let isShown):
        if !isOpening, depth == 0 { break }
        if !isOpening { depth -= 1 }
        if isShown {
          let pair = quotes(at: depth, style, of: element, in: document)
          text += (isOpening ? pair?.open : pair?.close) ?? ""
        }
        if isOpening { depth += 1 }
      case .image(let url):
        flush()
        pieces.append(.picture(url))
      case .other: break
      }
    }
    flush()
    return pieces
  }

  /// The quotes of a depth; depths beyond the last pair have the last one.
  private static func quotes(
    at depth: Int, _ style: ComputedStyle, of element: NodeID, in document: Document
  ) -> QuotePair? {
    let pairs: [QuotePair]
    switch style[\.quotes] {
    case .none: return nil
    case .pairs(let own): pairs = own
    case .auto:
      var current: NodeID? = element
      while let node = current, document[node].element?["lang"] == nil {
        current = document.parentOrHost(of: node)
      }
      pairs = LanguageQuotes.pairs(of: current.flatMap { document[$0].element?["lang"] } ?? "")
    }
    return pairs.isEmpty ? nil : pairs[min(depth, pairs.count - 1)]
  }

  /// Fills the nodes whose content depends on what is before them, in a walk over the document.
  private func fillOrdered(_ document: inout Document, _ styles: StyledDocument, _ changes: inout Changes) {
    guard let root = document.rootElement else { return }
    var elements: [NodeID: NodeID] = [:]
    for element in ordered {
      guard let own = document.generated[element] else { continue }
      for node in [own.before, own.after] { if let node { elements[node] = element } }
    }
    var contents: [(node: NodeID, pieces: [Piece])] = []
    // The numbers of open quotes: at first in the document, then in each element with style containment.
    var depths: [(containment: Int, depth: Int)] = [(0, 0)]
    let flat = document.flattened()
    CounterWalk(document: flat, styles: styles).run(in: root) { node, counters in
      guard let element = elements[node] else { return }
      let open = [0] + counters.openContainments
      while let last = depths.last, !open.contains(last.containment) { depths.removeLast() }
      for number in open.dropFirst(depths.count) { depths.append((number, depths[depths.count - 1].depth)) }
      let pieces = Self.pieces(
        styles[node], of: element, in: flat, counters, styles.counterStyles, &depths[depths.count - 1].depth)
      contents.append((node, pieces))
    }
    for (node, pieces) in contents { fill(node, with: pieces, &document, &changes) }
  }
}

extension Element {
  /// Whether it has a `::before` and an `::after`: whether it shows its children.
  fileprivate func hasGeneratedContent(_ style: ComputedStyle) -> Bool {
    switch control {
    case .input where isCheckableInput: style[\.appearance] == .none
    case .picture, .canvas, .input, .searchBar, .textArea, .select, .toggle, .segment, .dots,
      .progress, .meter:
      false
    default: elementName != .br && elementName != .wbr && namespace != .svg
    }
  }
}

extension Element {
  /// Whether it is a check box or a radio button.
  var isCheckableInput: Bool { control == .input && inputType.isCheckable }
}

extension BoundDocument {
  /// Changes the boxes that style sheets make. Their template nodes are those of their elements.
  mutating func generate(_ change: (inout Document) -> GeneratedContent.Changes) -> GeneratedContent.Changes {
    let changes = change(&document)
    for index in origins.count..<max(document.nodes.count, origins.count) {
      let element = document.originatingElement(of: NodeID(index))
      let isKnown = origins.indices.contains(element.index)
      origins.append(isKnown ? origins[element.index] : document.root)
      turns.append(isKnown ? turns[element.index] : 0)
    }
    return changes
  }

  /// Takes the generated nodes of an earlier binding that has its elements at the same places.
  mutating func takeGenerated(of earlier: BoundDocument) {
    _ = generate {
      $0.takeGenerated(of: earlier.document)
      return GeneratedContent.Changes()
    }
  }
}
