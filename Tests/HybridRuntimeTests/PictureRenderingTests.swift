import Foundation
import HybridDrawing
import HybridGeometry
import HybridJSON
import HybridUnits
import HybridViewTree
import Testing

@testable import HybridCompiler
@testable import HybridRuntime

private func svg(_ attributes: String) -> String {
  "<svg xmlns=\"http://www.w3.org/2000/svg\" \(attributes)/>"
}

/// 40 × 20, a ratio of 2 alone, and neither.
private let pictures = [
  "a.svg": svg("width=\"40\" height=\"20\""), "ratio.svg": svg("viewBox=\"0 0 2 1\""), "none.svg": svg(""),
]

private func page(_ body: String, css: String = "") throws -> PageUnit {
  let files = [
    "pages/home/index.html": "<style>body { margin: 0 } div { width: 300px }\(css)</style>\(body)"
  ].merging(pictures.map { ("pages/home/" + $0.key, $0.value) }) { first, _ in first }
  let reader = FileReader(
    read: { path in files[path].map { .success(Array($0.utf8)) } ?? .failure(.missing) },
    list: { folder in
      let inside = files.keys.filter { $0.hasPrefix(folder.isEmpty ? "" : folder + "/") }
      let names = Set(
        inside.map { $0.dropFirst(folder.isEmpty ? 0 : folder.utf8.count + 1).split(separator: "/") })
      return .success(names.map { FolderEntry(name: String($0[0]), kind: $0.count > 1 ? .folder : .file) })
    })
  var compiler = ProjectCompiler(files: reader, name: "p")
  _ = compiler.build()
  guard case .page(let page)? = compiler.unit(named: "home") else { throw NoPage() }
  return page
}

private struct NoPage: Error {}

private func node(_ tag: String, of tree: ViewTree) throws -> ViewNode {
  try #require(tree.nodes.first { $0.tag == tag })
}

/// As Chromium lays them out, in a block of 300 points.
@Test(
  arguments: [
    ("<img src=a.svg>", 40, 20), ("<img src=a.svg width=20>", 20, 10), ("<img src=a.svg height=40>", 80, 40),
    ("<img src=a.svg width=30 height=30>", 30, 30), ("<img src=a.svg style='width:50%'>", 150, 75),
    ("<img src=a.svg style='height:10px'>", 20, 10), ("<img src=a.svg style='max-width:10px'>", 10, 5),
    ("<img src=a.svg style='max-height:10px'>", 20, 10), ("<img src=a.svg style='min-width:60px'>", 60, 30),
    ("<img src=a.svg style='display:block'>", 40, 20),
    ("<img src=a.svg style='width:20px;aspect-ratio:1/1'>", 20, 20),
    ("<img src=a.svg style='width:20px;aspect-ratio:auto 1/1'>", 20, 10),
    ("<img src=a.svg style='box-sizing:border-box;width:50px;padding:5px'>", 50, 30),
    ("<img src=ratio.svg>", 300, 150), ("<img src=ratio.svg height=20>", 40, 20),
    ("<img src=none.svg>", 300, 150),
    ("<img src=none.svg style='width:20px'>", 20, 150),
    // A missing or remote image has its default size.
    ("<img src=gone.svg>", 64, 64), ("<img src=http://example.com/a.svg width=10>", 10, 10),
  ])
func pictureHasItsNaturalSize(_ markup: String, _ width: Double, _ height: Double) throws {
  let tree = Renderer().render(try page("<div>\(markup)</div>"), on: .standard).tree
  let frame = try node("img", of: tree).frame
  #expect(frame.width == width && frame.height == height)
}

@Test func pictureInGridAndFlexContainersIsNotStretchedInWidth() throws {
  for display in ["grid", "flex", "inline-block"] {
    let tree = Renderer().render(
      try page("<div style='display:\(display);align-items:start'><img src=a.svg></div>"), on: .standard
    ).tree
    #expect(try node("img", of: tree).frame.width == 40)
  }
}

@Test func imageOfATreeNamesItsFile() throws {
  let unit = try page("<img src=a.svg style='object-fit:contain'><img src=gone.svg>")
  let images = Renderer().render(unit, on: .standard).tree.nodes.compactMap(\.paint.image)
  #expect(images.map(\.path) == ["pages/home/a.svg", nil])
  #expect(images[0].hash == unit.images[0].hash.description)
  #expect(images[0].natural == Size(width: 40, height: 20))
}

@Test(
  arguments: [
    ("url(a.svg)", [0, 0, 40, 20], 40, 20), ("url(a.svg) no-repeat", [0, 0, 40, 20], nil, nil),
    ("url(a.svg) center / cover no-repeat", [0, -25, 300, 150], nil, nil),
    ("url(a.svg) center / contain no-repeat", [50, 0, 200, 100], nil, nil),
    ("url(a.svg) right 10px bottom 5px / 20px auto repeat-x", [270, 85, 20, 10], 20, nil),
    ("url(a.svg) round", [0, 0, 37.5, 20], 37.5, 20),
    ("url(a.svg) space no-repeat", [0, 0, 40, 20], 130.0 / 3, nil),
    ("url(ratio.svg) no-repeat", [0, 0, 200, 100], nil, nil),
    ("url(none.svg) no-repeat", [0, 0, 300, 100], nil, nil),
  ] as [(String, [Double], Double?, Double?)])
func pictureOfABackgroundIsPlaced(_ background: String, _ frame: [Double], _ across: Double?, _ down: Double?)
  throws
{
  let tree = Renderer().render(
    try page("<div></div>", css: "div { height: 100px; background: \(background) }"), on: .standard
  ).tree
  let picture = try #require(try node("div", of: tree).paint.pictures?.first)
  for (value, expected) in zip(
    [picture.frame.x, picture.frame.y, picture.frame.width, picture.frame.height], frame)
  {
    #expect(abs(value - expected) < 0.001)
  }
  #expect(picture.area == Rect(x: 0, y: 0, width: 300, height: 100))
  #expect(
    abs((picture.step.x ?? -1) - (across ?? -1)) < 0.001 && abs((picture.step.y ?? -1) - (down ?? -1)) < 0.001
  )
}

@Test func picturesAndGradientsKeepTheOrderOfTheirLayers() throws {
  let css = """
    div { height: 10px; border: 1px solid; background: linear-gradient(red, blue), url(a.svg), \
    linear-gradient(red, lime), url(gone.svg), url(ratio.svg) blue }
    """
  let tree = Renderer().render(try page("<div></div>", css: css), on: .standard).tree
  let paint = try node("div", of: tree).paint
  #expect(paint.pictures?.map(\.path) == ["pages/home/a.svg", "pages/home/ratio.svg"])
  #expect(paint.pictures?.map(\.depth) == [1, 2])
  // From the bottom up: colour, picture, gradient, picture, gradient with the border.
  let items = tree.displayList.items.filter { item in
    switch item.content {
    case .box(let box): box.frame.height == 12
    case .image: true
    default: false
    }
  }
  let layers = items.map { item in
    switch item.content {
    case .box(let box):
      """
      \(box.gradients.count)\(box.background.isTransparent ? "" : "+")\(box.borders.top.isVisible ? "|" : "")
      """
    case .image(let image): image.path ?? ""
    default: ""
    }
  }
  #expect(layers == ["0+", "pages/home/ratio.svg", "1", "pages/home/a.svg", "1|"])
  var json = JSONWriter()
  tree.write(to: &json, detail: .full)
  #expect(ViewTree(try JSONValue(parsing: json.bytes), viewport: tree.viewport) == tree)
}

@Test func savedPictureChangesAStillPage() throws {
  var unit = try page("<img src=a.svg>")
  let renderer = Renderer()
  var still = StillPage(unit, as: Variant(.standard), by: renderer)
  unit.images[0].width = 80
  unit.images[0].ratio = 4
  _ = still.update(unit, by: renderer)
  #expect(still.tree == renderer.render(unit, on: .standard).tree)
  #expect(try node("img", of: still.tree).frame.width == 80)
}

@Test func picturesAreReadFromFilesAndFromTheirAddresses() throws {
  let red = try Bitmap(
    width: 2, height: 2, pixels: Array(repeating: [255, 0, 0, 255], count: 4).flatMap(\.self)
  )
  .png()
  let book = ImageBook(files: { path in path == "a.png" ? red : nil })
  let address = "data:image/png;base64," + Data(red).base64EncodedString()
  for source in ["a.png", address] { #expect(book.image(source, near: (2, 2))?[1, 1] == RGBA(255, 0, 0)) }
  #expect(book.image("b.png", near: (2, 2)) == nil)
  let svg = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='4' height='2'/%3E#a"
  #expect(book.image(svg, near: (8, 4))?.width == 8)
  for broken in ["data:", "data:,", "data:image/png;base64,*", "data:image/png;base64,A"] {
    #expect(book.image(broken, near: (1, 1)) == nil)
  }
}
