import HybridCSS
import HybridSource
import Testing

/// The parsed sheet as text: style rules as `selectors { declarations nested }`, the rest by name.
private func outline(_ rules: [Rule], _ source: Source) -> String {
  rules.map { rule -> String in
    switch rule {
    case .style(let rule):
      let parts = [outline(rule.declarations, source), outline(rule.rules, source)].filter { !$0.isEmpty }
      return "\(source.text(in: rule.range)) {\(parts.joined(separator: " "))}"
    case .declarations(let declarations): return outline(declarations, source)
    case .media(_, let rules): return "@media {\(outline(rules, source))}"
    case .container(let list, let rules): return "@container \(list.text) {\(outline(rules, source))}"
    case .supports(_, let rules): return "@supports {\(outline(rules, source))}"
    case .layer(let name, let rules):
      return "@layer \(name?.parts.joined(separator: ".") ?? "") {\(outline(rules, source))}"
    case .counterStyle(let rule): return "@counter-style \(rule.name)"
    case .fontFace(let rule): return "@font-face \(rule.face.family)"
    case .keyframes(let rule): return "@keyframes \(rule.name)"
    case .property(let rule): return "@property \(rule.name)"
    case .startingStyle(let rules): return "@starting-style {\(outline(rules, source))}"
    case .layerStatement(let names): return "@layer \(names.map { $0.parts.joined(separator: ".") });"
    case .import(let rule): return "@import \(rule.url);"
    }
  }.joined(separator: " ")
}

private func outline(_ declarations: [PropertyDeclaration], _ source: Source) -> String {
  declarations.map { source.text(in: $0.range) + ";" }.joined()
}

/// CSS Syntax 3 §2.2, *Error handling*, and §5.5, *Parser algorithms*.
struct RecoveryTests {
  @Test(arguments: [
    ("a { width: 1px }", "a {width: 1px;}"), ("a { width: 1px; }", "a {width: 1px;}"),
    ("a { ; ; width: 1px;; }", "a {width: 1px;}"),
    ("a { width 1px; height: 2px }", "a {height: 2px;}"), ("a { $x: 1px; height: 2px }", "a {height: 2px;}"),
    ("a { *width: 1px; height: 2px }", "a {height: 2px;}"), ("a { : 1px; height: 2px }", "a {height: 2px;}"),
    ("a { @frob; height: 2px }", "a {height: 2px;}"),
    ("a { @frob x { width: 1px } height: 2px }", "a {height: 2px;}"),
    ("a { @frob x [ width: 1px; ]; height: 2px }", "a {height: 2px;}"),
    ("a { /* ; } */ height: 2px }", "a {height: 2px;}"),
    ("a { width: {11px; width: 12px}; height: 2px }", "a {height: 2px;}"),
    ("a { 11width: 1px; height: 2px }", "a {height: 2px;}"),
    ("a { <!-- width: 1px; height: 2px }", "a {height: 2px;}"),
    ("a { width/**/: 1px }", "a {width/**/: 1px;}"),
    ("a { width/**/x: 1px; height: 2px }", "a {height: 2px;}"),
    ("a { width: 1px !important }", "a {width: 1px !important;}"),
    // Rules
    ("} a { width: 1px } b { width: 2px }", "b {width: 2px;}"),
    ("; a { width: 1px } b { width: 2px }", "b {width: 2px;}"),
    (
      "a { @starting-style { width: 1px; b { width: 2px } } }",
      "a {@starting-style {width: 1px; b {width: 2px;}}}"
    ),
    (") a { width: 1px } b { width: 2px }", "b {width: 2px;}"),
    ("a [ { x } ] { width: 1px } b { width: 2px }", "b {width: 2px;}"),
    ("{ width: 1px } b { width: 2px }", "b {width: 2px;}"),
    ("a; b { width: 1px } c { width: 2px }", "c {width: 2px;}"),
    ("a, { width: 1px } c { width: 2px }", "c {width: 2px;}"),
    ("@ { width: 1px } c { width: 2px }", "c {width: 2px;}"),
    ("@unknown \"x;y\" [a;b] (c}) { a { width: 1px } } c { width: 2px }", "c {width: 2px;}"),
    ("@unknown; c { width: 2px }", "c {width: 2px;}"),
    ("<!-- a { width: 1px } --> c { width: 2px }", "a {width: 1px;} c {width: 2px;}"),
    ("--x: { a } c { width: 2px }", "c {width: 2px;}"),
    (
      "@font-face { font-family: X } @scope (p) { p { width: 1px } } @page { width: 1px } c { width: 2px }",
      "c {width: 2px;}"
    ),
    ("@namespace svg url(x); c { width: 2px }", "c {width: 2px;}"),
    ("@media; c { width: 2px }", "c {width: 2px;}"),
    ("@media print { width: 3px; a { width: 1px } }", "@media {a {width: 1px;}}"),
    ("@media print { a:hover { width: 1px } }", "@media {a:hover {width: 1px;}}"),
    ("@import \"foo\n; a { width: 1px } c { width: 2px }", "a {width: 1px;} c {width: 2px;}"),
    ("@MEDIA all { a { width: 1px } }", "@media {a {width: 1px;}}"),
    ("@layer x.y , z; a { width: 1px }", "@layer [\"x.y\", \"z\"]; a {width: 1px;}"),
    // The end of the sheet closes everything
    ("a { width: 1px", "a {width: 1px;}"), ("@media all { a { width: 1px", "@media {a {width: 1px;}}"),
    ("a { width: 1px /* open", "a {width: 1px;}"),
    ("a { height: 1px; width", "a {height: 1px;}"), ("a { width: 1px } b", "a {width: 1px;}"),
    ("a { width: 1px } @media", "a {width: 1px;}"),
    ("a { width: 1px } /* b { width: 1px }", "a {width: 1px;}"),
    ("a { width: calc(1px", "a {width: calc(1px;}"), ("a", ""), ("", ""), ("a {", "a {}"),
    // Nesting: a declaration is tried first, then a rule
    ("a { b:hover { width: 1px } height: 2px }", "a {b:hover {width: 1px;} height: 2px;}"),
    ("a { width: 3px; b { width: 1px } height: 2px }", "a {width: 3px; b {width: 1px;} height: 2px;}"),
    ("a { b:nonsense { width: 1px; } height: 2px }", "a {height: 2px;}"),
    ("a { b:c:d { width: 1px; } height: 2px }", "a {height: 2px;}"),
    ("a { --x: { b: c }; height: 2px }", "a {--x: { b: c };height: 2px;}"),
    ("a { %{ width: 1px } height: 2px }", "a {height: 2px;}"),
    ("a { @media all { width: 1px; b { width: 2px } } }", "a {@media {width: 1px; b {width: 2px;}}}"),
    ("a { @layer x { width: 1px } @layer y; height: 2px }", "a {@layer x {width: 1px;} height: 2px;}"),
    ("a { & { } & {} }", "a {& {} & {}}"),
    ("a { b { width: 1px; ( }; ) } } c { width: 1px }", "a {b {width: 1px;}} c {width: 1px;}"),
    // Newlines and odd bytes
    ("a {\r\nwidth: 1px;\r\n}\u{C}b\r{ height: 2px }", "a {width: 1px;} b {height: 2px;}"),
    ("\u{FEFF}a { width: 1px }", "a {width: 1px;}"),
  ])
  func recovers(_ sheet: String, _ expected: String) {
    let source = Source(path: "a.css", text: sheet)
    #expect(outline(StyleSheet.parse(source).rules, source) == expected)
  }

  @Test(arguments: [
    ("a { width 1px; }", "css.invalid-declaration", 1, 5), ("a { %; }", "css.invalid-declaration", 1, 5),
    ("a { b { width: 1px }\n", "css.unclosed-block", 1, 3),
    // What is dropped takes the rest of the sheet with it.
    ("a { top: 0 }\n@font-face { font-family: x;\nb { top: 0 }", "css.unclosed-block", 2, 12),
    ("@container x { a { top: 0 }", "css.unclosed-block", 1, 14),
    ("@keyframes x { from { top: 0 }", "css.unclosed-block", 1, 14),
    ("@foo x { a { top: 0 }", "css.unclosed-block", 1, 8), ("] { top: 0;", "css.unclosed-block", 1, 3),
    ("@media (width > 1px { a { top: 0 } }", "css.unclosed-block", 1, 8),
    ("a { width: 1px }\n/* open", "css.unclosed", 2, 1), ("a { width: \"open", "css.unclosed", 1, 12),
    ("foo", "css.invalid-rule", 1, 1),
    ("@media all { width: 1px }", "css.declaration-outside-rule", 1, 14),
    ("a {} @import 'x';", "css.misplaced-import", 1, 6),
    ("@scope (.a) { a { width: 1px } }", "css.unsupported-at-rule", 1, 1),
    ("@layer 1x {}", "css.invalid-layer", 1, 1),
    ("@keyframes { to { top: 0 } }", "css.invalid-keyframes", 1, 1),
    ("@keyframes none { to { top: 0 } }", "css.invalid-keyframes", 1, 1),
    ("@keyframes a; b { top: 0 }", "css.invalid-at-rule", 1, 1),
    ("@keyframes a { 50 { top: 0 } }", "css.invalid-keyframe", 1, 16),
    ("@keyframes a { to, 101% { top: 0 } }", "css.invalid-keyframe", 1, 16),
    ("@keyframes a { to { top: 0 !important } }", "css.invalid-keyframe", 1, 21),
    ("@keyframes a { to { animation-delay: 1s } }", "css.invalid-keyframe", 1, 21),
    ("@keyframes a { to { p { top: 0 } } }", "css.invalid-keyframe", 1, 16),
    ("@keyframes a { to { tpo: 0 } }", "css.unknown-property", 1, 21),
    ("@keyframes a { to }", "css.invalid-rule", 1, 16),
    ("@import 5px;", "css.invalid-import", 1, 1), ("a { @frob; }", "css.unknown-at-rule", 1, 5),
  ])
  func whatIsDroppedIsReported(_ sheet: String, _ code: String, _ line: Int, _ column: Int) throws {
    let first = try #require(
      StyleSheet.parse(Source(path: "a.css", text: sheet)).diagnostics.first { $0.code == code })
    #expect(first.location == SourceLocation(path: "a.css", line: line, column: column))
  }

  @Test(arguments: [
    "@charset \"utf-8\"; @namespace svg url(x);",
    "a:focus, c::-webkit-thumb { width: 1px } @media (width > 1px) { a { width: 1px } } <!-- -->",
    // For other engines
    "button::-moz-focus-inner { padding: 0 } :-moz-focusring { width: 1px } @-ms-viewport { width: 1px }",
    "@-webkit-keyframes x { to { width: 1px } } @media (-ms-high-contrast: none) { a { width: 1px } }",
    """
    @media (min--moz-device-pixel-ratio: 2) { a { width: 1px } } @media (min-width: 0\\0) { a { width: 1px } }
    """,
    "a { display: -ms-flexbox; width: -moz-available; background: -o-linear-gradient(red, blue) }",
    "a { *zoom: 1; _height: 1px; color: red\\9; width: 1px\\9; width: expression(1 + 1); color: red !ie }",
    "a { filter: progid:DXImageTransform.Microsoft.gradient(enabled = false); filter: alpha(opacity=50) }",
    // With a valid value before it
    "a { color: red; color: oklch(from red l c h / frob) }", "a { margin: 1px; margin-left: max(frob) }",
    "a { width: 1px; width: 1frob }",
    // Values without effect in any case
    "a { outline: 0; text-shadow: none; animation: none; font-stretch: 100%; content: normal }",
    "a { cursor: auto; user-select: auto; background: red; outline: inherit }",
  ])
  func whatIsKnownIsNotReported(_ sheet: String) {
    #expect(StyleSheet.parse(Source(path: "a.css", text: sheet)).diagnostics == [])
  }

  @Test(arguments: [
    ("@scope (a) { p { width: 1px } }\n@scope (b) {}", ["1:1 css.unsupported-at-rule"]),
    (
      "@page { margin: 1px } @view-transition {}",
      ["1:1 css.unsupported-at-rule", "1:23 css.unsupported-at-rule"]
    ),
    (
      "*::before { width: 1px } a::cue, b::spelling-error { color: red } c::cue { color: red }",
      [
        "1:26 css.unsupported-pseudo-element", "1:26 css.unsupported-pseudo-element",
      ]
    ),
    (
      "a { will-change: top; cursor: pointer } b { will-change: top; cursor: pointer }",
      [
        "1:5 css.unsupported-property", "1:23 css.unsupported-property",
      ]
    ),
    ("a { mask-mode: alpha }", ["1:5 css.unsupported-property"]),
  ])
  func whatBrowsersKnowAndHasNoEffectIsReportedOnce(_ sheet: String, _ expected: [String]) {
    let diagnostics = StyleSheet.parse(Source(path: "a.css", text: sheet)).diagnostics
    #expect(
      diagnostics.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.code)" } == expected)
    #expect(diagnostics.allSatisfy { $0.severity == .warning })
  }

  @Test(
    arguments: [
      ("a { color: rde }", .warning), ("a { colr: red }", .warning), ("a:frob { color: red }", .warning),
      ("a { color: red } }", .warning), ("@frob {}", .warning), ("a { color red }", .warning),
      ("@media (frob) {}", .warning), ("a { content: 'x\n }", .warning),
      ("a { colr: oklch(1 2 3) }", .warning),
      ("a { color: blue; background: rde }", .warning),
      ("a { color: red", .error), ("/* a { color: red }", .error), ("a { content: 'x }", .error),
    ] as [(String, Severity)])
  func onlyWhatNeverEndsIsAnError(_ sheet: String, _ severity: Severity) throws {
    let diagnostics = StyleSheet.parse(Source(path: "a.css", text: sheet)).diagnostics
    #expect(diagnostics.map(\.severity).min { $0 == .error && $1 != .error } == severity, "\(diagnostics)")
  }

  @Test func aStyleAttributeHoldsDeclarations() {
    var diagnostics: [Diagnostic] = []
    let source = Source(path: "a.html", text: "<p style=\"width: 1px; } & { height: 2px } height: 3px\">")
    let value = 10..<53
    let list = parseDeclarationList(source, range: value, diagnostics: &diagnostics)
    #expect(outline(list, source) == "width: 1px;height: 3px;")
    #expect(diagnostics.map(\.code) == ["css.rule-in-declarations"])
    #expect(diagnostics.first?.location?.column == 25)
  }

  @Test func aStyleAttributeWithReferencesReportsItsStart() {
    var diagnostics: [Diagnostic] = []
    let source = Source(path: "a.html", text: "<p\n style=\"width&#58; 1px; %\">")
    let list = parseStyleAttribute("width: 1px; %", in: source, range: 11..<28, diagnostics: &diagnostics)
    #expect(list.count == 1)
    #expect(diagnostics.first?.location == SourceLocation(path: "a.html", line: 2, column: 9))
  }

  @Test func aPartOfAFileIsASheet() {
    let source = Source(path: "a.html", text: "<style>a { width: 1px } b { % }</style>")
    let sheet = StyleSheet.parse(source, range: 7..<31)
    #expect(outline(sheet.rules, source) == "a {width: 1px;} b {}")
    #expect(sheet.diagnostics.first?.location?.column == 29)
  }
}
