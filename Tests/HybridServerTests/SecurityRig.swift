import Foundation
import HybridReload
import HybridServer
import HybridSocket
import HybridTestSupport
import Testing

/// A real server of a project with secrets inside it, beside it and linked from it.
final class SecurityRig: Sendable {
  /// A text that no answer may contain.
  static let secret = "PLANTED-SECRET-5d41402abc4b2a76"

  /// The parent folder of the project.
  let place: TemporaryProject
  let server: DevServer
  let port: Int

  static let secretFiles = [
    ".env", ".env.local", ".git/config", ".npmrc", "id_rsa", "keys/signing.pem", "notes.txt",
    "shared/unused.css",
  ]

  init(_ change: (inout DevServer.Options) -> Void = { _ in }) async throws {
    place = try TemporaryProject([
      "shop/pages/home/index.html":
        "<html><head><title>Shop</title></head><body><h1 id=\"title\">{{ title }}</h1></body></html>\n",
      "shop/pages/home/data.json": "{\"title\": \"Hello\"}\n",
      "shop/components/card.xml":
        "<VHLayout layoutWidth=\"match_parent\" layoutHeight=\"wrap_content\"></VHLayout>\n",
      "shop-secrets/secret.txt": Self.secret, "outside/secret.txt": Self.secret,
      "outside/data.json": "{\"title\": \"\(Self.secret)\"}",
    ])
    for file in Self.secretFiles { try place.write("shop/" + file, Self.secret) }
    for (link, target) in [
      ("shop/link.txt", "../outside/secret.txt"), ("shop/linked", "../outside"), ("shop/absolute", "/etc"),
      ("shop/pages/home/linked.json", "../../../outside/data.json"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: place.file(link).path, withDestinationPath: target)
    }
    var options = DevServer.Options(root: place.file("shop").path, version: "test")
    options.port = 0
    change(&options)
    server = try await DevServer.start(options)
    port = Int(server.ready.url.dropLast().split(separator: ":").last ?? "") ?? 0
  }

  deinit { server.stop() }

  /// Sends bytes and reads everything up to the end of the connection.
  func answer(_ bytes: [UInt8]) async throws -> [UInt8] {
    let client = try RawClient(port: port)
    client.send(bytes)
    return await client.receive()
  }

  /// Sends text with `HOST` replaced by our own, and reads all that comes.
  func answer(_ text: String) async throws -> String {
    let bytes = Array(
      text.replacing("HOST", with: "127.0.0.1:\(port)").replacing("PORT", with: "\(port)").utf8)
    return String(decoding: try await answer(bytes), as: UTF8.self)
  }

  /// A `GET` with these fields besides our `Host`.
  func get(_ target: String, _ fields: String = "") async throws -> String {
    try await answer("GET \(target) HTTP/1.1\r\nHost: HOST\r\n\(fields)\r\n")
  }

  /// Expects that an answer contains neither the secrets nor the token.
  func expectNoSecret(_ answer: String, _ comment: String, sourceLocation: SourceLocation = #_sourceLocation)
  {
    #expect(!answer.contains(Self.secret), "\(comment)", sourceLocation: sourceLocation)
    #expect(!answer.contains(server.ready.token), "\(comment)", sourceLocation: sourceLocation)
    #expect(!answer.contains("root:x:0:0"), "\(comment)", sourceLocation: sourceLocation)
    #expect(
      !answer.lowercased().contains("access-control-allow"), "\(comment)", sourceLocation: sourceLocation)
  }

  /// Expects that the server still answers, over HTTP and to a client with the token.
  func expectAlive(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let answer = try await get("/status")
    #expect(answer.contains("packager-status:running"), sourceLocation: sourceLocation)
    let client = try await WebSocketClient.connect(
      server.ready.socket, protocols: ["hybrid.1", "hybrid.token.\(server.ready.token)"])
    let first = ServerMessage(try await client.next(within: suiteDeadline).bytes)
    guard case .welcome = first else {
      Issue.record("no welcome but \(String(describing: first))", sourceLocation: sourceLocation)
      return
    }
    client.close()
  }

  /// A connection that has sent the opening handshake; `fields` replace those of a valid one.
  func handshake(
    _ fields: [String: String?] = [:], token: String? = nil, path: String = "/hybrid/socket"
  ) throws -> RawClient {
    var all: [String: String?] = [
      "Host": "127.0.0.1:\(port)", "Upgrade": "websocket", "Connection": "Upgrade",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Protocol": "hybrid.1" + (token.map { ", hybrid.token.\($0)" } ?? ""),
    ]
    for (name, value) in fields { all[name] = .some(value) }
    let lines = all.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }.joined()
    let client = try RawClient(port: port)
    client.send("GET \(path) HTTP/1.1\r\n\(lines)\r\n")
    return client
  }

  /// An admitted client that sends arbitrary bytes.
  func rawClient() async throws -> RawClient {
    let client = try handshake(token: server.ready.token)
    #expect(await client.head().contains("101"))
    return client
  }
}

/// The resident memory of this process, in bytes.
func residentMemory() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
  return (line.split(whereSeparator: { $0 == " " || $0 == "\t" }).compactMap { Int($0) }.first ?? 0) << 10
}
