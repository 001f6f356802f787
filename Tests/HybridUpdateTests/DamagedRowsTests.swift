import Foundation
import HybridDatabase
import HybridRelease
import HybridTestSupport
import HybridUpdate
import HybridUpdateFaults
import Synchronization
import Testing

/// Damage in the rows of `store.sqlite` that SQLite does not detect: the app starts, and the next update
/// repairs it.
struct DamagedRowsTests {
  /// Release 2 active over preset 1, release 3 pending.
  private func app() async throws -> (maker: ReleaseMaker, trial: Trial) {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    var image = SimulatedDisk.Image()
    image.add("/app/release.hybrid", try maker.archive(1))
    try maker.publish(2, files(2))
    let trial = try Trial(maker, image: image) { $0.application = .atOnce }
    try await trial.client.start()
    _ = try await trial.client.update()
    try await trial.client.confirm()
    return (maker, trial)
  }

  /// After a launch with a host, the newest release is active and whole.
  private func expectHealed(_ hurt: Trial, _ maker: ReleaseMaker, _ what: Comment) async throws {
    let first = try hurt.relaunched(maker)
    let number = try #require(try await first.client.start()?.number, what)
    for (path, bytes) in files(number) { #expect(try await first.client.read(path) == bytes, what) }
    #expect(
      await first.events().contains {
        if case .refused(let refusal) = $0 { refusal.code == .storeDamaged } else { false }
      }, what)
    _ = try await first.client.update()
    #expect(try await first.client.start()?.number == 2, what)
    for (path, bytes) in files(2) { #expect(try await first.client.read(path) == bytes, what) }
    let next = try first.relaunched(maker)
    try await next.client.start()
    #expect(await next.events() == [], what)
  }

  @Test(arguments: [
    "UPDATE release_files SET sha256 = 'x' || substr(sha256, 2) WHERE path = 'assets/page-2.txt'",
    "UPDATE release_files SET path = 'assets/page-3.txt' WHERE path = 'assets/page-2.txt'",
    "UPDATE release_files SET size = -1", "UPDATE release_files SET size = 1 << 46",
    "UPDATE release_files SET size = 'many'", "DELETE FROM release_files WHERE path = 'units/home.unit'",
    "UPDATE releases SET statement = x'5B5D'", "UPDATE releases SET statement = 'text'",
    "UPDATE releases SET number = 7", "UPDATE releases SET channel = 'beta'",
    "UPDATE slots SET release = 'x' || substr(release, 2)",
    "DROP TABLE failed", "ALTER TABLE releases DROP COLUMN starts", "PRAGMA user_version=1",
    "CREATE TRIGGER t BEFORE UPDATE ON releases BEGIN SELECT raise(ABORT, 'no'); END",
    "CREATE VIEW v AS SELECT 1", "DROP INDEX release_files_by_content",
  ])
  func releaseWithDamagedRowsIsTakenAnew(_ change: String) async throws {
    let (maker, trial) = try await app()
    do {
      let database = try Database(path: "/data/store/store.sqlite", vfs: trial.system.name)
      try database.execute("PRAGMA foreign_keys=OFF")
      try database.execute(change)
    }
    try await expectHealed(trial, maker, "\(change)")
  }

  /// The preset's rows can be recreated from the preset: nothing is lost.
  @Test(arguments: [
    "UPDATE preset_files SET size = -1", "UPDATE preset_files SET size = 1 << 46",
    "UPDATE preset_files SET place = 1 << 62", "UPDATE preset_files SET place = place + 1",
    "UPDATE preset_files SET sha256 = 'x' || substr(sha256, 2)", "DELETE FROM preset_files",
    "UPDATE facts SET value = x'5B5D' WHERE key = 'preset.statement'",
    "UPDATE facts SET value = 9 WHERE key = 'preset.number'",
  ])
  func damagedRowsOfThePresetAreMadeAnew(_ change: String) async throws {
    let (maker, trial) = try await app()
    do {
      let database = try Database(path: "/data/store/store.sqlite", vfs: trial.system.name)
      try database.execute(change)
    }
    let next = try trial.relaunched(maker)
    #expect(try await next.client.start()?.number == 2)
    #expect(await next.events() == [])
    for (path, bytes) in files(2) { #expect(try await next.client.read(path) == bytes) }
    try await next.client.reject("a test")
    for (path, bytes) in files(1) { #expect(try await next.client.read(path) == bytes) }
  }

  /// A damaged pending release is not started; the active one stays.
  @Test func damagedReleaseThatWaitsIsNotStarted() async throws {
    var (maker, trial) = try await app()
    try maker.publish(3, files(3))
    trial.host.serve(maker.dist)
    trial = try trial.relaunched(maker)
    try await trial.client.start()
    _ = try await trial.client.update()
    do {
      let database = try Database(path: "/data/store/store.sqlite", vfs: trial.system.name)
      try database.execute("UPDATE releases SET statement = x'5B5D' WHERE number = 3")
    }
    let next = try trial.relaunched(maker)
    #expect(try await next.client.start()?.number == 2)
    _ = try await next.client.update()
    #expect(try await next.client.start()?.number == 3)
    for (path, bytes) in files(3) { #expect(try await next.client.read(path) == bytes) }
  }

  /// A failed read says nothing about the file: the next read finds it intact, and nothing is downloaded
  /// again.
  @Test func contentThatCouldNotBeReadOnceStays() async throws {
    let (maker, trial) = try await app()
    let files = FailingReads(disk: SimulatedDisk(trial.disk.image))
    let system = StoreFileSystem(files)
    let client = try UpdateClient(
      folder: "/data/store", settings: .trial(keys: maker.embeddedKeys, preset: "/app/release.hybrid"),
      transport: trial.host, files: files, vfs: system.name)
    try await client.start()
    files.fails.withLock { $0 = true }
    #expect(try await client.read("assets/page-2.txt") == nil)
    files.fails.withLock { $0 = false }
    #expect(
      try await client.read("assets/page-2.txt") == HybridUpdateTests.files(2)["assets/page-2.txt"])
    _ = trial.host.takeRequests()
    #expect(try await client.update() == .upToDate(number: 2))
    #expect(!trial.host.takeRequests().contains { $0.path.hasPrefix("files/") })
    withExtendedLifetime(system) {}
  }

  @Test(arguments: [-1, 1 << 46])
  func reportOfAStoreWithImpossibleSizesIsRefused(_ size: Int) async throws {
    let project = try TemporaryProject()
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    try project.write("release.hybrid", bytes: try maker.archive(1))
    let folder = project.file("hybrid").path
    try maker.publish(2, files(2))
    let client = try UpdateClient(
      folder: folder, settings: .trial(keys: maker.embeddedKeys, preset: project.file("release.hybrid").path),
      transport: try MemoryHost(maker.dist))
    _ = try await client.update()
    _ = try await client.start()
    try Database(path: folder + "/store.sqlite").execute("UPDATE release_files SET size = \(size)")
    #expect(
      await refusal { () async throws(Refusal) in
        try StoreReport(folder: folder).file("units/home.unit")?.fault
      } == .storeDamaged)
  }
}

/// A disk that temporarily cannot be read, because no descriptor is free.
private final class FailingReads: StoreFiles {
  let disk: SimulatedDisk
  let fails = Mutex(false)

  init(disk: SimulatedDisk) { self.disk = disk }

  func read(_ path: String, from offset: Int, count: Int) throws(FileFault) -> [UInt8] {
    if path.contains("/files/"), fails.withLock({ $0 }) {
      throw FileFault(.failed(24, "Too many open files"), "read", path)
    }
    return try disk.read(path, from: offset, count: count)
  }
  func makeFolder(_ path: String) throws(FileFault) { try disk.makeFolder(path) }
  func size(of path: String) throws(FileFault) -> Int? { try disk.size(of: path) }
  func write(_ bytes: [UInt8], to path: String, at offset: Int) throws(FileFault) {
    try disk.write(bytes, to: path, at: offset)
  }
  func truncate(_ path: String, to size: Int) throws(FileFault) { try disk.truncate(path, to: size) }
  func sync(_ path: String) throws(FileFault) { try disk.sync(path) }
  func syncFolder(_ path: String) throws(FileFault) { try disk.syncFolder(path) }
  func rename(_ path: String, to other: String) throws(FileFault) { try disk.rename(path, to: other) }
  func remove(_ path: String) throws(FileFault) { try disk.remove(path) }
  func names(in path: String) throws(FileFault) -> [String] { try disk.names(in: path) }
}
