package import HybridDOM
package import HybridJSON
package import HybridSource

extension JSONWriter {
  /// The children of the document node: `{"type", "name", "namespace", "attributes", "text", "source",
  /// "children"}`, without the members that a kind of node has not. `source` is `file:line:col`; a node that
  /// the author left out has the place where it was implied.
  package mutating func htmlNodes(_ document: Document, _ source: Source) {
    let lines = LineTable(source.bytes)
    beginArray()
    var open: [NodeID] = []
    var node = document[document.root].firstChild
    while let current = node {
      beginObject()
      members(of: document[current], source, lines)
      if let first = document[current].firstChild {
        key("children")
        beginArray()
        open.append(current)
        node = first
        continue
      }
      endObject()
      node = document[current].nextSibling
      while node == nil, let parent = open.popLast() {
        endArray()
        endObject()
        node = document[parent].nextSibling
      }
    }
    endArray()
  }

  private mutating func members(of node: Node, _ source: Source, _ lines: LineTable) {
    func place(_ range: SourceRange) -> String {
      let location = source.location(of: Int(range.start), lines: lines)
      return "\(location)"
    }
    switch node.content {
    case .document: break
    case .documentType(let type):
      member("type", "doctype")
      member("name", type.name)
      if !type.publicID.isEmpty { member("publicId", type.publicID) }
      if !type.systemID.isEmpty { member("systemId", type.systemID) }
    case .comment(let text):
      member("type", "comment")
      member("text", text)
    case .text(let text):
      member("type", "text")
      member("text", text)
    case .element(let element):
      member("type", "element")
      member("name", element.name)
      switch element.namespace {
      case .html: break
      case .svg: member("namespace", "svg")
      case .mathML: member("namespace", "math")
      }
      if !element.attributes.isEmpty {
        key("attributes")
        array { json in
          for attribute in element.attributes {
            json.object {
              $0.member("name", attribute.name)
              $0.member("value", attribute.value)
              $0.member("source", place(attribute.nameRange))
            }
          }
        }
      }
    }
    member("source", place(node.range))
  }
}
