import Foundation
import HybridJSON
import HybridSource
import HybridSpawning
import HybridTestSupport
import Testing

/// Two connected machines: network namespaces with a veth pair between them, removed when the test ends.
private final class Cable: Sendable {
  let desk: String
  let phone: String
  let network: Int

  /// nil if this user may not create networks.
  init?() {
    let name = "hyb\(getpid())\(Int.random(in: 100...999))"
    (desk, phone, network) = ("\(name)d", "\(name)p", Int.random(in: 1...250))
    let steps = [
      ["netns", "add", desk], ["netns", "add", phone],
      ["-n", desk, "link", "add", "eth0", "type", "veth", "peer", "name", "eth0", "netns", phone],
      ["-n", desk, "addr", "add", "10.77.\(network).1/24", "dev", "eth0"],
      ["-n", phone, "addr", "add", "10.77.\(network).2/24", "dev", "eth0"],
      ["-n", desk, "link", "set", "lo", "up"], ["-n", desk, "link", "set", "eth0", "up"],
      ["-n", phone, "link", "set", "eth0", "up"],
    ]
    for step in steps where !Self.ip(step) { return nil }
  }

  deinit {
    _ = Self.ip(["netns", "del", desk])
    _ = Self.ip(["netns", "del", phone])
  }

  /// Runs `ip`; whether it did what was asked. It ends at once.
  static func ip(_ arguments: [String]) -> Bool { succeeds(["/usr/sbin/ip"] + arguments) }

  func launcher(_ machine: String) -> [String] { ["/usr/sbin/ip", "netns", "exec", machine] }
}

@Suite(.serialized) struct LocalNetworkTests {
  @Test func aPhoneIsPairedAndFollowsThisMachineToAnotherAddress() async throws {
    guard let cable = Cable() else { return }
    let project = try TemporaryProject([
      "pages/home/index.html": "<html><body><p>Hello there</p></body></html>"
    ])
    let server = try HybridCommand(
      ["dev", project.path, "--host", "--json", "--port", "7788"], launcher: cable.launcher(cable.desk))
    let first = try #require(try await server.output(with: "\"event\":\"ready\""))
    let pairing = try #require(readJSON(Source(path: "ready", text: first)).value?["pairing"])
    #expect(pairing["addresses"]?.array?.compactMap(\.string) == ["10.77.\(cable.network).1"])
    let url = try #require(pairing["url"]?.string)
    #expect(url.hasPrefix("http://10.77.\(cable.network).1:7788/#"))

    let preview = try HybridCommand(["preview", url], launcher: cable.launcher(cable.phone))
    #expect(try await preview.output(with: "Hello there") != nil)
    #expect(try await server.output(with: "access.paired") != nil)
    try project.write("pages/home/index.html", "<html><body><p>Good bye</p></body></html>")
    #expect(try await preview.output(with: "Good bye") != nil)

    // A change of Wi-Fi: the old address is removed, and a new one added. In this order, since removing the
    // first address of a network removes the others too.
    #expect(Cable.ip(["-n", cable.desk, "addr", "del", "10.77.\(cable.network).1/24", "dev", "eth0"]))
    #expect(Cable.ip(["-n", cable.desk, "addr", "add", "10.77.\(cable.network).9/24", "dev", "eth0"]))
    let moved = "http://10.77.\(cable.network).9:7788/"
    let later = try #require(try await server.output(with: "\"url\":\"\(moved)#"))
    #expect(later.contains("this machine is now at \(moved)"))
    let again = try HybridCommand(
      ["preview", moved + "#" + (url.split(separator: "#").last ?? "")], launcher: cable.launcher(cable.phone)
    )
    #expect(try await again.output(with: "Good bye") != nil)

    for command in [preview, again, server] {
      command.send(SIGINT)
      #expect(try await command.end().status == 0)
    }
  }

  @Test(arguments: ["http://127.0.0.1:1/#7K3M-Q9PX", "http://127.0.0.1:1/#7K3M-Q9PX.short"])
  func theShortCodeAloneSealsNothing(_ url: String) async throws {
    let result = try await HybridCommand.run(["preview", url])
    #expect(result.status == 3 && result.errors.contains("preview.short-code"))
  }

  @Test(arguments: ["*", "*.example.com", "http://foo.local", "foo local"])
  func aPatternIsNoAllowedHost(_ name: String) async throws {
    let result = try await HybridCommand.run(["dev", "/nowhere", "--allowed-host", name])
    #expect(result.status == 2 && result.errors.contains("usage.allowed-host"))
  }
}
