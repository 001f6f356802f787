import HybridRelease
import HybridTestSupport
import Testing

@testable import HybridPublishing

@Suite struct HTTPHostTests {
  @Test func readsWhatAHostHas() throws {
    let server = try RawServer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    let host = try HTTPHost("http://127.0.0.1:\(server.port)/app/")
    #expect(try host.read("releases/1.json", atMost: 5) == Array("hello".utf8))
    #expect(server.heads.first?.hasPrefix("GET /app/releases/1.json HTTP/1.1\r\n") == true)
  }

  @Test(arguments: [
    ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", RefusalCode.fileMissing),
    ("HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n", .fileMissing),
    ("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n", .networkStatus),
    // A redirect of plain http is not followed, wherever to.
    ("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n", .networkStatus),
    ("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello!", .fileWrongSize),
    ("HTTP/1.1 200 OK\r\n\r\nendless and longer", .fileWrongSize),
    // Cut off.
    ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel", .networkUnreachable),
    ("nonsense\r\n\r\n", .networkUnreachable),
  ])
  func refusesWhatIsNoFile(_ answer: String, _ code: RefusalCode) throws {
    let server = try RawServer(answer)
    let host = try HTTPHost("http://127.0.0.1:\(server.port)")
    let refusal = #expect(throws: Refusal.self) { try host.read("release.json", atMost: 5) }
    #expect(refusal?.code == code, "\(refusal?.description ?? "")")
  }

  @Test func aHostThatSaysNothingMeetsTheDeadline() throws {
    let server = try RawServer("", .wait)
    let host = try HTTPHost("http://127.0.0.1:\(server.port)", deadline: .milliseconds(200))
    let refusal = #expect(throws: Refusal.self) { try host.read("release.json", atMost: 5) }
    #expect(refusal?.code == .networkDeadline)
  }

  @Test func nothingListens() throws {
    let host = try HTTPHost("http://127.0.0.1:1")
    let refusal = #expect(throws: Refusal.self) { try host.read("release.json", atMost: 5) }
    #expect(refusal?.code == .networkUnreachable)
  }

  @Test(arguments: [
    "http://example.com/app", "ftp://127.0.0.1/", "https://", "https://user:word@example.com/", "127.0.0.1",
    "http://127.0.0.1.example.com/", "http://[::1]x/", "https://example.com/a/../b", "https://example.com/?a",
    "https://exa mple.com/", "file:///etc/passwd", "http://localhost@example.com/",
  ])
  func refusesAddresses(_ address: String) {
    let refusal = #expect(throws: Refusal.self) { try HTTPHost(address) }
    #expect(refusal?.code == .networkUnreachable)
  }

  @Test(arguments: ["https://example.com", "http://localhost:80/a", "http://[::1]:80", "http://127.1.2.3/a/"])
  func takesAddresses(_ address: String) {
    #expect(throws: Never.self) { try HTTPHost(address) }
  }

  @Test func doesNotAskForUnsafeNames() throws {
    let refusal = #expect(throws: Refusal.self) {
      try HTTPHost("http://127.0.0.1:1").read("../secret", atMost: 5)
    }
    #expect(refusal?.code == .nameUnsafe)
  }
}
