import HybridCSS
import HybridDOM
import HybridSource

/// Matching and cascade: 10,000 elements against 5,000 rules, as on a large page with a large style sheet.
///
/// The budget for styling is 100 ms. Parsing and indexing the sheet happen once per sheet and are reported
/// separately.
func benchCSS() {
  let clock = ContinuousClock()
  let document = cssBenchDocument(elements: 10_000)
  let text = cssBenchSheet(rules: 5_000)

  func best(_ times: Int, _ body: () -> Void) -> Duration {
    (0..<times).map { _ in clock.measure(body) }.min() ?? .zero
  }

  var sheet = StyleSheet(path: "bench.css")
  print(
    """
    css read     \(shown(best(3) { sheet = StyleSheet.parse(Source(path: "bench.css", text: text)) }))
    """
  )
  if let first = sheet.diagnostics.first { print(first) }
  var ruleSet = RuleSet(sheet)
  print("css index    \(shown(best(3) { ruleSet = RuleSet(sheet) }))")
  let stylist = Stylist(author: [ruleSet], environment: MediaEnvironment(width: 375, height: 667))
  var styled = stylist.styles(of: document)
  let time = best(10) { styled = stylist.styles(of: document) }
  let tree = StyleTree(document)
  let nodes = tree.nodes
  var matcher = StyleMatcher([ruleSet], tree: tree, environment: stylist.environment)
  var matches: [MatchedRule] = []
  var total = 0
  let matching = best(5) {
    total = 0
    for node in nodes {
      matcher.collectMatches(of: node.index, in: tree, into: &matches)
      total += matches.count
    }
  }
  print(
    "css style    \(shown(time)) for \(nodes.count) elements × \(ruleSet.rules.count) rules,"
      + """
       of which matching \(shown(matching)); \(total) matches, \(styled.styles.count) distinct styles
      """
  )
}

/// A page of sections, cards, rows and labels, with the classes of a design system.
func cssBenchDocument(elements: Int) -> Document {
  var document = Document(files: ["bench.html"], isHTML: true)
  let nowhere = SourceRange(0..<0)
  var made = 0
  func add(_ name: String, _ attributes: [(String, String)], to parent: NodeID) -> NodeID {
    let list = attributes.map {
      Attribute(name: $0.0, writtenName: $0.0, value: $0.1, nameRange: nowhere, valueRange: nowhere)
    }
    let element = Element(name: name, writtenName: name, attributes: list, startTag: nowhere)
    let node = document.makeNode(.element(element), range: nowhere)
    document.append(node, to: parent)
    made += 1
    return node
  }
  let html = add("html", [], to: document.root)
  let body = add("body", [("class", "app")], to: html)
  var random = BenchRandom(state: 7)
  while made < elements {
    let section = add(
      "section", [("class", "section s\(random.below(40))"), ("id", "section-\(made)")], to: body)
    for _ in 0..<(3 + random.below(6)) where made < elements {
      let kind = random.below(120)
      let card = add(
        "div", [("class", "card card-\(kind) \(random.below(3) == 0 ? "is-active" : "")")], to: section)
      let head = add("header", [("class", "card__head")], to: card)
      _ = add("h2", [("class", "title t\(random.below(60))")], to: head)
      _ = add(
        "span",
        [("class", "badge badge-\(random.below(30))"), ("data-state", random.below(2) == 0 ? "new" : "old")],
        to: head)
      let list = add("ul", [("class", "list")], to: card)
      for _ in 0..<(2 + random.below(5)) where made < elements {
        let item = add("li", [("class", "item item-\(random.below(200))")], to: list)
        _ = add("img", [("class", "thumb"), ("src", "a.png")], to: item)
        let label = add("p", [("class", "label u-m-\(random.below(20)) u-c-\(random.below(20))")], to: item)
        if random.below(4) == 0 { _ = add("a", [("href", "#"), ("class", "link")], to: label) }
        if random.below(10) == 0 {
          _ = add(
            "button",
            [("class", "btn btn-\(random.below(20))"), ("style", "margin-left: \(random.below(9))px")],
            to: item)
        }
      }
    }
  }
  return document
}

/// Rules typical of such a page: most use classes that few elements have.
func cssBenchSheet(rules: Int) -> String {
  var random = BenchRandom(state: 11)
  var text = ":root { --gap: 8px; --ink: #222; --accent: rgb(30 90 200) } * { box-sizing: border-box }\n"
  let bodies: [(inout BenchRandom) -> String] = [
    { "margin: \($0.below(20))px \($0.below(20))px; padding: \($0.below(12))px" },
    { "color: #\($0.below(9))\($0.below(9))\($0.below(9)); font-size: \(10 + $0.below(12))px" },
    { "display: flex; flex-direction: \($0.below(2) == 0 ? "row" : "column"); gap: var(--gap)" },
    { "width: calc(\($0.below(100))% - \($0.below(30))px); height: \($0.below(90))px" },
    { "border: \($0.below(4))px solid var(--accent); border-radius: \($0.below(9))px" },
    { "background: linear-gradient(red, blue); opacity: .\(1 + $0.below(9))" },
    { "line-height: 1.\($0.below(9)); text-align: center; font-weight: \(($0.below(9) + 1) * 100)" },
    { "position: relative; top: \($0.below(9))px; z-index: \($0.below(9))" },
  ]
  for index in 0..<rules {
    let selector: String
    switch random.below(20) {
    case 0: selector = "section .card-\(random.below(120))"
    case 1: selector = ".card-\(random.below(120)) .title"
    case 2: selector = ".item-\(random.below(200)) > .label"
    case 3: selector = ".list .item-\(random.below(200))"
    case 4: selector = ".s\(random.below(40)) .badge-\(random.below(30))"
    case 5: selector = ".t\(random.below(60)), .u-m-\(random.below(20))"
    case 6: selector = ".btn-\(random.below(20)):not(.is-active)"
    case 7 where random.below(8) == 0: selector = ".item:nth-child(\(2 + random.below(5))n+1)"
    case 8 where random.below(8) == 0: selector = ".badge[data-state=new]"
    case 9 where random.below(8) == 0: selector = "h2 + .badge"
    case 10: selector = "#section-\(random.below(10_000)) .card"
    case 11: selector = ".card.is-active .u-c-\(random.below(20))"
    default: selector = ".component-\(index) .part-\(random.below(50))"
    }
    text += "\(selector) { \(bodies[random.below(bodies.count)](&random)) }\n"
  }
  return text
}

/// A random number generator with the same numbers in every run.
struct BenchRandom {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
