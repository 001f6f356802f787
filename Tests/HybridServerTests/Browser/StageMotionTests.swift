import Foundation
import HybridBrowserDriver
import HybridJSON
import HybridTestSupport
import Testing

@testable import HybridServer

/// Animations that a real browser plays by itself.
@Suite(
  .drivesABrowser, .suiteTimeLimit,
  .enabled(if: Browser.isInstalled, "chromium is not installed: apt-get install chromium-headless-shell"))
struct StageMotionTests {
  @Test(arguments: MotionScript.all)
  func theEngineIsComparedWithThisBrowser(_ script: MotionScript) async throws {
    let page = try await Browser.shared().open(width: 375, height: 667)
    let html = script.page(say: "(...words) => (window.said ??= []).push(words.join(' '))")
    try await page.evaluate(
      "document.open(); document.write(\(JSONValue.string(html).script)); document.close()")
    let said = JSONValue.array(script.said.map { .string($0) }).script
    let isSaid = try await page.wait(for: "JSON.stringify(window.said ?? []) === JSON.stringify(\(said))")
    let found = try await page.evaluate("window.said ?? null")
    #expect(isSaid, "\(found)")
  }

  private static let home = """
    <!DOCTYPE html><html><head><style>body { margin: 0 } div { width: 100px; height: 40px; background: red }
    #a { animation: move 2s linear infinite alternate; scale: 0.5; transform-origin: 0 0 }
    #b { animation: turn 4s linear infinite; margin: 30px; transform-origin: 20px 100% }
    @keyframes move { to { translate: 50% 10px } }
    @keyframes turn { 25% { transform: translateX(40px) rotate(90deg) } to { rotate: 30deg; scale: 2 1 } }
    </style></head><body><div id="a"></div><div id="b"></div></body></html>
    """

  /// The corners of a box at a time of its animations, from what the browser computes and where the
  /// box is laid out.
  private static func corners(of id: String, at time: Int) -> String {
    """
    (() => {
      const element = box('\(id)');
      for (const animation of element.getAnimations()) { animation.pause(); animation.currentTime = \(time); }
      const style = getComputedStyle(element), matrix = new DOMMatrix();
      const [x, y] = style.transformOrigin.split(' ').map(parseFloat);
      let node = find('\(id)');
      const [, , width, height] = node.frame, sizes = [width, height];
      for (; node; node = stage.tree.get(node.parent)) {
        const [left, top] = node.frame;
        matrix.translateSelf(left, top);
      }
      matrix.translateSelf(x, y);
      const parts = text => text === 'none' ? [] : text.split(' ');
      const [across = 0, down = 0] = parts(style.translate).map((part, index) =>
        part.endsWith('%') ? parseFloat(part) * sizes[index] / 100 : parseFloat(part));
      matrix.translateSelf(across, down);
      if (style.rotate !== 'none') matrix.rotateSelf(parseFloat(style.rotate));
      const [wide = 1, high = wide] = parts(style.scale).map(parseFloat);
      matrix.scaleSelf(wide, high);
      if (style.transform !== 'none') matrix.multiplySelf(new DOMMatrix(style.transform));
      matrix.translateSelf(-x, -y);
      return [[0, 0], [width, 0], [width, height], [0, height]].flatMap(([x, y]) => {
        const point = matrix.transformPoint({ x, y });
        return [point.x, point.y];
      });
    })()
    """
  }

  /// The red quadrilaterals of an SVG that `render` wrote, four corners each.
  private static func quadrilaterals(_ svg: String) -> [[Double]] {
    svg.matches(of: /fill:rgb\(100%,0%,0%\)[^>]* d="M ([^"]*?) Z/).map { match in
      match.1.split(separator: " ").compactMap { Double($0) }
    }
  }

  @Test func theBrowserPlaysTheTransformsThatARenderShows() async throws {
    let stage = try await StageRig(try TemporaryProject(["pages/home.html": Self.home]))
    defer { stage.end() }
    #expect(
      try await stage.page.wait(
        for:
          "['a', 'b'].every(id => window.find?.(id) && box(id).getAnimations().length > 0)"
      ))
    for time in [0, 250, 500, 1500, 2500] {
      let render = try await HybridCommand.run(
        ["render", "pages/home.html", "--format", "svg", "--do", "wait \(Double(time) / 1000)"],
        in: stage.rig.project.folder)
      let shown = Self.quadrilaterals(render.output)
      for id in ["a", "b"] {
        let drawn = try #require(
          try await stage.page.evaluate(Self.corners(of: id, at: time)).array
        ).compactMap(\.number)
        #expect(
          drawn.count == 8
            && shown.contains { zip($0, drawn).allSatisfy { abs($0 - $1) < 0.02 } },
          "#\(id) at \(time) ms: \(drawn), rendered \(shown), \(render.errors)")
      }
    }
    #expect(stage.page.problems == [])
  }
}
