import Foundation
import HybridDrawing
import HybridJSON
import HybridServer
import HybridSocket
import HybridTestSupport
import HybridUnits
import HybridViewTree
import Testing

@Suite(.serialized) struct PlaygroundTests {
  @Test func bothAppsListLoadAndShowWhatWasSaved() async throws {
    let rig = try await ServerRig(ServerRig.templates)
    let base = rig.server.ready.url
    #expect(try await Playground.list(base) == ["card", "plain"])
    var (ios, android) = (IOSPlayground(base: base), AndroidPlayground(base: base))
    #expect(try await ios.open("card") == ["Hello"])
    #expect(try await android.open("card") == ["Hello"])
    #expect(try await ios.open("plain") == ["Plain"])
    try await rig.save("components/card.json", "{\"title\": \"Bye\"}\n")
    #expect(try await ios.open("card") == ["Bye"])
    #expect(try await android.open("card") == ["Bye"])
    try await rig.save("components/card.xml", ServerRig.card("Again"))
    #expect(try await ios.open("card") == ["Again"])
    #expect(try await android.open("card") == ["Again"])
    // An app opened in a subfolder names that folder in its path.
    #expect(try await ios.scan(base + "shop/price/data.json") == ["9.99"])
  }

  @Test(arguments: [
    ("components/card.xml", "<VHLayout><NText text=\"x\"></VHLayout>\n"),
    ("components/card.json", "{\"title\": }\n"),
  ])
  func aFailedSaveKeepsTheLastGoodTemplate(_ path: String, _ broken: String) async throws {
    let rig = try await ServerRig(ServerRig.templates)
    var android = AndroidPlayground(base: rig.server.ready.url)
    #expect(try await android.open("card") == ["Hello"])
    try await rig.save(path, broken)
    #expect(await rig.server.session.status.errors > 0)
    #expect(try await android.open("card") == ["Hello"])
    try await rig.save("components/card.xml", ServerRig.card("Mended"))
    try await rig.save("components/card.json", "{}\n")
    #expect(try await android.open("card") == ["Mended"])
  }

  @Test(arguments: [
    ("bad/data.json", "components/bad.xml:1:"), ("crd/data.json", "did you mean 'card'?"),
    ("home/data.json", "is a page"), ("home/home_QR.png", "is a page"),
    ("crd/crd_QR.png", "did you mean 'card'?"),
    ("card/other_QR.png", "nothing"), ("card/card.xml", "nothing"), ("components/card.xml", "nothing"),
    ("card", "nothing"), ("data.json", "nothing"), ("components/card/data.json", "no template"),
    (".hybrid/playground.json", "nothing"),
  ])
  func whatThereIsNotIsToldWithItsReason(_ path: String, _ reason: String) async throws {
    let rig = try await ServerRig(ServerRig.templates.merging(["components/bad.xml": "<Nonsense/>\n"]) { $1 })
    let answer = try await httpGet(rig.server.ready.url + path)
    #expect(answer.status == 404)
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(text.contains(reason), "\(text)")
  }

  @Test func versionsRiseWithEachOf300EditsAndGoOnAboveAfterARestart() async throws {
    let rig = try await ServerRig(ServerRig.templates)
    var android = AndroidPlayground(base: rig.server.ready.url)
    var last: Int16 = 0
    for round in 0..<300 {
      if round > 0 { try await rig.save("components/card.xml", ServerRig.card("Edit \(round)")) }
      let shown = try await android.open("card")
      #expect(shown == [round == 0 ? "Hello" : "Edit \(round)"])
      let version = try #require(android.templates["card"]?.version)
      #expect(version > last)
      last = version
    }
    // An unchanged template keeps its version.
    _ = try await android.open("plain")
    let plain = android.templates["plain"]?.version
    try await rig.save("components/card.xml", ServerRig.card("Once more"))
    _ = try await android.open("card")
    _ = try await android.open("plain")
    #expect(android.templates["plain"]?.version == plain)
    last = try #require(android.templates["card"]?.version)

    rig.server.stop()
    try rig.project.replace("components/card.xml", ServerRig.card("While it was off"))
    var options = DevServer.Options(root: rig.project.path, version: "test")
    options.port = 0
    let second = try await DevServer.start(options)
    defer { second.stop() }
    #expect(try await android.scan(second.ready.url + "card/data.json") == ["While it was off"])
    #expect(try #require(android.templates["card"]?.version) > last)
  }

  @Test func foldersThatComeAreListedAndFilesOfOneNameInTwoFoldersAreTwo() async throws {
    let rig = try await ServerRig([
      "templates/A/A.xml": ServerRig.card("A"), "templates/A/item.xml": ServerRig.card("of A"),
    ])
    let base = rig.server.ready.url
    #expect(try await Playground.list(base) == ["A"])
    try rig.project.write("templates/B/item.xml", ServerRig.card("of B"))
    try rig.project.write("templates/B/B.xml", ServerRig.card("B"))
    #expect(try await poll { try await Playground.list(base) == ["A", "B"] })
    // Each file is written in two steps, and seen in between it is empty: 404 until there has been a good
    // version.
    #expect(
      try await poll {
        guard try await httpGet(base + "B/data.json").status == 200 else { return false }
        return try await Playground.bundle(base + "B/data.json").outs.count == 2
      })
    var (ios, android) = (IOSPlayground(base: base), AndroidPlayground(base: base))
    for name in ["A", "B", "A", "B"] {
      #expect(try await ios.open(name) == [name])
      #expect(try await android.open(name) == [name])
      // The item is the one from the folder that was opened last.
      for item in [ios.templates["item"], android.templates["item"]?.out] {
        let template = try Template(decoding: try #require(item))
        #expect(template.strings.map(\.text).contains("of \(name)"))
      }
    }
    let bundle = try await Playground.bundle(base + "A/data.json")
    #expect(try bundle.outs.map { try Template(decoding: $0).name } == ["item", "A"])
    try rig.project.remove("templates/A")
    #expect(try await poll { try await Playground.list(base) == ["B"] })
  }

  @Test func namesAreComparedDecodedAndNeverHideOurEndpoints() async throws {
    let names = ["hybrid", "status", "größe 1", "50%&?#+"]
    let rig = try await ServerRig(
      Dictionary(
        uniqueKeysWithValues: names.map { ("components/\($0).xml", ServerRig.card($0.count.description)) }))
    let base = rig.server.ready.url
    #expect(try await Set(Playground.list(base)) == Set(names))
    var (ios, android) = (IOSPlayground(base: base), AndroidPlayground(base: base))
    for name in names {
      #expect(try await ios.open(name) == [name.count.description])
      #expect(try await android.open(name) == [name.count.description])
      let code = try await httpGet(
        Playground.url(base, name).dropLast("data.json".count)
          + name.addingPercentEncoding(withAllowedCharacters: .alphanumerics)! + "_QR.png")
      #expect(code.status == 200 && code.contentType == "image/png")
    }
    for (path, content) in [
      ("hybrid/status", "\"revision\""), ("status", "packager-status"),
      ("hybrid/units", "\"kind\":\"template\""),
    ] {
      #expect(String(decoding: try await httpGet(base + path).body, as: UTF8.self).contains(content))
    }
  }

  @Test func dataThatIsNoObjectIsGivenAsAnEmptyOneAndToldOnce() async throws {
    let rig = try await ServerRig([
      "components/list.xml": ServerRig.card("List"), "components/list.json": "[1, 2]\n",
    ])
    let base = rig.server.ready.url
    for _ in 0..<3 {
      #expect(try await Playground.bundle(base + "list/data.json").data == .object(JSONObject()))
    }
    try await rig.save("components/other.xml", ServerRig.card("Other"))
    #expect(try await Playground.bundle(base + "other/data.json").data == .object(JSONObject()))
    var notes: [String] = []
    for await event in rig.server.events {
      if case .note(let note) = event { notes.append(note.code) }
      if case .saved = event { break }
    }
    #expect(notes == ["playground.data-not-object"])
  }

  @Test func plainRequestsOfBothVersionsAndHeadWork() async throws {
    let rig = try await ServerRig(ServerRig.templates)
    let port = rig.port
    for path in ["/.dir", "/card/data.json", "/card/card_QR.png"] {
      for version in ["HTTP/1.0", "HTTP/1.1"] {
        for method in ["GET", "HEAD"] {
          let client = try RawClient(port: port)
          client.send("\(method) \(path) \(version)\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
          let bytes = await client.receive()
          let answer = String(decoding: bytes, as: UTF8.self)
          #expect(status(of: answer) == 200)
          #expect(answer.contains("Cache-Control: no-store"))
          #expect(answer.hasSuffix("\r\n\r\n") == (method == "HEAD"))
        }
      }
    }
  }

  @Test func theCodeLeadsToTheBundleOnTheNetwork() async throws {
    let rig = try await ServerRig(ServerRig.templates)
    let url = try #require(await rig.server.session.urlForPhones)
    #expect(url.hasSuffix(":\(rig.port)/card/data.json"))
    let answer = try await httpGet(rig.server.ready.url + "card/card_QR.png")
    #expect(answer.body == (try QRCode(url).png))
  }
}
