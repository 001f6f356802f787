import Foundation
import HybridCompression
import HybridCrypto
import HybridDist
import HybridRelease
import HybridReleaseSupport
import HybridRexxar
import HybridTestSupport
import Synchronization
import Testing

@testable import HybridPublishing

/// `hybrid publish` to real servers that each test starts for itself.
@Suite(.enabled(if: (try? HybridCommand.executable) != nil, "the command line is not built"))
struct PublishTests {
  @Test(arguments: PlaceKind.allCases)
  func carriesReleasesThere(_ kind: PlaceKind) async throws {
    if !kind.isInstalled { try Test.cancel("it needs what Tools/packages-tests.txt and Tools/test install") }
    let place = try await RealPlace(kind)
    let publisher = try Publishing(place)
    var dist = try DistMaker()
    try dist.release(
      1, ["units/home.unit": Array("home".utf8), "assets/a b.png": [0, 1, 2], "assets/none": []])
    try await publisher.publish(dist, sends: dist.files.count)
    #expect(try wholeRelease(at: place.host, dist) == 1)

    // Only new files are sent.
    let before = Set(dist.files.keys)
    try dist.release(2, ["units/home.unit": Array("home, again".utf8), "assets/a b.png": [0, 1, 2]])
    let new = dist.files.keys.filter { !before.contains($0) }.count
    // routes.json does not exist; release.json and .sig, the archive, the index and both freshness files
    // change.
    try await publisher.publish(dist, sends: new + 6)
    #expect(try wholeRelease(at: place.host, dist) == 2)

    // Nothing is sent twice.
    try await publisher.publish(dist, sends: 0)

    // Only a new expiry time.
    dist.refresh()
    try await publisher.publish(dist, sends: 2)
    #expect(try place.host.read(DistPaths.freshness, atMost: 1 << 16) == dist.files[DistPaths.freshness])

    dist.rollback(3, to: 1)
    try await publisher.publish(dist)
    #expect(try wholeRelease(at: place.host, dist) == 3)
    // The lock has been removed.
    let refusal = #expect(throws: Refusal.self) { try place.host.read("publish.lock", atMost: 1 << 16) }
    #expect(refusal?.code == .fileMissing)
  }

  @Test(arguments: PlaceKind.installed)
  func refusesToGoBackAndToReplace(_ kind: PlaceKind) async throws {
    let place = try await RealPlace(kind)
    let publisher = try Publishing(place)
    var dist = try DistMaker()
    try dist.release(1, ["units/home.unit": Array("home".utf8)])
    let first = dist
    try dist.release(2, ["units/home.unit": Array("second".utf8)])
    try await publisher.publish(dist)
    try await publisher.publish(first, fails: .notNewer)

    var other = first
    try other.release(2, ["units/home.unit": Array("another second".utf8)])
    try await publisher.publish(other, fails: .conflict)

    // Another project's keys.
    var foreign = try DistMaker(seed: 9)
    try foreign.release(3, ["units/home.unit": Array("foreign".utf8)])
    try await publisher.publish(foreign, fails: .conflict)

    // An older freshness statement of the same release.
    let older = dist
    dist.refresh()
    try await publisher.publish(dist)
    try await publisher.publish(older, fails: .notNewer)
    #expect(try wholeRelease(at: place.host, dist) == 2)
  }

  @Test(arguments: PlaceKind.installed)
  func dryRunChangesNothing(_ kind: PlaceKind) async throws {
    let place = try await RealPlace(kind)
    var dist = try DistMaker()
    try dist.release(1, ["units/home.unit": Array("home".utf8)])
    let result = try await Publishing(place).run(dist, ["--dry-run"])
    #expect(result.status == 0, "\(result.errors)")
    for (path, bytes) in dist.files { #expect(result.output.contains("\(path)  \(bytes.count) bytes\n")) }
    #expect(result.output.contains("release 1 would go to"))
    for path in dist.files.keys {
      let refusal = #expect(throws: Refusal.self) { try place.host.read(path, atMost: 1 << 20) }
      // The result for a folder that does not exist yet is not defined more closely.
      #expect([.fileMissing, .storeFailed].contains(refusal?.code))
    }
  }

  @Test(arguments: PlaceKind.installed)
  func twoAtOnceNeverMix(_ kind: PlaceKind) async throws {
    let place = try await RealPlace(kind)
    // Two machines: neither sees the other's local lock.
    let publishers = [try Publishing(place), try Publishing(place)]
    var winner = try DistMaker()
    try winner.release(1, contents(of: 1, by: 0))
    try await publishers[0].publish(winner)
    for number in 2...(kind == .folder ? 13 : 6) {
      let dists = try (0..<2).map { index in
        var dist = winner
        try dist.release(number, contents(of: number, by: index))
        return dist
      }
      async let first = publishers[0].run(dists[0])
      async let second = publishers[1].run(dists[1])
      let results = try await [first, second]
      let winners = results.indices.filter { results[$0].status == 0 }
      try #require(winners.count == 1, "\(number): \(results)")
      let loser = results[1 - winners[0]]
      #expect(loser.status == 1 && loser.errors.contains("[publish.conflict]"), "\(loser)")
      winner = dists[winners[0]]
      #expect(try wholeRelease(at: place.host, winner) == number)
      // Clients and people see none of the other's files.
      for path in [DistPaths.freshness, DistPaths.release, DistPaths.releaseSignatures, DistPaths.archive] {
        #expect(try place.host.read(path, atMost: 1 << 20) == winner.files[path], "\(path)")
      }
    }
  }

  /// Killed after each fifth of the bytes that a complete run sends: bytes are counted, so timing does not
  /// affect the test.
  @Test(arguments: PlaceKind.installed.filter { $0 != .folder })
  func whoIsKilledLeavesTheOldReleaseWhole(_ kind: PlaceKind) async throws {
    let place = try await RealPlace(kind)
    let publisher = try Publishing(place)
    var dist = try DistMaker()
    try dist.release(1, contents(of: 1, by: 0))
    try await publisher.publish(dist)
    let counting = try HoldingProxy(to: try #require(place.port))
    try dist.release(2, contents(of: 2, by: 0))
    let whole = try publisher.start(dist, at: place.destination(through: counting))
    try #require(try await whole.end() == 0, "\(whole.errors)")
    counting.end()

    for point in 1...4 {
      let before = dist
      let number = 2 + point
      try dist.release(number, contents(of: number, by: 0))
      let proxy = try HoldingProxy(to: try #require(place.port), limit: counting.passed * point / 5)
      defer { proxy.end() }
      let command = try publisher.start(dist, at: place.destination(through: proxy))
      try #require(await poll { proxy.isHolding }, "\(command.errors)")
      command.send(SIGKILL)
      #expect(try await command.end() == 128 + SIGKILL)
      // Its child processes, such as rsync, end with their connection.
      proxy.end()
      // The last file is sent in the last fifth.
      #expect(try wholeRelease(at: place.host, before) == number - 1)
      // The killed publisher used another address, so its lock belongs to somebody else.
      let rest = try await publisher.run(dist, ["--break-lock"])
      #expect(rest.status == 0, "\(rest.errors)")
      #expect(try wholeRelease(at: place.host, dist) == number)
    }
  }

  /// The kernel kills it at the first file that exceeds the file size limit: the first file, one in between,
  /// the archive.
  @Test(arguments: [0, 12, nil])
  func whoIsKilledLeavesTheOldFolderWhole(_ place: Int?) async throws {
    let folder = try await RealPlace(.folder)
    let publisher = try Publishing(folder)
    var dist = try DistMaker()
    try dist.release(1, contents(of: 1, by: 0))
    try await publisher.publish(dist)
    let before = dist
    var contents = contents(of: 2, by: 0)
    if let place {
      // Files are sent in the order of their hashes: finds one with this many before it.
      let sodium = try Sodium.shared()
      let hashes = contents.values.map { sodium.sha256($0).description }
      let large = (0...).lazy.map { Array(repeating: UInt8(truncatingIfNeeded: $0), count: 9_000 + $0) }
        .first { bytes in hashes.filter { $0 < sodium.sha256(bytes).description }.count == place }
      contents["assets/large"] = large
    }
    try dist.release(2, contents)
    let archive = try #require(dist.files[DistPaths.archive]).count
    let command = try publisher.start(
      dist, at: folder.destination,
      launcher: ["/usr/bin/prlimit", "--core=0", "--fsize=\(place == nil ? archive - 1 : 8_999)"])
    #expect(try await command.end() == 128 + SIGXFSZ, "\(command.errors)")
    #expect(try wholeRelease(at: folder.host, before) == 1)
    try await publisher.publish(dist)
    #expect(try wholeRelease(at: folder.host, dist) == 2)
  }

  @Test(arguments: [PlaceKind.webDAV, .s3].filter(\.isInstalled))
  func sendsAgainWhatBreaksInTheMiddle(_ kind: PlaceKind) async throws {
    let place = try await RealPlace(kind)
    // No connection transfers the large file completely before two have been cut during it.
    let known = KnownProxy()
    let proxy = try CuttingProxy(to: try #require(place.port)) { known.cutCount < 2 ? 200_000 : nil }
    known.proxy.withLock { $0.proxy = proxy }
    var dist = try DistMaker()
    try dist.release(
      1, ["units/home.unit": Array("home".utf8), "assets/large": Array(repeating: 7, count: 1 << 20)])
    let publisher = try Publishing(place)
    let command = try publisher.start(
      dist, at: place.destination.replacing(":\(place.port ?? 0)", with: ":\(proxy.port)"))
    #expect(try await command.end() == 0, "\(command.errors)")
    #expect(proxy.cutCount >= 2)
    #expect(try wholeRelease(at: place.host, dist) == 1)
  }

  /// Killed between creating the lock and writing its name: the next publisher takes over the lock, while a
  /// publisher that writes its name keeps it.
  @Test(arguments: [PlaceKind.webDAV].filter(\.isInstalled))
  func aLockThatNobodyPutANameInIsTakenOver(_ kind: PlaceKind) async throws {
    let place = try await RealPlace(kind)
    let dav = try WebDAVDestination(place.destination, patience: .zero) { place.environment[$0] }
    let owner = PublishOwner(
      user: "ada", host: "here", place: "here", token: "1", process: 7, since: "2026-11-01T00:00:00Z")
    var other = owner
    (other.place, other.token) = ("elsewhere", "2")
    try dav.lock(owner, breaking: false)
    let store = HTTPStore(
      name: "dav", base: try HTTPAddress(String(place.destination.dropFirst("webdav+".count))),
      credentials: .basic(user: "deploy", password: "secret"))
    #expect(try store.send("DELETE", lockName + "/owner.json").status == 204)
    try dav.lock(other, breaking: false)
    #expect(try dav.isLocked(by: other))
    let fault = #expect(throws: PublishFault.self) { try dav.lock(owner, breaking: false) }
    #expect(fault?.code == .conflict && fault?.message.contains("ada@here") == true)
  }

  @Test(arguments: PlaceKind.installed)
  func whatWasCutOffIsSentAgain(_ kind: PlaceKind) async throws {
    let place = try await RealPlace(kind)
    let publisher = try Publishing(place)
    var dist = try DistMaker()
    try dist.release(1, ["units/home.unit": Array(String(repeating: "home ", count: 400).utf8)])
    try dist.release(2, ["units/home.unit": Array(String(repeating: "home ", count: 400).utf8) + [1]])
    try await publisher.publish(dist)
    let (content, delta) = (
      try #require(dist.files.keys.first { $0.hasPrefix("files/") }),
      try #require(dist.files.keys.first { $0.hasSuffix(".zst") })
    )
    func put(_ path: String, _ bytes: [UInt8]) throws {
      try publisher.destination().store(
        [DistFile(path: path, size: bytes.count, kind: .mutable, content: .bytes(bytes))], sent: { _ in })
    }
    for path in [content, delta] { try put(path, [0x28]) }
    try await publisher.publish(dist, sends: 2, last: nil)
    for path in [content, delta] {
      #expect(try place.host.read(path, atMost: 1 << 20) == dist.files[path], "\(path)")
    }
    // A number does not determine the bytes.
    try put(DistPaths.statement(1), [0x7B])
    let result = try await publisher.run(dist)
    #expect(
      result.status == 1 && result.errors.contains("[publish.conflict]")
        && result.errors.contains("damaged: delete it"), "\(result)")
  }

  /// A pipe in place of a file is reported at once, without waiting for it.
  @Test(arguments: [DistPaths.freshness, DistPaths.freshnessSignatures, "routes.json.draft"])
  func pipesAtAFolderAreNotWaitedFor(_ name: String) async throws {
    let place = try await RealPlace(.folder)
    let publisher = try Publishing(place)
    var dist = try DistMaker()
    try dist.release(1, ["units/home.unit": Array("home".utf8)])
    try await publisher.publish(dist)
    var table = RexxarTable()
    table.version = RexxarVersion("1")
    dist.files[DistPaths.rexxarRoutes] = table.encoded()
    let pipe = place.destination + "/" + name
    try? FileManager.default.removeItem(atPath: pipe)
    #expect(mkfifo(pipe, 0o600) == 0)
    dist.refresh()
    let result = try await publisher.run(dist)
    #expect(result.status == 3 && result.errors.contains("[publish.failed]"), "\(result)")
  }

  @Test func asksAgainWhoIsBusy() throws {
    let busy = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"
    let answers = [busy, busy, "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 2\r\n\r\nok"]
    let server = try RawServer(answers.map { (Array($0.utf8), .close) })
    let store = try WebDAVDestination("webdav+http://127.0.0.1:\(server.port)/app") { _ in nil }
    #expect(
      try store.read("freshness.json", atMost: 100) == StoredFile(bytes: Array("ok".utf8), version: "\"a\""))
    #expect(server.heads.count == 3)
  }

  @Test func whoIsAlwaysBusyIsNamed() throws {
    let server = try RawServer("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n")
    let store = try WebDAVDestination("webdav+http://127.0.0.1:\(server.port)/app") { _ in nil }
    let fault = #expect(throws: PublishFault.self) { try store.read("freshness.json", atMost: 100) }
    #expect(
      fault?.code == .failed
        && fault?.message.contains("answers 503 to GET 'freshness.json', 6 times") == true)
    #expect(server.heads.count == 6)
  }

  @Test(arguments: PlaceKind.installed.filter { $0 != .folder })
  func aLockOfAnotherMachineIsNamedAndBroken(_ kind: PlaceKind) async throws {
    let place = try await RealPlace(kind)
    var dist = try DistMaker()
    try dist.release(1, ["units/home.unit": Array("home".utf8)])
    let publisher = try Publishing(place)
    let other = PublishOwner(
      user: "ada", host: "far-away", place: "elsewhere", token: "0", process: 7, since: "2026-11-01T00:00:00Z"
    )
    try publisher.destination().lock(other, breaking: false)
    let result = try await publisher.run(dist)
    #expect(result.status == 1)
    #expect(result.errors.contains("ada@far-away (process 7) since 2026-11-01T00:00:00Z is publishing to"))
    #expect(result.errors.contains("--break-lock"))
    let broken = try await publisher.run(dist, ["--break-lock"])
    #expect(broken.status == 0, "\(broken.errors)")
    #expect(try wholeRelease(at: place.host, dist) == 1)
  }

  /// A key as OpenSSL writes Ed25519 keys; it belongs to nobody.
  private static let privateKey = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIBCwLuYmh8z0NvhdGk5YdN2TP5Y1nE6m0m5Gk5bF3o1W
    -----END PRIVATE KEY-----

    """

  /// The two files cannot change at once: whichever of both is at the host, publishing the same or a newer
  /// release repairs it.
  @Test func mendsAnyStateOfTheTwoFilesOfFreshness() async throws {
    let place = try await RealPlace(.folder)
    let publisher = try Publishing(place)
    var dist = try DistMaker()
    try dist.release(1, ["units/home.unit": Array("home".utf8)])
    var states: [(statement: [UInt8], signatures: [UInt8])] = []
    func note() throws {
      let bytes = try #require(dist.files[DistPaths.freshness])
      states.append((bytes, dist.signature(over: bytes, by: .freshness).encoded()))
    }
    try note()
    try dist.release(2, ["units/home.unit": Array("second".utf8)])
    try note()
    dist.refresh()
    try note()
    let garbage = Array("{}".utf8)
    let statements = states.map(\.statement) + [garbage, []]
    let signatures = states.map(\.signatures) + [garbage]
    for statement in statements.map(Optional.some) + [nil] {
      for signature in signatures.map(Optional.some) + [nil] {
        try await publisher.publish(dist)
        for (path, bytes) in [
          (DistPaths.freshness, statement), (DistPaths.freshnessSignatures, signature),
        ] {
          let file = URL(filePath: place.destination).appending(path: path)
          try FileManager.default.removeItem(at: file)
          if let bytes { try Data(bytes).write(to: file) }
        }
        try await publisher.publish(dist)
        #expect(try wholeRelease(at: place.host, dist) == 2)
        #expect(try place.host.read(DistPaths.freshness, atMost: 1 << 16) == dist.files[DistPaths.freshness])
      }
    }
    // A newer statement on the host is not replaced, signed or not.
    let newest = dist
    try dist.release(3, ["units/home.unit": Array("third".utf8)])
    try Data(try #require(dist.files[DistPaths.freshness])).write(
      to: URL(filePath: place.destination + "/freshness.json"))
    try await publisher.publish(newest, fails: .notNewer)
  }

  /// A destination inside DIST would be published with it.
  @Test func aFolderIsNotPublishedIntoItself() async throws {
    let place = try await RealPlace(.folder)
    let publisher = try Publishing(place)
    var dist = try DistMaker()
    try dist.release(1, ["units/home.unit": Array("home".utf8)])
    let project = try TemporaryProject([:])
    let folder = project.path + "/site/dist"
    try dist.write(to: folder)
    try FileManager.default.createSymbolicLink(
      atPath: project.path + "/link", withDestinationPath: "site/dist")
    let before = try FileManager.default.subpathsOfDirectory(atPath: project.path).sorted()
    for destination in [
      folder, folder + "/", folder + "/new/sub", folder + "/files", project.path + "/link/new",
      project.path + "/site", "/", "file://" + folder + "/new", project.path + "/other/../site/dist/new",
      folder + "/../dist/.",
    ] {
      let command = try publisher.start(in: folder, at: destination)
      #expect(try await command.end() == 2, "\(destination): \(command.output)")
      #expect(command.errors.contains("[usage.same-folder]"), "\(command.errors)")
      #expect(try FileManager.default.subpathsOfDirectory(atPath: project.path).sorted() == before)
    }
    // A folder whose name only has the same prefix is a different one.
    let command = try publisher.start(in: folder, at: folder + "-published")
    #expect(try await command.end() == 0, "\(command.errors)")
  }

  @Test func refusesWhatIsNoWholeRelease() async throws {
    let place = try await RealPlace(.folder)
    let publisher = try Publishing(place)
    var dist = try DistMaker()
    try dist.release(1, ["units/home.unit": Array("home".utf8), "logo.png": [1]])
    let content = try #require(dist.files.keys.first { $0.hasPrefix("files/") })
    let changes: [(String, [UInt8]?)] = [
      (content, nil), (content, Array("changed".utf8)), (DistPaths.statement(1), nil),
      (DistPaths.statementSignatures(1), nil), (DistPaths.freshness, Array("{}".utf8)),
      (DistPaths.keys(1), nil),
      (DistPaths.freshnessSignatures, dist.files[DistPaths.releaseSignatures]),
      ("notes.txt", Array("by hand".utf8)), ("files/short", [1]), (".git/config", [1]),
      ("release.json~", [1]),
      ("deltas/index.json", Array(Self.privateKey.utf8)), ("keys/root.key", [1]),
    ]
    for (path, bytes) in changes {
      var damaged = dist
      damaged.files[path] = bytes
      try await publisher.publish(damaged, fails: .invalid)
    }
    var expired = dist
    expired.refresh(expires: "2026-11-01T12:00:00Z")
    try await publisher.publish(expired, fails: .invalid)
    let link = try publisher.write(dist)
    try FileManager.default.createSymbolicLink(
      atPath: link.path + "/routes.json", withDestinationPath: "/etc/passwd")
    let result = try await publisher.run(in: link)
    #expect(result.errors.contains("[publish.invalid]"))
    #expect(!FileManager.default.fileExists(atPath: place.destination))
  }

  @Test(arguments: [
    "ftp://example.com/app", "http://example.com/app", "webdav+http://example.com/app", "s3://", "s3://B/x",
    "s3://apps/a?endpoint=http://example.com", "s3://apps/../b", "s3://apps/a?acl=public",
    "ssh://example.com",
    "ssh://-oProxyCommand=x/app", "ssh://example.com/a'b", "ssh://example.com:0/app", "ssh://h/a/../b",
    "webdav+https://user:word@example.com/", "file://example.com/app", "file://localhost", "file://app",
  ])
  func refusesDestinations(_ text: String) throws {
    let fault = #expect(throws: PublishFault.self) {
      try destination(
        text, from: "dist", sshOptions: [],
        environment: { ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"][$0] }, sodium: .shared())
    }
    #expect(fault?.code == .destination, "\(fault?.message ?? "taken")")
  }

  @Test(arguments: ["file:///srv/app", "file://localhost/srv/app", "/srv/app"])
  func foldersOfThisMachineAreTaken(_ text: String) throws {
    let found = try destination(
      text, from: "dist", sshOptions: [], environment: { _ in nil }, sodium: .shared())
    #expect(found.name == "/srv/app")
  }

  /// Two dozen files of this publisher alone, and one that all share.
  private func contents(of number: Int, by publisher: Int) -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = ["assets/same": Array("same".utf8)]
    for index in 0..<24 { contents["units/u\(index).unit"] = Array("\(publisher) \(number) \(index)".utf8) }
    return contents
  }
}
