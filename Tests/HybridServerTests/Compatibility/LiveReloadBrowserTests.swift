import Foundation
import HybridBrowserDriver
import HybridSocket
import HybridTestSupport
import Synchronization
import Testing

@testable import HybridServer

/// The script in a real browser, in a page of another server. Skipped with a message where there is no
/// Chromium.
@Suite(
  .drivesABrowser, .suiteTimeLimit,
  .enabled(if: Browser.isInstalled, "chromium is not installed: apt-get install chromium-headless-shell"))
struct LiveReloadBrowserTests {
  @Test func aSavedSheetIsPutInPlaceAndASavedPageIsLoadedAgain() async throws {
    let color = Mutex("rgb(255, 0, 0)")
    let (reports, end) = AsyncStream.makeStream(of: String.self)
    let hybridPort = Mutex(0)
    // The page reports changes of its colour and reloads. There is no intermediate colour.
    let site = try HTTPServer { request in
      switch request.path {
      case "/style.css":
        return .text("h1 { color: \(color.withLock { $0 }) }", contentType: "text/css")
      case "/seen":
        end.yield(request.query ?? "")
        return .text("")
      default:
        return .text(
          """
          <!DOCTYPE html><link rel="stylesheet" href="style.css"><h1>Shop</h1>
          <script crossorigin src="http://localhost:\(hybridPort.withLock { $0 })/livereload.js"></script>
          <script>
            var page = Math.random().toString(36).slice(2), last = "";
            function look() {
              var now = getComputedStyle(document.querySelector("h1")).color.replace(/\\D+/g, "-");
              if (now !== last) fetch("/seen?" + page + "&" + (last = now));
              requestAnimationFrame(look);
            }
            look();
          </script>
          """, contentType: "text/html")
      }
    }
    defer { site.stop() }
    let rig = try await ServerRig { $0.guestOrigins = ["http://localhost:\(site.port)"] }
    hybridPort.withLock { $0 = rig.port }
    let page = try await Browser.shared().open("http://localhost:\(site.port)/index.html")
    defer { page.close() }
    var seen = reports.makeAsyncIterator()
    let first = try #require(await seen.next()).split(separator: "&")
    #expect(first.last == "-255-0-0-")
    // The page connects a moment after it is shown.
    #expect(
      try await poll {
        String(decoding: try await rig.ask("hybrid/clients").body, as: UTF8.self).contains("\"liveReload\":1")
      })

    color.withLock { $0 = "rgb(0, 128, 0)" }
    try rig.project.replace("pages/home/style.css", "#buy { width: 91px }\n")
    let second = try #require(await seen.next()).split(separator: "&")
    #expect(second == [first[0], "-0-128-0-"])

    try rig.project.replace("pages/cart.html", "<body><p>Other</p></body>\n")
    let third = try #require(await seen.next()).split(separator: "&")
    #expect(third[0] != first[0] && third.last == "-0-128-0-")
  }
}
