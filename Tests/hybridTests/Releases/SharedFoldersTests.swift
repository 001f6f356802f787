import Foundation
import HybridJSON
import HybridTestSupport
import Testing

/// Folders of releases and key sets that several commands write to at once.
@Suite struct SharedFoldersTests {
  /// Whether a process waits for a lock that another one has.
  private func isWaiting(_ command: HybridCommand) -> Bool {
    let locks = (try? String(contentsOfFile: "/proc/locks", encoding: .utf8)) ?? ""
    return locks.split(separator: "\n").contains { line in
      line.contains("-> FLOCK") && line.split(separator: " ").contains("\(command.processIdentifier)")
    }
  }

  /// Runs commands in `shop` while a folder is locked, and unlocks it when all of them wait.
  private func run(
    _ commands: [[String]], in room: KeyRoom, whileLocked folder: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [HybridCommand.Result] {
    let lock = open(room.project.file(folder).path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(lock) }
    try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
    let commands = try commands.map {
      try HybridCommand($0, in: room.project.file("shop"), environment: room.environment)
    }
    let allWait = await poll { commands.allSatisfy { isWaiting($0) || !$0.isRunning } }
    #expect(allWait && commands.allSatisfy(\.isRunning), sourceLocation: sourceLocation)
    flock(lock, LOCK_UN)
    var results: [HybridCommand.Result] = []
    for command in commands { results.append(try await command.end()) }
    return results
  }

  @Test func whatWritesIntoDistWaitsForWhoeverDoes() async throws {
    let room = KeyRoom(try TemporaryProject())
    try await room.makeDist()
    let fresh = ["keys", "fresh", "DIST"]
    let results = try await run(
      [fresh, fresh, ["keys", "sign", "DIST/freshness.json"], ["keys", "sign", "DIST/releases/2.json"]],
      in: room, whileLocked: "shop/DIST")
    for result in results { #expect(result.status == 0, "\(result.errors)") }
    let back = ["keys", "rollback", "DIST", "--to", "1", "--reason", "prices were wrong"]
    for result in try await run([back], in: room, whileLocked: "shop/DIST") {
      #expect(result.status == 0, "\(result.errors)")
    }
    try await room.does("verify", "DIST", "--keys", "DIST/keys/1.json")
  }

  @Test func onlyOneMakesTheNextKeySet() async throws {
    let room = KeyRoom(try TemporaryProject())
    try await room.does("keys", "new")
    try await room.does("keys", "new", "ci", "--memory", "8")
    let results = try await run(
      [
        ["keys", "rotate"], ["keys", "rotate", "--release", "ci"], ["keys", "rotate", "--freshness", "ci"],
      ],
      in: room, whileLocked: "shop/keys")
    #expect(results.count { $0.status == 0 } == 1)
    for result in results where result.status != 0 {
      #expect(result.status == 2 && result.errors.contains("[usage.keys-exist]"), "\(result.errors)")
    }
    // What it says is what its signatures are over.
    #expect(try await room.does("keys", "list")["keySets"]?.array?.count == 2)
  }

  // MARK: What waits, and what counts

  private func makeShop(in room: KeyRoom) throws {
    try room.project.write("shop/hybrid.json", #"{"release": {"project": "shop"}}"#)
    try room.project.write("shop/pages/home.html", "<h1>Home</h1>\n")
  }

  @Test func aKeySetThatWaitsIsNotPackagedUntilItCounts() async throws {
    let folder = try TemporaryProject()
    let (ann, bob) = (KeyRoom(folder, ring: "ann"), KeyRoom(folder, ring: "bob"))
    try makeShop(in: ann)
    try await ann.does("keys", "new", "ann")
    try await ann.does("keys", "set", "--root", "ann")
    let key = try await bob.does("keys", "new", "bob")["public"]?.string ?? ""
    try await ann.does("keys", "rotate", "--root", "ann,\(key)", "--threshold", "root=2")
    func setsInDist() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.file("shop/DIST/keys").path).sorted()
    }
    try await ann.does("package", "-o", "DIST")
    #expect(try setsInDist() == ["1.json", "1.sig"])
    // Nor is one left that came there by another way.
    for name in ["2.json", "2.sig"] {
      try FileManager.default.copyItem(
        at: folder.file("shop/keys/\(name)"), to: folder.file("shop/DIST/keys/\(name)"))
    }
    try await ann.does("package", "-o", "DIST")
    #expect(try setsInDist() == ["1.json", "1.sig"])
    try await ann.does("verify", "DIST", "--keys", "keys/1.json")

    try await bob.does("keys", "sign", "keys/2.json")
    let report = try await ann.does("package", "-o", "DIST")
    #expect(report["unchanged"]?.bool == true && report["expires"]?.string != nil)
    #expect(try setsInDist() == ["1.json", "1.sig", "2.json", "2.sig"])
    try await ann.does("verify", "DIST", "--keys", "keys/1.json")
    // Then there is nothing to say anew.
    #expect(try await ann.does("package", "-o", "DIST")["expires"] == nil)
  }

  /// What is wrong with the signatures of the freshness statement, or with the statement itself.
  enum Damage: CaseIterable { case missing, truncated, changed, statement }

  @Test(arguments: Damage.allCases)
  func brokenFreshnessIsSignedAnew(_ damage: Damage) async throws {
    let room = KeyRoom(try TemporaryProject())
    try makeShop(in: room)
    try await room.does("keys", "new")
    try await room.does("package", "-o", "DIST")
    func spoil() throws {
      let url = room.project.file("shop/DIST/freshness.\(damage == .statement ? "json" : "sig")")
      var bytes = try Data(contentsOf: url)
      switch damage {
      case .missing: try FileManager.default.removeItem(at: url)
      case .truncated: try bytes.prefix(20).write(to: url)
      case .changed, .statement:
        let text = String(decoding: bytes, as: UTF8.self)
        // The same statement of another minute, or other signatures.
        let changed =
          damage == .statement
          ? text.replacing(/("created":"[^"]*T)\d\d:\d\d/) { "\($0.1)00:00" }
          : text.replacing("a", with: "b")
        bytes = Data(changed.utf8)
        try bytes.write(to: url)
      }
    }
    try spoil()
    let report = try await room.does("package", "-o", "DIST")
    #expect(report["unchanged"]?.bool == true && report["expires"]?.string != nil)
    try await room.does("verify", "DIST", "--keys", "keys/1.json")

    // Damage must not turn a partial roll-out into a full one.
    try room.project.write("shop/pages/home.html", "<h1>At home</h1>\n")
    try await room.does("package", "-o", "DIST", "--rollout", "10")
    try spoil()
    let refused = try await room.run("package", "-o", "DIST")
    #expect(refused.status == 1 && refused.errors.contains("--rollout"), "\(refused.errors)")
    try await room.does("package", "-o", "DIST", "--rollout", "10")
    try await room.does("verify", "DIST", "--keys", "keys/1.json")
  }

  @Test func theHintOfDamageNamesWhatMendsIt() async throws {
    let room = KeyRoom(try TemporaryProject())
    try makeShop(in: room)
    try await room.does("keys", "new")
    try await room.does("package", "-o", "DIST")
    let files = room.project.file("shop/DIST/files")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: files.path).first)
    let bytes = try room.bytes("shop/DIST/files/\(name)")
    try Data(bytes.map { ~$0 }).write(to: files.appending(path: name))
    let found = try await room.run("verify", "DIST", "--keys", "keys/1.json")
    #expect(found.status == 1 && found.errors.contains("hint: 'hybrid package --force'"), "\(found.errors)")
    try await room.does("package", "-o", "DIST", "--force")
    try await room.does("verify", "DIST", "--keys", "keys/1.json")
    // Of another size it is seen without that.
    try Data(bytes.dropLast()).write(to: files.appending(path: name))
    try await room.does("package", "-o", "DIST")
    try await room.does("verify", "DIST", "--keys", "keys/1.json")
  }
}
