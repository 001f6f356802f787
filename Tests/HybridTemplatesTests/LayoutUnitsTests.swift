import HybridUnits
import Testing

@testable import HybridTemplates

/// Units, boxes and rules of every component (`Documentation/template-components.md`).
@Suite struct LayoutUnitsTests {
  @Test(arguments: [
    (AttributeValue.int(10), 2.0, 10.0, 20),
    (.float(10.2), 2, 10.2, 20), (.float(10.3), 2, 10.3, 21), (.float(-10.3), 2, -10.3, -21),
    (.int(1), 2.75, 1, 3),
    (.rpInt(750), 2, 375, 750), (.rpInt(100), 2, 50, 100), (.rpFloat(0.5), 2, 0.25, 1),
    (.float(.nan), 2, 0, 0), (.float(.infinity), 2, 100_000, 200_000),
    (.int(.min), 2, -100_000, -1_000_000), (.text("12"), 2, 0, 0),
  ])
  func lengths(_ value: AttributeValue, _ scale: Double, _ points: Double, _ pixels: Int) {
    let ios = TemplateUnits(device(.ios))
    let android = TemplateUnits(device(.android, scale: scale))
    #expect(abs(ios.points(value) - points) < 1e-5)
    #expect(
      android.pixels(value) == pixels || abs(pixels) >= 200_000 && abs(android.pixels(value)) <= 1_000_000)
  }

  @Test(arguments: [
    Row(
      "the root has its margins on Android only",
      layout(.frameLayout, -1, 20, ["layoutMarginLeft": 10, "layoutMarginTop": 5], []),
      ios: ["0,0 375×20"], android: ["10,5 365×20"]),
    Row(
      "shorthands fill the sides that are not set, on Android",
      layout(.frameLayout, -2, -2, ["padding": 5, "paddingLeft": 1], [box(10, 10, ["layoutMargin": 2])]),
      ios: ["0,0 11×10", "1,0 10×10"], android: ["0,0 20×24", "3,7 10×10"]),
    Row(
      "the height follows from the width",
      screen(layout(.frameLayout, 100, 7, ["autoDimDirection": 1, "autoDimX": 16, "autoDimY": 9], [])),
      ios: ["0,0 375×667", "0,0 100×56.25"], android: ["0,0 375×667", "0,0 100×56"]),
    Row(
      "the width follows from the height; without factors it is square on Android",
      screen(layout(.frameLayout, 7, 50, ["autoDimDirection": 2], [])),
      ios: ["0,0 375×667", "0,0 7×50"], android: ["0,0 375×667", "0,0 50×50"]),
    Row(
      "750ths of the screen",
      Spec(.frameLayout, ["layoutWidth": .rpInt(375), "layoutHeight": .rpFloat(100.5)]),
      ios: ["0,0 187.5×50.25"], android: ["0,0 187.5×50.5"]),
    Row("no size is none", screen(Spec(.frameLayout)), ios: ["0,0 375×667", "0,0 0×0"]),
    Row(
      "a bound size without a value wraps on Android",
      screen(
        Spec(.frameLayout, ["layoutHeight": 10], [box(30, 10)]).binding("layoutWidth")),
      ios: ["0,0 375×667", "0,0 0×10", "0,0 30×10"], android: ["0,0 375×667", "0,0 30×10", "0,0 30×10"]),
    Row(
      "minimum sizes count where there is no content, on Android",
      screen(Spec(.vImage, ["layoutWidth": -2, "layoutHeight": -2, "minWidth": 30, "minHeight": 20])),
      ios: ["0,0 375×667", "0,0 0×0"], android: ["0,0 375×667", "0,0 30×20"]),
    Row(
      "a drawn component that matches a parent of open size has none",
      screen(layout(.frameLayout, -2, -2, [:], [Spec(.vLine, ["layoutWidth": -1, "layoutHeight": 4])])),
      ios: ["0,0 375×667", "0,0 0×4", "0,0 0×4"]),
    Row("a root that is gone", layout(.frameLayout, 10, 10, ["visibility": 2], []), ios: ["-"]),
  ])
  func boxes(_ row: Row) {
    #expect(row.spec.frames(.ios) == row.ios)
    #expect(row.spec.frames(.android) == row.android)
  }

  @Test func androidCutsToPixelsOfItsScreen() {
    let spec = layout(
      .gridLayout, 100, -2, ["colCount": 3], [box(-1, 10), box(-1, 10), box(-1, 10)])
    #expect(spec.frames(.android, scale: 1)[2] == "33,0 33×10")
    #expect(spec.frames(.android, scale: 2)[2] == "33,0 33×10")
    #expect(spec.frames(.android, scale: 3)[2] == "33.33,0 33.33×10")
  }

  @Test func rightToLeftMirrorsChildren() {
    var tree = layout(
      .vhLayout, 100, 10, ["paddingLeft": 5], [box(20, 10), box(30, 10)]
    ).tree
    tree.layOut(device(.android, isRightToLeft: true))
    // The padding changes sides with the text, and children stand from the right.
    #expect(tree.components.map(\.frame.x) == [0, 80, 50])
  }
}
