import HybridGeometry
import HybridTestSupport
import HybridViewTree
import Testing

/// Lists in pages: CSS Lists 3, from the sheet to the frames and the lines.
@Suite struct ListRenderingTests {
  /// The texts of the markers beside the elements with ids, without white space at their ends.
  private func markers(_ body: String, css: String = "") throws -> [String] {
    let tree = try render(body, css: css)
    return tree.nodes.filter { $0.id != nil }.map { node in
      let first = node.paint.lines?.first?.pieces.map(\.text).joined() ?? ""
      return String(first.reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test(arguments: [
    ("<ul><li id=a></ul>", ["•"]), ("<ul><li><ul><li id=a></ul></ul>", ["◦"]),
    ("<ol><li><ul><li><menu><li id=a></menu></ul></ol>", ["▪"]),
    ("<ol><li id=a><li id=b></ol>", ["1.", "2."]), ("<ol type=a start=27><li id=a></ol>", ["aa."]),
    ("<ol type=A><li id=a></ol>", ["A."]), ("<ol type=i><li id=a><li id=b></ol>", ["i.", "ii."]),
    ("<ol type=I reversed><li id=a><li id=b></ol>", ["II.", "I."]),
    ("<ol><li id=a type=square><li id=b type=I value=4></ol>", ["▪", "IV."]),
    ("<ol style='list-style: none'><li id=a></ol>", [""]),
    ("<p id=a style=\"display: list-item; list-style-type: '→'\"></p>", ["→"]),
    ("<ol style='list-style-type: no-such-style'><li id=a></ol>", ["1."]),
    ("<ol class=own><li id=a><li id=b><li id=c></ol>", ["[α]", "[β]", "[3]"]),
    ("<ol class=mark><li id=a><li id=b></ol>", ["#1", "#2"]), ("<ol class=bare><li id=a></ol>", [""]),
  ])
  func markersShow(_ body: String, _ expected: [String]) throws {
    let css = """
      @counter-style own { system: fixed; symbols: α β; prefix: '['; suffix: ']' }
      .own { list-style-type: own } .mark li::marker { content: '#' counter(list-item) }
      .bare li::marker { content: none }
      """
    #expect(try markers(body, css: css) == expected)
  }

  @Test(arguments: [
    // A marker beside an item gives it the height of a line if it has none, and nothing else.
    ("<li id=a></li>", "0,0 300×19"), ("<li id=a style='list-style: none'></li>", "0,0 300×0"),
    ("<li id=a>text</li>", "0,0 300×19"), ("<li id=a><p style='height: 5px'></p></li>", "0,0 300×19"),
    ("<li id=a><p style='height: 50px'></p></li>", "0,0 300×50"),
    ("<li id=a style='padding: 3px'></li>", "0,0 300×25"), ("<li id=a><p>text</p></li>", "0,0 300×19"),
    ("<li id=a style='font-size: 32px'></li>", "0,0 300×38"),
    ("<li id=a style='overflow: hidden'></li>", "0,0 300×19"),
    // One inside is a part of the first line.
    ("<li style='list-style: inside; float: left' id=a></li>", "0,0 22×19"),
    ("<li style='list-style: inside square' id=a></li>", "0,0 300×19"),
    ("<li style='list-style: inside' id=a><p>text</p></li>", "0,0 300×38"),
  ])
  func markersTakeRoom(_ body: String, _ frame: String) throws {
    #expect(try render(body, css: "body, p { margin: 0 } body { width: 300px }").frame("a") == frame)
  }

  /// An item without lines has the baseline of its marker; the line around is no higher.
  @Test(arguments: ["", "<i style='display:list-item'></i>"])
  func aMarkerIsABaseline(_ more: String) throws {
    let box = "<span style='display:inline-block'><i style='display:list-item'></i>\(more)</span>"
    let tree = try render("<div id=a>x\(box)</div>", css: "body { margin: 0; width: 300px }")
    #expect(tree.frame("a") == (more.isEmpty ? "0,0 300×19" : "0,0 300×38"))
  }

  @Test func textsOfItemsAreWithoutMarkers() throws {
    let tree = try render("<ol><li id=a>one<li id=b style='list-style-position: inside'>two</ol>")
    #expect(tree.text("a") == "one" && tree.text("b") == "two")
    let inside = try #require(tree.node("b")?.paint.lines?.first)
    #expect(inside.pieces.map(\.text).joined() == "2. two")
  }

  @Test func markersAreOnTheBaselineOfTheFirstLine() throws {
    let tree = try render(
      "<ul><li id=a><p id=p style='margin: 0; font-size: 40px'>text</p></ul>", css: "body { margin: 0 }")
    let marker = try #require(tree.node("a")?.paint.lines?.first)
    let text = try #require(tree.node("p")?.paint.lines?.first)
    #expect(marker.frame.y + marker.baseline == text.frame.y + text.baseline)
    #expect(marker.frame.x < 0)
  }

  @Test func markersBesideItemsMoveNothingElse() throws {
    func frames(_ style: String) throws -> [String?] {
      let tree = try render(
        "<span id=a>text<ul style='list-style: \(style)'><li id=b>one</ul><i id=c>more</i></span>")
      return ["a", "b", "c"].map { tree.frame($0) }
    }
    #expect(try frames("square") == frames("none"))
  }

  @Test func markersHaveTheirOwnStyle() throws {
    let tree = try render("<ol><li id=a>text</ol>", css: "li::marker { color: red; font-size: 30px }")
    let piece = try #require(tree.node("a")?.paint.lines?.first?.pieces.first)
    #expect(piece.color == RGBA(255, 0, 0) && piece.size == 30)
  }
}
