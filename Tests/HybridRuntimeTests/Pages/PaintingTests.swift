import HybridDrawing
import HybridGeometry
import HybridViewTree
import Testing

@testable import HybridRuntime

/// CSS Transforms 1: functions from left to right, about the transform's origin, as one matrix about the
/// corner.
@Test(
  arguments: [
    ("translate(10px, 50%)", [1.0, 0, 0, 1, 10, 20]), ("scale(2)", [2, 0, 0, 2, -50, -20]),
    ("rotate(90deg)", [0, 1, -1, 0, 70, -30]), ("rotate(-90deg)", [0, -1, 1, 0, 30, 70]),
    ("translate(10px) scale(2)", [2, 0, 0, 2, -40, -20]),
    ("scale(2) translate(10px)", [2, 0, 0, 2, -30, -20]),
    ("matrix(1, 0, 0, 1, 5, 6)", [1, 0, 0, 1, 5, 6]), ("none", nil), ("rotate(0deg)", nil),
    ("scale(2); transform-origin: 0 0", [2, 0, 0, 2, 0, 0]),
  ] as [(String, [Double]?)])
func transformsAreOneMatrix(_ css: String, _ matrix: [Double]?) throws {
  let tree = try live("<div id=a></div>", css: "#a { width: 100px; height: 40px; transform: \(css) }")
  #expect(tree.node("a")?.paint.transform == matrix)
}

@Test(arguments: [
  ("linear-gradient(red, blue)", "linear from 50.0, 0.0 to 50.0, 40.0", [0.0, 1]),
  (
    "linear-gradient(to right, red, lime, blue)", "linear from 0.0, 20.0 to 100.0, 20.0",
    [0, 0.5, 1]
  ),
  (
    "linear-gradient(to left, red 10px, blue 50%)", "linear from 100.0, 20.0 to 0.0, 20.0",
    [0.1, 0.5]
  ),
  // A stop is never before the previous one.
  (
    "linear-gradient(red 80%, lime 20%, blue)", "linear from 50.0, 0.0 to 50.0, 40.0",
    [0.8, 0.8, 1]
  ),
  (
    "radial-gradient(circle closest-side, red, blue)",
    "radial at 50.0, 20.0 with 20.0, 20.0", [0, 1]
  ),
  (
    "radial-gradient(30px 10px at 0 0, red, blue)", "radial at 0.0, 0.0 with 30.0, 10.0",
    [0, 1]
  ),
])
func gradientsAreResolved(_ css: String, _ shape: String, _ stops: [Double]) throws {
  let tree = try live("<div id=a></div>", css: "#a { width: 100px; height: 40px; background: \(css) }")
  let gradient = try #require(tree.node("a")?.paint.gradients?.first)
  #expect(gradient.shape.words == shape && gradient.stops.map(\.position) == stops)
}

/// CSS Images 3 §3.4.4: a hint is where the colour is halfway between its neighbours.
@Test(arguments: [
  ("red, 30%, blue", RGBA(128, 0, 128)), ("#fff, 30%, #000", RGBA(128, 128, 128)),
  ("red, 30%, transparent", RGBA(255, 0, 0, 128)), ("#0000, 30%, #0000", .transparent),
])
func aHintHasTheMiddleColor(_ stops: String, _ color: RGBA) throws {
  let css = "width:10px;height:10px;background:linear-gradient(\(stops))"
  let tree = try PageRig("<div id=a style='\(css)'></div>", opens: false).page.tree
  let gradient = try #require(tree.node("a")?.paint.gradients?.first)
  #expect(gradient.stops.map(\.position) == [0, 0.3, 1])
  #expect(gradient.stops[1].color == color)
}

extension Gradient.Shape {
  /// The kind and its numbers.
  fileprivate var words: String {
    switch self {
    case .linear(let from, let to): "linear from \(from.x), \(from.y) to \(to.x), \(to.y)"
    case .radial(let center, let radii):
      "radial at \(center.x), \(center.y) with \(radii.width), \(radii.height)"
    case .conic(let center, let angle): "conic at \(center.x), \(center.y) from \(angle)"
    }
  }
}

@Test func shadowsAndCornersAreResolved() throws {
  let css =
    """
    #a { width: 100px; height: 20px; color: red; box-shadow: 1px 2px 3px 4px, inset 0 1px blue; \
    border-radius: 4px 8px 16px 16px }
    """
  let paint = try #require(try live("<div id=a></div>", css: css).node("a")?.paint)
  #expect(
    paint.shadows == [
      Shadow(offset: Point(x: 1, y: 2), blur: 3, spread: 4, color: RGBA(255, 0, 0)),
      Shadow(offset: Point(x: 0, y: 1), color: RGBA(0, 0, 255), isInset: true),
    ])
  // The right side would need 24 points and has 20: all shrink by the same factor.
  #expect(paint.radii?.map { ($0 * 6).rounded() } == [20, 40, 80, 80])
}

@Test func objectPositionIsAShareAndPoints() throws {
  let tree = try live(
    "<img id=a src=x style='object-fit:contain;object-position:right 10px top 5px'><img id=b src=x>")
  #expect(
    tree.node("a")?.paint.image?.fit == "contain" && tree.node("a")?.paint.image?.position == [1, 0, -10, 5])
  #expect(tree.node("b")?.paint.image?.position == nil)
}

/// CSS 2.2 Appendix E: which of two overlapping boxes is visible.
@Test(arguments: [
  // A positioned box is painted over what is behind it in the flow.
  ("<i class='x abs'>A</i><i class=x>B</i>", "A"), ("<i class=x>A</i><i class='x abs'>B</i>", "B"),
  ("<i class='x abs' style='z-index:1'>A</i><i class='x abs'>B</i>", "A"),
  ("<i class='x abs'>A</i><i class='x abs' style='z-index:-1'>B</i>", "A"),
  ("<i class='x abs' style='z-index:-1'>A</i><i class=x>B</i>", "B"),
  // A box inside a wrapper that is no stacking context is ordered among the outer boxes.
  ("<u><i class='x abs' style='z-index:2'>A</i></u><i class='x abs' style='z-index:1'>B</i>", "A"),
  (
    """
    <u style='position:relative'><i class='x abs' style='z-index:2'>A</i></u>\
    <i class='x abs' style='z-index:1'>B</i>
    """,
    "A"
  ),
  // One inside a stacking context does not.
  (
    """
    <u style='position:relative;z-index:0'><i class='x abs' style='z-index:2'>A</i></u>\
    <i class='x abs' style='z-index:1'>B</i>
    """,
    "B"
  ),
  (
    """
    <u style='opacity:.9'><i class='x abs' style='z-index:2'>A</i></u><i class='x abs' style='z-index:1'>B</i>
    """,
    "B"
  ),
])
func boxesArePaintedInStackingOrder(_ html: String, _ top: String) throws {
  let css = """
    body { margin: 0; position: relative } u, i { display: block; height: 0 }
    .x { height: 16px; width: 80px; background: white; margin: 0 0 -16px } .abs { position: absolute; \
    top: 0; left: 0 }
    """
  let list = try live(html, css: css).displayList
  let texts = list.items.compactMap { item -> String? in
    if case .text(let text) = item.content { text.text.string } else { nil }
  }
  #expect(texts.last == top)
}

@Test func pushesAndPopsMatchWhateverIsLifted() throws {
  let html =
    """
    <div style='overflow:hidden;opacity:.5;filter:invert(1);transform:rotate(9deg)'>\
    <div style='overflow:hidden'>\
    <p style='position:absolute;z-index:-1;overflow:hidden'>A</p></div></div>\
    <p style='position:relative'>B</p>
    """
  var depth = 0
  for item in try live(html).displayList.items {
    switch item.content {
    case .pushClip, .pushOpacity, .pushTransform, .pushEffect: depth += 1
    case .popClip, .popOpacity, .popTransform, .popEffect: depth -= 1
    case .box, .text, .image, .shape, .frame, .backdrop: break
    }
    #expect(depth >= 0)
  }
  #expect(depth == 0)
}

@Test func whatTurnsANodeTurnsAboutItsCornerAndAllInIt() throws {
  let html = "<div style='transform:rotate(90deg);transform-origin:0 0'><p>A</p></div><p>B</p>"
  let list = try live(html, css: "body { margin: 10px } p { margin: 0 } div { width: 40px; height: 20px }")
    .displayList
  let kinds = list.items.compactMap { item -> String? in
    switch item.content {
    case .pushTransform(let transform): "\(transform.apply(to: Point(x: 20, y: 10)))"
    case .popTransform: "pop"
    case .text(let text): text.text.string
    default: nil
    }
  }
  // Ten to the right of the corner at (10, 10) comes to lie ten below it. The turned box is above the flow.
  #expect(kinds == ["B", "\(Point(x: 10, y: 20))", "A", "pop"])
}

@Test(arguments: [("pixelated", true), ("crisp-edges", true), ("auto", false), ("smooth", false)])
func imageRenderingAppliesToTheImagesOfAnElement(_ value: String, _ isPixelated: Bool) throws {
  let page = try live(
    "<div style='image-rendering: \(value)'><img id=a src=x width=9 height=9><p id=b>b</p></div>")
  #expect(page.node("a")?.paint.isPixelated == isPixelated && page.node("b")?.paint.isPixelated == false)
  let images = page.displayList.items.compactMap { item in
    if case .image(let image) = item.content { image.isPixelated } else { nil }
  }
  #expect(images == [isPixelated])
}

@Test func shadowsImagesAndSpacingReachTheDisplayList() throws {
  let html = """
    <div style='box-shadow: 1px 2px 3px 4px #00000080, inset 0 0 5px red'></div>
    <img src=a.png alt=A width=40 height=40 style='object-fit: scale-down; object-position: 10px 100%'>
    <p style='letter-spacing: 2px; word-spacing: 3px'>ab<sup>c</sup></p>
    """
  let list = try live(html).displayList
  var found: [String] = []
  for item in list.items {
    switch item.content {
    case .box(let box): found += box.shadows.map { "\($0.offset.x) \($0.blur) \($0.spread) \($0.isInset)" }
    case .image(let image):
      found.append("\(image.fit) \(image.position.shareX) \(image.position.x) \(image.position.shareY)")
    case .text(let text):
      for case .text(let letters, let style) in text.text.runs where !letters.isEmpty {
        found.append("\(letters) \(style.letterSpacing) \(style.wordSpacing) \(style.rise > 0)")
      }
    default: break
    }
  }
  #expect(
    found == [
      "1.0 3.0 4.0 false", "0.0 5.0 0.0 true", "scaleDown 0.0 10.0 1.0", "ab 2.0 3.0 false", "c 2.0 3.0 true",
    ])
}

@Test func cellsShowGradientsAndMoves() throws {
  let html =
    """
    <div id=a style='width:32px;height:16px;background:linear-gradient(to right, #000 50%, #fff 50%)'></div>\
    <p style='transform:translate(16px,16px)'>moved</p>
    """
  let tree = try live(html, css: "body, p { margin: 0; line-height: 16px }")
  guard case .box(let box) = tree.displayList.items.first?.content else {
    Issue.record("nothing is painted")
    return
  }
  let colors = [4.0, 12, 20, 28].map { box.gradients.first?.color(at: Point(x: $0, y: 8)) }
  #expect(colors == [.black, .black, .white, .white])
  #expect(TerminalDrawing().text(tree.displayList).hasSuffix("\n  moved\n"))
}
