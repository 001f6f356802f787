import HybridBrowserDriver
import HybridJSON
import HybridTestSupport
import Testing

@testable import HybridServer

/// Controls of a native page, with pointer and keyboard.
@Suite(
  .drivesABrowser, .suiteTimeLimit,
  .enabled(if: Browser.isInstalled, "chromium is not installed: apt-get install chromium-headless-shell"))
struct StageControlTests {
  private static let page = """
    <html html-identify="settings"><head><style>
    body { width: 375px; height: 667px } segment { width: 300px; height: 40px } switch { width: 60px; \
    height: 34px }
    dots { width: 100px; height: 30px }
    </style></head><body>
    <segment id="theme" titles="Light Dark System"></segment>
    <switch id="news"></switch><dots id="pages" number="4" current="1"></dots>
    </body></html>

    """

  @Test func segmentsSwitchesAndDotsAreUsedByPointerAndKeys() async throws {
    let stage = try await StageRig(try TemporaryProject(["pages/settings.html": Self.page]))
    defer { stage.end() }
    let page = stage.page
    let options = try await page.evaluate("find('theme').control.options")
    #expect(options == ["Light", "Dark", "System"])
    try await page.evaluate("window.titles = [...box('theme').querySelectorAll('[role=radio]')]; 1")
    #expect(
      try await page.evaluate("titles.map(title => [title.getAttribute('aria-label'), title.tabIndex])")
        == [["Light", 0], ["Dark", -1], ["System", -1]])
    try await page.click(x: 150, y: 20)
    #expect(try await page.wait(for: "find('theme').control.selected === 1"))
    try await page.evaluate("titles[1].focus()")
    try await page.press("ArrowRight")
    #expect(try await page.wait(for: "find('theme').control.selected === 2"))
    #expect(
      try await page.evaluate("titles.map(title => title.getAttribute('aria-checked')).join()")
        == "false,false,true")
    try await stage.click("news")
    #expect(
      try await page.wait(
        for: "find('news').control.isOn && box('news').getAttribute('aria-checked') === 'true'"))
    try await page.press(" ")
    #expect(try await page.wait(for: "!find('news').control.isOn"))
    try await page.press("Tab")
    try await page.press("ArrowRight")
    #expect(try await page.wait(for: "find('pages').control.selected === 2"))
    #expect(page.problems == [])
  }
}
