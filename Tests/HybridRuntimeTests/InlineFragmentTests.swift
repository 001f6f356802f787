import HybridDrawing
import HybridGeometry
import HybridViewTree
import Testing

@testable import HybridRuntime

/// Inline elements in several lines: a box in each (CSS 2.2 §8.6, CSS Fragmentation 3 §5.4). The numbers are
/// those of a browser.
struct InlineFragmentTests {
  /// Boxes of 40 × 20 points in lines of 100 points.
  private static func page(_ content: String, css: String = "") -> String {
    let box = "<u style='display:inline-block;width:40px;height:20px'></u>"
    return """
      <!doctype html><body style='margin:0'><style>p { margin: 0; width: 100px; font: 10px/30px DejaVu Sans }
      b { font-weight: 400; border: 2px solid red; padding: 0 5px; border-radius: 6px } \(css)</style>
      <p>\(content.replacing("BOX", with: box))</p>
      """
  }

  /// Each box with the sides that have a border.
  private static func boxes(_ html: String) throws -> [String] {
    let node = try #require(try render(html).node("a"))
    return try #require(node.paint.fragments).map { fragment in
      let sides = zip("TRBL", fragment.borders ?? []).filter { $0.1.width > 0 }.map { String($0.0) }
      return "\(fragment.frame) \(sides.joined())"
    }
  }

  @Test(arguments: [
    ("<b id=a>BOXBOXBOX</b>", ["0,0 87×15 TBL", "0,32 47×15 TRB"]),
    ("BOX<b id=a>BOXBOXBOXBOX</b>", ["40,0 47×15 TBL", "0,32 80×15 TB", "0,64 47×15 TRB"]),
    ("<b id=a style='direction:rtl'>BOXBOXBOX</b>", ["0,0 87×15 TRB", "0,32 47×15 TBL"]),
    ("<i id=a style='border:0 solid;border-top-width:1px'>BOXBOXBOX</i>", ["0,0 80×12 T", "0,32 40×12 T"]),
    // The block between two lines is a box of its own, without borders.
    (
      "<b id=a>BOX<s style='display:block;height:9px'></s>BOX</b>",
      ["0,0 47×15 TBL", "0,23 100×9 ", "0,41 47×15 TRB"]
    ),
  ])
  func eachLineHasABox(_ content: String, _ expected: [String]) throws {
    #expect(try Self.boxes(Self.page(content)) == expected)
  }

  @Test func onlyTheEndsHaveRoundCorners() throws {
    let tree = try render(Self.page("<b id=a>BOXBOXBOX</b>"))
    #expect(tree.node("a")?.paint.fragments?.map(\.radii) == [[6, 0, 0, 6], [0, 6, 6, 0]])
  }

  @Test func anElementInOneLineHasNoFragments() throws {
    let paint = try #require(try render(Self.page("<b id=a>BOX</b>")).node("a")?.paint)
    #expect(paint.fragments == nil)
    #expect(paint.isInline)
    #expect(paint.borders?.map(\.width) == [2, 2, 2, 2])
    #expect(paint.radii == [6, 6, 6, 6])
  }

  /// The background runs through the boxes as if they were beside each other.
  @Test func backgroundsAreCutFromOneBox() throws {
    let css = "#a { background: linear-gradient(90deg, red, blue) border-box }"
    let tree = try render(Self.page("<b id=a>BOXBOXBOX</b>", css: css))
    let fragments = try #require(tree.node("a")?.paint.fragments)
    #expect(
      fragments.compactMap { $0.gradients?.first?.frame.description } == ["0,0 134×15", "-87,0 134×15"])
  }

  /// The same boxes are drawn, below the text of the lines.
  @Test func theBoxesAreInTheDisplayList() throws {
    let tree = try render(Self.page("<b id=a style='background:blue'>BOXBOX x BOX</b>"))
    let items = tree.displayList.items
    let boxes = items.compactMap { item -> DisplayList.Box? in
      if case .box(let box) = item.content, box.background == RGBA(0, 0, 255) { box } else { nil }
    }
    let fragments = try #require(tree.node("a")?.paint.fragments)
    #expect(boxes.map(\.frame.width) == fragments.map(\.frame.width))
    let isBox = items.map { if case .box(let box) = $0.content { box.borders.top.width > 0 } else { false } }
    let isText = items.map { if case .text = $0.content { true } else { false } }
    #expect(try #require(isBox.lastIndex(of: true)) < #require(isText.firstIndex(of: true)))
  }

  /// `getClientRects` has them all, `getBoundingClientRect` is around them, and a point between them belongs
  /// to the element around.
  @Test func scriptsSeeTheBoxes() throws {
    let rig = try PageRig(
      Self.page("BOX<b id=a>BOXBOX</b>") + """
        <script>
        const a = document.getElementById("a"), rects = a.getClientRects(), all = a.getBoundingClientRect();
        console.log(rects.length, rects[0].x, rects[0].width, rects[1].x, rects[1].width);
        console.log(all.x, all.width, all.bottom === rects[1].bottom);
        const at = (x, y) => document.elementFromPoint(x, y).tagName;
        const [top, next] = rects.map((rect) => rect.y + 1);
        console.log(at(42, top), at(46, next), at(60, next));
        </script>
        """)
    #expect(rig.said == ["2 40 47 0 47", "0 87 true", "B B P"])
  }
}
