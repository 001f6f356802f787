import HybridDOM
import HybridSource
import Testing

@testable import HybridCSS

private let page = """
  <html><body><div id="outer"><div id="list"><div id="card">\
  <p id="plain"><b id="x"></b></p></div></div></div></body></html>
  """

private let base = """
  html { font-size: 16px } #outer { container: outer / size } #list { container-type: inline-size; --l: 1 }
  #card { container-name: card dark; --k: 10px; --n: 3; font-size: 20px; --empty: ; --word: a b }
  #plain { --k: 4px; --m: 10px }
  """

/// The styles of a page with containers of known sizes.
private func live(_ css: String, html: String = page, _ sizes: [String: ContainerSize]) -> (
  styles: LiveStyles, document: Document
) {
  let document = HybridCSSTests.document(html)
  let sheet = StyleSheet.parse(Source(path: "a.css", text: css))
  var styles = LiveStyles(
    Stylist(author: [RuleSet(sheet)], environment: MediaEnvironment(width: 400, height: 600)), document)
  let nodes = Dictionary(
    document.nodes(in: document.root).compactMap { node in document[node].element?.id.map { ($0, node) } }
  ) { first, _ in first }
  _ = styles.update(
    document,
    containerSizes: Dictionary(
      uniqueKeysWithValues: sizes.compactMap { id, size in nodes[id].map { ($0, size) } }))
  return (styles, document)
}

private let sizes = [
  "outer": ContainerSize(width: 300, height: 200), "list": ContainerSize(width: 150, height: nil),
]

/// The computed width of `#x`.
private func width(_ css: String, html: String = page, _ sizes: [String: ContainerSize] = sizes) -> String? {
  let (styles, document) = live(base + css, html: html, sizes)
  let node = document.nodes(in: document.root).first { document[$0].element?.id == "x" }
  return node.flatMap { styles.styled[$0].cssText(of: .width) }
}

struct ContainerQueryTests {
  /// `#list` is 150 px wide; `#outer` is 300 by 200. Chromium 156 answers the same.
  @Test(arguments: [
    // The nearest container that can answer
    ("(width: 150px)", true), ("(width > 150px)", false), ("(height: 200px)", true),
    ("(min-width: 100px) and (max-width: 200px)", true), ("(100px < width <= 150px)", true),
    ("(width: 300px) and (height: 200px)", true), ("(inline-size = 150px)", true), ("(block-size)", true),
    ("(aspect-ratio: 3/2)", true), ("(orientation: landscape)", true), ("(min-aspect-ratio: 2)", false),
    ("outer (width: 300px)", true), ("outer (height > 200px)", false), ("card (width)", false),
    ("not (width > 200px)", true), ("not ((width > 200px) or (width = 10px))", true),
    ("(width > 200px) or (width < 160px)", true), ("((width > 1px) and (not (width > 200px)))", true),
    // Lengths are relative to the container, and to those around it.
    ("(width > 9em)", true), ("outer (width = 100cqw)", false), ("(width = 50cqw)", true),
    ("(width = 37.5vw)", true),
    // Names alone, and lists
    ("card", true), ("dark", true), ("outer", true), ("other", false), ("other, card", true),
    ("(width > 200px), outer (width > 200px)", true), ("(width > 200px), (width > 201px)", false),
    // Custom properties: those of the parent, or of the container with a name
    ("style(--k: 4px)", true), ("style(--k: 10px)", false), ("card style(--k: 10px)", true),
    ("style(--n: 3)", true), ("style(--n)", true), ("style(--none)", false), ("style(--none: initial)", true),
    ("style(--n: initial)", false), ("style(--n > 2)", true), ("style(1 < --n <= 3)", true),
    ("style(--n >= 4)", false), ("style(--k < 1em)", true), ("style(--k = --m)", false),
    ("card style(--k < 1em)", true), ("style(--m: var(--none))", false), ("style(--word: a b)", true),
    ("style(--m: 10PX)", false), ("style((--n: 3) and (not (--k: 10px)))", true),
    ("style(not (--n: 3))", false), ("not style(--n: 3)", false), ("style(--n > 1px)", false),
    ("(width: 150px) and style(--l: 1)", true), ("(width: 150px) and style(--k)", false),
    ("card style(--word > 1)", false),
    // Unknown is neither true nor false.
    ("(frob: 1px)", false), ("not (frob: 1px)", false), ("(frob) or (width)", true),
    ("not ((frob) and (width > 999px))", true), ("frob(x)", false), ("not frob(x)", false),
    ("style(color: red)", false), ("not style(color: red)", false), ("scroll-state(stuck: top)", false),
    ("(hover)", false), ("(resolution > 1dppx)", false), ("()", false), ("style()", false),
  ])
  func queryHolds(_ prelude: String, _ expected: Bool) {
    #expect(width("@container \(prelude) { #x { width: 7px } }") == (expected ? "7px" : "auto"))
  }

  /// What Chromium drops with the block.
  @Test(arguments: [
    "", "(width) and (height) or (width)", "not not (width)", "(width > 1px) and", "a b (width)",
    "none (width)",
    "and (width)", "card, ", "(width) (height)", "card(width", "1px",
  ])
  func malformedRulesAreDropped(_ prelude: String) {
    let sheet = StyleSheet.parse(
      Source(path: "a.css", text: "@container \(prelude) { #x { width: 7px } } #x { height: 3px }"))
    #expect(sheet.diagnostics.first?.code == "css.invalid-container" || prelude == "card(width")
    #expect(!sheet.rules.contains { if case .container = $0 { true } else { false } })
  }

  @Test(arguments: [
    ("@container (min-wdith: 1px) {}", "css.unknown-container-feature", "did you mean 'min-width'?"),
    ("@container (resolution > 1dppx) {}", "css.unknown-container-feature", nil),
    ("@container styel(--x) {}", "css.unknown-container-feature", "did you mean 'style'?"),
    (
      "@container style(color: red) {}", "css.unsupported-value",
      "ask for a custom property: 'style(--name: value)'"
    ),
    (
      "@container scroll-state(stuck: top) {}", "css.unsupported-value",
      "a script can set a class at 'scroll'"
    ),
    ("@container card (width > 400px) and style(--x: 1) {}", nil, nil),
    ("@contianer (width) {}", "css.unknown-at-rule", "did you mean '@container'?"),
  ])
  func mistakesAreReported(_ sheet: String, _ code: String?, _ hint: String?) {
    let diagnostics = StyleSheet.parse(Source(path: "", text: sheet)).diagnostics
    #expect(diagnostics.first?.code == code)
    #expect(diagnostics.first?.hint == hint)
  }

  @Test func rulesNestInOneAnother() {
    let css = """
      @container outer (width > 200px) { @media (width: 400px) { @container (width < 200px) { @layer l {
        #plain { #x { width: 7px } } } } } }
      @container outer (width > 999px) { @container (width) { #x { width: 8px } } }
      #plain { @container (width < 200px) { & #x { height: 9px } } }
      """
    #expect(width(css) == "7px")
  }

  @Test func aContainerWithoutASizeAnswersNothing() {
    #expect(width("@container (width < 9999px) { #x { width: 7px } }", [:]) == "auto")
    #expect(width("@container not (width < 9999px) { #x { width: 7px } }", [:]) == "auto")
    // The nearest container is asked, whether it has a box or not.
    #expect(width("@container (width) { #x { width: 7px } }", ["outer": sizes["outer"]!]) == "auto")
  }

  @Test(arguments: [
    ("10cqw", "15px"), ("10cqh", "20px"), ("10cqi", "15px"), ("10cqb", "20px"), ("10cqmin", "15px"),
    ("10cqmax", "20px"), ("calc(10cqw + 1px)", "16px"), ("min(50cqw, 40px)", "40px"), ("10CQW", "15px"),
    ("var(--w)", "30px"),
  ])
  func lengthsAreRelativeToContainers(_ value: String, _ expected: String) {
    #expect(width("#outer { --w: 20cqw } #x { width: \(value) }") == expected)
    // Without a container they are relative to the viewport.
    let bare = width("#x { width: 10cqw }", html: #"<html><b id="x"></b></html>"#)
    #expect(bare == "40px")
  }

  @Test func anElementIsNoContainerOfItselfButOneOfItsPseudoElements() {
    let css = """
      @container (width > 200px) { #list { height: 1px } #list::before { content: 'x'; height: 2px } }
      @container (width < 200px) { #list::before { content: 'x'; height: 3px; width: 10cqw } }
      #list { max-height: 10cqw }
      """
    let (styles, document) = live(base + css, sizes)
    let list = document.nodes(in: document.root).first { document[$0].element?.id == "list" }
    guard let list else { return }
    #expect(styles.styled[list].cssText(of: .height) == "1px")
    #expect(styles.styled[list].cssText(of: .maxHeight) == "30px")
    let before = styles.styled.style(of: .before, at: list)
    #expect(before?.cssText(of: .height) == "3px" && before?.cssText(of: .width) == "15px")
  }

  @Test func namesAndTypesAreReadAndWritten() {
    let sheet =
      "#x { container: a B / inline-size } #plain { container: none } #card { container-type: size }"
    let (styles, document) = live(sheet, [:])
    func text(_ id: String, _ name: String) -> String? {
      document.nodes(in: document.root).first { document[$0].element?.id == id }.flatMap {
        styles.styled[$0].cssText(named: name)
      }
    }
    #expect(text("x", "container-name") == "a B" && text("x", "container-type") == "inline-size")
    #expect(text("plain", "container-name") == "none" && text("card", "container-type") == "size")
    for bad in ["/ size", "and", "not / size", "a / big", "a,b", "none a"] {
      #expect(!isSupported(condition: "container: \(bad)", dialect: .standard), "\(bad)")
    }
  }

  /// Hostile: as many containers in one another, and as many names that none has.
  @Test func deepContainersCostNoMoreThanTheirNumber() {
    let count = 1500
    let html =
      (0..<count).map { "<div id=\"d\($0)\">" }.joined() + "<b id=\"x\"></b>"
      + String(repeating: "</div>", count: count)
    let css =
      "div { container-type: inline-size; width: 99cqw }"
      + (0..<20).map { "@container none\($0) (width > 1px) { b { width: 1px } }" }.joined()
      + "@container (width > 1px) { b { width: 2px } }"
    let sizes = Dictionary(
      uniqueKeysWithValues: (0..<count).map {
        ("d\($0)", ContainerSize(width: Double(count - $0), height: nil))
      })
    let (styles, document) = live(css, html: html, sizes)
    let node = document.nodes(in: document.root).first { document[$0].element?.id == "x" }
    #expect(node.flatMap { styles.styled[$0].cssText(of: .width) } == "auto")
    let outer = document.nodes(in: document.root).first { document[$0].element?.id == "d1498" }
    #expect(outer.flatMap { styles.styled[$0].cssText(of: .width) } == "2.97px")
  }
}
