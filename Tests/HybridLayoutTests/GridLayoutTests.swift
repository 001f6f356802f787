import HybridLayout
import Testing

/// Grid layout: CSS Grid 1. The container is 200 points wide.
struct GridLayoutTests {
  private func grid(_ style: String, _ children: [Box]) -> [String] {
    Array(frames(Box("display: grid; \(style)", children)).dropFirst())
  }

  /// §11: where the columns lie and how wide they are, shown by empty items.
  @Test(arguments: [
    ("50px 1fr", ["0,0 50×0", "50,0 150×0"]),
    ("1fr 3fr", ["0,0 50×0", "50,0 150×0"]),
    ("auto auto", ["0,0 100×0", "100,0 100×0"]),  // §11.8: what is left is shared
    ("minmax(30px, 60px) minmax(150px, 1fr)", ["0,0 50×0", "50,0 150×0"]),
    ("25% 25%", ["0,0 50×0", "50,0 50×0"]),
    ("repeat(auto-fill, 60px)", ["0,0 60×0", "60,0 60×0"]),
  ])
  func columnsAreSized(_ template: String, _ expected: [String]) {
    #expect(grid("grid-template-columns: \(template)", [Box(), Box()]) == expected)
  }

  @Test func contentSizesTracks() {
    let items = [Box("", text: "HH HHH"), Box("", text: "H")]
    #expect(grid("grid-template-columns: min-content max-content", items) == ["0,0 30×20", "30,0 10×20"])
    #expect(
      grid("grid-template-columns: fit-content(40px) 1fr", items) == ["0,0 40×20", "40,0 160×20"])
  }

  /// §8.5: three items in two columns, the second one over both; where the last one goes. A definite row comes first.
  @Test(arguments: [
    ("", "grid-column-start: 1", "0,20 100×10"),
    ("grid-auto-flow: dense", "grid-column-start: auto", "100,0 100×10"),
    ("", "grid-row-start: 1", "0,0 100×10"),
    ("", "grid-column-end: span 2", "0,20 200×10"),
  ])
  func itemsFindTheirPlace(_ flow: String, _ last: String, _ frame: String) {
    let items = grid(
      "grid-template-columns: 1fr 1fr; \(flow)",
      [Box("height: 10px"), Box("height: 10px; grid-column-end: span 2"), Box("height: 10px; \(last)")])
    #expect(items[2] == frame)
  }

  @Test func areasAndNamedLinesPlaceItems() {
    let items = grid(
      "grid-template-columns: [first] 50px [second] 50px; grid-template-areas: \"a b\" \"c c\"",
      [
        Box("grid-column-start: c; grid-column-end: c; grid-row-start: c; grid-row-end: c; height: 5px"),
        Box("grid-column-start: second; height: 8px"),
      ])
    #expect(items == ["0,8 100×5", "50,0 50×8"])
  }

  @Test func itemsAlignInTheirAreas() {
    let item = Box("width: 20px; height: 10px; justify-self: end; align-self: center")
    #expect(grid("grid-template-columns: 100px; grid-template-rows: 50px", [item]) == ["80,20 20×10"])
  }

  @Test func numbersFarOutsideTakeNoMemory() {
    let items = grid(
      "",
      [
        Box("grid-column-start: 2000000000"),
        Box("grid-row-start: -2000000000; grid-row-end: span 2000000000"),
      ])
    #expect(items.count == 2)
  }

  /// §11.5 step 4: what spans a flexible track asks for no minimum, so a flex item may shrink to its fixed columns.
  @Test func spanningAFlexibleTrackAsksForNoMinimum() {
    let wide = Box("grid-column-end: span 2", text: "HHHHHHHHHHHH")
    let inner = Box("display: grid; grid-template-columns: 1fr 80px", [wide])
    #expect(
      frames(Box("display: flex; width: 100px", [inner])) == ["0,0 100×10", "0,0 100×10", "0,0 100×10"])
  }
}
