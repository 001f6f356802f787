import Foundation
import HybridReload
import HybridServer
import HybridSocket

/// From just before a file is written to the update at a WebSocket client of this process, over loopback, with the new
/// content in it: writing, watching, compiling, styling, layout, encoding and sending are all in between.
@Sendable func benchDev(_ words: [String]) async {
  let pages = words.first.flatMap { Int($0) } ?? 1_000
  let project = ProjectGenerator(units: pages)
  let folder = FileManager.default.temporaryDirectory.appending(path: "hybrid-bench-\(getpid())")
  defer { try? FileManager.default.removeItem(at: folder) }
  do {
    try project.write(to: folder)
    let clock = ContinuousClock()
    let began = clock.now
    let server = try await DevServer.start(DevServer.Options(root: folder.path, version: "bench"))
    defer { server.stop() }
    let ready = milliseconds(clock.now - began)
    print("\(pages) pages: ready in \(shortNumber(ready)) ms, \(residentMegabytes()) MB resident")

    let client = try await WebSocketClient.connect(
      server.ready.socket, protocols: ["hybrid.1", "hybrid.token.\(server.ready.token)"])
    client.send(.text(ClientMessage.hello(.init(client: "bench")).encoded))
    var bench = SaveBench(client: client, folder: folder)
    let first = try bench.text(of: project.page(0))
    try await bench.measure("one page's HTML, again and again", 300, project.page(0)) {
      first.replacing("</h1>", with: " saved \($0)</h1>")
    }
    let sheet = try bench.text(of: project.sheet(0))
    try await bench.measure("the CSS of one page", 300, project.sheet(0)) {
      sheet + ".page0 h1 { padding-left: \($0 % 50)px }\n"
    }
    let data = try bench.text(of: project.data(0))
    try await bench.measure("the data of one page", 300, project.data(0)) {
      data.replacing("\"Page 0\"", with: "\"Page \($0 + 1) of many\"")
    }
    var texts: [String] = []
    for number in 0..<min(pages, 300) { texts.append(try bench.text(of: project.page(number))) }
    try await bench.measure("another page's HTML each time", min(pages, 300), { project.page($0) }) {
      texts[$0].replacing("</h1>", with: " saved</h1>")
    }
    let shared = try bench.text(of: ProjectGenerator.sharedSheet)
    try await bench.measure("the CSS that all pages share", 20, ProjectGenerator.sharedSheet) {
      shared + ".row { padding-top: \($0)px }\n"
    }
    print("\(residentMegabytes()) MB resident at the end")
  } catch {
    print("the measurement failed: \(error)")
  }
}

/// Saves files and waits for the updates.
private struct SaveBench {
  let client: WebSocketClient
  let folder: URL

  func text(of path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  mutating func measure(
    _ what: String, _ rounds: Int, _ path: String, text: (Int) -> String
  ) async throws {
    try await measure(what, rounds, { _ in path }, text: text)
  }

  mutating func measure(
    _ what: String, _ rounds: Int, _ path: (Int) -> String, text: (Int) -> String
  ) async throws {
    let clock = ContinuousClock()
    var times: [Double] = []
    var bytes = 0
    for round in 1...rounds {
      let file = folder.appending(path: path(round - 1))
      let content = Data(text(round - 1).utf8)
      let began = clock.now
      try content.write(to: file)
      while true {
        let message = try await client.next(within: .seconds(10)).bytes
        let time = clock.now - began
        guard case .update = ServerMessage(message) else { continue }
        times.append(milliseconds(time))
        bytes = message.count
        break
      }
    }
    times.sort()
    let median = shortNumber(times[times.count / 2])
    let high = shortNumber(times[min(times.count * 95 / 100, times.count - 1)])
    print("\(what): median \(median) ms, p95 \(high) ms; \(rounds) saves, the last message \(bytes) bytes")
  }
}

func milliseconds(_ duration: Duration) -> Double {
  Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
}

/// Memory of this process that is in RAM, in MB.
func residentMegabytes() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
  let fields = text.split(separator: " ")
  return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) >> 20 : 0
}
