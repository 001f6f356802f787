import HybridCompiler
import HybridRouting
import HybridSource
import Testing

@Suite struct ProjectRoutesTests {
  /// What `hybrid check` says: place, severity and code.
  private func reports(_ text: String, units: [String] = ["home", "item"]) -> [String] {
    let source = Source(path: "hybrid.json", text: text)
    let (config, diagnostics) = ProjectConfig.read(source)
    return (diagnostics + config.checkedRoutes(in: source, units: units)).map {
      "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.code)"
    }
  }

  @Test(
    arguments: [
      (
        #"""
        {"routes": [{"uri": "s://item/\\d+", "unit": "item"}, {"uri": "s://home", "unit": "home", \#
        "kind": "partial"}]}
        """#,
        []
      ),
      // At the character, behind escapes of JSON.
      (#"{"routes": [{"uri": "s://\\d\u00e9/(", "unit": "item"}]}"#, ["1:36 route.bad-pattern"]),
      (#"{"routes": [{"uri": "s://a", "unit": "itm"}]}"#, ["1:38 route.unknown-unit"]),
      (
        """
        {"routes": [\n{"uri": "s://.*", "unit": "item"},\n{"uri": "s://home", "unit": "home"}]}
        """,
        ["3:9 route.unreachable"]
      ),
      (#"{"routes": [{"uri": "s://a"}]}"#, ["1:13 config.incomplete-route"]),
      (#"{"routes": [{"uri": "s://a", "unit": "home", "kind": "pages"}]}"#, ["1:54 config.wrong-kind"]),
      (#"{"routes": [{"url": "s://a", "unit": "home"}]}"#, ["1:14 config.unknown-key"]),
      (#"{"routes": {}}"#, ["1:12 config.wrong-kind"]),
    ] as [(String, [String])])
  func mistakesAreReportedAtTheirCharacter(_ text: String, _ expected: [String]) {
    #expect(reports(text) == expected)
  }

  @Test func whatTakesItsURIsIsNamedWithItsLine() throws {
    let source = Source(
      path: "hybrid.json",
      text:
        """
        {"routes": [\n{"uri": "s://.*", "unit": "item"},\n{"uri": "s://home", "unit": "home"}]}
        """
    )
    let report = try #require(
      ProjectConfig.read(source).config.checkedRoutes(in: source, units: ["home", "item"]).first)
    #expect(report.message == "no URI reaches this route: the earlier 's://.*' matches all of them (line 2)")
    #expect(report.hint == "put it before 's://.*'")
    #expect(ProjectConfig.read(source).config.releaseRoutes.map(\.kind) == [.page, .page])
  }
}
