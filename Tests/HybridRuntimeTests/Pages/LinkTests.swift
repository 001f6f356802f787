import HybridScript
import Testing

@testable import HybridRuntime

/// Links to style sheets that scripts add and change.
@Suite struct LinkTests {
  private static let start = """
    const color = () => getComputedStyle(document.body).color;
    const told = (node) => {
      node.onload = () => console.log(node.id, "load", color());
      node.addEventListener("error", () => console.log(node.id, "error", color()));
      return node;
    };
    const make = (id, href, more = {}) =>
      told(Object.assign(document.createElement("link"), { id, rel: "stylesheet", href }, more));
    """

  private static func said(
    _ script: String, head: String = "", after action: String? = nil
  ) throws -> [String] {
    let html = """
      <html><head><link rel=stylesheet href=a.css id=a>\(head)</head>\
      <body><p>x</p><script>\(start)\(script)</script></body></html>
      """
    let files = [
      "a.css": "body { color: red }", "b.css": "body { color: blue }", "c.css": "p { margin: 0 }",
    ]
    let rig = try PageRig(html, files: files) {
      $0.file = { path in files[path].map { .bytes(Array($0.utf8)) } ?? .missing }
    }
    if let action { try rig.act(action) }
    return rig.said
  }

  @Test(
    arguments: [
      (
        "const link = make('b', 'b.css'); document.head.append(link); console.log(color(), link.sheet)",
        ["rgb(255, 0, 0) null", "b load rgb(0, 0, 255)"]
      ),
      (
        """
        document.head.append(make('n', 'no.css')); document.head.append(make('i', 'b.css', { rel: 'icon' }))
        """,
        ["n error rgb(255, 0, 0)"]
      ),
      (
        "const link = make('b', ''); document.head.append(link); link.setAttribute('href', 'b.css')",
        ["b load rgb(0, 0, 255)"]
      ),
      // Another theme in the page's own link: the old sheet stays until the new one is there.
      (
        "told(a).href = 'b.css'; console.log(color())",
        ["rgb(255, 0, 0)", "a load rgb(0, 0, 255)"]
      ),
      // Only the last of two counts.
      ("told(a).href = 'b.css'; a.href = 'a.css'", ["a load rgb(255, 0, 0)"]),
      (
        "const link = make('b', 'b.css'); document.head.append(link); link.onload = () => { "
          + "console.log(link.sheet.cssRules.length); link.remove(); console.log(color()) }",
        ["1", "rgb(255, 0, 0)"]
      ),
      (
        "document.head.append(make('p', 'b.css', { media: 'print' }))",
        ["p load rgb(255, 0, 0)"]
      ),
    ] as [(String, [String])])
  func aLinkOfAScriptLoadsItsSheet(_ script: String, _ expected: [String]) throws {
    #expect(try Self.said(script) == expected)
  }

  @Test func onloadOfALinkIsCalled() throws {
    let said = try Self.said(
      "addEventListener('load', () => console.log(color(), b.rel, b.media))",
      head: """
        <link id=b rel=preload as=style href=b.css onload="this.onload = null; this.rel = 'stylesheet'">\
        <link rel=stylesheet href=c.css media=print onload="this.media = 'all'; console.log(this.media)">
        """)
    #expect(said.first == "all")
    let others = said.filter { $0.hasSuffix("stylesheet all") || $0.hasSuffix("stylesheet ") }
    #expect(others.count == 1)
    let rig = try Self.said(
      "setTimeout(() => console.log(color()), 100)",
      head: "<link rel=preload as=style href=b.css onload=\"this.onload = null; this.rel = 'stylesheet'\">",
      after: "wait 0.2")
    #expect(rig.last == "rgb(0, 0, 255)")
  }
}
