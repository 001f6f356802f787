import Foundation
import HybridServer
import HybridSource
import HybridTestSupport
import HybridViewTree
import Testing

/// Files beyond the limits (`Documentation/project-files.md`, *Limits*), saved one after another into one
/// project that is served.
@Suite(.serialized) struct BombSavingTests {
  @Test func everyBombIsAReportAndTheServerGoesOn() async throws {
    var files = Bomb.good
    for bomb in Bomb.all { files.merge(bomb.others) { good, _ in good } }
    files["secret.txt"] = Bomb.secret
    let rig = try await ServerRig(files)
    let client = try await rig.client(unit: "home")
    defer { client.socket.close() }
    var saves = Saves(rig)
    let before = residentMemory()
    var slowest = (name: "", milliseconds: 0.0)
    for bomb in Bomb.all {
      let path = bomb.place.rawValue
      print("bomb: \(bomb.testDescription)")
      try rig.project.write(path, bytes: bomb.bytes)
      let report = try await saves.next(of: path)
      let found = (report.errors + report.warnings).first { $0.code == bomb.code }
      #expect(
        found != nil,
        "\(bomb.testDescription): \(report.line) \((report.errors + report.warnings).map(\.code).prefix(9))")
      #expect(report.errors.isEmpty != bomb.isError, "\(bomb.testDescription)")
      let line =
        report.line + report.details.joined() + (report.errors + report.warnings).map(\.description).joined()
      #expect(!line.contains(Bomb.secret), "\(bomb.testDescription)")
      if report.milliseconds > slowest.milliseconds { slowest = (bomb.testDescription, report.milliseconds) }
      // As behaviour the specification asks for 2 s; a loaded machine in debug is given ten times that.
      #expect(report.milliseconds < 20_000, "\(bomb.testDescription)")

      try rig.project.write(path, Bomb.good[path] ?? "")
      let mended = try await saves.next(of: path)
      #expect(
        mended.errors.isEmpty && mended.isFixed == bomb.isError, "\(bomb.testDescription): \(mended.line)")
    }
    let grown = residentMemory() - before
    #expect(grown < 512 << 20, "\(grown >> 20) MB more than before")
    print("bombs: slowest \(slowest.milliseconds) ms (\(slowest.name)), \(grown >> 20) MB more")
    let status = await rig.server.session.status
    #expect(status.errors == 0 && status.units == 2)
  }
}

/// The reports of a server's saves, in order.
struct Saves {
  private var events: AsyncStream<DevServer.Event>.Iterator

  init(_ rig: ServerRig) { events = rig.server.events.makeAsyncIterator() }

  /// The report of the next save of a file; others are left out.
  mutating func next(of path: String) async throws -> SaveReport {
    while let event = await events.next() {
      if case .saved(let report, _) = event, report.files.contains(path) { return report }
    }
    throw Unexpected()
  }
}
