import HybridJSON
import HybridUnits
import Testing

@testable import HybridTemplates

@Suite struct EventTests {
  /// A row of two boxes of 100 × 50 points, the second with a text in it.
  static func row(_ outer: Int32, _ inner: Int32, onClick: [UInt8] = Code.assign("this.parent.tapped", 1))
    -> Element
  {
    element(
      1, ["layoutWidth": -1, "layoutHeight": -1],
      element(
        25,
        [
          "name": "box", "flag": .int(outer), "layoutWidth": 100, "layoutHeight": 50, "action": "open",
          "actionParam": "fast",
        ],
        element(
          7,
          [
            "name": "text", "flag": .int(inner), "layoutWidth": 50, "layoutHeight": 50, "action": "${link}",
            "onClick": .code(onClick),
          ])))
  }

  static func history(
    _ platform: TemplatePlatform, _ outer: Int32, _ inner: Int32, _ actions: TemplateAction...
  ) throws -> [String] {
    var scene = TemplateScene(row(outer, inner), data: ["open": "shop", "link": "card"], on: platform)
    for action in actions { try scene.perform(action) }
    return scene.history
  }

  @Test func clickRunsOnClickOfWhatIsNotClickableAndGoesOnToTheParent() throws {
    #expect(
      try Self.history(.android, 32, 0, .tap("#text")) == [
        "script onClick NText#text", "event Click NFrameLayout#box fast",
      ])
    #expect(
      try Self.history(.android, 32, 32, .tap("#text")) == [
        "script onClick NText#text", "event Click NText#text",
      ])
  }

  @Test func touchPassesThroughWhereNobodyWantsIt() throws {
    #expect(
      try Self.history(.android, 0, 0, .tap("#text")) == ["skipped Click NText#text nothing there takes it"])
    #expect(
      try Self.history(.ios, 0, 0, .tap("#text")) == ["skipped Click NText#text nothing there takes it"])
  }

  @Test func iosRunsNoExpressionAndGivesTheDataThatTheActionNames() throws {
    #expect(try Self.history(.ios, 32, 0, .tap("#text")) == ["event Click NFrameLayout#box shop"])
    #expect(
      try Self.history(.ios, 0, 32, .tap("#text")) == [
        "skipped onClick NText#text iOS runs no expressions", "event Click NText#text",
      ])
  }

  @Test func longTouchesNeedTheirFlag() throws {
    for platform in TemplatePlatform.allCases {
      #expect(
        try Self.history(platform, 96, 0, .longTap("#text")).last?.hasPrefix(
          "event LongClick NFrameLayout#box") == true)
      #expect(
        try Self.history(platform, 32, 0, .longTap("#text")).last?.hasPrefix("skipped LongClick") == true)
    }
    // A node with the long flag alone takes a tap on iOS, when there is a recogniser for taps at all.
    #expect(try Self.history(.ios, 32, 64, .tap("#text")).last == "event Click NText#text")
    #expect(try Self.history(.ios, 0, 64, .tap("#text")).last?.hasPrefix("skipped Click") == true)
  }

  /// A point on the edge of the box of 100 × 50 points: whether each platform includes it.
  @Test(arguments: [
    ("0,0", true, true), ("99.5,10", true, true), ("100,10", false, false), ("60,50", true, false),
    ("60,51", false, false),
  ])
  func edgesAreIn(_ point: String, _ android: Bool, _ ios: Bool) throws {
    #expect(
      try Self.history(.android, 32, 0, .tap(point)).contains { $0.hasPrefix("event Click") } == android)
    #expect(try Self.history(.ios, 32, 0, .tap(point)).contains { $0.hasPrefix("event Click") } == ios)
  }

  @Test func whatIsExposedIsReportedOnAndroidUnlessItIsTheRootOrHidden() {
    let box = element(
      1, ["flag": 16, "layoutWidth": -1, "layoutHeight": -1],
      element(7, ["name": "a", "flag": 16]), element(7, ["name": "b", "flag": 16, "visibility": 0]),
      element(1, ["visibility": 2], element(7, ["name": "c", "flag": 16])))
    #expect(TemplateScene(box, on: .android).history == ["event Exposure NText#a"])
    #expect(TemplateScene(box, on: .ios).history == [])
  }

  @Test func pagesTurnByHandAndByThemselves() throws {
    let page = element(
      2, ["layoutWidth": -1, "layoutHeight": -1],
      element(7, ["name": "title", "layoutWidth": -1, "layoutHeight": 20]),
      element(
        16,
        [
          "name": "page", "dataTag": "${items}", "layoutWidth": -1, "layoutHeight": 100, "autoSwitch": 1,
          "stayTime": 1000, "autoSwitchTime": 500, "color": 0,
          "onPageFlip": .code(
            [25] + Code.path("data.color") + [0] + Code.path("this.curPos") + [0]
              + Code.assign("this.parent.title.textColor", register: 0)),
          "curPos": 0,
        ]))
    let data: JSONValue = [
      "items": [["type": "Cell"], ["type": "Cell"], ["type": "Cell"]], "color": [-1, -2, -3],
    ]
    func scene(_ platform: TemplatePlatform) -> TemplateScene {
      TemplateScene(page, items: ["Cell": element(7)], data: data, on: platform)
    }
    var android = scene(.android)
    #expect(android.history == ["event FlipPage Page#page 1", "script onPageFlip Page#page"])
    #expect(android.value("textColor", of: "title") == .int(-1))
    try android.perform(.select("#page", 2))
    #expect(android.value("textColor", of: "title") == .int(-3))
    #expect(android.named("page")?.previousPosition == 0)
    let history = android.history
    try android.perform(.select("#page", 2))  // it is there already
    #expect(android.history == history)
    #expect(android.named("page")?.previousPosition == 0)
    let error = #expect(throws: TemplateActionError.self) { try android.perform(.select("#page", 3)) }
    #expect(error?.message == "'#page' has no item 3: there are 3, with the numbers 0 to 2")
    #expect(android.history == history)
    #expect(android.named("page")?.position == 2)
    try android.perform(.wait(1500))  // the first follows the last
    #expect(android.named("page")?.position == 0)
    try android.perform(.wait(1499))
    #expect(android.named("page")?.position == 0)
    try android.perform(.wait(1))
    #expect(android.named("page")?.position == 1)

    var ios = scene(.ios)
    #expect(ios.history == [])
    try ios.perform(.wait(2000))  // iOS does not wait for the animation
    #expect(ios.named("page")?.position == 2)
  }

  @Test func scrollerReportsThatItsEndIsNear() throws {
    let list = element(
      2, ["layoutWidth": -1, "layoutHeight": -1],
      element(15, ["name": "list", "dataTag": "${items}", "layoutWidth": -1, "layoutHeight": 100]))
    let cell = element(7, ["layoutWidth": -1, "layoutHeight": 40])
    let data: JSONValue = ["items": .array(Array(repeating: ["type": "Cell"], count: 10))]
    var scene = TemplateScene(list, items: ["Cell": cell], data: data)
    #expect(scene.history == [])
    try scene.perform(.scroll("#list", 60))
    #expect(scene.history == [])  // the fifth is at 200, out of sight until 100 are scrolled
    try scene.perform(.scroll("#list", 80))
    #expect(scene.history == ["event Load Scroller#list"])
    try scene.perform(.scroll("#list", 10_000))
    #expect(scene.named("list")?.position == 300)
    #expect(scene.history == ["event Load Scroller#list"])
  }
}
