/// The diagnostics of one unit, collected by file, so that each file's lines are counted once.
package struct Reports {
  private var collectors: [String: DiagnosticCollector] = [:]
  private var order: [String] = []
  private var others: [Diagnostic] = []

  /// No reports.
  package init() {}

  /// Adds a diagnostic about `range` of `source`.
  package mutating func add(
    _ severity: Severity, _ code: String, _ message: String, at range: Range<Int>, in source: Source,
    hint: String? = nil
  ) {
    if collectors[source.path] == nil {
      collectors[source.path] = DiagnosticCollector(source)
      order.append(source.path)
    }
    collectors[source.path]?.add(severity, code, message, at: range, hint: hint)
  }

  /// Adds the diagnostics of a reader.
  package mutating func add(_ diagnostics: [Diagnostic]) { others += diagnostics }

  /// All diagnostics, in no particular order: ``Diagnostic`` lists are sorted when they are shown.
  package var diagnostics: [Diagnostic] { others + order.flatMap { collectors[$0]?.diagnostics ?? [] } }
}

extension [Diagnostic] {
  /// Each diagnostic once, by file, line and column; those without a place come first.
  package func sortedAndUnique() -> [Diagnostic] {
    var seen = Set<Diagnostic>()
    let unique = filter { seen.insert($0).inserted }
    let keyed = unique.enumerated().map {
      (offset: $0.offset, place: $0.element.location, diagnostic: $0.element)
    }
    return keyed.sorted { a, b in
      switch (a.place, b.place) {
      case (nil, nil): a.offset < b.offset
      case (nil, _?): true
      case (_?, nil): false
      case (let first?, let second?):
        (first.path, first.line, first.column, a.offset) < (second.path, second.line, second.column, b.offset)
      }
    }.map(\.diagnostic)
  }

  /// Whether one of them is an error.
  package var hasErrors: Bool { contains { $0.severity == .error } }
}
