import Foundation
import HybridDownload
import HybridRelease
import HybridTestSupport
import HybridUpdate
import HybridUpdateFaults
import Testing

/// The apps' client against `hybrid serve`, which cuts and corrupts its responses.
@Suite(
  .suiteTimeLimit,
  .enabled(if: (try? HybridCommand.executable) != nil, "the command line is not built"))
struct ServedUpdateTests {
  private static let film = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }

  private func write(_ dist: [String: [UInt8]], to folder: String) throws {
    for (path, bytes) in dist {
      let file = URL(filePath: folder + "/" + path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
  }

  private func client(_ maker: ReleaseMaker, _ served: ServedFolder, _ folder: TemporaryProject) throws
    -> UpdateClient
  {
    let base = try #require(URL(string: "http://127.0.0.1:\(served.port)/"))
    return try UpdateClient(
      folder: folder.file("store").path, settings: .trial(keys: maker.embeddedKeys),
      transport: try #require(URLSessionTransport(base: base)))
  }

  @Test(arguments: ["cut:files/*:0.5", "corrupt:files/*", "status:files/*:503", "corrupt:releases/*"])
  func updateEndsWellOnceTheHostDoes(_ fault: String) async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, ["assets/film.bin": Self.film])
    let served = try await ServedFolder(faults: [fault]) { try write(maker.dist, to: $0) }
    let folder = try TemporaryProject()
    let client = try client(maker, served, folder)
    await #expect(throws: Refusal.self) { try await client.update() }
    // Nothing of it is installed.
    #expect(try await client.start() == nil)
    try await served.change("none")
    guard case .staged(let release) = try await client.update() else {
      Issue.record("expected .staged")
      return
    }
    #expect(release.number == 1)
    try await client.start()
    #expect(try await client.read("assets/film.bin") == Self.film)
  }

  @Test func cutFileGoesOnWhereItWasCut() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, ["assets/film.bin": Self.film])
    let served = try await ServedFolder(faults: ["cut:files/*:0.5"]) { try write(maker.dist, to: $0) }
    let folder = try TemporaryProject()
    let client = try client(maker, served, folder)
    await #expect(throws: Refusal.self) { try await client.update() }
    try await served.change("none")
    guard case .staged = try await client.update() else {
      Issue.record("expected .staged")
      return
    }
    // Including the headers of a few requests, no more than the file's size: nothing was sent twice.
    let lines = served.output.split(separator: "\n").filter { $0.contains("\"path\":\"files/") }
    let sent = try lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return try #require(object?["sent"] as? Int)
    }
    #expect(sent.count >= 2 && sent.reduce(0, +) < Self.film.count + sent.count * 1_024, "\(sent)")
  }

  /// A delta is optional: without it, the file itself is downloaded.
  @Test(arguments: ["corrupt:deltas/*.zst", "cut:deltas/*.zst", "status:deltas/*.zst:404"])
  func badDeltaIsNoObstacle(_ fault: String) async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, ["assets/film.bin": Self.film])
    let served = try await ServedFolder { try write(maker.dist, to: $0) }
    let folder = try TemporaryProject()
    let client = try client(maker, served, folder)
    _ = try await client.update()
    try await client.start()
    try await client.confirm()

    var next = Self.film
    next[1_000] ^= 1
    try maker.publish(2, ["assets/film.bin": next], deltasFrom: [1])
    try await served.change(fault)
    try write(maker.dist, to: served.folder)
    guard case .staged(let release) = try await client.update() else {
      Issue.record("expected .staged")
      return
    }
    #expect(release.number == 2)
    #expect(served.output.contains(".zst\""), "no delta was asked for")
    try await client.start()
    #expect(try await client.read("assets/film.bin") == next)
  }
}
