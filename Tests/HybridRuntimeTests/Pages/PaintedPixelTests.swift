import HybridDrawing
import HybridEncoding
import HybridGeometry
import HybridViewTree
import Testing

@testable import HybridRuntime

/// What pages look like, pixel by pixel, as Chromium paints them.
@Suite struct PaintedPixelTests {
  private static let css = "body { margin: 0; font: 10px/20px sans-serif } div, p { margin: 0; height: 20px }"

  /// The colours at some points, as `#rgb` with the upper half of each channel.
  private static func colors(_ html: String, _ points: [(Int, Int)]) throws -> [String] {
    let list = try live(html, css: css).displayList
    let picture = try Picture.bitmap(list, scale: 1, images: ImageBook { dataURLBytes($0) })
    return points.map { x, y in
      let start = (y * picture.width + x) * 4
      return "#" + picture.pixels[start..<start + 3].map { String($0 >> 4, radix: 16) }.joined()
    }
  }

  // MARK: Tables

  private static let table = """
    <style>td { padding: 0; width: 20px; height: 20px }
    table { border-spacing: 10px; } .own td { background: #0f0 }</style>
    """

  /// CSS 2.2 §17.5.1: in the cells of a row, not between them, and over all rows of a cell that begins in it.
  @Test(
    arguments: [
      (
        "<table><tr style='background:#f00'><td><td></table>", [(20, 20), (35, 20), (50, 20)],
        ["#f00", "#fff", "#f00"]
      ),
      (
        "<table><tr style='background:#f00'><td rowspan=2><td><tr style='background:#00f'><td></table>",
        [(20, 20), (20, 50), (50, 50), (20, 35), (50, 35)], ["#f00", "#f00", "#00f", "#f00", "#fff"]
      ),
      (
        "<table><col><col style='background:#00f'><tr><td><td><tr><td colspan=2></table>",
        [(20, 20), (50, 20), (50, 50)], ["#fff", "#00f", "#fff"]
      ),
      (
        "<table><tbody style='background:#f00'><tr><td><td><tr style='background:#00f'><td></table>",
        [(50, 20), (20, 50), (50, 50), (35, 20)], ["#f00", "#00f", "#fff", "#fff"]
      ),
      (
        "<table><tr style='background:linear-gradient(90deg,#f00 25px,#00f 25px)'><td><td></table>",
        [(20, 20), (50, 20)], ["#f00", "#00f"]
      ),
    ] as [(String, [(Int, Int)], [String])])
  func backgroundsOfRowsAreInTheirCells(
    _ html: String, _ points: [(Int, Int)], _ expected: [String]
  ) throws {
    #expect(try Self.colors(Self.table + html, points) == expected)
  }

  private static let collapsed = """
    <style>td { padding: 0; width: 20px; height: 20px; background: #fff }
    table { border-collapse: collapse; margin: 4px } .a { border: 4px solid #f00 }
    .b { border: 6px double #00f } .c { border: 2px solid #0f0 }</style>
    """

  /// CSS 2.2 §17.6.2: each edge has the border that won it, in its own width and style.
  @Test(
    arguments: [
      // The cells are 24 wide and high, and the table begins at (4, 4).
      ("<table><tr><td class=a></table>", [(5, 16), (16, 5), (10, 10)], ["#f00", "#f00", "#fff"]),
      // From the outer edge: a line, a gap, a line.
      (
        "<table><tr><td class=b></table>", [(5, 20), (7, 20), (9, 20), (11, 20)],
        ["#00f", "#fff", "#00f", "#fff"]
      ),
      // Beside a narrow border the wide one wins, over its own length only.
      (
        "<table><tr><td class=c><td class=c><tr><td class=c><td class=a></table>",
        [(5, 16), (27, 16), (38, 28), (16, 28), (28, 40)], ["#0f0", "#0f0", "#f00", "#0f0", "#f00"]
      ),
    ] as [(String, [(Int, Int)], [String])])
  func collapsedBordersAreThoseThatWon(_ html: String, _ points: [(Int, Int)], _ expected: [String]) throws {
    #expect(try Self.colors(Self.collapsed + html, points) == expected)
  }

  // MARK: Inline elements

  private static let bar = "<style>b { background: #00f; color: #00f; padding: 5px 20px }</style>"

  /// An effect applies to an inline element with its text.
  @Test(
    arguments: [
      ("opacity: .5", (5, 10), "#77f"), ("filter: invert(1)", (5, 10), "#ff0"),
      ("clip-path: inset(0 0 0 20px)", (5, 10), "#fff"),
      ("mask-image: linear-gradient(90deg, transparent 50%, #000 50%)", (5, 10), "#fff"),
      ("mix-blend-mode: multiply", (5, 10), "#00f"),
      ("outline: 3px solid #f00; margin-left: 10px", (8, 10), "#f00"),
      ("backdrop-filter: invert(1); background: none", (5, 10), "#000"),
    ])
  func effectsApplyToInlineElements(_ css: String, _ point: (Int, Int), _ color: String) throws {
    let html = Self.bar + "<p><b style='\(css)'>A</b></p>"
    #expect(try Self.colors(html, [point]) == [color])
  }

  // MARK: Backgrounds and corners

  @Test(
    arguments: [
      ("0 0 / 10px 5px repeat-x", ["#00f", "#fff", "#00f"]),
      ("0 0 / 10px 5px repeat-y", ["#00f", "#00f", "#fff"]),
      ("0 0 / 10px 5px no-repeat", ["#00f", "#fff", "#fff"]), ("0 0 / 10px 5px", ["#00f", "#00f", "#00f"]),
      ("0 0 / 30px 10px space", ["#00f", "#00f", "#00f"]),
      ("5px 10px / 10px 5px no-repeat", ["#fff", "#00f", "#fff"]),
    ])
  func gradientsRepeatAsToldOnEachAxis(_ layer: String, _ expected: [String]) throws {
    let html = "<p style='width:100px;background:linear-gradient(#00f,#00f) \(layer)'></p>"
    #expect(try Self.colors(html, [(2, 2), (7, 12), (82, 2)]) == expected)
  }

  /// CSS Backgrounds 3 §2.4, in a box of 100 points: three tiles of 30 with 5 between them.
  @Test func spaceLiesBetweenTheTilesOfAGradient() throws {
    let html = "<p style='width:100px;background:linear-gradient(#00f,#00f) 0 0/30px 20px space'></p>"
    let points = [(29, 5), (32, 5), (36, 5), (64, 5), (67, 5), (99, 5)]
    #expect(try Self.colors(html, points) == ["#00f", "#fff", "#00f", "#00f", "#fff", "#00f"])
  }

  @Test(
    arguments: [
      // An ellipse of 100 × 20.
      ("border-radius: 50%", [(10, 2), (25, 2), (50, 1), (2, 10)], ["#fff", "#00f", "#00f", "#00f"]),
      ("border-radius: 40px / 10px", [(3, 3), (20, 2), (50, 1)], ["#fff", "#00f", "#00f"]),
      ("border-radius: 0 / 10px", [(0, 0), (99, 19), (50, 1)], ["#00f", "#00f", "#00f"]),
    ] as [(String, [(Int, Int)], [String])])
  func cornersAreEllipses(_ radius: String, _ points: [(Int, Int)], _ expected: [String]) throws {
    #expect(try Self.colors("<p style='width:100px;background:#00f;\(radius)'></p>", points) == expected)
    let clip =
      "<p style='width:100px;overflow:hidden;\(radius)'><b style='display:block;height:20px;background:#00f'></b>"
    #expect(try Self.colors(clip, points) == expected)
  }

  /// SVG 2 §8.7: a view box keeps its proportions in another size, unless the document says otherwise.
  @Test(
    arguments: [
      ("", "", ["#fff", "#00f"]), ("preserveAspectRatio=\"none\"", "", ["#00f", "#00f"]),
      ("preserveAspectRatio=\"xMinYMid\"", "", ["#00f", "#fff"]),
      ("", "object-fit:cover", ["#00f", "#00f"]),
    ])
  func viewBoxesKeepTheirRatio(_ attribute: String, _ style: String, _ expected: [String]) throws {
    let drawing =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 2 2\" \(attribute)>"
      + "<rect width=\"2\" height=\"2\" fill=\"blue\"/></svg>"
    let source = "data:image/svg+xml,\(drawing.replacing("#", with: "%23"))"
    let html = "<img style='display:block;width:80px;height:20px;\(style)' src='\(source)'>"
    #expect(try Self.colors(html, [(5, 10), (40, 10)]) == expected)
  }

  // MARK: Positioned boxes

  @Test(
    arguments: [
      // The box at (50, 10) hangs out of one that is 60 wide.
      ("", "position:absolute", "#00f"), ("position:relative", "position:absolute", "#fff"),
      ("transform:translate(0)", "position:absolute", "#fff"), ("", "position:fixed", "#00f"),
      ("position:relative", "position:fixed", "#00f"),
      ("transform:translate(0)", "position:fixed", "#fff"),
    ])
  func onlyAContainingBlockClipsPositionedBoxes(_ outer: String, _ inner: String, _ color: String) throws {
    let html = """
      <div style='overflow:hidden;width:60px;\(outer)'>\
      <p style='\(inner);left:50px;top:0;width:40px;background:#00f'></p></div>
      """
    #expect(try Self.colors(html, [(70, 10), (55, 10)]) == [color, "#00f"])
  }

  @Test func aTransformedBoxHoldsFixedBoxes() throws {
    let html = """
      <div style='transform:translate(10px,0);width:100px'>\
      <p style='position:fixed;right:0;bottom:0;width:10px;background:#00f'></p></div>
      """
    #expect(try Self.colors(html, [(105, 10), (95, 10)]) == ["#00f", "#fff"])
  }

  // MARK: Letters

  /// `-webkit-text-stroke` and `-webkit-text-fill-color`: whether there is any red, and any blue.
  @Test(
    arguments: [
      ("color:#f00", true, false), ("color:#f00;-webkit-text-fill-color:#00f", false, true),
      ("color:transparent;-webkit-text-stroke:2px #00f", false, true),
      ("color:#f00;-webkit-text-stroke:4px #00f", true, true),
      ("color:#00f;-webkit-text-stroke:2px", false, true),
    ])
  func lettersHaveAFillAndAStroke(_ css: String, _ hasRed: Bool, _ hasBlue: Bool) throws {
    let list = try live("<p style='font:80px/80px sans-serif;height:80px;\(css)'>H</p>", css: Self.css)
      .displayList
    let pixels = try Picture.bitmap(list, scale: 1, images: NoImages()).pixels
    let colors = stride(from: 0, to: pixels.count, by: 4).map { Array(pixels[$0..<$0 + 3]) }
    #expect(colors.contains([255, 0, 0]) == hasRed && colors.contains([0, 0, 255]) == hasBlue)
  }
}
