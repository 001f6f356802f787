import Glibc
import HybridReload
import HybridRuntime
import HybridServer
import HybridSocket

/// From the writer's `close` to the update at a WebSocket client of this process, over loopback, with the new content in
/// it: compiling, styling, layout, encoding and sending are all in between.
@Sendable func benchDev(_ words: [String]) async {
  let pages = words.first.flatMap { Int($0) } ?? 1_000
  let root = "/tmp/hybrid-bench-\(getpid())"
  defer { removeFolder(root) }
  let project = GeneratedProject(pages: pages)
  project.write(to: root)

  let clock = ContinuousClock()
  let began = clock.now
  let server: DevServer
  do {
    var options = DevServer.Options(root: root, version: "bench")
    options.isSilent = true
    server = try await DevServer.start(options)
  } catch {
    return print("the server did not start: \(error)")
  }
  defer { server.stop() }
  print("\(pages) pages, ready in \(milliseconds(clock.now - began)) ms, \(residentMegabytes()) MB resident")

  do throws(SocketError) {
    let client = try await WebSocketClient.connect(
      server.ready.socket, protocols: ["hybrid.1", "hybrid.token.\(server.ready.token)"])
    client.send(.text(ClientMessage.hello(.init(client: "bench")).encoded))
    try await measure("one page's HTML", 300, client) { round in
      let page = round * 7 % pages
      project.writePage(page, text: "saved \(round)", to: root)
      return "saved \(round)"
    }
    try await measure("the same page's HTML", 300, client) { round in
      project.writePage(0, text: "again \(round)", to: root)
      return "again \(round)"
    }
    try await measure("the CSS that all pages share", 20, client) { round in
      project.writeSharedSheet(round: round, to: root)
      return "\"type\":\"update\""
    }
  } catch {
    print("the connection failed: \(error)")
  }
}

/// Saves so many times and waits each time for the update that holds what was saved.
private func measure(
  _ what: String, _ rounds: Int, _ client: WebSocketClient, save: (Int) -> String
) async throws(SocketError) {
  let clock = ContinuousClock()
  var times: [Double] = []
  for round in 0..<rounds {
    let began = clock.now
    let expected = Array(save(round).utf8)
    while true {
      let bytes = try await client.next(within: .seconds(10)).bytes
      let time = clock.now - began
      guard contains(bytes, Array("\"type\":\"update\"".utf8)), contains(bytes, expected) else { continue }
      times.append(milliseconds(time))
      break
    }
  }
  times.sort()
  let median = times[times.count / 2]
  let high = times[min(times.count * 95 / 100, times.count - 1)]
  print("\(what): median \(shortNumber(median)) ms, p95 \(shortNumber(high)) ms, of \(rounds) saves")
}

private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
  guard bytes.count >= part.count, let first = part.first else { return part.isEmpty }
  return bytes.indices.dropLast(part.count - 1).contains { bytes[$0] == first && bytes[$0...].starts(with: part) }
}

func milliseconds(_ duration: Duration) -> Double {
  Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
}

/// Memory of this process that is in RAM, in MB.
func residentMegabytes() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 128)
  guard fgets(&line, 128, file) != nil else { return 0 }
  let fields = String(cString: line).split(separator: " ")
  return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) >> 20 : 0
}

/// Removes a folder of this process with all in it.
func removeFolder(_ path: String) {
  nftw(path, { path, _, _, _ in path.map { remove($0) } ?? 0 }, 16, FTW_DEPTH | FTW_PHYS)
}
