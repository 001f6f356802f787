import HybridTestSupport
import HybridUnits
import HybridViewTree
import Testing

@testable import HybridRuntime

private func device(
  scale: Double = 1, isRightToLeft: Bool = false, isDark: Bool = false, isLandscape: Bool = false,
  width: Double = 320, height: Double = 480
) -> Device {
  var device = Device(width: width, height: height)
  (device.fontScale, device.isRightToLeft, device.prefersDark) = (scale, isRightToLeft, isDark)
  device.isLandscape = isLandscape
  return device
}

private func tree(_ html: String, on device: Device, files: [String: String] = [:]) throws -> ViewTree {
  Renderer().render(try PageRig.unit(html, files: files), on: device).tree
}

extension ViewTree {
  /// The font size of the first text of an element.
  fileprivate func fontSize(_ id: String) -> Double? { node(id)?.paint.lines?.first?.pieces.first?.size }
  /// The height of its first line.
  fileprivate func lineHeight(_ id: String) -> Double? { node(id)?.paint.lines?.first?.frame.height }
}

@Suite struct FontScaleTests {
  /// The results of Gecko's text zoom: `values/specified/font.rs` and `text.rs` of its style system.
  @Test(arguments: [
    ("", 32.0), ("font-size: 10px", 20), ("font-size: 9pt", 24), ("font-size: large", 36),
    ("font-size: initial", 32), ("font-size: inherit", 32),
    // Relative to a font that is already scaled, so it is scaled only once.
    ("font-size: 1.5em", 48), ("font-size: 50%", 16), ("font-size: 2rem", 64), ("font-size: larger", 38.4),
    ("font-size: calc(1em + 4px)", 40), ("font-size: calc(1rem * 0.5)", 16),
    ("font-size: max(10px, 1em)", 32),
    // The viewport does not change.
    ("font-size: 10vw", 32), ("font-size: clamp(8px, 10vw, 12px)", 24),
    ("font: 10px/1 serif", 20), ("--size: 10px; font-size: var(--size)", 20),
  ])
  func fontSizesAreMultipliedOnce(_ style: String, _ size: Double) throws {
    let html = "<p id=a style='\(style)'>words</p>"
    #expect(try abs(#require(tree(html, on: device(scale: 2)).fontSize("a")) - size) < 1e-9)
  }

  @Test(arguments: [
    ("line-height: 1.5", 48.0), ("line-height: 20px", 40), ("line-height: 150%", 48),
    ("line-height: 2em", 64),
    ("line-height: calc(10px + 1em)", 52),
  ])
  func lineHeightsFollow(_ style: String, _ height: Double) throws {
    let html = "<p id=a style='\(style)'>words</p>"
    #expect(try abs(#require(tree(html, on: device(scale: 2)).lineHeight("a")) - height) < 1e-9)
  }

  /// Other lengths stay as specified; those relative to a font follow it.
  @Test(arguments: [
    ("height: 10px", "10"), ("height: 2em", "64"), ("height: 1rem", "32"), ("height: 10vh", "48"),
    ("height: calc(1em + 10px)", "42"), ("padding-top: 1em", "32"), ("border-top: 3px solid", "3"),
  ])
  func otherLengthsStay(_ style: String, _ height: String) throws {
    let frame = try tree("<div id=a style='\(style)'></div>", on: device(scale: 2)).frame("a")
    #expect(frame?.hasSuffix("×\(height)") == true, "\(frame ?? "")")
  }

  @Test func mediaQueriesCountTheUsersFont() throws {
    let css = "<style>@media (min-width: 16em) { #a { height: 7px } }</style><div id=a></div>"
    #expect(try tree(css, on: device()).frame("a") == "0,0 304×7")
    #expect(try tree(css, on: device(scale: 2)).frame("a") == "0,0 304×0")
  }

  /// A page with all sizes doubled looks like a page with text of twice the size.
  @Test(arguments: [2.0, 0.5, 1.5])
  func aScaledPageIsThatWithLargerSizes(_ scale: Double) throws {
    func page(_ factor: Double) -> String {
      """
      <style>html { font-size: \(16 * factor)px } h1 { font-size: \(20 * factor)px; \
      line-height: \(24 * factor)px }
      .note { font-size: \(11 * factor)px; padding: 4px; margin: 0 1em } b { font-size: 1.25em }
      input { font-size: \(40.0 / 3 * factor)px; width: 10em }</style>
      <h1>A heading of some words</h1><p class=note>A note with <b>more</b> \
      to say than fits one line of it</p>
      <p style="font-size: 1.5rem; line-height: 1.4">Words</p><input value=x>
      """
    }
    let scaled = try tree(page(1), on: device(scale: scale))
    let written = try tree(page(scale), on: device())
    #expect(scaled.nodes.map(\.frame) == written.nodes.map(\.frame))
    #expect(scaled.nodes.map(\.paint) == written.nodes.map(\.paint))
  }
}

private let pages = [
  "<p id=a>Some words, and more of them than one line takes in this place</p><ul><li>One<li>Two</ul>",
  "<div style='display:flex;gap:4px'><b>A</b><i style='flex:1'>B</i><u>C</u></div>",
  """
  <style>:dir(rtl) > b { color: red } [dir=rtl] i { margin-inline-start: 9px }</style><b>x</b><p><i>y</i></p>
  """,
  "<div style='overflow:auto;width:90px'><div style='width:300px'>שלום world 123</div></div>",
  "<div style='display:grid;grid-template-columns:60px 1fr'><p>1</p><p>2</p></div><input value=abc>",
  """
  <p style='text-align:end;padding-inline:4px 20px'>end</p>\
  <p style='position:relative;inset-inline-start:5px'>x</p>
  """,
  "<table><tr><td>1<td>2</table><div style='float:inline-start;width:40px'>f</div>text around it",
]

@Suite struct RightToLeftTests {
  @Test(arguments: pages)
  func aPageThatSaysNothingIsAsWithTheAttribute(_ body: String) throws {
    let ours = try tree("<html><body>\(body)</body></html>", on: device(isRightToLeft: true))
    let written = try tree("<html dir=rtl><body>\(body)</body></html>", on: device())
    #expect(ours.nodes.map(\.frame) == written.nodes.map(\.frame))
    #expect(ours.nodes.map(\.paint) == written.nodes.map(\.paint))
    #expect(ours.nodes.map(\.scroll) == written.nodes.map(\.scroll))
  }

  @Test(arguments: pages)
  func aPageThatSaysItIsTheSameEverywhere(_ body: String) throws {
    for direction in ["ltr", "rtl"] {
      let html = "<html dir=\(direction)><body>\(body)</body></html>"
      #expect(try tree(html, on: device(isRightToLeft: true)) == tree(html, on: device()))
    }
  }

  @Test func theAttributeComesAndGoesWithTheDevice() throws {
    let rig = try PageRig("<p>x</p>")
    rig.page.move(to: device(isRightToLeft: true))
    #expect(rig.page.document.rootElement.flatMap { rig.page.document[$0].element?["dir"] } == "rtl")
    rig.page.move(to: device())
    #expect(rig.page.document.rootElement.flatMap { rig.page.document[$0].element?["dir"] } == nil)
  }

  @Test func nativePagesTurnToo() throws {
    let body = "<div style='flex-direction: row'><label id=a>A</label><label id=b>B</label></div>"
    let (left, right) = (
      try tree(native(body), on: device()), try tree(native(body), on: device(isRightToLeft: true))
    )
    let (a, b) = (try #require(right.node("a")?.frame), try #require(right.node("b")?.frame))
    #expect(left.node("a")?.frame.x == 0 && a.x + a.width == 320 && b.x + b.width == a.x)
  }
}

extension ViewTree {
  /// The first node with a different appearance or behaviour, in words. Identities over time are left out:
  /// they differ in a live page.
  fileprivate func difference(from other: ViewTree) -> String? {
    if nodes.count != other.nodes.count || viewport != other.viewport {
      return "\(nodes.count) nodes and \(other.nodes.count), \(viewport) and \(other.viewport)"
    }
    for (var node, other) in zip(nodes, other.nodes) {
      (node.key, node.handle) = (other.key, other.handle)
      if node != other { return "\(node)\n\(other)" }
    }
    return nil
  }
}

@Suite struct VariantTests {
  private static let html = """
    <style>body { font-size: 14px } h1 { font-size: 1.4em } .row { display: flex; gap: .5em }
    @media (prefers-color-scheme: dark) { body { background: black; color: white } h1 { padding: 3px } }
    @media (orientation: landscape) { .row { flex-direction: column } } :dir(rtl) .row { margin: 5px }
    @media (min-width: 30em) { li { display: inline-block; width: 40% } }</style>
    <h1>{{ title }}</h1><div class=row><b t:for="item in items">{{ item }}</b><input value=x></div>
    <ul><li t:for="item in items" t:key="item">Number {{ item }}</ul><p t:if="note">{{ note }}</p>
    """
  private static let files = [
    "page.json": #"{"title": "Own", "items": ["a", "b"]}"#, "page.empty.json": #"{"title": "", "items": []}"#,
    "page.long.json": #"{"title": "Long words of a title", "items": ["c", "b", "a", "d"], "note": "so"}"#,
  ]

  /// Whatever was shown before, the page for a device and a data set equals one created for them.
  @Test(arguments: 0..<6)
  func switchingComesToWhatIsMadeAnew(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let unit = try PageRig.unit(Self.html, files: Self.files)
    #expect(unit.dataSets.map(\.name) == ["empty", "long"])
    let environment = PageEnvironment(address: "hybrid://project/page.html", device: SimulatedDevice())
    let page = LivePage(unit, on: .standard, in: environment, renderer: Renderer())
    _ = page.step()
    var shown = try #require(page.shown)
    for _ in 0..<25 {
      let (width, height) = [(320.0, 480.0), (375, 667), (500, 400), (600, 900)].randomElement(
        using: &random)!
      let variant = Variant(
        device(
          scale: [1, 1, 2, 0.75].randomElement(using: &random)!, isRightToLeft: .random(using: &random),
          isDark: .random(using: &random), isLandscape: .random(using: &random), width: width,
          height: height),
        dataSet: [nil, "empty", "long", "gone"].randomElement(using: &random)!)
      page.move(to: variant)
      let fresh = Renderer().render(.page(unit), as: variant).tree
      let difference = page.tree.difference(from: fresh)
      #expect(difference == nil, "\(variant.name)")
      // The updates for clients lead to the same tree.
      if let patch = page.step()?.patch {
        try shown.apply(patch)
      } else if let tree = page.shown {
        shown = tree
      }
      #expect(shown.difference(from: fresh) == nil, "\(variant.name)")
    }
  }

  /// State that is kept from one save to the next belongs to one variant.
  @Test(arguments: [nil, "empty", "long", "gone"])
  func savesOfAVariantAreThoseMadeFromNothing(_ dataSet: String?) throws {
    let renderer = Renderer()
    let variant = Variant(device(scale: 1.3, isRightToLeft: true, isDark: true), dataSet: dataSet)
    var page = StillPage(try PageRig.unit(Self.html, files: Self.files), as: variant, by: renderer)
    var files = Self.files
    for (path, text) in [
      ("page.long.json", #"{"title": "Other", "items": ["c"]}"#), ("page.empty.json", #"{"items": [1]}"#),
      ("page.json", "{}"), ("page.gone.json", #"{"title": "There"}"#),
    ] {
      files[path] = text
      let unit = try PageRig.unit(Self.html, files: files)
      _ = page.update(unit, by: renderer)
      #expect(page.tree.difference(from: renderer.render(.page(unit), as: variant).tree) == nil, "\(path)")
    }
  }
}
