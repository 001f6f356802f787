import Foundation
import HybridSocket
import HybridSpawning
import HybridTestSupport
import Testing

@testable import HybridServer

/// Independent clients: Python's `websockets` acting as React Native's and as LiveReload's. Skipped with a
/// message where it is not installed (`apt-get install python3-websockets`).
@Suite(.suiteTimeLimit, .enabled(if: Python.path != nil, "Python's websockets is not installed"))
struct ForeignCompatibilityTests {
  @Test func bothProtocolsAreSpokenToAClientOfSomebodyElse() async throws {
    let rig = try await ServerRig()
    let client = try Python(
      """
      import asyncio, json, sys, websockets
      async def main():
          base = "ws://127.0.0.1:" + sys.argv[1]
          phone = await websockets.connect(base + "/message?role=ios")
          tool = await websockets.connect(base + "/message")
          say = lambda s, **m: s.send(json.dumps(dict(version=2, **m)))
          hear = lambda s: asyncio.wait_for(s.recv(), 600)
          await say(phone, method="getid", target="server", id=1)
          print(await hear(phone))
          await say(tool, method="getpeers", target="server", id=2)
          print(await hear(tool))
          await say(tool, method="ping", target="client#1", id=3, params=["ü"])
          question = json.loads(await hear(phone))
          await say(phone, id=question["id"], result=question["params"])
          print(await hear(tool))
          await say(tool, method="devMenu")
          print(await hear(phone))
          page = await websockets.connect(base + "/livereload")
          await page.send(json.dumps({"command": "hello", \
      "protocols": ["http://livereload.com/protocols/official-7"]}))
          print(await hear(page), flush=True)
          print(await hear(page))
          print(await hear(phone))
          for s in (phone, tool, page):
              await s.close()
              print(s.close_code)
          bad = await websockets.connect(base + "/livereload")
          await bad.send("hello")
          try:
              await hear(bad)
          except websockets.ConnectionClosed:
              print(bad.close_code)
      asyncio.run(main())
      """, "\(rig.port)")
    #expect(await poll { !client.isRunning || client.output.contains("serverName") }, "\(client.output)")
    try rig.project.replace("pages/home/style.css", "#buy { width: 93px }\n")
    #expect(await poll { !client.isRunning })
    #expect(
      client.output == """
        {"version":2,"result":"client#1","id":1}
        {"version":2,"result":{"client#1":{"role":"ios"}},"id":2}
        {"version":2,"result":["ü"],"id":3}
        {"version":2,"method":"devMenu"}
        {"command":"hello","protocols":["http://livereload.com/protocols/official-7"],"serverName":"hybrid"}
        {"command":"reload","path":"pages/home/style.css","liveCSS":true,"liveImg":true}
        {"version":2,"method":"reload"}
        1000
        1000
        1000
        1002

        """)
  }
}

/// A Python program whose output goes to a file, so that writing does not block.
private final class Python {
  /// An interpreter that has `websockets`.
  static let path: String? = ["/usr/bin/python3", "/usr/local/bin/python3"].first { path in
    succeeds([path, "-c", "import websockets"])
  }

  private let folder: TemporaryProject
  private let program: SpawnedProgram

  init(_ script: String, _ arguments: String...) throws {
    folder = try TemporaryProject(["output": ""])
    program = try SpawnedProgram(
      [try #require(Self.path), "-c", script] + arguments,
      environment: ProcessInfo.processInfo.environment.merging(["PYTHONIOENCODING": "utf-8"]) { $1 },
      files: [
        0: .nothing, 1: .path(folder.file("output").path, O_WRONLY | O_APPEND), 2: .copy(of: 1),
      ])
  }

  var output: String { (try? folder.text("output")) ?? "" }
  var isRunning: Bool { program.isRunning }
}
