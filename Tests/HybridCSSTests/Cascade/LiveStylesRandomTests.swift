import HybridDOM
import HybridSource
import HybridTestSupport
import Testing

@testable import HybridCSS

/// Random documents, sheets and changes: after every step, updated styles equal newly computed ones.
@Suite struct LiveStyles_random {
  @Test(arguments: (1...6).map { (UInt64($0), $0 % 2 == 0) })
  func updatedStylesAreThoseOfStylingAnew(seed: UInt64, isNative: Bool) {
    var random = SeededGenerator(seed: seed &* 7_919)
    var steps = 0
    var spared = 0
    let pages = isThorough ? 40 : 12
    for _ in 0..<pages {
      var page = RandomPage(isNative: isNative, &random)
      for _ in 0..<25 {
        for _ in 0..<max(random.below(5) - 1, 1) { page.change(&random) }
        let before = page.live.styled
        let update = page.update()
        steps += 1
        spared += update.matched == 0 ? 1 : 0
        guard let fault = page.fault(update, before: before) else { continue }
        Issue.record("seed \(seed), step \(steps): \(fault)\n\(page.css)")
        return
      }
    }
    #expect(steps == 25 * pages && spared > 0)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func questionsBySelectorsAreAnsweredAsByAFreshTree(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 104_729)
    var found = 0
    for _ in 0..<(isThorough ? 80 : 24) {
      var page = RandomPage(isNative: seed % 2 == 0, &random)
      var queries = SelectorQueries(page.document, states: page.states)
      let selectors = (0..<12).map { _ in
        let scoped = random.below(4) == 0 ? ":scope > " : ""
        return scoped + RandomPage.compound(&random)
          + (random.below(2) == 0 ? "" : random.one(of: [" ", " > ", " ~ "]) + RandomPage.compound(&random))
      }
      for _ in 0..<15 {
        for _ in 0..<random.below(4) + 1 { page.change(&random) }
        queries.note { $0 = page.changes }
        page.changes = StyleChanges()
        queries.read(page.document, page.states)
        for text in selectors {
          let list = try parseSelectorList(Source(path: "", text: text))
          let selector = SelectorQueries.Selector(text: text, list: list)
          let wanted = StyleTree(page.document, states: page.states).elements(matching: list)
          let all = queries.elements(matching: selector, below: nil) { _ in true }
          #expect(all == wanted, "seed \(seed): \(text)")
          let first = queries.elements(matching: selector, below: nil, limit: 1) { _ in true }
          #expect(first == Array(wanted.prefix(1)))
          guard !text.contains(":scope"), let top = wanted.first else { continue }
          found += 1
          let isMatched = queries.matches(top, selector)
          #expect(isMatched)
          let inside = queries.elements(matching: selector, below: top) { _ in true }
          let below = Set(page.document.nodes(in: top)).subtracting([top])
          #expect(inside == wanted.filter(below.contains))
        }
      }
    }
    #expect(found > 100)
  }
}

extension SeededGenerator {
  fileprivate mutating func below(_ count: Int) -> Int { next(below: count) }
  fileprivate mutating func one(of list: [String]) -> String { list[below(list.count)] }
}

private struct RandomPage {
  var css: String
  let stylist: Stylist
  var document: Document
  var states: [NodeID: ElementState] = [:]
  var changes = StyleChanges()
  var live: LiveStyles
  /// Elements and texts, inside or outside the document.
  var nodes: [NodeID] = []

  static let tags = [
    "div", "p", "b", "input", "button", "fieldset", "legend", "option", "optgroup", "textarea", "switch",
    "bdi",
  ]
  static let names = ["a", "b", "c", "d"]

  init(isNative: Bool, _ random: inout SeededGenerator) {
    css = (0..<random.below(20) + 1).map { _ in Self.rule(&random) }.joined(separator: "\n")
    // Usually without selectors that match all elements.
    if random.below(4) > 0 {
      css = css.replacing(":has(", with: ":is(").replacing(":nth-child(1 of ", with: ":not(")
    }
    let scoped = (0..<random.below(3)).map { _ in
      (random.below(2) == 0 ? ":host(.a) " : "") + Self.rule(&random)
    }.joined(separator: "\n")
    css += "\n/* scoped */\n"
    let dialect: Dialect = isNative ? .native : .standard
    func ruleSet(_ text: String, _ scope: String?) -> RuleSet {
      RuleSet(StyleSheet.parse(Source(path: "a.css", text: text), dialect: dialect), scope: scope)
    }
    stylist = Stylist(
      userAgent: [ruleSet("b { font-weight: bolder } fieldset { color: teal }", nil)],
      author: [ruleSet(css, nil), ruleSet(scoped, "s")],
      environment: MediaEnvironment(width: 400, height: 300), dialect: dialect)
    css += scoped
    document = HybridCSSTests.document("<html><body></body></html>", isHTML: !isNative)
    live = LiveStyles(stylist, document)
    nodes = Array(document.nodes(in: document.root).dropFirst())
    for _ in 0..<random.below(30) + 5 { grow(&random) }
    changes = StyleChanges()
    live = LiveStyles(stylist, document)
  }

  static func compound(_ random: inout SeededGenerator) -> String {
    var text = random.below(6) == 0 ? random.one(of: tags) : ""
    for _ in 0..<(random.below(5) == 0 ? 1 : 0) + (text.isEmpty ? 1 : 0) {
      switch max(random.below(24) - 9, 0) {
      case 0...4: text += "." + random.one(of: names)
      case 5: text += "#" + random.one(of: names)
      case 6: text += "[data-\(random.one(of: names))]"
      case 7: text += "[lang^=\(random.one(of: ["en", "de"]))]"
      case 8:
        text += random.one(of: [
          ":first-child", ":last-child", ":only-child", ":nth-child(2n+1)", ":nth-last-child(2)",
          ":first-of-type",
          ":last-of-type", ":nth-of-type(2)", ":nth-last-of-type(odd)", ":only-of-type", ":empty", ":root",
        ])
      case 9:
        text += random.one(of: [
          ":hover", ":focus", ":checked", ":disabled", ":enabled", ":read-write", ":required",
          ":placeholder-shown",
        ])
      case 10: text += ":not(.\(random.one(of: names)))"
      case 11: text += ":is(.\(random.one(of: names)), .\(random.one(of: names)) > \(random.one(of: tags)))"
      case 12: text += ":has(\(random.one(of: ["", "> ", "+ ", "~ "])).\(random.one(of: names)))"
      case 13: text += ":nth-child(1 of .\(random.one(of: names)))"
      default: text += random.one(of: [":lang(en)", ":dir(rtl)"])
      }
    }
    return text
  }

  static func rule(_ random: inout SeededGenerator) -> String {
    var selector = compound(&random)
    for _ in 0..<random.below(3) {
      selector += random.one(of: [" ", " > ", " + ", " ~ "]) + compound(&random)
    }
    let nested =
      random.below(5) == 0
      ? " \(random.one(of: ["& ", "> ", "&.a ", ".b & "]))\(compound(&random)) { left: 3px }" : ""
    if random.below(4) == 0 {
      selector += random.one(of: ["::before", ":before", "::after", "::marker", ":first-letter", "::cue"])
    }
    return "\(selector) { \(declaration(&random)); \(declaration(&random)); \(nested) }"
  }

  static func declaration(_ random: inout SeededGenerator) -> String {
    random.one(of: [
      "color: red", "color: blue", "width: \(random.below(4))px", "height: \(random.below(4))em",
      "margin: inherit",
      "font-size: \(random.below(30))px", "font-size: 1.5em", "--x: \(random.below(3))px",
      "top: var(--x, 7px)",
      "display: flex", "display: inline", "display: contents", "opacity: inherit", "width: 2rem",
      "direction: rtl",
      "margin-inline-start: 3px", "color: inherit !important", "border: 1px solid", "--x: initial",
      "all: unset", "content: 'x'",
    ])
  }

  // MARK: Changes

  private var elements: [NodeID] { nodes.filter { document[$0].element != nil } }

  private mutating func element(_ random: inout SeededGenerator) -> NodeID {
    let all = elements
    return all[random.below(all.count)]
  }

  private mutating func makeNode(_ random: inout SeededGenerator) -> NodeID {
    let nowhere = SourceRange(0..<0)
    let content: Node.Content
    switch random.below(5) {
    case 0: content = .text(random.one(of: ["", " ", "text", "שלום"]))
    case 1: content = .comment("x")
    default:
      let tag = random.one(of: Self.tags)
      content = .element(Element(name: tag, writtenName: tag, startTag: nowhere))
    }
    let node = document.makeNode(content, range: nowhere)
    nodes.append(node)
    if document[node].element != nil { for _ in 0..<random.below(3) { setAttribute(of: node, &random) } }
    return node
  }

  private mutating func grow(_ random: inout SeededGenerator) { place(makeNode(&random), &random) }

  /// Inserts a node anywhere except inside itself.
  private mutating func place(_ node: NodeID, _ random: inout SeededGenerator) {
    let parent = element(&random)
    var above: NodeID? = parent
    while let current = above {
      if current == node { return }
      above = document[current].parent
    }
    let children = Array(document.children(of: parent))
    let sibling = children.isEmpty || random.below(2) == 0 ? nil : children[random.below(children.count)]
    if let old = document[node].parent { changes.children.insert(old) }
    document.insert(node, before: sibling, in: parent)
    changes.children.insert(parent)
  }

  private mutating func setAttribute(of node: NodeID, _ random: inout SeededGenerator) {
    guard var element = document[node].element else { return }
    let name = random.one(of: [
      "class", "class", "class", "id", "style", "data-a", "data-b", "lang", "dir", "disabled", "checked",
      "type",
      "required", "placeholder", "value", "t:scope", "t:host", "textColor", "borderWidth", "align",
      "selected",
    ])
    element.attributes.removeAll { $0.name == name }
    let nowhere = SourceRange(0..<0)
    if random.below(4) > 0 {
      let value =
        switch name {
        case "class": random.one(of: ["a", "b", "a b", "c d", "d a c", "e"])
        case "style": Self.declaration(&random)
        case "lang": random.one(of: ["en", "en-US", "de", ""])
        case "dir": random.one(of: ["ltr", "rtl", "auto", "auto"])
        case "type": random.one(of: ["checkbox", "text"])
        case "t:scope", "t:host": random.one(of: ["s", "other"])
        case "textColor": "lime"
        case "borderWidth": "3"
        case "align": "center"
        default: random.one(of: Self.names)
        }
      element.attributes.append(
        Attribute(name: name, writtenName: name, value: value, nameRange: nowhere, valueRange: nowhere))
    }
    document[node].element = element
    changes.attributes.insert(node)
  }

  mutating func change(_ random: inout SeededGenerator) {
    switch random.below(12) {
    case 0, 1: grow(&random)
    case 2: place(nodes[random.below(nodes.count)], &random)
    case 3:
      let node = nodes[random.below(nodes.count)]
      guard let parent = document[node].parent, random.below(3) > 0 else { return }
      changes.children.insert(parent)
      document.remove(node)
    case 4:
      guard let text = nodes.last(where: { document[$0].text != nil }) else { return }
      document[text].content = .text(random.one(of: ["", "x", "ש"]))
      changes.text.insert(text)
    case 5:
      let node = element(&random)
      states[node] = ElementState(
        rawValue: UInt32(truncatingIfNeeded: random.next() & random.next()) & 0x7F_FFFF)
      changes.states.insert(node)
    case 6: changes.attributes.insert(nodes[random.below(nodes.count)])
    default: setAttribute(of: element(&random), &random)
    }
  }

  mutating func update() -> StyleUpdate {
    let update = live.update(document, changes: changes, states: states)
    changes = StyleChanges()
    return update
  }

  /// The fault of an update; nil when it is right.
  func fault(_ update: StyleUpdate, before: StyledDocument) -> String? {
    let fresh = stylist.styles(of: document, states: states)
    for node in document.nodes(in: document.root) {
      guard live.styled[node] == fresh[node] else {
        return "\(document[node].content) has not the style that it should have; it was "
          + (update.changed.contains(node) ? "changed" : update.added.contains(node) ? "added" : "left")
      }
      let (own, wanted) = (live.styled.pseudoElements(of: node), fresh.pseudoElements(of: node))
      func isSame(_ a: [(PseudoElement, ComputedStyle)], _ b: [(PseudoElement, ComputedStyle)]) -> Bool {
        a.elementsEqual(b, by: { $0.0 == $1.0 && $0.1 == $1.1 })
      }
      guard isSame(own, wanted) else {
        return "the pseudo-elements of \(document[node].content) have not the styles that they should have"
      }
      let isOther =
        update.added.contains(node)
        ? !wanted.isEmpty : !isSame(before.pseudoElements(of: node), wanted)
      guard !isOther || update.pseudoElements.contains(node) else {
        return "the pseudo-elements of \(document[node].content) are told wrongly"
      }
      guard document[node].element != nil, !update.added.contains(node) else { continue }
      guard update.changed.contains(node) == (before[node] != fresh[node]) else {
        return "\(document[node].content) is told wrongly"
      }
    }
    return nil
  }
}
