package import HybridDOM

/// A document as the tree-construction tests of html5lib write it: `| <html>`, two blanks a level, attributes
/// sorted below their element, text in quotes, the content of `template` below a line `content`.
package func htmlListing(_ document: Document) -> String {
  var lines: [String] = []
  // A node and how deep it is.
  var pending = document.children(of: document.root).map { ($0, 0) }.reversed() as [(NodeID, Int)]
  while let (node, depth) = pending.popLast() {
    let indent = "| " + String(repeating: "  ", count: depth)
    var childDepth = depth + 1
    switch document[node].content {
    case .document: break
    case .documentType(let type): lines.append(indent + listing(type))
    case .comment(let text): lines.append(indent + "<!-- \(text) -->")
    case .text(let text): lines.append(indent + "\"\(text)\"")
    case .element(let element):
      let prefix =
        switch element.namespace {
        case .html: ""
        case .svg: "svg "
        case .mathML: "math "
        }
      lines.append(indent + "<\(prefix)\(element.name)>")
      let attributes = element.attributes.map { (listed($0.name, element.namespace), $0.value) }
      for (name, value) in attributes.sorted(by: {
        Array($0.0.utf16).lexicographicallyPrecedes(Array($1.0.utf16))
      }) {
        lines.append(indent + "  \(name)=\"\(value)\"")
      }
      if element.elementName == .template {
        lines.append(indent + "  content")
        childDepth += 1
      }
    }
    pending.append(contentsOf: document.children(of: node).map { ($0, childDepth) }.reversed())
  }
  return lines.joined(separator: "\n")
}

private func listing(_ type: DocumentType) -> String {
  guard !type.publicID.isEmpty || !type.systemID.isEmpty else { return "<!DOCTYPE \(type.name)>" }
  return "<!DOCTYPE \(type.name) \"\(type.publicID)\" \"\(type.systemID)\">"
}

private func listed(_ name: String, _ namespace: Namespace) -> String {
  guard namespace != .html, ForeignNames.prefixed.contains(name), let colon = name.firstIndex(of: ":") else {
    return name
  }
  return name[..<colon] + " " + name[name.index(after: colon)...]
}
