import Foundation
import HybridReload
import HybridServer
import HybridSystem
import HybridViewTree
import Synchronization

/// Many clients of one server: the memory per client, and the time until the last one has an update. One
/// additional client never reads.
///
/// The clients run in a process of their own (``benchFollowers(_:)``), so that this process's memory is the
/// server's, and in one thread (``Followers``). Both processes read `CLOCK_MONOTONIC`, which is system-wide.
@Sendable func benchClients(_ words: [String]) async {
  let count = words.first.flatMap { Int($0) } ?? 1_000
  let rounds = 50
  let project = ProjectGenerator(units: 10)
  let folder = FileManager.default.temporaryDirectory.appending(path: "hybrid-bench-\(getpid())")
  defer { try? FileManager.default.removeItem(at: folder) }
  do {
    try project.write(to: folder)
    let server = try await DevServer.start(DevServer.Options(root: folder.path, version: "bench"))
    defer { server.stop() }
    let page = project.page(0)
    let file = folder.appending(path: page)
    let first = try String(contentsOf: file, encoding: .utf8)
    func save(_ round: Int) throws -> UInt64 {
      let content = Data(first.replacing("</h1>", with: " saved \(round)</h1>").utf8)
      let began = SystemClock.monotonic
      try content.write(to: file)
      return began
    }

    let followers = Process()
    followers.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    followers.arguments = [
      "followers", server.ready.socket, server.ready.token, project.name(0), String(count),
    ]
    let (output, input) = (Pipe(), Pipe())
    (followers.standardOutput, followers.standardInput) = (output, input)
    let before = residentBytes()
    try followers.run()
    defer { followers.terminate() }
    var lines = linesRead(from: output.fileHandleForReading).makeAsyncIterator()
    guard await lines.next() == "connected" else { return print("the clients could not connect") }
    let after = residentBytes()
    let each = Double(after - before) / Double(count) / 1024
    print("\(count) clients: \(shortNumber(each)) KB each, \(after >> 20) MB resident")

    for isLazyThere in [false, true] {
      if isLazyThere {
        try input.fileHandleForWriting.write(contentsOf: Data("lazy\n".utf8))
        guard await lines.next() == "lazy" else { return print("the lazy client could not connect") }
        while await !server.session.clientList.contains(where: \.isBehind) {
          try await Task.sleep(for: .milliseconds(10))
        }
        print("one more never reads, and is behind")
      }
      var times: [Double] = []
      for round in 1...rounds {
        let began = try save(isLazyThere ? rounds + round : round)
        // "REVISION NANOSECONDS", when the last client has the revision.
        guard let words = await lines.next()?.split(separator: " "), let ended = UInt64(words[1]) else {
          return print("the clients ended")
        }
        times.append(Double(ended &- began) / 1e6)
      }
      times.sort()
      let high = times[times.count * 95 / 100]
      print(
        "save to the last of them: median \(shortNumber(times[times.count / 2])) ms, "
          + "p95 \(shortNumber(high)) ms, most \(shortNumber(times[times.count - 1])) ms; \(rounds) saves")
    }
    let figures = await server.session.figures
    print(
      "acknowledged: median \(figures.median.map { shortNumber($0) } ?? "-") ms, "
        + """
        p95 \(figures.p95.map { shortNumber($0) } ?? "-") ms; \(residentBytes() >> 20) \
        MB resident at the end
        """
    )
  } catch {
    print("the measurement failed: \(error)")
  }
}

/// The client process: `SOCKET TOKEN UNIT COUNT`. Prints `connected`, then for each revision `REVISION
/// NANOSECONDS` when the last client has it. The word `lazy` on standard input adds a client that requests
/// much and reads nothing.
@Sendable func benchFollowers(_ words: [String]) async {
  guard words.count == 4, let count = Int(words[3]),
    let port = Int(words[0].split(separator: ":").last?.prefix { $0.isNumber } ?? "")
  else { return print("SOCKET TOKEN UNIT COUNT") }
  let (token, unit) = (words[1], words[2])
  let hello = ClientMessage.hello(.init(client: "bench", unit: unit, binary: false)).encoded
  var followers = Followers()
  do {
    for number in 1...count {
      try followers.connect(port: port, token: token, hello: hello)
      while followers.readyCount < number { try followers.take(within: 1_000) { _, _ in } }
    }
    tell("connected")
    let isLazyWanted = Mutex(false)
    Task {
      for await line in linesRead(from: .standardInput) where line == "lazy" {
        isLazyWanted.withLock { $0 = true }
      }
    }
    while true {
      if isLazyWanted.withLock({ isWanted in
        defer { isWanted = false }
        return isWanted
      }) {
        try neverRead(port: port, token)
        tell("lazy")
      }
      try followers.take(within: 100) { tell("\($0) \($1)") }
    }
  } catch {
    tell("failed: \(error)")
  }
}

private func tell(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Opens a WebSocket with a tiny window, requests the page repeatedly, and reads nothing.
private func neverRead(port: Int, _ token: String) throws {
  let socket = try openedSocket(port: port, token: token, window: 4_096)
  let question = frame(ClientMessage.show(unit: nil, device: nil).encoded)
  for _ in 0..<2_000 { guard sent(question, to: socket) else { break } }
}

/// The lines of a file, as they arrive.
private func linesRead(from file: FileHandle) -> AsyncStream<String> {
  let (lines, end) = AsyncStream.makeStream(of: String.self)
  let rest = Mutex<[UInt8]>([])
  file.readabilityHandler = { file in
    let data = file.availableData
    if data.isEmpty {
      file.readabilityHandler = nil
      return end.finish()
    }
    rest.withLock { rest in
      rest += data
      while let newline = rest.firstIndex(of: 0x0A) {
        end.yield(String(decoding: rest[..<newline], as: UTF8.self))
        rest.removeFirst(newline + 1)
      }
    }
  }
  return lines
}

/// The resident memory of this process, in bytes.
private func residentBytes() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
  let fields = text.split(separator: " ")
  return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
}
