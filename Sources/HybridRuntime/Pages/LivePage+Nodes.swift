import HybridDOM
import HybridSource
import HybridUnits

extension LivePage {
  /// A node by the number that scripts have for it.
  func node(_ number: Int) -> NodeID? {
    number >= 0 && number < document.nodes.count ? NodeID(number) : nil
  }

  /// Whether a node is in the document.
  func isAttached(_ node: NodeID) -> Bool {
    var current = node
    while let parent = document[current].parent { current = parent }
    return current == document.root
  }

  /// The living node of a node of the template, the first where it is repeated.
  func livingNode(of template: NodeID) -> NodeID? {
    bound.origins.firstIndex(of: template).map { live[$0] }
  }

  /// `node` and what is above it, the innermost first.
  func ancestors(of node: NodeID) -> [NodeID] {
    var result: [NodeID] = []
    var current: NodeID? = node
    while let node = current {
      result.append(node)
      current = document[node].parent
    }
    return result
  }

  /// An element's name in lower case, as elements of HTML and of TokenHybrid are told apart.
  func tag(of node: NodeID) -> String { document[node].element?.name.lowercased() ?? "" }

  /// Names a node as long as the page lives. A name never goes from one element to another.
  func key(of node: NodeID) -> String {
    guard let element = document[node].element else { return "" }
    return "\(element.id.map { "#" + $0 } ?? element.name)~\(node.index)"
  }

  /// Where an element is written; nil for what scripts made. The rows of a table are where their template is.
  func place(of node: NodeID) -> SourceLocation? {
    guard origins.indices.contains(node.index), origins[node.index] >= 0 else { return nil }
    return unit.place(of: NodeID(Int(origins[node.index])))
  }

  // MARK: Changing

  /// Notes that the child list of a node is another.
  func noteChildren(of node: NodeID) {
    version += 1
    changes.children.insert(node)
  }

  func noteAttribute(_ name: String, of node: NodeID) {
    version += 1
    changes.attributes[node, default: []].insert(name)
  }

  /// Sets, or with nil removes, an attribute by its name in any spelling.
  func set(_ name: String, to value: String?, of node: NodeID) {
    guard var element = document[node].element else { return }
    let key = document.isHTML ? name.asciiLowercase : name
    if let index = element.attributes.firstIndex(where: { $0.name == key }) {
      guard element.attributes[index].value != value else { return }
      if let value { element.attributes[index].value = value } else { element.attributes.remove(at: index) }
    } else if let value {
      let nowhere = SourceRange(0..<0)
      element.attributes.append(
        Attribute(name: key, writtenName: name, value: value, nameRange: nowhere, valueRange: nowhere))
    } else {
      return
    }
    document[node].element = element
    if key == "id" || key == "pinto" || key == "pin-to" { noteID(of: node) }
    noteAttribute(key, of: node)
  }

  func make(_ content: Node.Content) -> NodeID {
    let node = document.makeNode(content, range: SourceRange(0..<0))
    growOrigins()
    noteID(of: node)
    return node
  }

  func makeElement(_ name: String) -> NodeID {
    make(
      .element(
        Element(
          name: document.isHTML ? name.asciiLowercase : name, writtenName: name, startTag: SourceRange(0..<0))
      ))
  }

  /// Copies a subtree of another document in, without a parent; `origin` gives the template's node for each.
  func copy(_ top: NodeID, of other: Document, origin: (NodeID) -> Int32 = { _ in -1 }) -> NodeID {
    var made: [NodeID: NodeID] = [:]
    let nodes = Array(other.nodes(in: top))
    for node in nodes {
      let copy = make(other[node].content)
      document[copy].range = other[node].range
      origins[copy.index] = origin(node)
      made[node] = copy
      if node != top, let parent = other[node].parent, let above = made[parent] {
        document.append(copy, to: above)
      }
    }
    return made[top] ?? document.root
  }
}

extension String {
  var asciiLowercase: String {
    utf8.contains { (65...90).contains($0) }
      ? String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self) : self
  }
}
