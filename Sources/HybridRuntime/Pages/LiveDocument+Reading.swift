import HybridDOM
import HybridMarkup
import HybridScript
import HybridSource

/// Documents that scripts have read, beside the page's own (HTML Standard §8.5.2, *DOMParser*).
extension LiveDocument {
  /// Makes an element with a namespace.
  func make(_ name: String, in namespace: Namespace) throws -> NodeID {
    try reserveNodes(1)
    guard Self.isElementName(name) else {
      throw ScriptThrow("InvalidCharacterError", "'\(name)' is not a valid element name")
    }
    return makeElement(name, in: namespace)
  }

  /// Reads a whole page as the compiler does, without reports for authors.
  func readHTML(_ markup: String) throws -> (top: NodeID, mode: QuirksMode) {
    let read = HybridMarkup.readHTML(Source(path: "", text: markup), dialect: .standard).document
    return (try adopt(read), read.quirksMode)
  }

  /// Reads XML; a document with a fault is empty.
  func readXML(_ markup: String) throws -> (top: NodeID, fault: String?) {
    let result = HybridMarkup.readXML(Source(path: "", text: markup))
    if let error = result.diagnostics.first(where: { $0.severity == .error }) {
      return (make(.document), error.message)
    }
    var read = result.document
    for node in Array(read.nodes(in: read.root)) {
      guard let element = read[node].element else { continue }
      let outer = read[node].parent.flatMap { read[$0].element?.namespace } ?? .html
      read[node].element?.namespace = element["xmlns"].map { Self.namespace(of: $0) } ?? outer
    }
    return (try adopt(read), nil)
  }

  /// Makes a detached copy of a document that was read.
  private func adopt(_ read: Document) throws -> NodeID {
    try reserveNodes(read.nodes.count)
    let top = make(.document)
    for child in Array(read.children(of: read.root)) { insert(copy(child, of: read), before: nil, in: top) }
    return top
  }

  private static func namespace(of address: String) -> Namespace {
    switch address {
    case "http://www.w3.org/2000/svg": .svg
    case "http://www.w3.org/1998/Math/MathML": .mathML
    default: .html
    }
  }
}
