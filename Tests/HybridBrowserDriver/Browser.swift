import Foundation
import HybridJSON

/// A real browser for tests: Chromium without a window, with a profile of its own that goes with it.
///
///     let page = try await Browser.shared().open(server.url, width: 800, height: 600)
///     try await page.wait(for: "document.querySelector('h1')")
///     try await page.click("#buy")
///     #expect(try await page.evaluate("document.title").string == "Shop")
///     #expect(page.problems.isEmpty)
///
/// A suite that needs one is skipped, and says so, where there is none:
/// `.enabled(if: Browser.isInstalled, "chromium is not installed: apt-get install chromium-headless-shell")`.
package final class Browser: Sendable {
  /// Whether there is a Chromium to start.
  package static var isInstalled: Bool { BrowserProcess.path != nil }

  /// The folder of its profile, in which everything lies that it writes.
  package var profile: String { process.profile.path }
  private let process: BrowserProcess
  let tools: DevTools

  /// One for all tests of the process: starting one takes seconds of all cores, and each page has a context
  /// of its own in it. It ends with the process.
  package static func shared() throws(BrowserError) -> Browser { try one.get() }
  private static let one = Result { () throws(BrowserError) in try Browser() }

  /// Starts one.
  /// - Parameter arguments: More switches of Chromium.
  package init(_ arguments: [String] = []) throws(BrowserError) {
    process = try BrowserProcess(arguments)
    tools = DevTools(process.descriptor)
  }

  deinit { end() }

  /// Ends it and takes its profile away. A thread of its own waits for that.
  package func end() {
    tools.end()
    let process = process
    Thread.detachNewThread { process.end() }
  }

  /// Opens a page in a context of its own, as a private window is, so that pages share neither storage nor
  /// focus.
  ///
  /// - Parameters:
  ///   - address: Where it goes; nil stays empty.
  ///   - width: Of the viewport, in CSS pixels.
  ///   - scale: Device pixels for each of them.
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
    // Every page is as if in front: else only one would be painted and have the focus.
    try await page.call("Emulation.setFocusEmulationEnabled", ["enabled": true])
    if let address { try await page.open(address) }
    return page
  }

  func call(_ method: String, _ parameters: JSONValue) async throws(BrowserError) -> JSONValue {
    try await tools.call(method, parameters, session: nil)
  }
}
