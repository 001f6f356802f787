import HybridSource
import Testing

@testable import HybridCompiler

/// Each case with the codes of its findings, and the hint of the first.
@Test(
  arguments: [
    ("<p role=button>x</p>", [], nil),
    ("<p role=buton>x</p>", ["a11y.unknown-role"], "did you mean 'button'?"),
    ("<p role='doc-note note'>x</p>", [], nil),
    ("<p role=''>x</p>", [], nil),
    ("<p role='{{ role }}'>x</p>", [], nil),
    // Abstract: WAI-ARIA 1.2 §5.3.1.
    ("<p role=command>x</p>", ["a11y.unknown-role"], "did you mean 'comment'?"),
    ("<p aria-labeledby=a id=a>x</p>", ["a11y.unknown-attribute"], "did you mean 'aria-labelledby'?"),
    ("<p aria-label=x aria-live=polite>x</p>", [], nil),
    ("<p aria-checked=yes>x</p>", ["a11y.wrong-value"], nil),
    ("<p aria-checked=mixd>x</p>", ["a11y.wrong-value"], "did you mean 'mixed'?"),
    ("<p aria-hidden=TRUE aria-expanded=''>x</p>", [], nil),
    ("<p aria-level=two>x</p>", ["a11y.wrong-value"], nil),
    ("<p id=name aria-labelledby='nam name'>x</p>", ["a11y.unknown-reference"], "did you mean 'name'?"),
    ("<label for=field>x</label><input id=feld>", ["a11y.unknown-reference"], "did you mean 'feld'?"),
    ("<label for=field>x</label><script>add()</script>", [], nil),  // a script may add content
    ("<label for=field>x</label><input id='{{ id }}'>", [], nil),
  ] as [(String, [String], String?)])
func whatIsSaidToAssistiveTechnologyIsChecked(_ html: String, _ codes: [String], _ hint: String?) {
  let files = ["page.html": html, "page.json": #"{"role": "x", "id": "y"}"#].mapValues { Array($0.utf8) }
  let reader = FileReader(
    read: { path in files[path].map { .success($0) } ?? .failure(.missing) }, list: { _ in .success([]) })
  var compiler = ProjectCompiler(files: reader, name: "page", only: "page.html")
  let found = compiler.build().diagnostics.filter { $0.code.hasPrefix("a11y.") }
  #expect(found.map(\.code) == codes)
  #expect(found.allSatisfy { $0.severity == .warning && $0.frame != nil })
  #expect(found.first?.hint == hint)
}
