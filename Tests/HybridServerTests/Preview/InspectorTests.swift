import Foundation
import HybridBrowserDriver
import HybridServer
import HybridTestSupport
import Testing

/// The inspector, as a person uses it.
@Suite(
  .serialized, .drivesABrowser, .suiteTimeLimit,
  .enabled(if: Browser.isInstalled, "chromium is not installed: apt-get install chromium-headless-shell"))
struct InspectorTests {
  private static let files = [
    "pages/home/index.html":
      "<!DOCTYPE html><html><head><link rel=\"stylesheet\" href=\"style.css\"></head><body>\n"
      + "<h1 id=\"title\" class=\"big\">Hello</h1>\n<p id=\"note\">Nothing runs here</p></body></html>\n",
    "pages/home/style.css": """
    body { margin: 0 }
    .big {
      color: rgb(0, 0, 255);
      margin: 10px 20px; padding: 4px; width: 200px;
    }
    h1 { color: red }

    """,
  ]

  private final class Rig: Sendable {
    let rig: ServerRig
    let page: BrowserPage

    init() async throws {
      rig = try await ServerRig(InspectorTests.files)
      page = try await Browser.shared().open(rig.server.ready.url + "#/home", width: 1280, height: 900)
      try await expect(Rig.text("Hello"))
      try await expect("!document.querySelector('[aria-controls=inspector]').hidden")
      try await page.click("[aria-controls=inspector]")
      try await expect("document.querySelectorAll('.inspector-tree [data-n]').length >= 4")
      // The server request for opening a location, and the copied text.
      try await page.evaluate(
        """
        navigator.clipboard.writeText = async text => { window.copied = text };
        window.opened = [];
        const ask = window.fetch;
        window.fetch = async (...request) => {
          const answer = await ask(...request);
          if (String(request[0]).includes('/hybrid/open')) opened.push(await answer.clone().text());
          return answer;
        }; 0
        """)
    }

    /// The innermost element on the stage with a text.
    static func text(_ text: String) -> String {
      """
      [...(document.querySelector('.stage-host')?.shadowRoot?.querySelectorAll('*') ?? [])]
        .filter(element => element.textContent.trim() === '\(text)').at(-1)
      """
    }

    func expect(_ condition: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
      let holds = try await page.wait(for: condition)
      let now = holds ? "" : (try? await page.evaluate("document.body.innerText").string) ?? ""
      #expect(holds, "\(condition) in a page that says: \(now)", sourceLocation: sourceLocation)
      if !holds { throw Unexpected() }
    }

    func value(_ expression: String) async throws -> String {
      try await page.evaluate("String(\(expression))").string ?? ""
    }

    func middle(of element: String) async throws -> (x: Double, y: Double) {
      let place = try await page.evaluate(
        """
        (() => { const b = \(element).getBoundingClientRect(); \
        return [b.x + b.width / 2, b.y + b.height / 2] })()
        """
      )
      return (place[0]?.number ?? 0, place[1]?.number ?? 0)
    }

    /// Chooses an element by the search field.
    func choose(_ query: String) async throws {
      try await page.evaluate("document.querySelector('.inspector-find input').select(); 0")
      try await page.click(".inspector-find input")
      try await page.evaluate("document.querySelector('.inspector-find input').value = ''; 0")
      try await page.type(query)
      try await page.press("Enter")
      try await expect("document.querySelector('.inspector-name').textContent.includes('\(query)')")
      try await expect("document.querySelector('.inspector-rule')")
    }
  }

  @Test func anElementIsPickedOnTheStage() async throws {
    let rig = try await Rig()
    try await rig.page.click(".inspector-head .inspector-button")
    let place = try await rig.middle(of: Rig.text("Hello"))
    try await rig.page.mouse("mouseMoved", x: place.x, y: place.y)
    try await rig.expect("document.querySelector('.inspector-label')?.textContent.startsWith('h1#title.big')")
    // The areas lie one in another, as wide as the server says, times the scale of the screen.
    try await rig.expect(
      """
      (() => {
        const box = name => document.querySelector(`.inspector-area.is-${name}`).getBoundingClientRect();
        const scale = box('content').width / 200;
        const near = (a, b) => Math.abs(a - b * scale) < 0.6;
        return near(box('margin').width, 248) && near(box('padding').width, 208)
          && near(box('padding').x - box('margin').x, 20) && near(box('content').y - box('margin').y, 14);
      })()
      """)
    #expect(try await rig.value("document.querySelector('.inspector-label').textContent").contains("208 × "))
    try await rig.page.click(x: place.x, y: place.y)
    try await rig.expect("document.querySelector('.inspector-name code')?.textContent === 'h1#title.big'")
    try await rig.expect(
      """
      document.querySelector('.inspector-tree [aria-selected=true]').getAttribute('aria-label') === \
      'h1#title.big, Hello'
      """
    )
    #expect(
      try await rig.value(
        "document.querySelector('.inspector-head [aria-pressed]').getAttribute('aria-pressed')") == "false")
    #expect(rig.page.problems.isEmpty, "\(rig.page.problems)")
  }

  @Test func aPlaceIsTheLineOfTheFileAndOpensThere() async throws {
    let rig = try await Rig()
    try await rig.choose("#title")
    try await rig.expect("document.querySelector('.is-author [data-property=color] [data-source]')")
    let lines = (Self.files["pages/home/style.css"] ?? "").split(
      separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("color: rgb(0, 0, 255)") }) + 1
    let source = try await rig.value(
      "document.querySelector('.is-author [data-property=color] [data-source]').dataset.source")
    #expect(source == "pages/home/style.css:\(line):3")
    try await rig.page.click(".is-author [data-property=color] [data-source]")
    try await rig.expect("opened.length === 1")
    #expect(
      try await rig.value("opened[0]") == "{\"file\":\"pages/home/style.css\",\"line\":\(line),\"column\":3}")
    // The weaker rule's red is struck through, with the rule that overrides it.
    let lost = "[...document.querySelectorAll('.is-overridden[data-property=color]')].at(-1)"
    #expect(
      try await rig.value("\(lost).title") == "overridden by .big { color: rgb(0, 0, 255) } (\(source))")
    #expect(rig.page.problems.isEmpty, "\(rig.page.problems)")
  }

  @Test func aValueIsTriedSeenCopiedAndTakenBack() async throws {
    let rig = try await Rig()
    try await rig.choose("#title")
    let color = "getComputedStyle(\(Rig.text("Hello"))).color"
    #expect(try await rig.value(color) == "rgb(0, 0, 255)")
    let field = ".is-author [data-property=color] button.inspector-value"
    try await rig.expect("document.querySelector('\(field)')")
    try await rig.page.click(field)
    try await rig.expect("document.activeElement.classList.contains('inspector-input')")
    try await rig.page.insert("rgb(1, 2, 3)")
    try await rig.expect("\(color) === 'rgb(1, 2, 3)'")
    // An invalid value is red, has a reason, and changes nothing.
    try await rig.page.type("x")
    try await rig.expect("document.querySelector('.inspector-input.is-invalid')")
    try await rig.expect("document.querySelector('.inspector-fault:not([hidden])').textContent.length > 10")
    #expect(try await rig.value(color) == "rgb(1, 2, 3)")
    try await rig.page.press("Enter")
    try await rig.expect("document.querySelector('.is-edit [data-property=color]')")
    // The edit is not in the file; the user can copy it there.
    try await rig.page.click(".inspector-changes header .inspector-button")
    try await rig.expect("window.copied")
    #expect(
      try await rig.value("copied")
        == "/* pages/home/style.css:3:3 */\n.big {\n  color: rgb(1, 2, 3);\n}\n")
    let written = try String(contentsOf: rig.rig.project.file("pages/home/style.css"), encoding: .utf8)
    #expect(written == Self.files["pages/home/style.css"])
    // The edit survives a save.
    try rig.rig.project.replace(
      "pages/home/style.css", (Self.files["pages/home/style.css"] ?? "") + "#note { height: 77px }\n")
    try await rig.expect("document.querySelector('.is-edit [data-property=color]')")
    #expect(try await rig.value(color) == "rgb(1, 2, 3)")
    try await rig.page.click(".is-edit .inspector-undo")
    try await rig.expect("\(color) === 'rgb(0, 0, 255)'")
    try await rig.expect("document.querySelector('.inspector-changes').hidden")
    #expect(rig.page.problems.isEmpty, "\(rig.page.problems)")
  }

  @Test func theKeyboardReachesAllOfIt() async throws {
    let rig = try await Rig()
    try await rig.choose("#note")
    try await rig.page.evaluate("document.querySelector('.inspector-tree [aria-selected=true]').focus(); 0")
    try await rig.page.press("ArrowUp")
    try await rig.expect("document.querySelector('.inspector-name code')?.textContent === 'h1#title.big'")
    try await rig.page.press("ArrowLeft")
    try await rig.expect("document.querySelector('.inspector-name code')?.textContent === 'body'")
    try await rig.page.press("ArrowLeft")
    try await rig.expect("document.activeElement.getAttribute('aria-expanded') === 'false'")
    try await rig.page.press("ArrowRight")
    try await rig.expect("document.activeElement.getAttribute('aria-expanded') === 'true'")
    try await rig.page.evaluate("document.querySelector('.inspector-tabs [aria-selected=true]').focus(); 0")
    for (key, page) in [
      ("ArrowRight", ".inspector-box"), ("ArrowRight", ".inspector-why h3"),
      ("ArrowRight", ".inspector-facts h3"),
    ] {
      try await rig.page.press(key)
      try await rig.expect("document.querySelector('\(page)').checkVisibility()")
    }
    // Everything that can be used has a name.
    let nameless = """
      [...document.querySelectorAll('.inspector-panel :is(button, input, textarea, [role=tree], \
      [role=tablist])')]
        .filter(e => !e.getAttribute('aria-label') && !e.textContent.trim() && !e.closest('label')).length
      """
    #expect(try await rig.value(nameless) == "0")
    #expect(rig.page.problems.isEmpty, "\(rig.page.problems)")
  }
}
