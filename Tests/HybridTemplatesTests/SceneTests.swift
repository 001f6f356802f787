import Foundation
import HybridJSON
import HybridTestSupport
import HybridUnits
import Testing

@testable import HybridTemplates

@Suite struct SceneTests {
  @Test(
    arguments: [
      ("tap #buy", .tap("#buy")), ("tap   100,200", .tap("100,200")), ("tap 'Buy now'", .tap("'Buy now'")),
      ("long-tap NText[1]", .longTap("NText[1]")), ("select #page 2", .select("#page", 2)),
      ("scroll Scroller -40.5", .scroll("Scroller", -40.5)), ("wait 1500", .wait(1500)),
    ] as [(String, TemplateAction)])
  func actionIsRead(_ text: String, _ action: TemplateAction) throws {
    #expect(try TemplateAction(parsing: text) == action)
  }

  @Test(arguments: [
    ("", "no action ''"), ("press x", "no action 'press'"), ("tap", "needs what to touch"),
    ("select #page", "number of an item"), ("select #page -1", "number of an item"), ("wait", "milliseconds"),
    ("wait 1e99", "milliseconds"), ("scroll x nan", "points"),
  ])
  func badActionIsSaid(_ text: String, _ words: String) {
    let error = #expect(throws: TemplateActionError.self) { try TemplateAction(parsing: text) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  static let screen = element(
    2, ["layoutWidth": -1, "layoutHeight": -1, "orientation": 0],
    element(7, ["name": "title", "text": "Hello", "layoutWidth": -1, "layoutHeight": 20]),
    element(
      17, ["name": "grid", "dataTag": "${items}", "layoutWidth": -1, "layoutHeight": -2, "itemHeight": 20]),
    element(7, ["id": 5, "text": "Hidden", "visibility": 2]))
  static let data: JSONValue = [
    "items": [
      ["type": "Cell", "title": "one"], ["type": "Cell", "title": "two"], ["type": "Cell", "title": "Hello"],
    ]
  ]

  @Test(arguments: [
    ("#title", "Hello"), ("#5", "Hidden"), ("NText", "Hello"), ("NText[1]", "one"), ("'two'", "two"),
    ("[1]", "two"),
    ("#grid NText[2]", "Hello"), ("#grid [1]", "two"), ("VHLayout Grid \"two\"", "two"),
  ])
  func selectorFinds(_ selector: String, _ text: String) throws {
    var runtime = TemplateRuntime(
      template: Self.screen.template(), items: ["Cell": ItemsTests.cell.template("Cell")],
      screen: .phone(.android),
      tags: ComponentKind.tags, origins: [:])
    runtime.open(Self.data)
    #expect(runtime.string(StringID("text"), of: try runtime.component(selector)) == text)
  }

  @Test(arguments: [
    ("#titel", "did you mean '#title'?"), ("NTxt", "did you mean 'NText'?"), ("#", "is not a selector"),
    ("NText[x]", "is not a selector"), ("'open", "is not a selector"), ("#5", "is not shown"),
    ("NText[9]", "nothing is found"),
  ])
  func tapOnNothingIsSaid(_ selector: String, _ words: String) {
    var scene = TemplateScene(Self.screen, items: ["Cell": ItemsTests.cell], data: Self.data)
    let error = #expect(throws: TemplateActionError.self) { try scene.perform(.tap(selector)) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test func actionForAnotherComponentIsSaid() {
    var scene = TemplateScene(Self.screen, items: ["Cell": ItemsTests.cell], data: Self.data)
    let error = #expect(throws: TemplateActionError.self) { try scene.perform(.select("#title", 1)) }
    #expect(error?.message == "'#title' finds NText#title, and the action needs a Page")
  }

  @Test func scrollingOnIOSSaysWhoHasScrollers() {
    var scene = TemplateScene(element(15, ["name": "list"]), on: .ios)
    let error = #expect(throws: TemplateActionError.self) { try scene.perform(.scroll("#list", 5)) }
    #expect(error?.message.hasSuffix("needs a Scroller or a Slider, which only Android has") == true)
  }

  /// A continuously turning pager bound to a large value: the log does not repeat the value endlessly.
  @Test func logEndsRepeatingLargeData() throws {
    let pager = element(
      16,
      ["layoutWidth": -1, "layoutHeight": 9, "autoSwitch": 1, "stayTime": 1, "dataTag": "${l}"])
    let numbers = JSONValue.array((0..<50_000).map { .number(Double($0)) })
    var scene = TemplateScene(
      pager, items: ["Cell": element(7)], data: ["l": [["type": "Cell"], ["type": "Cell"]], "big": numbers])
    try scene.perform(.wait(60_000))
    let withData = scene.log.count { $0.data != nil }
    #expect(scene.log.count > 100)
    #expect((15...20).contains(withData), "\(withData)")
    #expect(scene.log.first?.data != nil && scene.log.last?.data == nil)
  }

  @Test func expressionsOfOpeningRunInOrder() {
    let root = element(
      1,
      [
        "name": "root", "onSetData": .code(Code.assign("this.b", 2)),
        "onAfterDataLoad": .code(Code.assign("this.c", 3)),
        "onBeforeDataLoad": .code(Code.assign("this.a", 1)), "a": 0, "c": 0,
      ])
    #expect(
      TemplateScene(root).history.map { $0.split(separator: " ")[1] } == [
        "onBeforeDataLoad", "onSetData", "onAfterDataLoad",
      ])
    #expect(TemplateScene(root, on: .ios).log.allSatisfy { $0.kind == .skipped })
  }

  @Test func listMadeByAnExpressionIsShown() throws {
    let root = element(
      2, [:],
      element(
        18,
        [
          "name": "list", "setData": 0, "cell": "Cell",
          "onSetData": .code(
            [15] + Code.path("this.setData") + [2, 1] + Code.number(3) + [3]
              + Code.number(StringID("Cell").rawValue) + [0]),
        ]))
    let scene = TemplateScene(root, items: ["Cell": element(7)])
    #expect(scene.named("list")?.children.count == 3)
  }

  @Test func emptyTemplateIsSaid() {
    var template = Template(name: "Nothing", version: 1)
    template.hasTree = false
    let scene = TemplateScene(template: template, items: [:], data: [:], screen: .phone(.ios))
    #expect(scene.diagnostics.map(\.code) == ["template.empty"])
  }

  @Test func entryIsWrittenAsJSON() {
    let entry = TemplateLogEntry(
      kind: .event, name: "Click", component: "NText#a", action: "go", param: nil, data: ["x": 1])
    #expect(
      entry.json.text()
        == #"{"kind":"event","name":"Click","component":"NText#a","action":"go","data":{"x":1}}"#)
  }

  static var conformance: [URL] {
    guard let folder = conformanceFolder?.appending(path: "virtualview/out") else { return [] }
    return ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [])
      .filter { $0.pathExtension == "out" }.sorted { $0.path < $1.path }
  }

  @Test(.enabled(if: conformanceFolder != nil), arguments: TemplatePlatform.allCases)
  func everyConformanceTemplateIsShown(_ platform: TemplatePlatform) throws {
    let templates = try Self.conformance.map { try Template(decoding: Array(Data(contentsOf: $0))) }
    let items = Dictionary(templates.map { ($0.name, $0) }) { $1 }
    let data: JSONValue = [
      "items": [["type": "GridItem", "title": "a"]], "data": [["type": "PageItem", "title": "b"]],
      "color": [-1], "title": "t",
    ]
    for template in templates {
      let scene = TemplateScene(template: template, items: items, data: data, screen: .phone(platform))
      #expect(!scene.tree.components.isEmpty, "\(template.name)")
    }
  }

  @Test(.enabled(if: conformanceFolder != nil))
  func siblingsTurnWhiteInTheClickScript() throws {
    let file = try #require(Self.conformance.first { $0.lastPathComponent == "android_click_script.out" })
    let template = try Template(decoding: Array(Data(contentsOf: file)))
    var scene = TemplateScene(template: template, items: [:], data: [:], screen: .phone(.android))
    try scene.perform(.tap("'ClickMe'"))
    let colors = scene.tree.components.filter { $0.kind == .vText }.map {
      $0.attributes[StringID("textColor")]
    }
    #expect(colors.dropFirst().allSatisfy { $0 == .int(-1) } && colors.count == 6)
    #expect(scene.history.suffix(2) == ["script onClick NText", "event Click NText"])
  }

  /// Damaged files that still decode are shown quickly and without a trap.
  @Test(.enabled(if: conformanceFolder != nil), arguments: TemplatePlatform.allCases)
  func damagedTemplatesAreShown(_ platform: TemplatePlatform) throws {
    let files = try Self.conformance.map { Array(try Data(contentsOf: $0)) }
    var random = SeededGenerator(seed: 5)
    var shown = 0
    for round in 0..<(isThorough ? 10_000 : 1_500) {
      var bytes = files[round % files.count]
      // Bytes are changed in place: files with a different length hardly ever decode.
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 47..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let template = try? Template(decoding: bytes) else { continue }
      var scene = TemplateScene(
        template: template, items: [template.name: template], data: ["items": [["type": "Grid"]]],
        screen: .phone(platform))
      try? scene.perform(.tap("100,100"))
      _ = scene.rendering
      shown += 1
    }
    #expect(shown > 300)
  }
}
