import HybridCSS
import HybridDOM
import HybridUnits

/// Finds the first letters of blocks. CSS Pseudo-Elements 4 §2.2, *Styling the First Letter*.
struct FirstLetters {
  /// The first letters of a block.
  struct Letters {
    var block: NodeID
    var text: NodeID
    /// The bytes of the text up to the end of the letters.
    var count: Int
    /// The letters.
    var letters: String
  }

  let document: Document
  let styles: StyledDocument

  /// The first letters of some blocks, by the parent of the text that they are in. Of a block in another one,
  /// both with a style for the same letters, the inner one counts.
  func letters(of blocks: Set<NodeID>) -> [NodeID: Letters] {
    var result: [NodeID: (depth: Int, letters: Letters)] = [:]
    for block in blocks {
      guard let depth = depth(of: block), let (parent, letters) = letters(of: block) else { continue }
      if let known = result[parent], known.depth > depth { continue }
      result[parent] = (depth, letters)
    }
    return result.mapValues(\.letters)
  }

  /// The number of nodes above one; nil for a node that is not in the document.
  private func depth(of node: NodeID) -> Int? {
    var depth = 0
    var node = node
    while let parent = document.parentOrHost(of: node) {
      depth += 1
      node = parent
    }
    return node == document.root ? depth : nil
  }

  private func letters(of block: NodeID) -> (parent: NodeID, letters: Letters)? {
    guard styles[block].box.display.hasFirstLine else { return nil }
    /// The open elements, each with its next child.
    var open: [(element: NodeID, next: NodeID?)] = [(block, first(in: block))]
    while let (element, next) = open.last {
      guard let child = next else {
        open.removeLast()
        continue
      }
      open[open.count - 1].next = following(child)
      if let text = document[child].text {
        let isKept = styles[element].text.whiteSpaceCollapse != .collapse
        switch Self.scan(text, keepsSpace: isKept) {
        case .letters(let letters, let count):
          return (element, Letters(block: block, text: child, count: count, letters: letters))
        case .nothing: continue
        case .other: return nil
        }
      }
      guard let own = document[child].element else { continue }
      let style = styles[child]
      if style.box.display == .none || style.isAbsolutelyPositioned || style.box.float != .none { continue }
      let isText = own.control == nil || own.control == .link
      guard isText, own.elementName != .br, style.box.display.continuesFirstLine else { return nil }
      open.append((child, first(in: child)))
    }
    return nil
  }

  private func first(in node: NodeID) -> NodeID? {
    skippingLetter(document.firstShown(in: node))
  }

  private func following(_ node: NodeID) -> NodeID? { skippingLetter(document.shown(after: node)) }

  /// The node, or the rest of its text if the node is a generated first letter.
  private func skippingLetter(_ node: NodeID?) -> NodeID? {
    guard let node, let parent = document[node].parent,
      let letter = document.generated[parent]?.firstLetter, letter.node == node
    else { return node }
    return letter.text
  }

  private enum Scan {
    case letters(String, count: Int)
    /// Only white space that is not shown.
    case nothing
    /// Something other than a letter.
    case other
  }

  /// Punctuation, a letter and punctuation, at the start of a text.
  private static func scan(_ text: String, keepsSpace: Bool) -> Scan {
    var rest = text[...]
    let spaces = rest.prefix { $0.isASCII && $0.isWhitespace }
    rest = rest.dropFirst(spaces.count)
    guard !rest.isEmpty else { return keepsSpace && !spaces.isEmpty ? .other : .nothing }
    let start = keepsSpace ? text.startIndex : rest.startIndex
    rest = rest.drop { $0.isFirstLetterPunctuation || $0.isFirstLetterSpace }
    guard let letter = rest.first, !letter.isWhitespace else { return .other }
    rest = rest.dropFirst().drop { $0.isFirstLetterPunctuation && !$0.beginsAnew }
    let count = text.utf8.distance(from: text.startIndex, to: rest.startIndex)
    return .letters(String(text[start..<rest.startIndex]), count: count)
  }
}

extension Character {
  /// Whether it is punctuation that goes with the first letter.
  fileprivate var isFirstLetterPunctuation: Bool {
    switch unicodeScalars.first?.properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation,
      .dashPunctuation, .connectorPunctuation:
      true
    default: false
    }
  }

  /// Whether it is punctuation that goes with what follows it, not with a letter before it.
  fileprivate var beginsAnew: Bool {
    switch unicodeScalars.first?.properties.generalCategory {
    case .openPunctuation, .dashPunctuation: true
    default: false
    }
  }

  /// Whether it is a space that may be between the punctuation and the letter.
  fileprivate var isFirstLetterSpace: Bool {
    unicodeScalars.first?.properties.generalCategory == .spaceSeparator
  }
}

extension HybridCSS.Display {
  /// Whether it is a block container, which has a first line.
  var hasFirstLine: Bool {
    switch self {
    case .block, .flowRoot, .listItem, .inlineBlock, .tableCell, .tableCaption: true
    default: false
    }
  }

  /// Whether the first line of a block may begin in it.
  fileprivate var continuesFirstLine: Bool {
    switch self {
    case .inline, .contents, .block, .flowRoot, .listItem: true
    default: false
    }
  }
}
