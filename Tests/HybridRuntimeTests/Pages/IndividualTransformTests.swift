import HybridCSS
import HybridSource
import Testing

@testable import HybridRuntime

/// A box of 120 × 60 at 50, 60 with more declarations; what Chromium 156 measures is beside each row.
private func box(_ css: String, script: String = "") throws -> PageRig {
  let style =
    "#a { position: absolute; left: 50px; top: 60px; width: 100px; height: 40px; padding: 10px; \(css) }"
  return try PageRig(
    "<html><head><style>body { margin: 0 } \(style)</style></head><body><div id=a></div>"
      + "<script>\(script)\(log)</script></body></html>")
}

/// Writes the rectangle of `#a` to the console.
private let log = """
  const r = a.getBoundingClientRect();
  console.log([r.x, r.y, r.width, r.height].map((n) => +n.toFixed(3)).join(" "));
  """

/// Whether the numbers of two rectangles are equal but for rounding.
private func isNear(_ text: String?, _ other: String) -> Bool {
  let (one, two) = (text?.split(separator: " ") ?? [], other.split(separator: " "))
  return one.count == two.count
    && zip(one, two).allSatisfy { abs((Double($0) ?? .infinity) - (Double($1) ?? 0)) < 0.0015 }
}

/// CSS Transforms 2 §5 and §6. The rectangles are Chromium's.
@Suite struct IndividualTransformTests {
  @Test(arguments: [
    ("translate", "none", "none", "50 60 120 60"),
    ("translate", "10px 0", "10px", "60 60 120 60"),
    ("translate", "10px 0%", "10px 0%", "60 60 120 60"),
    ("translate", "50% 20px 0", "50% 20px", "110 80 120 60"),
    ("translate", "0 0 5px", "0px 0px 5px", "50 60 120 60"),
    ("translate", "calc(50% + 1px) 2em", "calc(50% + 1px) 32px", "111 92 120 60"),
    ("translate", "10px 20px 30%", "none", "50 60 120 60"),
    ("translate", "1", "none", "50 60 120 60"),
    ("rotate", "45deg", "45deg", "46.36 26.36 127.279 127.279"),
    ("rotate", "z 45deg", "45deg", "46.36 26.36 127.279 127.279"),
    ("rotate", "45deg x", "x 45deg", "50 68.787 120 42.426"),
    ("rotate", "y .25turn", "y 90deg", "110 60 0 60"),
    ("rotate", "0 0 -1 45deg", "-45deg", "46.36 26.36 127.279 127.279"),
    ("rotate", "1 1 0 45deg", "1 1 0 45deg", "54.393 55.607 111.213 68.787"),
    ("rotate", "0 2 0 45deg", "y 45deg", "67.574 60 84.853 60"),
    ("rotate", "0 0 0 45deg", "0 0 0 45deg", "50 60 120 60"),
    ("rotate", "0", "none", "50 60 120 60"),
    ("rotate", "100grad", "90deg", "80 30 60 120"),
    ("scale", "200%", "2", "-10 30 240 120"),
    ("scale", "2 3 1", "2 3", "-10 0 240 180"),
    ("scale", "2 2 4", "2 2 4", "-10 30 240 120"),
    ("scale", "-1 1", "-1 1", "50 60 120 60"),
    ("scale", "2px", "none", "50 60 120 60"),
    (
      "transform", "translate3d(10px, 20px, 30px)",
      "matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1)", "60 80 120 60"
    ),
    (
      "transform", "rotateX(60deg)",
      "matrix3d(1, 0, 0, 0, 0, 0.5, 0.866025, 0, 0, -0.866025, 0.5, 0, 0, 0, 0, 1)", "50 75 120 30"
    ),
    (
      "transform", "rotateX(45deg) rotateY(45deg)",
      "matrix3d(0.707107, 0.5, -0.5, 0, 0, 0.707107, 0.707107, 0, 0.707107, -0.5, 0.5, 0, 0, 0, 0, 1)",
      "67.574 38.787 84.853 102.426"
    ),
    (
      "transform", "rotate3d(1, 1, 1, 60deg)",
      "matrix3d(0.666667, 0.666667, -0.333333, 0, -0.333333, 0.666667, 0.666667, 0, 0.666667, -0.333333, "
        + "0.666667, 0, 0, 0, 0, 1)", "60 30 100 120"
    ),
    (
      "transform", "scale3d(2, 3, 4)", "matrix3d(2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1)",
      "-10 0 240 180"
    ),
    (
      "transform", "translateZ(3px)", "matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 3, 1)",
      "50 60 120 60"
    ),
    (
      "transform", "matrix3d(1,0,0,0, 0,1,0,0, 0,0,1,0, 10,20,30,1)",
      "matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1)", "60 80 120 60"
    ),
  ])
  func aValueMovesTheBox(_ property: String, _ value: String, _ computed: String, _ bounds: String) throws {
    let rig = try box(
      "\(property): \(value)", script: "console.log(getComputedStyle(a)['\(property)']);")
    #expect(rig.said == [computed, bounds])
  }

  @Test(arguments: [
    ("", "30 -10.58 180 261.159"),
    ("transform-box: content-box; transform-origin: 0 0", "-80 76.473 180 261.159"),
  ])
  func theOrderIsTranslateRotateScaleTransform(_ more: String, _ bounds: String) throws {
    let rig = try box(
      "translate: 10px 20px; rotate: 90deg; scale: 2 3; transform: skewX(10deg) translate(5px); \(more)")
    #expect(rig.said == [bounds])
  }

  @Test(
    arguments: [
      ("translate", "none", "10px 20px", "2.5px 5px", "52.5 65 120 60"),
      ("translate", "10px", "50% 20px", "calc(12.5% + 7.5px) 5px", "72.5 65 120 60"),
      ("translate", "10px 20px 30px", "none", "7.5px 15px 22.5px", "57.5 75 120 60"),
      ("rotate", "none", "90deg", "22.5deg", "43.087 39.323 133.827 101.355"),
      ("rotate", "x 90deg", "none", "x 67.5deg", "50 78.52 120 22.961"),
      ("rotate", "x 90deg", "y 90deg", nil, "48.038 65.359 123.923 49.282"),
      ("rotate", "90deg", "x 90deg", nil, "62.679 28.038 94.641 123.923"),
      ("rotate", "x 0deg", "y 90deg", "y 22.5deg", "54.567 60 110.866 60"),
      ("scale", "none", "3", "1.5", "20 45 180 90"),
      ("scale", "2 3", "none", "1.75 2.5", "5 15 210 150"),
      ("scale", "2 3 4", "1", "1.75 2.5 3.25", "5 15 210 150"),
      ("transform", "rotateX(90deg)", "none", nil, "50 78.52 120 22.961"),
      ("transform", "rotateX(30deg)", "rotateX(90deg)", nil, "50 68.787 120 42.426"),
      ("transform", "translate3d(1px, 2px, 3px)", "translate(3px)", nil, "51.5 61.5 120 60"),
      (
        "transform", "rotate3d(1, 0, 0, 90deg)", "rotate3d(0, 1, 0, 90deg)", nil,
        "48.038 65.359 123.923 49.282"
      ),
      ("transform", "scale3d(1, 2, 3)", "scale(3)", nil, "20 22.5 180 135"),
      ("transform", "rotate(90deg)", "rotateX(90deg)", nil, "62.679 28.038 94.641 123.923"),
    ] as [(String, String, String, String?, String)])
  func aQuarterOfTheWay(
    _ property: String, _ from: String, _ to: String, _ computed: String?, _ bounds: String
  ) throws {
    let rig = try box(
      "animation: k 1s linear -250ms paused } @keyframes k { from { \(property): \(from) } "
        + "to { \(property): \(to) }", script: "console.log(getComputedStyle(a)['\(property)']);")
    #expect(isNear(rig.said.last, bounds), "\(rig.said)")
    if let computed { #expect(rig.said.first == computed) }
  }

  /// An identity transforms as well: the box is painted with positioned ones, above `#b`.
  @Test(arguments: ["translate: 0", "rotate: 0deg", "scale: 1", "transform: translate(0)"])
  func aTransformIsAStackingContext(_ css: String) throws {
    let rig = try PageRig(
      "<html><head><style>#a { \(css) } #c { position: relative; z-index: -1 }</style></head>"
        + "<body><div id=a>A<p id=c>C</p></div></body></html>")
    let paint = try rig.node("a").paint
    #expect(paint.isolates && paint.zOrder == 0 && paint.transform == nil)
  }

  @Test func pointsHitWhatIsShownThere() throws {
    let rig = try box(
      "translate: 100px; rotate: 90deg",
      script: """
        const at = (x, y) => document.elementFromPoint(x, y)?.id || document.elementFromPoint(x, y)?.tagName;
        console.log(at(60, 70), at(210, 35), at(210, 145), at(210, 155), a.offsetLeft, a.offsetWidth);
        """)
    #expect(rig.said == ["HTML a a HTML 50 120", "180 30 60 120"])
  }

  @Test func perspectiveIsTold() {
    let sheet =
      "a { transform: perspective(1px) } b { transform: matrix3d(1,0,0,1, 0,1,0,0, 0,0,1,0, 0,0,0,1) }"
    let told = StyleSheet.parse(Source(path: "a.css", text: sheet)).diagnostics
    #expect(told.map(\.code) == ["css.unsupported-value", "css.unsupported-value"])
  }
}
