import HybridSource

/// The boxes of an element that a style sheet makes: its pseudo-elements with boxes of their own (CSS
/// Pseudo-Elements 4 §4).
///
/// Their nodes have the element as parent but are not among its children: walks over the document do not
/// visit them, and scripts do not see them. The builder of boxes walks by ``Document/firstShown(in:)`` and
/// ``Document/shown(after:)``, or by their counterparts from the end.
package struct GeneratedNodes: Hashable, Sendable {
  /// `::before`
  package var before: NodeID?
  /// `::after`
  package var after: NodeID?
  /// `::first-letter`, in the parent of the text whose first letters it shows.
  package var firstLetter: FirstLetter?

  /// Nothing.
  package init() {}

  /// Whether there is nothing.
  package var isEmpty: Bool { before == nil && after == nil && firstLetter == nil }

  /// The nodes.
  package var nodes: [NodeID] { [before, firstLetter?.node, after].compactMap { $0 } }
}

/// The letters of a text that are shown in a box of their own.
package struct FirstLetter: Hashable, Sendable {
  /// The box.
  package var node: NodeID
  /// The element whose `::first-letter` it is.
  package var block: NodeID
  /// The text that is shown behind it.
  package var text: NodeID
  /// How many bytes of the text, from the first, are not shown behind it: its letters and the white space
  /// before them.
  package var count: Int

  /// The first letters of a text.
  package init(node: NodeID, block: NodeID, text: NodeID, count: Int) {
    (self.node, self.block, self.text, self.count) = (node, block, text, count)
  }
}

extension Document {
  /// Makes a node for a pseudo-element, which is not shown yet.
  package mutating func makeGeneratedNode(_ name: String, of parent: NodeID) -> NodeID {
    let nowhere = SourceRange(0..<0)
    let element = Element(name: name, writtenName: name, startTag: nowhere)
    let node = makeNode(.element(element), range: nowhere)
    self[node].parent = parent
    return node
  }

  /// The element that a generated node was made for; any other node itself.
  package func originatingElement(of node: NodeID) -> NodeID {
    guard !generated.isEmpty else { return node }
    var (result, current) = (node, node)
    while let parent = self[current].parent {
      if let own = generated[parent],
        current == own.before || current == own.after || current == own.firstLetter?.node
      {
        result = parent
      }
      current = parent
    }
    return result
  }

  /// Whether a node is a `::first-letter`.
  package func isFirstLetter(_ node: NodeID) -> Bool {
    self[node].parent.flatMap { generated[$0]?.firstLetter?.node } == node
  }

  // MARK: Shown nodes

  /// The first node in an element's boxes.
  package func firstShown(in node: NodeID) -> NodeID? {
    guard !generated.isEmpty, let own = generated[node] else { return self[node].firstChild }
    return own.before ?? own.entered(self[node].firstChild) ?? own.after
  }

  /// The node behind another one in its parent's boxes.
  package func shown(after node: NodeID) -> NodeID? {
    guard !generated.isEmpty, let parent = self[node].parent, let own = generated[parent] else {
      return self[node].nextSibling
    }
    if node == own.after { return nil }
    if node == own.before { return own.entered(self[parent].firstChild) ?? own.after }
    if let letter = own.firstLetter, letter.node == node { return letter.text }
    return own.entered(self[node].nextSibling) ?? own.after
  }

  /// The last node in an element's boxes.
  package func lastShown(in node: NodeID) -> NodeID? {
    guard !generated.isEmpty, let own = generated[node] else { return self[node].lastChild }
    return own.after ?? self[node].lastChild ?? own.before
  }

  /// The node before another one in its parent's boxes.
  package func shown(before node: NodeID) -> NodeID? {
    guard !generated.isEmpty, let parent = self[node].parent, let own = generated[parent] else {
      return self[node].previousSibling
    }
    if node == own.before { return nil }
    if node == own.after { return self[parent].lastChild ?? own.before }
    if let letter = own.firstLetter {
      if node == letter.text { return letter.node }
      if node == letter.node { return self[letter.text].previousSibling ?? own.before }
    }
    return self[node].previousSibling ?? own.before
  }

  /// The nodes in an element's boxes, in order.
  package func shownChildren(of node: NodeID) -> [NodeID] {
    var children: [NodeID] = []
    var next = firstShown(in: node)
    while let child = next {
      children.append(child)
      next = shown(after: child)
    }
    return children
  }
}

extension GeneratedNodes {
  /// The first letters of a text are before it.
  fileprivate func entered(_ child: NodeID?) -> NodeID? {
    guard let child, let letter = firstLetter, letter.text == child else { return child }
    return letter.node
  }
}

extension Element {
  /// Whether it is the node of a pseudo-element: no other name begins with two colons.
  package var isPseudoElement: Bool { name.utf8.starts(with: "::".utf8) }
}
