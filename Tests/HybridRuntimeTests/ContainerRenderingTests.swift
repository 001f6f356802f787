import HybridCSS
import HybridGeometry
import HybridViewTree
import Testing

@testable import HybridRuntime

private let reset = """
  * { margin: 0; padding: 0; border: 0 solid; box-sizing: border-box } body { height: 300px }
  """

private func page(_ css: String, _ body: String, scripts: String = "") -> String {
  "<!DOCTYPE html><html><head><style>\(reset) \(css)</style></head><body>\(body)\(scripts)</body></html>"
}

/// The frames of a tree's nodes by id, each relative to its parent.
private func frames(_ tree: ViewTree) -> [String: [Double]] {
  var found: [String: [Double]] = [:]
  for node in tree.nodes {
    guard let id = node.id else { continue }
    found[id] = [node.frame.x, node.frame.y, node.frame.width, node.frame.height].map {
      ($0 * 100).rounded() / 100
    }
  }
  return found
}

/// Container queries and their units, with the frames of Chromium 156 on a screen of 400 by 300.
@Suite struct ContainerRenderingTests {
  struct Case: Sendable {
    var name: String
    var css: String
    var body: String
    var frames: [String: [Double]]
  }

  static let cases = [
    Case(
      name: "the width of a container",
      css: """
        .c { container-type: inline-size; width: 50% } .x { height: 10px }
        @container (width = 200px) { .x { width: 50cqw; height: 20px } }
        """, body: "<div id=c class=c><div id=x class=x></div></div>",
      frames: ["c": [0, 0, 200, 20], "x": [0, 0, 100, 20]]),
    Case(
      name: "a container in a container",
      css: """
        .c { container-type: inline-size; width: 50cqw } .x { height: 10px }
        @container (width < 120px) { .x { height: 30px } }
        """,
      body:
        "<div id=a class=c><div id=x1 class=x></div><div id=b class=c><div id=x2 class=x></div></div></div>",
      frames: [
        "a": [0, 0, 200, 40], "x1": [0, 0, 200, 10], "b": [0, 10, 100, 30], "x2": [0, 0, 100, 30],
      ]),
    Case(
      name: "names",
      css: """
        #a { container: big / inline-size; width: 300px } #b { container: small / inline-size; width: 100px }
        @container big (width > 200px) { #x { height: 11px } }
        @container small (width > 200px) { #x { width: 11px } } @container none (width) { #x { width: 12px } }
        """, body: "<div id=a><div id=b><div id=x></div></div></div>",
      frames: ["a": [0, 0, 300, 11], "b": [0, 0, 100, 11], "x": [0, 0, 100, 11]]),
    Case(
      name: "the content counts for nothing",
      css: """
        #f { display: flex; width: 300px } #a, #b { container-type: inline-size } #b { flex: 1 }
        .i { width: 50px; height: 20px } @container (width > 200px) { .i { width: 100cqw } }
        """,
      body:
        "<div id=f><div id=a><div id=i class=i></div></div><div id=b><div id=j class=i></div></div></div>",
      frames: ["a": [0, 0, 0, 20], "i": [0, 0, 50, 20], "b": [0, 0, 300, 20], "j": [0, 0, 300, 20]]),
    Case(
      name: "both sizes",
      css: """
        #a { container-type: size; height: 40px } #i { height: 100px; width: 10cqmin }
        @container (height: 40px) and (aspect-ratio > 1) { #i { height: 50cqh } }
        """, body: "<div id=a><div id=i></div></div><div id=b></div>",
      frames: ["a": [0, 0, 400, 40], "i": [0, 0, 4, 20], "b": [0, 40, 400, 0]]),
    Case(
      name: "a container without a height",
      css: "#a { container-type: size } #i { height: 100px } #b { height: 5px }",
      body: "<div id=a><div id=i></div></div><div id=b></div>",
      frames: ["a": [0, 0, 400, 0], "i": [0, 0, 400, 100], "b": [0, 0, 400, 5]]),
    Case(
      name: "cards in a grid",
      css: """
        #g { display: grid; grid-template-columns: repeat(auto-fill, minmax(120px, 1fr)); gap: 11px }
        .c { container-type: inline-size } .t { display: flex; flex-direction: column }
        .t > * { width: 20px; height: 20px } @container (min-width: 125px) { .t { flex-direction: row } }
        """,
      body: """
        <div id=g><div class=c id=c1><div class=t id=t1><b></b><b></b></div></div>\
        <div class=c id=c2><div class=t id=t2><b></b></div></div></div>
        """,
      frames: [
        "g": [0, 0, 400, 20], "c1": [0, 0, 126, 20], "t1": [0, 0, 126, 20], "c2": [137, 0, 126, 20],
      ]),
    Case(
      name: "margins stay inside", css: "#a { container-type: inline-size } #i { margin: 20px 0 }",
      body: "<div id=a><div id=i></div></div><div id=b style='height:1px'></div>",
      frames: ["a": [0, 0, 400, 20], "i": [0, 20, 400, 0], "b": [0, 20, 400, 1]]),
    Case(
      name: "positioned boxes leave",
      css: """
        #a { container-type: inline-size; width: 100px; margin-left: 50px }
        #p { position: absolute; left: 10px; width: 50cqw; height: 5px }
        """, body: "<div id=a><div id=p></div></div>", frames: ["a": [50, 0, 100, 0], "p": [-40, 0, 50, 5]]),
    Case(
      name: "custom properties",
      css: """
        #a { --t: dark } #i { height: 1px; --t: light } @container style(--t: dark) { #i { height: 9px } }
        @container style(--t: light) { #j { height: 7px } }
        """, body: "<div id=a><div id=i><div id=j></div></div></div>",
      frames: ["i": [0, 0, 400, 9], "j": [0, 0, 400, 7]]),
    Case(
      name: "fonts",
      css: """
        #a { container-type: inline-size; width: 200px; font-size: 20px }
        #i { font-size: 10cqw; width: 1em; height: 1em } @container (width >= 10em) { #i { width: 2em } }
        """, body: "<div id=a><div id=i></div></div>", frames: ["i": [0, 0, 40, 20]]),
    Case(
      name: "a table has no size to ask for",
      css: """
        #a { display: table; container-type: inline-size; width: 200px } #i { height: 4px; width: 50cqw }
        @container (width) { #i { height: 9px } }
        """, body: "<div id=a><div id=i></div></div>", frames: ["a": [0, 0, 200, 4], "i": [0, 0, 200, 4]]),
    Case(
      name: "pseudo-elements of the container",
      css: """
        #a { container-type: inline-size; width: 200px }
        #a::before { content: ''; display: block; height: 10cqw }
        @container (width: 200px) { #a::before { height: 33px } } #i { height: 3px }
        """, body: "<div id=a><div id=i></div></div>", frames: ["a": [0, 0, 200, 36], "i": [0, 33, 200, 3]]),
    Case(
      name: "content that is wider than its container",
      css: """
        #w { display: inline-block; min-width: 301px; vertical-align: top } #a { container-type: inline-size }
        #i { height: 10px } @container (width > 300px) { #i { width: 1000px; height: 99px } }
        """, body: "<div id=w><div id=a><div id=i></div></div></div>",
      frames: ["w": [0, 0, 301, 99], "a": [0, 0, 301, 99], "i": [0, 0, 1000, 99]]),
  ]

  @Test(arguments: cases.indices)
  func framesAreThoseOfChromium(_ index: Int) throws {
    let test = Self.cases[index]
    let unit = try PageRig.unit(page(test.css, test.body))
    let tree = Renderer().render(unit, on: Device(width: 400, height: 300)).tree
    let found = frames(tree)
    for (id, frame) in test.frames { #expect(found[id] == frame, "\(test.name): #\(id)") }
    // A page that runs looks the same.
    let rig = try PageRig(page(test.css, test.body, scripts: "<script>1</script>"), width: 400, height: 300)
    #expect(frames(rig.page.tree) == found, "\(test.name)")
  }

  @Test func scriptsSeeAndChangeWhatQueriesDecide() throws {
    let rig = try PageRig(
      page(
        """
        #a { container-type: inline-size; width: 100px } #i { width: 10px; color: blue }
        @container (width > 150px) { #i { width: 50cqw; color: red } #i::after { content: 'wide' } }
        """, "<div id=a><div id=i></div></div>",
        scripts: """
          <script>
          const [a, i] = [document.getElementById('a'), document.getElementById('i')];
          const log = () => console.log(i.offsetWidth, getComputedStyle(i).width, getComputedStyle(i).color,
            getComputedStyle(i, '::after').content);
          log(); a.style.width = '200px'; log(); a.style.containerType = 'normal'; log();
          a.style.containerType = ''; a.style.width = ''; log();
          const rule = document.styleSheets[0].cssRules[document.styleSheets[0].cssRules.length - 1];
          console.log(rule.constructor.name, rule.conditionText, rule.containerName, rule.containerQuery);
          </script>
          """), width: 400, height: 300)
    #expect(
      rig.said.map { $0.replacing("log ", with: "") } == [
        "10 10px rgb(0, 0, 255) normal", "100 100px rgb(255, 0, 0) \"wide\"", "10 10px rgb(0, 0, 255) normal",
        "10 10px rgb(0, 0, 255) normal", "CSSContainerRule (width > 150px)  (width > 150px)",
      ])
  }

  /// What is new begins with the right styles; what a size changes is a transition.
  @Test func transitionsBeginWithTheSizeOfAContainer() throws {
    let rig = try PageRig(
      page(
        """
        #a { container-type: inline-size; width: 200px } div { transition: height 1s linear }
        .i { height: 10px } @container (width > 150px) { .i { height: 110px } }
        """, "<div id=a></div>",
        scripts: """
          <script>
          document.addEventListener('transitionstart', (event) => console.log(event.target.id));
          document.getElementById('a').innerHTML = '<div id=i class=i></div>';
          </script>
          """), width: 400, height: 300)
    #expect(try rig.node("i").frame.height == 110)
    try rig.act("wait 2")
    #expect(rig.said.isEmpty)
    rig.page.setInlineStyle("width", "100px", isImportant: false, of: try index(of: "a", in: rig))
    try rig.act("wait 0.5")
    #expect(try abs(rig.node("i").frame.height - 60) < 3)
    try rig.act("wait 1")
    #expect(try rig.node("i").frame.height == 10)
  }

  private func index(of id: String, in rig: PageRig) throws -> Int {
    try #require(
      rig.page.document.nodes(in: rig.page.document.root).first {
        rig.page.document[$0].element?.id == id
      }
    ).index
  }

  // MARK: Hostile pages

  /// The height of each container decides how many columns there are, and so its own width: no layout agrees
  /// with its styles. The page ends all the same, and looks the same however it came about.
  @Test func aPageThatContradictsItselfComesToAnEnd() throws {
    let html = page(
      """
      #f { display: flex; flex-flow: column wrap; width: 200px; height: 100px }
      .c { container-type: inline-size } .i { height: 40px }
      @container (width > 150px) { .i { height: 80px } }
      """,
      """
      <div id=f><div class=c id=c1><div class=i></div></div>\
      <div class=c id=c2><div class=i></div></div></div>
      """,
      scripts: "<script>1</script>")
    let rig = try PageRig(html, width: 400, height: 300)
    let first = rig.page.tree
    let root = try index(of: "f", in: rig)
    rig.page.setInlineStyle("color", "red", isImportant: false, of: root)
    #expect(frames(rig.page.tree) == frames(first))
    rig.page.setInlineStyle("height", "300px", isImportant: false, of: root)
    #expect(try rig.node("c1").frame.width == 200)
    rig.page.setInlineStyle("height", "", isImportant: false, of: root)
    #expect(frames(rig.page.tree) == frames(first))
  }

  /// Each container's size depends on the one around it, and names that no container has are asked for.
  @Test func deepContainersComeToAnEnd() throws {
    let count = 200
    let html = page(
      """
      div { container: x / inline-size; width: 99cqw } @container none (width > 1px) { div { height: 1px } }
      @container x (width > 1px) { b { color: red } }
      """,
      (0..<count).map { "<div id=d\($0)>" }.joined() + "<b>x</b>" + String(repeating: "</div>", count: count))
    let tree = Renderer().render(try PageRig.unit(html), on: Device(width: 400, height: 300)).tree
    let found = frames(tree)
    #expect(found["d0"]?[2] == 396 && found["d1"]?[2] == 392.04)
  }

  @Test func manyContainersSideBySideAreLaidOutTogether() throws {
    let html = page(
      """
      .c { container-type: inline-size; width: 100px } .i { height: 1px }
      @container (width = 100px) { .i { height: 2px } }
      """, String(repeating: "<div class=c><div class=i></div></div>", count: 2000) + "<div id=end></div>")
    let tree = Renderer().render(try PageRig.unit(html), on: Device(width: 400, height: 300)).tree
    #expect(frames(tree)["end"]?[1] == 4000)
  }
}
