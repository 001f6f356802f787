import HybridTestSupport
import Testing

@testable import HybridRuntime

/// Pages that are explained by the engine itself.
@Suite struct ExplainedPagesTests {
  /// Styles that use every kind of positioning.
  private static let css = """
    * { box-sizing: border-box } body { font-size: 16px; line-height: 20px }
    .bar { display: flex; gap: 8px; padding: 8px; width: 240px; align-items: center }
    #name { width: 120px; height: 40px; flex: none } #buy { margin-left: auto; padding: 4px 12px; \
    min-width: 90px }
    #card { padding: 12px; border: 1px solid #ccc } #h { margin: 20px 0; height: 24px }
    #text { height: 40px } #beside { height: 20px; margin: 0 } #half { height: 50%; max-width: 100px; \
    margin-top: 30px }
    main { position: relative }
    #badge { position: absolute; top: 4px; right: 10%; width: 20px; height: 20px; margin: 2px }
    .f { float: left; width: 120px; height: 30px; margin: 4px } #clear { clear: both; height: 10px }
    #center { width: 100px; margin: 0 auto; position: relative; left: 5px; height: 10px }
    .grow { display: flex; width: 200px } #g1 { flex: 1; max-width: 40px } #g2 { flex: 2 1 10px }
    #ib { display: inline-block; width: 60%; padding: 2px } #inner { height: 3px; margin-left: 7px }
    .wrap { display: flex; flex-wrap: wrap; width: 100px; align-content: center; height: 90px }
    .wrap i { width: 60px; height: 20px; display: block }
    .end { display: flex; flex-direction: row-reverse; justify-content: space-between } .end b { width: 30px }
    .rtl { direction: rtl } .rtl p { width: 50%; margin: 0 10px }
    .through { margin-top: 9px } .through p { margin: 15px 0 }
    .grid { display: grid; width: 200px } .grid p { margin: 0 }
    #ratio { aspect-ratio: 2; width: 50px }
    """
  private static let html = """
    <header class=bar><b id=name>Mug</b><button id=buy>Buy</button></header>
    <main>
      <section id=card><h2 id=h>Mugs</h2><p id=text>Some <i id=em>text</i> that is long enough to wrap.</p>\
    </section>
      <div id=half>x</div><div id=badge>3</div>
      <div class=f id=f1>float</div><div class=f id=f2>float 2</div><p id=beside>beside the floats</p>
      <div id=clear></div><div id=center></div>
      <div class=wrap><i id=w1></i><i id=w2></i><i id=w3></i></div>
      <div class=end><b id=e1>1</b><b id=e2>2</b></div>
      <div id=ratio></div>
      <div class=through><div><p id=t1>one</p></div></div><div><p id=t2>two</p></div>
      <div class=rtl><p id=r>rtl</p></div>
      <div class=grow id=grow><span id=g1>a</span><span id=g2>bb</span></div>
      <img id=pic width=80 height=40> <span id=ib>inline <div id=inner></div> block</span>
      <div class=grid><p id=c1>one</p><p id=c2>two</p></div>
      <span id=split>before<div id=in>inside</div>after</span>
    </main>
    """

  /// For every element, the last step of each axis equals the frame on the page.
  @Test(arguments: [
    "html", "body", "header", "main", "#name", "#buy", "#card", "#h", "#text", "#em", "#half", "#badge",
    "#pic",
    "#f1", "#f2", "#beside", "#clear", "#center", "#grow", "#g1", "#g2", "#ib", "#inner", "#w1", "#w2", "#w3",
    "#e1", "#e2", "#r", "#t1", "#t2", "#c1", "#c2", "#split", "#in", "#ratio", ".wrap",
  ])
  func stepsLeadToTheFrame(_ selector: String) throws {
    let page = try ExplainedPage(Self.html, css: Self.css)
    let explanation = try page.answer(about: selector)
    guard case .box(let box) = explanation.content else {
      Issue.record("\(selector) has no box")
      return
    }
    for axis in box.axes {
      let last = try #require(axis.steps.last { $0.value != nil }?.value, "\(selector) \(axis.name)")
      #expect(abs(last - axis.value) < 0.005, "\(explanation.text)")
    }
  }

  /// Sizes that do not depend on a font, so that the text is the same everywhere.
  @Test(arguments: [
    "h", "text", "half", "badge", "f2", "clear", "center", "w3", "e2", "ratio", "t1", "t2", "r",
  ])
  func answersReadLikeThis(_ id: String) throws {
    let page = try ExplainedPage(Self.html, css: Self.css)
    try expectGolden(
      page.answer(about: "#\(id)").text, "Golden/why-\(id).txt", in: folderOfTests())
  }

  @Test func nativePagesAreExplainedByTheirOwnDefaults() throws {
    let page = try ExplainedPage(
      "<html html-identify='Token'><body><view id=a style='height:400px'></view></body></html>")
    let text = try page.answer(about: "#a").text
    #expect(text.contains("flex item of body, a column"))
    #expect(
      text.contains("not shrunk") == false && text.contains("body { align-items: stretch }  initial value"))
  }
}
