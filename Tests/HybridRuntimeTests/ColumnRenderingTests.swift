import HybridGeometry
import HybridViewTree
import Testing

@testable import HybridRuntime

private let reset = """
  * { margin: 0; padding: 0; border: 0 solid; box-sizing: border-box }
  body { width: 400px; height: 300px; line-height: 20px }
  .c { columns: 2; column-gap: 20px } .k { overflow: hidden; height: 40px }
  """

/// CSS Multi-column 1, with the frames of Chromium 156 on a screen of 400 by 300.
@Suite struct ColumnRenderingTests {
  struct Case: Sendable {
    var name: String
    var body: String
    /// By id, relative to the parent.
    var frames: [String: [Double]]
  }

  static let cases = [
    Case(
      name: "balanced lines",
      body: """
        <div id=a class=c><p id=b>a<br>b<br>c<br>d<br>e</p></div>
        """, frames: ["a": [0, 0, 400, 60], "b": [0, 0, 400, 60]]),
    Case(
      name: "blocks and their margins",
      body: """
        <div id=a class=c><p id=b style="margin-bottom:30px">a<br>b<br>c</p>\
        <p id=c style="margin-top:10px">a<br>b<br>c</p></div>
        """, frames: ["a": [0, 0, 400, 75], "b": [0, 0, 190, 60], "c": [210, 0, 190, 60]]),
    Case(
      name: "boxes that are not broken",
      body: """
        <div id=a class=c><div id=b class=k></div><div id=c class=k></div><div id=d class=k></div>\
        </div>
        """,
      frames: ["a": [0, 0, 400, 80], "b": [0, 0, 190, 40], "c": [0, 40, 190, 40], "d": [210, 0, 190, 40]]),
    Case(
      name: "widths give the number",
      body: """
        <div id=a style="column-width:90px;column-gap:10px"><div id=b class=k></div>\
        <div id=c class=k></div><div id=d class=k></div><div id=e class=k></div></div>
        """,
      frames: [
        "a": [0, 0, 400, 40], "b": [0, 0, 92.5, 40], "c": [102.5, 0, 92.5, 40], "d": [205, 0, 92.5, 40],
        "e": [307.5, 0, 92.5, 40],
      ]),
    Case(
      name: "a width and a number",
      body: """
        <div id=a style="columns:2 90px;column-gap:10px"><div id=b class=k></div><div id=c class=k>\
        </div><div id=d class=k></div></div>
        """,
      frames: ["a": [0, 0, 400, 80], "b": [0, 0, 195, 40], "c": [0, 40, 195, 40], "d": [205, 0, 195, 40]]),
    Case(
      name: "a normal gap is one em",
      body: """
        <div id=a style="columns:3;font-size:20px"><div id=b class=k></div><div id=c class=k></div>\
        <div id=d class=k></div></div>
        """,
      frames: [
        "a": [0, 0, 400, 40], "b": [0, 0, 120, 40], "c": [140, 0, 120, 40], "d": [280, 0, 120, 40],
      ]),
    Case(
      name: "filled in order",
      body: """
        <div id=a class=c style="column-fill:auto;height:60px"><p id=b>a<br>b<br>c<br>d</p></div>
        """, frames: ["a": [0, 0, 400, 60], "b": [0, 0, 400, 60]]),
    Case(
      name: "more columns than there is room for",
      body: """
        <div id=a class=c style="height:50px"><div id=b class=k></div><div id=c class=k></div>\
        <div id=d class=k></div></div>
        """,
      frames: [
        "a": [0, 0, 400, 50], "b": [0, 0, 190, 40], "c": [210, 0, 190, 40], "d": [420, 0, 190, 40],
      ]),
    Case(
      name: "a box over all columns",
      body: """
        <div id=a class=c><p id=b>a<br>b<br>c<br>d</p>\
        <h2 id=c style="column-span:all;margin:5px 0">x</h2><p id=d>a<br>b<br>c<br>d</p></div>
        """,
      frames: ["a": [0, 0, 400, 110], "b": [0, 0, 400, 40], "c": [0, 45, 400, 20], "d": [0, 70, 400, 40]]),
    Case(
      name: "forced breaks",
      body: """
        <div id=a class=c style="columns:3"><div id=b class=k></div>\
        <div id=c class=k style="break-before:column"></div>\
        <div id=d class=k style="break-after:column"></div><div id=e class=k></div></div>
        """,
      frames: [
        "a": [0, 0, 400, 80], "b": [0, 0, 120, 40], "c": [140, 0, 120, 40], "d": [140, 40, 120, 40],
        "e": [280, 0, 120, 40],
      ]),
    Case(
      name: "a box that avoids breaks",
      body: """
        <div id=a class=c><p id=b>a<br>b</p><p id=c style="break-inside:avoid">a<br>b<br>c<br>d</p>\
        </div>
        """, frames: ["a": [0, 0, 400, 80], "b": [0, 0, 190, 40], "c": [210, 0, 190, 80]]),
    Case(
      name: "broken boxes with borders",
      body: """
        <div id=a class=c><section id=b style="border-width:3px;padding:4px">\
        <p id=c>a<br>b<br>c<br>d</p><p id=d>a<br>b<br>c<br>d</p></section></div>
        """,
      frames: ["a": [0, 0, 400, 87], "b": [0, 0, 400, 87], "c": [7, 7, 176, 80], "d": [217, 0, 176, 80]]),
    Case(
      name: "from right to left",
      body: """
        <div id=a class=c style="direction:rtl"><div id=b class=k></div><div id=c class=k></div>\
        </div>
        """, frames: ["a": [0, 0, 400, 40], "b": [210, 0, 190, 40], "c": [0, 0, 190, 40]]),
    Case(
      name: "padding and borders around columns",
      body: """
        <div id=a class=c style="padding:10px;border-width:2px"><p id=b>a<br>b<br>c<br>d</p></div>
        """, frames: ["a": [0, 0, 400, 64], "b": [12, 12, 376, 40]]),
    Case(
      name: "a heading stays with what follows",
      body: """
        <div id=a class=c><p id=b>a<br>b<br>c</p><h3 id=c style="break-after:avoid">x</h3>\
        <p id=d>a<br>b<br>c<br>d</p></div>
        """,
      frames: [
        "a": [0, 0, 400, 100], "b": [0, 0, 190, 60], "c": [210, 0, 190, 20], "d": [210, 20, 190, 80],
      ]),
    Case(
      name: "widths by content",
      body: """
        <div id=a class=c style="float:left"><div id=b class=k style="width:30px"></div>\
        <div id=c class=k style="width:50px"></div></div>
        """, frames: ["a": [0, 0, 120, 40], "b": [0, 0, 30, 40], "c": [70, 0, 50, 40]]),
  ]

  @Test(arguments: cases.map(\.name)) func framesAreThoseOfChromium(_ name: String) throws {
    let sample = try #require(Self.cases.first { $0.name == name })
    let page = "<!DOCTYPE html><html><head><style>\(reset)</style></head><body>\(sample.body)</body></html>"
    let tree = Renderer().render(try PageRig.unit(page), on: Device(width: 400, height: 300)).tree
    for (id, expected) in sample.frames {
      let frame = try #require(tree.nodes.first { $0.id == id }?.frame)
      let found = [frame.x, frame.y, frame.width, frame.height]
      #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 0.05 }, "\(id): \(found), not \(expected)")
    }
  }
}
