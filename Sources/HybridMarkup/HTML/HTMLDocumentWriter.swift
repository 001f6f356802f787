import HybridDOM
import HybridSource

/// The document that tree construction makes: its nodes, and the text that is being read.
struct HTMLDocumentWriter {
  /// Where a node goes: the last child of `parent`, or the one before `before`.
  struct Place {
    var parent: NodeID
    var before: NodeID?
  }

  private let input: MarkupInput
  private let mostNodes: Int
  private(set) var document: Document
  private var text = HTMLTextRun()

  init(_ input: MarkupInput, path: String, mostNodes: Int) {
    self.input = input
    self.mostNodes = mostNodes
    document = Document(files: [path], isHTML: true)
    document.reserveNodes(min(input.bytes.count / 48 + 8, mostNodes))
  }

  /// The place of a range of the input in the file.
  func place(_ range: Range<Int>) -> SourceRange { SourceRange(input.original(range)) }

  mutating func setQuirksMode(_ mode: QuirksMode) { document.quirksMode = mode }

  // MARK: Nodes

  /// A node without a parent; nil when the document has as many as it may have.
  mutating func makeNode(_ content: Node.Content, _ range: SourceRange) -> NodeID? {
    guard document.nodes.count < mostNodes else { return nil }
    return document.makeNode(content, range: range)
  }

  /// A node with the name and attributes of another, without a parent; its place is the tag of that one.
  mutating func copy(_ node: NodeID) -> NodeID? {
    let original = document[node]
    return makeNode(original.content, original.element?.startTag ?? original.range)
  }

  mutating func insert(_ node: NodeID, at place: Place) {
    document.insert(node, before: place.before, in: place.parent)
  }

  mutating func append(_ node: NodeID, to parent: NodeID) { document.append(node, to: parent) }

  mutating func remove(_ node: NodeID) { document.remove(node) }

  /// Sets the end of a node to an offset of the input, unless it ends later.
  mutating func end(_ node: NodeID, at offset: Int) {
    let place = Int32(clamping: input.original(offset))
    if place > document[node].range.end { document[node].range.end = place }
  }

  /// Gives a node the attributes of `element` that it lacks.
  mutating func addMissingAttributes(of element: Element, to node: NodeID) {
    for attribute in element.attributes where document[node].element?.attribute(attribute.name) == nil {
      document[node].element?.attributes.append(attribute)
    }
  }

  // MARK: Text

  /// Adds a piece of text, to the text node at its place if there is one (§13.2.6.1, *insert a character*).
  ///
  /// - Returns: False when the document has as many nodes as it may have.
  mutating func insert(_ piece: HTMLTextPiece, _ tokenizer: HTMLTokenizer, at place: Place) -> Bool {
    if let node = text.node, node == lastNode(at: place) {
      text.append(piece, tokenizer)
      return true
    }
    flushText()
    if let last = lastNode(at: place), let old = document[last].text {
      text.begin(last, with: old, from: Int(document[last].range.start))
    } else {
      guard let node = makeNode(.text(""), self.place(piece.range)) else { return false }
      insert(node, at: place)
      text.begin(node, with: "", from: input.original(piece.range.lowerBound))
    }
    text.append(piece, tokenizer)
    return true
  }

  /// The node after which a node at `place` would come.
  private func lastNode(at place: Place) -> NodeID? {
    if let next = place.before { document[next].previousSibling } else { document[place.parent].lastChild }
  }

  /// Gives the node of the text that was read its characters.
  mutating func flushText() {
    guard let (node, characters, end) = text.take() else { return }
    document[node].content = .text(characters)
    self.end(node, at: end)
  }
}
