import Foundation
import HybridBrowserDriver
import HybridJSON
import HybridTestSupport
import Testing

@testable import HybridServer

/// Pictures in a real browser: of elements and of backgrounds, and their accessible names.
@Suite(
  .drivesABrowser, .suiteTimeLimit,
  .enabled(if: Browser.isInstalled, "chromium is not installed: apt-get install chromium-headless-shell"))
struct StagePictureTests {
  @Test func thePicturesOfTheSampleAreLoadedAndSaidOnce() async throws {
    let stage = try await StageRig(try StageRig.sample())
    defer { stage.end() }
    var count = 0
    for unit in ["home", "product", "article", "profile"] {
      try await stage.show(unit)
      let images = "[...document.getElementById('app').shadowRoot.querySelectorAll('img')]"
      let areDecoded = try await stage.page.wait(
        for: "\(images).every(i => i.complete && i.naturalWidth > 0)")
      #expect(areDecoded, "\(unit)")
      count += try await stage.page.evaluate("\(images).length").int ?? 0
      // The browser's own accessibility tree lists each picture of the page once, by name.
      let told = try await names(of: "image", on: stage.page)
      let wanted = try await stage.page.evaluate(
        "[...stage.tree.values()].filter(n => n.a11y?.role === 'img' && n.a11y.label).map(n => n.a11y.label)")
      #expect(told.sorted() == wanted.array?.compactMap(\.string).sorted(), "\(unit)")
    }
    #expect(count >= 6)
    #expect(stage.page.problems == [])
  }

  @Test func whatThePageSaysToThoseWhoListenIsInTheBrowsersTree() async throws {
    let stage = try await StageRig(try StageRig.sample())
    defer { stage.end() }
    try await stage.show("home")
    for (role, name) in [("heading", "Fresh from the fire"), ("link", "See what came out")] {
      #expect(try await names(of: role, on: stage.page).contains(name), "\(role)")
    }
    for role in ["main", "navigation", "banner", "list"] {
      #expect(try await !names(of: role, on: stage.page).isEmpty, "\(role)")
    }
    try await stage.show("settings")
    #expect(
      try await names(of: "switch", on: stage.page).count + names(of: "checkbox", on: stage.page).count > 0)
  }

  /// The names of everything with a role.
  private func names(of role: String, on page: BrowserPage) async throws -> [String] {
    let nodes = try await page.call("Accessibility.getFullAXTree")["nodes"]?.array ?? []
    return nodes.compactMap { node in
      guard node["ignored"]?.bool != true, node["role"]?["value"]?.string == role else { return nil }
      return node["name"]?["value"]?.string ?? ""
    }
  }

  /// The left half of the picture is red, the other half is transparent.
  @Test func backgroundPicturesAreTiledPlacedAndLayered() async throws {
    let picture = "url(half.svg)"
    let stage = try await StageRig(
      try TemporaryProject([
        "pages/half.svg":
          """
        <svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'><path fill='#f00' d='M0 0h5v10H0z'/>\
        </svg>
        """,
        "pages/home.html": """
        <!DOCTYPE html><html><head><style>body { margin: 0; background: white }
        div { width: 40px; height: 40px; margin-bottom: 10px; box-sizing: border-box }
        #tiled { background: \(picture) }
        #one { background: blue \(picture) no-repeat 20px 10px }
        #spaced { width: 35px; background: \(picture) space }
        #over { background: \(picture) no-repeat, linear-gradient(lime, lime) }
        #under { background: linear-gradient(lime, lime), \(picture) }
        #edged { border: 5px solid black; background: blue \(picture) }
        </style></head><body><div id="tiled"></div><div id="one"></div><div id="spaced"></div><div id="over">\
        </div>
        <div id="under"></div><div id="edged"></div></body></html>

        """,
      ]))
    defer { stage.end() }
    let (red, white, blue, lime, black) = ("255,0,0", "255,255,255", "0,0,255", "0,255,0", "0,0,0")
    let expected: [(x: Int, y: Int, color: String)] = [
      (2, 5, red), (7, 5, white), (12, 5, red), (32, 35, red), (37, 35, white),
      (22, 65, red), (27, 65, blue), (2, 65, blue), (22, 75, blue),
      // Three fit, with 2.5 between them.
      (2, 105, red), (10, 105, white), (15, 105, red), (20, 105, white), (27, 105, red), (32, 105, white),
      (2, 155, red), (7, 155, lime), (12, 155, lime), (2, 205, lime), (32, 235, lime),
      // Tiles begin at the padding box, and lie below the border.
      (2, 252, black), (7, 260, red), (12, 260, blue), (17, 260, red), (38, 260, black),
    ]
    let points = expected.map { "[\($0.x),\($0.y)]" }.joined(separator: ",")
    let wanted = expected.map(\.color).joined(separator: " ")
    // A background is painted when its picture has loaded, for which there is no event.
    var seen = ""
    _ = try await poll {
      seen = try await colors(at: points, on: stage.page)
      return seen == wanted
    }
    #expect(seen == wanted)
    #expect(stage.page.problems == [])
  }

  @Test func drawingsAreThoseOfTheMarkup() async throws {
    let stage = try await StageRig(
      try TemporaryProject([
        "pages/home.html": """
        <!DOCTYPE html><html><head><style>body { margin: 0; background: white; color: red }
        svg { display: block } .b rect { fill: blue } use { fill: lime }</style></head><body>
        <svg width=40 height=20><rect id=r width=20 height=20 fill=currentColor></rect></svg>
        <svg class=b width=40 height=40 viewBox="0 0 2 2"><rect width=1 height=1></rect>
        <use href="#r" transform="translate(1 1) scale(.05)"></use></svg>
        </body></html>

        """
      ]))
    defer { stage.end() }
    let expected = [
      (10, 10, "255,0,0"), (30, 10, "255,255,255"), (10, 30, "0,0,255"), (30, 30, "255,255,255"),
      (30, 50, "255,0,0"),
    ]
    let points = expected.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
    let wanted = expected.map(\.2).joined(separator: " ")
    var seen = ""
    _ = try await poll {
      seen = try await colors(at: points, on: stage.page)
      return seen == wanted
    }
    #expect(seen == wanted)
    #expect(stage.page.problems == [])
  }

  /// The letters of a font of the project: rectangles, 40 × 70 hundredths of an em in one file and 60 × 70 in
  /// the other. A save of the file changes them.
  @Test func fontsOfTheProjectAreLoaded() async throws {
    func font(_ name: String) throws -> [UInt8] {
      let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      return [UInt8](
        try Data(contentsOf: tests.appending(path: "HybridDrawingTests/Fixtures/Fonts/\(name)")))
    }
    let project = try TemporaryProject([
      "pages/home.html": """
      <!DOCTYPE html><html><head><style>
      @font-face { font-family: "Own font"; src: url(/fonts/own.ttf) }
      body { margin: 0; background: white } p { margin: 0; font: 100px/1 'own FONT' }
      </style></head><body><p>A</p></body></html>
      """
    ])
    try project.write("fonts/own.ttf", bytes: try font("blocks.ttf"))
    let stage = try await StageRig(project)
    defer { stage.end() }
    func wait(for wanted: String) async throws -> String {
      var seen = ""
      _ = try await poll {
        seen = try await colors(at: "[30,40],[57,40],[75,40]", on: stage.page)
        return seen == wanted
      }
      return seen
    }
    let (black, white) = ("0,0,0", "255,255,255")
    #expect(try await wait(for: "\(black) \(black) \(white)") == "\(black) \(black) \(white)")
    try project.write("fonts/own.ttf", bytes: try font("blocks-bold.ttf"))
    #expect(try await wait(for: "\(black) \(black) \(black)") == "\(black) \(black) \(black)")
    #expect(stage.page.problems == [])
  }

  /// `background-clip: text` of an element in a line, in one line and in two: its text belongs to the element
  /// around it.
  @Test func backgroundsOfInlineElementsCoverLetters() async throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let font = try Data(contentsOf: tests.appending(path: "HybridDrawingTests/Fixtures/Fonts/blocks.ttf"))
    let project = try TemporaryProject([
      "pages/home.html": """
      <!DOCTYPE html><html><head><style>
      @font-face { font-family: Blocks; src: url(/fonts/own.ttf) }
      body { margin: 0; background: white } p { margin: 0; width: 100px; font: 100px/1 Blocks }
      span { color: transparent; background: lime; background-clip: text }
      </style></head><body><p><span>A</span></p><p><span>A A</span></p></body></html>
      """
    ])
    try project.write("fonts/own.ttf", bytes: [UInt8](font))
    let stage = try await StageRig(project)
    defer { stage.end() }
    let (lime, white) = ("0,255,0", "255,255,255")
    // A letter is 60 px wide and 70 px high, in a box of 70 px.
    let points = "[30,40],[65,40],[30,5],[30,140],[65,140],[30,240],[65,240]"
    let wanted = [lime, white, white, lime, white, lime, white].joined(separator: " ")
    var seen = ""
    _ = try await poll {
      seen = try await colors(at: points, on: stage.page)
      return seen == wanted
    }
    #expect(seen == wanted)
    #expect(stage.page.problems == [])
  }

  private func colors(at points: String, on page: BrowserPage) async throws -> String {
    let picture = try await page.screenshot().base64EncodedString()
    return try await page.evaluate(
      """
      (async () => {
        const image = new Image();
        image.src = 'data:image/png;base64,\(picture)';
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.width, image.height];
        const context = canvas.getContext('2d', {willReadFrequently: true});
        context.drawImage(image, 0, 0);
        return [\(points)].map(([x, y]) => [...context.getImageData(x, y, 1, 1).data].slice(0, \
      3).join()).join(' ');
      })()
      """
    ).string ?? ""
  }
}
