import Foundation
import HybridReload
import HybridSocket

/// The time from just before a file is written until a WebSocket client of this process has the update with
/// the new content, over loopback. It includes writing, watching, compiling, styling, layout, encoding and
/// sending.
func benchSaves(_ pages: Int) async throws {
  let project = ProjectGenerator(units: pages)
  try await withGeneratedProject(project) { folder in
    let server = try await ServedProject.start(folder)
    defer { server.stop() }
    try await server.settle()
    let bench = try await SaveBench(server: server, folder: folder)
    let budget = pages <= 1_000 ? "2 ms, p95 5 ms" : "2.5 ms, p95 8 ms"
    print("\(pages) pages, one saved:")
    let first = try bench.text(of: project.page(0))
    try await bench.measure("one page's HTML, again and again", 300, budget, { _ in project.page(0) }) {
      first.replacing("</h1>", with: " saved \($0)</h1>")
    }
    let sheet = try bench.text(of: project.sheet(0))
    try await bench.measure("the CSS of one page", 300, budget, { _ in project.sheet(0) }) {
      sheet + ".page0 h1 { padding-left: \($0 % 50)px }\n"
    }
    let data = try bench.text(of: project.data(0))
    try await bench.measure("the data of one page", 300, budget, { _ in project.data(0) }) {
      data.replacing("\"Page 0\"", with: "\"Page \($0 + 1) of many\"")
    }
    var texts: [String] = []
    for number in 0..<min(pages, 300) { texts.append(try bench.text(of: project.page(number))) }
    try await bench.measure("another page's HTML each time", texts.count, budget, { project.page($0) }) {
      texts[$0].replacing("</h1>", with: " saved</h1>")
    }
    let shared = try bench.text(of: ProjectGenerator.sharedSheet)
    try await bench.measure(
      "the CSS that all pages share", 20, pages == 1_000 ? "50 ms" : nil,
      { _ in ProjectGenerator.sharedSheet }
    ) {
      shared + ".row { padding-top: \($0)px }\n"
    }
    let figures = server.figures
    report(
      "memory at the end",
      "\(shortSize(figures.residentMegabytes)), \(shortSize(figures.ownMegabytes)) its own")
  }
}

/// A hundred files saved at once.
func benchBurst(_ pages: Int) async throws {
  let project = ProjectGenerator(units: max(pages, 100))
  try await withGeneratedProject(project) { folder in
    let server = try await ServedProject.start(folder)
    defer { server.stop() }
    try await server.settle()
    let bench = try await SaveBench(server: server, folder: folder)
    var texts: [String] = []
    for number in 0..<100 { texts.append(try bench.text(of: project.page(number))) }
    var times: [Double] = []
    var sinceLast: [Double] = []
    var messages: [Int] = []
    for round in 0..<20 {
      let files = texts.indices.map { number in
        (project.page(number), texts[number].replacing("</h1>", with: " saved \(round)</h1>"))
      }
      let began = ContinuousClock().now
      for (path, text) in files { try bench.save(path, text) }
      let written = ContinuousClock().now
      let seen = try await bench.follow(until: Set(texts.indices.map(project.name)), from: began)
      times.append(seen.milliseconds)
      sinceLast.append(seen.milliseconds - milliseconds(written - began))
      messages.append(seen.messages)
    }
    let most = messages.max() ?? 0
    report(
      "\(pages) pages, 100 saved at once: from the first write", spread(&times),
      budget: "40 ms, one message")
    report(
      "\(pages) pages, 100 saved at once: from the last", "\(spread(&sinceLast)), at most \(most) messages")
  }
}

/// The median and the 95 % quantile.
func spread(_ times: inout [Double]) -> String {
  times.sort()
  let high = times[min(times.count * 95 / 100, times.count - 1)]
  return "median \(shortTime(times[times.count / 2])), p95 \(shortTime(high))"
}

/// Saves files and waits for the updates.
struct SaveBench {
  private let server: ServedProject
  private let client: WebSocketClient
  private let folder: URL

  /// Connects a client and sends its greeting.
  init(server: ServedProject, folder: URL) async throws {
    self.server = server
    self.folder = folder
    client = try await WebSocketClient.connect(
      server.address.socket, protocols: ["hybrid.1", "hybrid.token.\(server.address.token)"])
    client.send(.text(ClientMessage.hello(.init(client: "bench")).encoded))
    while true {
      guard case .snapshot = ServerMessage(try await client.next(within: .seconds(30)).bytes) else {
        continue
      }
      break
    }
  }

  func text(of path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  func save(_ path: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: path))
  }

  /// Saves one file `count` times, and waits for the update each time.
  func measure(
    _ what: String, _ rounds: Int, _ budget: String?, _ path: (Int) -> String, text: (Int) -> String
  ) async throws {
    var times: [Double] = []
    var bytes = 0
    let before = server.figures.processorSeconds
    for round in 0..<rounds {
      let content = text(round)
      let began = ContinuousClock().now
      try save(path(round), content)
      while true {
        let message = try await client.next(within: .seconds(10)).bytes
        let time = ContinuousClock().now - began
        guard case .update = ServerMessage(message) else { continue }
        times.append(milliseconds(time))
        bytes = message.count
        break
      }
    }
    let used = (server.figures.processorSeconds - before) * 1_000 / Double(rounds)
    report("  \(what)", spread(&times), budget: budget)
    report("    processor time of the server's process", "\(shortTime(used)) a save")
    if bytes > 100_000 { report("  its message", "\(bytes >> 10) KB") }
  }

  /// Waits until updates for all these units have arrived, then half a second for further ones.
  /// - Returns: The time from `began` to the update for the last unit, in milliseconds, and the number of
  ///   updates.
  func follow(
    until units: Set<String>, from began: ContinuousClock.Instant, patience: Duration = .milliseconds(500)
  ) async throws -> (milliseconds: Double, messages: Int) {
    var left = units
    var messages = 0
    var time = 0.0
    while true {
      let bytes: [UInt8]
      if left.isEmpty {
        guard let more = try? await client.next(within: patience).bytes else { return (time, messages) }
        bytes = more
      } else {
        bytes = try await client.next(within: .seconds(60)).bytes
      }
      let now = ContinuousClock().now
      switch ServerMessage(bytes) {
      case .update(let update):
        messages += 1
        time = milliseconds(now - began)
        for change in update.changes { left.remove(change.unit) }
      case .failed(_, let diagnostics):
        throw BenchError("a false error: \(diagnostics.first.map { "\($0)" } ?? "")")
      default: continue
      }
    }
  }
}
