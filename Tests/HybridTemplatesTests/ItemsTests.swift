import HybridJSON
import HybridUnits
import Testing

@testable import HybridTemplates

@Suite struct ItemsTests {
  static let cell = element(7, ["name": "cell", "text": "${title}"])
  static let data: JSONValue = [
    "items": [
      ["type": "Cell", "title": "one"], ["type": "Cell", "title": "two"], ["type": "Cell", "title": "three"],
    ]
  ]

  static func texts(_ scene: TemplateScene) -> [AttributeValue?] {
    scene.tree.components.filter { $0.kind == .nText }.map { $0.attributes[StringID("text")] }
  }

  /// Component ids: Scroller, Page, Grid, VH, Slider; which of them exist on iOS.
  @Test(arguments: [(15, false), (16, true), (17, true), (18, false), (19, false)] as [(UInt16, Bool)])
  func containerMakesOneChildForEachItem(_ component: UInt16, _ isOnIOS: Bool) throws {
    let list = element(1, [:], element(component, ["name": "list", "dataTag": "${items}"]))
    for platform in TemplatePlatform.allCases {
      let scene = TemplateScene(list, items: ["Cell": Self.cell], data: Self.data, on: platform)
      let isThere = platform == .android || isOnIOS
      #expect(Self.texts(scene) == (isThere ? [.text("one"), .text("two"), .text("three")] : []))
      let container = try #require(scene.named("list"))
      #expect(
        container.children.map { scene.tree.components[$0].key } == (isThere ? ["[0]", "[1]", "[2]"] : []))
      #expect(container.children.allSatisfy { scene.tree.components[$0].item == "Cell" })
    }
  }

  @Test func componentsStandInTreeOrder() {
    let inner = element(2, ["name": "row"], element(17, ["dataTag": "${inner}"]), element(7, ["text": "end"]))
    let list = element(1, [:], element(15, ["dataTag": "${items}"]), element(7, ["text": "last"]))
    let data: JSONValue = [
      "items": [
        ["type": "Row", "inner": [["type": "Cell", "title": "a"], ["type": "Cell", "title": "b"]]],
        ["type": "Row", "inner": [["type": "Cell", "title": "c"]]],
      ]
    ]
    let scene = TemplateScene(list, items: ["Row": inner, "Cell": Self.cell], data: data)
    #expect(
      Self.texts(scene) == ["a", "b", "end", "c", "end", "last"].map { AttributeValue.text($0) })
    for (index, component) in scene.tree.components.enumerated() {
      #expect(component.children.allSatisfy { $0 > index && scene.tree.components[$0].parent == index })
    }
  }

  @Test func virtualContainerShowsTheItemOfItsOrder() {
    let box = element(1, [:], element(23, ["dataTag": "${items}", "order": 1]))
    #expect(Self.texts(TemplateScene(box, items: ["Cell": Self.cell], data: Self.data)) == [.text("two")])
  }

  @Test func plainDataTagNamesTheArray() {
    let box = element(1, [:], element(16, ["dataTag": "items"]))
    #expect(Self.texts(TemplateScene(box, items: ["Cell": Self.cell], data: Self.data)).count == 3)
  }

  @Test func itemWithoutTypeIsLeftOutAndOneOfAnUnknownTypeIsABox() {
    let box = element(1, [:], element(15, ["name": "list", "dataTag": "${items}"]))
    let data: JSONValue = ["items": [["title": "none"], ["type": "Cel", "title": "x"], 3]]
    let scene = TemplateScene(box, items: ["Cell": Self.cell], data: data)
    #expect(Self.texts(scene) == [.text("Cel")])
    #expect(scene.diagnostics.map(\.code) == ["template.no-type", "template.unknown-type"])
    #expect(scene.diagnostics.last?.hint == "did you mean 'Cell'?")
    #expect(scene.diagnostics.last?.message == "there is no template 'Cel' for item 1 of Scroller#list")
  }

  @Test func whatIsNoArrayIsSaid() {
    let box = element(1, [:], element(15, ["dataTag": "${items}"]))
    let scene = TemplateScene(box, data: ["items": "text"])
    #expect(scene.diagnostics.map(\.code) == ["template.no-array"])
  }

  @Test func itemsWithoutEndAreBounded() {
    // Each item shows all the items again, since a path on Android keeps the last value it reached.
    let bomb = element(1, [:], element(17, ["dataTag": "${items}"]), element(17, ["dataTag": "${items}"]))
    var data: JSONValue = []
    for _ in 0..<16 { data = ["type": "Bomb", "items": [data, data]] }
    let scene = TemplateScene(bomb, items: ["Bomb": bomb], data: data)
    #expect(scene.tree.components.count <= TemplateRuntime.Limit.components)
    #expect(scene.diagnostics.contains { $0.code == "template.too-many-items" })
  }

  @Test func unknownComponentIsReported() {
    let box = element(1, [:], element(1010), element(1010))
    #expect(TemplateScene(box).diagnostics.map(\.code) == ["template.unknown-component"])
    let known = TemplateScene(
      template: box.template(), items: [:], data: [:], screen: .phone(.ios), tags: [1010: "TotalContainer"])
    #expect(known.diagnostics.isEmpty)
  }
}
