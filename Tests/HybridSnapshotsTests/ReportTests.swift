import Foundation
import HybridJSON
import HybridRuntime
import HybridSource
import HybridTestSupport
import HybridUnits
import Testing

@testable import HybridSnapshots

@Suite struct ReportTests {
  /// A case that passed, one with every kind of failure, and names that look like markup.
  private static func results() throws -> [CaseResult] {
    let unit = try compiledUnit(["pages/home/index.html": "<p>Hello</p>"], named: "home")
    let hostile = "<script>alert(1)</script> & \"]]>\" \u{1} \u{202E}"
    let good = SnapshotCase(unitName: "home", unit: unit, device: .standard)
    var scenario = Scenario(
      source: Source(path: "pages/home/\(hostile).scenario.json", text: "{}"), name: "s")
    scenario.title = hostile
    let bad = SnapshotCase(unitName: hostile, unit: unit, device: .standard, scenario: scenario)
    var run = CaseRun()
    run.diagnostics = [Diagnostic(.error, "script.error", hostile)]
    run.calls = TextDifference("a\n", "\(hostile)\n")
    let snapshots = [
      SnapshotResult(
        name: bad.name, layout: .different(try #require(TextDifference("\(hostile)\n", "b\n"))),
        picture: .different(PictureDifference(before: (1, 1), after: (2, 2))), source: hostile),
      SnapshotResult(name: bad.name, layout: .missing, picture: .faulty(Diagnostic(.error, "x", hostile))),
    ]
    return [
      CaseResult(
        good, CaseRun(), [SnapshotResult(name: good.name, layout: .same, picture: .new)], milliseconds: 12),
      CaseResult(bad, run, snapshots, milliseconds: 1_500),
    ]
  }

  @Test func jUnitIsXMLThatPeopleAndServersCanRead() async throws {
    let text = JUnitReport.text(try Self.results(), orphans: ["snapshots/<old>.txt"])
    let project = try TemporaryProject(["junit.xml": text])
    let script = """
      import sys, xml.etree.ElementTree as tree
      root = tree.parse(sys.argv[1]).getroot()
      print(root.tag, root.attrib["tests"], root.attrib["failures"], root.attrib["errors"], \
      root.attrib["time"])
      for suite in root:
          for case in suite.findall("testcase"):
              print(case.attrib["classname"], "|", case.attrib["name"], "|", [child.tag for child in case])
              for child in case.findall("failure"): print(child.text)
      """
    let python = try ChildProcess(
      ["/usr/bin/env"] + debianPython + ["-c", script, project.file("junit.xml").path])
    #expect(try await python.end() == 0, "\(python.errors)")
    let lines = python.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "testsuites 2 1 1 1.512")
    #expect(lines.contains("home | phone | []"))
    #expect(
      lines.contains {
        $0.hasPrefix("<script>alert(1)</script> & \"]]>\" � ") && $0.hasSuffix("['error', 'failure']")
      })
    #expect(lines.contains("- <script>alert(1)</script> & \"]]>\" � \u{202E}") && lines.contains("+ b"))
  }

  @Test func theReportHoldsEverythingAndLoadsNothing() throws {
    let report = HTMLReport(title: "</title><b>", summary: "s", scale: 2) { _ in [1, 2, 3] }
    let page = report.page(try Self.results(), nonce: "n0nce")
    #expect(page.contains("script-src 'nonce-n0nce'") && page.contains("default-src 'none'"))
    #expect(page.matches(of: /<script/).count == 2 && page.matches(of: /<\/script>/).count == 2)
    #expect(page.matches(of: /nonce="n0nce"/).count == 2)
    #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("@nonce@"))
    #expect(!page.contains("innerHTML") && !page.contains("<script>alert"))
    let start = try #require(page.range(of: "id=\"results\">"))
    let end = try #require(page[start.upperBound...].range(of: "</script>"))
    let json = try #require(
      readJSON(Source(path: "", text: String(page[start.upperBound..<end.lowerBound]))).value)
    #expect(json["title"] == "</title><b>")
    #expect(json["cases"]?[0]?["status"] == "new" && json["cases"]?[1]?["status"] == "failed")
    let first = json["cases"]?[1]?["complaints"]?[0]
    #expect(first?["picture"]?["expected"] == "data:image/png;base64,AQID")
    #expect(first?["picture"]?["sizes"]?["difference"] == [2, 2])
    #expect(report.text([]) != report.text([]))
  }

  @Test func picturesThatAreTooLargeAreLeftOut() throws {
    let large = [UInt8](repeating: 0, count: HTMLReport.pictureLimit + 1)
    for picture in [{ _ in nil }, { _ in large }] as [(String) -> [UInt8]?] {
      let page = HTMLReport(title: "a", summary: "b", scale: 1, picture: picture)
        .page(try Self.results(), nonce: "n")
      #expect(!page.contains("data:image/png") && page.contains("too large to be shown here"))
      #expect(page.utf8.count < 100_000)
    }
  }
}
