import Foundation
import HybridJSON
import HybridSocket
import HybridSource
import HybridTestSupport
import Testing

@testable import HybridServer

@Suite(.serialized) struct ProblemsTests {
  @Test func aProblemHasItsPlaceItsFixAndTheUnitsThatWait() async throws {
    var files = ServerRig.shop
    files["components/never.xml"] = "<Nonsense/>\n"
    let rig = try await ServerRig(files)
    #expect(try await rig.problems()["state"]?.string == "failed")
    try rig.project.remove("components/never.xml")
    #expect(try await poll { try await rig.problems()["problems"]?.array?.isEmpty == true })
    try await rig.save("pages/home/data.json", "{\"title\": }\n")
    let json = try await rig.problems()
    #expect(json["state"]?.string == "failed" && json["complete"]?.bool == true)
    let session = await rig.server.session.id
    #expect(json["session"]?.string == session)
    let problem = try #require(json["problems"]?.array?.first)
    #expect(problem["severity"]?.string == "error" && problem["file"]?.string == "pages/home/data.json")
    #expect(problem["line"]?.int == 1 && problem["column"]?.int == 11)
    #expect(
      problem["frame"]?["text"]?.string == "{\"title\": }"
        && problem["code"]?.string?.hasPrefix("json.") == true)
    #expect(problem["units"] == [["name": "home", "shown": "last-good"]])

    let text = String(decoding: try await rig.ask("hybrid/problems.txt").body, as: UTF8.self)
    #expect(text.hasPrefix("pages/home/data.json:1:11: error: "))
    #expect(text.contains(" = home: the last good version is shown\n"))
    #expect(text.hasSuffix(": 1 error\n"))
  }

  @Test(arguments: [
    ("pages/new.html", "<body><p>{{ a b }}</p></body>\n", "as-it-is"),
    ("components/new.xml", "<Nonsense/>\n", "nothing"),
  ])
  func aUnitThatNeverWasGoodSaysSo(_ path: String, _ text: String, _ shown: String) async throws {
    let rig = try await ServerRig(ServerRig.shop.merging([path: text]) { $1 })
    let units = try await rig.problems()["problems"]?.array?.compactMap { $0["units"] }
    #expect(units == [[["name": "new", "shown": .string(shown)]]])
  }

  @Test func oneUnitCanBeAskedFor() async throws {
    let rig = try await ServerRig()
    try await rig.save("pages/home/data.json", "{")
    #expect(try await rig.problems("?unit=home")["problems"]?.array?.isEmpty == false)
    #expect(try await rig.problems("?unit=cart")["problems"]?.array?.isEmpty == true)
    let answer = try await rig.ask("hybrid/problems?unit=crt")
    #expect(
      answer.status == 404 && String(decoding: answer.body, as: UTF8.self).contains("did you mean 'cart'?"))
  }

  /// After a save, the answer reflects that save.
  @Test func theBuildAfterARevisionIsWaitedFor() async throws {
    let rig = try await ServerRig()
    let revision = try #require(try await rig.problems()["revision"]?.int)
    async let later = rig.problems("?wait=\(revision)&seconds=60")
    #expect(await poll { await rig.server.session.waitingCount == 1 })
    try rig.project.replace("pages/home/data.json", "{")
    #expect(try await later["revision"]?.int == revision + 1)
    #expect(try await later["state"]?.string == "failed")
    // Past revisions, and those of another session, are not waited for.
    for known in [0, revision, 9_999] {
      #expect(try await rig.problems("?wait=\(known)&seconds=60")["revision"]?.int == revision + 1)
    }
    #expect(try await rig.problems("?wait=\(revision + 1)&seconds=0")["revision"]?.int == revision + 1)
    #expect(await rig.server.session.waitingCount == 0)
  }

  @Test func noMoreIsToldThanAnybodyCouldMend() async throws {
    var files = ["components/badge.html": "<p>{{ a b }}</p>\n"]
    for page in 0..<120 {
      files["pages/p\(page).html"] =
        "<html><body><badge></badge>\(String(repeating: "<p>{{ c d }}</p>\n", count: 10))</body></html>\n"
    }
    let rig = try await ServerRig(files)
    // So many pages are still being built while the server answers.
    await rig.server.session.wholeProject()
    let json = try await rig.problems()
    let problems = try #require(json["problems"]?.array)
    #expect(problems.count == Problems.mostEntries && json["omitted"] == 201)
    let shared = try #require(problems.first { $0["file"] == "components/badge.html" })
    #expect(shared["unitCount"] == 120 && shared["units"]?.array?.count == Problems.mostUnits)
    let text = String(decoding: try await rig.ask("hybrid/problems.txt").body, as: UTF8.self)
    #expect(text.contains("\n = and 20 more units\n") && text.hasSuffix(": 1000 errors, and 201 more\n"))
  }

  @Test func notTooManyWait() async throws {
    let rig = try await ServerRig()
    let session = rig.server.session
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<DevSession.waitingLimit {
        group.addTask { await session.waitForBuild(after: 1, atMost: suiteDeadline) }
      }
      #expect(await poll { await session.waitingCount == DevSession.waitingLimit })
      #expect(try! await rig.ask("hybrid/problems?wait=1").status == 503)
      try! rig.project.replace("pages/home/data.json", "{}\n")
      for await isTold in group { #expect(isTold) }
    }
  }

  @Test func faultsOfScriptsStayUntilTheirPageChanges() async throws {
    let page = "<html><body><p id=\"a\">A</p><script>\n  nope.go()\n</script></body></html>\n"
    let rig = try await ServerRig(["pages/home.html": page])
    #expect(try await poll { try await rig.problems()["problems"]?.array?.count == 1 })
    let problem = try #require(try await rig.problems()["problems"]?[0])
    #expect(problem["file"]?.string == "pages/home.html" && problem["line"]?.int == 2)
    #expect(problem["units"] == [])
    try await rig.save("pages/home.html", page.replacing("nope.go()", with: ""))
    #expect(try await rig.problems()["problems"]?.array?.isEmpty == true)
  }
}

extension ServerRig {
  /// What `/hybrid/problems` answers, as JSON.
  func problems(_ query: String = "") async throws -> JSONValue {
    let answer = try await ask("hybrid/problems" + query)
    try #require(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
    return try JSONValue(parsing: answer.body)
  }
}
