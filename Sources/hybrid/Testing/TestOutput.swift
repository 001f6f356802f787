import HybridEncoding
import HybridJSON
import HybridSnapshots
import HybridSource
import HybridViewTree

/// The results of a run.
struct TestSummary {
  var cases = 0
  var failed = 0
  /// Snapshots that were stored for the first time, and snapshots that were replaced.
  var new: [String] = []
  var updated: [String] = []
  /// Files that belong to no case, and the ones of them that were removed.
  var orphans: [String] = []
  var removed: [String] = []
  /// Errors of the project and its scenarios.
  var projectErrors = 0
  /// Files other than snapshots that could not be written or removed.
  var faults: [Diagnostic] = []
  private var cannotWrite = false
  var seconds = 0.0
  /// The path of the report, if there is one.
  var report: String?

  init(_ results: [CaseResult]) {
    cases = results.count
    for result in results {
      if result.isFailure { failed += 1 }
      for snapshot in result.snapshots {
        note(snapshot.layout, snapshot.name.layoutPath)
        if let picture = snapshot.picture { note(picture, snapshot.name.picturePath) }
        cannotWrite = cannotWrite || snapshot.faults.contains { $0.code.hasPrefix("environment.") }
      }
    }
  }

  private mutating func note<Difference>(_ verdict: Verdict<Difference>, _ path: String) {
    switch verdict {
    case .new: new.append(path)
    case .updated: updated.append(path)
    default: break
    }
  }

  /// Whether this machine failed, rather than the project.
  var hasEnvironmentFaults: Bool { cannotWrite || !faults.isEmpty }

  /// `14 cases: 12 as they were, 2 failed, 3 new snapshots · 1.2 s`
  var line: String {
    var parts = ["\(counted(cases, "case")): \(cases - failed) passed"]
    if failed > 0 { parts.append("\(failed) failed") }
    if !new.isEmpty { parts.append("\(counted(new.count, "new snapshot"))") }
    if !updated.isEmpty { parts.append("\(updated.count) updated") }
    if !removed.isEmpty { parts.append("\(removed.count) removed") }
    if projectErrors > 0 { parts.append("\(counted(projectErrors, "error")) of the project") }
    return parts.joined(separator: ", ")
  }
}

/// Prints a run, for people or as one JSON object a line.
struct TestOutput {
  let printsJSON: Bool
  /// The project's folder as given on the command line.
  let folder: String
  /// The number of printed lines for one difference; the report has all of them.
  private static let lineLimit = 16

  func report(_ diagnostic: Diagnostic) {
    guard printsJSON else { return Output.error.report(diagnostic) }
    Output.standard.line { json in
      json.member("event", "diagnostic")
      json.key("diagnostic")
      diagnostic.write(to: &json)
    }
  }

  func fail(_ diagnostic: Diagnostic) -> ExitCode {
    report(diagnostic)
    return .environmentFailed
  }

  // MARK: Cases

  func print(_ result: CaseResult) {
    guard !printsJSON else { return printJSON(result) }
    let out = Output.standard
    if result.isFailure {
      out.write("\n" + out.paint("31", "failed") + "  " + out.bold(result.heading.withoutControls) + "\n")
    }
    for diagnostic in result.diagnostics { Output.error.report(diagnostic) }
    for snapshot in result.snapshots {
      if let word = written(snapshot) { out.write("\(word)  \(snapshot.name)\n".withoutControlsButLineEnds) }
    }
    for complaint in result.complaints(lines: Self.lineLimit) {
      out.write("  \(complaint.place): \(complaint.message)\n".withoutControlsButLineEnds)
      if let source = complaint.source { out.write("    written at \(source)\n".withoutControlsButLineEnds) }
      for line in complaint.lines {
        let style = line.hasPrefix("-") ? "31" : line.hasPrefix("+") ? "32" : "2"
        out.write("    " + out.paint(style, line.withoutControls) + "\n")
      }
    }
  }

  /// `new` or `updated` for a snapshot that was written.
  private func written(_ snapshot: SnapshotResult) -> String? {
    let words = [snapshot.layout.word, snapshot.picture?.word]
    return ["updated", "new"].first { words.contains($0) }
  }

  private func printJSON(_ result: CaseResult) {
    Output.standard.line { json in
      json.member("event", "case")
      json.member("unit", result.unit)
      json.member("device", result.device)
      if let data = result.data { json.member("data", data) }
      if let scenario = result.scenario { json.member("scenario", scenario) }
      json.member("status", result.isFailure ? "failed" : "passed")
      json.key("snapshots")
      json.array {
        for snapshot in result.snapshots {
          $0.object {
            $0.member("name", snapshot.name.description)
            $0.member("layout", snapshot.layout.word)
            if let picture = snapshot.picture { $0.member("picture", picture.word) }
            if case .different(let difference)? = snapshot.picture {
              $0.member("differing", difference.differing)
              $0.member("pixels", difference.total)
            }
          }
        }
      }
      json.key("complaints")
      json.array {
        for complaint in result.complaints() {
          $0.object {
            $0.member("kind", complaint.kind)
            $0.member("place", complaint.place)
            $0.member("message", complaint.message)
            if let source = complaint.source { $0.member("source", source) }
            $0.key("lines")
            $0.array { for line in complaint.lines { $0.value(line) } }
          }
        }
      }
      json.key("diagnostics")
      json.array { for diagnostic in result.diagnostics { diagnostic.write(to: &$0) } }
      json.member("milliseconds", result.milliseconds.rounded(toDecimals: 1))
    }
  }

  // MARK: The end

  func print(_ summary: TestSummary) {
    guard !printsJSON else { return printJSON(summary) }
    let out = Output.standard
    for path in summary.removed { out.write("removed  \(path.withoutControls)\n") }
    for fault in summary.faults { Output.error.report(fault) }
    for path in summary.orphans.prefix(20) {
      Output.error.report(
        Diagnostic(
          .warning, "test.orphan", "'\(path)' belongs to no test case", hint: "'--update' removes it"))
    }
    if summary.orphans.count > 20 { Output.error.write("… and \(summary.orphans.count - 20) more\n") }
    if summary.failed > 0 { out.write("\n") }
    let tenths = Int((summary.seconds * 10).rounded())
    let style = summary.failed > 0 || summary.projectErrors > 0 ? "31" : "32"
    out.write(out.paint(style, summary.line) + " · \(tenths / 10).\(tenths % 10) s\n")
    if let report = summary.report { out.write("report: \(report.withoutControls)\n") }
    if summary.failed > 0 {
      let folder = folder == "." ? "" : " \(folder.withoutControls)"
      out.write("to accept these results: hybrid test\(folder) --update\n")
    }
  }

  private func printJSON(_ summary: TestSummary) {
    for fault in summary.faults { report(fault) }
    Output.standard.line { json in
      json.member("event", "done")
      json.member("cases", summary.cases)
      json.member("failed", summary.failed)
      for (name, paths) in [
        ("new", summary.new), ("updated", summary.updated), ("orphans", summary.orphans),
        ("removed", summary.removed),
      ] {
        json.key(name)
        json.array { for path in paths { $0.value(path) } }
      }
      if let report = summary.report { json.member("report", report) }
      json.member("milliseconds", (summary.seconds * 10_000).rounded() / 10)
    }
  }
}

extension String {
  /// The text without control characters, except line feeds.
  fileprivate var withoutControlsButLineEnds: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).withoutControls }
      .joined(separator: "\n")
  }
}
