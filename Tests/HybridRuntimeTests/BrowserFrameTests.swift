import HybridViewTree
import Testing

@testable import HybridRuntime

/// What CSS 2.2 leaves to browsers, or says in passing: lines, floats, tables and positioned boxes together,
/// with the frames of Chromium 156 on a screen of 400 by 300.
@Suite struct BrowserFrameTests {
  struct Case: Sendable {
    var name: String
    var css: String
    var body: String
    var frames: [String: [Double]]
  }

  static let cases = [
    Case(
      name: "a table cell in an inline element is in an anonymous inline table",
      css: ".c { display: table-cell }",
      body: """
        <div id=a>x<span id=b>y<span id=c class=c>q</span> <span id=d class=c>rr</span></span>z</div>
        """,
      frames: [
        "a": [0, 0, 400, 19], "b": [9.47, 0, 32.5, 19], "c": [9.47, 0, 10.16, 19],
        "d": [19.62, 0, 12.88, 19],
      ]),
    Case(
      name: "white space behind an anonymous inline table is nothing",
      css: ".c { display: table-cell }",
      body: """
        <div><b id=a>x<span id=b class=c>q</span> <i id=c style="display:inline">m</i></b></div>
        """,
      frames: ["a": [0, 0, 38.45, 19], "b": [10.33, 0, 11.45, 19], "c": [21.78, 0, 16.67, 19]]),
    Case(
      name: "rows and captions in inline elements too",
      css: "",
      body: """
        <div id=a>x<span id=b><span id=c style="display:table-row">q</span><span id=d \
        style="display:table-caption">cap</span></span>z</div>
        """,
      frames: [
        "a": [0, 0, 400, 38], "b": [9.47, 19, 28.77, 19], "c": [0, 0, 28.77, 19], "d": [0, -19, 28.77, 19],
      ]),
    Case(
      name: "an inline element is the containing block of positioned boxes",
      css: ".r { position: relative } .p { position: absolute }",
      body: """
        <p id=a>Some words <span class=r style="border:2px solid;padding:5px" id=b>text<span class=p \
        id=c style="top:0;left:0">P</span><span class=p id=d style="right:0;bottom:0">P</span></span> \
        end</p>
        """,
      frames: [
        "a": [0, 0, 400, 19], "b": [103.22, -7, 45.58, 33], "c": [2, 2, 9.66, 19],
        "d": [33.92, 12, 9.66, 19],
      ]),
    Case(
      name: "its boxes in several lines",
      css: ".r { position: relative } .p { position: absolute }",
      body: """
        <p style="width:200px">Some words before <span class=r id=a>the relative span which wraps over \
        lines<span class=p id=b style="top:0;left:0">A</span><span class=p id=c \
        style="bottom:0;right:0">B</span></span> end.</p>
        """,
      frames: ["a": [0, 0, 186.06, 57], "b": [159.8, 0, 10.95, 19], "c": [148.81, 38, 10.98, 19]]),
    Case(
      name: "percentages of an inline containing block",
      css: ".r { position: relative } .p { position: absolute }",
      body: """
        <p>aa <span class=r id=a><div class=p id=b \
        style="left:0;right:0;bottom:0;height:50%"></div>text</span> bb</p>
        """,
      frames: ["a": [19.61, 0, 0, 19], "b": [0, 150, 400, 150]]),
    Case(
      name: "a line break below floats",
      css: ".l { float: left; width: 50px; height: 40px } .r { float: right; width: 50px; height: 80px }",
      body: """
        <div id=a>a<span class=l></span>b<br style="clear:both"></div><div id=b><span \
        class=l></span><span class=r></span>x<br clear=left><span id=c>y</span></div>
        """,
      frames: ["a": [0, 0, 400, 40], "b": [0, 40, 400, 59], "c": [0, 40, 9.47, 19]]),
    Case(
      name: "percentages of edges of inline boxes",
      css: "",
      body: """
        <div style="width:200px"><span id=a style="margin:0 10%;padding:0 5%">in</span><span \
        id=b>z</span></div><div id=c style="float:left">a<span id=d \
        style="padding-left:50%">b</span></div>
        """,
      frames: [
        "a": [20, 0, 34.59, 19], "b": [74.59, 0, 8.41, 19], "c": [0, 19, 19.97, 19],
        "d": [9.81, 0, 20.14, 19],
      ]),
    Case(
      name: "a collapsed space keeps its break opportunity",
      css: "span { white-space: nowrap }",
      body: """
        <div id=a style="width:0"><span id=b>AA </span> BB</div><div id=c style="width:0"><span>AA \
        </span>BB</div>
        """,
      frames: ["a": [0, 0, 0, 38], "b": [0, 0, 22.34, 19], "c": [0, 38, 0, 19]]),
    Case(
      name: "letters of two sizes are not kerned",
      css: "",
      body: """
        <div><span id=a style="font-size:32px">F</span><span id=b>i</span></div><div><span \
        id=c>F</span><span id=d>i</span></div>
        """,
      frames: [
        "a": [0, 0, 18.41, 38], "b": [18.41, 15, 4.45, 19], "c": [0, 0, 8.05, 19], "d": [8.05, 0, 4.45, 19],
      ]),
    Case(
      name: "ASCII signs that allow no break",
      css: "div { width: 60px }",
      body: """
        <div id=a>aaa-bbb ccc/ddd</div><div id=b>a-1 a-b 1.5-2</div><div id=c>xxxxx|yyyyy</div><div \
        id=d>aaa?bbbbb</div><div id=e>aaa)(bbbbb</div>
        """,
      frames: [
        "a": [0, 0, 60, 57], "b": [0, 57, 60, 38], "c": [0, 95, 60, 19], "d": [0, 114, 60, 38],
        "e": [0, 152, 60, 38],
      ]),
    Case(
      name: "fallback fonts make lines higher",
      css: "",
      body: """
        <p id=a>あx</p><p id=b style="line-height:20px">あx</p><p id=c>x<span \
        style="font-size:36px">あ</span></p>
        """,
      frames: ["a": [0, 0, 400, 24], "b": [0, 24, 400, 20], "c": [0, 44, 400, 52]]),
    Case(
      name: "first letters with punctuation",
      css: "p:first-letter { font-size: 40px }",
      body: """
        <p>-a <b id=a>x</b></p><p>a-b <b id=b>x</b></p><p>a_b <b id=c>x</b></p><p>( a <b \
        id=d>x</b></p><p>a(b <b id=e>x</b></p>
        """,
      frames: [
        "a": [44.05, 22, 10.33, 19], "b": [45.53, 22, 10.33, 19], "c": [59.77, 22, 10.33, 19],
        "d": [57.94, 22, 10.33, 19], "e": [46, 22, 10.33, 19],
      ]),
    Case(
      name: "an inline element around an empty block",
      css: "",
      body: """
        <div>x<span id=a><div></div></span>y</div><div>x<span id=b><div></div></span></div>
        """,
      frames: ["a": [0, 19, 0, 19], "b": [0, 19, 0, 0]]),
    Case(
      name: "an inline element continues behind a block in it",
      css: "",
      body: """
        <div id=a>x<span id=b style="font-size:40px"><div id=c>z</div></span>y</div>
        """,
      frames: ["a": [0, 0, 400, 138], "b": [0, 46, 400, 46], "c": [0, 0, 400, 46]]),
    Case(
      name: "a cell with content and no lines has a baseline",
      css: "i { display: block; height: 10px; width: 20px } .c { display: table-cell; width: 20px }",
      body: """
        <div style="display:table"><div class=c id=a><i style="height:30px"></i></div><div class=c><i \
        id=b></i></div><div class=c id=c>x</div></div>
        """,
      frames: ["a": [0, 0, 20, 34], "b": [0, 20, 20, 10], "c": [40, 0, 20, 34]]),
    Case(
      name: "the height of a cell is no part of its descent",
      css: ".c { display: table-cell }",
      body: """
        <div style="display:table" id=a><div class=c id=b style="height:50px">a</div><div class=c id=c \
        style="height:60px;font-size:30px">b</div></div>
        """,
      frames: ["a": [0, 0, 28.86, 60], "b": [0, 0, 9.81, 60], "c": [9.81, 0, 19.05, 60]]),
    Case(
      name: "limits of the height of cells count for nothing",
      css: ".c { display: table-cell }",
      body: """
        <div style="display:table" id=a><div class=c style="min-height:100px">a</div></div><div \
        style="display:table" id=b><div class=c style="height:100px;max-height:50px">a</div></div>
        """,
      frames: ["a": [0, 0, 9.81, 19], "b": [0, 19, 9.81, 100]]),
    Case(
      name: "spanning cells that begin in different columns",
      css: "td { border: 1px solid; padding: 0 }",
      body: """
        <table id=a><tr><td id=b colspan=2>aaa bbb</td><td>c</td></tr><tr><td id=c>a</td><td id=d \
        colspan=2>b c d e</td></tr></table>
        """,
      frames: [
        "a": [0, 0, 127.19, 48], "b": [0, 0, 66.97, 21], "c": [0, 0, 64.97, 21], "d": [66.97, 0, 56.22, 21],
      ]),
    Case(
      name: "the frame of text that an ellipsis hides",
      css: "div { width: 150px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }",
      body: """
        <div><span id=a>Some words that are too long</span> <b id=b>xx</b></div>
        """,
      frames: ["a": [0, 0, 237.22, 19], "b": [242.31, 0, 20.64, 19]]),
    Case(
      name: "aligned subtrees in others",
      css: "span { vertical-align: bottom }",
      body: """
        <p style="font-size:20px"><span id=a>X<span id=b style="font-size:60px">p</span>X</span></p>
        """,
      frames: ["a": [0, 46, 65.5, 24], "b": [13.7, -46, 38.09, 70]]),
    Case(
      name: "a root out of the flow",
      css: "html { position: fixed }",
      body: """
        <p id=a>text</p>
        """,
      frames: ["root": [0, 0, 31.58, 19], "a": [0, 0, 31.58, 19]]),
    Case(
      name: "the legacy box with limited lines is a block",
      css:
        "p { width: 200px; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }",
      body: """
        <p id=a>Some <b id=b>bold text</b> and <a id=c>a link</a> for several lines of text in this box</p>
        """,
      frames: ["a": [0, 0, 200, 38], "b": [50.46, 0, 81.42, 19], "c": [0, 0, 181.96, 38]]),
    Case(
      name: "the legacy box without a limit is a flex container",
      css: "div { display: -webkit-box }",
      body: """
        <div id=a><b id=b>one</b><i id=c style="-webkit-box-flex:1">two</i></div>
        """,
      frames: ["a": [0, 0, 400, 19], "b": [0, 0, 33.23, 19], "c": [33.23, 0, 29.15, 19]]),
    Case(
      name: "check boxes do not shrink, and stretch",
      css: "div { display: flex; width: 60px }",
      body: """
        <div id=a><input id=b type=checkbox><span id=c style="white-space:nowrap">a long label</span></div><div style="height:40px"><input id=d type=radio></div>
        """,
      frames: ["a": [0, 0, 60, 19], "b": [4, 3, 13, 13], "c": [20, 0, 93.2, 19], "d": [5, 3, 13, 37]]),
    Case(
      name: "check boxes have their size with padding",
      css: "",
      body: """
        <div><input id=a type=checkbox style="padding:5px;border:1px solid"><input id=b type=checkbox style="width:20px"></div>
        """,
      frames: ["a": [4, 3, 13, 13], "b": [24, 3, 20, 13]]),
    Case(
      name: "attributes of pictures are declarations",
      css: ".f { max-width: 100%; height: auto } div { width: 200px }",
      body: """
        <div><img id=a class=f src="data:image/svg+xml;base64,PHN2ZyB4bWxucz0naHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmcnIHdpZHRoPSczMDAnIGhlaWdodD0nMzAwJy8+" width=300 height=100></div><div><img id=b src="data:image/svg+xml;base64,PHN2ZyB4bWxucz0naHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmcnIHdpZHRoPSczMDAnIGhlaWdodD0nMzAwJy8+" width=50%></div><div><img id=c src="data:image/svg+xml;base64,PHN2ZyB4bWxucz0naHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmcnIHdpZHRoPSczMDAnIGhlaWdodD0nMzAwJy8+" width=50 height=20 style="width:auto"></div><div><img id=d src="data:image/svg+xml;base64,PHN2ZyB4bWxucz0naHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmcnIHdpZHRoPSczMDAnIGhlaWdodD0nMzAwJy8+" height=40></div>
        """,
      frames: ["a": [0, 0, 200, 200], "b": [0, 0, 100, 100], "c": [0, 0, 20, 20], "d": [0, 0, 40, 40]]),
    Case(
      name: "frames and films have the default object size",
      css: "",
      body: """
        <div><iframe id=a></iframe></div><div><iframe id=b width=100 height=50></iframe></div><div><video id=c width=100></video></div>
        """,
      frames: ["a": [0, 0, 304, 154], "b": [0, 0, 104, 54], "c": [0, 0, 100, 150]]),
    Case(
      name: "legends beside flex and grid items",
      css: "fieldset { margin: 0 }",
      body: """
        <fieldset id=a style="display:flex;gap:10px"><legend id=b>Legend</legend><b id=c>one</b><i id=d>two</i></fieldset><fieldset id=e style="display:grid;grid-template-columns:1fr 1fr"><b id=f>one</b><legend id=g>Legend</legend><i id=h>two</i></fieldset>
        """,
      frames: [
        "a": [0, 0, 400, 55.6], "b": [14, 0, 62.77, 19], "c": [14, 24.6, 33.23, 19],
        "d": [57.23, 24.6, 29.15, 19], "e": [0, 55.6, 400, 55.6], "f": [14, 24.6, 186, 19],
        "g": [14, 0, 62.77, 19], "h": [200, 24.6, 186, 19],
      ]),
    Case(
      name: "legends are aligned by their attribute",
      css: "fieldset { margin: 0 }",
      body: """
        <fieldset><legend id=a align=center>Legend</legend></fieldset><fieldset><legend id=b align=right>Legend</legend></fieldset>
        """,
      frames: ["a": [168.61, 0, 62.77, 19], "b": [323.23, 0, 62.77, 19]]),
    Case(
      name: "markers of another size move the first line",
      css: "ul { margin: 0 } li::marker { font-size: 24px }",
      body: """
        <ul><li id=a>one</li><li id=b>two <b id=c>three</b></li></ul>
        """,
      frames: ["a": [40, 0, 360, 26], "b": [40, 26, 360, 26], "c": [34.23, 7, 48.63, 19]]),
    Case(
      name: "inline elements isolate their text",
      css: "p { margin: 0 }",
      body: """
        <p>a <bdi id=a>שלום</bdi>: <b id=b>3</b></p><p>a <span dir=rtl>1) <b id=c>b</b></span> c <i id=d>d</i></p><p>(<span style="unicode-bidi:isolate">ש</span>) <b id=e>1</b></p>
        """,
      frames: [
        "a": [14.89, 0, 35.41, 19], "b": [60.77, 0, 11.13, 19], "c": [0, 0, 11.45, 19],
        "d": [66.82, 0, 10.16, 19], "e": [28.91, 0, 11.13, 19],
      ]),
    Case(
      name: "the text decides the direction",
      css: "",
      body: """
        <p dir=auto>שלום <b id=a>x</b> עולם</p><p dir=auto>Hello <b id=b>x</b></p><p style="unicode-bidi:plaintext">שלום <b id=c>x</b></p><ul dir=auto><li><bdi dir=ltr>a</bdi> ש <b id=d>x</b></li></ul>
        """,
      frames: [
        "a": [349.19, 0, 10.32, 19], "b": [45.64, 0, 10.32, 19], "c": [349.19, 0, 10.32, 19],
        "d": [318.37, 0, 10.32, 19],
      ]),
    Case(
      name: "the order of text is overridden",
      css: "",
      body: """
        <p><bdo dir=rtl>abc <b id=a>def</b></bdo> x <i id=b>y</i></p><p style="direction:rtl;unicode-bidi:bidi-override">abc <b id=c>def</b><br>gh <b id=d>i</b></p>
        """,
      frames: [
        "a": [0, 0, 29.27, 19], "b": [82.75, 0, 9.47, 19], "c": [336.89, 0, 29.27, 19],
        "d": [369.13, 19, 5.48, 19],
      ]),
    Case(
      name: "the first lines stay together in balanced columns",
      css: "div { columns: 2; column-gap: 20px; width: 300px }",
      body: """
        <div id=a>a b<br>c <b id=b>d</b></div><div id=c>a<br>b<br>c <b id=d>d</b></div>
        """,
      frames: [
        "a": [0, 0, 300, 38], "b": [13.88, 19, 11.45, 19], "c": [0, 38, 300, 38],
        "d": [173.88, 0, 11.45, 19],
      ]),
    Case(
      name: "a box that avoids breaks makes balanced columns high",
      css: "div { columns: 2; column-gap: 20px; width: 300px } section { break-inside: avoid }",
      body: """
        <div id=a><section><p>a</p><p>b</p><p id=b>c</p></section><p id=c>d</p></div>
        """,
      frames: ["a": [0, 0, 300, 57], "b": [0, 38, 140, 19], "c": [160, 0, 140, 19]]),
    Case(
      name: "a first line has other fonts and breaks elsewhere",
      css: ".a::first-line { font-size: 24px; font-weight: bold }",
      body: """
        <p class=a id=a>The quick brown <span id=b>fox jumps</span> over the <b id=c>lazy</b> dog.</p>
        """,
      frames: ["a": [0, 0, 400, 47], "b": [232.25, 0, 132.56, 28], "c": [72.11, 28, 36.03, 19]]),
    Case(
      name: "the first line of a block is that of its first block",
      css: ".b::first-line { letter-spacing: 3px; line-height: 40px }",
      body: """
        <div class=b id=a> <p id=b>A <i id=c>nested</i> block that is long enough to <i id=d>break</i></p><p \
        id=e><i id=f>or</i> not</p></div>
        """,
      frames: [
        "a": [0, 0, 400, 78], "b": [0, 0, 400, 59], "c": [22.03, 10, 72.59, 19], "d": [21.16, 40, 45.66, 19],
        "e": [0, 59, 400, 19], "f": [0, 0, 16.38, 19],
      ]),
    Case(
      name: "items and cells have first lines, and markers keep their size",
      css: "li::first-line { font-size: 10px } td::first-line { font-family: monospace } ul { margin: 0 }",
      body: """
        <ul id=a><li id=b><i style="float:left">f</i>An <i id=c>item</i><br><i \
        id=d>next</i></ul><table><tr><td id=e>A <i id=f>cell</i></table>
        """,
      frames: [
        "a": [0, 0, 400, 36], "b": [40, 0, 360, 36], "c": [22, 6, 22.59, 11], "d": [5.64, 17, 35.73, 19],
        "e": [0, 0, 59.8, 21], "f": [20.27, 1, 38.53, 19],
      ]),
  ]

  @Test(arguments: cases.indices)
  func framesAreThoseOfChromium(_ index: Int) throws {
    let test = Self.cases[index]
    let html = """
      <!DOCTYPE html><html id=root><head><style>body { margin: 0; font: 16px "DejaVu Sans" } p { margin: 0 } \
      \(test.css)</style></head><body>\(test.body)</body></html>
      """
    let tree = Renderer().render(try PageRig.unit(html), on: Device(width: 400, height: 300)).tree
    for (id, expected) in test.frames {
      let frame = try #require(tree.nodes.first { $0.id == id }, "\(test.name): #\(id)").frame
      let found = [frame.x, frame.y, frame.width, frame.height]
      let isNear = zip(found, expected).allSatisfy { abs($0 - $1) <= 0.5 }
      #expect(isNear, "\(test.name): #\(id) \(found), \(expected)")
    }
  }
}
