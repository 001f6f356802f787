import HybridDOM
import HybridMarkup
import HybridSource
import HybridUnits

/// Every HTML file that pages include, parsed once.
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

  /// Takes in what a copy of this has that this lacks.
  mutating func absorb(_ fork: PartialLibrary) { documents.merge(fork.documents) { known, _ in known } }

  /// Forgets the file at `path`.
  mutating func forget(_ path: String) { documents[path] = nil }
}

/// One HTML file as it was read.
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

  /// What an `include` of this file is replaced by: what is in its head and body, or all of it when it has
  /// neither.
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

  /// libxml2 puts text that begins a file into a `p` that nobody wrote, which the HTML Standard does not.
  private func withoutParagraph(_ node: NodeID) -> [NodeID] {
    guard let element = document[node].element, element.name == "p", element.startTag.range.isEmpty else {
      return [node]
    }
    return Array(document.children(of: node))
  }
}
