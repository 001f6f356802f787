import HybridTestSupport
import Testing

@testable import HybridSocket

/// Answers that are read while they arrive.
@Suite(.suiteTimeLimit) struct HTTPStreamTests {
  private static func request(_ server: RawServer, timeout: Duration = suiteDeadline) -> HTTPClientRequest {
    HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/events", timeout: timeout)
  }

  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

  @Test func bytesComeBeforeTheEnd() async throws {
    let server = try RawServer([(Array((Self.head + "data: 1\n\n").utf8), .wait)])
    let stream = try await HTTPStream.open(Self.request(server))
    #expect(stream.head.status == 200)
    #expect(stream.head.headers["Content-Type"] == "text/event-stream")
    #expect(try await stream.next() == Array("data: 1\n\n".utf8))
    stream.cancel()
    await #expect(throws: SocketError.cancelled) { try await stream.next() }
    #expect(await poll { server.openCount == 0 })
  }

  @Test func theEndIsNil() async throws {
    let server = try RawServer([(Array((Self.head + "x").utf8), .close)])
    let stream = try await HTTPStream.open(Self.request(server))
    #expect(try await stream.next() == [0x78])
    #expect(try await stream.next() == nil)
    await #expect(throws: SocketError.cancelled) { try await stream.next() }
  }

  @Test func aTaskThatIsCancelledEndsIt() async throws {
    let server = try RawServer([(Array(Self.head.utf8), .wait)])
    let task = Task { try await HTTPStream.open(Self.request(server)).next() }
    #expect(await poll { server.openCount > 0 })
    task.cancel()
    await #expect(throws: SocketError.cancelled) { try await task.value }
    #expect(await poll { server.openCount == 0 })
  }

  @Test(arguments: ["ftp://127.0.0.1/", "http://me:pw@127.0.0.1/", "http://", "ws://127.0.0.1/"])
  func otherURLsAreRefused(_ url: String) async throws {
    await #expect(throws: SocketError.badURL(url)) { try await HTTPStream.open(HTTPClientRequest(url: url)) }
  }

  @Test func aServerThatSaysNothingIsLeft() async throws {
    let server = try RawServer([([], .wait)])
    await #expect(throws: SocketError.timedOut) {
      try await HTTPStream.open(Self.request(server, timeout: .milliseconds(50)))
    }
  }
}
