import Foundation
import HybridRuntime
import HybridSource
import HybridTestSupport
import HybridUnits
import Testing

@testable import HybridSnapshots

@Suite struct ScenarioReaderTests {
  private static func read(
    _ text: String, of kind: HybridUnits.Unit.Kind = .page
  ) -> (scenario: Scenario?, diagnostics: [Diagnostic]) {
    Scenario.read(Source(path: "buy.scenario.json", text: text), name: "buy", of: kind)
  }

  @Test func everyMemberIsRead() throws {
    let (read, diagnostics) = Self.read(
      #"""
      {"$schema": "x", "name": "Buys", "device": {"name": "phone", "dark": true}, "data": "empty",
       "steps": ["tap #buy", {"type": ["#name", "Ada Lovelace"]}, {"snapshot": "half way"}, \#
      {"select": ["#size", 2]},
                 {"answer": 0}, {"wait": 1.5}, {"tap": "#a b"}],
       "responses": {"https://a.example/*": {"status": 404}},
       "calls": [{"module": "token", "method": "alert", "args": ["Thank you"]}], "console": ["total 3", \#
      {"level": "warn"}]}
      """#)
    #expect(diagnostics.isEmpty)
    let scenario = try #require(read)
    #expect(scenario.name == "buy" && scenario.title == "Buys" && scenario.data == "empty")
    #expect(
      scenario.steps.map(\.step) == [
        .action("tap #buy"), .action("type #name Ada Lovelace"), .snapshot("half way"),
        .action("select #size 2"), .action("answer 0"), .action("wait 1.5"), .action("tap #a b"),
      ])
    #expect(scenario.snapshotNames == ["half way"])
    #expect(
      scenario.calls?.map { $0.value.text() } == [
        ##"{"module":"token","method":"alert","args":["Thank you"],"kind":"call"}"##
      ])
    #expect(scenario.console?.count == 2)
  }

  @Test(
    arguments: [
      (##"[]"##, "1:1", "an object is expected", nil),
      (##"{"step": []}"##, "1:2", "a scenario has no 'step'", "did you mean 'steps'?"),
      (##"{"steps": {}}"##, "1:11", "an array of steps", nil),
      (##"{"steps": ["tip #a"]}"##, "1:12", "there is no action 'tip'", "did you mean 'tap'?"),
      (##"{"steps": [{"tip": "#a"}]}"##, "1:13", "there is no action 'tip'", "did you mean 'tap'?"),
      (##"{"steps": ["tap"]}"##, "1:12", "'tap' needs a selector", nil),
      (##"{"steps": [{"tap": {}}]}"##, "1:20", "a text, a number, or an array", nil),
      (##"{"steps": [{"tap": "a", "wait": 1}]}"##, "1:12", "this object has 2", "a separate step"),
      (##"{"steps": [7]}"##, "1:12", "an action such as", nil),
      (##"{"steps": ["snapshot x"]}"##, "1:12", "is not a user action", ##"write {"snapshot": "x"}"##),
      (##"{"steps": [{"snapshot": "--"}]}"##, "1:25", "letters or digits", nil),
      (
        ##"{"steps": [{"snapshot": "A b"}, {"snapshot": "a-b"}]}"##, "1:33",
        "the snapshots 'A b' and 'a-b' would have one file", nil
      ),
      (##"{"calls": [{"modul": "token"}]}"##, "1:13", "a call has no 'modul'", "did you mean 'module'?"),
      (##"{"calls": [{"kind": "console"}]}"##, "1:21", "\"call\" is expected", nil),
      (##"{"calls": {}}"##, "1:11", "an array of calls", nil),
      (##"{"console": [1]}"##, "1:14", "an object is expected", nil),
      (##"{"responses": {"a": {"status": 9}}}"##, "1:32", "a status is a number", nil),
      (##"{"data": 1}"##, "1:10", "a text is expected", nil),
      (##"{"device": 1}"##, "1:12", "the name of a device", nil),
      ("", "1:1", "there is no JSON value here", nil),
    ] as [(String, String, String, String?)])
  func whatIsWrongIsSaidAtItsPlace(
    _ text: String, _ place: String, _ message: String, _ hint: String?
  ) throws {
    let (scenario, diagnostics) = Self.read(text)
    #expect(scenario == nil)
    let first = try #require(diagnostics.first)
    #expect(first.location.map { "\($0.line):\($0.column)" } == place, "\(first)")
    #expect(first.message.contains(message), "\(first)")
    if let hint { #expect(first.hint?.contains(hint) == true, "\(first)") }
  }

  @Test func templatesHaveActionsOfTheirOwn() throws {
    let read = Self.read(##"{"steps": ["long-tap #buy", {"wait": 200}]}"##, of: .template)
    #expect(read.scenario?.steps.map(\.step) == [.action("long-tap #buy"), .action("wait 200")])
    #expect(Self.read(##"{"steps": ["type #a b"]}"##, of: .template).scenario == nil)
    #expect(Self.read(##"{"console": []}"##, of: .template).scenario == nil)
  }

  @Test func whateverIsWrittenIsReadOrReported() {
    let text =
      ##"{"steps":["tap #a",{"type":["#b","c"]},{"snapshot":"d"}],"responses":{"x":1},"calls":[{}]}"##
    for seed in 0..<300 {
      var random = SeededGenerator(seed: UInt64(seed))
      let bytes = mutated(
        Array(text.utf8), morsels: ["{", "]", "\"", "snapshot", "1e999", "\u{0}"], using: &random)
      let (scenario, diagnostics) = Scenario.read(Source(path: "f", bytes: bytes), name: "f", of: .page)
      #expect(scenario != nil || !diagnostics.isEmpty)
    }
  }

  /// The schema accepts what the reader accepts, and refuses what the reader refuses because of its
  /// structure.
  @Test func theSchemaSaysTheSame() async throws {
    let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let schema = repository.appending(path: "Documentation/scenario.schema.json").path
    let texts = [
      "{}", ##"{"steps": []}"##,
      ##"{"steps": ["tap #a", {"tap": "#a"}, {"select": ["#a", 1]}, {"wait": 1}]}"##,
      ##"{"steps": [{"answer": ["a", "b"]}, "answer"]}"##, ##"{"steps": [{"snapshot": "a"}]}"##,
      ##"{"device": {"name": "phone", "fontScale": 2}}"##,
      ##"{"responses": {"a": [1], "b": {"status": 200}}}"##,
      ##"{"calls": [{"module": "a", "args": []}], "console": ["a", {"text": "b"}]}"##,
      ##"{"step": []}"##, ##"{"steps": {}}"##, ##"{"steps": ["tip #a"]}"##, ##"{"steps": [{"tip": "#a"}]}"##,
      ##"{"steps": [{"tap": "a", "wait": 1}]}"##, ##"{"steps": [{"tap": {}}]}"##, ##"{"steps": [7]}"##,
      ##"{"steps": [{}]}"##, ##"{"steps": [{"snapshot": 1}]}"##, ##"{"steps": [{"snapshot": ""}]}"##,
      ##"{"calls": [{"modul": "a"}]}"##, ##"{"console": [1]}"##, ##"{"data": 1}"##, ##"{"device": 1}"##,
      ##"{"responses": {"a": {"status": 9}}}"##, ##"{"responses": {"a": {"status": 200, "bdy": 1}}}"##, "[]",
    ]
    let project = try TemporaryProject(["scenarios": texts.joined(separator: "\n") + "\n"])
    let script = """
      import json, sys, jsonschema
      validator = jsonschema.Draft202012Validator(json.load(open(sys.argv[1])))
      jsonschema.Draft202012Validator.check_schema(validator.schema)
      for line in open(sys.argv[2]): print("yes" if validator.is_valid(json.loads(line)) else "no")
      """
    let words = debianPython + ["-c", script, schema, project.file("scenarios").path]
    let python = try ChildProcess(words)
    #expect(try await python.end() == 0, "\(python.errors)")
    let answers = python.output.split(separator: "\n").map(String.init)
    #expect(answers == texts.map { Self.read($0).scenario == nil ? "no" : "yes" })
    #expect(answers.contains("yes") && answers.contains("no"))
  }
}

@Suite struct ScenarioFileTests {
  private static let units = [
    ("cart", "pages/cart/index.html"), ("home", "pages/home.html"), ("home.alt", "pages/home.alt.html"),
    ("card", "components/card.xml"),
  ]

  @Test(
    arguments: [
      ("pages/cart/buy.scenario.json", "cart", "buy"), ("pages/cart/cart.scenario.json", "cart", "cart"),
      ("pages/home.buy.scenario.json", "home", "buy"), ("pages/home.scenario.json", "home", "home"),
      ("pages/home.alt.buy.scenario.json", "home.alt", "buy"),
      ("components/card.tapped.scenario.json", "card", "tapped"),
    ])
  func aScenarioIsOfTheUnitItLiesWith(_ path: String, _ unit: String, _ name: String) {
    let (files, diagnostics) = ScenarioFile.assign([path], to: Self.units)
    #expect(files == [ScenarioFile(unit: unit, name: name, path: path)])
    #expect(diagnostics.isEmpty)
  }

  @Test(
    arguments: [
      ("pages/hoem.buy.scenario.json", "did you mean 'home.buy.scenario.json'?"),
      ("assets/buy.scenario.json", "put it into the folder of a page"),
    ])
  func aScenarioOfNothingIsAMistake(_ path: String, _ hint: String) {
    let (files, diagnostics) = ScenarioFile.assign([path], to: Self.units)
    #expect(files.isEmpty && diagnostics.map(\.code) == ["scenario.no-unit"])
    #expect(diagnostics.first?.hint?.contains(hint) == true)
  }

  @Test(
    arguments: [
      ("phone", nil, nil, nil, "cart/phone"), ("phone dark", nil, nil, nil, "cart/phone-dark"),
      ("phone landscape 130% rtl", "empty", nil, nil, "cart/phone-landscape-130-rtl.empty"),
      ("320×568", nil, "buy", nil, "cart/320x568.data.buy"),
      ("phone", "empty", "buy", "In the bag!", "cart/phone.empty.buy.in-the-bag"),
      ("..", "../../x", nil, nil, "cart/_.x"),
    ] as [(String, String?, String?, String?, String)])
  func namesAreReadable(
    _ device: String, _ data: String?, _ scenario: String?, _ step: String?, _ name: String
  ) {
    let made = SnapshotName(unit: "cart", device: device, data: data, scenario: scenario, step: step)
    #expect(made.description == name)
    #expect(made.layoutPath == "snapshots/\(name).txt")
  }
}
