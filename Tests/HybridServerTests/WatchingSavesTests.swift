import Foundation
import HybridReload
import HybridServer
import HybridTestSupport
import Testing

/// The seven ways in which editors and tools save a file, as clients of the server see them.
@Suite(.serialized, .suiteTimeLimit) struct WatchingSavesTests {
  enum Way: String, CaseIterable, Sendable {
    case inPlace, writeAndRename, vimWithoutBackupCopy, append, truncateWaitWrite, deleteAndRecreate, touch

    /// Saves so that the file ends with `line`; `touch` leaves it as it is.
    ///
    /// A save that pauses calls `pause` while the file is open and its last line is missing.
    func save(
      _ path: String, _ line: String, in project: TemporaryProject, pause: () async throws -> Void
    ) async throws {
      let text = try project.text(path)
      switch self {
      case .inPlace: try project.write(path, text + line)
      case .writeAndRename: try project.replace(path, text + line)
      case .vimWithoutBackupCopy: try project.saveLikeVim(path, text + line)
      case .append:
        let file = try FileHandle(forWritingTo: project.file(path))
        try file.seekToEnd()
        try file.write(contentsOf: Data(line.utf8))
        try file.close()
      case .truncateWaitWrite:
        let file = try FileHandle(forWritingTo: project.file(path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(text.utf8))
        try await pause()
        try file.write(contentsOf: Data(line.utf8))
        try file.close()
      case .deleteAndRecreate:
        let content = Data((text + line).utf8)
        try project.remove(path)
        try content.write(to: project.file(path))
      case .touch: try project.touch(path)
      }
    }
  }

  @Test(arguments: Way.allCases)
  func everyWayIsOneMessageWithTheFinalContentAndATouchIsNone(_ way: Way) async throws {
    let rig = try await ServerRig()
    let client = try await rig.client()
    var revision = 1
    for round in 1...3 {
      let width = 100 + round
      try await way.save("pages/home/style.css", "#buy { width: \(width)px }\n", in: rig.project) {
        // Another file's save is answered meanwhile, and nothing is told of the open one.
        try rig.project.replace("pages/home/data.json", "{\"title\": \"Paused \(round)\"}\n")
        let update = try await client.update()
        revision += 1
        #expect(update.revision == revision && update.changes.count == 1)
        #expect(update.changes.first?.reason == "pages/home/data.json")
      }
      if way != .touch {
        let update = try await client.update()
        revision += 1
        #expect(update.revision == revision && update.from == revision - 1)
        #expect(update.changes.map(\.unit) == ["home"])
        #expect(String(decoding: ServerMessage.update(update).encoded, as: UTF8.self).contains("\(width)"))
      }
      // The next message is that of the next save, so there was no other.
      try rig.project.replace("pages/home/data.json", "{\"title\": \"Round \(round)\"}\n")
      let next = try await client.update()
      revision += 1
      #expect(next.revision == revision && next.changes.first?.reason == "pages/home/data.json")
    }
  }

  @Test func aFileThatGitIgnoresIsTakenWhenAPageUsesItAndElseNoLine() async throws {
    var files = ServerRig.shop
    files[".gitignore"] = "*.css\n*.log\n"
    let rig = try await ServerRig(files)
    let client = try await rig.client()
    var events = rig.server.events.makeAsyncIterator()
    try rig.project.write("build.log", "nobody reads it")
    try rig.project.replace("pages/home/style.css", "#buy { width: 99px; height: 24px }\n")
    #expect(try await client.update().changes.map(\.unit) == ["home"])
    let report = try await events.nextSave().report
    #expect(report.files == ["pages/home/style.css"])
  }

  @Test func aProjectThatGoesAwayAndComesBackGoesOnByItself() async throws {
    let rig = try await ServerRig()
    let client = try await rig.client()
    var events = rig.server.events.makeAsyncIterator()
    let aside = rig.project.path + "-aside"
    try #require(rename(rig.project.path, aside) == 0)
    let gone = try await events.nextNote()
    #expect(gone.code == "watch.root-gone")
    try Data("{\"title\": \"Meanwhile\"}\n".utf8).write(
      to: URL(filePath: aside).appending(path: "pages/home/data.json"))
    try #require(rename(aside, rig.project.path) == 0)
    let back = try await events.nextNote()
    #expect(back.code == "watch.root-back")
    #expect(try await client.update().changes.map(\.unit) == ["home"])
    try rig.project.replace("pages/home/data.json", "{\"title\": \"Afterwards\"}\n")
    let update = try await client.update()
    #expect(String(decoding: ServerMessage.update(update).encoded, as: UTF8.self).contains("Afterwards"))
  }

  @Test func pollingTellsTheSame() async throws {
    let project = try TemporaryProject(ServerRig.shop)
    var options = DevServer.Options(root: project.path, version: "test")
    options.port = 0
    options.isPolling = true
    let server = try await DevServer.start(options)
    defer { server.stop() }
    var events = server.events.makeAsyncIterator()
    try project.replace("pages/home/style.css", "#buy { width: 77px; height: 24px }\n")
    while true {
      guard case .saved(let report, _) = await events.next() else { continue }
      #expect(report.files == ["pages/home/style.css"] && report.units.map(\.unit) == ["home"])
      break
    }
  }
}
