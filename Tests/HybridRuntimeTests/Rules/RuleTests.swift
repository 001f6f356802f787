import Foundation
import HybridCompiler
import HybridSource
import HybridUnits
import Testing

@testable import HybridRuntime

/// A project of files, checked; what is found as `code file:line:column`, in order.
private struct CheckedProject {
  var files: [String: String]
  var screens = [RuleScreen(Device(width: 375, height: 667), "on phone")]
  var levels: [CheckRule: CheckRule.Level] = [:]

  func findings() throws -> [Diagnostic] {
    let texts = files
    let reader = FileReader(
      read: { path in texts[path].map { .success(Array($0.utf8)) } ?? .failure(.missing) },
      list: { folder in
        let prefix = folder.isEmpty ? "" : folder + "/"
        let names = Set(
          texts.keys.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }.map { rest in
            FolderEntry(name: String(rest.prefix { $0 != "/" }), kind: rest.contains("/") ? .folder : .file)
          }.map { "\($0.kind == .folder ? "d" : "f")\($0.name)" })
        return .success(
          names.sorted().map {
            FolderEntry(name: String($0.dropFirst()), kind: $0.hasPrefix("d") ? .folder : .file)
          })
      })
    var compiler = ProjectCompiler(files: reader, name: "test")
    let faults = compiler.build().diagnostics.filter { $0.severity == .error }
    try #require(faults.isEmpty, "\(faults)")
    let units = compiler.unitNames.compactMap { compiler.unit(named: $0) }
    let checker = RuleChecker(screens: screens, levels: levels) { path in
      texts[path].map { Source(path: path, text: $0) }
    }
    return checker.check(units).sortedAndUnique()
  }
}

/// One row for each finding and each non-finding: the body of a page, and the expected rules.
private let pages: [(String, [String])] = [
  // layout.overflow
  ("<div style='width: 500px; height: 9px'></div>", ["layout.overflow"]),
  ("<div style='overflow-x: auto'><div style='width: 500px; height: 9px'></div></div>", []),
  ("<div style='overflow: hidden'><div style='width: 500px; height: 9px'></div></div>", []),
  ("<style>body { overflow-x: hidden }</style><div style='width: 500px; height: 9px'></div>", []),
  ("<div style='width: 300px; height: 2000px'></div>", []),  // it scrolls as pages do
  // layout.text-cut
  ("<p style='height: 10px; line-height: 20px; overflow: hidden'>Words</p>", ["layout.text-cut"]),
  // All of one is hidden.
  ("<div style='height: 30px; overflow: hidden'><p style='margin: 0'>One</p><p>Two</p></div>", []),
  ("<div style='height: 26px; overflow: hidden; line-height: 20px'>One<br>Two</div>", ["layout.text-cut"]),
  ("<p style='width: 40px; white-space: nowrap; overflow: hidden'>Several words</p>", ["layout.text-cut"]),
  (
    """
    <p style='width: 40px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis'>Several words</p>
    """,
    []
  ),
  (
    """
    <p style='display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; overflow: hidden; \
    width: 60px'>Several words</p>
    """,
    []
  ),
  ("<p style='width: 40px; white-space: nowrap; overflow: auto'>Several words</p>", []),
  ("<p style='width: 1px; height: 1px; overflow: hidden'>For screen readers</p>", []),
  ("<p style='height: 10px; overflow: hidden; visibility: hidden'>Words</p>", []),
  (
    "<select aria-label=a style='width: 60px; height: 44px'><option>A very long option of a choice</select>",
    ["layout.text-cut"]
  ),
  (
    "<input aria-label=a style='width: 60px; height: 44px' placeholder='A very long placeholder'>",
    ["layout.text-cut"]
  ),
  ("<input aria-label=a style='width: 60px; height: 44px' value='A very long value is scrolled'>", []),
  // layout.text-overlap
  (
    "<p style='margin: 0; height: 8px'>One line</p><p style='margin: 0'>Another line</p>",
    ["layout.text-overlap"]
  ),
  (
    "<p style='margin: 0; height: 8px'>One line</p><p style='margin: 0; background: white'>Another line</p>",
    []
  ),
  ("<p style='margin: 0'>One line</p><p style='margin: 0'>Another line</p>", []),
  ("<p style='line-height: .9'>Tight<br>lines<br>of one text</p>", []),
  (
    """
    <p>Below</p><p style='position: fixed; top: 16px; left: 8px; margin: 0'>It stays while the page moves</p>
    """,
    []
  ),
  ("<p style='margin: 0; height: 8px'>One line</p><p style='margin: 0; opacity: 0'>Another line</p>", []),
  ("<p style='margin: 0; height: 8px'>One line</p><p style='margin: 0; padding-left: 200px'>Beside</p>", []),
  // a11y.tap-target
  ("<button style='width: 20px; height: 44px'>x</button>", ["a11y.tap-target"]),
  ("<button style='width: 44px; height: 44px'>x</button>", []),
  ("<button style='width: 20px; height: 20px' disabled>x</button>", []),
  ("<button style='width: 20px; height: 20px' aria-hidden=true>x</button>", []),
  ("<p>Read <a href=x>the terms</a> first</p>", []),
  ("<p><a href=x>The terms</a></p>", ["a11y.tap-target"]),
  ("<label style='display: block; padding: 16px'><input type=checkbox> I agree</label>", []),
  ("<label><input type=checkbox> I agree</label>", ["a11y.tap-target"]),
  ("<div style='width: 20px; height: 20px'>x</div>", []),
  (
    """
    <button style='width: 60px; height: 44px'>a</button><button style='width: 60px; height: 44px; \
    margin-left: -30px'>b</button>
    """,
    ["a11y.tap-target"]
  ),
  (
    """
    <button style='width: 60px; height: 44px'>a</button><button style='position: absolute; left: 20px; \
    top: 8px; width: 60px; height: 44px; background: white'>b</button>
    """,
    []
  ),
  (
    """
    <a href=x style='display: block; height: 60px'>a <button style='width: 44px; height: 44px'>b</button></a>
    """,
    []
  ),
  // a11y.contrast
  ("<p style='color: #777'>Words</p>", ["a11y.contrast"]),  // 4.48
  ("<p style='color: #767676'>Words</p>", []),  // 4.54
  ("<p style='color: #949494; font-size: 24px'>Words</p>", []),  // 3.03
  ("<p style='color: #999; font-size: 24px'>Words</p>", ["a11y.contrast"]),
  ("<p style='color: #888; font-size: 19px; font-weight: bold'>Words</p>", []),
  ("<p style='color: #888; font-size: 19px'>Words</p>", ["a11y.contrast"]),
  ("<p style='color: white'>Words</p>", ["a11y.contrast"]),
  ("<p style='color: white; background: black'>Words</p>", []),
  ("<div style='background: black'><p style='color: white'>Words</p></div>", []),
  ("<style>body { background: black; color: #eee }</style><p>Words</p>", []),
  (
    """
    <p style='color: white; background: linear-gradient(90deg, black, \
    white)'>Words that fill the line as far as it goes</p>
    """,
    ["a11y.contrast"]
  ),
  ("<p style='color: white; background: linear-gradient(black, #333)'>Words</p>", []),
  // Where it is black.
  ("<p style='color: white; background: linear-gradient(90deg, black 50%, white)'>Left</p>", []),
  ("<p style='color: white; background: rgba(0, 0, 0, .2)'>Words</p>", ["a11y.contrast"]),
  ("<p style='opacity: .5'>Words</p>", ["a11y.contrast"]),
  ("<p style='opacity: .8'>Words</p>", []),
  ("<div style='opacity: .6; background: black'><p style='color: white'>Words</p></div>", []),  // 5.74
  ("<div style='opacity: .4; background: black'><p style='color: white'>Words</p></div>", ["a11y.contrast"]),
  ("<p style='color: #eee'>→ ★</p>", []),
  ("<p style='color: transparent'>Words</p>", []),
  (
    """
    <div style='position: relative; height: 60px'><img alt=a src=a.png style='position: absolute; \
    width: 300px; height: 60px'><p style='position: relative; color: white'>On a picture</p></div>
    """,
    []
  ),
  (
    """
    <div style='position: relative; height: 60px'><div style='position: absolute; width: 300px; \
    height: 60px; background: #222'></div><p style='position: relative; \
    color: white'>On a box beside</p></div>
    """,
    []
  ),
  ("<button disabled style='width: 90px; height: 44px; color: #aaa'>Gone</button>", []),
  // a11y.missing-alt
  ("<img src=a.png>", ["a11y.missing-alt"]),
  ("<img src=a.png alt='A cat'>", []),
  ("<img src=a.png alt=''>", []),
  ("<img src=a.png aria-label='A cat'>", []),
  ("<img src=a.png role=presentation>", []),
  ("<div aria-hidden=true><img src=a.png></div>", []),
  ("<img src=a.png hidden>", []),
  // a11y.missing-name
  ("<button style='width: 44px; height: 44px'></button>", ["a11y.missing-name"]),
  ("<button style='width: 44px; height: 44px' title=Close></button>", []),
  ("<button style='width: 44px; height: 44px'><img src=a.png alt=Close></button>", []),
  ("<button style='width: 44px; height: 44px'><img src=a.png alt=''></button>", ["a11y.missing-name"]),
  // The missing text also leaves the button without a name.
  ("<button style='width: 44px; height: 44px'><img src=a.png></button>", ["a11y.missing-alt"]),
  ("<input style='height: 44px'>", ["a11y.missing-name"]),
  ("<label>Name <input style='height: 44px'></label>", []),
  ("<input style='height: 44px' placeholder=Name>", []),
  ("<div role=button></div>", ["a11y.missing-name"]),
]

@Test(arguments: pages.indices)
func rulesFindWhatIsBadAndNothingElse(_ index: Int) throws {
  let (html, codes) = pages[index]
  let found = try CheckedProject(files: ["pages/page/index.html": "<!doctype html><body>" + html]).findings()
  #expect(found.map(\.code) == codes, "\(html)\n\(found)")
  #expect(
    found.allSatisfy {
      $0.severity == .warning && $0.location?.path == "pages/page/index.html" && $0.frame != nil
    })
}

/// A sheet, and its selectors that nothing can match.
@Test(
  arguments: [
    (".used {}", []),
    (".gone {} #gone {} section {}", [".gone", "#gone", "section"]),
    (".used p {}", []), ("p .used {}", []),  // whichever way data puts them together
    (".used:hover, .gone {}", []), (".gone:hover {}", [".gone:hover"]),
    ("p.used {}", ["p.used"]), ("div.used {}", []), (":is(.gone, .used) {}", []),
    (":is(.gone, #gone) {}", [":is(.gone, #gone)"]),
    ("@media (min-width: 9000px) { .used {} .gone {} }", [".gone"]),
    (".said {} .made-up {} .is-open {} .is-other {}", []), (".kind-tea {}", []), ("li:nth-child(7) {}", []),
    ("[data-x] {}", []), ("div:not(.gone) {}", []),
    ("/* hybrid-ignore css.unused-rule: soon */ .gone {}", []),
    ("/* hybrid-ignore css.unused-rule */ /* why */\n.gone {} .gone b {}", [".gone b"]),
  ] as [(String, [String])])
func unusedRulesAreThoseThatNothingCanMatch(_ css: String, _ selectors: [String]) throws {
  let html = """
    <link rel=stylesheet href=/a.css><div class=used id=used><p>x</p></div><b class='kind {{ kind }}'></b>\
    <ul><li>1</ul>
    """
  let other = """
    <link rel=stylesheet href=/a.css><p>x</p>
    <script>function f() { box.className = "said made-up is-" + kind }</script>
    """
  // Without scripts and data, only names in pages count.
  let bare = css.contains("said") || css.contains("kind") ? other : "<link rel=stylesheet href=/a.css>"
  let plain = css.contains("kind") ? html : html.replacing(" {{ kind }}", with: "")
  let found = try CheckedProject(
    files: ["pages/a.html": plain, "pages/a.json": #"{"kind": "x"}"#, "pages/b.html": bare, "a.css": css]
  ).findings().filter { $0.code == "css.unused-rule" }
  #expect(
    found.map { String(($0.frame?.text ?? "").dropFirst($0.frame?.start ?? 0).prefix($0.frame?.length ?? 0)) }
      == selectors)
}

/// A finding on some devices only names those devices.
@Test func findingsNameTheScreensThatTheyAreOn() throws {
  var project = CheckedProject(files: [
    "pages/a/index.html": """
    <style>p { color: #222 } @media (prefers-color-scheme: dark) { p { color: #555; background: black } \
    }</style>
    <div style="width: 340px; height: 9px"></div><p style="height: 24px; \
    overflow: hidden">One line</p><h1>{{ title }}</h1>
    """, "pages/a/data.json": #"{"title": "x"}"#,
    "pages/a/data.long.json": #"{"title": "Donaudampfschifffahrtsgesellschaft"}"#,
  ])
  project.screens = RuleScreen.all(for: [Device(named: "phone") ?? .standard])
  let found = try project.findings()
  #expect(
    found.contains {
      $0.code == "layout.overflow" && $0.message.hasSuffix("sideways at 320 pt")
    })
  #expect(found.contains { $0.code == "layout.text-cut" && $0.message.hasSuffix("at 200 % text") })
  #expect(found.contains { $0.code == "a11y.contrast" && $0.message.hasSuffix("in the dark") })
  #expect(found.contains { $0.code == "layout.overflow" && $0.message.contains("on phone with data 'long'") })
}

/// A comment, the remaining codes, and the reports about the comment.
@Test(
  arguments: [
    ("<!-- hybrid-ignore a11y.missing-alt: a map -->", []),
    ("<!--hybrid-ignore a11y.missing-alt-->", []),
    ("<!-- hybrid-ignore a11y.tap-target, a11y.missing-alt -->", ["check.unused-ignore"]),
    ("<!-- hybrid-ignore a11y.missing-alts -->", ["check.unknown-rule", "a11y.missing-alt"]),
    ("<!-- hybrid-ignored a11y.missing-alt -->", ["a11y.missing-alt"]),
    ("<!-- hybrid-ignore a11y.missing-alt --><p>x</p>", ["check.unused-ignore", "a11y.missing-alt"]),
    ("<!-- hybrid-ignore a11y.missing-alt --><!-- another -->\n", []),
  ] as [(String, [String])])
func commentsSwitchRulesOffForWhatFollows(_ comment: String, _ codes: [String]) throws {
  let found = try CheckedProject(files: ["pages/a.html": "<body>\(comment)<div><p><img src=a.png></p></div>"])
    .findings()
  #expect(found.map(\.code) == codes, "\(found)")
  let unknown = found.first { $0.code == "check.unknown-rule" }
  #expect(unknown == nil || unknown?.hint == "did you mean 'a11y.missing-alt'?")
}

@Test func aProjectSaysWhatItsRulesAreWorth() throws {
  var project = CheckedProject(files: ["pages/a.html": "<img src=a.png><p style='color: #aaa'>x</p>"])
  project.levels = [.missingAlt: .error, .contrast: .off]
  #expect(try project.findings().map { "\($0.severity) \($0.code)" } == ["error a11y.missing-alt"])
  let text =
    #"""
    {"check": {"rules": {"a11y.contrast": "off", "css.unused-rule": "error", "a11y.contrst": "off", \#
    "layout.overflow": "no"}}}
    """#
  let (config, diagnostics) = ProjectConfig.read(Source(path: "hybrid.json", text: text))
  #expect(config.ruleLevels == [.contrast: .off, .unusedRule: .error])
  #expect(diagnostics.map(\.code) == ["config.unknown-key", "config.wrong-kind"])
  #expect(diagnostics.first?.hint == "did you mean 'a11y.contrast'?")
}

/// Two hundred levels deep, without space, with NaN values: rules only read.
@Test(arguments: [
  String(repeating: "<div>", count: 200) + "x" + String(repeating: "</div>", count: 200),
  "<p style='font-size: 0'>x</p><p style='width: 0; overflow: hidden'>y</p>",
  "<p style='margin: -99999px'>x</p><img width=99999999 height=99999999>",
  String(repeating: "<p style='position: absolute; top: 0; left: 0'>x</p>", count: 800), "",
])
func rulesEndOnStrangePages(_ html: String) throws {
  let project = CheckedProject(files: ["pages/a.html": html.isEmpty ? " " : html])
  #expect(throws: Never.self) { try project.findings() }
}

@Test func everyRuleHasASectionOfItsOwn() throws {
  let url = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../Documentation/check-rules.md")
  let headings = try String(contentsOf: url, encoding: .utf8).matches(of: /### `([a-z0-9.-]+)`/).map {
    String($0.1)
  }
  #expect(headings == CheckRule.allCases.map(\.rawValue))
}
