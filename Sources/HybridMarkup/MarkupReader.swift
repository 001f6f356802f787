package import HybridDOM
import HybridEncoding
package import HybridSource

/// The result of reading a page or template.
package struct MarkupResult: Sendable {
  /// The document; it ends at an error that nothing sensible can follow.
  package var document: Document
  /// The diagnostics, in the order of the file. After an error, ``document`` should not be used.
  package var diagnostics: [Diagnostic]

  /// Whether there is an error.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// How much is read before a file is refused.
package struct MarkupLimits: Hashable, Sendable {
  /// How deep elements may nest.
  package var depth = 512
  /// How many nodes a document may have.
  package var nodes = 100_000
  /// How many attributes an element may have.
  package var attributes = 4_096
  /// How many bytes a file may have.
  package var bytes = 16 << 20

  /// The usual limits.
  package init() {}
}

/// Which rules the tags of a page follow.
package enum MarkupDialect: Hashable, Sendable {
  /// HTML and nothing else.
  case standard
  /// HTML for the pages of projects: `<x/>` closes an element that HTML does not define, a component say, and
  /// a page whose `html` element has the attribute `html-identify` is native.
  case web
  /// TokenHybrid's: tags nest as they are written, nothing is implied, and `<x/>` closes any element.
  case native
}

/// Reads a page as the HTML Standard says (§13.2), however malformed it is.
///
/// Names are ASCII lower case in ``Element/name``, but those of SVG, and as the author wrote them in
/// ``Element/writtenName``. Elements that the author left out (`html`, `head`, `tbody`) have an empty range;
/// those that are opened again (`<b>` behind `</p>`) have the place of their tag. Whatever the author most
/// likely did not mean is a warning; a file that ends inside a tag, comment, `script` or `style` is an error,
/// since hardly anything of it could be read. Bytes that are not UTF-8 are errors, too, and become U+FFFD,
/// unless the page declares windows-1252 or begins with the byte order mark of UTF-16; all ranges count the
/// bytes of the file as it is.
///
///     let page = readHTML(Source(path: "home.html", text: "<label class=big>Hi</label>"))
///     let body = page.document.rootElement  // html, with a head, and a body that holds the label
///
/// - Complexity: O(*n*).
package func readHTML(
  _ source: Source, dialect: MarkupDialect = .web, limits: MarkupLimits = MarkupLimits()
) -> MarkupResult {
  readHTML(source, HTMLReadingOptions(dialect: dialect), limits)
}

/// Reads a fragment as if it were assigned to `innerHTML` of `context` (HTML Standard §13.4). Its nodes are
/// the children of the document node.
///
/// - Complexity: O(*n*).
package func readHTMLFragment(
  _ source: Source, in context: HTMLFragmentContext, dialect: MarkupDialect = .standard,
  limits: MarkupLimits = MarkupLimits()
) -> MarkupResult {
  readHTML(source, HTMLReadingOptions(dialect: dialect, context: context), limits)
}

private func readHTML(_ source: Source, _ options: HTMLReadingOptions, _ limits: MarkupLimits) -> MarkupResult
{
  var reports = MarkupReports(source)
  guard isReadable(source, limits, &reports) else {
    return MarkupResult(
      document: Document(files: [source.path], isHTML: true), diagnostics: reports.diagnostics)
  }
  let input = MarkupInput(source, .html, &reports)
  return readHTML(source, input, limits, options, reports)
}

/// Reads an XML template, strictly: what is not well formed is an error, and reading ends there.
///
/// There are no document types, no entities but the five of XML, and nothing is ever fetched. Namespace
/// prefixes are part of the names, as written. Processing instructions are dropped, CDATA sections are text.
///
/// - Complexity: O(*n*).
package func readXML(_ source: Source, limits: MarkupLimits = MarkupLimits()) -> MarkupResult {
  var reports = MarkupReports(source)
  let nothing = Document(files: [source.path], isHTML: false)
  func refused() -> MarkupResult { MarkupResult(document: nothing, diagnostics: reports.diagnostics) }
  guard isReadable(source, limits, &reports) else { return refused() }
  guard !source.bytes.starts(with: [0xFF, 0xFE]), !source.bytes.starts(with: [0xFE, 0xFF]) else {
    reports.error("markup.utf-16", "the file is UTF-16", at: 0..<2, hint: "save the file as UTF-8")
    return refused()
  }
  let input = MarkupInput(source, .xml, &reports)
  let scan = scanMarkup(input.bytes, limits)
  if let fault = scan.fault {
    reports.add(.error, fault.code, fault.message, at: input.original(fault.range), hint: fault.hint)
    return refused()
  }
  guard !input.bytes.allSatisfy(\.isASCIIWhitespace) else {
    // An empty page is a page; a template has a root element.
    reports.error("markup.empty", "the file is empty", at: 0..<0)
    return refused()
  }
  let builder = DocumentBuilder(source, input, scan, limits, reports)
  parse(input.bytes, into: builder)
  return builder.finish()
}

/// The language of a file.
enum MarkupLanguage {
  case html
  case xml
}

private func isReadable(_ source: Source, _ limits: MarkupLimits, _ reports: inout MarkupReports) -> Bool {
  guard source.bytes.count <= limits.bytes else {
    let size =
      "a page or template has at most \(limits.bytes >> 20) MB, this file \(source.bytes.count >> 20) MB"
    reports.error("markup.too-large", size, at: 0..<0)
    return false
  }
  return true
}

/// Reports in the order of the file, whatever order they were found in.
struct MarkupReports {
  struct Report {
    var severity: Severity
    var code: String
    var message: String
    var range: Range<Int>
    var hint: String?
  }

  /// Reports that are worked on at most; a hostile file must not fill the memory with them.
  private static let limit = 1000
  private var collector: DiagnosticCollector
  private var reports: [Report] = []
  private var errorCount = 0

  /// Whether there are so many errors that more are not worth their time.
  var isFull: Bool { errorCount >= Self.limit }

  init(_ source: Source) { collector = DiagnosticCollector(source) }

  var diagnostics: [Diagnostic] {
    var collector = collector
    // Equal offsets keep their order.
    let order = reports.indices.sorted {
      (reports[$0].range.lowerBound, $0) < (reports[$1].range.lowerBound, $1)
    }
    for index in order {
      let report = reports[index]
      collector.add(report.severity, report.code, report.message, at: report.range, hint: report.hint)
    }
    return collector.diagnostics
  }

  mutating func line(of offset: Int) -> Int { collector.line(of: offset) }

  mutating func error(_ code: String, _ message: String, at range: Range<Int>, hint: String? = nil) {
    add(.error, code, message, at: range, hint: hint)
  }

  mutating func warning(_ code: String, _ message: String, at range: Range<Int>, hint: String? = nil) {
    add(.warning, code, message, at: range, hint: hint)
  }

  mutating func add(
    _ severity: Severity, _ code: String, _ message: @autoclosure () -> String, at range: Range<Int>,
    hint: @autoclosure () -> String? = nil
  ) {
    guard severity == .error || reports.count - errorCount < Self.limit else { return }
    if severity == .error { errorCount += 1 }
    reports.append(Report(severity: severity, code: code, message: message(), range: range, hint: hint()))
  }
}
