import HybridGeometry
import HybridViewTree
import Testing

@testable import HybridRuntime

private let reset = """
  * { margin: 0; padding: 0; border: 0 solid; box-sizing: border-box } body { height: 300px }
  .g { display: grid; justify-content: start; align-content: start } .s { display: grid }
  .k { width: 30px; height: 10px }
  """

/// CSS Grid 2 §9, *Subgrids*, with the frames of Chromium 156 on a screen of 400 by 300.
@Suite struct SubgridRenderingTests {
  struct Case: Sendable {
    var name: String
    var body: String
    /// By id, relative to the parent.
    var frames: [String: [Double]]
  }

  static let cases = [
    Case(
      name: "columns of cards in line with each other",
      body: """
        <div class=g style="grid-template-columns:auto auto">\
        <div id=a class=s style="grid-template-columns:subgrid;grid-column:span 2">\
        <div id=b class=k></div><div id=c style="width:50px;height:8px"></div></div>\
        <div class=s style="grid-template-columns:subgrid;grid-column:span 2">\
        <div style="width:70px"></div><div id=d style="height:5px"></div></div></div>
        """,
      frames: ["a": [0, 0, 120, 10], "b": [0, 0, 30, 10], "c": [70, 0, 50, 8], "d": [70, 0, 50, 5]]),
    Case(
      name: "edges take room from the outer tracks",
      body: """
        <div class=g style="grid-template-columns:auto auto auto">\
        <div id=a class=s style="grid-template-columns:subgrid;grid-column:1/4;margin:0 5px;\
        border-width:2px;padding:3px 7px 0 20px">\
        <div id=b class=k></div><div id=c class=k></div></div><div id=d style="grid-column:3"></div>\
        </div>
        """,
      frames: ["a": [5, 0, 91, 17], "b": [22, 5, 30, 10], "c": [52, 5, 30, 10], "d": [87, 17, 14, 0]]),
    Case(
      name: "an empty subgrid has room for its edges",
      body: """
        <div class=g style="grid-template-columns:auto auto auto">\
        <div id=a class=s style="grid-template-columns:subgrid;grid-column:1/4;padding:4px 7px 0 20px">\
        </div><div id=b style="grid-column:1;grid-row:2;height:5px"></div>\
        <div id=c style="grid-column:2;grid-row:2"></div><div id=d style="grid-column:3;grid-row:2">\
        </div></div>
        """, frames: ["a": [0, 0, 27, 4], "b": [0, 4, 20, 5], "c": [20, 4, 0, 5], "d": [20, 4, 7, 5]]),
    Case(
      name: "another gap is centred on the outer one",
      body: """
        <div class=g style="grid-template-columns:auto auto;gap:10px">\
        <div id=a class=s style="grid-template-columns:subgrid;grid-column:1/3;gap:30px">\
        <div id=b class=k></div><div id=c class=k></div></div><div id=d></div><div id=e></div></div>
        """,
      frames: [
        "a": [0, 0, 90, 10], "b": [0, 0, 30, 10], "c": [60, 0, 30, 10], "d": [0, 20, 40, 0],
        "e": [50, 20, 40, 0],
      ]),
    Case(
      name: "rows of cards",
      body: """
        <div class=g style="grid-template-columns:60px 60px;grid-template-rows:auto auto;row-gap:4px">\
        <div class=s style="grid-template-rows:subgrid;grid-row:1/3"><div style="height:20px"></div>\
        <div id=a class=k></div></div>\
        <div class=s style="grid-template-rows:subgrid;grid-row:1/3;padding-top:6px">\
        <div id=b class=k></div><div id=c style="height:25px"></div></div></div>
        """, frames: ["a": [0, 24, 30, 10], "b": [0, 6, 30, 10], "c": [0, 24, 60, 25]]),
    Case(
      name: "a subgrid in a subgrid",
      body: """
        <div class=g style="grid-template-columns:20px auto 30px auto">\
        <div id=a class=s style="grid-template-columns:subgrid;grid-column:2/5;padding-left:5px">\
        <div id=b class=s style="grid-template-columns:subgrid;grid-column:2/4;padding-right:3px">\
        <div id=c class=k></div><div id=d style="width:44px;height:7px"></div></div></div></div>
        """,
      frames: ["a": [20, 0, 82, 10], "b": [5, 0, 77, 10], "c": [0, 0, 30, 10], "d": [30, 0, 44, 7]]),
    Case(
      name: "names of the outer lines, of areas and its own",
      body: """
        <div class=g style="grid-template-columns:[x] 20px [y] 30px 40px;grid-template-areas:'m n n'">\
        <div class=s style="grid-template-columns:subgrid [p] [q] repeat(auto-fill,[r]);grid-column:1/-1">\
        <div id=a class=k style="grid-column:y"></div><div id=b class=k style="grid-column:n"></div>\
        <div id=c class=k style="grid-column:q/r 2"></div>\
        <div id=d class=k style="grid-column:-1/-2"></div></div></div>
        """,
      frames: ["a": [20, 0, 30, 10], "b": [20, 10, 30, 10], "c": [20, 20, 30, 10], "d": [50, 30, 30, 10]]),
    Case(
      name: "no implicit tracks in a shared axis",
      body: """
        <div class=g style="grid-template-columns:20px 30px 40px">\
        <div id=a class=s style="grid-template-columns:subgrid;grid-column:1/4;grid-auto-flow:column">\
        <div class=k></div><div class=k></div><div id=b style="height:3px"></div>\
        <div id=c style="height:4px"></div></div>\
        <div class=s style="grid-template-columns:subgrid;grid-column:1/4">\
        <div id=d style="grid-column:3/9;height:3px"></div>\
        <div id=e style="grid-column:span 7;height:2px"></div></div></div>
        """,
      frames: [
        "a": [0, 0, 90, 10], "b": [50, 0, 40, 3], "c": [50, 0, 40, 4], "d": [50, 0, 40, 3],
        "e": [0, 3, 90, 2],
      ]),
    Case(
      name: "against the direction of the outer grid",
      body: """
        <div class=g style="grid-template-columns:20px 30px 40px">\
        <div id=a class=s style="grid-template-columns:subgrid;grid-column:1/4;direction:rtl;padding-right:5px">\
        <div id=b style="height:3px"></div><div id=c style="height:3px"></div></div></div>
        """, frames: ["a": [0, 0, 90, 3], "b": [50, 0, 35, 3], "c": [20, 0, 30, 3]]),
    Case(
      name: "no subgrid outside of a grid, or contained",
      body: """
        <div id=a class=s style="grid-template-columns:subgrid"><div id=b style="height:5px"></div>\
        <div id=c style="height:5px"></div></div>\
        <div class=g style="grid-template-columns:20px 30px">\
        <div id=d class=s style="grid-template-columns:subgrid;grid-column:1/3;contain:layout">\
        <div id=e style="height:3px"></div><div style="height:3px"></div></div></div>
        """,
      frames: [
        "a": [0, 0, 400, 10], "b": [0, 0, 400, 5], "c": [0, 5, 400, 5], "d": [0, 0, 50, 6],
        "e": [0, 0, 50, 3],
      ]),
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
