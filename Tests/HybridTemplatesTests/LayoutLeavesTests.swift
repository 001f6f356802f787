import HybridDrawing
import HybridGeometry
import HybridJSON
import HybridUnits
import HybridViewTree
import Testing

@testable import HybridTemplates

/// Texts, pictures, lines, shapes and containers (`Documentation/template-components.md`).
@Suite struct LayoutLeavesTests {
  @Test(arguments: TemplatePlatform.allCases)
  func textsOfTemplatesGrow(_ platform: TemplatePlatform) throws {
    func size(_ scale: Double) throws -> Double {
      let spec = Spec(
        .nText, ["layoutWidth": 300, "layoutHeight": -2, "text": "Words", "textSize": 20, "lineHeight": 30])
      var screen = TemplateScreen()
      (screen.platform, screen.fontScale) = (platform, scale)
      var tree = spec.tree
      tree.layOut(screen)
      let node = try #require(tree.viewTree(screen, tags: [:], places: []).nodes.first)
      #expect(node.frame.width == 300 && abs(node.frame.height - 30 * scale) < 1.5)
      return try #require(node.paint.lines?.first?.pieces.first?.size)
    }
    #expect(try size(1) == 20 && size(2) == 40 && size(0.5) == 10)
  }

  static let sentence = "The quick brown fox jumps over the lazy dog and runs away from all of them"

  private func text(_ more: Attributes, kind: ComponentKind = .nText) -> Spec {
    Spec(kind, ["layoutWidth": -2, "layoutHeight": -2].merging(more) { $1 })
  }

  private func size(_ spec: Spec, _ platform: TemplatePlatform) -> Size<Double> {
    var tree = screen(spec).tree
    tree.layOut(device(platform))
    let frame = tree.components[1].frame
    return Size(width: frame.width, height: frame.height)
  }

  private func lineHeight(_ size: Double) -> Double {
    TextMetrics.layout(RichText("x", style: TextStyle(font: Font(size: size))), width: nil).size.height
  }

  @Test func textsHaveTheirPlatformsSize() {
    let ios = size(text(["text": "Hello"]), .ios)
    let android = size(text(["text": "Hello"]), .android)
    #expect(ios.height == lineHeight(17).rounded(.up))
    #expect(android.height == lineHeight(20))
    #expect(ios.width < android.width)
    #expect(ios.width == ios.width.rounded())
  }

  @Test func aSizeBelowZeroIsIgnoredOnIOS() {
    #expect(size(text(["text": "Hello", "textSize": -3]), .ios) == size(text(["text": "Hello"]), .ios))
    #expect(size(text(["text": "Hello", "textSize": -3]), .android).width == 0)
  }

  @Test func textSizesOfAndroidAreWholePoints() {
    let half = text(["text": "Hello", "textSize": 12.5])
    #expect(size(half, .android) == size(text(["text": "Hello", "textSize": 13]), .android))
    #expect(size(half, .ios) != size(text(["text": "Hello", "textSize": 13]), .ios))
  }

  @Test func linesFixTheHeight() {
    let spec = text(["text": .text(Self.sentence), "lines": 3, "textSize": 10])
    #expect(size(spec, .ios).height == (3 * lineHeight(10)).rounded(.up))
    #expect(size(spec, .android).height == 3 * lineHeight(10))
    // By default one line on iOS; unlimited on Android.
    let free = text(["text": .text(Self.sentence)])
    #expect(size(free, .ios).height == lineHeight(17).rounded(.up))
    #expect(size(free, .android).height > lineHeight(20) * 2.5)
    let unlimited = text(["text": .text(Self.sentence), "lines": 0])
    #expect(size(unlimited, .ios).height > lineHeight(17) * 1.5)
  }

  @Test(arguments: TemplatePlatform.allCases)
  func maximumLinesLimitTheHeight(_ platform: TemplatePlatform) {
    let spec = text(["text": .text(Self.sentence + Self.sentence), "maxLines": 2, "textSize": 10])
    #expect(size(spec, platform).height == (2 * lineHeight(10)).rounded(.up))
  }

  @Test func drawnTextsOfAndroidAreOneLine() {
    let drawn = text(["text": .text(Self.sentence)], kind: .vText)
    #expect(size(drawn, .android).height == lineHeight(20))
    #expect(size(drawn, .android).width > 375)
    #expect(size(text(["text": "", "minWidth": 9], kind: .vText), .android).width == 9)
  }

  @Test func lineHeightsOfEitherPlatform() {
    let tall = text(["text": "a", "textSize": 10, "lineHeight": 40])
    #expect(size(tall, .ios).height == 40)
    #expect(size(tall, .android).height == 40)
    // A line height below the font's is ignored on iOS.
    let low = text(["text": "a", "textSize": 10, "lineHeight": 2])
    #expect(size(low, .ios).height == lineHeight(10))
    #expect(size(low, .android).height == 2)
    // Extra room: points between lines on iOS, pixels on Android.
    let spaced = text(["text": "a", "textSize": 10, "lines": 2, "lineSpaceExtra": 4.0])
    #expect(size(spaced, .ios).height == 2 * lineHeight(10) + 4)
    #expect(size(spaced, .android).height == 2 * lineHeight(10) + 4)
  }

  @Test(arguments: [
    Row(
      "a picture follows its ratio on iOS; without a picture it is its padding on Android",
      screen(Spec(.nImage, ["layoutWidth": 120, "layoutHeight": -2, "ratio": 2.0, "paddingTop": 3])),
      ios: ["0,0 375×667", "0,0 120×63"], android: ["0,0 375×667", "0,0 120×3"]),
    Row(
      "the other way round",
      screen(Spec(.nImage, ["layoutWidth": -2, "layoutHeight": 50, "ratio": 2.0])),
      ios: ["0,0 375×667", "0,0 100×50"], android: ["0,0 375×667", "0,0 0×50"]),
    Row(
      "a native line is as thick as its stroke on Android",
      screen(Spec(.nLine, ["layoutWidth": -1, "layoutHeight": -2, "paintWidth": 3.0])),
      ios: ["0,0 375×667", "0,0 375×0"], android: ["0,0 375×667", "0,0 375×3"]),
    Row(
      "a shape is as big as its diameters, on Android",
      screen(
        Spec(
          .vGraph,
          ["layoutWidth": -2, "layoutHeight": -2, "diameterX": 20, "type": 1, "paddingLeft": 4])),
      ios: ["0,0 375×667", "0,0 0×0"], android: ["0,0 375×667", "0,0 24×20"]),
    Row(
      "a custom component that wraps has a size to be seen",
      screen(Spec(.custom, ["layoutWidth": -2, "layoutHeight": -2])),
      ios: ["0,0 375×667", "0,0 120×32"]),
  ])
  func leaves(_ row: Row) {
    #expect(row.spec.frames(.ios) == row.ios)
    #expect(row.spec.frames(.android) == row.android)
  }

  static let waterfall = JSONValue.object(JSONObject([("waterfall", .number(1))]))

  @Test(arguments: [
    Row(
      "pages lie behind each other, each as big as the pager",
      layout(.page, 100, 50, ["orientation": 1], [box(10, 10), box(20, 20, ["layoutMarginLeft": 9])])
        .with(position: 1),
      ios: ["0,0 100×50", "-100,0 100×50", "0,0 100×50"]),
    Row(
      "pages go down on iOS, to the right on Android, unless told",
      layout(.page, 100, 50, [:], [box(10, 10), box(20, 20)]),
      ios: ["0,0 100×50", "0,0 100×50", "0,50 100×50"],
      android: ["0,0 100×50", "0,0 100×50", "100,0 100×50"]),
    Row(
      "a grid of items; on Android the first is the measure",
      screen(
        layout(
          .grid, -1, -2, ["colCount": 3, "itemHorizontalMargin": 3],
          [box(-1, 10), box(-1, 20), box(-1, 5), box(-1, 9)])),
      ios: ["0,0 375×667", "0,0 375×40", "0,0 123×10", "126,0 123×20", "252,0 123×5", "0,20 123×9"],
      android: ["0,0 375×667", "0,0 375×20", "0,0 123×10", "126,0 123×10", "252,0 123×10", "0,10 123×10"]),
  ])
  func containersOfBoth(_ row: Row) {
    #expect(row.spec.frames(.ios) == row.ios)
    #expect(row.spec.frames(.android) == row.android)
  }

  @Test(arguments: [
    Row(
      "a list with room before and behind, scrolled",
      layout(
        .scroller, -1, 100, ["firstSpace": 5, "lastSpace": 7],
        [box(-1, 40, ["layoutMarginTop": 2]), box(50, 40), layout(.frameLayout, -1, -2, [:], [box(5, 30)])]
      ).with(position: 10),
      ios: [],
      android: ["0,0 375×100", "0,-3 375×40", "0,37 50×40", "0,77 375×30", "0,0 5×30"]),
    Row(
      "a list that wraps is as high as its items",
      layout(.scroller, -1, -2, ["lastSpace": 7], [box(-1, 40), box(-1, 40)]),
      ios: [], android: ["0,0 375×87", "0,0 375×40", "0,40 375×40"]),
    Row(
      "two columns; who has no waterfall goes over both",
      layout(
        .scroller, 200, -2, ["mode": 2, "span": 10],
        [
          box(-1, 10), box(-1, 30).with(data: LayoutLeavesTests.waterfall),
          box(-1, 20).with(data: LayoutLeavesTests.waterfall),
          box(-1, 20).with(data: LayoutLeavesTests.waterfall), box(-1, 5),
        ]),
      ios: [],
      android: [
        "0,0 200×55", "5,0 190×10", "5,10 90×30", "105,10 90×20", "105,30 90×20", "5,50 190×5",
      ]),
    Row(
      "a slider lies down",
      layout(.slider, -1, 50, ["itemWidth": 80, "span": 4], [box(10, -1), box(10, 20)]),
      ios: [], android: ["0,0 375×50", "0,0 80×50", "84,0 80×20"]),
    Row(
      "items share a VH, or make it as long as they are",
      layout(.vh, 100, 20, ["itemMargin": 2], [box(1, 1), box(1, 1), box(1, 1)]),
      ios: [], android: ["0,0 100×20", "0,0 32×20", "34,0 32×20", "68,0 32×20"]),
    Row(
      "a VH with a size for its items",
      screen(layout(.vh, -2, 20, ["itemWidth": 30, "itemMargin": 2], [box(1, 1), box(1, 1)])),
      ios: [], android: ["0,0 375×667", "0,0 62×20", "0,0 30×20", "32,0 30×20"]),
    Row(
      "a virtual container is its item",
      screen(layout(.virtualContainer, -1, -2, [:], [layout(.frameLayout, -1, -2, [:], [box(9, 9)])])),
      ios: [], android: ["0,0 375×667", "0,0 375×9", "0,0 375×9", "0,0 9×9"]),
  ])
  func containersOfAndroid(_ row: Row) { #expect(row.spec.frames(.android) == row.android) }
}
