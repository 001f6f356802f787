import HybridJSON
import HybridSocket
import HybridTestSupport
import Testing

@testable import HybridServer

@Suite(.serialized) struct HostTests {
  @Test(arguments: [
    ("10.0.2.2", "", 200), ("10.0.3.2", "", 200), ("10.0.2.2", "Origin: http://10.0.2.2:PORT\r\n", 403),
    ("10.0.2.2", "Origin: null\r\n", 403), ("10.0.2.2", "Origin: http://127.0.0.1:PORT\r\n", 403),
    ("10.0.2.3", "", 403), ("10.0.2.2.nip.io", "", 403),
    ("10.0.2.2", "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: cors\r\n", 403),
  ])
  func theEmulatorReachesThisMachineByItsOwnName(_ host: String, _ fields: String, _ expected: Int)
    async throws
  {
    let rig = try await ServerRig(ServerRig.templates)
    let port = rig.port
    for path in ["/.dir", "/card/data.json"] {
      let client = try RawClient(port: port)
      client.send(
        "GET \(path) HTTP/1.1\r\nHost: \(host):\(port)\r\n\(fields.replacing("PORT", with: "\(port)"))\r\n")
      #expect(status(of: await client.answer()) == expected)
    }
  }

  @Test(arguments: ["10.0.2.2", "10.0.2.2:1"])
  func theEmulatorsNameNeedsOurPort(_ host: String) async throws {
    let rig = try await ServerRig(ServerRig.templates)
    let client = try RawClient(port: rig.port)
    client.send("GET /.dir HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    #expect(status(of: await client.answer()) == 403)
  }

  /// The server treats this machine's network address as another machine.
  @Test(arguments: [false, true]) func theOptionCountsOnTheSocketToo(_ isOpen: Bool) async throws {
    guard let address = networkAddresses().first else { return }
    let project = try TemporaryProject(ServerRig.templates)
    var options = DevServer.Options(root: project.path, version: "test")
    options.port = 0
    options.isOpenToNetwork = true
    options.isPlaygroundOpen = isOpen
    let server = try await DevServer.start(options)
    defer { server.stop() }
    let url = try #require(server.ready.playgroundURL)
    #expect(url.hasPrefix("http://\(address):") && url.hasSuffix("/card/data.json"))
    #expect(try await httpGet(url).status == (isOpen ? 200 : 403))
    #expect(try await httpGet(server.ready.url + "card/data.json").status == 200)
    let port = try #require(Int(server.ready.url.dropLast().split(separator: ":").last ?? ""))
    let stranger = try RawClient(port: port, host: address)
    stranger.send("GET /status HTTP/1.1\r\nHost: 10.0.2.2:\(port)\r\n\r\n")
    #expect(status(of: await stranger.answer()) == 403)
  }

  @Test func withoutTheLibraryTheCodeNamesItsPackage() async throws {
    let rig = try await ServerRig(ServerRig.templates)
    var endpoints = PlaygroundEndpoints(session: rig.server.session)
    endpoints.qrLibrary = "libqrencode-nowhere.so.4"
    let answer = await endpoints.respond(to: request("/card/card_QR.png", from: "127.0.0.1"))
    #expect(answer?.status == 500)
    #expect(text(answer).contains("apt-get install libqrencode4"))
  }

  private func text(_ answer: HTTPResponse?) -> String {
    String(decoding: answer?.body ?? [], as: UTF8.self)
  }

  private func request(_ path: String, from address: String) -> HTTPRequest {
    HTTPRequest(
      method: "GET", target: path, path: path, query: nil, headers: [:], body: [], remoteAddress: address)
  }
}

extension ServerRig {
  var port: Int { Int(server.ready.url.dropLast().split(separator: ":").last ?? "") ?? 0 }
}
