import HybridEncoding

/// Results as JUnit XML for CI servers: a suite for each unit, a case for each run.
///
/// There is no single specification; this follows the schema of Jenkins' xUnit plugin (`junit-10.xsd`).
package enum JUnitReport {
  /// The whole file.
  package static func text(_ results: [CaseResult], orphans: [String]) -> String {
    var suites: [(unit: String, cases: [CaseResult])] = []
    for result in results {
      if suites.last?.unit == result.unit {
        suites[suites.count - 1].cases.append(result)
      } else {
        suites.append((result.unit, [result]))
      }
    }
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    xml += "<testsuites name=\"hybrid test\"\(counts(results))>\n"
    for suite in suites {
      xml += "  <testsuite name=\"\(attribute(suite.unit))\"\(counts(suite.cases))>\n"
      for result in suite.cases { xml += testCase(result) }
      xml += "  </testsuite>\n"
    }
    if !orphans.isEmpty {
      xml +=
        "  <testsuite name=\"snapshots\" tests=\"0\" failures=\"0\" errors=\"0\" skipped=\"0\" time=\"0\">\n"
      let lines = orphans.map { "\($0) belongs to nothing\n" }.joined()
      xml += "    <system-out>\(content(lines))</system-out>\n  </testsuite>\n"
    }
    return xml + "</testsuites>\n"
  }

  private static func testCase(_ result: CaseResult) -> String {
    let name = ([result.device] + [result.data, result.scenario].compactMap(\.self)).joined(separator: " · ")
    var xml =
      "    <testcase classname=\"\(attribute(result.unit))\" name=\"\(attribute(name))\" file=\""
      + "\(attribute(result.path))\" time=\"\(seconds(result.milliseconds))\""
    let errors = result.diagnostics.filter { $0.severity == .error }
    let complaints = result.complaints()
    guard !errors.isEmpty || !complaints.isEmpty else { return xml + "/>\n" }
    xml += ">\n"
    // A case has at most one of each, so errors are merged.
    if let first = errors.first {
      let text = errors.map { $0.description }.joined(separator: "\n")
      xml += element("error", first.code, first.message, text)
    }
    if let first = complaints.first {
      let text = complaints.map { complaint in
        (["\(complaint.place): \(complaint.message)"] + (complaint.source.map { ["  see \($0)"] } ?? [])
          + complaint.lines).joined(separator: "\n")
      }
      xml += element("failure", "test.\(first.kind)", first.message, text.joined(separator: "\n\n"))
    }
    return xml + "    </testcase>\n"
  }

  private static func element(_ name: String, _ type: String, _ message: String, _ text: String) -> String {
    let start = "<\(name) type=\"\(attribute(type))\" message=\"\(attribute(message))\">"
    return "      \(start)\(content(text))</\(name)>\n"
  }

  private static func counts(_ results: [CaseResult]) -> String {
    let errors = results.count { $0.diagnostics.contains { $0.severity == .error } }
    let failures = results.count { !$0.complaints().isEmpty }
    let time = results.reduce(0) { $0 + $1.milliseconds }
    return " tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\""
      + " time=\"\(seconds(time))\""
  }

  /// `0.012`
  private static func seconds(_ milliseconds: Double) -> String {
    let whole = Int(max(0, milliseconds.rounded()))
    let rest = String(whole % 1000)
    return "\(whole / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  // MARK: Text

  private static func attribute(_ text: String) -> String { text.escaped(.anyXMLAttribute) }
  private static func content(_ text: String) -> String { text.escaped(.anyXMLText) }
}
