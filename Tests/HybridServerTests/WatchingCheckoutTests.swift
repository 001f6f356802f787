import Foundation
import HybridServer
import HybridTestSupport
import HybridViewTree
import Testing

private let gitProgram = "/usr/bin/git"

/// A real `git checkout` between branches with almost no common files.
@Suite(.serialized, .suiteTimeLimit)
struct WatchingCheckoutTests {
  private static let pages = 60

  /// A page of one branch: it includes a file of that branch only, so that an incomplete checkout is an
  /// error.
  private func page(_ number: Int, _ branch: String) -> String {
    """
    <html><head><link rel="stylesheet" href="../../shared/\(branch).css"></head>
    <body><include src="../../partials/\(branch).html"></include><p>{{ title }} \
    \(number) \(branch)</p></body></html>

    """
  }

  private func write(_ branch: String, in project: TemporaryProject) throws {
    for number in 0..<Self.pages {
      try project.write("pages/p\(number)/index.html", page(number, branch))
      try project.write("pages/p\(number)/data.json", "{\"title\": \"\(branch)\"}\n")
    }
    try project.write("shared/\(branch).css", "p { margin: 4px }\n")
    try project.write("partials/\(branch).html", "<b>\(branch)</b>\n")
    for number in 0..<8 * Self.pages {
      try project.write("notes/\(number % 40)/\(number).txt", "\(branch) \(number)\n")
    }
  }

  private func git(_ words: String..., in folder: URL) async throws {
    let settings = [
      "user.name=Tests", "user.email=tests@example.com", "core.hooksPath=/dev/null", "gc.auto=0",
    ]
    let child = try ChildProcess(
      [gitProgram] + settings.flatMap { ["-c", $0] } + words, in: folder,
      environment: ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"])
    let code = try await child.end()
    try #require(code == 0, "git \(words): \(child.errors)")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: gitProgram), "git is not installed"))
  func isOneBatchWithoutAFalseError() async throws {
    let project = try TemporaryProject()
    try await git("init", "-q", "-b", "one", in: project.folder)
    try write("one", in: project)
    try await git("add", "-A", in: project.folder)
    try await git("commit", "-q", "-m", "one", in: project.folder)
    try await git("checkout", "-q", "-b", "two", in: project.folder)
    for name in ["shared/one.css", "partials/one.html"] { try project.remove(name) }
    try write("two", in: project)
    try await git("add", "-A", in: project.folder)
    try await git("commit", "-q", "-m", "two", in: project.folder)

    let rig = try await ServerRig(serving: project)
    let client = try await rig.client(unit: "p0")
    var revision = 1
    for branch in ["one", "two"] {
      try await git("checkout", "-q", branch, in: project.folder)
      let update = try await client.update()
      revision += 1
      #expect(update.revision == revision && update.from == revision - 1)
      #expect(Set(update.changes.map(\.unit)) == Set((0..<Self.pages).map { "p\($0)" }))
      #expect(await rig.server.session.status.errors == 0)
      // The next message is that of the next save, so there was no other one.
      try project.replace("pages/p0/data.json", "{\"title\": \"\(branch), saved\"}\n")
      let next = try await client.update()
      revision += 1
      #expect(next.revision == revision && next.changes.map(\.unit) == ["p0"])
      try await git("checkout", "-q", "--", ".", in: project.folder)
      #expect(try await client.update().changes.map(\.unit) == ["p0"])
      revision += 1
    }
  }
}
