internal import HybridSource

/// The first error in a part of a text, regardless of earlier reports.
package struct JSONFault: Hashable, Sendable {
  /// The code of its diagnostic.
  package var code: String
  /// Its sentence.
  package var message: String
  /// Its start, in bytes.
  package var offset: Int
}

/// The diagnostics of one JSON text, up to a limit, and the first error since the last reset.
struct JSONReport {
  private var collector: DiagnosticCollector
  /// The first error since this was last set to nil.
  var firstFault: JSONFault?

  init(_ source: Source, limit: Int) { collector = DiagnosticCollector(source, limit: limit) }

  var source: Source { collector.source }
  var hasErrors: Bool { collector.hasErrors }
  var diagnostics: [Diagnostic] { collector.diagnostics }

  mutating func error(_ code: String, _ message: String, at range: Range<Int>, hint: String? = nil) {
    if firstFault == nil { firstFault = JSONFault(code: code, message: message, offset: range.lowerBound) }
    collector.error(code, message, at: range, hint: hint)
  }

  mutating func warning(_ code: String, _ message: String, at range: Range<Int>, hint: String? = nil) {
    collector.warning(code, message, at: range, hint: hint)
  }

  mutating func line(of offset: Int) -> Int { collector.line(of: offset) }
}
