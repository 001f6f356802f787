import HybridViewTree
import Testing

/// Where positioned boxes of a page lie, counted from the page's corner, in a viewport of 320 × 480 points.
/// The numbers are those of a browser.
struct PositionedRenderingTests {
  private static let bar = "<div id=a style='position:fixed;left:0;right:0;bottom:0;height:50px'></div>"
  private static let cover = "<div id=a style='position:absolute;top:0;left:0;width:100%;height:100%'></div>"
  private static let corner =
    "<div id=a style='position:absolute;right:5px;bottom:7px;width:40px;height:10%'></div>"
  private static let long = "<div style='height:3000px'></div>"

  private func place(_ html: String, css: String) throws -> String? {
    let tree = try render(html, css: css)
    guard let index = tree.nodes.firstIndex(where: { $0.id == "a" }) else { return nil }
    var frame = tree.nodes[index].frame
    var parent = tree.nodes[index].parent
    while let current = parent {
      frame.x += tree.nodes[current].frame.x
      frame.y += tree.nodes[current].frame.y
      parent = tree.nodes[current].parent
    }
    return frame.description
  }

  /// CSS 2.2 §10.1: the viewport, whatever the root and the body, on short and long pages.
  @Test(
    arguments: [
      "", "body { margin: 0 }", "html { margin: 10px 20px; padding: 5px } body { padding: 3px }",
      "html, body { height: 100%; margin: 0 }", "body { overflow: hidden }", "html { overflow: auto }",
      "html { width: 200px; margin: 0 auto }", "body { display: flex; min-height: 100vh; margin: 0 }",
      "html { display: grid; grid-template-columns: 100px 1fr }", "html { direction: rtl }",
    ], ["", long])
  func theViewportContainsWhatNothingElseDoes(_ css: String, _ content: String) throws {
    for html in [Self.bar + content, content + Self.bar] {
      #expect(try place(html, css: css) == "0,430 320×50")
    }
    #expect(try place(content + Self.cover, css: css) == "0,0 320×480")
    #expect(try place(content + Self.corner, css: css) == "275,425 40×48")
  }

  @Test(arguments: [
    ("body { position: relative; margin: 20px; height: 100px }", "255,103 40×10"),
    ("html { position: relative; margin: 15px; height: 90px }", "260,89 40×9"),
  ])
  func aPositionedBodyContainsAbsoluteBoxesOnly(_ css: String, _ absolute: String) throws {
    #expect(try place(Self.corner, css: css) == absolute)
    #expect(try place(Self.bar, css: css) == "0,430 320×50")
  }

  /// Neither scroll containers nor other positioned boxes contain fixed ones.
  @Test(arguments: [
    "overflow: auto; height: 100px", "position: absolute; left: 20px; top: 30px; width: 50px; height: 40px",
    "position: fixed; inset: 40px", "display: flex; padding: 3px", "display: contents",
  ])
  func fixedBoxesReferToTheViewportFromAnywhere(_ style: String) throws {
    let html = "<div style='\(style)'><p>\(Self.bar)</p></div>"
    #expect(try place(html, css: "") == "0,430 320×50")
  }

  /// CSS 2.2 §10.3.7: without insets a box keeps its position in the flow.
  @Test(arguments: [("ltr", "30,49 33×20"), ("rtl", "287,49 33×20")])
  func boxesWithoutInsetsStayInPlace(_ direction: String, _ frame: String) throws {
    let box = "<div id=a style='position:fixed;height:20px'><div style='width:33px;height:5px'></div></div>"
    let html =
      "<html dir=\(direction)><body style='margin:0'><div style='height:40px'></div>"
      + "<div style='margin-left:30px;padding-top:9px'>\(box)</div></body></html>"
    #expect(try place(html, css: "") == frame)
  }

  /// CSS 2.2 §9.3.1: positioned boxes do not affect the line.
  @Test func positionedBoxesBreakNoLine() throws {
    let badge = "<i id=a style='position:absolute;top:1px;right:2px;width:9px;height:9px'></i>"
    let tree = try render("<p id=p style='position:relative;margin:0'>one \(badge)two <b id=b>three</b></p>")
    #expect(tree.text("p") == "one two three")
    #expect(tree.frame("a") == "293,1 9×9")
    #expect(tree.node("p")?.paint.lines?.count == 1)
  }

  /// CSS Overflow 3 §3.3: the viewport takes the body's overflow, whose margins then collapse as if it had
  /// none.
  @Test(arguments: ["hidden", "auto", "scroll"])
  func theViewportTakesTheBodysOverflow(_ overflow: String) throws {
    let tree = try render(
      "<body id=b><div style='height:30px;margin:30px 0'></div></body>", css: "body{overflow:\(overflow)}")
    #expect(tree.frame("b") == "8,30 304×30")
    #expect(tree.node("b")?.paint.clips == false)
  }
}
