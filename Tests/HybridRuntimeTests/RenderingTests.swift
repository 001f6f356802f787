import HybridCompiler
import HybridDrawing
import HybridRuntime
import HybridTestSupport
import HybridViewTree
import Testing

/// The tree of a page from text, by default on a device of 320 × 480 points.
func render(
  _ html: String, css: String = "", data: String = "{}", width: Double = 320, height: Double = 480
) throws -> ViewTree {
  let isPage = html.hasPrefix("<html") || html.hasPrefix("<!doctype")
  let files = [
    "page.html": isPage ? html : "<style>\(css)</style>\(html)", "page.json": data,
  ].mapValues { Array($0.utf8) }
  let reader = FileReader(
    read: { path in files[path].map { .success($0) } ?? .failure(.missing) }, list: { _ in .success([]) })
  var compiler = ProjectCompiler(files: reader, name: "page", only: "page.html")
  _ = compiler.build()
  let found = compiler.currentUnit(named: "page")
  let unit = try #require(found)
  return Renderer().render(unit, on: Device(width: width, height: height)).tree
}

extension ViewTree {
  func frame(_ id: String) -> String? { nodes.first { $0.id == id }?.frame.description }
  func text(_ id: String) -> String? { nodes.first { $0.id == id }?.text }
  func node(_ id: String) -> ViewNode? { nodes.first { $0.id == id } }
}

@Test(arguments: [
  // The web's defaults: a block is as wide as its container, `body` has a margin of 8.
  ("<div id=a style='height:10px'></div>", "a", "0,0 304×10"),
  // Margins of siblings collapse (CSS 2.2 §8.3.1).
  (
    "<div style='height:10px;margin-bottom:20px'></div><div id=a style='height:10px;margin-top:30px'></div>",
    "a",
    "0,40 304×10"
  ),
  // Automatic margins centre.
  ("<div id=a style='width:100px;height:1px;margin:0 auto'></div>", "a", "102,0 100×1"),
  // Flex items share the free space.
  (
    """
    <div style='display:flex'><div style='width:100px'></div><div id=a style='flex:1;height:5px'></div></div>
    """,
    "a",
    "100,0 204×5"
  ),
  // Absolute boxes are positioned in their containing block.
  (
    """
    <div style='position:relative;height:100px'><div id=a \
    style='position:absolute;right:4px;bottom:6px;width:10px;height:10px'></div></div>
    """,
    "a", "290,84 10×10"
  ),
  ("<div id=a style='width:calc(50% - 2px);height:2em'></div>", "a", "0,0 150×32"),
  ("<img id=a width=80 height=40>", "a", "0,0 80×40"),
  ("<img id=a width=80 height=40 style='width:40px'>", "a", "0,0 40×40"),
  ("<div id=a style='display:none'></div><p id=b>x</p>", "a", nil),
])
func framesOfTheWeb(_ html: String, _ id: String, _ frame: String?) throws {
  #expect(try render(html).frame(id) == frame)
}

@Test func nativePagesAreColumnsThatDoNotShrink() throws {
  let tree = try render(
    """
    <html html-identify='Token'><body><view id=a style='height:400px'></view><view id=b style='height:300px'>\
    </view></body></html>
    """
  )
  #expect(tree.frame("a") == "0,0 320×400")
  #expect(tree.frame("b") == "0,400 320×300")
}

@Test func textDirectlyInsideANativeViewIsNotShown() throws {
  let tree = try render(
    "<html html-identify='Token'><body><view id=a>no</view><label id=b>yes</label></body></html>")
  #expect(tree.text("a") == nil)
  #expect(tree.text("b") == "yes")
}

@Test(arguments: [
  ("<p id=a>  Hello \n  <b>big</b>\tworld  </p>", "Hello big world"),
  ("<p id=a>one<br>two</p>", "one\ntwo"), ("<pre id=a>a  b\nc</pre>", "a  b\nc"),
  ("<p id=a style='text-transform:uppercase'>Straße</p>", "STRASSE"), ("<p id=a> </p>", nil),
  ("<button id=a>Buy <i>now</i></button>", "Buy now"), ("<input id=a value=V placeholder=P>", "V"),
  ("<input id=a placeholder=P>", "P"), ("<select id=a><option>A<option selected>B</select>", "B ▾"),
])
func textIsWhatTheElementShows(_ html: String, _ text: String?) throws {
  #expect(try render(html).text("a") == text)
}

@Test func inlineElementsLieInsideTheirLine() throws {
  let tree = try render("<p id=p style='margin:0'>One <b id=b>two</b> <a id=l href=x>three</a></p>")
  let p = try #require(tree.node("p"))
  let b = try #require(tree.node("b"))
  #expect(b.frame.x > 20 && b.frame.x + b.frame.width < p.frame.width && b.text == "two")
  let pieces = try #require(p.paint.lines?.first?.pieces)
  #expect(pieces.contains { $0.text == "two" && $0.weight == 700 })
  #expect(pieces.contains { $0.text == "three" && $0.link == "x" && $0.isUnderlined })
}

@Test func aBlockInsideAnInlineElementBreaksTheLine() throws {
  let tree = try render(
    "<p style='margin:0'></p><span id=s>before<div id=d style='height:10px'>in</div>after</span>")
  let body = try #require(tree.nodes.first { $0.tag == "body" })
  #expect(body.paint.lines?.map { $0.pieces.map(\.text).joined() } == ["before", "after"])
  #expect(try #require(tree.node("d")).frame.height == 10)
}

@Test func aBoxThatSitsInALineTakesRoomInIt() throws {
  let tree = try render(
    """
    <p id=p style='margin:0;font-size:10px'>a<span id=s style='display:inline-block;width:50px;height:40px'>\
    </span>b</p>
    """
  )
  let p = try #require(tree.node("p"))
  #expect(p.frame.height >= 40)
  #expect(try #require(tree.node("s")).frame.width == 50)
}

@Test func dataRepeatsLeavesOutAndFillsIn() throws {
  let tree = try render(
    """
    <ul><li t:for="(item, index) in items" id="i{{ index }}">{{ item.name }}</li></ul>
    <p id="yes" t:if="shown">Shown</p><p id="no" t:if="!shown">Not</p>
    """, data: #"{"items": [{"name": "Tea"}, {"name": "Jam"}], "shown": true}"#)
  #expect(tree.text("i0") == "Tea" && tree.text("i1") == "Jam")
  #expect(tree.node("yes") != nil && tree.node("no") == nil)
  #expect(tree.node("i1")?.key == "#i1[1]")
}

@Test func everyNodeSaysWhereItComesFrom() throws {
  let tree = try render("\n<p id=a>x</p>")
  #expect(tree.node("a")?.source == "page.html:2:1")
}

@Test func longTextWrapsAtItsContainer() throws {
  let words = Array(repeating: "word", count: 40).joined(separator: " ")
  let narrow = try #require(try render("<p id=a style='margin:0'>\(words)</p>").node("a"))
  let wide = try #require(try render("<p id=a style='margin:0'>\(words)</p>", width: 640).node("a"))
  #expect(narrow.frame.height > wide.frame.height)
  #expect(narrow.paint.lines.map { $0.allSatisfy { $0.frame.width <= 304.01 } } == true)
}

@Test func depthAndSizeAreNoDanger() throws {
  let deep = String(repeating: "<div>", count: 480) + "x" + String(repeating: "</div>", count: 480)
  #expect(try render(deep).nodes.count > 480)
  let many = String(repeating: "<p>x</p>", count: 3_000)
  #expect(try render(many).nodes.count > 3_000)
  #expect(try render("").nodes.isEmpty == false)
}

@Test func aPictureOfAPageHasItsBoxesAndTexts() throws {
  let tree = try render(
    "<div class=card><h2>Mug</h2><p>Stoneware</p><button>Buy</button></div>",
    css: """
      body { margin: 8px; font-size: 16px; line-height: 16px } .card { border: 1px solid #888; \
      border-radius: 8px; padding: 15px 7px }
      h2, p { margin: 0; font-size: 16px } button { display: block; width: 100%; height: 48px; \
      margin-top: 16px;
      border: 1px solid black; border-radius: 6px; font-size: 16px }
      """, width: 240)
  try expectGolden(
    TerminalDrawing().text(tree.displayList), "Golden/card.txt", in: folderOfTests())
}
