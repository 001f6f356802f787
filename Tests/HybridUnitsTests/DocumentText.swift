import HybridDOM
import HybridSource

/// A document from nested values, since this target has no reader of HTML.
indirect enum Sketch {
  case element(String, [String: String], [Sketch])
  case text(String)

  /// The document, every node with a range of its own.
  static func document(_ nodes: [Sketch]) -> Document {
    var document = Document(files: ["page.html"], isHTML: true)
    var offset = 0
    func add(_ node: Sketch, to parent: NodeID) {
      offset += 10
      let range = SourceRange(offset..<offset + 5)
      switch node {
      case .text(let text): document.append(document.makeNode(.text(text), range: range), to: parent)
      case .element(let name, let attributes, let children):
        var element = Element(name: name, writtenName: name, startTag: range)
        for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
          element.attributes.append(
            Attribute(name: name, writtenName: name, value: value, nameRange: range, valueRange: range))
        }
        let id = document.makeNode(.element(element), range: range)
        document.append(id, to: parent)
        for child in children { add(child, to: id) }
      }
    }
    for node in nodes { add(node, to: document.root) }
    return document
  }
}

extension Document {
  /// The tree on one line: `p[class=a](text)`.
  var sketch: String { children(of: root).map(sketch).joined(separator: " ") }

  private func sketch(_ node: NodeID) -> String {
    guard let element = self[node].element else { return "'\(self[node].text ?? "")'" }
    let attributes = element.attributes.map { "[\($0.name)=\($0.value)]" }.joined()
    let inside = children(of: node).map(sketch).joined(separator: " ")
    return element.name + attributes + (inside.isEmpty ? "" : "(\(inside))")
  }
}
