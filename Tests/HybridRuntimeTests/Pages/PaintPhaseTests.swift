import HybridDrawing
import HybridGeometry
import HybridViewTree
import Testing

@testable import HybridRuntime

/// The order of painting in pixels: CSS 2.2 Appendix E, as in Chromium.
@Suite struct PaintPhaseTests {
  private static let css = """
    body { margin: 0; font: 10px/10px sans-serif } div, p { margin: 0; height: 20px }
    .red { background: #f00 } .green { background: #0f0 } .blue { background: #00f }
    .up { margin-top: -20px } .float { float: left; width: 40px } .flex { display: flex }
    .ib { display: inline-block } .grid { display: grid } .narrow { width: 40px; height: 20px }
    .rel { position: relative } .below { position: relative; z-index: -1 } .own { isolation: isolate }
    """

  /// What is painted at (20, 10).
  @Test(
    arguments: [
      // A float lies over the boxes of blocks, before and behind it.
      ("<p class='float green'></p><p class=red></p>", "green"),
      ("<div><p class='float green'></p></div><p class='red up'></p>", "green"),
      ("<p class=red></p><div class=up><p class='float green'></p></div><p class='blue up'></p>", "green"),
      ("<p class='float red'></p><p class='float green' style='margin-left:-40px'></p>", "green"),
      // Positioned boxes are above floats.
      ("<p class='green rel'></p><p class='float red up'></p>", "green"),
      // An inline block, and an item of a flexible box or a grid, is where texts are.
      ("<p><span class='green ib narrow'></span></p><p class='red up'></p>", "green"),
      ("<div class=flex><p class='green narrow'></p></div><p class='red up'></p>", "green"),
      ("<div class=grid><p class='green narrow'></p></div><p class='red up'></p>", "green"),
      ("<div><p class=red></p></div><p class='green up'></p>", "green"),
      // Items are painted as a whole, each over the one before.
      (
        """
        <div class=flex><p class='red narrow'><b class='blue ib narrow'></b></p>\
        <p class='green narrow' style='margin-left:-40px'></p></div>
        """, "green"
      ),
      // What a block clips stays clipped in each phase.
      (
        "<div class=green><div style='overflow:hidden;width:10px'><p class='float red'></p></div></div>",
        "green"
      ),
      // Below the flow is above the box of its context, and below its blocks.
      ("<div class='red own'><p class='green below'></p></div>", "green"),
      ("<div class=own><p class='red below'></p><p class='green up'></p></div>", "green"),
    ])
  func blocksAreBelowFloatsAndTheyAreBelowTexts(_ html: String, _ color: String) throws {
    let list = try live(html, css: Self.css).displayList
    let picture = try Picture.bitmap(list, scale: 1, images: NoImages())
    let start = (10 * picture.width + 20) * 4
    let expected: [UInt8] = ["red": [255, 0, 0], "green": [0, 255, 0], "blue": [0, 0, 255]][color] ?? []
    #expect(Array(picture.pixels[start..<start + 3]) == expected, "\(html)")
  }

  /// The texts and boxes of the list, in order.
  private static func order(_ html: String) throws -> String {
    let tree = try live(html, css: css)
    return tree.displayList.items.compactMap { item -> String? in
      switch item.content {
      case .text(let text): text.text.string
      case .box(let box) where box.isOutline: "outline"
      case .box: item.node.flatMap { tree.nodes[Int($0)].classes }
      default: nil
      }
    }.joined(separator: " ")
  }

  @Test(
    arguments: [
      // Without overlaps each node is painted at once.
      ("<p class=red>A</p><p class=green>B</p>", "red A green B"),
      ("<p class=red>A</p><p class='green up'>B</p>", "red green up A B"),
      (
        "<p class=red>A</p><p class='green up'>B</p><p class='float blue'>C</p>",
        "red green up float blue C A B"
      ),
      ("<div class=red>A<p class='float blue'>B <b>C</b></p></div>", "red float blue B C A"),
      ("<p class=red style='outline:1px solid'>A</p><p class='green up'>B</p>", "red green up A B outline"),
      // What overlaps within one context leaves the others as they are.
      (
        "<div style='opacity:.5'><p class=red>A</p><p class='green up'>B</p></div><p class=blue>C</p>",
        "blue C red green up A B"
      ),
    ])
  func phasesApplyWhereSomethingOverlaps(_ html: String, _ order: String) throws {
    #expect(try Self.order(html) == order)
  }

  @Test func treesOfTemplatesArePaintedNodeByNode() {
    var nodes = [ViewNode(key: "", parent: nil, tag: "a", frame: Rect(x: 0, y: 0, width: 9, height: 9))]
    for name in ["b", "c"] {
      var node = ViewNode(key: name, parent: 0, tag: name, frame: nodes[0].frame)
      node.paint.background = .black
      node.paint.phase = name == "b" ? .float : nil
      nodes.append(node)
    }
    let steps = PaintOrder(ViewTree(nodes: nodes, viewport: Size(width: 9, height: 9))).steps
    #expect(
      steps == [
        .open(0, .start), .open(1, .start), .close(1, .end), .open(2, .start), .close(2, .end),
        .close(0, .end),
      ])
  }
}
