/// The diagnostics of one file, collected while it is read.
///
/// Collecting takes linear time in the size of the file, and keeps only the first ``limit`` errors and the
/// first ``limit`` other reports.
///
///     var report = DiagnosticCollector(source)
///     report.error(
///       "css.unknown-unit", "'pxx' is not a length unit here", at: 24..<27, hint: "did you mean 'px'?")
///     return (sheet, report.diagnostics)
package struct DiagnosticCollector: Sendable {
  /// The file.
  package let source: Source
  /// The maximum number of errors kept, and of other reports.
  package let limit: Int
  /// The number of errors, kept or not.
  package private(set) var errorCount = 0
  private var otherCount = 0
  private var kept: [Diagnostic] = []
  private var lines: LineTable?

  /// A collector without reports.
  package init(_ source: Source, limit: Int = 100) {
    self.source = source
    self.limit = limit
  }

  /// Whether there was an error.
  package var hasErrors: Bool { errorCount > 0 }

  /// The kept reports, in the order of addition, followed by the number of others.
  package var diagnostics: [Diagnostic] {
    let dropped = errorCount + otherCount - kept.count
    guard dropped > 0 else { return kept }
    let text = "\(source.path): \(dropped) more reports are not shown"
    return kept + [Diagnostic(.note, "source.more-diagnostics", text)]
  }

  /// Adds an error about the bytes `range`.
  package mutating func error(_ code: String, _ message: String, at range: Range<Int>, hint: String? = nil) {
    add(.error, code, message, at: range, hint: hint)
  }

  /// Adds a warning about the bytes `range`.
  package mutating func warning(_ code: String, _ message: String, at range: Range<Int>, hint: String? = nil)
  {
    add(.warning, code, message, at: range, hint: hint)
  }

  /// Adds an error about a member that an object of a JSON file cannot have. The hint is the nearest of the
  /// known ones, or else all of them but `$schema`, which editors write.
  package mutating func unknownMember(
    _ key: String, among known: [String], _ code: String, _ message: String, at range: Range<Int>
  ) {
    error(
      code, message, at: range,
      hint: nearestHint(to: key, in: known)
        ?? "it has \(known.filter { $0 != "$schema" }.joined(separator: ", "))")
  }

  /// Adds a report about the bytes `range`.
  package mutating func add(
    _ severity: Severity, _ code: String, _ message: @autoclosure () -> String, at range: Range<Int>,
    hint: @autoclosure () -> String? = nil
  ) {
    let count = severity == .error ? errorCount : otherCount
    if severity == .error { errorCount += 1 } else { otherCount += 1 }
    guard count < limit else { return }
    let table = lines ?? LineTable(source.bytes)
    lines = table
    kept.append(Diagnostic(severity, code, message(), at: range, in: source, lines: table, hint: hint()))
  }

  /// The line number of a byte, for messages that mention a second place.
  package mutating func line(of offset: Int) -> Int {
    let table = lines ?? LineTable(source.bytes)
    lines = table
    return table.line(of: offset).number
  }
}
