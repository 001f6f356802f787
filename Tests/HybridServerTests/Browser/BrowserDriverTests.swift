import Foundation
import HybridBrowserDriver
import HybridJSON
import HybridSocket
import HybridTestSupport
import Testing

/// The driver itself, on pages of a server that holds nothing but them.
@Suite(
  .drivesABrowser, .suiteTimeLimit,
  .enabled(if: Browser.isInstalled, "chromium is not installed: apt-get install chromium-headless-shell"))
struct BrowserDriverTests {
  private static let page = """
    <!DOCTYPE html><title>Driver</title><input id="field"><button id="button">Press</button><p id="said"></p>
    <script>
      button.onclick = () => said.textContent = "pressed";
      field.onkeydown = event => said.textContent += event.key + ";";
    </script>
    """

  private func site(_ text: String = page, csp: String? = nil) throws -> HTTPServer {
    try HTTPServer { request in
      guard request.path == "/" else { return .text("") }
      var response = HTTPResponse.text(text, contentType: "text/html")
      if let csp { response.headers = ["Content-Security-Policy": csp] }
      return response
    }
  }

  @Test func itClicksTypesAndEvaluates() async throws {
    let site = try site()
    defer { site.stop() }
    let browser = try Browser()
    defer { browser.end() }
    let page = try await browser.open("http://127.0.0.1:\(site.port)/", width: 500, height: 400)
    #expect(try await page.evaluate("[innerWidth, innerHeight, document.title]") == [500, 400, "Driver"])
    #expect(try await page.evaluate("new Promise(done => setTimeout(done, 1, {a: [1]}))") == ["a": [1]])
    try await page.click("#button")
    #expect(try await page.wait(for: "said.textContent === 'pressed'"))
    try await page.click("#field")
    try await page.type("Aé")
    try await page.press("ArrowLeft")
    #expect(try await page.evaluate("[field.value, field.selectionStart]") == ["Aé", 1])
    #expect(try await page.evaluate("said.textContent").string == "pressedA;é;ArrowLeft;")
    #expect(try await page.screenshot().starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(page.problems == [])
    await #expect(throws: BrowserError.noElement("#none")) { try await page.click("#none") }
  }

  @Test func itNoticesWhatAPageComplainsAbout() async throws {
    let site = try site(
      "<!DOCTYPE html><script>console.error('said', 'so'); null.x</script><style>p { color: red }</style>",
      csp: "script-src 'unsafe-inline'; style-src 'none'")
    defer { site.stop() }
    let browser = try Browser()
    defer { browser.end() }
    let page = try await browser.open("http://127.0.0.1:\(site.port)/")
    #expect(await poll { page.problems.count >= 3 })
    #expect(page.problems.contains { $0.source == "console" && $0.text == "said so" })
    #expect(page.problems.contains { $0.level == "exception" && $0.text.hasPrefix("TypeError") })
    #expect(page.problems.contains { $0.source == "security" && $0.text.contains("style-src") })
    do throws(BrowserError) {
      try await page.evaluate("missing()")
      Issue.record("nothing was thrown")
    } catch {
      guard case .script(let text) = error else { throw error }
      #expect(text.contains("missing is not defined"))
    }
  }

  @Test func itLeavesNothingBehind() async throws {
    let browser = try Browser()
    let page = try await browser.open()
    #expect(FileManager.default.fileExists(atPath: browser.profile))
    browser.end()
    #expect(await poll { !FileManager.default.fileExists(atPath: browser.profile) })
    await #expect(throws: BrowserError.ended) { try await page.evaluate("1") }
  }
}
