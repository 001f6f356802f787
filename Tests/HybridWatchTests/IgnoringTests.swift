import HybridTestSupport
import HybridWatch
import Testing

@Suite(.suiteTimeLimit)
struct IgnoringTests {
  @Test func foldersThatGitIgnoresAreNotWatchedAndFilesAre() async throws {
    let folder = try TestFolder([
      ".gitignore": "out/\n*.gen.css\n!pages/out/\n", "out/a.css": "1", "pages/.gitignore": "/cache\n",
      "pages/cache/b.css": "1", "pages/out/c.css": "1", "pages/d.gen.css": "1",
    ])
    let recorder = try Recorder(folder)
    #expect(recorder.folderCount == 3)
    for path in ["out/a.css", "pages/cache/b.css", "pages/out/c.css", "pages/d.gen.css"] {
      try folder.write(path, "2")
    }
    #expect(
      try await recorder.changes() == [.modified("pages/out/c.css"), .modified("pages/d.gen.css")])
    #expect(recorder.isIgnoredByGit("pages/d.gen.css") && !recorder.isIgnoredByGit("pages/e.css"))
  }

  @Test func aSaveOfTheRulesTakesEffectAtOnce() async throws {
    let folder = try TestFolder([".gitignore": "out/\n", "out/a.css": "1", "pages/b.css": "1"])
    let recorder = try Recorder(folder)
    #expect(recorder.folderCount == 2)
    try folder.write(".gitignore", "pages/\n")
    #expect(
      try await Set(recorder.changes()) == [
        .modified(".gitignore"), .folderCreated("out"), .created("out/a.css"),
      ])
    #expect(recorder.folderCount == 2)
    try folder.write("out/a.css", "2")
    try folder.write("pages/b.css", "2")
    #expect(try await recorder.changes() == [.modified("out/a.css")])
    try folder.remove(".gitignore")
    #expect(
      try await Set(recorder.changes()) == [
        .removed(".gitignore"), .folderCreated("pages"), .created("pages/b.css"),
      ])
    #expect(recorder.folderCount == 3)
  }
}
