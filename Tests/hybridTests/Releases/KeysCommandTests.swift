import Foundation
import HybridCrypto
import HybridJSON
import HybridRelease
import HybridReleaseSupport
import HybridRouting
import HybridTestSupport
import Testing

/// `hybrid keys`, as people run it.
@Suite struct KeysCommandTests {
  // MARK: Making keys

  @Test func oneCommandGivesAWorkingSet() async throws {
    let room = KeyRoom(try TemporaryProject())
    let made = try await room.does("keys", "new")
    #expect(made["key"]?.string == "shop")
    #expect(try room.mode(room.ring) == 0o700)
    #expect(try room.mode(room.ring + "/shop.key") == 0o600)
    let set = try room.keySet(1)
    #expect(set.project == "shop" && set.version == 1 && set.keys.count == 1)
    let trust = Trust(set, sodium: try Sodium.shared())
    _ = try trust.statement(
      room.bytes("shop/keys/1.json"), signatures: room.bytes("shop/keys/1.sig"), as: "x", kinds: [.keys])
    // Nothing secret lies in the project.
    for name in ["1.json", "1.sig"] {
      #expect(privateKeyKind(in: try room.bytes("shop/keys/\(name)")) == nil)
    }
    // A second one needs a name, and is never written over.
    #expect(try await room.run("keys", "new").status == 2)
    let before = try room.bytes("ring/shop.key")
    let again = try await room.run("keys", "new", "shop")
    #expect(again.status == 2 && again.errors.contains("[usage.key-exists]"))
    #expect(try room.bytes("ring/shop.key") == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: room.ring) == ["shop.key"])
  }

  @Test func rolesAreSplitRotatedAndRevoked() async throws {
    let room = KeyRoom(try TemporaryProject())
    try await room.does("keys", "new")
    try await room.does("keys", "new", "ci")
    let rotated = try await room.does("keys", "rotate", "--release", "ci", "--expires", "30d")
    #expect(rotated["version"]?.int == 2 && rotated["missingSignatures"]?.int == 0)
    var trust = Trust(try room.keySet(1), sodium: try Sodium.shared())
    try trust.advance(
      to: room.bytes("shop/keys/2.json"), signatures: room.bytes("shop/keys/2.sig"), as: "keys/2.json")
    #expect(trust.keys.rules[.release]?.keys != trust.keys.rules[.root]?.keys)

    // A role must not fall below its threshold.
    let refused = try await room.run("keys", "revoke", "ci")
    #expect(refused.status == 1 && refused.errors.contains("[keys.malformed]"))
    #expect(refused.errors.contains("--release KEYS"))
    try await room.does("keys", "new", "ci-2")
    try await room.does("keys", "revoke", "ci", "--release", "ci-2")
    try trust.advance(
      to: room.bytes("shop/keys/3.json"), signatures: room.bytes("shop/keys/3.sig"), as: "keys/3.json")
    #expect(trust.keys.keys.count == 2, "the revoked key is gone from the set")

    let list = try await room.run("keys", "list")
    #expect(list.output.contains("key set 3 of 'shop'") && list.output.contains("release: 1 of ci-2"))
    #expect(list.output.contains("ci: no role here"))
    let json = try await room.does("keys", "list")
    #expect(json["keySets"]?.array?.count == 3 && json["privateKeys"]?.array?.count == 3)
  }

  @Test func severalPeopleSignOneAfterTheOther() async throws {
    let folder = try TemporaryProject()
    let (ann, bob) = (KeyRoom(folder, ring: "ann"), KeyRoom(folder, ring: "bob"))
    try await ann.does("keys", "new", "ann")
    let key = try await bob.does("keys", "new", "bob")["public"]?.string ?? ""
    let set = try await ann.does("keys", "set", "--root", "ann,\(key)", "--threshold", "root=2")
    #expect(set["missingSignatures"]?.int == 1)
    // The set is not valid until Bob has signed it.
    let early = try await ann.run("keys", "rotate")
    #expect(early.status == 1)
    #expect(try await ann.run("keys", "list").output.contains("waits for 1 root signature"))
    let signed = try await bob.does("keys", "sign", "keys/1.json")
    #expect(signed["added"]?.int == 1 && signed["missingSignatures"]?.int == 0)
    #expect(try await bob.does("keys", "sign", "keys/1.json")["added"]?.int == 0)

    // The next set, started by Bob and completed by Ann.
    #expect(try await bob.does("keys", "rotate")["missingSignatures"]?.int == 1)
    let twice = try await bob.run("keys", "rotate")
    #expect(twice.status == 1 && twice.errors.contains("is not fully signed"))
    #expect(try await ann.does("keys", "sign", "keys/2.json")["missingSignatures"]?.int == 0)
    var trust = Trust(try ann.keySet(1), sodium: try Sodium.shared())
    try trust.advance(
      to: ann.bytes("shop/keys/2.json"), signatures: ann.bytes("shop/keys/2.sig"), as: "keys/2.json")
  }

  // MARK: What is refused

  @Test func keyFilesThatOthersCanReadAreRefused() async throws {
    let room = KeyRoom(try TemporaryProject())
    try await room.does("keys", "new")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: room.ring + "/shop.key")
    let exposed = try await room.run("keys", "rotate")
    #expect(exposed.status == 3 && exposed.errors.contains("[key-file.exposed]"))
    #expect(exposed.errors.contains("chmod 600"))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: room.ring + "/shop.key")
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: room.ring)
    #expect(try await room.run("keys", "rotate").errors.contains("[key-file.exposed]"))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: room.ring)
    // A symbolic link is not a key file, whatever its target.
    try FileManager.default.moveItem(atPath: room.ring + "/shop.key", toPath: room.project.file("k").path)
    try FileManager.default.createSymbolicLink(
      atPath: room.ring + "/shop.key", withDestinationPath: room.project.file("k").path)
    #expect(try await room.run("keys", "rotate").status == 3)
  }

  @Test func changedAndHostileKeyFilesAreRefused() async throws {
    let room = KeyRoom(try TemporaryProject())
    try await room.does("keys", "new")
    let text = try room.project.text("ring/shop.key")
    for (from, to, code) in [
      (#""memory":8388608"#, #""memory":8388609"#, "key-file.passphrase"),
      (#""memory":8388608"#, #""memory":99999999999"#, "key-file.too-dear"),
      (#""operations":3"#, #""operations":4000000"#, "key-file.too-dear"),
      (#""kind":"hybrid"#, #""kind": "hybrid"#, "key-file.malformed"),
    ] {
      #expect(text.contains(from))
      try room.project.write("ring/shop.key", text.replacingOccurrences(of: from, with: to))
      let result = try await room.run("keys", "rotate")
      #expect(result.status == 3 && result.errors.contains("[\(code)]"), "\(result.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: room.project.file("shop/keys/2.json").path))
  }

  @Test func passphrasesComeFromTheEnvironmentOrAFile() async throws {
    let room = KeyRoom(try TemporaryProject(["pass": "from a file\nand more\n", "short": "short\n"]))
    let short = try await room.run("keys", "new", "--passphrase-file", room.project.file("short").path)
    #expect(short.status == 2 && short.errors.contains("[usage.short-passphrase]"))
    #expect(!FileManager.default.fileExists(atPath: room.ring), "nothing was made")
    let file = room.project.file("pass").path
    #expect(try await room.run("keys", "new", "--passphrase-file", file).status == 0)
    let wrong = try await room.run("keys", "rotate")
    #expect(wrong.status == 3 && wrong.errors.contains("[key-file.passphrase]"))
    #expect(try await room.run("keys", "rotate", "--passphrase-file", file).status == 0)
  }

  @Test func whereNobodyCanBeAskedItSaysHow() async throws {
    let room = KeyRoom(try TemporaryProject())
    let command = try HybridCommand(
      ["keys", "new", "--memory", "8"], in: room.project.folder, environment: ["HYBRID_KEYS": room.ring],
      launcher: ["/usr/bin/env", "-u", "HYBRID_PASSPHRASE", "/usr/bin/setsid", "--wait"])
    let result = try await command.end()
    #expect(result.status == 3 && result.errors.contains("[environment.no-terminal]"))
    #expect(result.errors.contains("HYBRID_PASSPHRASE"))
  }

  @Test(arguments: [
    (["keys"], "usage.missing-operand"), (["keys", "sgn"], "usage.wrong-operand"),
    (["keys", "new", "a/b"], "usage.wrong-value"), (["keys", "new", "a", "b"], "usage.extra-operand"),
    (["keys", "set"], "usage.missing-value"), (["keys", "set", "--root", "nobody"], "key-file.missing"),
    (["keys", "rotate"], "keys.malformed"), (["keys", "rotate", "--expires", "7"], "usage.wrong-value"),
    (["keys", "rotate", "--expires", "0d"], "usage.wrong-value"),
    (["keys", "rollback", "DIST"], "usage.missing-value"),
    (["keys", "rollback", "DIST", "--to", "1"], "usage.missing-value"),
    (["keys", "fresh", "DIST", "--rollout", "101"], "usage.wrong-value"),
    (["keys", "sign", "keys/1.sig"], "usage.wrong-value"),
  ])
  func whatMakesNoSenseIsToldSo(_ words: [String], _ code: String) async throws {
    let room = KeyRoom(try TemporaryProject())
    try room.project.write("shop/DIST/x", "")
    let result = try await HybridCommand.run(
      words, in: room.project.file("shop"), environment: room.environment)
    #expect(result.status != 0 && result.errors.contains("[\(code)]"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: room.project.file("shop/keys").path))
  }

  // MARK: At a terminal

  private func terminal(_ room: KeyRoom, _ words: [String]) throws -> PseudoTerminal {
    try FileManager.default.createDirectory(
      at: room.project.file("shop"), withIntermediateDirectories: true)
    // An empty variable is a passphrase that is too short, not a missing one: `env -u` removes it.
    return try PseudoTerminal(
      URL(filePath: "/usr/bin/env"), ["-u", "HYBRID_PASSPHRASE", HybridCommand.executable.path] + words,
      in: room.project.file("shop"), columns: 80, rows: 24, isControlling: true,
      environment: ["HYBRID_KEYS": room.ring])
  }

  @Test func aPassphraseIsAskedForAndNeverShown() async throws {
    let room = KeyRoom(try TemporaryProject())
    var terminal = try terminal(room, ["keys", "new", "--memory", "8"])
    var place = try await terminal.says("New passphrase for the key 'shop': ")
    #expect(!terminal.isCooked)
    terminal.type("correct horse battery\n")
    place = try await terminal.says("Repeat the passphrase: ", after: place)
    terminal.type("correct horse battery\n")
    #expect(try await terminal.end() == 0)
    #expect(terminal.isCooked)
    #expect(!terminal.output.contains("horse"))

    terminal = try self.terminal(room, ["keys", "rotate"])
    place = try await terminal.says("Passphrase of the key 'shop': ")
    terminal.type("wrong\n")
    // What is typed before it asks again is thrown away.
    try await terminal.says("Wrong passphrase.\r\nPassphrase of the key 'shop': ", after: place)
    terminal.type("correct horse battery\n")
    #expect(try await terminal.end() == 0)
    #expect(FileManager.default.fileExists(atPath: room.project.file("shop/keys/2.json").path))
  }

  @Test func controlCGivesTheTerminalBack() async throws {
    let room = KeyRoom(try TemporaryProject())
    let terminal = try terminal(room, ["keys", "new", "--memory", "8"])
    try await terminal.says("New passphrase for the key 'shop': ")
    terminal.type("half of it\u{3}")
    #expect(try await terminal.end() != 0)
    #expect(terminal.isCooked)
    #expect(!terminal.output.contains("half of it"))
    #expect(!FileManager.default.fileExists(atPath: room.ring + "/shop.key"))
  }

  // MARK: Freshness and rollback

  @Test func aRollOutGrowsAndARollbackTakesItBack() async throws {
    let room = KeyRoom(try TemporaryProject())
    try await room.makeDist()
    func freshness() throws -> Freshness {
      let bytes = try room.bytes("shop/DIST/freshness.json")
      guard case .freshness(let freshness) = try Statement(decoding: bytes, as: "x", kinds: [.freshness])
      else { throw CancellationError() }
      return freshness
    }
    #expect(try freshness().newest.number == 2 && freshness().rollout == 100)
    let shrank = try await room.run("keys", "fresh", "DIST", "--rollout", "25")
    #expect(shrank.status == 1 && shrank.errors.contains("[rollout.shrank]"))

    // Back to 1, for a part of all first.
    let back = try await room.does(
      "keys", "rollback", "DIST", "--to", "1", "--reason", "prices were wrong", "--rollout", "10")
    #expect(back["number"]?.int == 3 && back["to"]?.int == 1 && back["rollout"]?.int == 10)
    #expect(try freshness().steady?.number == 2)
    #expect(try room.bytes("shop/DIST/release.json") == room.bytes("shop/DIST/releases/3.json"))
    let before = try room.bytes("shop/DIST/freshness.json")
    try await room.does("keys", "fresh", "DIST", "--rollout", "100", "--expires", "12h")
    #expect(try freshness().rollout == 100 && freshness().steady == nil)
    // There are also signatures over the previous statement, so the two files may be uploaded in either
    // order.
    let keys = try KeySet(
      decoding: room.bytes("shop/DIST/keys/1.json"), as: "x", sodium: try Sodium.shared())
    _ = try Trust(keys, sodium: try Sodium.shared()).statement(
      before, signatures: room.bytes("shop/DIST/freshness.sig"), as: "x", kinds: [.freshness])
    let report = try await room.does("verify", "DIST")
    #expect(report["newest"]?.int == 3 && report["release"]?.int == 1)

    try await room.does("keys", "rollback", "DIST", "--to", "preset", "--reason", "all of it")
    let preset = try await room.does("verify", "DIST")
    #expect(preset["newest"]?.int == 4 && preset["release"] == nil)
  }

  @Test(arguments: [
    (["--to", "2", "--reason", "x"], "usage.wrong-value"),
    (["--to", "9", "--reason", "x"], "usage.wrong-value"),
    (["--to", "0", "--reason", "x"], "usage.missing-value"),
    (["--to", "1", "--reason", ""], "usage.missing-value"),
    (["--to", "1", "--reason", "\u{1B}[2Jit broke"], "usage.wrong-value"),
    (["--to", "1", "--reason", "it broke\nall is well"], "usage.wrong-value"),
    (["--to", "1", "--reason", "it \u{202E}ekorb"], "usage.wrong-value"),
    (["--to", "1", "--reason", "it\u{9B}31m broke"], "usage.wrong-value"),
    (["--to", "1", "--reason", "it broke\u{E0041}"], "usage.wrong-value"),
  ])
  func rollbacksToNowhereAreRefused(_ words: [String], _ code: String) async throws {
    let room = KeyRoom(try TemporaryProject())
    try await room.makeDist()
    let result = try await HybridCommand.run(
      ["keys", "rollback", "DIST"] + words, in: room.project.file("shop"), environment: room.environment)
    #expect(result.status == 2 && result.errors.contains("[\(code)]"), "\(result.errors)")
    #expect(TerminalSafetyTests.isSafe(result.errors), "\(result.errors.debugDescription)")
    #expect(!FileManager.default.fileExists(atPath: room.project.file("shop/DIST/releases/3.json").path))
  }

  /// Statements that somebody else has made: what is signed need not be harmless to print.
  @Test(arguments: TerminalSafetyTests.attacks)
  func statementsPrintNothingThatDrivesTheTerminal(_ attack: String) async throws {
    let room = KeyRoom(try TemporaryProject())
    var maker = try DistMaker()
    try maker.release(1, ["units/home.unit": [1], "assets/a": [1]])
    try maker.write(to: room.project.file("shop/first").path)
    try maker.release(
      2, ["units/home.unit": [2], "assets/x\(attack)y": [2]],
      routes: [Route(pattern: "shop://\(attack)", kind: .page, unit: "home")])
    try maker.write(to: room.project.file("shop/second").path)
    maker.rollback(3, to: 1, reason: "x\(attack)y")
    try maker.write(to: room.project.file("shop/third").path)
    for words in [
      ["inspect", "second"], ["inspect", "second", "--json"], ["inspect", "third/releases/3.json"],
      ["inspect", "third/releases/3.json", "--json"], ["inspect", "third"], ["verify", "second"],
      ["verify", "third"], ["verify", "third", "--json"], ["diff", "first", "second"],
      ["diff", "first", "second", "--json"], ["explain", "shop://\(attack)", "second"],
      ["explain", "shop://home", "second"], ["explain", "shop://home", "second", "--json"],
    ] {
      let result = try await HybridCommand.run(
        words, in: room.project.file("shop"), environment: room.environment)
      for text in [result.output, result.errors] {
        #expect(TerminalSafetyTests.isSafe(text), "\(words): \(text.debugDescription.prefix(1500))")
      }
    }
  }

  /// A scheduled job that signs freshness needs only the statements.
  @Test func freshnessNeedsNoFilesOfTheRelease() async throws {
    let room = KeyRoom(try TemporaryProject())
    try await room.makeDist()
    let archive = try room.bytes("shop/DIST/release.hybrid")
    try FileManager.default.removeItem(at: room.project.file("shop/DIST/files"))
    try await room.does("keys", "fresh", "DIST", "--expires", "2d")
    #expect(try room.bytes("shop/DIST/release.hybrid") == archive)
  }

  @Test func aReleaseWhoseFilesAreGoneIsNotGoneBackTo() async throws {
    let room = KeyRoom(try TemporaryProject())
    try await room.makeDist()
    let sodium = try Sodium.shared()
    let digest = sodium.sha256(Array("the first page, which is long enough".utf8))
    try FileManager.default.removeItem(at: room.project.file("shop/DIST/files/\(digest)"))
    let result = try await room.run("keys", "rollback", "DIST", "--to", "1", "--reason", "x")
    #expect(result.status == 1 && result.errors.contains("[file.missing]"))
    #expect(!FileManager.default.fileExists(atPath: room.project.file("shop/DIST/releases/3.json").path))
  }

  /// Apps refuse a statement signed only by a revoked key: it is signed again, or no freshness is signed for
  /// it.
  @Test func whatARevokedKeyHasSignedIsSignedAnewOrNotNamed() async throws {
    let room = KeyRoom(try TemporaryProject())
    for (path, text) in [
      ("hybrid.json", #"{"release": {"project": "shop"}}"#),
      ("pages/home/index.html", "<!DOCTYPE html><html><head><title>H</title></head><body>one</body></html>"),
    ] { try room.project.write("shop/\(path)", text) }
    try await room.does("keys", "new")
    for name in ["r1", "r2"] { try await room.does("keys", "new", name) }
    try await room.does("keys", "rotate", "--release", "r1")
    try await room.does("package", "-o", "DIST")
    try room.project.write(
      "shop/pages/home/index.html",
      "<!DOCTYPE html><html><head><title>H</title></head><body>two</body></html>")
    try await room.does("package", "-o", "DIST")
    try await room.does("keys", "rollback", "DIST", "--to", "1", "--reason", "it broke")
    try await room.does("keys", "revoke", "r1", "--release", "r2")

    // Without the new key nothing is written: the statement that apps would not take is named.
    let (key, away) = (room.ring + "/r2.key", room.project.file("r2.key").path)
    try FileManager.default.moveItem(atPath: key, toPath: away)
    let before = try room.bytes("shop/DIST/freshness.json")
    let refused = try await room.run("keys", "fresh", "DIST")
    #expect(refused.status == 3 && refused.errors.contains("[key-file.missing]"), "\(refused)")
    #expect(refused.errors.contains("'release.json'") && refused.errors.contains("key set 3"))
    #expect(try room.bytes("shop/DIST/freshness.json") == before)

    // With it the rollback is signed anew, and the release that it leads to.
    try FileManager.default.moveItem(atPath: away, toPath: key)
    try await room.does("keys", "fresh", "DIST")
    let trust = Trust(try room.keySet(3), sodium: try Sodium.shared())
    for (number, kind) in [(3, Statement.Kind.rollback), (1, .release)] {
      let statement = try trust.statement(
        room.bytes("shop/DIST/releases/\(number).json"),
        signatures: room.bytes("shop/DIST/releases/\(number).sig"), as: "x", kinds: [.release, .rollback])
      #expect(statement.kind == kind)
    }
    let report = try await room.does("verify", "DIST", "--keys", "keys/1.json")
    #expect(report["newest"]?.int == 3 && report["release"]?.int == 1)
  }
}
