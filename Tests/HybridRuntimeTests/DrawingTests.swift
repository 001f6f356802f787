import HybridCSS
import HybridEncoding
import HybridViewTree
import Testing

@testable import HybridRuntime

/// `svg` in the markup of pages.
@Suite struct DrawingTests {
  /// The document that a drawing is shown as; empty for none.
  private static func markup(_ node: ViewNode) -> String {
    String(decoding: node.paint.image.flatMap { dataURLBytes($0.source) } ?? [], as: UTF8.self)
  }

  private static func markup(_ body: String, css: String = "") throws -> String {
    let html = "<style>svg { width: 40px; height: 20px } \(css)</style>\(body)"
    let tree = try PageRig(html, opens: false).page.tree
    return markup(try #require(tree.nodes.first { $0.tag == "svg" && $0.paint.image != nil }))
  }

  private static let start =
    "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20' viewBox='0 0 40 20'"

  // MARK: Sizes

  /// As Chromium lays them out, in a block of 300 points.
  @Test(
    arguments: [
      ("<svg></svg>", 300, 150), ("<svg width=30 height=20></svg>", 30, 20),
      ("<svg viewBox='0 0 20 10'></svg>", 300, 150), ("<svg viewBox='0 0 30 10'></svg>", 300, 100),
      ("<svg height=30 viewBox='0 0 20 10'></svg>", 60, 30), ("<svg width=1in height=2em></svg>", 96, 32),
      ("<svg width=50% viewBox='0 0 20 10'></svg>", 150, 75),
      ("<svg width=100% height=100%></svg>", 300, 150),
      ("<svg width=10 height=20 style='width:50px;height:auto'></svg>", 50, 100),
      ("<svg viewBox='0 0 20 10' style='display:block;max-width:90px'></svg>", 90, 45),
      ("<svg viewBox='0 0 20 10' style='height:1em'></svg>", 32, 16),
      ("<svg viewBox='0 0 20 10' style='float:left'></svg>", 300, 150),
      ("<div style='display:flex'><svg viewBox='0 0 20 10'></svg></div>", 300, 150),
      ("<div style='display:flex;width:60px'><svg width=40 height=9></svg><svg width=40></svg></div>", 30, 9),
      ("<button><svg viewBox='0 0 20 10'></svg></button>", 0, 0),
      // Neither of these is a size.
      ("<svg width=-4 height=wide viewBox='0 0 -1 3'></svg>", 300, 150),
      ("<svg viewBox='1 2'></svg>", 300, 150),
    ])
  func hasTheSizeOfBrowsers(_ body: String, _ width: Double, _ height: Double) throws {
    let html = "<style>body { margin: 0; width: 300px }</style>\(body)"
    let tree = try PageRig(html, opens: false).page.tree
    let frame = try #require(tree.nodes.first { $0.tag == "svg" }).frame
    #expect(abs(frame.width - width) < 0.5 && abs(frame.height - height) < 0.5, "\(body): \(frame)")
  }

  /// CSS 2.2 §10.5: percentages of the height are those of the block around the line, as in Chromium.
  @Test(
    arguments: [
      ("height:100px", "", "<svg id=s width=100% height=100%></svg>", 200, 100),
      ("height:100px", "", "<svg id=s style='height:100%' viewBox='0 0 10 10'></svg>", 100, 100),
      (
        "height:100px;padding:10px;box-sizing:border-box", "",
        "<svg id=s style='width:100%;height:100%' viewBox='0 0 10 10'></svg>", 180, 80
      ),
      (
        "position:relative;height:100px", "position:absolute;inset:0",
        "<svg id=s style='width:100%;height:100%'></svg>", 200, 100
      ),
      ("height:50px", "", "<img id=s style='width:20px;height:100%'>", 20, 50),
      ("height:50px", "", "<b id=s style='display:inline-block;width:20px;height:50%'></b>", 20, 25),
      ("display:flex;height:90px", "", "<svg id=s width=9 style='height:100%'></svg>", 9, 90),
    ])
  func aPercentageHeightIsThatOfTheBlock(
    _ outer: String, _ inner: String, _ body: String, _ width: Double, _ height: Double
  ) throws {
    let content = inner.isEmpty ? body : "<div style='\(inner)'>\(body)</div>"
    let html = "<style>body { margin: 0 }</style><div style='width:200px;\(outer)'>\(content)</div>"
    let tree = try PageRig("<!DOCTYPE html>" + html, opens: false).page.tree
    let frame = try #require(tree.nodes.first { $0.id == "s" }).frame
    #expect(abs(frame.width - width) < 0.5 && abs(frame.height - height) < 0.5, "\(body): \(frame)")
  }

  @Test func itsChildrenAreNoBoxesButStayInTheDocument() throws {
    let rig = try PageRig(
      """
      <button>a<svg id=s><title>T</title><text>words</text><a><rect id=r></rect></a></svg></button>
      <script>
      const r = document.getElementById('r');
      r.addEventListener('click', () => console.log('hit', r.parentNode.tagName, getComputedStyle(r).fill));
      r.dispatchEvent(new Event('click'));
      </script>
      """)
    #expect(try rig.node("s").text == nil && !rig.page.tree.nodes.contains { $0.tag == "rect" })
    #expect(rig.said == ["hit a rgb(0, 0, 0)"])
    #expect(rig.page.tree.nodes.first { $0.tag == "button" }?.accessibility?.label == "aT")
  }

  // MARK: Markup

  @Test(
    arguments: [
      ("<rect width=5 height=5>", "", "<rect width='5' height='5'/>"),
      ("<linearGradient gradientUnits=x></linearGradient>", "", "<linearGradient gradientUnits='x'/>"),
      ("<text x=1>a &lt; b<tspan>c</tspan></text>", "", "<text x='1'>a &lt; b<tspan>c</tspan></text>"),
      // Presentation attributes are weaker than rules, which are weaker than `style`.
      ("<path fill=red>", "", "<path style='fill:rgb(255, 0, 0)'/>"),
      ("<path fill=red>", "path { fill: lime }", "<path style='fill:rgb(0, 255, 0)'/>"),
      ("<path fill=red>", "path { fill: black }", "<path style='fill:rgb(0, 0, 0)'/>"),
      ("<path style='fill: blue'>", "path { fill: lime }", "<path style='fill:rgb(0, 0, 255)'/>"),
      ("<path stroke-width=2>", "", "<path style='stroke-width:2'/>"),
      ("<path class=a>", ".a { stroke: var(--c); --c: #00f }", "<path style='stroke:rgb(0, 0, 255)'/>"),
      ("<path fill=currentColor>", "", "<path style='fill:currentColor'/>"),
      ("<g fill=none><path></g>", "", "<g style='fill:none'><path/></g>"),
      (
        "<path>", "path { stroke-dasharray: 4px, 2% ; stroke-linecap: round }",
        "<path style='stroke-linecap:round;stroke-dasharray:4 2%'/>"
      ),
      (
        "<path>", "path { opacity: .5; transform: translate(3px, 50%) }",
        "<path transform='matrix(1 0 0 1 3 10)' style='opacity:0.5'/>"
      ),
      (
        "<path>", "path { transform-origin: center; transform: scale(2) }",
        "<path transform='matrix(2 0 0 2 -20 -10)'/>"
      ),
      ("<path style='filter: url(#f); mask:url(#c)'>", "", "<path filter='url(#f)' style='mask:url(#c)'/>"),
      (
        "<text dominant-baseline=hanging dy=1em>a</text>", "text { font: 10px monospace }",
        "<text dy='17.2' style='font-size:10px;font-family:&#39;DejaVu Sans Mono&#39;,monospace'>a</text>"
      ),
      ("<g filter='url(#f)' style='filter:url(#g);filter:url(#h)'>", "", "<g filter='url(#f)'/>"),
      (
        "<text dominant-baseline=hanging dy='1 2'>a</text>", "text { font-size: 1px }",
        "<text dy='1 2' style='font-size:1px'>a</text>"
      ),
      // What is not of SVG, and what only browsers draw.
      ("<script>1</script><foreignObject><p>x</p></foreignObject><a>", "", "<a/>"),
      ("<path @click='a' onclick=b data-x=1 class=c rotate=3>", "", "<path/>"),
      ("<circle r=1><animate attributeName=r to=9></circle><title>t</title>", "", "<circle r='1'></circle>"),
    ] as [(String, String, String)])
  func isWrittenAsADocument(_ content: String, _ css: String, _ expected: String) throws {
    let markup = try Self.markup("<svg>\(content)</svg>", css: css)
    let inner = try #require(markup.firstIndex(of: ">")).samePosition(in: markup)
    #expect(String(markup[markup.index(after: try #require(inner))...]) == expected + "</svg>")
  }

  @Test func inheritsFromThePage() throws {
    let markup = try Self.markup(
      "<p><svg stroke=lime><path stroke=red></path></svg></p>", css: "p { color: red; fill: blue }")
    let inherited = " style='color:rgb(255, 0, 0);fill:rgb(0, 0, 255);stroke:rgb(0, 255, 0)'"
    #expect(markup == Self.start + inherited + "><path style='stroke:rgb(255, 0, 0)'/></svg>")
  }

  @Test func takesWhatItRefersToElsewhere() throws {
    let sprite = """
      <svg style='display:none'><symbol id=a viewBox='0 0 2 2'><path fill='url(#g)' d='M0 0'></path></symbol>\
      <linearGradient id=g></linearGradient></svg>\
      <svg style='width:0'><pattern id=p><use href='#a'></use></pattern></svg>
      """
    #expect(
      try Self.markup("\(sprite)<svg width=40><use xlink:href='#a'></use><rect fill='url(#p)'></rect></svg>")
        == Self.start + """
          ><use href='#a'/><rect style='fill:url(#p)'/><defs><symbol id='a' viewBox='0 0 2 2'>\
          <path d='M0 0' style='fill:url(#g)'/></symbol>\
          <pattern id='p'><use href='#a'/></pattern></defs></svg>
          """)
  }

  // MARK: Hostile content

  @Test(
    arguments: [
      "<image href='file:///etc/passwd'></image>", "<image xlink:href='//example.com/a.png'></image>",
      "<use href='other.svg#a'></use>", "<feImage href='http://example.com/'></feImage>",
      "<a href='javascript:alert(1)'></a>", "<image href='DATA:text/html,x'></image>",
    ])
  func refersToNothingOutside(_ content: String) throws {
    let markup = try Self.markup("<svg>\(content)</svg>")
    #expect(!markup.contains("href") && !markup.contains("//e"), "\(markup)")
  }

  @Test func cannotEndItsOwnMarkup() throws {
    let markup = try Self.markup(
      """
      <svg><text id="a'><script>" font-family="x';}</text>" x="&amp;b;
      ">&lt;/text>&amp;lt; &#x1; data:image/svg+xml,x</text></svg>
      """)
    #expect(!markup.contains("<script") && markup.contains("&lt;/text&gt;&amp;lt; \u{FFFD} data&#58;image"))
    #expect(markup.hasSuffix("</text></svg>") && markup.contains("id='a&#39;&gt;&lt;script&gt;'"))
  }

  @Test func deepAndCircularContentEnds() throws {
    let deep = String(repeating: "<g>", count: 400)
    let markup = try Self.markup("<svg>\(deep)<path></svg>")
    #expect(markup.utf8.count < 3_000 && markup.hasSuffix("</g></svg>"))
    let circle = try Self.markup(
      "<svg style='display:none'><g id=a><use href='#b'></use></g><g id=b><use href='#a'></use></g></svg>"
        + "<svg id=s><use href='#a'></use><use href='#s'></use></svg>")
    #expect(circle.split(separator: "<g ").count == 3)
    let shapes = String(repeating: "<path d='M0 0h1v1z'></path>", count: 4_000)
    let icons = try Self.markup(
      "<svg style='display:none'><g id=a>\(shapes)</g></svg><svg><use href='#a'></use></svg>")
    #expect(icons == Self.start + "><use href='#a'/></svg>")
  }

  // MARK: Changes

  @Test(
    arguments: [
      ("one.setAttribute('r', 7)", "r='7'"), ("one.style.fill = 'red'", "fill:rgb(255, 0, 0)"),
      ("one.classList.add('big')", "stroke-width:9"), ("one.remove()", "<g/>"),
      ("word.firstChild.data = 'new'", ">new</text>"),
      ("document.body.style.color = 'lime'", "rgb(0, 255, 0)"),
      ("drawing.setAttribute('viewBox', '0 0 5 5')", "viewBox='0 0 5 5'"),
      (
        "one.parentNode.append(document.createElementNS('http://www.w3.org/2000/svg', 'line'))", "<line/>"
      ),
      // Elsewhere in the page.
      ("star.firstChild.setAttribute('d', 'M1 2')", "M1 2"),
      ("star.setAttribute('viewBox', '1 1 1 1')", "1 1 1 1"),
      ("sprite.innerHTML = '<path id=star d=M9></path>'", "<path id='star' d='M9'/>"),
    ])
  func changesOfScriptsShow(_ script: String, _ expected: String) throws {
    let rig = try PageRig(
      """
      <style>.big { stroke-width: 9 }</style><button id=b onclick="\(script)">go</button>
      <svg id=sprite style='display:none'><symbol id=star><path d='M0 0'></path></symbol></svg>
      <svg id=drawing><g><circle id=one r=3></circle></g><text id=word>old</text>\
      <use href='#star'></use></svg>
      <p id=p>other</p>
      """)
    #expect(!Self.markup(try rig.node("drawing")).contains(expected))
    try rig.act("tap #b")
    #expect(Self.markup(try rig.node("drawing")).contains(expected), "\(rig.said)")
  }

  @Test func animationsOfShapesShow() throws {
    let rig = try PageRig(
      """
      <style>@keyframes k { to { stroke-dashoffset: 8px; fill: rgb(0, 0, 200) } }
      circle.off { animation: k 2s linear forwards } rect { transition: opacity 2s linear }
      rect.off { opacity: 0 }</style>
      <svg id=s><circle id=c r=3></circle><rect id=r></rect></svg>
      <button id=b onclick="c.classList.add('off'); r.classList.add('off')"></button>
      """)
    try rig.act("tap #b", "wait 1")
    let markup = Self.markup(try rig.node("s"))
    #expect(markup.contains("stroke-dashoffset:4") && markup.contains("fill:rgb(0, 0, 100)"), "\(markup)")
    #expect(markup.contains("opacity:0.5"), "\(markup)")
  }
}
