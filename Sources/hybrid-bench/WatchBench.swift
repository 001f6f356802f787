import Foundation
import HybridReload
import HybridServer
import HybridSocket
import HybridViewTree
import HybridWatch

/// The cost and latency of watching 10,000 files of a git work tree: a full scan after lost events, a
/// checkout, 100 files saved at once, and the processor time while nothing happens, with inotify and with
/// polling.
@Sendable func benchWatch(_ words: [String]) async {
  let files = words.first.flatMap { Int($0) } ?? 10_000
  let folder = FileManager.default.temporaryDirectory.appending(path: "hybrid-bench-\(getpid())")
  defer { try? FileManager.default.removeItem(at: folder) }
  do {
    // Each page has three files.
    let project = ProjectGenerator(units: max(files / 3, 1))
    try project.write(to: folder)
    try git(["init", "-q", "-b", "one"], in: folder)
    try commit("one", in: folder)
    try git(["checkout", "-q", "-b", "two"], in: folder)
    try change(folder)
    try commit("two", in: folder)

    try await watchAlone(folder, page: project.page(0), isPolling: false)
    try await watchAlone(folder, page: project.page(0), isPolling: true)
    try await serve(folder, project)
  } catch {
    print("the measurement failed: \(error)")
  }
}

/// The watcher alone: start, idle time, and the full scan that follows lost events.
private func watchAlone(_ folder: URL, page: String, isPolling: Bool) async throws {
  let clock = ContinuousClock()
  let began = clock.now
  let (stream, continuation) = AsyncStream.makeStream(of: WatchBatch.self)
  let watcher = try FileWatcher(
    root: folder.path, options: DevServer.watchOptions(isPolling: isPolling)
  ) { continuation.yield($0) }
  defer { watcher.stop() }
  let ready = milliseconds(clock.now - began)
  let (used, from) = (processorTime(), clock.now)
  try await Task.sleep(for: .seconds(5))
  let share = (processorTime() - used) / 1e6 / milliseconds(clock.now - from) * 100
  print(
    "\(isPolling ? "polling" : "inotify"): \(watcher.folderCount) folders, all files looked at in "
      + "\(shortNumber(ready)) ms, idle \(shortNumber(share)) % of a processor")
  let file = folder.appending(path: page)
  let text = try String(contentsOf: file, encoding: .utf8)
  var times: [Double] = []
  var batches = stream.makeAsyncIterator()
  for round in 0..<(isPolling ? 10 : 200) {
    try Data((text + String(repeating: " ", count: round % 7 + 1)).utf8).write(to: file)
    let saved = clock.now
    _ = await batches.next()
    times.append(milliseconds(clock.now - saved))
  }
  times.sort()
  print(
    """
      save to its being told: median \(shortNumber(times[times.count / 2])) ms, \
    most \(shortNumber(times.last ?? 0)) ms
    """
  )
  try Data(text.utf8).write(to: file)
  _ = await batches.next()
}

/// A server and a client: checkouts and a burst, measured from before the change to the message.
private func serve(_ folder: URL, _ project: ProjectGenerator) async throws {
  let clock = ContinuousClock()
  var options = DevServer.Options(root: folder.path, version: "bench")
  options.port = 0
  let server = try await DevServer.start(options)
  defer { server.stop() }
  let client = try await WebSocketClient.connect(
    server.ready.socket, protocols: ["hybrid.1", "hybrid.token.\(server.ready.token)"])
  client.send(.text(ClientMessage.hello(.init(client: "bench")).encoded))
  try await Task.sleep(for: .seconds(5))
  for branch in ["one", "two", "one"] {
    let began = clock.now
    try git(["checkout", "-q", branch], in: folder)
    let checkedOut = clock.now
    let units = try await update(client)
    print(
      "checkout of '\(branch)': git \(shortNumber(milliseconds(checkedOut - began))) ms, then "
        + "\(shortNumber(milliseconds(clock.now - checkedOut))) ms until the message about \(units) pages")
  }
  let texts = try (0..<100).map {
    try String(contentsOf: folder.appending(path: project.page($0)), encoding: .utf8)
  }
  for round in 0..<3 {
    let began = clock.now
    for (number, text) in texts.enumerated() {
      try Data(text.replacing("</h1>", with: " \(round)</h1>").utf8).write(
        to: folder.appending(path: project.page(number)))
    }
    let saved = clock.now
    var units = 0
    var messages = 0
    while units < 100 {
      units += try await update(client)
      messages += 1
    }
    print(
      "100 files saved in \(shortNumber(milliseconds(saved - began))) ms, told "
        + "\(shortNumber(milliseconds(clock.now - saved))) ms later in \(messages) messages")
  }
}

/// Waits for an update and returns the number of its units.
private func update(_ client: WebSocketClient) async throws -> Int {
  while true {
    guard case .update(let update) = ServerMessage(try await client.next(within: .seconds(120)).bytes) else {
      continue
    }
    return update.changes.count
  }
}

/// Changes every file of a page.
private func change(_ folder: URL) throws {
  for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    ?? .init()
  where !file.path.contains("/.git/") {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
    switch file.pathExtension {
    case "html": try Data(text.replacing("</h1>", with: " two</h1>").utf8).write(to: file)
    case "css": try Data((text + "p { padding-left: 3px }\n").utf8).write(to: file)
    case "json": try Data((text + "\n").utf8).write(to: file)
    default: break
    }
  }
}

private func commit(_ message: String, in folder: URL) throws {
  try git(["add", "-A"], in: folder)
  try git(["commit", "-q", "-m", message], in: folder)
}

private struct GitFailed: Error { var words: [String] }

private func git(_ words: [String], in folder: URL) throws {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/git")
  process.arguments =
    ["-c", "user.name=Bench", "-c", "user.email=bench@example.com", "-c", "gc.auto=0"] + words
  process.currentDirectoryURL = folder
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw GitFailed(words: words) }
}
