import Foundation
import HybridBrowserDriver
import HybridJSON
import HybridSource
import HybridTestSupport
import Testing

@testable import HybridServer

/// A real browser shows what the engine computed.
@Suite(
  .drivesABrowser, .suiteTimeLimit,
  .enabled(if: Browser.isInstalled, "chromium is not installed: apt-get install chromium-headless-shell"))
struct StageDrawingTests {
  /// The positions of all nodes, in tree order, in viewport coordinates and without transforms.
  private static let rectangles = """
    (() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { transform: none !important }');
      const root = document.getElementById('app').shadowRoot;
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
      const origin = root.querySelector('.viewport').getBoundingClientRect();
      const result = [];
      const walk = n => {
        const node = stage.tree.get(n);
        const { x, y, width, height } = stage.elementFor(n).getBoundingClientRect();
        result.push([node.tag, x - origin.x, y - origin.y, width, height]);
        node.children.forEach(walk);
      };
      walk([...stage.tree.values()].find(node => node.parent === null).n);
      root.adoptedStyleSheets = root.adoptedStyleSheets.slice(0, -1);
      return result;
    })()
    """

  /// The same for a render, from `render --format json`.
  private static func frames(_ json: JSONValue) -> [(tag: String, frame: [Double])] {
    var result: [(String, [Double])] = []
    var open: [(JSONValue, Double, Double)] = [(json, 0, 0)]
    while let (node, x, y) = open.popLast() {
      var frame = node["frame"]?.array?.compactMap(\.number) ?? []
      guard frame.count == 4 else { continue }
      frame[0] += x
      frame[1] += y
      result.append((node["tag"]?.string ?? "", frame))
      for child in (node["children"]?.array ?? []).reversed() { open.append((child, frame[0], frame[1])) }
    }
    return result
  }

  /// Compares the drawn page with a render; returns the number of nodes.
  private static func compare(
    _ stage: StageRig, _ name: String, _ path: String, _ options: [String] = []
  ) async throws -> Int {
    let render = try await HybridCommand.run(
      ["render", path, "--format", "json"] + options, in: stage.rig.project.folder)
    let json = readJSON(Source(path: "render", bytes: Array(render.output.utf8))).value
    let expected = frames(try #require(json, "\(render.errors)"))
    let drawn = try #require(try await stage.page.evaluate(rectangles).array)
    try #require(drawn.count == expected.count, "\(name) \(options)")
    for (drawn, expected) in zip(drawn, expected) {
      #expect(drawn[0]?.string == expected.tag)
      let numbers = (1...4).map { drawn[$0]?.number ?? .nan }
      #expect(
        zip(numbers, expected.frame).allSatisfy { abs($0 - $1) <= 0.5 },
        "\(name) \(options) <\(expected.tag)>: drawn at \(numbers), laid out at \(expected.frame)")
    }
    return expected.count
  }

  @Test(arguments: [
    (#"{"name": "phone", "rtl": true}"#, ["--rtl"]), (#"{"name": "phone", "dark": true}"#, ["--dark"]),
    (#"{"name": "phone", "fontScale": 1.5}"#, ["--font-scale", "1.5"]),
    (#"{"name": "tablet", "landscape": true, "rtl": true}"#, ["--device", "tablet", "--landscape", "--rtl"]),
  ])
  func everySettingIsDrawnAsItIsLaidOut(_ device: String, _ options: [String]) async throws {
    let stage = try await StageRig(try StageRig.sample())
    defer { stage.end() }
    try await stage.page.evaluate("stage.show({ device: \(device) })")
    var compared = 0
    for name in ["home", "article", "cart", "settings", "product"] {
      try await stage.show(name)
      // Named as the server names it: with its settings.
      try #require(try await stage.page.wait(for: "stage.device !== 'phone'"))
      compared += try await Self.compare(stage, name, "pages/\(name)/index.html", options)
    }
    #expect(compared > 200)
    #expect(stage.page.problems == [])
  }

  @Test func everyNodeOfEveryUnitIsWhereTheEngineHasIt() async throws {
    let stage = try await StageRig(try StageRig.sample())
    defer { stage.end() }
    let units = try await stage.rig.ask("hybrid/units").body
    let names = try #require(readJSON(Source(path: "units", bytes: units)).value?.array)
    #expect(names.count >= 20)
    var compared = 0
    for unit in names {
      let (name, path) = (try #require(unit["name"]?.string), try #require(unit["path"]?.string))
      try await stage.show(name)
      compared += try await Self.compare(stage, name, path)
    }
    #expect(compared > 500)
    #expect(stage.page.problems == [])
  }

  @Test func piecesOfTextAreAsWideAsTheyWereMeasured() async throws {
    let stage = try await StageRig(try StageRig.sample())
    defer { stage.end() }
    try await stage.show("article")
    // The width of the text itself, not of the box that it is in.
    let pieces = try await stage.page.evaluate(
      """
      (() => {
        const result = [];
        for (const node of stage.tree.values()) {
          const spans = [...stage.elementFor(node.n).querySelectorAll(':scope > .piece')];
          const pieces = (node.paint?.lines ?? []).flatMap(line => line.pieces);
          spans.forEach((span, index) => {
            const range = document.createRange();
            range.selectNodeContents(span);
            result.push([span.textContent, range.getBoundingClientRect().width, pieces[index].width]);
          });
        }
        return result;
      })()
      """)
    let rows = try #require(pieces.array)
    #expect(rows.count > 20)
    for row in rows {
      let (drawn, measured) = (row[1]?.number ?? .nan, row[2]?.number ?? .nan)
      #expect(abs(drawn - measured) <= 0.5, "\(row[0]?.string ?? ""): \(drawn), not \(measured)")
    }
  }

  @Test func whatIsOnTopIsWhatStacksOnTop() async throws {
    let box = "position: absolute; width: 80px; height: 40px; background: gold"
    let stage = try await StageRig(
      try TemporaryProject([
        "pages/home.html": """
        <!DOCTYPE html><html><head><style>body { margin: 0; background: white }
        #first, #high, #low { \(box) } #first { left: 0 } #high { left: 40px; z-index: 2 }
        #low { left: 100px; z-index: 1 } #flow { margin-left: 60px; width: 200px; height: 40px; \
        background: teal }
        #under { \(box); left: 240px; z-index: -1 }
        </style></head><body><div id="first"></div><div id="high"></div><div id="low"></div><div id="flow">\
        </div>
        <div id="under"></div></body></html>

        """
      ]))
    defer { stage.end() }
    let onTop = try await stage.page.evaluate(
      "[20, 60, 110, 130, 200, 250, 290].map(x => stage.tree.get(stage.nodeAt(x, 20)).id ?? '')")
    // Positioned boxes are above the flow, even earlier ones; one with a negative z-index is below the flow
    // and above the canvas.
    #expect(onTop == ["first", "high", "high", "low", "flow", "flow", ""])
    let isSeen = try await stage.page.evaluate(
      """
      [getComputedStyle(box('under')).backgroundColor, \
      getComputedStyle(box('under').parentElement).backgroundColor]
      """
    )
    #expect(isSeen == ["rgb(255, 215, 0)", "rgba(0, 0, 0, 0)"])
  }

  /// Large parts have their own compositing layers, which browsers may paint after content without a layer.
  @Test func whatIsKeptApartStacksAsTheRestDoes() async throws {
    let rows = (0..<80).map { number in
      "<div class=row id=row\(number)>\(number == 10 ? "<i id=badge></i>" : "<b></b>")</div>"
    }
    let stage = try await StageRig(
      try TemporaryProject([
        "pages/home.html": """
        <!DOCTYPE html><html><head><style>body { margin: 0; background: white }
        .row { width: 200px; height: 8px; margin-bottom: -4px; background: teal } .row b { display: block; \
        height: 8px }
        #badge { position: absolute; left: 0; width: 50px; height: 40px; background: gold }
        #after { width: 200px; height: 40px; margin-top: -30px; background: tomato }
        #under { position: absolute; z-index: -1; left: 100px; top: 0; width: 200px; height: 40px; \
        background: navy }
        </style></head><body><div>\(rows.joined())</div><div id="after"></div><div id="under"></div></body>\
        </html>

        """
      ]))
    defer { stage.end() }
    let apart = try await stage.page.evaluate(
      """
      [...stage.tree.keys()].filter(n => getComputedStyle(stage.elementFor(n)).backfaceVisibility === \
      'hidden').length
      """
    )
    #expect((apart.int ?? 0) > 80)
    // Where two rows overlap, the later one is on top; the following content covers the last rows, and the
    // badge covers those behind its own row.
    let onTop = try await stage.page.evaluate(
      """
      [[150, 82], [25, 60], [25, 78], [150, 300], [150, 20]].map(([x, y]) => {
        let node = stage.tree.get(stage.nodeAt(x, y));
        while (node && !node.id) node = stage.tree.get(node.parent);
        return node?.id ?? '';
      })
      """)
    #expect(onTop == ["row20", "badge", "badge", "after", "row5"])
  }
}
