import HybridCSS
import HybridGeometry
import HybridViewTree
import Testing

@testable import HybridRuntime

private let reset = """
  * { margin: 0; padding: 0; border: 0 solid; box-sizing: border-box } body { height: 300px }
  .k { width: 50px; height: 20px }
  """

private func page(_ css: String, _ body: String) -> String {
  "<!DOCTYPE html><html><head><style>\(reset) \(css)</style></head><body>\(body)</body></html>"
}

private func tree(_ css: String, _ body: String) throws -> ViewTree {
  Renderer().render(try PageRig.unit(page(css, body)), on: Device(width: 400, height: 300)).tree
}

/// `contain`, `contain-intrinsic-size`, `content-visibility` and `zoom`, with the frames of Chromium 156 on a
/// screen of 400 by 300.
@Suite struct ContainmentRenderingTests {
  struct Case: Sendable {
    var name: String
    var css = ""
    var body: String
    /// By id, relative to the parent.
    var frames: [String: [Double]]
  }

  static let contained = [
    Case(
      name: "size",
      body: """
        <div id=a style="contain:size"><div class=k></div></div>\
        <div id=b style="contain:size;contain-intrinsic-size:60px 30px;float:left"><div class=k></div></div>
        """, frames: ["a": [0, 0, 400, 0], "b": [0, 0, 60, 30]]),
    Case(
      name: "inline-size",
      body: """
        <div id=a style="contain:inline-size;float:left"><div class=k></div></div>\
        <div id=b style="contain:inline-size;contain-intrinsic-width:33px;float:left">\
        <div class=k></div></div>
        """, frames: ["a": [0, 0, 0, 20], "b": [0, 0, 33, 20]]),
    Case(
      name: "the explicit tracks of a grid count",
      css: "div { vertical-align: top }",
      body: """
        <div id=a style="contain:size;display:inline-grid;grid-template:30px 10px / 40px 20px;gap:5px">\
        <div class=k></div></div>\
        <div id=b style="contain:inline-size;display:inline-grid;grid-template-columns:auto 20px;gap:5px">\
        <div class=k></div></div>
        """, frames: ["a": [0, 0, 65, 45], "b": [65, 0, 25, 20]]),
    Case(
      name: "flex containers and their items",
      body: """
        <div id=a style="contain:size;display:flex;padding:3px"><div class=k></div></div>\
        <div style="display:flex"><div id=b style="contain:inline-size"><div class=k></div></div>\
        <div id=c class=k></div></div>
        """, frames: ["a": [0, 0, 400, 6], "b": [0, 0, 0, 20], "c": [0, 0, 50, 20]]),
    Case(
      name: "text", body: "<div id=a style='contain:size'>text</div><div id=b class=k></div>",
      frames: ["a": [0, 0, 400, 0], "b": [0, 0, 50, 20]]),
    Case(
      name: "layout contains margins and positioned boxes",
      body: """
        <div id=a style="contain:layout;margin-left:30px">\
        <div id=p style="position:fixed;left:5px;top:6px;width:7px;height:8px"></div>\
        <div id=m style="margin:10px 0" class=k></div></div>
        """, frames: ["a": [30, 0, 370, 40], "p": [5, 6, 7, 8], "m": [0, 10, 50, 20]]),
    Case(
      name: "content contains floats",
      body: """
        <div id=a style="contain:content"><div id=f style="float:left;width:10px;height:40px"></div></div>\
        <div id=b class=k></div>
        """, frames: ["a": [0, 0, 400, 40], "f": [0, 0, 10, 40], "b": [0, 40, 50, 20]]),
    Case(
      name: "a table is as large as its content",
      body: "<div id=a style='display:table;contain:size'><div class=k></div></div>",
      frames: ["a": [0, 0, 50, 20]]),
    Case(
      name: "hidden content has no size",
      body: """
        <div id=a style="content-visibility:hidden"><div class=k></div></div>\
        <div id=b style="content-visibility:hidden;contain-intrinsic-size:auto 40px 60px;float:left">\
        <div class=k></div></div>
        """, frames: ["a": [0, 0, 400, 0], "b": [0, 0, 40, 60]]),
    Case(
      name: "what could be left out until it is seen is shown",
      body: """
        <div id=a style="content-visibility:auto;contain-intrinsic-size:1px 1px;margin-left:9px">\
        <div class=k style="margin:5px"></div></div>
        """, frames: ["a": [9, 0, 391, 30]]),
  ]

  static let zoomed = [
    Case(
      name: "lengths",
      css: """
        #a { zoom: 2; width: 50px; height: 10px; padding: 5px; margin-left: 3px }
        #i { width: 10px; height: 50% }
        """, body: "<div id=a><div id=i></div></div>", frames: ["a": [6, 0, 100, 20], "i": [10, 10, 20, 0]]),
    Case(
      name: "in one another",
      css: """
        #a { zoom: 2; width: 50px } #b { zoom: .5; width: 40px; height: 10px }
        #i { width: 50%; height: 1em; font-size: 20px }
        """, body: "<div id=a><div id=b><div id=i></div></div></div>",
      frames: ["a": [0, 0, 100, 10], "b": [0, 0, 40, 10], "i": [0, 0, 20, 20]]),
    Case(
      name: "units",
      css: """
        html { font-size: 10px } #a { zoom: 200% } #i { width: 1rem; height: 1em }
        #j { width: 10vw; height: 1vh } #k { width: 1in; height: 1lh; line-height: 15px }
        """, body: "<div id=a><div id=i></div><div id=j></div><div id=k></div></div>",
      frames: ["a": [0, 0, 400, 56], "i": [0, 0, 20, 20], "j": [0, 20, 80, 6], "k": [0, 26, 192, 30]]),
    Case(
      name: "borders",
      css: """
        #a { zoom: 3; border: thin solid; width: 100px; height: 20px } #i { border: 1px solid; height: 5px }
        #b { zoom: 1.5; border-style: solid; border-width: medium; width: 50px }
        """, body: "<div id=a><div id=i></div></div><div id=b></div>",
      frames: ["a": [0, 0, 300, 60], "i": [3, 3, 294, 15], "b": [0, 60, 75, 8]]),
    Case(
      name: "inherited lengths",
      css: """
        #p { width: 50px; line-height: 20px } #a { zoom: 2; width: inherit; height: 1lh }
        #i { zoom: 2; height: 1lh; width: 1em }
        """, body: "<div id=p><div id=a><div id=i></div></div></div>",
      frames: ["p": [0, 0, 50, 40], "a": [0, 0, 100, 40], "i": [0, 0, 64, 80]]),
    Case(
      name: "tracks and gaps",
      css: """
        #a { zoom: 2; display: grid; grid-template-columns: 30px 1fr; gap: 5px; width: 100px }
        #i { height: 4px }
        """, body: "<div id=a><div id=i></div><div id=j></div></div>",
      frames: ["a": [0, 0, 200, 8], "i": [0, 0, 60, 8], "j": [70, 0, 130, 8]]),
    Case(
      name: "positions",
      css: """
        #a { zoom: 2; position: relative; width: 60px; height: 40px }
        #i { position: absolute; left: 5px; top: 10%; width: 10px; height: 3px }
        """, body: "<div id=a><div id=i></div></div>", frames: ["a": [0, 0, 120, 80], "i": [10, 8, 20, 6]]),
    Case(
      name: "pictures", css: "#a { zoom: 2 } img { display: block }",
      body: "<div id=a><img id=i width=10 height=4 src=a.png></div>",
      frames: ["a": [0, 0, 400, 8], "i": [0, 0, 20, 8]]),
    Case(
      name: "a factor of zero",
      css: "#a { zoom: 0; width: 60px; height: 40px } #b { zoom: normal; height: 4px }",
      body: "<div id=a></div><div id=b></div>", frames: ["a": [0, 0, 60, 40], "b": [0, 40, 400, 4]]),
    Case(
      name: "the root",
      css:
        "html { zoom: 2 } #a { width: 1rem; height: 10vw } #b { font-size: 2rem; width: 1em; height: 4px }",
      body: "<div id=a></div><div id=b></div>", frames: ["a": [0, 0, 32, 80], "b": [0, 80, 64, 8]]),
    Case(
      name: "containers",
      css: """
        #c { container-type: inline-size; width: 100px; zoom: 2 } #i { width: 50cqw; height: 3px }
        @container (width > 150px) { #i { height: 9px } } @container (width = 100px) { #i { height: 11px } }
        """, body: "<div id=c><div id=i></div></div>", frames: ["c": [0, 0, 200, 22], "i": [0, 0, 100, 22]]),
  ]

  @Test(arguments: contained + zoomed)
  func framesAreThoseOfChromium(_ test: Case) throws {
    let tree = try tree(test.css, test.body)
    for (id, frame) in test.frames {
      let node = try #require(tree.nodes.first { $0.id == id }, "\(test.name): #\(id)")
      let found = [node.frame.x, node.frame.y, node.frame.width, node.frame.height]
      #expect(found.map { ($0 * 100).rounded() / 100 } == frame, "\(test.name): #\(id)")
    }
  }

  @Test func paintContainmentClipsAndIsAContext() throws {
    let tree = try tree(
      "",
      """
      <div id=a style="contain:paint" class=k>\
        <div id=b style="z-index:-1;position:relative" class=k></div></div>\
      <div id=c style="contain:layout" class=k></div><div id=d style="contain:style size" class=k></div>\
      <span id=e style="contain:strict">text</span>
      """)
    func paint(_ id: String) throws -> ViewPaint { try #require(tree.nodes.first { $0.id == id }).paint }
    #expect(try paint("a").clips && paint("a").isolates && paint("a").zOrder == 0)
    #expect(try !paint("c").clips && paint("c").isolates)
    #expect(try !paint("d").clips && !paint("d").isolates)
    // Containment has no effect on an inline element.
    #expect(try !paint("e").clips && !paint("e").isolates)
  }

  @Test func hiddenContentIsNotInTheTree() throws {
    let rig = try PageRig(
      page(
        "#a::before { content: 'before' }",
        "<div id=a style='content-visibility:hidden'>text <b>b</b><p id=p>p</p></div>"))
    #expect(!rig.page.tree.nodes.contains { ["p", "b", "::before"].contains($0.tag) || $0.text == "text" })
    let node = try #require(
      rig.page.document.nodes(in: rig.page.document.root).first {
        rig.page.document[$0].element?.id == "a"
      })
    rig.page.setInlineStyle("content-visibility", "visible", isImportant: false, of: node.index)
    #expect(rig.page.tree.nodes.filter { ["p", "b", "::before"].contains($0.tag) }.count == 3)
    rig.page.setInlineStyle("content-visibility", "hidden", isImportant: false, of: node.index)
    #expect(!rig.page.tree.nodes.contains { ["p", "b", "::before"].contains($0.tag) })
  }

  /// What Chromium shows, told by widths there.
  @Test func countersAndQuotesStayInside() throws {
    let css = """
      .n { counter-increment: n } .n::after { content: counters(n, '.') } .o::before { content: open-quote }
      .c::before { content: close-quote } .q { quotes: 'a' 'A' 'b' 'B' 'c' 'C' }
      """
    let body = """
      <div style="counter-reset:n 4"><i class=n></i><div style="contain:style"><i class=n></i>\
      <i class=n></i></div>\
      <i class=n></i><div style="contain:style;counter-increment:n">\
      <i class=n style="counter-increment:none"></i></div><i class=n></i></div>
      <div class=q><i class=o></i><div style="contain:style"><i class=o></i><i class=o></i></div>\
      <i class=o></i>\
      <i class=c></i></div>
      """
    let texts = try tree(css, body).nodes.filter { $0.tag == "::after" || $0.tag == "::before" }.compactMap(
      \.text)
    #expect(texts == ["5", "5.1", "5.2", "6", "7", "8", "a", "b", "c", "b", "B"])
  }

  @Test func scriptsSeeLengthsWithoutZoom() throws {
    let rig = try PageRig(
      page(
        """
        #a { zoom: 2; width: 50px; border: 3px solid; font-size: 10px; line-height: 1.5; letter-spacing: 1px;
          text-shadow: 1px 2px 3px red; transform: translate(3px, 4px); height: 10vh; padding: 1em;
          translate: 5px 6px 7px }
        #i { zoom: 2; margin: 4px; transform: matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 8, 9, 2, 1) }
        """,
        """
        <div id=a><div id=i></div></div><script>
        const [a, i] = ['a', 'i'].map((id) => getComputedStyle(document.getElementById(id)));
        console.log([a.zoom, a.width, a.height, a.borderTopWidth, a.fontSize, a.letterSpacing, a.textShadow,
          a.transform, a.paddingLeft, i.zoom, i.fontSize, i.marginTop, i.letterSpacing].join(' '));
        console.log(a.translate, i.transform);
        console.log(document.getElementById('a').getBoundingClientRect().width);
        </script>
        """), width: 400, height: 600)
    #expect(
      rig.said.map { $0.replacing("log ", with: "") } == [
        "2 50px 60px 3px 10px 1px rgb(255, 0, 0) 1px 2px 3px matrix(1, 0, 0, 1, 3, 4) 10px 2 10px 4px 1px",
        "5px 6px 7px matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 8, 9, 2, 1)", "100",
      ])
  }
}
