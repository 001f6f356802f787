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
      "<body style='margin:0'><div><span id=a style='position:relative;left:9px;top:4px'>\(block)</span></div>"
    )
    #expect(tree.frame("a") == "9,4 320×10")
    #expect(tree.frame("b") == "0,0 320×10")
  }
}
