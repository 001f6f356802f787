import Foundation
import HybridDownload
import HybridRelease
import HybridSocket
import HybridTestSupport
import HybridUpdate
import HybridUpdateFaults
import Synchronization
import Testing

/// Uses real sockets on this machine.
@Suite(.suiteTimeLimit) struct URLSessionTransportTests {
  /// Collects the parts given to `receive`.
  final class Body: Sendable {
    let parts = Mutex<(begin: Int?, bytes: [UInt8])>((nil, []))
    var begin: Int? { parts.withLock { $0.begin } }
    var bytes: [UInt8] { parts.withLock { $0.bytes } }
    func receive(_ part: TransportPart) throws(Refusal) {
      parts.withLock {
        switch part {
        case .begins(let begin): $0.begin = begin
        case .bytes(let bytes): $0.bytes += bytes
        }
      }
    }
  }

  private func transport(_ port: Int) throws -> URLSessionTransport {
    let base = try #require(URL(string: "http://127.0.0.1:\(port)/shop/"))
    return try #require(URLSessionTransport(base: base))
  }

  private func get(
    _ request: TransportRequest, _ port: Int, _ body: Body = Body()
  ) async throws -> Result<TransportAnswer, Refusal> {
    let transport = try transport(port)
    do throws(Refusal) {
      return .success(try await transport.get(request) { part throws(Refusal) in try body.receive(part) })
    } catch { return .failure(error) }
  }

  private func request(_ path: String, etag: String? = nil, offset: Int = 0, limit: Int = 1_000)
    -> TransportRequest
  {
    TransportRequest(path: path, etag: etag, offset: offset, limit: limit, timeout: suiteDeadline)
  }

  @Test(arguments: [
    ("https://cdn.example.org/shop/", true), ("http://127.0.0.1:8080/", true), ("http://localhost/", true),
    ("http://[::1]:9/", true), ("http://cdn.example.org/", false), ("http://127.0.0.1.example.org/", false),
    ("ftp://cdn.example.org/", false), ("file:///etc/", false),
    ("https://user:secret@cdn.example.org/", false),
    ("https://cdn.example.org/?a=b", false),
  ])
  func onlySafeAddressesAreTaken(_ address: String, _ expected: Bool) throws {
    let base = try #require(URL(string: address))
    #expect((URLSessionTransport(base: base) != nil) == expected)
  }

  @Test func fileComesWhole() async throws {
    let server = try HTTPServer { request in
      HTTPResponse(headers: ["ETag": "\"v1\""], body: Array("\(request.path)".utf8))
    }
    let body = Body()
    #expect(try await get(request("files/3f"), server.port, body) == .success(.whole(etag: "\"v1\"")))
    #expect(body.begin == 0 && String(decoding: body.bytes, as: UTF8.self) == "/shop/files/3f")
  }

  @Test(arguments: [
    ("HTTP/1.1 304 Not Modified\r\nContent-Length: 0\r\n\r\n", TransportAnswer.notModified),
    ("HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno", .missing),
    ("HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n", .missing),
  ])
  func answerWithoutABodyIsSaid(_ answer: String, _ expected: TransportAnswer) async throws {
    let server = try RawServer(answer)
    let body = Body()
    #expect(try await get(request("a", etag: "\"v1\""), server.port, body) == .success(expected))
    #expect(body.bytes.isEmpty)
    #expect(server.heads.first?.contains("If-None-Match: \"v1\"") == true)
    #expect(server.heads.first?.lowercased().contains("cookie") == false)
  }

  @Test(arguments: [
    ("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n", RawServer.End.close, RefusalCode.networkStatus),
    (
      "HTTP/1.1 301 Moved\r\nLocation: http://localhost:1/b\r\nContent-Length: 0\r\n\r\n", .close,
      .networkStatus
    ),
    ("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", .close, .networkUnreachable),
    ("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\nlong", .wait, .networkEndless),
    ("HTTP/1.1 200 OK\r\n\r\nfor ever and ever ", .goOn, .networkEndless),
    ("HTTP/1.1 206 Partial\r\nContent-Length: 4\r\n\r\nhalf", .close, .networkStatus),
    (
      "HTTP/1.1 206 Partial\r\nContent-Length: 4\r\nContent-Range: bytes 0-3/8\r\n\r\nhalf", .close,
      .networkUnreachable
    ),
    ("nonsense", .close, .networkUnreachable),
  ])
  func answerThatIsNoneIsRefused(_ answer: String, _ end: RawServer.End, _ code: RefusalCode) async throws {
    let server = try RawServer(answer, end)
    let body = Body()
    let result = try await get(request("a"), server.port, body)
    #expect(throws: Refusal.self) { try result.get() }
    if case .failure(let refusal) = result { #expect(refusal.code == code, "\(refusal)") }
    #expect(body.bytes.count <= 1_000)
  }

  @Test func nobodyThereIsUnreachable() async throws {
    let server = try HTTPServer { _ in .text("") }
    let port = server.port
    server.stop()
    guard case .failure(let refusal) = try await get(request("a"), port) else {
      Issue.record("expected .failure")
      return
    }
    #expect(refusal.code == .networkUnreachable)
  }

  @Test func hostThatSaysNothingMeetsTheDeadline() async throws {
    let server = try RawServer("", .wait)
    var request = request("a")
    request.timeout = .milliseconds(300)
    guard case .failure(let refusal) = try await get(request, server.port) else {
      Issue.record("expected .failure")
      return
    }
    #expect(refusal.code == .networkDeadline)
  }

  @Test func aRequestThatIsCalledOffAtItsBeginningEnds() async throws {
    let server = try RawServer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwhole", .close)
    let transport = try transport(server.port)
    let request = request("a")
    await withTaskGroup(of: RefusalCode?.self) { group in
      for number in 0..<60 {
        group.addTask {
          let asking = Task { () -> RefusalCode? in
            do throws(Refusal) {
              _ = try await transport.get(request) { _ in }
              return nil
            } catch { return error.code }
          }
          for _ in 0..<number { await Task.yield() }
          asking.cancel()
          return await asking.value
        }
      }
      for await code in group { #expect(code == nil || code == .updateCancelled) }
    }
  }

  @Test func whatTheReceiverThrowsEndsTheTransfer() async throws {
    let server = try RawServer("HTTP/1.1 200 OK\r\n\r\nfor ever ", .goOn)
    let transport = try transport(server.port)
    await #expect(throws: Refusal(.storeFull, "a", "full")) {
      try await transport.get(request("a", limit: 1 << 30)) { part throws(Refusal) in
        if case .bytes = part { throw Refusal(.storeFull, "a", "full") }
      }
    }
  }

  @Test func cutTransferOfAWholeUpdateGoesOnByRange() async throws {
    var maker = try ReleaseMaker()
    let film = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    try maker.publish(1, ["assets/film.bin": film])
    let dist = maker.dist
    let path = "/files/\(maker.sodium.sha256(film))"
    let ranges = Mutex<[String]>([])
    // The film comes in pieces of 100,000 bytes of which the connection says that there are more.
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n"
    let cutter = try RawServer([(Array(head.utf8) + film.prefix(100_000), .close)])
    let server = try HTTPServer { request in
      guard let bytes = dist[String(request.path.dropFirst(6))] else { return .text("none", status: 404) }
      guard let range = request.headers["Range"], let start = Int(range.dropFirst(6).dropLast()) else {
        return HTTPResponse(body: bytes)
      }
      ranges.withLock { $0.append(range) }
      return HTTPResponse(
        status: 206, headers: ["Content-Range": "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"],
        body: Array(bytes.dropFirst(start)))
    }
    let good = try transport(server.port)
    let cut = try transport(cutter.port)
    let folder = try TemporaryProject()
    var settings = UpdateSettings.trial(keys: maker.embeddedKeys)
    settings.requestTimeout = suiteDeadline
    let client = try UpdateClient(
      folder: folder.file("store").path, settings: settings,
      transport: CutOnce(path: String(path.dropFirst()), cut: cut, good: good))
    guard case .staged = try await client.update() else {
      Issue.record("expected .staged")
      return
    }
    try await client.start()
    #expect(try await client.read("assets/film.bin") == film)
    let asked = ranges.withLock { $0 }
    #expect(asked.count == 1 && asked[0] != "bytes=0-", "\(asked)")
  }
}

/// Uses one host for the first request of a path, and another one for all further requests.
private final class CutOnce: UpdateTransport {
  private let path: String
  private let cut: URLSessionTransport
  private let good: URLSessionTransport
  private let wasCut = Mutex(false)

  init(path: String, cut: URLSessionTransport, good: URLSessionTransport) {
    self.path = path
    (self.cut, self.good) = (cut, good)
  }

  func get(
    _ request: TransportRequest, receive: @escaping @Sendable (TransportPart) throws(Refusal) -> Void
  ) async throws(Refusal) -> TransportAnswer {
    let isFirst = wasCut.withLock { was in
      guard request.path == path, !was else { return false }
      was = true
      return true
    }
    return try await (isFirst ? cut : good).get(request, receive: receive)
  }
}
