import Foundation
import HybridCSS
import HybridDOM
import HybridScript
import HybridTestSupport
import HybridViewTree
import Testing

@testable import HybridRuntime

/// `HYBRID_SEEDS=5000` runs more seeds.
private let seeds =
  0..<(ProcessInfo.processInfo.environment["HYBRID_SEEDS"].flatMap(UInt64.init) ?? (isThorough ? 24 : 4))

/// A running page with random changes by scripts and users.
private struct ShakenPage {
  let rig: PageRig
  var page: LivePage { rig.page }
  var random: SeededGenerator
  /// The same trees, compared without known differences.
  var plain = ViewTreeSession()
  /// The actions since the last step.
  var trace: [String] = []
  /// The client's tree.
  var client: ViewTree?

  /// Boxes of some classes are containers, or contained, and others ask for them.
  private static let containers = """
    .n { container: n / inline-size } .o { container-type: size; height: 60px } .v { container-name: n }
    .w { container-name: w; --v: 1 } .t { container-type: inline-size; width: 60cqw }
    @container (width > 80px) { .p { padding: 3cqw } .a { display: block; width: 50cqw } \
    .f::before { content: 'q'; width: 10cqw } .c { display: block } }
    @container n (width < 150px) { .b { flex-direction: column } \
    .y { container-type: inline-size; width: 40cqi } }
    @container (height > 30px) and (orientation: landscape) { .q { font-size: 12cqmin } \
    .l::after { content: 'h' } }
    @container w style(--v: 1) { .g { width: 20cqb } .u { display: none } }
    @container not style(--v) { .r { margin-left: 2px } .x { --v: 1 } }
    .r { content-visibility: hidden } .x { zoom: 1.5 } .k { contain: content }
    .m { contain: strict; contain-intrinsic-size: 20px 30px }
    """

  init(isNative: Bool, hasContainers: Bool, seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    let sheet = """
      \(MutatedPage.sheet) .s { position: fixed; top: 4px } .t { background: linear-gradient(red, blue); \
      border-radius: 3px }
      .u { display: list-item; list-style-type: decimal } .v:nth-child(2n) { z-index: 2 } \
      .w .p { padding: 5% } tr { background: linear-gradient(red, blue) } td, th { border: 2px double red }
      table { border-collapse: collapse; border: 1px dotted } .p .q { outline: 1px solid }
      \(hasContainers ? Self.containers : "")
      """
    let body =
      isNative
      ? """
      <scrollview id=a><label id=l>text</label><button id=b>Go</button><table id=t rowheight=40><tablerow>\
      <label>{{ item }}</label></tablerow></table>
      <segment titles="One Two" id=g></segment><switch id=w></switch></scrollview>
      """
      : """
      <div id=a class=e><p>some <b>bold <i class=a>and</i></b> text</p><ul><li>one<li>two</ul>\
      <label>Name <input id=n></label></div>
      <details open><summary>More</summary>that is in it</details>\
      <input id=x1 aria-labelledby="n x2" aria-describedby=x3><h2 id=x2>He<b>ad</b></h2>
      <label for=x1>For <select><option>o</select></label><fieldset><legend id=x3>Legend</legend>\
      <button aria-label=L>x</button></fieldset>
      <table><caption>C</caption><tr><th>h<td>d</table><ol><li>a<li>b</ol><select><option>x<option>y</select>
      """
    rig = try PageRig(
      """
      <html\(isNative ? " html-identify='Token'" : "")><head><style>\(sheet)</style></head>\
      <body id=body>\(body)<script>1</script></body></html>
      """,
      width: 200, height: 300)
  }

  private func elements() -> [NodeID] {
    guard
      let body = page.document.nodes(in: page.document.root).first(where: {
        page.document[$0].element?.name == "body"
      })
    else { return [] }
    return page.document.nodes(in: body).filter { page.document[$0].element != nil && !page.isGenerated($0) }
  }

  private static let markups = [
    "<p class=a>new <b>words</b></p>", "<span>in a line</span>", "<div class=i>sticky</div>",
    "<li class=u>item</li>",
    "<button>Press</button> and more", "<label>text</label>", "<input value=v>",
    "<div class='d'><p>deep</p></div>", "words",
    "<div class=m><p>1</p><p class=o>2</p></div>", "<img alt=x>",
    "<label for=x1>and <i>more</i></label>", "<a href=y id=x2>link <img alt=pic></a>",
    "<button id=x3></button>",
    "<ul><li>item <input aria-labelledby=x2></ul>", "<header>h<th>c</th></header>",
    "<tablerow><label>row</label></tablerow>",
  ]

  mutating func mutate() throws {
    let all = elements()
    guard let target = all.randomElement(using: &random), let other = all.randomElement(using: &random) else {
      return
    }
    let kind = Int.random(in: 0..<19, using: &random)
    trace.append("\(kind) \(page.key(of: target)) \(page.key(of: other))")
    switch kind {
    case 0, 1:
      let holder = try page.make(.element, "div")
      try page.setMarkup(Self.markups.randomElement(using: &random) ?? "", of: holder)
      let reference = page.relative(.firstChild, of: target.index)
      while let child = page.relative(.firstChild, of: holder) {
        try page.insert(child, into: target.index, before: Bool.random(using: &random) ? reference : nil)
      }
    case 2: if target.index != all.first?.index { page.remove(target.index) }
    case 3:
      if target.index != all.first?.index, !page.ancestors(of: other).contains(target) {
        try page.insert(target.index, into: other.index, before: page.relative(.firstChild, of: other.index))
      }
    case 4: try page.setTextContent(MutatedPage.words.randomElement(using: &random) ?? "", of: target.index)
    case 5, 6:
      let texts = page.document.nodes(in: all[0]).filter {
        page.document[$0].text != nil && !page.isGenerated($0)
      }
      if let text = texts.randomElement(using: &random) {
        page.setData(MutatedPage.words.randomElement(using: &random) ?? "", of: text.index)
      }
    case 7, 8, 9:
      let names = (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in
        (MutatedPage.classes + ["s", "t", "u", "v", "w"]).randomElement(using: &random)
      }
      try page.setAttribute("class", names.joined(separator: " "), of: target.index)
    case 10:
      let name = [
        "id", "title", "open", "value", "image", "selected", "enabled", "type", "href", "role", "alt", "for",
        "scope",
        "aria-label", "aria-labelledby", "aria-describedby", "aria-hidden", "disabled", "aria-expanded",
        "inert",
      ].randomElement(using: &random)
      let value =
        [nil, "", "x1", "x2 x3", "false", "true", "checkbox", "button", "presentation"].randomElement(
          using: &random) ?? nil
      try page.setAttribute(name ?? "id", value, of: target.index)
    case 11:
      page.change(target) { $0.value = ["", "typed"].randomElement(using: &random) }
    case 12:
      page.change(target) { $0.isOn = Bool.random(using: &random) }
    case 13: page.change(target) { $0.selected = Int.random(in: -1..<3, using: &random) }
    case 14, 15:
      page.scrolled(target, x: 0, y: Double(Int.random(in: 0..<60, using: &random)))
    case 16: page.setListens(Bool.random(using: &random), to: "click", on: target.index)
    case 17: page.focus(Bool.random(using: &random) ? target.index : nil)
    default:
      page.setInlineStyle(
        ["opacity", "color", "width", "position", "transform"].randomElement(using: &random) ?? "",
        ["0.5", "red", "40px", "absolute", "translate(3px, 4px)", ""].randomElement(using: &random) ?? "",
        isImportant: false, of: target.index)
    }
  }

  /// Ends a turn; returns the fault, if any.
  mutating func step() -> String? {
    let tree = page.tree
    let fresh = PageStage(page).tree
    // The last difference is usually the innermost one, which causes those around it.
    if tree.nodes.count == fresh.nodes.count,
      let (kept, made) = zip(tree.nodes, fresh.nodes).reversed().first(where: { $0.0 != $0.1 })
    {
      return "\(kept.tag) \(kept.key): \(kept)\n— from nothing: \(made)"
    }
    if tree != fresh { return "\(tree.listing)\n— from nothing: \(fresh.listing)" }
    let expected = plain.advance(to: tree)
    let step = page.step()
    if page.shown != plain.tree { return "other numbers than without knowledge" }
    let (operations, moved) = (step?.patch?.operations ?? [], step?.moved ?? [])
    if operations != expected.patch?.operations ?? [] {
      return "\(operations)\n— without knowledge: \(expected.patch?.operations ?? [])"
    }
    if moved != (step == nil ? [] : expected.moved) { return "other moved nodes" }
    if let patch = step?.patch {
      do { try client?.apply(patch) } catch { return "the client cannot apply: \(error)" }
    } else if let step {
      client = step.tree
    }
    if client != page.shown { return "the client has another tree" }
    if let shown = page.shown, let node = shown.nodes.randomElement(using: &random),
      case .element(let element)? = page.target(of: node.handle), page.key(of: element) != node.key,
      !node.tag.hasPrefix("::"), node.parent.map({ shown.nodes[$0].tag.hasPrefix("::") }) != true
    {
      return "number \(node.handle) means another element"
    }
    return nil
  }
}

/// Only the first legend of a field set is on its border, and as narrow as its text.
@Test(arguments: [
  "li.append(a)", "a.remove()", "f.prepend(b)", "f.append(li)", "li.append(a); f.prepend(a)", "f.append(a)",
])
func legendsAreLaidOutByWhereTheyAre(_ change: String) throws {
  let rig = try PageRig(
    """
    <fieldset id=f><legend id=a>A</legend><legend id=b>B</legend><p>text</p></fieldset>
    <ul><li id=li>x</li></ul>
    <script>addEventListener('click', () => { \(change) })</script>
    """)
  _ = rig.page.tree
  try rig.act("tap body")
  #expect(rig.said == [])
  #expect(rig.page.tree == PageStage(rig.page).tree)
}

/// After any changes, a page's tree equals that of the same page created from scratch, and clients receive
/// the same differences as from comparing whole trees.
@Test(arguments: [(false, false), (true, false), (false, true)])
func aKeptTreeIsThatOfAFreshPage(_ isNative: Bool, _ hasContainers: Bool) throws {
  for seed in seeds {
    var page = try ShakenPage(isNative: isNative, hasContainers: hasContainers, seed: seed)
    for step in 0..<40 {
      if step > 0 {
        for _ in 0..<Int.random(in: 1...4, using: &page.random) {
          try page.mutate()
          // A script queries geometry in the middle.
          if Int.random(in: 0..<4, using: &page.random) == 0 {
            _ = page.page.tree
            page.trace.append("look")
          }
        }
        page.page.finishTurn()
      }
      if let fault = page.step() {
        Issue.record("seed \(seed), step \(step), after \(page.trace): \(fault)")
        return
      }
      page.trace = []
    }
  }
}
