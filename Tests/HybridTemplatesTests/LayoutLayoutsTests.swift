import Testing

@testable import HybridTemplates

/// Frames of FrameLayout, VHLayout and VH2Layout (`Documentation/template-components.md`).
@Suite struct LayoutLayoutsTests {
  @Test(arguments: [
    Row(
      "wraps its largest child with margins and padding; a border takes room on Android",
      screen(
        layout(
          .frameLayout, -2, -2, ["paddingLeft": 3, "paddingTop": 4, "borderWidth": 2.0],
          [box(50, 20, ["layoutMarginLeft": 5, "layoutMarginBottom": 6]), box(10, 40)])),
      ios: ["0,0 375×667", "0,0 58×44", "8,4 50×20", "3,4 10×40"],
      android: ["0,0 375×667", "0,0 62×48", "10,6 50×20", "5,6 10×40"]),
    Row(
      "a matching child does not widen a wrapping layout on iOS, and is measured again on Android",
      screen(
        layout(.frameLayout, -2, -2, [:], [layout(.frameLayout, -1, -1, [:], []), box(60, 30)])),
      ios: ["0,0 375×667", "0,0 60×30", "0,0 60×30", "0,0 60×30"]),
    Row(
      "the centre leaves padding and margins aside on Android",
      layout(
        .frameLayout, 200, 100, ["paddingLeft": 20, "paddingTop": 10],
        [box(50, 20, ["layoutGravity": Bits.both, "layoutMarginLeft": 10])]),
      ios: ["0,0 200×100", "90,45 50×20"], android: ["0,0 200×100", "75,40 50×20"]),
    Row(
      "right and bottom stay inside padding and margin, and border on Android",
      layout(
        .frameLayout, 200, 100, ["paddingRight": 20, "paddingBottom": 10, "borderWidth": 1.0],
        [
          box(
            50, 20, ["layoutGravity": Bits.rightBottom, "layoutMarginRight": 5, "layoutMarginBottom": 2])
        ]),
      ios: ["0,0 200×100", "125,68 50×20"], android: ["0,0 200×100", "124,67 50×20"]),
    Row(
      "the layout's own gravity counts on iOS only",
      layout(.frameLayout, 200, 100, ["gravity": Bits.rightBottom], [box(50, 20)]),
      ios: ["0,0 200×100", "150,80 50×20"], android: ["0,0 200×100", "0,0 50×20"]),
    Row(
      "the centre wins over right and bottom",
      layout(.frameLayout, 200, 100, [:], [box(50, 20, ["layoutGravity": 54])]),
      ios: ["0,0 200×100", "75,40 50×20"]),
    Row(
      "who is gone takes no part, who is invisible takes room",
      layout(
        .vhLayout, 200, -2, ["orientation": 0],
        [box(10, 10), box(10, 20, ["visibility": 2]), box(10, 30, ["visibility": 0]), box(10, 5)]),
      ios: ["0,0 200×45", "0,0 10×10", "-", "0,10 10×30", "0,40 10×5"]),
  ])
  func frameLayouts(_ row: Row) {
    #expect(row.spec.frames(.ios) == row.ios)
    #expect(row.spec.frames(.android) == row.android)
  }

  @Test(arguments: [
    Row(
      "a row wraps the sum of widths and the greatest height",
      screen(layout(.vhLayout, -2, -2, [:], [box(50, 20, ["layoutMarginRight": 5]), box(30, 40)])),
      ios: ["0,0 375×667", "0,0 85×40", "0,0 50×20", "55,0 30×40"]),
    Row(
      "in a row what is left is the limit on Android; on iOS each child is sized for itself",
      layout(.vhLayout, -1, -2, [:], [box(-1, 10), layout(.frameLayout, -1, 10, [:], [])]),
      ios: ["0,0 375×10", "0,0 375×10", "375,0 375×10"],
      android: ["0,0 375×10", "0,0 375×10", "375,0 0×10"]),
    Row(
      "a row goes to the right by its gravity",
      layout(.vhLayout, 200, 20, ["gravity": Bits.right, "paddingRight": 10], [box(30, 20), box(20, 20)]),
      ios: ["0,0 200×20", "140,0 30×20", "170,0 20×20"]),
    Row(
      "the centre of a row leaves padding aside on Android",
      layout(.vhLayout, 200, 20, ["gravity": Bits.center, "paddingLeft": 20], [box(30, 20), box(20, 20)]),
      ios: ["0,0 200×20", "85,0 30×20", "115,0 20×20"],
      android: ["0,0 200×20", "75,0 30×20", "105,0 20×20"]),
    Row(
      "the centre of a virtual row counts from the surface on Android",
      screen(
        layout(
          .vhLayout, 200, 20, ["gravity": Bits.center, "layoutMarginLeft": 40], [box(30, 20)])),
      ios: ["0,0 375×667", "40,0 200×20", "85,0 30×20"],
      android: ["0,0 375×667", "40,0 200×20", "45,0 30×20"]),
    Row(
      "a native row is a surface of its own",
      screen(
        layout(
          .nVHLayout, 200, 20, ["gravity": Bits.center, "layoutMarginLeft": 40], [box(30, 20)])),
      ios: ["0,0 375×667", "40,0 200×20", "85,0 30×20"]),
    Row(
      "the default gravity has left in it, and left wins on Android",
      layout(.vhLayout, 200, 20, ["gravity": 5], [box(30, 20)]),
      ios: ["0,0 200×20", "85,0 30×20"], android: ["0,0 200×20", "0,0 30×20"]),
    Row(
      "a column by its gravity, children across by their own",
      layout(
        .vhLayout, 100, 100, ["orientation": 0, "gravity": 32],
        [box(20, 20, ["layoutGravity": Bits.right]), box(20, 20, ["layoutGravity": Bits.center])]),
      ios: ["0,0 100×100", "80,30 20×20", "40,50 20×20"]),
    Row(
      "a matching child gets the width of a wrapping column in the end",
      screen(
        layout(
          .vhLayout, -2, -2, ["orientation": 0], [layout(.frameLayout, -1, 10, [:], []), box(60, 30)])),
      // iOS counts the matching child, which had all the room there was.
      ios: ["0,0 375×667", "0,0 375×40", "0,0 375×10", "0,10 60×30"],
      android: ["0,0 375×667", "0,0 60×40", "0,0 60×10", "0,10 60×30"]),
  ])
  func linearLayouts(_ row: Row) {
    #expect(row.spec.frames(.ios) == row.ios)
    #expect(row.spec.frames(.android) == row.android)
  }

  @Test(arguments: [
    Row(
      "children stick to the sides they name, in order",
      layout(
        .vh2Layout, 200, 20, [:],
        [
          box(20, 20), box(30, 20, ["layoutDirection": 4]), box(10, 20, ["layoutDirection": 1]),
          box(5, 20, ["layoutDirection": 4, "layoutMarginRight": 2]),
        ]),
      ios: ["0,0 200×20", "0,0 20×20", "170,0 30×20", "20,0 10×20", "163,0 5×20"]),
    Row(
      "in a column a child without a side lies on the one before it on Android",
      layout(
        .vh2Layout, 50, 200, ["orientation": 0],
        [
          box(20, 10, ["layoutDirection": 2]), box(20, 10), box(20, 10, ["layoutDirection": 8]),
        ]),
      ios: ["0,0 50×200", "0,0 20×10", "0,10 20×10", "0,190 20×10"],
      android: ["0,0 50×200", "0,0 20×10", "0,0 20×10", "0,190 20×10"]),
    Row(
      "its border takes no room on Android either",
      layout(.vh2Layout, -2, -2, ["borderWidth": 3.0], [box(20, 10)]),
      ios: ["0,0 20×10", "0,0 20×10"]),
  ])
  func sidedLayouts(_ row: Row) {
    #expect(row.spec.frames(.ios) == row.ios)
    #expect(row.spec.frames(.android) == row.android)
  }

  @Test(arguments: [
    Row(
      "fixed children first, then ratios share the rest",
      layout(
        .ratioLayout, 200, 20, [:],
        [box(50, 20), box(0, 20, ["layoutRatio": 1.0]), box(0, 20, ["layoutRatio": 2.0])]),
      ios: ["0,0 200×20", "0,0 50×20", "50,0 50×20", "100,0 100×20"]),
    Row(
      "ratios below 1 count too",
      layout(
        .ratioLayout, 200, 20, [:], [box(0, 20, ["layoutRatio": 0.5]), box(0, 20, ["layoutRatio": 0.5])]),
      ios: ["0,0 200×20", "0,0 100×20", "100,0 100×20"]),
    Row(
      "margins of those who share are taken off first, and a column shares its height",
      layout(
        .ratioLayout, 50, 100, ["orientation": 0, "paddingTop": 10],
        [
          box(20, 0, ["layoutRatio": 1.0, "layoutMarginTop": 10]),
          box(20, 20, ["layoutGravity": Bits.center]),
        ]
      ),
      ios: ["0,0 50×100", "0,20 20×60", "15,80 20×20"]),
    Row(
      "wrapping takes all there is along the axis; across it only on iOS",
      screen(layout(.ratioLayout, -2, -2, [:], [box(0, 20, ["layoutRatio": 1])])),
      ios: ["0,0 375×667", "0,0 375×667", "0,0 375×20"],
      android: ["0,0 375×667", "0,0 375×20", "0,0 375×20"]),
  ])
  func ratioLayouts(_ row: Row) {
    #expect(row.spec.frames(.ios) == row.ios)
    #expect(row.spec.frames(.android) == row.android)
  }

  @Test(arguments: [
    Row(
      "cells share the width; Android cuts to whole pixels",
      layout(
        .gridLayout, 101, -2, ["colCount": 3, "itemHeight": 10, "itemHorizontalMargin": 1],
        [box(-1, -1), box(-1, -1), box(-1, -1), box(-1, -1)]),
      ios: [
        "0,0 101×20", "0,0 33×10", "34,0 33×10", "68,0 33×10", "0,10 33×10",
      ]),
    Row(
      "one column on Android, two on iOS, unless told",
      layout(.gridLayout, 100, -2, [:], [box(-1, 10), box(-1, 10)]),
      ios: ["0,0 100×10", "0,0 50×10", "50,0 50×10"],
      android: ["0,0 100×20", "0,0 100×10", "0,10 100×10"]),
    Row(
      "on Android every cell is as big as the first child, and margins and gravity do not count",
      layout(
        .gridLayout, 100, -2, ["colCount": 2, "itemVerticalMargin": 4],
        [box(20, 10), box(20, 30, ["layoutGravity": Bits.right, "layoutMarginTop": 3]), box(20, 5)]),
      ios: ["0,0 100×70", "0,0 20×10", "80,3 20×30", "0,37 20×5"],
      android: ["0,0 100×24", "0,0 50×10", "50,0 50×10", "0,14 50×10"]),
    Row(
      "who is gone leaves no hole, but still counts where rows are split on Android",
      layout(
        .gridLayout, 100, -2, ["colCount": 2, "itemHeight": 10],
        [box(-1, -1, ["visibility": 2]), box(-1, -1), box(-1, -1)]),
      ios: ["0,0 100×10", "-", "0,0 50×10", "50,0 50×10"],
      android: ["0,0 100×20", "-", "0,0 50×10", "0,10 50×10"]),
  ])
  func gridLayouts(_ row: Row) {
    #expect(row.spec.frames(.ios) == row.ios)
    #expect(row.spec.frames(.android) == row.android)
  }

  @Test(arguments: [
    Row(
      "grows by whole numbers; the last child takes what rounding leaves",
      layout(
        .flexLayout, 100, 20, [:],
        [box(10, 10, ["flexGrow": 1]), box(10, 10, ["flexGrow": 1]), box(10, 10, ["flexGrow": 1])]),
      ios: [], android: ["0,0 100×20", "0,0 33.5×10", "33.5,0 33.5×10", "67,0 33×10"]),
    Row(
      "a grow that is no whole number is not known",
      layout(.flexLayout, 100, 20, [:], [box(10, 10, ["flexGrow": 1.0])]),
      ios: [], android: ["0,0 100×20", "0,0 10×10"]),
    Row(
      "shrinks all alike",
      layout(.flexLayout, 100, 20, [:], [box(80, 10), box(60, 10)]),
      ios: [], android: ["0,0 100×20", "0,0 60×10", "60,0 40×10"]),
    Row(
      "wraps into lines",
      layout(.flexLayout, 100, -2, ["flexWrap": 1], [box(60, 10), box(60, 20), box(30, 5)]),
      ios: [], android: ["0,0 100×30", "0,0 60×10", "0,10 60×20", "60,10 30×5"]),
    Row(
      "justifies, and aligns across",
      layout(
        .flexLayout, 100, 40, ["justifyContent": 3, "alignItems": 2], [box(20, 10), box(20, 20)]),
      ios: [], android: ["0,0 100×40", "0,15 20×10", "80,10 20×20"]),
    Row(
      "stretches across, and columns go down",
      layout(.flexLayout, 100, 40, ["flexDirection": 2, "alignItems": 4], [box(20, 10), box(20, 20)]),
      ios: [], android: ["0,0 100×40", "0,0 100×10", "0,10 100×20"]),
    Row(
      "reversed rows begin at the right",
      layout(.flexLayout, 100, 40, ["flexDirection": 1], [box(20, 10), box(30, 20)]),
      ios: [], android: ["0,0 100×40", "80,0 20×10", "50,0 30×20"]),
  ])
  func flexLayouts(_ row: Row) {
    #expect(row.spec.frames(.android) == row.android)
    // iOS has no such component: a plain box, and nothing in it.
    #expect(row.spec.frames(.ios).dropFirst().allSatisfy { $0 == "-" })
  }
}
