import HybridDrawing
import HybridGeometry
import HybridRuntime
import HybridUnits
import HybridViewTree
import Testing

@testable import HybridTemplates

/// What components look like (`Documentation/template-components.md`).
@Suite struct LayoutDrawingTests {
  private func paint(_ spec: Spec, _ platform: TemplatePlatform) -> ViewPaint {
    spec.view(platform).nodes[0].paint
  }

  @Test func coloursAreTurnedToThoseOfViewTrees() {
    let spec = layout(.frameLayout, 10, 10, ["background": .int(Int32(bitPattern: 0xFF11_2233))], [])
    #expect(paint(spec, .ios).background == RGBA(packed: 0x1122_33FF))
    #expect(paint(layout(.frameLayout, 10, 10, ["background": 0], []), .ios).background == nil)
  }

  @Test func bordersOfEitherPlatform() {
    let plain = layout(.frameLayout, 40, 20, ["borderWidth": 2.0], [])
    #expect(paint(plain, .ios).borders == nil)  // clear unless told
    #expect(paint(plain, .android).borders?.first == ViewBorder(width: 2, style: .solid, color: .black))
    let picture = Spec(
      .nImage, ["layoutWidth": 40, "layoutHeight": 20, "borderWidth": 2.0, "borderColor": -1])
    #expect(paint(picture, .ios).borders?.count == 4)
    #expect(paint(picture, .android).borders == nil)  // layouts and texts only
  }

  @Test func radiiOfEitherPlatform() {
    let more: Attributes = ["borderRadius": 30.0, "borderTopLeftRadius": 4.0, "borderWidth": 2.0]
    #expect(paint(layout(.frameLayout, 100, 40, more, []), .ios).radii == [4, 19, 19, 19])
    #expect(paint(layout(.frameLayout, 100, 40, more, []), .android).radii == [4, 20, 20, 20])
    let native = paint(layout(.nFrameLayout, 100, 40, more, []), .ios)
    #expect(native.radii == [19, 19, 19, 19])
    #expect(native.clips)
  }

  @Test(arguments: TemplatePlatform.allCases)
  func whatIsInvisibleKeepsItsPlace(_ platform: TemplatePlatform) {
    let tree = layout(
      .frameLayout, 100, 40, ["visibility": 0, "background": -1],
      [Spec(.nText, ["layoutWidth": 50, "layoutHeight": 20, "text": "hidden"])]
    ).view(platform)
    #expect(tree.nodes.map(\.paint) == [ViewPaint(), ViewPaint()])
    #expect(tree.nodes[1].frame.width == 50)
    #expect(tree.nodes[1].text == "hidden")
  }

  @Test func textStandsByItsGravity() throws {
    let spec = Spec(
      .nText,
      [
        "layoutWidth": 200, "layoutHeight": 100, "text": "Hi", "gravity": Bits.rightBottom,
        "paddingRight": 10,
      ])
    let ios = try #require(paint(spec, .ios).lines?.first)
    let android = try #require(paint(spec, .android).lines?.first)
    #expect(abs(ios.frame.x + ios.frame.width - 190) < 0.1)
    #expect(abs(android.frame.x + android.frame.width - 190) < 0.1)
    #expect(abs(ios.frame.y + ios.frame.height / 2 - 50) < 1)  // always in the middle
    #expect(abs(android.frame.y + android.frame.height - 100) < 1)
  }

  @Test(arguments: [
    (1, 700, false, 700, false), (2, 400, true, 700, true), (3, 700, false, 700, true),
    (0, 400, false, 400, false),
  ])
  func textStyles(_ bits: Int32, _ ios: Int, _ iosItalic: Bool, _ android: Int, _ androidItalic: Bool) throws
  {
    let spec = Spec(
      .nText, ["layoutWidth": 200, "layoutHeight": 40, "text": "Hi", "textStyle": .int(bits | 12)])
    let left = try #require(paint(spec, .ios).lines?.first?.pieces.first)
    let right = try #require(paint(spec, .android).lines?.first?.pieces.first)
    #expect((left.weight, left.isItalic) == (ios, iosItalic))
    #expect((right.weight, right.isItalic) == (android, androidItalic))
    #expect((left.isUnderlined, left.isStruckThrough) == (true, false))  // underline wins
    #expect((right.isUnderlined, right.isStruckThrough) == (true, true))
  }

  @Test func textThatIsTooLongEnds() throws {
    let spec = Spec(
      .nText, ["layoutWidth": 80, "layoutHeight": 30, "text": "a text that is far too long", "lines": 1])
    let ios = try #require(paint(spec, .ios).lines)
    #expect(ios.count == 1)
    #expect(ios[0].pieces.map(\.text).joined().hasSuffix("…"))
    #expect(paint(spec, .android).lines?.count == 1)
    #expect(paint(spec, .android).lines?[0].pieces.map(\.text).joined().hasSuffix("…") == false)
  }

  @Test func markupIsReadOnAndroid() throws {
    let spec = Spec(
      .nText,
      [
        "layoutWidth": -1, "layoutHeight": -2, "supportHTMLStyle": 1,
        "text": "<h2>Big</h2>a &amp; <b>bold</b> <font color=\"#ff0000\">red</font> 1 < 2",
      ])
    let lines = try #require(paint(spec, .android).lines)
    #expect(lines.map { $0.pieces.map(\.text).joined() } == ["Big", "a & bold red 1 < 2"])
    #expect(lines[0].pieces[0].weight == 700)
    #expect(lines[0].pieces[0].size > 20)
    #expect(lines[1].pieces.first { $0.text.contains("red") }?.color == RGBA(packed: 0xFF00_00FF))
    #expect(paint(spec, .ios).lines?[0].pieces[0].text.hasPrefix("<h2>") == true)
  }

  @Test(arguments: [
    "<", "&", "<<<>>>", "<b", "</b>", "&#xFFFFFFFF;", "&#55296;", "<p><p></p>", "< >", "</>", "\u{0}<a>",
  ])
  func markupIsNeverWrong(_ markup: String) {
    #expect(RichText(markup: markup, style: TextStyle()).runs.count <= 3)
  }

  @Test(arguments: [
    ("&#65;&#x42;&#X43;", "ABC"), ("&#+65;", "&#+65;"), ("&#x+41;", "&#x+41;"), ("&#-0;", "&#-0;"),
    ("&#;", "&#;"), ("&#x;", "&#x;"),
  ])
  func referencesAreDigits(_ markup: String, _ text: String) {
    #expect(
      RichText(markup: markup, style: TextStyle()).runs == [.text(text, TextStyle())])
  }

  @Test func linesStandByTheirGravity() {
    let tree = screen(
      Spec(
        .nLine,
        [
          "layoutWidth": 100, "layoutHeight": 11, "paintWidth": 1.0, "gravity": Bits.middle,
          "paddingLeft": 5.0,
          "color": -1, "style": 2,
        ]))
    let ios = tree.view(.ios).nodes[2]
    let android = tree.view(.android).nodes[2]
    #expect(ios.tag == "line")
    #expect(ios.frame == Rect(x: 5, y: 5, width: 95, height: 1))
    #expect(android.frame == Rect(x: 5, y: 5, width: 95, height: 1))
    #expect(ios.paint.background == .white)  // no dashes on iOS
    #expect(android.paint.borders?[0].style == .dashed)
  }

  /// A view draws nothing outside itself; a drawn line of Android has no view.
  @Test(
    arguments: [
      (.nLine, .ios, 95, -2, nil), (.vLine, .ios, 95, -2, nil), (.nLine, .android, 95, -2, "0,0 95×4"),
      (.nLine, .ios, 95, 3, "0,0 95×3"), (.nLine, .android, 95, 3, "0,0 95×3"),
      (.vLine, .android, 95, 3, "0,-0.5 95×4"), (.vLine, .ios, 95, 3, "0,0 95×3"),
      (.nLine, .ios, 0, 9, nil),
    ] as [(ComponentKind, TemplatePlatform, Int32, Int32, String?)])
  func linesAreCutOffByTheirView(
    _ kind: ComponentKind, _ platform: TemplatePlatform, _ width: Int32, _ height: Int32, _ frame: String?
  ) {
    let line = Spec(
      kind,
      [
        "layoutWidth": .int(width), "layoutHeight": .int(height), "paintWidth": 4, "gravity": Bits.middle,
      ])
    let nodes = screen(line).view(platform).nodes
    #expect(nodes.first { $0.tag == "line" }?.frame.description == frame)
  }

  @Test func shapesAndBars() {
    let shape = screen(
      Spec(
        .vGraph,
        [
          "layoutWidth": 60, "layoutHeight": 40, "type": 1, "diameterX": 20, "paintStyle": 2, "color": -1,
          "gravity": Bits.both,
        ]))
    let circle = shape.view(.android).nodes[2]
    #expect(circle.frame == Rect(x: 20, y: 10, width: 20, height: 20))
    #expect(circle.paint.radii == [10, 10, 10, 10])
    #expect(shape.view(.ios).nodes.count == 2)  // iOS does not know it

    var tree = screen(
      Spec(.progress, ["layoutWidth": 110, "layoutHeight": 4, "initValue": 10, "color": -1])
    ).tree
    tree.setProgress((25, 100), of: 1)
    let phone = device(.android)
    tree.layOut(phone)
    let bar = tree.viewTree(phone, tags: [:], places: []).nodes[2]
    #expect(bar.frame == Rect(x: 0, y: 0, width: 35, height: 4))
  }

  @Test func picturesKeepToTheirPadding() {
    let spec = Spec(
      .vImage, ["layoutWidth": 60, "layoutHeight": 40, "src": "a.png", "paddingLeft": 10, "scaleType": 6])
    #expect(paint(spec, .ios).image?.frame == Rect(x: 10, y: 0, width: 50, height: 40))
    #expect(paint(spec, .android).image == nil)  // it can be scaled in three ways only
  }

  @Test func customComponentsAreLabelled() throws {
    let tree = Spec(.custom, ["layoutWidth": 200, "layoutHeight": 40]).view(.ios)
    #expect(tree.nodes[0].tag == "TotalContainer")
    #expect(tree.nodes[0].paint.borders?[0].style == .dashed)
    #expect(tree.nodes[0].paint.lines?[0].pieces[0].text == "TotalContainer")
  }

  @Test func nodesAreNamed() {
    let tree = layout(
      .vhLayout, -1, -2, ["id": 7, "class": "card"], [box(1, 1, ["name": "line"]), box(1, 1)]
    ).view(.ios)
    #expect(tree.nodes.filter { $0.tag != "line" }.map(\.key) == ["#7", "#line", "NLine"])
    #expect(tree.nodes[0].classes == "card")
    #expect(tree.listing.hasPrefix("VHLayout#7.card 0,0 375×1\n"))
  }
}
