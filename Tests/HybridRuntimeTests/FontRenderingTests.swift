import Foundation
import HybridDrawing
import HybridGeometry
import HybridUnits
import HybridViewTree
import Testing

@testable import HybridCompiler
@testable import HybridRuntime

/// Pages with fonts of their own; frames are those of Chromium.
@Suite struct FontRenderingTests {
  private static let fonts = [
    "blocks.ttf", "blocks.woff2", "blocks.otf", "blocks.woff", "blocks-bold.ttf", "blocks-variable.ttf",
  ]

  private static let css = """
    @font-face { font-family: Blocks; src: url(gone.woff2), url(blocks.woff2) format("woff2"),
      url(blocks.ttf) }
    @font-face { font-family: Blocks; font-weight: 700; src: url(blocks-bold.ttf) }
    @font-face { font-family: Var; font-weight: 100 900; src: url(blocks-variable.ttf) }
    @font-face { font-family: OnlyA; src: url(blocks.ttf); unicode-range: U+41, U+5? }
    @font-face { font-family: Big; src: url(blocks.ttf); size-adjust: 200% }
    @font-face { font-family: Tall; src: url(blocks.ttf); ascent-override: 150%; descent-override: 50%;
      line-gap-override: 25% }
    @font-face { font-family: Gone; src: url(gone.ttf) }
    body { margin: 0; font: 20px/1 sans-serif } div { white-space: nowrap } span { display: inline-block }
    """

  static func page(_ body: String, css: String = css) throws -> PageUnit {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "HybridDrawingTests/Fixtures/Fonts")
    var files = ["pages/home/index.html": Array("<!DOCTYPE html><style>\(css)</style>\(body)".utf8)]
    for font in fonts {
      files["pages/home/\(font)"] = [UInt8](try Data(contentsOf: folder.appending(path: font)))
    }
    let reader = FileReader(
      read: { [files] path in files[path].map { .success($0) } ?? .failure(.missing) },
      list: { _ in .success([]) })
    var compiler = ProjectCompiler(files: reader, name: "p", only: "pages/home/index.html")
    _ = compiler.build()
    guard case .page(let page)? = compiler.currentUnit(named: "home") else { throw NoPage() }
    return page
  }

  private struct NoPage: Error {}

  private static func tree(_ body: String) throws -> ViewTree {
    Renderer().render(.page(try page(body)), on: .standard).tree
  }

  @Test(arguments: [
    ("font-family:Blocks", "AB", 22.0), ("font-family:Blocks", "AV", 26), ("font-family:Blocks", "fix", 19),
    ("font-family:blocks;letter-spacing:2px", "fix", 26), ("font-family:Blocks;font-weight:700", "AB", 33),
    ("font-family:Blocks;font-weight:600", "AB", 33), ("font-family:Blocks;font-weight:500", "AB", 22),
    ("font-family:Var;font-weight:100", "AB", 22), ("font-family:Var;font-weight:500", "AB", 33),
    ("font-family:Var;font-weight:900", "AB", 44), ("font-family:OnlyA", "AB", 27.73),
    ("font-family:Big", "AB", 44), ("font-family:Gone,Blocks", "AB", 22), ("font-family:Blocks", "AqB", 34.7),
    ("font-family:Blocks", "&#xE001;", 20),
  ])
  func textIsAsWideAsInChromium(_ style: String, _ text: String, _ width: Double) throws {
    let tree = try Self.tree("<div><span style='\(style)'>\(text)</span></div>")
    let span = try #require(tree.nodes.first { $0.tag == "span" })
    #expect(abs(span.frame.width - width) < 0.05, "\(span.frame.width)")
  }

  @Test(arguments: [
    ("20px Blocks", 26.0), ("20px Big", 52), ("20px Tall", 45), ("20px Gone, Blocks", 26),
    ("20px/1 Blocks", 20),
  ])
  func linesAreAsHighAsInChromium(_ font: String, _ height: Double) throws {
    let tree = try Self.tree("<p style='margin:0;font:\(font)'>A</p>")
    #expect(tree.nodes.first { $0.tag == "p" }?.frame.height == height)
  }

  /// Where the first word of the last line is; three words fit into a line.
  @Test(arguments: [
    ("text-align:left;text-align-last:right", 50.0), ("text-align:right", 50), ("text-align:justify", 0),
    ("text-align:justify;text-align-last:center", 25), ("text-align:center;text-align-last:end", 50),
    ("text-align-last:end;direction:rtl", 0), ("text-align-last:left;direction:rtl", 0),
  ])
  func theLastLineIsAlignedAsInChromium(_ style: String, _ left: Double) throws {
    let tree = try Self.tree("<p style='margin:0;width:100px;font:20px/1 Blocks;\(style)'>AB AB AB AB AB</p>")
    let lines = try #require(tree.nodes.first { $0.tag == "p" }?.paint.lines)
    #expect(lines.count == 2 && lines.last?.frame.x == left)
  }

  @Test func aJustifiedLastLineIsAsWideAsTheBlock() throws {
    let style = "margin:0;width:100px;font:20px/1 Blocks;text-align:justify;text-align-last:justify"
    let lines = try #require(
      Self.tree("<p style='\(style)'>AB AB AB AB AB</p>").nodes.first { $0.tag == "p" }?.paint.lines)
    #expect(lines.map(\.frame.width) == [100, 100])
    // A line before a forced break is one as well.
    let broken = try #require(
      Self.tree("<p style='\(style);text-align-last:right'>AB<br>AB AB</p>").nodes.first { $0.tag == "p" }?
        .paint
        .lines)
    #expect(broken.map(\.frame.x) == [78, 50])
  }

  @Test(arguments: [
    ("normal", "4ex", 38.4), ("bold", "4ch", 66), ("normal", "4ch", 44), ("normal", "4cap", 56),
  ])
  func lengthsAreThoseOfTheFont(_ weight: String, _ length: String, _ expected: Double) throws {
    let style = "font:\(weight) 20px/1 Blocks;width:\(length);height:1px"
    let tree = try Self.tree("<div style='\(style)'></div>")
    let width = try #require(tree.nodes.first { $0.tag == "div" }?.frame.width)
    #expect(abs(width - expected) < 0.02, "\(width)")
  }

  @Test func fieldsAreAsWideAsTheFontSays() throws {
    let tree = try Self.tree("<input size=10 style='font:20px Blocks;padding:0;border:0'>")
    #expect(tree.nodes.first { $0.tag == "input" }?.frame.width == 110)
  }

  /// The pixels of a box of 400 × 700 thousandths of an em: the letter B at 100 px.
  @Test func lettersAreDrawnWithTheFont() throws {
    let tree = try Self.tree("<p style='margin:0;font:100px/1 Blocks'>B</p>")
    let picture = try Bitmap(png: try Picture.png(tree.displayList, scale: 1, images: NoImages()))
    func isBlack(_ x: Int, _ y: Int) -> Bool { picture.pixels[(y * picture.width + x) * 4] < 10 }
    // The ascent is 0.9 em, and the line is 0.2 em lower than the letters are.
    #expect(isBlack(6, 12) && isBlack(34, 78) && isBlack(20, 40))
    #expect(!isBlack(3, 40) && !isBlack(37, 40) && !isBlack(20, 7) && !isBlack(20, 83))
    let drawing = String(decoding: try Picture.svg(tree.displayList, images: NoImages()), as: UTF8.self)
    #expect(drawing.contains("<path"))
  }

  /// A face without a bold file is made bolder, by 1/32 em at this size: half of that at each edge.
  @Test func aMissingBoldFaceIsMadeBolder() throws {
    let css = "@font-face { font-family: One; src: url(blocks.ttf) }"
    let tree = Renderer().render(
      .page(try Self.page("<p style='margin:0;font:bold 100px/1 One'>B</p>", css: css + "body{margin:0}")),
      on: .standard
    ).tree
    let picture = try Bitmap(png: try Picture.png(tree.displayList, scale: 1, images: NoImages()))
    func ink(_ x: Int, _ y: Int) -> Int { 255 - Int(picture.pixels[(y * picture.width + x) * 4]) }
    // Of Chromium: the pixels at the edges are 0.55 and 0.49 covered.
    #expect(abs(ink(3, 40) - 140) < 16 && ink(4, 40) == 255 && ink(2, 40) == 0)
    #expect(abs(ink(36, 40) - 140) < 16 && ink(35, 40) == 255 && ink(37, 40) == 0)
    #expect(abs(ink(20, 8) - 125) < 24 && ink(20, 9) == 255 && ink(20, 7) == 0)
  }

  /// The background covers the letters only: B is a box from 5 to 35 px, 70 px high.
  @Test(arguments: ["p", "span"])
  func aBackgroundCoversLetters(_ element: String) throws {
    let body = """
      <p style='margin:0;height:100px;font:100px/1 Blocks'><span style='display:inline'>B</span></p>
      <style>\(element) { color: transparent; background: lime
      linear-gradient(90deg, red, red) no-repeat 0 0 / 20px 100px; background-clip: text }</style>
      """
    let tree = try Self.tree(body)
    let picture = try Bitmap(png: try Picture.png(tree.displayList, scale: 1, images: NoImages()))
    func color(_ x: Int, _ y: Int) -> [UInt8] {
      let start = (y * picture.width + x) * 4
      return Array(picture.pixels[start..<start + 3])
    }
    #expect(color(10, 40) == [255, 0, 0] && color(30, 40) == [0, 255, 0])
    #expect(color(2, 40) == [255, 255, 255] && color(38, 40) == [255, 255, 255])
    #expect(color(10, 88) == [255, 255, 255])
    #expect(try ViewTree(decoding: tree.encoded()).encoded() == tree.encoded())
  }

  /// In a terminal such letters have one colour, and their box has no outline.
  @Test func lettersThatABackgroundCoversAreShownInCells() throws {
    let tree = try Self.tree(
      """
      <p style='margin:0;color:transparent;background:red;background-clip:text'>AB</p>
      <p style='margin:0'>x<span style='display:inline;color:transparent;background:lime;background-clip:text'>B
      </span><span style='color:transparent'>A</span></p>
      """)
    #expect(TerminalDrawing().text(tree.displayList).split(separator: "\n") == ["AB", "xB"])
    let colored = TerminalDrawing(colors: .trueColor).text(tree.displayList)
    #expect(colored.contains("38;2;255;0;0") && colored.contains("38;2;0;255;0"), "\(colored)")
  }

  /// The root names the faces for clients, without bytes; both encodings keep them.
  @Test func clientsAreToldTheFaces() throws {
    let css = """
      @font-face { font-family: Blocks; src: local(x), url(blocks.ttf); font-weight: 200 300;
        font-stretch: 75%; font-style: oblique 5deg 9deg; unicode-range: U+41-5A; size-adjust: 90%;
        ascent-override: 80%;
        font-feature-settings: 'tnum'; font-variation-settings: 'wght' 3 }
      @font-face { font-family: Other; src: url(blocks.otf); font-style: italic }
      """
    let tree = Renderer().render(.page(try Self.page("<p>x</p>", css: css)), on: .standard).tree
    let faces = try #require(tree.nodes.first?.paint.effects?.fonts)
    #expect(faces.map(\.family) == ["Blocks", "Other"])
    let decoded = try ViewTree(decoding: tree.encoded())
    #expect(decoded.nodes.first?.paint.effects?.fonts.map(\.withoutBytes) == faces.map(\.withoutBytes))
    #expect(decoded.encoded() == tree.encoded())
  }

  @Test func aSavedFontChangesTheTree() throws {
    let before = try Self.page(
      "<span>AB</span>", css: "@font-face{font-family:B;src:url(blocks.ttf)}*{font-family:B}")
    let after = try Self.page(
      "<span>AB</span>", css: "@font-face{font-family:B;src:url(blocks-bold.ttf)}*{font-family:B}")
    var still = StillPage(before, as: Variant(.standard), by: Renderer())
    _ = still.update(after, by: Renderer())
    #expect(still.tree == Renderer().render(.page(after), on: .standard).tree)
  }

  /// A unit that was decoded has fonts without bytes: texts are measured with other fonts.
  @Test func aDecodedUnitHasFontsWithoutBytes() throws {
    let page = try Self.page("<span style='font:20px Blocks'>AB</span>")
    guard case .page(let decoded) = try HybridUnits.Unit(decoding: HybridUnits.Unit.page(page).encoded())
    else {
      throw NoPage()
    }
    #expect(decoded.fonts.map(\.path) == page.fonts.map(\.path))
    #expect(decoded.fonts.allSatisfy { $0.bytes.isEmpty })
    func width(_ page: PageUnit) -> Double? {
      Renderer().render(.page(page), on: .standard).tree.nodes.first { $0.tag == "span" }?.frame.width
    }
    #expect(width(page) == 22 && width(decoded) != 22)
  }
}

extension DefinedFace {
  fileprivate var withoutBytes: DefinedFace {
    var face = self
    face.sources = sources.map { source in
      if case .file(let data) = source {
        .file(FontData(hash: data.hash, path: data.path, bytes: []))
      } else {
        source
      }
    }
    return face
  }
}
