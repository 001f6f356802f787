import Foundation
import HybridReload
import HybridSocket
import HybridTestSupport
import Testing

/// Rows traversal.*, symlink.* and deny.* of the security specification's table: no request, however it is
/// written, returns a file that was not compiled.
@Suite(.serialized, .suiteTimeLimit) struct SecurityFileTests {
  /// One step up, in the spellings that servers have misread.
  static let steps = [
    "../", "..%2f", "%2e%2e/", "%2e%2e%2f", ".%2e/", "..\\", "..%5c", "..%252f", "%c0%ae%c0%ae/", "..;/",
    ".../", "..//",
    "..%00/", "%u002e%u002e/",
  ]

  @Test(arguments: steps) func noNumberOfStepsLeadsOut(_ step: String) async throws {
    let rig = try await SecurityRig()
    for base in ["/", "/hybrid/unit/", "/card/"] {
      for level in 1...16 {
        for goal in ["etc/passwd", "outside/secret.txt", "shop-secrets/secret.txt"] {
          let target = base + String(repeating: step, count: level) + goal
          rig.expectNoSecret(try await rig.get(target), target)
        }
      }
    }
    try await rig.expectAlive()
  }

  @Test func noSpellingOfAFileLeadsToIt() async throws {
    let rig = try await SecurityRig()
    let root = rig.place.path
    var files =
      SecurityRig.secretFiles + ["link.txt", "linked/secret.txt", "absolute/passwd", ".hybrid/dev.json"]
    files += [
      "../shop-secrets/secret.txt", "../outside/secret.txt", "..-secrets/secret.txt", "-secrets/secret.txt",
    ]
    var targets = [
      "/etc/passwd", "//etc/passwd", "///etc/passwd", "/.//etc/passwd", "file:///etc/passwd",
      "/file:///etc/passwd",
      "/@fs/etc/passwd", "/@fs\(root)/shop/.env", "/@fs\(root)/outside/secret.txt", "\(root)/shop/.env",
      "/%2fetc%2fpasswd", "/%5cetc%5cpasswd", "/\\etc\\passwd", "/proc/self/environ", "/proc/self/cwd/.env",
      "/@id/__x00__\(root)/shop/.env", "/__open-in-editor?file=/etc/passwd", "/%ff%fe", "/%c3%28/.env",
      "/%80",
      "/hybrid/unit//etc/passwd", "/hybrid/unit/%2fetc%2fpasswd.txt", "/hybrid/unit/\(root)/shop/.env.json",
    ]
    for file in files {
      let upper = file.uppercased()
      let encoded = file.utf8.map { "%" + String($0, radix: 16) }.joined()
      let dotted = file.replacing(".", with: "%2e")
      for name in [file, upper, encoded, dotted, "./" + file, file + "/", file + "/.", file + "%00.html"] {
        for end in [
          "", "?raw", "?raw??", "?import&raw??", "?inline&import", "?url", "#", "#?x", "?.svg", ".map", "%20",
          "::$DATA",
        ] {
          targets.append("/" + name + end)
        }
        targets.append("/hybrid/unit/" + name)
        targets.append("/hybrid/unit/" + name + ".json")
        targets.append("/" + name + "/data.json")
      }
    }
    for target in targets { rig.expectNoSecret(try await rig.get(target), target) }
    try await rig.expectAlive()
  }

  @Test func noFolderIsListed() async throws {
    let rig = try await SecurityRig()
    for target in [
      "/pages/", "/pages", "/keys/", "/.git/", "/linked/", "/shared", "/hybrid/", "/hybrid/unit/",
    ] {
      let answer = try await rig.get(target)
      #expect(status(of: answer) == 404, "\(target)")
      for file in ["signing.pem", "config", "secret.txt", "unused.css"] { #expect(!answer.contains(file)) }
    }
  }

  /// The same restrictions apply to the files that a page reads, for every client and every failure.
  @Test(
    arguments: [
      ("<link rel=\"stylesheet\" href=\"../../.env\">", "denied"),
      ("<link rel=\"stylesheet\" href=\"../../keys/signing.pem\">", "denied"),
      ("<link rel=\"stylesheet\" href=\"../../.git/config\">", "denied"),
      ("<link rel=\"stylesheet\" href=\"../../link.txt\">", "outside-project"),
      ("<link rel=\"stylesheet\" href=\"../../linked/secret.txt\">", "outside-project"),
      ("<link rel=\"stylesheet\" href=\"../../absolute/passwd\">", "outside-project"),
      ("<link rel=\"stylesheet\" href=\"../../../outside/secret.txt\">", "project."),
      ("<link rel=\"stylesheet\" href=\"../../../shop-secrets/secret.txt\">", "project."),
      ("<style>@import \"../../.env\";</style>", nil),
      ("<style>@import \"../../linked/secret.txt\";</style>", nil),
      ("<include src=\"../../.env\"></include>", nil),
      ("<include src=\"/linked/secret.txt\"></include>", nil),
      ("<script src=\"../../.env\"></script>", nil), ("<img src=\"../../link.txt\">", nil),
      ("<link rel=\"stylesheet\" href=\"file:///etc/passwd\">", nil),
    ] as [(String, String?)])
  func noPageReadsASecret(_ markup: String, _ code: String?) async throws {
    let rig = try await SecurityRig()
    let client = try await WebSocketClient.connect(
      rig.server.ready.socket, protocols: ["hybrid.1", "hybrid.token.\(rig.server.ready.token)"])
    client.send(.text(ClientMessage.hello(.init(client: "test")).encoded))
    try rig.place.replace("shop/pages/home/index.html", "<html><body>\(markup)<p>now</p></body></html>\n")
    // The file causes an error, or is shown; either message must not contain the secret.
    var told = ""
    while !told.contains("now") && !told.contains("\"failed\"") {
      let message = String(decoding: try await client.next(within: suiteDeadline).bytes, as: UTF8.self)
      #expect(!message.contains(SecurityRig.secret) && !message.contains("root:x:0:0"), "\(markup)")
      told += message
    }
    if let code { #expect(told.contains(code), "\(told)") }
    for path in ["/hybrid/unit/home", "/hybrid/unit/home.json", "/hybrid/unit/home.txt", "/hybrid/units"] {
      rig.expectNoSecret(try await rig.get(path), markup)
    }
    client.close()
  }
}
