import Foundation
import HybridReload
import HybridServer
import HybridSource
import HybridTestSupport
import Testing

/// An error is cleared by its fix, in whichever file.
@Suite(.serialized) struct ClearedErrorTests {
  /// A project with an error, and the step that fixes it in another file.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var files: [String: String]
    /// The code of the initial error.
    var code: String
    var mend: @Sendable (TemporaryProject) throws -> Void
    /// What the page shows then.
    var shows: String?
    var testDescription: String { name }
  }

  private static func page(_ head: String, _ body: String) -> [String: String] {
    ["pages/home/index.html": "<html><head>\(head)</head><body>\(body)</body></html>\n"]
  }

  static let cases = [
    Case(
      name: "a missing style sheet is created",
      files: page("<link rel=stylesheet href=style.css>", "<p>good</p>"), code: "project.missing-file",
      mend: { try $0.write("pages/home/style.css", "p { width: 10px }\n") }, shows: "good"),
    Case(
      name: "a missing import is created",
      files: page("<link rel=stylesheet href=a.css>", "<p>good</p>")
        .merging(["pages/home/a.css": "@import 'b.css';\n"]) { $1 },
      code: "project.missing-file", mend: { try $0.write("pages/home/b.css", "p { width: 10px }\n") },
      shows: "good"),
    Case(
      name: "a missing include is created", files: page("", "<include src=part.html></include>"),
      code: "project.missing-file", mend: { try $0.write("pages/home/part.html", "<p>good</p>\n") },
      shows: "good"),
    Case(
      name: "a missing script is created", files: page("<script src=a.js></script>", "<p id=p>bad</p>"),
      code: "project.missing-file",
      mend: {
        try $0.write(
          "pages/home/a.js", "window.onload = () => { document.getElementById('p').textContent = 'good' }\n")
      }, shows: "good"),
    Case(
      name: "a fault in an included file is mended",
      files: page("", "<include src=part.html></include>")
        .merging(["pages/home/part.html": "<div><p>bad</div>\n</span\n"]) { $1 },
      code: "markup.unfinished-tag", mend: { try $0.replace("pages/home/part.html", "<p>good</p>\n") },
      shows: "good"),
    Case(
      name: "a fault in a component is mended",
      files: page("", "<x-card></x-card>").merging(["components/x-card.html": "<b>bad</b\n"]) { $1 },
      code: "markup.unfinished-tag", mend: { try $0.write("components/x-card.html", "<b>good</b>\n") },
      shows: "good"),
    Case(
      name: "data is mended",
      files: page("", "<p>{{ title }}</p>").merging(["pages/home/data.json": "{\"title\": }\n"]) { $1 },
      code: "json.unexpected",
      mend: { try $0.saveLikeVim("pages/home/data.json", "{\"title\": \"good\"}\n") },
      shows: "good"),
    Case(
      name: "data that does not fit is mended in the data",
      files: page("", "<p t:for='a in items'>{{ a }}</p>")
        .merging(["pages/home/data.json": "{\"items\": 1}\n"]) { $1 },
      code: "data.not-a-list", mend: { try $0.write("pages/home/data.json", "{\"items\": [\"good\"]}\n") },
      shows: "good"),
    Case(
      name: "data that does not fit is mended in the page",
      files: page("", "<p t:for='a in items'>{{ a }}</p>")
        .merging(["pages/home/data.json": "{\"items\": \"good\"}\n"]) { $1 },
      code: "data.not-a-list",
      mend: { try $0.write("pages/home/index.html", "<p>{{ items }}</p>\n") }, shows: "good"),
    Case(
      name: "settings are mended",
      files: page("", "<p>good</p>").merging(["hybrid.json": "{\"titel\": 1}\n"]) { $1 },
      code: "config.unknown-key", mend: { try $0.write("hybrid.json", "{\"title\": \"x\"}\n") }, shows: "good"
    ),
    Case(
      name: "settings are deleted", files: page("", "<p>good</p>").merging(["hybrid.json": "{\n"]) { $1 },
      code: "json.unclosed", mend: { try $0.remove("hybrid.json") }, shows: "good"),
    Case(
      name: "the page with the error is deleted",
      files: page("", "<p>good</p>").merging(["pages/bad.html": "<p></b\n"]) { $1 },
      code: "markup.unfinished-tag", mend: { try $0.remove("pages/bad.html") }, shows: "good"),
    Case(
      name: "the folder with the error is deleted",
      files: page("", "<p>good</p>").merging(["pages/bad/index.html": "<p></b\n"]) { $1 },
      code: "markup.unfinished-tag", mend: { try $0.remove("pages/bad") }, shows: "good"),
    Case(
      name: "the folder with the missing file gets its name",
      files: page("<link rel=stylesheet href='/shared/a.css'>", "<p>good</p>")
        .merging(["sharde/a.css": "p { width: 10px }\n"]) { $1 },
      code: "project.missing-file", mend: { try $0.move("sharde", to: "shared") }, shows: "good"),
    Case(
      name: "the reference to a missing file is deleted",
      files: page("<link rel=stylesheet href=style.css>", "<p>bad</p>"), code: "project.missing-file",
      mend: { try $0.write("pages/home/index.html", "<p>good</p>\n") }, shows: "good"),
    Case(
      name: "a link out of the project is replaced by a file",
      files: page("<link rel=stylesheet href='../../../x.css'>", "<p>bad</p>"),
      code: "project.outside-project",
      mend: { try $0.replace("pages/home/index.html", "<p>good</p>\n") }, shows: "good"),
    Case(
      name: "a tag at the end of the page is finished",
      files: ["pages/home/index.html": "<p>good</p><p", "pages/home/data.json": "{}"],
      code: "markup.unfinished-tag",
      mend: { try $0.write("pages/home/index.html", "<p>good</p><p>\n") }, shows: "good"),
    Case(
      name: "a template is mended",
      files: page("", "<p>good</p>").merging([
        "components/card.xml": "<NText text=\"a\" textSize=\"12px\"/>\n"
      ]) { $1 },
      code: "template.",
      mend: { try $0.write("components/card.xml", "<NText text=\"a\" textSize=\"12\"/>\n") },
      shows: "good"),
  ]

  @Test(arguments: cases)
  func anErrorIsClearedByWhateverMendsIt(_ test: Case) async throws {
    let rig = try await ServerRig(test.files)
    let first = await rig.server.session.errors
    #expect(first.contains { $0.code.hasPrefix(test.code) }, "\(first)")
    let person = try await PageVisitor(rig, unit: "home")
    try await person.wait { !$0.diagnostics.isEmpty }
    try test.mend(rig.project)
    let isMended = await poll { await rig.server.session.errors == [] }
    let left = await rig.server.session.errors
    try #require(isMended, "\(left)")
    try await person.wait { client in
      client.diagnostics.isEmpty && client.tree?.nodes.contains { $0.text == test.shows } == true
    }
    #expect(await rig.server.session.errors == [])
    #expect(await rig.server.session.status.errors == 0)
  }

  @Test func halfAPageLeavesTheLastGoodOne() async {
    let rig = await SessionRig(["pages/home.html": "<h1>good</h1><p>more</p>"])
    let person = TestClient(ReloadClient(name: "test", unit: "home"))
    await person.connect(to: rig.session)
    await person.take(from: rig.session)
    let before = person.client.tree
    let report = await rig.save("pages/home.html", "<h1>good</h1><p")
    await person.take(from: rig.session)
    #expect(report?.keptUnits == ["home"] && report?.errors.map(\.code) == ["markup.unfinished-tag"])
    #expect(before != nil && person.client.tree == before && person.count("failed") == 1)
  }

  @Test func aFaultThatMovesToAnotherFileIsToldThereAndNotHere() async throws {
    let rig = try await ServerRig()
    let person = try await PageVisitor(rig, unit: "home")
    try await person.wait { $0.tree != nil }
    try rig.project.write("pages/home/style.css", "#buy { width: 12px\n")
    try await person.wait { $0.diagnostics.map { $0.location?.path } == ["pages/home/style.css"] }
    try rig.project.write("shared/tokens.css", ":root { --edge: 8px; width: 12px\n")
    try await person.wait { $0.diagnostics.count == 2 }
    try rig.project.write("pages/home/style.css", "#buy { width: 12px }\n")
    try await person.wait { $0.diagnostics.map { $0.location?.path } == ["shared/tokens.css"] }
    try rig.project.write("shared/tokens.css", ":root { --edge: 8px }\n")
    try await person.wait { $0.diagnostics.isEmpty }
    #expect(await rig.server.session.errors == [])
  }

  @Test func aFaultThatThreePagesShareIsToldOnceAndMendedOnce() async throws {
    var files = ["shared/part.html": "<p>good</p>\n"]
    for name in ["a", "b", "c"] {
      files["pages/\(name).html"] = "<include src='/shared/part.html'></include>\n"
    }
    let rig = try await ServerRig(files)
    let person = try await PageVisitor(rig, unit: "b")
    try await person.wait { $0.tree != nil }
    var saves = Saves(rig)
    try rig.project.write("shared/part.html", "<p>bad</b></p\n")
    let broken = try await saves.next(of: "shared/part.html")
    #expect(broken.errors.map(\.code) == ["markup.unfinished-tag"])
    #expect(broken.keptUnits == ["a", "b", "c"])
    #expect(broken.line.contains("failed, a, b, c keep their last good versions"))
    try await person.wait { $0.diagnostics.count == 1 }
    try rig.project.write("shared/part.html", "<p>better</p>\n")
    let mended = try await saves.next(of: "shared/part.html")
    #expect(mended.isFixed && mended.fixedUnits == ["a", "b", "c"] && mended.errors == [])
    try await person.wait {
      $0.diagnostics.isEmpty && $0.tree?.nodes.contains { $0.text == "better" } == true
    }
  }
}

/// A page that has always had errors: there is no good version to keep.
struct NeverValidTests {
  @Test func whoLooksAtAPageThatNeverWasGoodSeesEachSaveOfIt() async throws {
    func page(_ text: String) -> String { "<style>.a { width: 12px</style><p>\(text)</p>\n" }
    let rig = try await ServerRig(["pages/home.html": "<p>good</p>\n", "pages/bad.html": page("one")])
    let person = try await PageVisitor(rig, unit: "bad")
    for text in ["one", "two", "three"] {
      try rig.project.write("pages/bad.html", page(text))
      try await person.wait { $0.tree?.nodes.contains { $0.text == text } == true && !$0.diagnostics.isEmpty }
      let late = try await PageVisitor(rig, unit: "bad")
      try await late.wait { $0.tree?.nodes.contains { $0.text == text } == true }
    }
    try rig.project.write("pages/bad.html", "<p>mended</p>\n")
    try await person.wait {
      $0.tree?.nodes.contains { $0.text == "mended" } == true && $0.diagnostics.isEmpty
    }
    #expect(await rig.server.session.errors == [])
  }
}
