package import HybridDOM
import HybridSource

/// The element that a fragment of HTML is read for: what may stand in `tr` is not what may stand in `div`.
package struct HTMLFragmentContext: Hashable, Sendable {
  /// The name, in any case.
  package var name: String
  /// The namespace of the element.
  package var namespace: Namespace

  /// An element by its name.
  package init(_ name: String, namespace: Namespace = .html) {
    (self.name, self.namespace) = (name, namespace)
  }
}

/// How a page is read.
struct HTMLReadingOptions {
  var dialect = MarkupDialect.standard
  /// The context element of a fragment; nil for a page.
  var context: HTMLFragmentContext?
}

/// Reads a page, or a fragment of one.
func readHTML(
  _ source: Source, _ input: MarkupInput, _ limits: MarkupLimits, _ options: HTMLReadingOptions,
  _ reports: MarkupReports
) -> MarkupResult {
  var builder = HTMLTreeBuilder(input, path: source.path, limits: limits, options)
  builder.run()
  var words = HTMLReports(
    source: source, input: input, document: builder.writer.document, limits: limits, reports: reports)
  words.add(builder.tokenizer.faults, builder.notes)
  return MarkupResult(document: builder.writer.document, diagnostics: words.reports.diagnostics)
}
