import HybridGeometry
import HybridLayout
import Testing

/// Boxes that are sized as if they were empty: CSS Containment 1 §3.2, CSS Sizing 4 §4. The container is 200
/// points wide.
struct ContainmentTests {
  /// The frame of a float with the containment, around a box of 50 by 20.
  private func frame(
    _ style: String, _ contain: Containment, _ given: Size<Float?> = Size(nil), text: String? = nil
  ) -> String {
    var box = Box(
      "float: left; \(style)", text: text, text == nil ? [Box("width: 50px; height: 20px")] : [])
    box.style.contain = contain
    box.style.containedSize = given
    return frames(Box("display: flow-root", [box]))[1]
  }

  @Test(arguments: ["", "display: flex", "display: grid", "display: flow-root"])
  func contentCountsForNothing(_ display: String) {
    #expect(frame(display, []) == "0,0 50×20")
    #expect(frame(display, .size) == "0,0 0×0")
    #expect(frame(display, .inlineSize) == "0,0 0×20")
    #expect(frame("padding-left: 3px; padding-top: 4px; \(display)", .size) == "0,0 3×4")
    let given = Size<Float?>(width: 30, height: 11)
    #expect(frame(display, .size, given) == "0,0 30×11")
    #expect(frame(display, .inlineSize, given) == "0,0 30×20")
    #expect(frame(display, .independent, given) == "0,0 50×20")
    #expect(frame("min-width: 40px; max-height: 5px; \(display)", .size, given) == "0,0 40×5")
    #expect(frame("width: 60px; height: 7px; \(display)", .size, given) == "0,0 60×7")
  }

  @Test func linesCountForNothing() {
    #expect(frame("", [], text: "HH") == "0,0 20×10")
    #expect(frame("", .size, text: "HH") == "0,0 0×0")
    #expect(frame("", .inlineSize, text: "HH") == "0,0 0×10")
    #expect(frame("", .size, Size(width: 5, height: 6), text: "HH") == "0,0 5×6")
  }

  @Test func anEmptyBoxHasTheSizeThatIsGiven() {
    var box = Box("float: left")
    box.style.contain = .size
    box.style.containedSize = Size(width: 30, height: 11)
    #expect(frames(Box("display: flow-root", [box]))[1] == "0,0 30×11")
  }

  /// The explicit tracks of a grid are there without items.
  @Test func explicitTracksCount() {
    let tracks =
      "display: grid; grid-template-columns: 40px 20px; grid-template-rows: 30px 10px; row-gap: 5px"
    #expect(frame(tracks, .size) == "0,0 60×45")
    #expect(frame(tracks, .size, Size(width: 1, height: 2)) == "0,0 1×2")
    #expect(
      frame("display: grid; grid-template-columns: auto 20px; column-gap: 5px", .inlineSize) == "0,0 25×20")
  }

  @Test func aContainedBoxKeepsItsMargins() {
    var box = Box("", [Box("margin-top: 10px; height: 20px")])
    #expect(frames(Box("display: flow-root", [box]))[1] == "0,10 200×20")
    box.style.contain = .independent
    #expect(frames(Box("display: flow-root", [box]))[1] == "0,0 200×30")
  }
}
