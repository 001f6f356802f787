import HybridCompiler
import HybridGeometry
import HybridJSON
import HybridUnits
import HybridViewTree
import Testing

@testable import HybridRuntime
@testable import HybridTemplates

/// The replacements for custom components: boxes and HTML components.
@Suite struct StandInTests {
  private static func page(_ html: String) throws -> PageUnit {
    let files = ["page.html": Array(html.utf8)]
    let reader = FileReader(
      read: { path in files[path].map { .success($0) } ?? .failure(.missing) }, list: { _ in .success([]) })
    var compiler = ProjectCompiler(files: reader, name: "page", only: "page.html")
    _ = compiler.build()
    let unit = compiler.currentUnit(named: "page")
    guard case .page(let page)? = unit else { throw NoPage() }
    return page
  }

  private struct NoPage: Error {}

  /// A FrameLayout with one custom component, id 1010, in it.
  private static func unit(
    _ attributes: KeyValuePairs<String, Element.Value>, preview: ComponentPreview?, data: JSONValue = [:]
  ) throws -> TemplateUnit {
    let root = element(
      1, ["layoutWidth": -1, "layoutHeight": -1], element(1010, attributes), element(7, ["text": "after"]))
    let file = try TemplateFile(path: "Test.xml", template: root.template(), places: [])
    return TemplateUnit(
      name: "Test", main: file, items: [], tags: [1010: "Stars"],
      previews: preview.map { [1010: $0] } ?? [:], data: data, dataPath: nil, files: ["Test.xml"],
      hash: ContentHash([]))
  }

  private static func scene(
    _ attributes: KeyValuePairs<String, Element.Value>, html: String, data: JSONValue = [:],
    on platform: TemplatePlatform
  ) throws -> TemplateScene {
    let device = Device(name: "phone", viewport: Size(width: 375, height: 667), platform: platform)
    return TemplateScene(try unit(attributes, preview: .page(page(html)), data: data), on: device)
  }

  private static let plain = "<style>body{margin:0}#a{width:70px;height:30px}</style>"

  @Test(
    arguments: [
      (nil as String?, nil as Double?, nil as Double?, "Stars", "0,0 120×32"),
      ("★★★", 90.5, nil, "★★★", "0,0 90.5×32"), (nil, nil, 48, "Stars", "0,0 120×48"),
      ("wide", 9999, 1, "wide", "0,0 375×1"),
    ], TemplatePlatform.allCases)
  func boxHasItsSettingsLabelAndSize(
    _ row: (label: String?, width: Double?, height: Double?, shown: String, frame: String),
    _ platform: TemplatePlatform
  ) throws {
    let preview = ComponentPreview.box(label: row.label, width: row.width, height: row.height)
    let unit = try Self.unit(["layoutWidth": -2, "layoutHeight": -2], preview: preview)
    let device = Device(name: "phone", viewport: Size(width: 375, height: 667), platform: platform)
    let tree = TemplateScene(unit, on: device).rendering.tree
    #expect(tree.nodes[1].tag == "Stars")
    #expect(tree.nodes[1].frame.description == row.frame)
    #expect(tree.nodes[1].paint.lines?.first?.pieces.map(\.text) == [row.shown])
    #expect(tree.nodes[1].paint.borders?.first?.style == .dashed)
  }

  @Test func withoutSettingItIsABoxWithItsTag() throws {
    let unit = try Self.unit(["layoutWidth": 200, "layoutHeight": -2], preview: nil)
    let rendering = TemplateScene(unit, on: .standard).rendering
    #expect(rendering.tree.nodes[1].frame.description == "0,0 200×32")
    #expect(rendering.tree.nodes[1].paint.lines?.first?.pieces.map(\.text) == ["Stars"])
    #expect(rendering.diagnostics.isEmpty)
  }

  @Test(
    arguments: [
      // A component's own size determines the frame, whatever the page needs.
      (200, 100, "0,0 200×100"),
      // The content's size on either side or both.
      (-2, -2, "0,0 70×30"), (-1, -2, "0,0 375×30"), (-2, 50, "0,0 70×50"),
    ] as [(Int32, Int32, String)], TemplatePlatform.allCases)
  func pageIsAsLargeAsTheComponent(
    _ row: (width: Int32, height: Int32, frame: String), _ platform: TemplatePlatform
  ) throws {
    let tree = try Self.scene(
      ["layoutWidth": .int(row.width), "layoutHeight": .int(row.height)],
      html: Self.plain + "<div id=a></div>",
      on: platform
    ).rendering.tree
    #expect(tree.nodes[1].frame.description == row.frame)
    #expect(tree.nodes.map(\.tag) == ["FrameLayout", "Stars", "html", "body", "div", "NText"])
    #expect(tree.nodes.map(\.parent) == [nil, 0, 1, 2, 3, 0])
    #expect(tree.nodes[2].frame.width == tree.nodes[1].frame.width)
  }

  @Test(arguments: TemplatePlatform.allCases)
  func textOfThePageMakesItsSize(_ platform: TemplatePlatform) throws {
    let html = "<style>body{margin:0}</style><p id=p style='margin:0'>{{ text }}</p>"
    func frame(_ text: Element.Value) throws -> Rect {
      try Self.scene(
        ["layoutWidth": -2, "layoutHeight": -2, "text": text], html: html, data: ["n": "twelve letters"],
        on: platform
      ).rendering.tree.nodes[1].frame
    }
    let (short, long) = (try frame("six"), try frame("${n}"))
    #expect(short.width > 10 && long.width > short.width && long.height == short.height)
    let broken = try frame(.text(String(repeating: "word ", count: 60)))
    #expect(broken.width <= 375 && broken.height > short.height * 3)
  }

  @Test(arguments: TemplatePlatform.allCases)
  func pageIsBoundToAttributesByName(_ platform: TemplatePlatform) throws {
    let html = """
      <p id=a>{{ text }} {{ count }} {{ half }} {{ wide }}</p>\
      <p id=b style="color:{{ textColor }}">{{ user.name }}</p>
      <p id=c>{{ missing }}</p><ul><li t:for="item in list">{{ item }}</li></ul>
      """
    let tree = try Self.scene(
      [
        "layoutWidth": -1, "layoutHeight": 100, "count": 3,
        "textColor": .int(Int32(bitPattern: 0xFF11_2233)), "wide": .rp(100), "half": 0.5, "text": "said",
        "user": "${who}", "missing": "${nobody}", "list": "${all}",
      ], html: html, data: ["who": ["name": "Ann"], "all": ["x", "y"]], on: platform
    ).rendering.tree
    #expect(tree.node("a")?.text == "said 3 0.5 50")
    #expect(tree.node("b")?.text == "Ann")
    #expect(tree.node("b")?.paint.lines?.first?.pieces.first?.color == RGBA(packed: 0x1122_33FF))
    #expect(tree.node("c")?.text ?? "" == "")
    #expect(tree.nodes.filter { $0.tag == "li" }.map(\.text) == ["x", "y"])
  }

  @Test func placesAreThoseOfThePage() throws {
    let tree = try Self.scene(
      ["layoutWidth": -1, "layoutHeight": 100], html: "<p>one</p>\n  <p id=b>two</p>", on: .ios
    ).rendering.tree
    #expect(tree.node("b")?.source == "page.html:2:3")
  }

  /// As in a browser, the page's background covers its whole frame (CSS Backgrounds 3 §2.11.2).
  @Test(arguments: ["html", "body"])
  func groundOfThePageCoversTheFrame(_ element: String) throws {
    let html = "<style>\(element){background:#112233}</style><p>x</p>"
    let tree = try Self.scene(["layoutWidth": 90, "layoutHeight": 80], html: html, on: .ios).rendering.tree
    #expect(tree.nodes[1].paint.background == RGBA(packed: 0x1122_33FF))
    #expect(tree.nodes[2].paint.background == nil && tree.nodes[3].paint.background == nil)
    #expect(tree.nodes[1].paint.clips)
  }

  @Test func everyItemHasItsOwnPage() throws {
    let item = element(1010, ["layoutWidth": -1, "layoutHeight": 20, "text": "${t}"])
    let scene = TemplateScene(
      template: element(17, ["layoutWidth": -1, "layoutHeight": -2, "dataTag": "${l}"]).template(),
      items: ["Cell": item.template("Cell")],
      data: [
        "l": [["type": "Cell", "t": "one"], ["type": "Cell", "t": "two"], ["type": "Cell", "t": "one"]]
      ],
      screen: .phone(.ios), tags: [1010: "Stars"],
      standIns: ComponentStandIn.standIns(
        for: [1010: .page(try Self.page("<p>{{ text }}</p>"))], on: .phone(.ios)))
    let nodes = scene.rendering.tree.nodes
    #expect(nodes.filter { $0.tag == "p" }.map(\.text) == ["one", "two", "one"])
    for siblings in scene.rendering.tree.childLists {
      let keys = siblings.map { nodes[$0].key }
      #expect(Set(keys).count == keys.count, "\(keys)")
    }
  }

  @Test func tooManyPagesBecomeBoxes() throws {
    let items = (0..<1_010).map {
      JSONValue.object(JSONObject([("type", "Cell"), ("t", .number(Double($0 % 7)))]))
    }
    let scene = TemplateScene(
      template: element(17, ["layoutWidth": -1, "layoutHeight": -2, "dataTag": "${l}"]).template(),
      items: [
        "Cell": element(1010, ["layoutWidth": -1, "layoutHeight": 20, "text": "${t}"]).template("Cell")
      ],
      data: ["l": .array(items)], screen: .phone(.ios), tags: [1010: "Stars"],
      standIns: ComponentStandIn.standIns(
        for: [1010: .page(try Self.page("<p>{{ text }}</p>"))], on: .phone(.ios)))
    let rendering = scene.rendering
    #expect(rendering.tree.nodes.count { $0.tag == "html" } == 1_000)
    #expect(rendering.diagnostics.map(\.code) == ["template.too-many-previews"])
  }

  @Test func invisibleComponentShowsNothingOfItsPage() throws {
    let tree = try Self.scene(
      ["layoutWidth": 90, "layoutHeight": 80, "visibility": 0], html: "<p>x</p>", on: .ios
    ).rendering.tree
    #expect(tree.nodes.map(\.tag) == ["FrameLayout", "Stars", "NText"])
  }

  @Test func expressionsReachThePage() throws {
    var scene = TemplateScene(
      template: element(
        1, ["layoutWidth": -1, "layoutHeight": -1],
        element(
          1010,
          [
            "layoutWidth": -1, "layoutHeight": 20, "count": 1, "flag": 32,
            "onClick": .code(Code.assign("this.count", 5)),
          ])
      ).template(),
      items: [:], data: [:], screen: .phone(.android), tags: [1010: "Stars"],
      standIns: ComponentStandIn.standIns(
        for: [1010: .page(try Self.page("<p>{{ count }}</p>"))], on: .phone(.android)))
    #expect(scene.rendering.tree.nodes.last?.text == "1")
    try scene.perform(.tap("Stars"))
    #expect(scene.rendering.tree.nodes.last?.text == "5")
  }
}

extension ViewTree {
  fileprivate func node(_ id: String) -> ViewNode? { nodes.first { $0.id == id } }
}
