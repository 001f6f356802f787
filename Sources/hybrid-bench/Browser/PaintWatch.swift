import Foundation
import HybridBrowserDriver
import HybridJSON

/// A browser that shows the preview page and reports its paints.
///
/// Each of the page's paint messages to the server (`ack` with `painted`) is recorded with its time: the
/// page's clock and ours are the same.
struct PaintWatch {
  let page: BrowserPage

  private static let note = """
    window.acks = [];
    window.waiting = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
      const now = performance.timeOrigin + performance.now();
      send.call(this, text);
      const message = JSON.parse(text);
      if (message.type !== 'ack' || message.painted === undefined) return;
      acks.push([now, message.painted]);
      waiting.splice(0).forEach(look => look());
    };
    window.ackAfter = count => new Promise(done => {
      const look = () => acks.length > count ? done(acks[count]) : waiting.push(look);
      look();
    });
    """

  /// Opens the preview page of a server and waits for the first paint.
  init(_ browser: Browser, _ server: ServedProject) async throws {
    page = try await browser.open(width: 1280, height: 900)
    try await page.call("Page.addScriptToEvaluateOnNewDocument", ["source": .string(Self.note)])
    let address = server.address.socket.replacing("ws://", with: "http://").replacing(
      "/hybrid/socket", with: "/")
    try await page.open(address)
    try await page.evaluate("ackAfter(0)")
  }

  /// Saves, and waits for the paint. Returns the milliseconds from the save to the paint, and the part that
  /// the page measured itself.
  func paint(after save: () throws -> Void) async throws -> (all: Double, inPage: Double) {
    // A random delay, so that saves do not always fall at the same point between two frames.
    try await Task.sleep(for: .milliseconds(Int.random(in: 40...80)))
    let count = try await page.evaluate("acks.length").int ?? 0
    let began = Date().timeIntervalSince1970 * 1_000
    try save()
    let ack = try await page.evaluate("ackAfter(\(count))")
    guard let end = ack[0]?.number, let own = ack[1]?.number else { throw BenchError("no paint: \(ack)") }
    return (end - began, own)
  }

  /// The query of `paint` without a save, to measure the cost of the query itself.
  func ask() async throws {
    let count = try await page.evaluate("acks.length").int ?? 0
    try await page.evaluate("ackAfter(\(count - 1))")
  }

  /// The main thread's total durations so far, in seconds.
  func durations(_ kinds: [String]) async throws -> [Double] {
    let metrics = try await page.call("Performance.getMetrics")["metrics"]?.array ?? []
    return kinds.map { kind in metrics.first { $0["name"]?.string == kind }?["value"]?.number ?? 0 }
  }
}
