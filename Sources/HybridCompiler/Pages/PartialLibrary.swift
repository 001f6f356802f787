import HybridDOM
import HybridEncoding
import HybridMarkup
import HybridSource
import HybridUnits

/// Every included HTML file, parsed once for each dialect that includes it.
struct PartialLibrary: Sendable {
  private var documents: [PageDialect: [String: ParsedMarkup]] = [:]

  /// The file at `path` as pages of `dialect` include it; nil when it cannot be read.
  mutating func markup(
    _ path: String, in dialect: PageDialect, _ files: inout FileStore
  ) -> ParsedMarkup? {
    if let document = documents[dialect]?[path] { return document }
    guard case .present(let source, _) = files.load(path) else { return nil }
    let document = ParsedMarkup(partial: source, in: dialect)
    documents[dialect, default: [:]][path] = document
    return document
  }

  /// Adds the documents of a fork that are missing here.
  mutating func absorb(_ fork: PartialLibrary) {
    for (dialect, others) in fork.documents {
      documents[dialect, default: [:]].merge(others) { known, _ in known }
    }
  }

  /// Discards the file at `path`.
  mutating func forget(_ path: String) {
    for dialect in documents.keys { documents[dialect]?[path] = nil }
  }
}

/// One parsed HTML file.
struct ParsedMarkup: Sendable {
  var source: Source
  var document: Document
  /// The dialect that its elements follow.
  var dialect: PageDialect
  var diagnostics: [Diagnostic]

  /// A page. A page whose `html` element has `html-identify` is native, whatever `dialect` says.
  init(page source: Source, in dialect: PageDialect) {
    self.init(source, dialect, readHTML(source, dialect: dialect.markup))
    let root = document.rootElement.flatMap { document[$0].element }
    if root?.attribute("html-identify") != nil { self.dialect = .native }
  }

  /// A file that pages include, or a component: a fragment that may have any elements (table rows, too),
  /// unless the file is a page of its own.
  init(partial source: Source, in dialect: PageDialect) {
    if source.bytes.hasPageTags {
      self.init(page: source, in: dialect)
    } else {
      let context = HTMLFragmentContext("template")
      self.init(source, dialect, readHTMLFragment(source, in: context, dialect: dialect.markup))
    }
  }

  private init(_ source: Source, _ dialect: PageDialect, _ reading: MarkupResult) {
    self.source = source
    self.dialect = dialect
    document = reading.document
    diagnostics = reading.diagnostics
  }

  /// The nodes that replace an `include` of this file: the content of its head and body, or all of it when it
  /// has neither.
  var content: [NodeID] {
    let tops = Array(document.children(of: document.root))
    guard let html = tops.first(where: { document[$0].elementName == .html }) else { return tops }
    return document.children(of: html).flatMap { child in
      switch document[child].elementName {
      case .head, .body: Array(document.children(of: child))
      default: [child]
      }
    }
  }
}

extension PageDialect {
  /// The rules for the tags of its pages.
  var markup: MarkupDialect {
    switch self {
    case .web: .web
    case .native: .native
    }
  }
}

extension [UInt8] {
  /// Whether there is a tag of `html`, `head` or `body`.
  fileprivate var hasPageTags: Bool {
    var rest = self[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      let word = rest.prefix(4).map { $0 | 0x20 }
      guard ["html", "head", "body"].contains(where: { word.elementsEqual($0.utf8) }) else { continue }
      switch rest.dropFirst(4).first {
      case nil, UInt8(ascii: "/"), UInt8(ascii: ">"): return true
      case let byte? where byte.isASCIIWhitespace: return true
      default: continue
      }
    }
    return false
  }
}
