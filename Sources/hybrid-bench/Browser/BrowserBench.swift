import Foundation
import HybridBrowserDriver
import HybridJSON

/// The time from a save to the paint in a real browser, and the cost of a patch on its main thread.
func benchBrowser(_ words: [String]) async {
  guard Browser.isInstalled else {
    print("chromium is not installed: apt-get install chromium-headless-shell")
    return
  }
  let pages = words.compactMap { Int($0) }.first ?? 1_000
  do {
    print("\(pages) pages, one saved, painted by Chromium:")
    try await benchPaints(pages, "60 frames a second, as on a screen", [])
    // Frames are produced on demand, so that only transport and processing are measured.
    try await benchPaints(
      pages, "frames without a clock", ["--disable-frame-rate-limit", "--disable-gpu-vsync"])
    print("a page of 5,000 nodes, one patched:")
    try await benchPatches()
  } catch {
    print("cannot measure: \(error)")
  }
}

/// Measures from just before a file is written until the browser reports the paint.
private func benchPaints(_ pages: Int, _ what: String, _ arguments: [String]) async throws {
  let project = ProjectGenerator(units: pages)
  try await withGeneratedProject(project) { folder in
    let server = try await ServedProject.start(folder)
    defer { server.stop() }
    try await server.settle()
    let browser = try Browser(arguments)
    defer { browser.end() }
    let watch = try await PaintWatch(browser, server)
    let file = folder.appending(path: project.page(0))
    let text = try String(contentsOf: file, encoding: .utf8)
    var times: [Double] = []
    var inPage: [Double] = []
    for round in 0..<110 {
      let content = Data(text.replacing("</h1>", with: " saved \(round)</h1>").utf8)
      let (time, own) = try await watch.paint { try content.write(to: file) }
      // The first rounds warm up the page.
      guard round >= 10 else { continue }
      times.append(time)
      inPage.append(own)
    }
    report("  \(what)", spread(&times), budget: arguments.isEmpty ? "20 ms" : nil)
    report("    of that from the message to the paint", spread(&inPage))
  }
}

/// The cost of one changed node of a large page on the browser's main thread: script, styles, layout and
/// paint.
private func benchPatches() async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "hybrid-bench-\(getpid())")
  defer { try? FileManager.default.removeItem(at: folder) }
  try FileManager.default.createDirectory(
    at: folder.appending(path: "pages"), withIntermediateDirectories: true)
  let file = folder.appending(path: "pages/home.html")
  try Data(largePage("first").utf8).write(to: file)
  let server = try await ServedProject.start(folder)
  defer { server.stop() }
  try await server.settle()
  let browser = try Browser()
  defer { browser.end() }
  let watch = try await PaintWatch(browser, server)
  try await watch.page.call("Performance.enable")
  let kinds = ["ScriptDuration", "RecalcStyleDuration", "LayoutDuration", "TaskDuration"]
  var times: [[Double]] = []
  var asking: [Double] = []
  for round in 0..<60 {
    // Waits for the page's regular requests, which are not part of the patch.
    try await Task.sleep(for: .milliseconds(300))
    let first = try await watch.durations(kinds)
    try await watch.ask()
    let before = try await watch.durations(kinds)
    let content = Data(largePage("saved \(round)").utf8)
    _ = try await watch.paint { try content.write(to: file) }
    let after = try await watch.durations(kinds)
    guard round >= 10 else { continue }
    asking.append((before[3] - first[3]) * 1_000)
    times.append(zip(after, before).map { ($0 - $1) * 1_000 })
  }
  for (index, kind) in kinds.enumerated() {
    var own = times.map { $0[index] }
    let isAll = kind == "TaskDuration"
    report(isAll ? "  main thread, all tasks, the asking too" : "    \(kind)", spread(&own))
  }
  report("    asking alone", spread(&asking))
  var own = zip(times, asking).map { $0[3] - $1 }
  report("  main thread, all tasks but those of asking", spread(&own), budget: "5 ms")
}

/// 5,000 elements: 499 cards of ten.
private func largePage(_ title: String) -> String {
  let cards = (0..<499).map { number in
    """
    <div class="card"><h3>\(number == 250 ? title : "Card \(number)")</h3><p>Some words <b>of it</b></p>
    <ul><li>One</li><li>Two</li><li>Three</li></ul><div class="foot"><span>12</span></div></div>

    """
  }
  return """
    <!DOCTYPE html><html><head><style>
    .card { margin: 8px; padding: 8px; border: 1px solid #ccc; border-radius: 8px; background: #fff }
    .foot { color: #666 }
    </style></head><body>
    \(cards.joined())</body></html>

    """
}
