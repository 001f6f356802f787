import Foundation
import HybridSocket
import HybridSpawning
import HybridTestSupport
import Testing

/// An independent client: Python's `websockets`. Skipped with a message where it is not installed (`pip
/// install websockets`).
@Suite(
  .suiteTimeLimit,
  .enabled(
    if: Python.hasWebSockets, "Python's websockets is not installed: apt-get install python3-websockets"))
struct ForeignClientTests {
  @Test func echoes() async throws {
    let server = try EchoServer(
      authorization: .token(check: { token, _ in equalsInConstantTime(token, "secret") }) { _ in nil })
    let output = try await Python.run(
      """
      import asyncio, sys, websockets
      async def main():
          async with websockets.connect(sys.argv[1], subprotocols=["hybrid.1", "hybrid.token.secret"], \
      max_size=None) as s:
              print(s.subprotocol)
              for m in ["hello", "", "größe", b"\\x00\\xff", "x" * 1000000]:
                  await s.send(m)
                  assert await s.recv() == m
              await s.ping()
          print(s.close_code)
          async with websockets.connect(sys.argv[1], subprotocols=["hybrid.1", "hybrid.token.wrong"]) as s:
              try:
                  print(await s.recv())
              except websockets.ConnectionClosed as e:
                  print(e.rcvd.code)
          try:
              await websockets.connect(sys.argv[1], subprotocols=["hybrid.1"], origin="http://evil.example")
              print("open")
          except websockets.InvalidHandshake as e:
              print(e.status_code if hasattr(e, "status_code") else e.response.status_code)
      asyncio.run(main())
      """, server.url)
    #expect(output == "hybrid.1\n1000\n1008\n403\n")
    server.server.stop()
  }

  @Test func manyAtOnceHearABroadcast() async throws {
    let server = try EchoServer()
    async let output = Python.run(
      """
      import asyncio, sys, websockets
      async def one():
          async with websockets.connect(sys.argv[1], subprotocols=["hybrid.1"]) as s:
              return [await s.recv() for _ in range(5)]
      async def main():
          got = await asyncio.gather(*[one() for _ in range(50)])
          print(all(g == [f"update {i}" for i in range(5)] for g in got))
      asyncio.run(main())
      """, server.url)
    await server.connections.wait { $0.open.count == 50 }
    let connections = server.connections.open
    for index in 0..<5 { server.server.send(.text("update \(index)"), to: connections) }
    #expect(try await output == "True\n")
    server.server.stop()
  }
}

private enum Python {
  static let hasWebSockets = succeeds(debianPython + ["-c", "import websockets"])

  /// What a script prints.
  static func run(_ script: String, _ arguments: String...) async throws -> String {
    let result = try await ChildProcess.run(debianPython + ["-c", script] + arguments)
    return String(decoding: result.output, as: UTF8.self) + result.errors
  }
}
