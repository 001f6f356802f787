import HybridDrawing
import HybridViewTree
import Testing

/// White space between words across the edges of inline elements and the ends of lines: CSS Text 3 §4.1.
struct InlineTextTests {
  /// Four words, their blanks before, after and inside of inline elements.
  private static let nestings = [
    "you <i id=a>may feel</i> it", "you<i id=a> may feel</i> it", "you <i id=a>may feel </i>it",
    "you<i id=a> may feel </i>it", "you <i id=a>may\nfeel</i> it", "you\n<i id=a>may\nfeel</i>\nit",
    "you\r\n<i id=a>may\r\nfeel</i>\r\nit", "you\t<i id=a>\tmay  feel\t</i>\tit",
    "<b>you <i id=a>may</i></b><i> feel</i> it", "<b>you <a id=a href=x>may <i>feel</i></a></b> it",
    "<b>you<i><span> </span></i></b><a id=a href=x>may<span> </span>feel</a> it",
    "you <span id=a style='padding:0 3px'>may\n feel</span> it",
    "you<!-- and I --> <i id=a>may feel</i><b> it</b>",
    "you <i></i><i id=a>may feel</i><i> </i>it",
  ]

  /// In one line, in some, and in one line a word.
  @Test(arguments: nestings, [300.0, 130, 90, 70, 40])
  func wordsStayApartWhereLinesEnd(_ text: String, _ width: Double) throws {
    let tree = try render("<p id=p style='font:16px monospace;margin:0'>\(text)</p>", width: width)
    #expect(tree.text("p") == "you may feel it")
    let inside = text.contains("<i id=a>may</i>") ? ["may"] : ["may", "feel"]
    #expect(tree.text("a")?.split(separator: " ").map(String.init) == inside)
    let shown = TerminalDrawing().text(tree.displayList).split { $0.isWhitespace }.map(String.init)
    #expect(shown == ["you", "may", "feel", "it"])
  }

  /// CSS Text 3 §4.2, in spaces: a tab reaches to the next tab stop.
  @Test(arguments: [
    ("\t", "", 8.0), ("\t", "tab-size:4", 4), ("ab\t", "tab-size:4", 4), ("abcd\t", "tab-size:4", 8),
    ("\t\t", "tab-size:3", 6), ("\t", "tab-size:0", 0), ("\t", "tab-size:4;tab-size:100%", 4),
  ])
  func tabsReachToStops(_ text: String, _ style: String, _ spaces: Double) throws {
    let pre = "<pre id=a style='float:left;font:16px monospace;\(style)'>\(text)</pre>"
    let width = try #require(try render(pre).node("a")?.frame.width)
    let space = try #require(try render("<pre id=a style='float:left;font:16px monospace'> </pre>").node("a"))
    #expect(abs(width - spaces * space.frame.width) < 0.01)
  }

  /// CSS Overflow 3 §3: an element clips its own text, too; CSS 2.2 §11.2: what is in it may be visible.
  @Test(arguments: [
    ("<div style='overflow:hidden;height:0'>in</div>", "out"),
    ("<span style='position:absolute;width:1px;height:1px;overflow:hidden'>in</span>", "out"),
    ("<div style='overflow:auto;height:19px;width:90px'>one two</div>", "one two out"),
    ("<div style='overflow:auto;height:19px;width:40px'>one two</div>", "one out"),
    ("<div style='visibility:hidden'>in <b style='visibility:visible'>seen</b></div>", "seen out"),
    ("<div style='visibility:hidden'>in <p style='visibility:visible'>seen</p></div>", "seen out"),
    (
      "<div style='visibility:hidden;overflow:hidden;height:0'><b style='visibility:visible'>in</b></div>",
      "out"
    ),
  ])
  func textIsShownWhereItIsNotClipped(_ content: String, _ expected: String) throws {
    let tree = try render("<body style='font:16px sans-serif'>\(content)<p>out</p>")
    let shown = TerminalDrawing().text(tree.displayList).split { $0.isWhitespace }
    #expect(shown.joined(separator: " ") == expected)
  }

  /// Stops count in spaces of the block, whatever the font of the tab; widths of Chromium.
  @Test(arguments: [
    ("<code id=a style='font-size:.875em'>\treturn 1;\t// tab</code>", "tab-size:4", 166.28),
    ("<code id=a>\treturn 1;\tx</code>", "", 195.67),
    (
      "<b id=a style='font:10px sans-serif;letter-spacing:0'>a\tb\t</b>", "font-size:20px;letter-spacing:1px",
      208.66
    ),
  ])
  func tabsCountSpacesOfTheBlock(_ content: String, _ style: String, _ width: Double) throws {
    let tree = try render("<pre id=p style='\(style)'>\(content)</pre>")
    let pieces = try #require(tree.node("p")?.paint.lines?.first).pieces
    // Each is drawn where it was laid out: a tab is no letter of the piece beside it.
    #expect(pieces.allSatisfy { $0.text == "\t" || !$0.text.contains("\t") })
    for (piece, next) in zip(pieces, pieces.dropFirst()) {
      #expect(abs(piece.x + piece.width - next.x) < 0.01)
    }
    #expect(abs(try #require(tree.node("a")?.frame.width) - width) < 0.1)
  }

  /// A block splits an inline element's text into two.
  @Test func anInlineElementGoesOnBehindABlock() throws {
    let tree = try render("<p id=p><b id=a>one<span style='display:block'>two</span>three</b></p>")
    #expect(tree.text("a") == "one three")
  }

  /// The frame of an inline element with a block in it: it covers the whole line that the block takes.
  @Test(arguments: [
    ("<span id=a>BOX<b style='display:block;height:10px'></b></span>", "0,0 300×29"),
    ("<span id=a><b style='display:block;height:10px;width:20px;margin:5px 0'></b></span>", "0,5 300×10"),
    ("<span id=a>BOX<b style='display:block'></b>BOX</span>", "0,0 28×38"),  // a block without height
    ("<span id=a>BOX<b style='float:left;width:9px;height:9px'></b></span>", "9,0 28×19"),
    ("<i><span id=a><b style='display:block;height:10px'></b></span></i>", "0,0 300×10"),
  ])
  func anInlineElementCoversItsBlocks(_ content: String, _ frame: String) throws {
    let box = "<u style='display:inline-block;width:28px'></u>"
    let content = content.replacing("BOX", with: box)
    let page = "<div style='font:16px DejaVu Sans;display:flow-root;width:300px'>\(content)</div>"
    #expect(try render("<body style='margin:0'>\(page)").frame("a") == frame)
  }

  /// Relative positioning of an inline element moves the blocks in it.
  @Test func blocksMoveWithTheInlineElementAroundThem() throws {
    let block = "<b id=b style='display:block;height:10px'></b>"
    let tree = try render(
      """
      <body style='margin:0'><div><span id=a style='position:relative;left:9px;top:4px'>\(block)</span></div>
      """
    )
    #expect(tree.frame("a") == "9,4 320×10")
    #expect(tree.frame("b") == "0,0 320×10")
  }

  /// Boxes of 40 × 10 points in lines of 20 points, in a block of 100.
  private func frames(_ content: String, _ ids: [String]) throws -> [String?] {
    let sheet = "i { display: inline-block; width: 40px; height: 10px } b { width: 50px; height: 30px }"
    let block = "font: 16px/20px DejaVu Sans; width: 100px; display: flow-root"
    let tree = try render(
      "<!doctype html><style>\(sheet)</style><body style='margin:0'><div id=p style='\(block)'>\(content)")
    return ids.map { tree.frame($0) }
  }

  /// CSS 2.2 §9.5: a float is at the top of its line if it fits beside what is there, else below the line.
  @Test(arguments: [
    ("<i id=a></i><b id=b style='float:left'></b>", "50,5 40×10", "0,0 50×30"),
    ("<i id=a></i><b id=b style='float:right'></b>", "0,5 40×10", "50,0 50×30"),
    ("<i></i><i id=a></i><b id=b style='float:left'></b>", "40,5 40×10", "0,20 50×30"),
    (
      "<p style='margin:0;white-space:nowrap'><i></i><b id=b style='float:right'></b><i id=a></i></p>",
      "40,5 40×10", "50,0 50×30"
    ),
    ("<i></i><b id=b style='float:left'></b><i id=a></i>", "50,25 40×10", "0,0 50×30"),
    (
      "<i></i><i></i><b style='float:left'></b><b id=b style='float:right'></b><i id=a></i>",
      "0,55 40×10", "50,20 50×30"
    ),
    (
      "<b style='float:left'></b><i id=a></i><b id=b style='float:left;clear:left'></b>",
      "50,5 40×10", "0,30 50×30"
    ),
  ])
  func floatsAreInTheLinesThatTheyAreMetIn(_ content: String, _ box: String, _ float: String) throws {
    #expect(try frames(content, ["a", "b"]) == [box, float])
  }

  /// CSS Positioned Layout 3 §4.1: the static position of a box out of the flow is where it would be in the
  /// line, or on a line of its own.
  @Test(arguments: [
    ("<i></i><b id=a style='position:absolute'></b><i></i>", "40,0 50×30"),
    ("<i></i><b id=a style='position:absolute;display:block'></b><i></i>", "0,20 50×30"),
    ("<i></i><i></i><i></i><b id=a style='position:absolute'></b>", "40,20 50×30"),
    ("<b style='float:left'></b><i></i><b id=a style='position:absolute'></b>", "90,0 50×30"),
  ])
  func staticPositionsAreInLines(_ content: String, _ frame: String) throws {
    #expect(try frames(content, ["a"]) == [frame])
  }

  /// An inline element without content has a place; a line with nothing else has no height.
  @Test(arguments: [
    ("<i></i><span id=a></span>", "40,0 0×19", "0,0 100×20"), ("<span id=a></span>", "0,0 0×0", "0,0 100×0"),
    ("<div style='height:7px'></div><span id=a> </span>", "0,7 0×0", "0,0 100×7"),
    ("<i></i><span><span id=a style='font-size:32px'></span></span>", "0,-15 0×38", "0,0 100×26"),
  ])
  func emptyInlineElementsHaveAPlace(_ content: String, _ frame: String, _ block: String) throws {
    #expect(try frames(content, ["a", "p"]) == [frame, block])
  }

  /// CSS 2.2 §10.8.1: every inline box makes its line as high as its own line height, and what is aligned
  /// with an edge of the line box is aligned as one with what is in it.
  @Test(arguments: [
    ("<span style='line-height:50px'><span style='line-height:10px'>x</span></span>", "0,0 100×50"),
    ("<span style='line-height:50px'></span>x", "0,0 100×50"),
    (
      """
      <i style='height:60px'></i><span style='vertical-align:top'>x<span style='vertical-align:-40px'>y</span>
      """
        + "</span>", "0,0 100×65"
    ),
  ])
  func inlineBoxesMakeLinesHigher(_ content: String, _ block: String) throws {
    #expect(try frames(content, ["p"]) == [block])
  }

  /// `white-space` of an inline element decides about its own text.
  @Test func textOfAnElementMayNotWrap() throws {
    let text = "one two three four"
    let tree = try render(
      """
      <div style='font:16px/20px monospace;width:80px'>x <span id=a style='white-space:nowrap'>\(text)</span>
      """
        + """
        <p id=b style='width:80px;white-space:nowrap'><span style='white-space:normal'>\(text)</span></div>
        """
    )
    #expect(tree.node("a")?.frame.height == 19)
    #expect(tree.node("b")?.frame.height == 60)
  }

  /// Small capitals are capital letters of 0.7 em, in whole pixels; spaces keep their size.
  @Test func smallCapitalsAreSmallerLetters() throws {
    let tree = try render(
      "<p style='font:16px DejaVu Sans;font-variant:small-caps'><span id=a>filler text</span>")
    let frame = try #require(tree.node("a")?.frame)
    #expect(abs(frame.width - 69.24) < 0.01)
    #expect(frame.height == 19)
  }

  /// Percentages of `text-indent` are of the width of the block.
  @Test func indentationIsAPartOfTheWidth() throws {
    #expect(try frames("<div style='text-indent:25%'><i id=a></i></div>", ["a"]) == ["25,5 40×10"])
  }

  /// CSS Positioned Layout 3 §4.1: a box out of the flow at the start of a line is where the line begins.
  /// HTML Standard §15.5.5: a button is around one block with all of its content. The numbers are those of a
  /// browser.
  @Test(arguments: [
    ("<div style='text-align:center'><s id=a></s></div>", "50,0 10×10"),
    ("<div style='text-align:center'><s id=a></s><i></i></div>", "30,0 10×10"),
    ("<div style='text-align:right'><b><s id=a></s></b><i></i></div>", "0,0 10×10"),
    ("<div style='text-align:center'><s id=a></s><p></p></div>", "50,0 10×10"),
    ("<div style='text-align:center'><s id=a style='display:block'></s><i></i></div>", "0,0 10×10"),
    ("<button><s id=a></s><i></i></button>", "30,20 10×10"),
    ("<button><i></i><i id=a></i></button>", "50,25 40×10"),
    ("<button><u></u><i id=a></i></button>", "45,25 40×10"),
    ("<button><p id=a></p><i></i></button>", "5,15 90×10"),
    // Floats in inline elements are side by side
    ("<div id=a style='display:inline-block'><b><u></u></b><b><u></u></b></div>", "0,5 60×10"),
    (
      "<div style='text-align:center'><b id=a><u></u></b><b><u style='float:right'></u></b></div>",
      "50,0 0×0"
    ),
  ])
  func linesBeginWithBoxesOutOfTheFlow(_ content: String, _ frame: String) throws {
    let sheet = """
      body { margin: 0; font: 16px/20px DejaVu Sans } div { width: 100px } p { margin: 5px; height: 10px }
      i { width: 40px; height: 10px; display: inline-block }
      s { position: absolute; width: 10px; height: 10px }
      u { float: left; width: 30px; height: 10px }
      button { font: inherit; border: 0; padding: 0; width: 100px; height: 60px; display: block }
      div[style*=inline] { width: auto }
      """
    let tree = try render("<!doctype html><style>\(sheet)</style><body>\(content)")
    #expect(tree.frame("a") == frame, "\(content)")
  }

  /// Where controls that are blocks put the baseline of the box around them: the height of the line.
  @Test(arguments: [
    ("<textarea id=a rows=3 style='display:block;margin:0;height:40px'>x</textarea>", "0,0 300×60"),
    ("<input type=checkbox style='display:block'>", "0,0 300×37"),
    ("<input type=range style='display:block;margin:0'>", "0,0 300×34"),
  ])
  func controlsInABlockGiveItABaseline(_ control: String, _ frame: String) throws {
    let box = "display:inline-block;padding:7px 0"
    let tree = try render(
      """
      <!doctype html><style>body { margin: 0; font: 16px DejaVu Sans } b { display: inline-block; \
      width: 9px; height: 24px; vertical-align: baseline } input, textarea { font: inherit }</style>
      <body><div id=l style='width:300px'><div style='\(box)'>\(control)</div><b></b></div>
      """)
    #expect(tree.frame("l") == frame, "\(control)")
  }
}
