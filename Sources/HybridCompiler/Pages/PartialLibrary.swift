import HybridDOM
import HybridMarkup
import HybridSource
import HybridUnits

/// Every included HTML file, parsed once.
struct PartialLibrary: Sendable {
  private var documents: [String: ParsedMarkup] = [:]

  /// The file at `path`; nil when it cannot be read.
  mutating func markup(_ path: String, _ files: inout FileStore) -> ParsedMarkup? {
    if let document = documents[path] { return document }
    guard case .present(let source, _) = files.load(path) else { return nil }
    let document = ParsedMarkup(source)
    documents[path] = document
    return document
  }

  /// Adds the documents of a fork that are missing here.
  mutating func absorb(_ fork: PartialLibrary) { documents.merge(fork.documents) { known, _ in known } }

  /// Discards the file at `path`.
  mutating func forget(_ path: String) { documents[path] = nil }
}

/// One parsed HTML file.
struct ParsedMarkup: Sendable {
  var source: Source
  var document: Document
  var diagnostics: [Diagnostic]

  init(_ source: Source) {
    self.source = source
    let reading = readHTML(source)
    document = reading.document
    diagnostics = reading.diagnostics
  }

  /// The nodes that replace an `include` of this file: the content of its head and body, or all of it when it
  /// has neither.
  var content: [NodeID] {
    let tops = Array(document.children(of: document.root))
    guard let html = tops.first(where: { document[$0].element?.name == "html" }) else {
      return tops.flatMap(withoutParagraph)
    }
    return document.children(of: html).flatMap { child in
      switch document[child].element?.name {
      case "head", "body": document.children(of: child).flatMap(withoutParagraph)
      default: [child]
      }
    }
  }

  /// Removes the `p` that libxml2 adds around text at the start of a file, unlike the HTML Standard.
  private func withoutParagraph(_ node: NodeID) -> [NodeID] {
    guard let element = document[node].element, element.name == "p", element.startTag.range.isEmpty else {
      return [node]
    }
    return Array(document.children(of: node))
  }
}
