import HybridCSS
import HybridSource
import Testing

struct MediaQueryTests {
  /// On a light screen, 400 by 600.
  @Test(arguments: [
    ("", true), ("all", true), ("screen", true), ("SCREEN", true), ("print", false), ("tv", false),
    ("not print", true),
    ("not screen", false), ("only screen", true), ("screen, print", true), ("print, tv", false),
    ("screen,,", true), (",", false),
    // Sizes: Media Queries 4 §4
    ("(width: 400px)", true), ("(min-width: 400px)", true), ("(max-width: 400px)", true),
    ("(min-width: 401px)", false),
    ("(max-width: 399px)", false), ("(min-width:25em)", true), ("(min-width: 25.1rem)", false),
    ("(width >= 400px)", true),
    ("(width < 400px)", false), ("(400px <= width)", true), ("(300px < width <= 400px)", true),
    ("(500px > width > 400px)", false),
    ("(width = 400px)", true), ("(width)", true), ("(height > 45pc)", false), ("(max-height: 450pt)", true),
    ("(width: 100vw)", true),
    ("(WIDTH > 300PX)", true), ("(min-width: 0)", true), ("(min-width: -1px)", true), ("(width>300px)", true),
    ("(width < = 400px)", false),
    ("(orientation: portrait)", true), ("(ORIENTATION: Landscape)", false), ("(orientation)", true),
    ("(aspect-ratio: 2/3)", true),
    ("(aspect-ratio: 4 / 6)", true), ("(min-aspect-ratio: 1)", false), ("(aspect-ratio < 0.7)", true),
    ("(max-aspect-ratio: 1/1)", true),
    ("(prefers-color-scheme: light)", true), ("(prefers-color-scheme: dark)", false),
    ("(prefers-color-scheme)", true),
    ("(prefers-reduced-motion: reduce)", false), ("(prefers-reduced-motion)", false),
    ("(min-resolution: 2dppx)", false), ("(color)", true),
    // Combining: §2.5
    ("(width > 1px) and (height > 1px)", true), ("(width > 1px) and (height > 1000px)", false),
    ("(width > 1000px) or (height > 1px)", true),
    ("not (width > 1000px)", true), ("not ((width > 1px) and (height > 1px))", false),
    ("((width > 1px) or (width > 2px)) and (height > 1px)", true),
    ("screen and (width > 1px)", true), ("print and (width > 1px)", false),
    ("not all and (width > 1px)", false), ("not all and (width > 1000px)", true),
    ("not screen and (width > 1000px)", true), ("screen and (not (width > 1000px))", true),
    ("screen and not (width > 1000px)", true),
    ("((((width > 1px))))", true), ("not print and (width > 1px)", true),
    // Unknown is neither true nor false: §3.1
    ("(frobnicate)", false), ("not (frobnicate)", false), ("(frobnicate) or (width)", true),
    ("(frobnicate: 3px) and (width)", false),
    ("not ((frobnicate) and (width > 1000px))", true), ("(min-width: frob)", false),
    ("not (min-width: frob)", false), ("(width: 3s)", false),
    ("frob(x)", false), ("(min-width 10px)", false), ("(min-width:)", false), ("()", false),
    ("(min-orientation: portrait)", false),
    ("(orientation: 3px)", false), ("(min-width)", false), ("(min-width > 1px)", false),
    ("(width: 400)", false), ("(1px < width > 1px)", false),
    // Malformed is "not all": §3.2
    ("(width) and (height) or (width)", false), ("screen and (width) or (height)", false), ("not", false),
    ("and", false), ("screen (width)", false),
    ("(width) && (height)", false), ("or and", false), ("not (width) and (height)", false),
    ("(width) and", false), ("only (width)", false),
    ("screen and", false), ("(width) garbage, screen", true), ("(width), &", true), ("not not screen", false),
    ("layer", false),
    ("(width)and (height)", true), ("(width) and(height)", false),
  ])
  func queryHolds(_ text: String, _ expected: Bool) {
    var diagnostics: [Diagnostic] = []
    let source = Source(path: "", text: text)
    let list = MediaQueryList(parseComponentValues(source)[...], in: source, diagnostics: &diagnostics)
    #expect(list.matches(MediaEnvironment(width: 400, height: 600)) == expected)
  }

  @Test(arguments: [
    ("@media (min-wdith: 1px) {}", "css.unknown-media-feature", "did you mean 'min-width'?"),
    ("@media screen und (width) {}", "css.invalid-media-query", nil),
    (
      "@media (width) and (height) or (width) {}", "css.invalid-media-query",
      "'and' and 'or' cannot be mixed without parentheses"
    ),
    ("@media (orientation: sideways) {}", "css.invalid-media-query", nil), ("@media (width) {}", nil, nil),
    ("@suports (display: flex) {}", "css.unknown-at-rule", "did you mean '@supports'?"),
    ("@supports display: flex {}", "css.invalid-supports", nil),
  ])
  func mistakesAreReported(_ sheet: String, _ code: String?, _ hint: String?) {
    let diagnostics = StyleSheet.parse(Source(path: "", text: sheet)).diagnostics
    #expect(diagnostics.first?.code == code)
    #expect(diagnostics.first?.hint == hint)
  }
}

struct SupportsTests {
  @Test(arguments: [
    ("(display: flex)", true), ("not (display: flex)", false), ("(frob: 1px)", false),
    ("not (frob: 1px)", true),
    ("(width: 1px) and (display: flex)", true), ("(frob: 1px) or (width: 1px)", true),
    ("(frob: 1px) and (width: 1px)", false),
    ("not ((frob: 1px) or (width: 1px))", false), ("selector(:is(a))", true), ("selector(a > b)", true),
    ("selector(:nonsense)", false),
    ("not selector(:nonsense)", true), ("selector(:is(:nonsense))", false), ("selector(a, b)", false),
    ("(--x: anything)", true),
    ("((width: 1px))", true), ("(DISPLAY: FLEX)", true), ("frob(x)", false), ("not frob(x)", true),
    ("(width: 1px !important)", true), ("(width)", false),
    ("(width: 1px) and (not (frob: -1px))", true),
    // Malformed: the rule is dropped, whatever it would be.
    ("(width: 1px) and (frob: x) or (width: 1px)", false), ("not not (width: 1px)", false), ("", false),
    ("width: 1px", false),
    ("not(width: 1px)", false),
  ])
  func conditionHolds(_ condition: String, _ expected: Bool) {
    let page = "<p id=\"a\"></p>"
    #expect(
      rules(["@supports \(condition) { p { width: 1px } }"], for: "a", in: page) == (expected ? ["p"] : []))
  }
}
