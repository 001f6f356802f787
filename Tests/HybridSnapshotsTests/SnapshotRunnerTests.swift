import HybridCompiler
import HybridRuntime
import HybridSource
import HybridTestSupport
import HybridUnits
import Testing

@testable import HybridSnapshots

/// A unit of a project that is only in memory.
func compiledUnit(_ files: [String: String], named name: String) throws -> Unit {
  let project = try TemporaryProject(files)
  var compiler = ProjectCompiler(files: try DiskFiles(root: project.path).reader, name: "project")
  let diagnostics = compiler.build().diagnostics
  #expect(!diagnostics.hasErrors, "\(diagnostics)")
  let unit = compiler.unit(named: name)
  return try #require(unit)
}

@Suite struct SnapshotRunnerTests {
  private static func run(
    _ html: String, _ scenario: String = "{}", data: DataSet? = nil
  ) throws -> CaseRun {
    let unit = try compiledUnit(["pages/home/index.html": html], named: "home")
    let (read, diagnostics) = Scenario.read(
      Source(path: "home.scenario.json", text: scenario), name: "s", of: .page)
    let scenario: Scenario = try #require(read, "\(diagnostics)")
    let each = SnapshotCase(
      unitName: "home", unit: unit, device: .standard, data: data, scenario: scenario)
    return SnapshotRunner.run(each, renderer: Renderer()) { _ in nil }
  }

  private static let counter = """
    <button id="more" @click="more()">More</button><p id="n">0</p>
    <script>
      let n = 0;
      function more() { n += 1; document.getElementById("n").textContent = String(n); console.log("n", n); \
    token.alert("a", n); }
    </script>
    """

  @Test func snapshotsAreTakenOnTheWayAndAtTheEnd() throws {
    let run = try Self.run(
      Self.counter,
      ##"{"steps": ["tap #more", {"snapshot": "one"}, {"answer": "OK"}, "tap #more", {"answer": "OK"}]}"##
    )
    #expect(run.diagnostics.isEmpty)
    try #require(run.shots.map(\.name.stem) == ["phone.data.s.one", "phone.data.s"])
    #expect(run.shots[0].tree.snapshotText.contains("p#n 0,"))
    #expect(
      run.shots[0].tree.snapshotText.contains("\"1\"") && run.shots[1].tree.snapshotText.contains("\"2\""))
  }

  @Test func timeAndChanceAreTheSameInEachRun() throws {
    let html = """
      <p id="p"></p><script>
        document.getElementById("p").textContent = [new Date().toISOString(), Date.now(), \
      Math.random()].join(" ");
      </script>
      """
    let texts = try (0..<3).map { _ in try Self.run(html).shots[0].tree.snapshotText }
    #expect(Set(texts).count == 1)
    #expect(texts[0].contains("2025-01-01T12:00:00.000Z 1735732800000 0."), "\(texts[0])")
  }

  @Test(
    arguments: [
      (##""calls": [{"method": "alert"}]"##, nil, nil),
      (
        ##""calls": [{"module": "token", "method": "alert", "args": ["a", 1]}], "console": ["n 1"]"##, nil,
        nil
      ),
      (##""calls": []"##, [##"+ {"kind":"call","module":"token","method":"alert","args":["a",1]}"##], nil),
      (
        ##""calls": [{"method": "alert"}, {"method": "toast"}]"##,
        [
          ##"  {"kind":"call","module":"token","method":"alert","args":["a",1]}"##,
          ##"- {"method":"toast","kind":"call"}"##,
        ], nil
      ),
      (
        ##""console": ["n 2"]"##, nil,
        [##"- {"kind":"console","text":"n 2"}"##, ##"+ {"kind":"console","level":"log","text":"n 1"}"##]
      ),
    ] as [(String, [String]?, [String]?)])
  func callsAndConsoleAreHeldAgainstTheScenario(
    _ expected: String, _ calls: [String]?, _ console: [String]?
  ) throws {
    let run = try Self.run(Self.counter, "{\"steps\": [\"tap #more\"], \(expected)}")
    #expect(run.calls?.text() == calls)
    #expect(run.console?.text() == console)
  }

  @Test func responsesAnswerRequests() throws {
    let html = """
      <p id="p"></p><script>
        fetch("https://a.example/x").then((r) => r.text()).then((t) => { \
      document.getElementById("p").textContent = t; });
      </script>
      """
    let run = try Self.run(html, ##"{"responses": {"https://a.example/*": "answered"}}"##)
    #expect(run.shots[0].tree.snapshotText.contains("\"answered\""))
  }

  @Test func aStepThatCannotBeDoneEndsTheScenario() throws {
    let run = try Self.run(
      Self.counter, "{\"steps\": [\n  {\"snapshot\": \"a\"},\n  \"tap #moer\", \"tap #more\"]}")
    #expect(run.shots.map(\.name.stem) == ["phone.data.s.a"])
    let fault = try #require(run.diagnostics.first)
    #expect(
      fault.code == "scenario.impossible-step" && fault.location?.description == "home.scenario.json:3:3")
    #expect(fault.hint?.contains("more") == true, "\(fault)")
  }

  @Test func whatAScriptThrowsIsAnError() throws {
    let run = try Self.run("<p>a</p><script>nothing.at.all</script>")
    #expect(run.diagnostics.contains { $0.severity == .error })
  }

  @Test func statesAreInTheText() throws {
    let run = try Self.run(
      "<input id=a placeholder=name><input id=b type=checkbox><input id=c disabled value=x>",
      ##"{"steps": [{"toggle": "#b"}, "type #a Ada"]}"##)
    let text = run.shots[0].tree.snapshotText
    #expect(text.contains("\"Ada\" text focused") && text.contains("checkbox on"), "\(text)")
    #expect(text.contains("\"x\" text disabled"), "\(text)")
    #expect(text.split(separator: "\n").count == run.shots[0].tree.nodes.count)
  }

  @Test func templatesAreRunToo() throws {
    let unit = try compiledUnit(
      [
        "components/card.xml":
          """
        <VHLayout layoutWidth="100" layoutHeight="40">\
        <NText name="buy" text="${t}" flag="flag_clickable" action="go" layoutWidth="80" \
        layoutHeight="30"/></VHLayout>
        """,
        "components/card.json": ##"{"t": "Buy"}"##,
      ], named: "card")
    let read = Scenario.read(
      Source(
        path: "card.s.scenario.json",
        text: ##"{"steps": ["tap #buy"], "calls": [{"kind": "event", "action": "go"}]}"##),
      name: "s", of: .template
    ).scenario
    let scenario: Scenario = try #require(read)
    let each = SnapshotCase(unitName: "card", unit: unit, device: .standard, scenario: scenario)
    let run = SnapshotRunner.run(each, renderer: Renderer()) { _ in nil }
    #expect(run.diagnostics.isEmpty && run.calls == nil, "\(run.calls?.text() ?? [])")
    #expect(run.shots[0].tree.snapshotText.contains("\"Buy\""))
  }
}

@Suite struct SnapshotPlanTests {
  private static func cases(_ unit: Unit, _ devices: [Device]?, _ scenarios: [Scenario] = []) -> [String] {
    SnapshotPlan(
      [SnapshotPlan.Subject(name: "home", unit: unit, scenarios: scenarios)], devices: devices,
      resolve: { node, _ in Device(named: node.value.string ?? "") }
    ).cases.flatMap { $0.names.map(\.stem) }
  }

  @Test(
    arguments: [
      ("p { color: red }", ["phone"]),
      ("@media (prefers-color-scheme: dark) { p { color: red } }", ["phone", "phone-dark"]),
    ])
  func unitsThatKnowTheDarkAreSeenInIt(_ style: String, _ stems: [String]) throws {
    let unit = try compiledUnit(["pages/home/index.html": "<style>\(style)</style><p>a</p>"], named: "home")
    #expect(Self.cases(unit, nil) == stems)
  }

  @Test func everythingIsOnEveryDeviceButWhatSaysOtherwise() throws {
    let unit = try compiledUnit(
      [
        "pages/home/index.html": "<p>{{ a }}</p>", "pages/home/data.json": ##"{"a": 1}"##,
        "pages/home/data.empty.json": ##"{"a": 2}"##,
      ], named: "home")
    func scenario(_ name: String, _ text: String) throws -> Scenario {
      try #require(Scenario.read(Source(path: "", text: text), name: name, of: .page).scenario)
    }
    let small = try #require(Device(named: "small"))
    let stems = Self.cases(
      unit, [.standard, small],
      [
        try scenario("s", ##"{"steps": [{"snapshot": "a"}]}"##),
        try scenario("t", ##"{"device": "tablet", "data": "empty"}"##),
      ])
    #expect(
      Set(stems) == [
        "phone", "phone.empty", "small", "small.empty", "phone.data.s", "phone.data.s.a", "small.data.s",
        "small.data.s.a", "tablet.empty.t",
      ])
    let plan = SnapshotPlan(
      [
        SnapshotPlan.Subject(name: "home", unit: unit, scenarios: [try scenario("u", ##"{"data": "emty"}"##)])
      ],
      devices: [.standard], resolve: { _, _ in nil })
    #expect(plan.diagnostics.first?.hint == "did you mean 'empty'?")
  }
}
