import HybridCSS
import HybridDOM
import HybridGeometry
import HybridSource
import HybridTestSupport
import HybridViewTree

@testable import HybridRuntime

/// A page that is changed at random, with its boxes kept up to date beside it.
struct MutatedPage {
  var document: Document
  var styles: StyledDocument
  var boxes: Boxes
  var controls: ControlStates = [:]
  var generated = GeneratedContent()
  var changes = BoxChanges()
  let stylist: Stylist
  let dialect: Dialect
  let viewport = Size<Double>(width: 200, height: 300)
  /// Elements in the document, and some removed ones.
  var loose: [NodeID] = []

  static let sheet = """
    body { margin: 3px } .a { display: inline-block; padding: 2px } .b { display: flex; gap: 3px }
    .c { display: none } .r { visibility: hidden } .d { position: absolute; left: 3px } .e { width: 50%; \
    overflow: auto; height: 30px }
    .f { color: red; font-size: 20px } .g { float: left; width: 30px } .h { display: contents }
    .i { position: sticky; top: 2px } .j { display: inline } .k { transform: translate(2px, 3px); \
    opacity: .5 }
    .l { text-transform: uppercase; white-space: pre } .m { display: grid; grid-template-columns: 1fr 2fr }
    .n { border: 2px solid blue; margin: 4px } .o { position: relative; z-index: 1; text-align: center }
    .p { color: green } .q { text-decoration: underline; vertical-align: super }
    .a::before { content: '«' } .b::after { content: 'x' attr(title); display: block }
    .d::before { content: ''; position: absolute; width: 3px } .f::after { content: 'after'; float: right }
    .g::first-letter { float: left; font-size: 20px } .n::first-letter { color: red }
    .b::first-line { font-size: 20px } .p::first-line { letter-spacing: 1px } .m::first-line { color: red }
    .o { counter-increment: c } .o::before { content: counter(c) } .e::after { content: counters(c, '.') }
    .p::before { content: open-quote } .p::after { content: close-quote; color: blue }
    .k::before { content: 'cell'; display: table-cell } .q::before { content: 'b' }
    .s { display: list-item; list-style: inside upper-roman } .t { counter-increment: list-item 2 }
    .u { list-style: decimal; counter-reset: list-item 4 }
    .u::marker { font-size: 30px; content: "(" counter(list-item) ")" }
    .v { position: absolute } .w { float: right; clear: left; height: 25px } .x { position: absolute; \
    display: block }
    .y { vertical-align: top; line-height: 30px } .z { white-space: nowrap; font-variant: small-caps }
    """
  static let classes = "abcdefghijklmnopqrstuvwxyz".map(String.init)

  init(dialect: Dialect) {
    self.dialect = dialect
    stylist = Stylist(
      userAgent: UserAgentSheets.ruleSets(for: dialect),
      author: [RuleSet(StyleSheet.parse(Source(path: "a.css", text: Self.sheet)))],
      environment: MediaEnvironment(width: 200, height: 300), dialect: dialect)
    document = Document(files: ["a.html"], isHTML: true)
    let html = Self.make("html", in: &document)
    document.append(html, to: document.root)
    document.append(Self.make("head", in: &document), to: html)
    document.append(Self.make("body", in: &document), to: html)
    styles = stylist.styles(of: document)
    var builder = BoxBuilder(document: document, styles: styles, dialect: dialect)
    boxes = builder.build()
    boxes.layOut(width: 200, height: 300)
  }

  private static func make(_ name: String, _ attributes: [(String, String)] = [], in document: inout Document)
    -> NodeID
  {
    let attributes = attributes.map {
      Attribute(
        name: $0.0, writtenName: $0.0, value: $0.1, nameRange: SourceRange(0..<0),
        valueRange: SourceRange(0..<0))
    }
    let element = HybridDOM.Element(
      name: name, writtenName: name, attributes: attributes, startTag: SourceRange(0..<0))
    return document.makeNode(.element(element), range: SourceRange(0..<0))
  }

  var body: NodeID {
    document.nodes(in: document.root).first { document[$0].element?.name == "body" } ?? document.root
  }

  private func elements() -> [NodeID] { document.nodes(in: body).filter { document[$0].element != nil } }

  /// One step of a script.
  mutating func mutate(_ random: inout SeededGenerator) {
    let all = elements()
    let target = all.randomElement(using: &random) ?? body
    switch Int.random(in: 0..<15, using: &random) {
    case 0, 1, 2: insert(Self.makeSubtree(dialect, 0, &random, &document), around: target, &random)
    case 3:
      let text = document.makeNode(
        .text(Self.words.randomElement(using: &random) ?? ""), range: SourceRange(0..<0))
      insert(text, around: target, &random)
    case 4:
      if target != body, let parent = document[target].parent {
        document.remove(target)
        changes.children.insert(parent)
        loose.append(target)
      }
    case 5:
      if let node = loose.popLast(), !document.nodes(in: node).contains(target) {
        insert(node, around: target, &random)
      }
    case 6:
      // Moves an element, perhaps out of what is taken away in the same turn.
      guard target != body, let goal = all.randomElement(using: &random),
        !document.nodes(in: target).contains(goal)
      else { return }
      if let parent = document[target].parent { changes.children.insert(parent) }
      insert(target, around: goal, &random)
    case 7:
      let texts = document.nodes(in: body).filter { document[$0].text != nil }
      guard let text = texts.randomElement(using: &random) else { return }
      document[text].content = .text(Self.words.randomElement(using: &random) ?? "")
      changes.texts.insert(text)
    case 8:
      var state = controls[target] ?? ControlState()
      state.value = ["", "typed", "much longer text than before"].randomElement(using: &random)
      state.isOn = Bool.random(using: &random)
      state.selected = Int.random(in: -1..<3, using: &random)
      state.scroll = .init(x: 0, y: Double(Int.random(in: 0..<40, using: &random)))
      controls[target] = state
      changes.controls.insert(target)
    case 9:
      let name =
        ["title", "open", "rowheight", "lines", "image", "start", "value", "reversed"].randomElement(
          using: &random) ?? ""
      set(name, ["0", "30", "A title"].randomElement(using: &random) ?? "", of: target)
    case 10: set(nil, "open", of: target)
    case 11: set("dir", ["auto", "rtl", "ltr"].randomElement(using: &random) ?? "", of: target)
    default:
      let count = Int.random(in: 0...2, using: &random)
      let names = (0..<count).compactMap { _ in Self.classes.randomElement(using: &random) }
      set("class", names.joined(separator: " "), of: target)
    }
  }

  private mutating func set(_ name: String?, _ value: String, of node: NodeID) {
    guard var element = document[node].element else { return }
    element.attributes.removeAll { $0.name == name ?? value }
    defer {
      document[node].element = element
      changes.controls.insert(node)
    }
    guard let name else { return }
    element.attributes.append(
      Attribute(
        name: name, writtenName: name, value: value, nameRange: SourceRange(0..<0),
        valueRange: SourceRange(0..<0)))
  }

  private mutating func insert(_ node: NodeID, around target: NodeID, _ random: inout SeededGenerator) {
    let children = Array(document.children(of: target)).filter { $0 != node }
    let before = Bool.random(using: &random) ? children.randomElement(using: &random) : nil
    document.insert(node, before: before, in: target)
    changes.children.insert(target)
  }

  static let words = [
    "one", "two words", " ", "a somewhat longer text that needs two lines", "\n", "x", "שלום",
  ]
  private static let names: [Dialect: [String]] = [
    .standard: [
      "div", "p", "span", "b", "a", "button", "input", "select", "img", "br", "li", "li", "ol", "ul",
      "details", "summary",
      "textarea", "bdi", "fieldset", "legend",
    ],
    .native: [
      "view", "label", "button", "image", "input", "switch", "segment", "dots", "scrollview", "table",
      "tablerow", "textarea",
    ],
  ]

  private static func makeSubtree(
    _ dialect: Dialect, _ depth: Int, _ random: inout SeededGenerator, _ document: inout Document
  ) -> NodeID {
    let name = names[dialect]?.randomElement(using: &random) ?? "div"
    var attributes: [(String, String)] = []
    if Bool.random(using: &random) {
      attributes.append(("class", classes.randomElement(using: &random) ?? "a"))
    }
    if name == "segment" { attributes.append(("titles", "One Two Three")) }
    if name == "a" { attributes.append(("href", "x")) }
    if Int.random(in: 0..<4, using: &random) == 0 { attributes.append(("image", "a.png")) }
    let node = make(name, attributes, in: &document)
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let child =
        depth > 3 || Bool.random(using: &random)
        ? document.makeNode(.text(words.randomElement(using: &random) ?? ""), range: SourceRange(0..<0))
        : makeSubtree(dialect, depth + 1, &random, &document)
      document.append(child, to: node)
    }
    return node
  }

  /// Ends a turn: updates styles, boxes and frames.
  mutating func update() {
    let old = styles
    var styler = LiveStyles(stylist, document)
    let made = generated.update(
      &document, &styler,
      after: GeneratedContent.Cause(
        pseudoElements: Set(styler.styled.nodesWithPseudoElements).union(document.generated.keys),
        isOther: true))
    styles = styler.styled
    changes.styled.formUnion(made.styled)
    changes.children.formUnion(made.children)
    changes.texts.formUnion(made.texts)
    changes.controls.formUnion(made.pictures)
    for node in document.nodes(in: document.root) where old[node] != styles[node] {
      changes.styled.insert(node)
    }
    boxes.update(document: document, styles: styles, controls: controls, changed: changes)
    boxes.layOut(width: viewport.width, height: viewport.height)
    changes = BoxChanges()
  }

  func tree(of boxes: Boxes) -> ViewTree {
    var builder = ViewTreeBuilder(
      document: document, styles: styles, boxes: boxes, controls: controls, taps: [body],
      key: { String($0.index) }, place: { _ in nil })
    return builder.build(viewport: viewport)
  }

  /// Puts paragraphs of a few words into the body.
  mutating func append(html count: Int) {
    for index in 0..<count {
      let paragraph = Self.make("p", in: &document)
      document.append(
        document.makeNode(.text("paragraph \(index)"), range: SourceRange(0..<0)), to: paragraph)
      document.append(paragraph, to: body)
    }
    changes.children.insert(body)
  }

  /// Gives an element one text.
  mutating func setText(_ text: String, in node: NodeID) {
    guard let child = document[node].firstChild else { return }
    document[child].content = .text(text)
    changes.texts.insert(child)
  }

  /// Nests elements to this depth.
  mutating func nest(depth: Int) {
    var parent = body
    for level in 0..<depth {
      let child = Self.make(level.isMultiple(of: 2) ? "div" : "section", in: &document)
      document.append(child, to: parent)
      parent = child
    }
    styles = stylist.styles(of: document)
  }

  /// New boxes for the same document.
  var freshBoxes: Boxes {
    var builder = BoxBuilder(document: document, styles: styles, dialect: dialect, controls: controls)
    var boxes = builder.build()
    boxes.layOut(width: viewport.width, height: viewport.height)
    return boxes
  }

  /// A new tree for the same document.
  var fromScratch: ViewTree { tree(of: freshBoxes) }
}
