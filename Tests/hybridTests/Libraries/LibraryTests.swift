import Foundation
import HybridBrowserDriver
import HybridJSON
import HybridTestSupport
import Testing

/// Libraries that nobody here wrote, unmodified: a to-do list written with each does the same here and in a
/// browser. A library that is not installed is reported as skipped.
@Suite(.serialized, .suiteTimeLimit)
struct LibraryTests {
  /// The libraries of this machine.
  private static let installed = ScriptLibrary.all.filter(\.isInstalled)

  @Test(
    .enabled(
      if: installed.count == ScriptLibrary.all.count,
      "not installed: \(ScriptLibrary.all.filter { !$0.isInstalled }.map(\.package))"))
  func everyLibraryIsInstalled() { #expect(Self.installed.count == ScriptLibrary.all.count) }

  @Test(arguments: installed)
  func aToDoListPassesItsScenario(_ library: ScriptLibrary) async throws {
    let project = try TemporaryProject(["hybrid.json": "{}"])
    for (name, text) in try library.page() { try project.write("pages/todo/\(name)", text) }
    try project.write("pages/todo/use.scenario.json", try scenario(for: library))
    let result = try await HybridCommand.run(
      ["test", "--no-pictures"], in: project.folder, environment: ["CI": ""])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(!result.errors.contains("error"), "\(result.errors)")
    for (index, step) in ToDoScenario.steps.enumerated() {
      let name = "snapshots/todo/phone.data.use.step-\(index).txt"
      let layout = try #require(try? project.text(name), "\(library.name) has no \(name)")
      #expect(Self.list(in: layout) == step.shows, "after step \(index)")
    }
  }

  @Test(
    .enabled(if: Browser.isInstalled, "chromium is not installed: apt-get install chromium-headless-shell"),
    arguments: installed)
  func aToDoListDoesTheSameInABrowser(_ library: ScriptLibrary) async throws {
    let project = try TemporaryProject(try library.page())
    let page = try await Browser.shared().open()
    if library.name == "htmx" {
      // The answers of the server, without one: requests go to their texts.
      try await page.call(
        "Page.addScriptToEvaluateOnNewDocument",
        [
          "source": .string(
            """
            const answers = \(try ScriptLibrary.text("htmx.json"));
            const open = XMLHttpRequest.prototype.open;
            XMLHttpRequest.prototype.open = function (method, url, ...more) {
              const answer = answers[url];
              if (answer === undefined) throw new Error("there is no answer to " + url);
              return open.call(this, method, "data:text/html;charset=utf-8," + encodeURIComponent(answer), \
            ...more);
            };
            """)
        ])
    }
    try await page.open(project.file("index.html").absoluteString)
    for (index, step) in ToDoScenario.steps.enumerated() {
      // An answer of htmx comes later.
      let selector = JSONValue.string(step.action.selector).script
      _ = try await page.wait(for: "document.querySelector(\(selector))")
      switch step.action {
      case .tap(let selector): try await page.click(selector)
      case .type(let selector, let text, let isEntered):
        try await page.click(selector)
        try await page.press("End")
        try await page.type(text)
        if isEntered { try await page.press("Enter") }
      }
      let isShown = try await page.wait(for: "(\(Self.shown)) === \(JSONValue.string(step.shows).script)")
      let shown = try await page.evaluate(Self.shown)
      #expect(isShown, "after step \(index): \(shown)")
    }
    #expect(page.problems.filter { $0.level != "warning" } == [])
  }

  // MARK: What is shown

  /// While a page loads, elements are missing.
  private static let shown = """
    [...document.querySelectorAll("#list li")].map((item) =>
      (item.querySelector(".toggle")?.checked ? "x " : "- ")
        + (item.querySelector(".editor")?.value ?? item.querySelector(".text")?.innerText)).join(", ")
      + " | " + document.querySelector("#left")?.innerText
    """

  /// The same, from the lines of a layout.
  private static func list(in layout: String) -> String {
    var items: [String] = []
    var left = ""
    for line in layout.split(separator: "\n") {
      let words = line.drop { $0 == " " }
      let text = line.firstIndex(of: "\"").map { line[line.index(after: $0)...].prefix { $0 != "\"" } } ?? ""
      if words.hasPrefix("input.toggle") {
        items.append(line.contains(" on") ? "x " : "- ")
      } else if words.hasPrefix("span.text") || words.hasPrefix("input.editor"), !items.isEmpty {
        items[items.count - 1] += text
      } else if words.hasPrefix("p#left") {
        left = String(text)
      }
    }
    return items.joined(separator: ", ") + " | " + left
  }

  private func scenario(for library: ScriptLibrary) throws -> String {
    var steps: [JSONValue] = []
    for (index, step) in ToDoScenario.steps.enumerated() {
      switch step.action {
      case .tap(let selector): steps.append(["tap": .string(selector)])
      case .type(let selector, let text, let isEntered):
        steps.append(["type": [.string(selector), .string(text + (isEntered ? "\n" : ""))]])
      }
      steps.append(["snapshot": .string("step \(index)")])
    }
    var responses = JSONObject()
    if library.name == "htmx" {
      let answers = try JSONValue(parsing: try ScriptLibrary.text("htmx.json")).object ?? JSONObject()
      for (path, body) in answers {
        responses["hybrid://project/pages/todo/\(path)"] = [
          "status": 200, "headers": ["content-type": "text/html"], "body": body,
        ]
      }
    }
    return JSONValue.object(["device": "phone", "steps": .array(steps), "responses": .object(responses)])
      .text()
  }
}
