import HybridSource
import Testing

@testable import HybridCSS

/// The computed style of an element of a native page, 400 × 300 points.
private func native(_ declarations: String) -> ComputedStyle { computed(declarations, dialect: .native) }

@Test(
  "native names and values are those of CSS, written otherwise",
  arguments: [
    ("width: 10", "width: 10px"), ("width: 10px", "width: 10px"), ("width: 50%", "width: 50%"),
    ("width: auto", ""), ("min-width: 3", "min-width: 3px"), ("max-height: 4", "max-height: 4px"),
    ("left: 1; top: 2%", "left: 1px; top: 2%"), ("start: 5", "left: 5px"), ("end: 5", "right: 5px"),
    ("direction: rtl; start: 5", "direction: rtl; right: 5px"),
    ("margin: 3", "margin: 3px"), ("margin: 1 2", "margin: 1px 2px"), ("margin-start: 4", "margin-left: 4px"),
    ("margin-end: 4", "margin-right: 4px"), ("margin-horizontal: 2%", "margin: 0 2%"),
    ("margin-vertical: 6", "margin: 6px 0"), ("margin-left: auto", "margin-left: auto"),
    ("padding: 3", "padding: 3px"), ("padding-start: 4", "padding-left: 4px"),
    ("padding-end: 4", "padding-right: 4px"), ("padding-horizontal: 2", "padding: 0 2px"),
    ("padding-vertical: 6", "padding: 6px 0"), ("padding-top: 1", "padding-top: 1px"),
    ("aspectRatio: 1.5", "aspect-ratio: 1.5"), ("aspectratio: 2", "aspect-ratio: 2"),
    ("font-size: 14", "font-size: 14px"), ("font: Helvetica 14", "font: 14px Helvetica"),
    ("font: Helvetica-Bold 14px", "font: 14px Helvetica-Bold"), ("text-align: center", "text-align: center"),
    ("border-width: 2", "border: 2px solid"), ("border: 1 solid red", "border: 1px solid #f00"),
    ("border: solid", "border: 3px solid"), ("border-radius: 4", "border-radius: 4px"),
    ("border-width: 1; border-color: red", "border: 1px solid red"), ("z-index: 3", "z-index: 3"),
    ("display: none", "display: none"), ("display: flex", ""), ("flex-direction: column", ""),
    ("flex-direction: row-reverse", "flex-direction: row-reverse"), ("flex-wrap: wrap", "flex-wrap: wrap"),
    ("justify-content: space-between", "justify-content: space-between"),
    ("align-items: center", "align-items: center"), ("align-items: space-between", ""),
    ("align-items: auto", ""), ("align-self: space-around", "align-self: auto"),
    ("align-content: space-around", "align-content: space-around"), ("align-content: flex-start", ""),
    ("justify-content: center; align-content: stretch", "align-content: stretch; justify-content: center"),
    ("flex-grow: 2", "flex-grow: 2"), ("flex-shrink: 1", "flex-shrink: 1"),
    ("flex-basis: 50%", "flex-basis: 50%"),
    ("flex-basis: 20", "flex-basis: 20px"), ("flex: 1", "flex: 1 1 0%"),
    ("position: absolute", "position: absolute"), ("position: relative", ""),
    ("overflow: hidden", "overflow: hidden"), ("overflow: scroll", "overflow: scroll"),
    ("color: 0xff0000", "color: red"), ("color: ff0000", "color: red"), ("color: 123456", "color: #123456"),
    ("color: #fff", "color: white"), ("color: 0f0", "color: lime"), ("color: red", "color: #f00"),
    ("color: rgba(255,0,0,0.5)", "color: hsl(0 100% 50% / .5)"), ("color: nonsense", ""),
    ("color: blue; color: nonsense", "color: blue"),
    ("text-align: right; text-align: middle", "text-align: right"),
    ("width: 50%H", "width: 50vw"), ("height: 10%V", "height: 10vh"),
    ("margin-left: -5%H", "margin-left: -5vw"),
    ("width: calc(50%H - 10)", "width: 190px"), ("width: calc(50%H-10)", "width: 190px"),
    ("width: calc(50%H-10px)", "width: 190px"), ("width: calc(5%H+15%H)", "width: 80px"),
    ("height: calc(100%V - (20 + 10) * 2)", "height: 240px"), ("width: calc(7 / 2)", "width: 3.5px"),
    ("width: calc(100%H/3 - 1)", "width: calc(400px / 3 - 1px)"),
    ("width: calc(50% - 10)", "width: calc(50% - 10px)"),
    ("width: calc(10 + red)", ""), ("width: calc(10 10)", ""), ("width: calc(50%H-)", ""),
    ("box-shadow: 0 2 4 red", "box-shadow: 0 2px 4px red"),
  ])
func nativeDeclarations(written: String, css: String) {
  #expect(native(written) == native(css))
}

@Test(
  "what CSS has beyond TokenHybrid is read in both dialects",
  arguments: [
    "flex: 1 1 auto", "gap: 4px 8px", "opacity: .5", "transform: rotate(45deg) translate(10px, 50%)",
    "background: linear-gradient(to right, red, blue 50%)", "background: radial-gradient(circle, red, blue)",
    "background: url(https://a.b/c.png) center / cover no-repeat", "box-shadow: 0 1px 2px rgba(0,0,0,.2)",
    "text-shadow: 1px 1px red", "border-radius: 1px 2px 3px 4px / 5px", "border-top-left-radius: 3px",
    "object-fit: cover", "object-position: left top", "transition: opacity .2s ease-in",
    "animation: spin 1s infinite",
    "font-weight: bold", "font-family: \"A B\", sans-serif", "line-height: 1.5", "order: 2",
    "visibility: hidden",
    "border: 1px dashed #123", "border-bottom: 2px solid red", "margin: 1px 2px 3px 4px", "padding: 1px 2px",
    "text-decoration: underline", "letter-spacing: 1px", "text-overflow: ellipsis", "white-space: nowrap",
    "min-width: min-content", "inset: 0", "place-items: center", "outline: 1px solid red",
    "pointer-events: none",
    "width: calc(100% - 2 * 10px)", "width: min(50%, 200px)", "color: hsl(120 50% 50%)", "grid-area: 1 / 2",
    "width: var(--x)", "margin-inline: 3px", "text-transform: uppercase", "-webkit-line-clamp: 2",
    "cursor: pointer",
  ])
func commonDeclarations(css: String) {
  for dialect in [Dialect.standard, .native] {
    let result = read(css, dialect: dialect)
    #expect(result.fault == nil && !result.declarations.isEmpty, "\(dialect)")
  }
}

@Test("names without effect are dropped without a word, unknown ones with one")
func namesWithoutEffect() {
  for css in ["image: a.png", "imageMode: aspectfill", "highlight-color: red"] {
    #expect(read(css, dialect: .native).declarations.isEmpty && read(css, dialect: .native).fault == nil)
    #expect(read(css).fault != nil)
  }
  #expect(read("imagemoed: fill", dialect: .native).fault?.code == "css.unknown-property")
  #expect(read("text-align: middle", dialect: .native).fault?.code == "css.invalid-value")
}

@Test("native sheets have comments to the end of the line, but not in URLs")
func lineComments() {
  let css = """
    // .a { color: red }
    #x { width: 1; // color: red; }
      background: url(http://a/b.png); height: 2; //
    } // the end
    """
  let styled = styles(css, "<html><p id=\"x\"></p></html>", dialect: .native)("x")
  #expect(
    styled
      == styles(
        "#x { width: 1px; height: 2px; background: url(http://a/b.png) }", "<html><p id=\"x\"></p></html>",
        dialect: .native)("x"))
  let sheet = StyleSheet.parse(Source(path: "a.css", text: css), dialect: .native)
  #expect(sheet.diagnostics.isEmpty)
  #expect(!StyleSheet.parse(Source(path: "a.css", text: css)).diagnostics.isEmpty)
}

@Test("colours by chance are the same each time, and hang on their place")
func chanceColours() {
  let css = "a { color: color.randomColor } b { color: color.randomColor } i { color: color.randomThemColor }"
  func colors() -> [SpecifiedValue] {
    RuleSet(StyleSheet.parse(Source(path: "a.css", text: css), dialect: .native)).rules.flatMap {
      $0.declarations.map(\.value)
    }
  }
  #expect(colors() == colors() && colors().count == 3 && colors()[0] != colors()[1])
}
