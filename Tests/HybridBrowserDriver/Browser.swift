import Foundation
import HybridJSON

/// A real browser for tests: headless Chromium, with a temporary profile.
///
///     let page = try await Browser.shared().open(server.url, width: 800, height: 600)
///     try await page.wait(for: "document.querySelector('h1')")
///     try await page.click("#buy")
///     #expect(try await page.evaluate("document.title").string == "Shop")
///     #expect(page.problems.isEmpty)
///
/// A suite that needs a browser is skipped with a message where none is installed: `.enabled(if:
/// Browser.isInstalled, "chromium is not installed: apt-get install chromium-headless-shell")`.
package final class Browser: Sendable {
  /// Whether a Chromium is installed.
  package static var isInstalled: Bool { BrowserProcess.path != nil }

  /// The folder of its profile, which contains everything that it writes.
  package var profile: String { process.profile.path }
  private let process: BrowserProcess
  let tools: DevTools

  /// The shared browser of all tests of the process: starting a browser takes seconds of all cores, and each
  /// page has its own context. It ends with the process.
  package static func shared() throws(BrowserError) -> Browser { try one.get() }
  private static let one = Result { () throws(BrowserError) in try Browser() }

  /// Starts a browser.
  /// - Parameter arguments: Additional switches of Chromium.
  package init(_ arguments: [String] = []) throws(BrowserError) {
    process = try BrowserProcess(arguments)
    tools = DevTools(process.descriptor)
  }

  deinit { end() }

  /// Ends the browser and removes its profile, on a separate thread.
  package func end() {
    tools.end()
    let process = process
    Thread.detachNewThread { process.end() }
  }

  /// Opens a page in its own context, like a private window, so that pages share neither storage nor focus.
  ///
  /// - Parameters:
  ///   - address: The address to open; nil for an empty page.
  ///   - width: The width of the viewport, in CSS pixels.
  ///   - scale: Device pixels per CSS pixel.
  package func open(
    _ address: String? = nil, width: Int = 1000, height: Int = 800, scale: Double = 1
  ) async throws(BrowserError) -> BrowserPage {
    let context = try await call("Target.createBrowserContext", [:])["browserContextId"] ?? .null
    let target = try await call(
      "Target.createTarget", ["url": "about:blank", "browserContextId": context])["targetId"]
    let session = try await call(
      "Target.attachToTarget", ["targetId": target ?? .null, "flatten": true])["sessionId"]?.string
    guard let session else { throw .refused("Target.attachToTarget", "no session") }
    let page = BrowserPage(browser: self, session: session, context: context)
    for domain in ["Page", "Runtime", "Log"] { try await page.call("\(domain).enable") }
    try await page.resize(width: width, height: height, scale: scale)
    // Makes every page behave as the focused one; otherwise only one page would paint and have the focus.
    try await page.call("Emulation.setFocusEmulationEnabled", ["enabled": true])
    if let address { try await page.open(address) }
    return page
  }

  func call(_ method: String, _ parameters: JSONValue) async throws(BrowserError) -> JSONValue {
    try await tools.call(method, parameters, session: nil)
  }
}
