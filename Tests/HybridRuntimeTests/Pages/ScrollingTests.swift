import HybridDrawing
import HybridViewTree
import Testing

@testable import HybridRuntime

private let list = "<div id=s><div id=c></div></div>"

@Test(
  arguments: [
    // Content larger than the padding box: the border does not count.
    ("overflow:auto;border:5px solid", "height:300px", 0.0, "110×300", 0.0),
    ("overflow:auto", "height:300px", 70, "120×300", 70),
    // An offset never exceeds the content.
    ("overflow:auto", "height:300px", 999, "120×300", 200),
    ("overflow:auto", "height:300px", -5, "120×300", 0),
    ("overflow:scroll", "height:10px", 0, "120×100", 0), ("overflow:auto", "height:10px", 0, nil, 0),
    ("overflow:visible", "height:300px", 10, nil, 0), ("overflow:hidden", "height:300px", 0, nil, 0),
    ("overflow:hidden", "height:300px", 20, "120×300", 20), ("overflow:clip", "height:300px", 20, nil, 0),
  ] as [(String, String, Double, String?, Double)])
func whatScrollsSaysHowFar(
  _ style: String, _ content: String, _ y: Double, _ size: String?, _ expected: Double
) throws {
  let tree = try live(
    list, css: "#s { box-sizing: border-box; width: 120px; height: 100px; \(style) } #c { \(content) }",
    ["s": .scrolled(0, y)])
  let scroll = tree.node("s")?.scroll
  #expect(
    scroll.map { "\(shortNumber($0.width))×\(shortNumber($0.height))" } == size && scroll?.y ?? 0 == expected)
  #expect(tree.frame("c")?.hasPrefix("0,0 ") == true || style.contains("border"))
}

@Test func aPageHigherThanTheViewportScrolls() throws {
  let tree = try live("<div id=d style='height:1000px'></div>", ["html": .scrolled(0, 9999)])
  // The body's margins are 8 above and below.
  #expect(tree.nodes.first?.scroll == ViewScroll(x: 0, y: 536, width: 320, height: 1016))
  #expect(tree.displayList.size.height == 480)
  #expect(try live("<p>short</p>").nodes.first?.scroll == nil)
}

@Test func scrollViewsAndTablesScrollUnlessTheyMayNot() throws {
  let page = native(
    """
    <scrollView id=a style='height:50px'><view style='height:80px'></view></scrollView>
    <scrollView id=b style='height:50px' allowScroll=false><view style='height:80px'></view></scrollView>
    <table id=c style='height:50px'><tableRow></tableRow></table>
    """)
  let tree = try live(page, ["a": .scrolled(0, 20)])
  #expect(tree.node("a")?.scroll == ViewScroll(y: 20, width: 320, height: 80))
  #expect(tree.node("b")?.scroll == nil)
  #expect(tree.node("c")?.scroll == ViewScroll(width: 320, height: 50))
}

/// CSS Position 3 §3.4: a sticky box keeps its distance from the edges as long as it stays inside its
/// container.
@Test(arguments: [
  ("top:5px", 0.0, 30.0), ("top:5px", 25, 30), ("top:5px", 26, 31), ("top:5px", 100, 105),
  ("top:5px", 900, 180),
  // The viewport is 100 high: the box ends at 50, so it is not moved.
  ("bottom:0", 0, 30), ("bottom:70px", 0, 10), ("bottom:70px", 20, 30), ("left:0", 90, 30),
])
func stickyBoxesStayInSight(_ inset: String, _ y: Double, _ expected: Double) throws {
  let html =
    """
    <div id=s><div id=holder><div style='height:30px'></div><div id=a></div></div><div style='height:900px'>\
    </div></div>
    """
  let tree = try live(
    html,
    css:
      """
      #s { height: 100px; overflow: auto } #holder { height: 200px } #a { position: sticky; height: 20px; \
      \(inset) }
      """,
    ["s": .scrolled(0, y)])
  #expect(tree.node("a")?.frame.y == expected)
}

@Test func stickyBoxesOfAPageFollowTheViewport() throws {
  let html =
    """
    <div style='height:50px'></div><h1 id=a style='position:sticky;top:0;margin:0;height:20px'></h1>\
    <div id=b style='height:2000px'></div>
    """
  let tree = try live(html, css: "body { margin: 0 }", ["html": .scrolled(0, 300)])
  #expect(tree.node("a")?.frame.y == 300 && tree.node("b")?.frame.y == 70)
}

/// Fixed boxes, and positioned boxes whose containing block is outside the scroll container, are not
/// scrolled.
@Test func whatRefersToSomethingElseIsHeldStill() throws {
  let tree = try live(
    """
    <div id=f style='position:fixed;top:4px'>F</div>
    <div id=s style='height:50px;overflow:auto'><div id=a style='position:absolute;top:7px'>A</div>
    <div style='height:900px'></div></div><div style='height:900px'></div>
    """, css: "body { margin: 0 }", ["html": .scrolled(0, 100), "s": .scrolled(0, 30)])
  let places = Dictionary(
    zip(tree.nodes.map { $0.id ?? "" }, tree.paintedFrames.map { $0.y }),
    uniquingKeysWith: { first, _ in first })
  #expect(places["f"] == 4)
  #expect(places["a"] == -93)
  #expect(places["s"] == -100)
}

@Test func drawingsAreScrolledAndCut() throws {
  let rows = (1...9).map { "<p>row \($0)</p>" }.joined()
  let css = "body, p { margin: 0; line-height: 16px } #s { height: 48px; overflow: auto }"
  func drawn(_ y: Double) throws -> String {
    TerminalDrawing().text(
      try live("<div id=s>\(rows)</div>after", css: css, ["s": .scrolled(0, y)]).displayList)
  }
  #expect(try drawn(0) == "row 1\nrow 2\nrow 3\nafter\n")
  #expect(try drawn(32) == "row 3\nrow 4\nrow 5\nafter\n")
}

@Test func pinsMoveWithoutLayout() throws {
  let tree = try live("<div id=a style='height:10px'></div>", pins: ["a": .init(x: 3, y: -4)])
  #expect(tree.frame("a") == "0,0 304×10" && tree.node("a")?.paint.transform == [1, 0, 0, 1, 3, -4])
}
