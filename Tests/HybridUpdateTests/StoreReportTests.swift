import Foundation
import HybridCrypto
import HybridDatabase
import HybridRelease
import HybridTestSupport
import HybridUpdate
import HybridUpdateFaults
import Testing

/// What tools see of the store of an app that runs, or ran: `hybrid explain --store`.
struct StoreReportTests {
  private let project: TemporaryProject
  private let clock = TrialClock()
  private var folder: String { project.file("hybrid").path }

  init() throws { project = try TemporaryProject() }

  /// The app, on real files, as it starts.
  private func app(_ maker: ReleaseMaker) throws -> UpdateClient {
    try UpdateClient(
      folder: folder,
      settings: .trial(
        keys: maker.embeddedKeys, preset: project.file("release.hybrid").path, clock: clock),
      transport: try MemoryHost(maker.dist))
  }

  /// The bytes and the time of every file below the project.
  private func stamps() throws -> [String: String] {
    var stamps: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: project.path) {
      var status = stat()
      #expect(lstat(project.file(name).path, &status) == 0)
      stamps[name] = "\(status.st_size) \(status.st_mtim) \(status.st_ctim) \(status.st_ino)"
    }
    return stamps
  }

  private func places(_ report: StoreReport) -> [String] {
    report.held.map { "\($0.place) \($0.installed.number)" }
  }

  /// Preset 1, 2 confirmed, 3 active, 4 waiting.
  private func fullStore() async throws -> ReleaseMaker {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    try project.write("release.hybrid", bytes: try maker.archive(1))
    for number in 2...4 {
      try maker.publish(number, files(number))
      let client = try app(maker)
      try await client.start()
      if number == 3 { try await client.confirm() }
      _ = try await client.update()
    }
    return maker
  }

  @Test func everyReleaseOfAnAppIsTold() async throws {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    try project.write("release.hybrid", bytes: try maker.archive(1))
    try await app(maker).start()
    #expect(places(try StoreReport(folder: folder)) == ["active 1", "preset 1"])
    try maker.publish(2, files(2))
    _ = try await app(maker).update()
    #expect(places(try StoreReport(folder: folder)) == ["active 1", "pending 2", "preset 1"])
    _ = try await fullStore()
    let report = try StoreReport(folder: folder)
    #expect(places(report) == ["active 3", "pending 4", "previous 2", "preset 1"])
    #expect(report.held.map(\.installed.isConfirmed) == [false, false, true, true])
    #expect(report.held.map(\.starts) == [1, 0, 0, 0])
    #expect(report.held.allSatisfy { $0.missingFiles == 0 && $0.release?.number == $0.installed.number })
    #expect(report.highest.map(\.number) == [4] && report.highest.map(\.channel) == ["production"])
    #expect(report.preset == project.file("release.hybrid").path)
    for (path, bytes) in files(3) {
      let state = try #require(try report.file(path))
      #expect(state.fault == nil && state.digest.size == bytes.count)
      // The same picture is in the preset.
      #expect(state.place == (path == "assets/logo.png" ? "preset" : maker.path(of: bytes)))
    }
    #expect(try report.file("assets/page-2.txt") == nil)
  }

  @Test func nothingIsWrittenMadeOrLocked() async throws {
    let maker = try await fullStore()
    let before = try stamps()
    let report = try StoreReport(folder: folder)
    _ = try report.file("units/home.unit")
    #expect(try stamps() == before)
    // The app goes on while a report is held.
    let client = try app(maker)
    #expect(try await client.start()?.number == 4)
    #expect(report.held.first?.installed.number == 3)
    #expect(places(try StoreReport(folder: folder)) == ["active 4", "previous 2", "preset 1"])
    // And a report is made while the app is in the middle of a commit.
    let database = try Database(path: folder + "/store.sqlite")
    try database.execute("BEGIN EXCLUSIVE; DELETE FROM slots")
    #expect(places(try StoreReport(folder: folder)) == ["active 4", "previous 2", "preset 1"])
    try database.execute("ROLLBACK")
  }

  @Test func temporaryCopiesGo() async throws {
    _ = try await fullStore()
    func copies() throws -> [String] {
      let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
      return try FileManager.default.contentsOfDirectory(atPath: parent).filter {
        // Ours alone: other tests make copies at the same time.
        (try? String(contentsOfFile: "\(parent)/\($0)/store.sqlite", encoding: .isoLatin1))?
          .contains(project.path) == true
      }
    }
    do {
      let report = try StoreReport(folder: folder)
      #expect(try copies().count == 1)
      _ = report.preset
    }
    #expect(try copies().isEmpty)
  }

  @Test func damagedFilesAreToldWithWhatIsReadInstead() async throws {
    let maker = try await fullStore()
    let home = maker.path(of: files(3)["units/home.unit"] ?? [])
    try project.write("hybrid/" + home, "damaged")
    let report = try StoreReport(folder: folder)
    let state = try #require(try report.file("units/home.unit"))
    #expect(state.fault?.code == .fileWrongSize && state.place == home)
    #expect(state.stand?.number == 2)
    // Gone altogether, and of no older release.
    let page = maker.path(of: files(3)["assets/page-3.txt"] ?? [])
    try FileManager.default.removeItem(atPath: "\(folder)/\(page)")
    let gone = try #require(try StoreReport(folder: folder).file("assets/page-3.txt"))
    #expect(gone.fault?.code == .fileMissing && gone.stand == nil)
    // In the preset, which is not there any more.
    try FileManager.default.removeItem(at: project.file("release.hybrid"))
    #expect(try StoreReport(folder: folder).file("assets/logo.png")?.fault?.code == .fileMissing)
  }

  @Test func whatFailedIsToldWithItsReason() async throws {
    let maker = try await fullStore()
    let client = try app(maker)
    try await client.start()
    try await client.reject("the first page is empty\u{1B}[2J")
    let report = try StoreReport(folder: folder)
    #expect(report.failed.map(\.number) == [4])
    #expect(report.failed.first?.reason.detail.contains("the first page is empty") == true)
    #expect(places(report) == ["active 2", "preset 1"])
  }

  @Test func whatIsNoStoreIsToldSo() throws {
    func refused() -> Refusal? {
      do throws(Refusal) {
        _ = try StoreReport(folder: folder)
        return nil
      } catch { return error }
    }
    #expect(refused()?.code == .fileMissing)
    try project.write("hybrid/store.sqlite", String(repeating: "no database ", count: 100))
    let before = try stamps()
    #expect(refused()?.code == .storeDamaged)
    #expect(try stamps() == before)
    try FileManager.default.removeItem(atPath: folder + "/store.sqlite")
    try Database(path: folder + "/store.sqlite").execute("PRAGMA user_version=99")
    #expect(refused()?.code == .storeDamaged && refused()?.detail.contains("version 99") == true)
    try FileManager.default.removeItem(atPath: folder + "/store.sqlite")
    try FileManager.default.createDirectory(
      atPath: folder + "/store.sqlite", withIntermediateDirectories: false)
    #expect(refused()?.code == .storeFailed)
  }
}

extension ReleaseMaker {
  /// Where content lies below a store.
  fileprivate func path(of bytes: [UInt8]) -> String {
    let name = sodium.sha256(bytes).description
    return "files/\(name.prefix(2))/\(name)"
  }
}
