import Foundation
import HybridJSON
import HybridServer
import HybridSocket
import HybridSource
import HybridTestSupport
import HybridViewTree
import Testing

/// Secrets in a project, and every way in which files are served.
@Suite(.serialized) struct DeniedFileTests {
  static let secret = "p1anted"

  /// Ways to request a file of the project.
  static let doors: [(name: String, files: @Sendable (String) -> [String: String])] = [
    ("link", { ["pages/home/index.html": "<link rel=stylesheet href='/\($0)'><p>x</p>\n"] }),
    ("script", { ["pages/home/index.html": "<p>x</p><script src='/\($0)'></script>\n"] }),
    ("image", { ["pages/home/index.html": "<img src='/\($0)'><p>x</p>\n"] }),
    ("include", { ["pages/home/index.html": "<include src='/\($0)'></include><p>x</p>\n"] }),
    (
      "import",
      {
        [
          "pages/home/index.html": "<link rel=stylesheet href=a.css><p>x</p>\n",
          "pages/home/a.css": "@import '/\($0)';\n",
        ]
      }
    ),
    (
      "url",
      {
        ["pages/home/index.html": "<style>p { background: url('/\($0)') }</style><p>x</p>\n"]
      }
    ),
    (
      "link to a linked file",
      { _ in ["pages/home/index.html": "<link rel=stylesheet href=linked.css><p>x</p>\n"] }
    ),
    ("include of a linked file", { _ in ["pages/home/index.html": "<include src=linked.css></include>\n"] }),
    (
      "fetch",
      {
        [
          "pages/home/index.html":
            """
          <p id=p>x</p><script>fetch('/\($0)').then(r => r.text().then(t => { \
          document.getElementById('p').textContent = 'got ' + r.status + t }))</script>\n
          """
        ]
      }
    ),
    (
      "source of a fault",
      {
        [
          "pages/home/index.html":
            "<p id=p>x</p><script>eval('throw new Error(1)\\n//# sourceURL=\($0)')</script>\n"
        ]
      }
    ),
  ]

  @Test(
    arguments: doors.map { (".env", $0.name) }
      + [
        ("certs/server.pem", "link"), (".git/config", "include"), ("ID_RSA", "import"),
        ("a/.Ssh/known", "script"),
      ])
  func noDoorShowsASecret(_ path: String, _ door: String) async throws {
    let rig = try await ServerRig([
      "pages/home/index.html": "<p>x</p>\n", path: "\(Self.secret) {{ \(Self.secret)\n",
    ])
    let target = rig.project.file("pages/home/linked.css").path
    try FileManager.default.createSymbolicLink(
      atPath: target, withDestinationPath: rig.project.file(path).path)
    let client = try await rig.client(unit: "home")
    var saves = Saves(rig)
    let files = try #require(Self.doors.first { $0.name == door }).files(path)
    for (file, text) in files.sorted(by: { $0.key > $1.key }) { try rig.project.write(file, text) }
    var printed = ""
    let report = try await saves.next(of: "pages/home/index.html")
    var json = JSONWriter()
    report.write(to: &json)
    printed +=
      json.text + report.line + report.details.joined()
      + (report.errors + report.warnings).map(\.description).joined()
    // A final save, so that everything before it has been sent.
    try rig.project.write("hybrid.json", "{\"title\": \"Done\"}\n")
    _ = try await saves.next(of: "hybrid.json")
    let greeting = try await messages(of: client, until: "Done")
    printed += greeting
    for address in ["units", "unit/home", "unit/home.json", "unit/home.txt", "status"] {
      let answer = try await HTTPClient.fetch(
        HTTPClientRequest(url: rig.server.ready.url + "hybrid/" + address))
      #expect(answer.status == 200 || !report.errors.isEmpty)
      printed += String(decoding: answer.body, as: UTF8.self)
    }
    for address in [path, "pages/home/linked.css", "hybrid/unit/../../\(path)"] {
      let answer = try await HTTPClient.fetch(HTTPClientRequest(url: rig.server.ready.url + address))
      #expect(answer.status != 200, "\(address)")
      printed += String(decoding: answer.body, as: UTF8.self)
    }
    #expect(!printed.contains(Self.secret), "\(printed.prefix(2000))")
    if ["link", "script", "include", "import", "link to a linked file", "include of a linked file"].contains(
      door)
    {
      let fault = try #require(report.errors.first { $0.code == "file.denied" }, "\(report.errors)")
      #expect(fault.location != nil && fault.frame != nil)
      #expect(fault.location.map { files[$0.path] != nil } == true)
    }
  }

  /// All messages to a client up to the one with a title.
  private func messages(of client: Following, until title: String) async throws -> String {
    var all = ""
    while true {
      let message = try await client.next()
      all += String(decoding: message.encoded, as: UTF8.self)
      if case .welcome(let welcome) = message, welcome.title == title { return all }
    }
  }

  @Test func aScriptIsToldThatAFileIsForbidden() async throws {
    let rig = try await ServerRig([
      ".env": Self.secret,
      "pages/home/index.html":
        """
      <p id=p>x</p><script>fetch('/.env').then(r => { \
      document.getElementById('p').textContent = 'status ' + r.status })</script>\n
      """,
    ])
    let person = try await PageVisitor(rig, unit: "home")
    try await person.wait { $0.text("p")?.hasPrefix("status") == true }
    #expect(person.client.text("p") == "status 403")
  }
}
