import HybridDOM
import HybridTestSupport
import HybridViewTree
import Testing

@testable import HybridRuntime

/// What `::before`, `::after` and `::first-letter` show.
@Suite struct Generated_content {
  /// The text of `#t` with that of its boxes, each line of a box in brackets that is a node of its own.
  private func text(_ css: String, _ body: String) throws -> String {
    let rig = try PageRig(
      "<html lang=en><head><style>\(css)</style></head><body>\(body)<script>1</script></body></html>",
      width: 400, height: 300)
    let tree = rig.page.tree
    let top = try #require(tree.nodes.firstIndex { $0.id == "t" })
    return tree.nodes[top].text ?? ""
  }

  @Test(arguments: [
    ("#t::before { content: 'a' }", "x", "ax"),
    ("#t::before { content: 'a' 'b' } #t::after { content: 'c' }", "x", "abxc"),
    ("#t::after { content: attr(title) '!' }", "x", "xT!"),
    ("#t::after { content: attr(none) '!' }", "x", "x!"),
    ("#t::after { content: attr(TITLE) }", "x", "xT"),
    ("#t::before { content: 'a' / 'read' }", "x", "ax"),
    ("#t::before { content: normal } #t::after { content: none }", "x", "x"),
    ("#t::before { color: red }", "x", "x"),
    ("#t::before { content: 'a'; display: none }", "x", "x"),
    ("#t::before { content: 'a' 5px }", "x", "x"),
    ("#t::before { content: '\\201C' }", "x", "“x"),
    ("#t { quotes: '<' '>' '[' ']' } #t::before { content: open-quote }", "x", "<x"),
    ("q { quotes: '<' '>' '[' ']' }", "<q>a<q>b<q>c</q></q></q>", "<a[b[c]]>"),
    ("", "<q>a<q>b</q></q>", "“a‘b’”"),
    ("", "<q lang=de>a<q>b</q></q>", "„a‚b‘“"),
    ("", "<q lang=fr-CA>a</q>", "«a»"),
    ("q { quotes: none }", "<q>a</q>", "a"),
    ("q::before { content: no-open-quote }", "<q>a<q>b</q></q>", "ab’”"),
    ("#t::before { content: close-quote 'a' }", "x", "ax"),
    ("b { counter-increment: n } b::before { content: counter(n) }", "<b>a</b><b>b</b>", "1a2b"),
    ("b::before { counter-increment: n 2; content: counter(n) }", "<b>a</b><b>b</b>", "2a2b"),
    (
      "#t b { counter-reset: n 1 } b::before { content: counters(n, '.', upper-roman) }",
      "<b>a<b>b</b></b>", "IaI.Ib"
    ),
    ("b::before { content: counter(n) }", "<b>a</b>", "0a"),
    // Pseudo-elements that are not shown do not count
    ("b::before { counter-increment: n } b::after { content: counter(n) }", "<b>a</b>", "a0"),
    ("img::before, br::after { content: 'a' }", "x<br>y", "x\ny"),
  ])
  func contentIsShown(_ css: String, _ content: String, _ expected: String) throws {
    #expect(try text(css, "<p id=t title=T>\(content)</p>") == expected, "\(css) \(content)")
  }

  /// The first letter with its punctuation, as its own node has it.
  @Test(
    arguments: [
      ("Abc", "A"), ("  Abc", "A"), ("\"Abc", "\"A"), ("(A) bc", "(A)"), ("'A' b", "'A'"),
      ("<b>Ab</b>c", "A"),
      ("<span></span><i>“</i>x", nil), ("<!-- x -->1.a", "1."), ("<div> <p>Abc</p></div>", "A"), ("-a", "-a"),
      ("<br>Abc", nil), ("<img>Abc", nil), ("<span style='float: left'>a</span>Bc", "B"),
      ("<span style='display: none'>a</span>Bc", "B"),
      ("<span style='display: inline-block'>a</span>Bc", nil),
      ("<u></u>Äb", "Ä"), ("e\u{301}a", "e\u{301}"), ("", nil), ("<b class=x>c</b>d", "«"),
    ] as [(String, String?)])
  func firstLetterIsABoxOfItsOwn(_ content: String, _ expected: String?) throws {
    let rig = try PageRig(
      """
      <html><head><style>#t::first-letter { color: red } .x::before { content: '«e' }</style></head>
      <body><div id=t>\(content)</div><script>1</script></body></html>
      """, width: 400, height: 300)
    let letters = rig.page.tree.nodes.filter { $0.tag == "::first-letter" }
    #expect(letters.count == (expected == nil ? 0 : 1))
    #expect(letters.first?.text.map { $0.hasPrefix("«") ? "«" : $0 } == expected)
  }

  @Test func boxesOfAnyDisplayAreLaidOut() throws {
    let rig = try PageRig(
      """
      <html><head><style>
      body { margin: 0 } div { width: 100px }
      #a::before { content: ''; display: block; height: 10px }
      #b { display: flex } #b::before { content: ''; width: 20px } #b::after { content: ''; flex: 1 }
      #c { position: relative; height: 10px }
      #c::after { content: ''; position: absolute; right: 0; width: 30px; height: 5px }
      #d::before, #d::after { content: ''; display: table; clear: both } #d p { float: left; height: 7px }
      </style></head><body><div id=a></div><div id=b></div><div id=c></div><div id=d><p></p></div>
      <script>1</script></body></html>
      """, width: 400, height: 300)
    let tree = rig.page.tree
    func frames(_ id: String) -> [[Double]] {
      guard let top = tree.nodes.firstIndex(where: { $0.id == id }) else { return [] }
      let own = tree.nodes.indices.filter { $0 == top || tree.nodes[$0].parent == top }
      return own.map { index in
        let frame = tree.nodes[index].frame
        return [frame.x, frame.y, frame.width, frame.height]
      }
    }
    #expect(frames("a") == [[0, 0, 100, 10], [0, 0, 100, 10]])
    #expect(frames("b") == [[0, 10, 100, 0], [0, 0, 20, 0], [20, 0, 80, 0]])
    #expect(frames("c") == [[0, 10, 100, 10], [70, 0, 30, 5]])
    #expect(frames("d").first == [0, 20, 100, 39])
  }

  /// A check box without an appearance is a box in which `::before` draws; with one it is a control.
  @Test func aSwitchIsDrawnByItsPseudoElements() throws {
    let rig = try PageRig(
      """
      <html><head><style>
      body { margin: 0 }
      input { appearance: none; margin: 0; width: 44px; height: 26px; background: gray; position: relative }
      input::before { content: ''; position: absolute; left: 2px; top: 2px; width: 22px; height: 22px }
      input:checked::before { left: 20px }
      .plain { appearance: auto }
      </style></head><body><input type=checkbox id=t><input type=radio><script>1</script></body></html>
      """, width: 400, height: 300)
    func knobs() -> [Double] {
      rig.page.tree.nodes.filter { $0.tag == "::before" }.map(\.frame.x)
    }
    #expect(knobs() == [2, 2])
    #expect(try rig.node("t").paint.borders == nil)
    try rig.act("tap #t")
    #expect(knobs() == [20, 2])
    try rig.page.setAttribute("class", "plain", of: #require(rig.page.element(withID: "t")).index)
    #expect(knobs() == [2])
    #expect(try rig.node("t").paint.effects?.shapes.isEmpty == false)
    try rig.page.setAttribute("class", "", of: #require(rig.page.element(withID: "t")).index)
    #expect(knobs() == [20, 2])
  }

  /// The picture in a box has no rules of its own, whatever rules other boxes have.
  @Test func picturesOfSeveralBoxesAreTheirOwn() throws {
    func picture(_ side: Int) -> String {
      "url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='\(side)' height='\(side)'/>\")"
    }
    let rig = try PageRig(
      """
      <html><head><style>
      #a::before { content: \(picture(24)) }
      #b::before { content: \(picture(9)); display: block; width: 30px }
      </style></head><body><p id=a>x</p><p id=b>y</p><script>1</script></body></html>
      """, width: 400, height: 300)
    let pictures = rig.page.tree.nodes.filter { $0.tag == "img" }
    #expect(pictures.map { [$0.frame.width, $0.frame.height] } == [[24, 24], [9, 9]])
  }

  /// Changes reach the boxes, and scripts see nothing of them.
  @Test func changesOfThePageChangeWhatIsShown() throws {
    let rig = try PageRig(
      """
      <html><head><style>
      .x::before { content: attr(title) } .y::after { content: 'y' } b { counter-increment: n }
      b::before { content: counter(n) }
      </style></head><body><p id=t>a</p><b id=b>c</b><script>1</script></body></html>
      """, width: 400, height: 300)
    let page = rig.page
    func node(_ id: String) throws -> Int { try #require(page.element(withID: id)).index }
    func text(_ id: String) -> String? { page.tree.nodes.first { $0.id == id }?.text }
    #expect(text("t") == "a" && text("b") == "1c")
    try page.setAttribute("class", "x", of: node("t"))
    #expect(text("t") == "a")
    try page.setAttribute("title", "T", of: node("t"))
    #expect(text("t") == "Ta")
    try page.setAttribute("class", "x y", of: node("t"))
    #expect(text("t") == "Tay")
    #expect(
      try page.relative(.firstChild, of: node("t")).flatMap { page.node($0) }.map { page.document[$0].text }
        == "a")
    let other = try page.make(.element, "b")
    let body = try #require(page.document[NodeID(node("b"))].parent)
    try page.insert(other, into: body.index, before: node("t"))
    #expect(text("b") == "2c")
    page.remove(other)
    #expect(text("b") == "1c")
    try page.setAttribute("class", nil, of: node("t"))
    #expect(text("t") == "a")
  }

  @Test func nameOfAnElementHasWhatIsRead() throws {
    let rig = try PageRig(
      """
      <html><head><style>
      button::before { content: '★' / 'Star' } button::after { content: ' now' }
      button::first-letter { color: red }
      </style></head><body><button id=b>Go</button><script>1</script></body></html>
      """, width: 400, height: 300)
    let button = try #require(rig.page.tree.nodes.first { $0.id == "b" })
    #expect(button.accessibility?.label == "StarGo now")
  }

  @Test func computedStyleOfAPseudoElementIsRead() throws {
    let rig = try PageRig(
      """
      <html><head><style>p { color: red } p::before { content: 'a'; color: blue; display: block; width: 50% }
      </style></head><body><p id=p style="width: 80px">x</p><script>
      const p = document.getElementById('p'), log = [];
      for (const name of ['', '::before', ':before', '::after', '::x', 'before'])
        log.push(getComputedStyle(p, name).color);
      log.push(getComputedStyle(p, '::before').content, getComputedStyle(p, '::before').width);
      p.title = log.join('|');
      </script></body></html>
      """, width: 400, height: 300)
    let node = try #require(rig.page.element(withID: "p"))
    let (red, blue) = ("rgb(255, 0, 0)", "rgb(0, 0, 255)")
    #expect(
      rig.page.document[node].element?["title"]
        == [red, blue, blue, red, "", red, "\"a\"", "40px"].joined(separator: "|"))
  }
}
