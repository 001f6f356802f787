import Foundation
import HybridRelease
import HybridTestSupport
import HybridUpdate
import HybridUpdateFaults
import Testing

/// The operation during a power failure.
enum CrashScenario: String, CaseIterable, Sendable {
  case firstUpdate, updateWithDeltas, rollback, mandatory, cleanUp, heal, appUpdate

  /// The minimum number of failure points: with fewer, the disk would no longer count its steps.
  var fewestPoints: Int {
    switch self {
    case .heal: 200
    case .rollback: 400
    case .firstUpdate, .updateWithDeltas, .mandatory, .cleanUp, .appUpdate: 500
    }
  }

  /// The app's initial state, the host's files, and the releases that may be active after a crash.
  struct Stage: Sendable {
    var image: SimulatedDisk.Image
    var maker: ReleaseMaker
    var old: Int
    var new: Int
    var preset = 1
    var atOnce = false
  }

  /// Performs the scenario without faults.
  func stage() async throws -> Stage {
    var maker = try ReleaseMaker()
    try maker.publish(1, files(1))
    var image = try app(maker)
    if self == .firstUpdate {
      try maker.publish(2, files(2))
      return Stage(image: image, maker: maker, old: 1, new: 2)
    }
    for number in 2...3 {
      try maker.publish(number, files(number))
      let trial = try Trial(maker, image: image) { $0.application = .atOnce }
      try await trial.client.start()
      _ = try await trial.client.update()
      try await trial.client.confirm()
      image = trial.disk.image(after: .everything)
    }
    switch self {
    case .rollback:
      try maker.rollBack(4, to: 2)
      return Stage(image: image, maker: maker, old: 3, new: 2)
    case .heal:
      let sha256 = "\(maker.sodium.sha256(files(3)["assets/page-3.txt"]!))"
      let disk = SimulatedDisk(image)
      try disk.remove("/data/store/files/\(sha256.prefix(2))/\(sha256)")
      return Stage(image: disk.image(after: .nothing), maker: maker, old: 3, new: 3)
    case .appUpdate:
      // The new app was installed but never opened: release 3 is older than its preset.
      try maker.publish(4, files(4))
      image.add("/app/release.hybrid", try maker.archive(4))
      try maker.publish(5, files(5))
      return Stage(image: image, maker: maker, old: 4, new: 5, preset: 4)
    default:
      try maker.publish(
        4, files(4), mandatory: self == .mandatory ? 4 : 0,
        deltasFrom: self == .updateWithDeltas ? [3] : [])
      return Stage(image: image, maker: maker, old: 3, new: 4, atOnce: self == .cleanUp)
    }
  }
}

/// Power failures, full disks, failing disks and lost syncs, at every step of every scenario: afterwards the
/// old or the new release is active and complete, and the next update succeeds.
struct CrashMatrixTests {
  /// What goes wrong, the first four at every step, and what is on the disk afterwards.
  private static let faults: [(SimulatedDisk.Fault, SimulatedDisk.Loss)] = [
    (.stop, .everything), (.stop, .some(1)), (.stop, .nothing), (.stop, .some(2)), (.full, .nothing),
    (.shortWrite, .everything), (.failure, .nothing), (.failure, .some(3)), (.lostSync, .everything),
  ]

  @Test(arguments: CrashScenario.allCases)
  func everyStep(of scenario: CrashScenario) async throws {
    let count = try await withTaskExecutorPreference(BackgroundExecutor.shared) {
      try await Self.run(scenario)
    }
    print("crash matrix: \(count) points in memory, \(scenario)")
    #expect(count >= scenario.fewestPoints)
  }

  private static func run(_ scenario: CrashScenario) async throws -> Int {
    let stage = try await scenario.stage()
    let whole = try trial(stage, stage.image)
    let first = whole.disk.steps
    try await act(whole)
    let steps = whole.disk.steps - first
    // Operations before the client exists have steps as well: the schema, the folders.
    var count = 0
    for (index, (fault, loss)) in faults.enumerated() {
      // Power failures at every step, other faults at every fifth, to limit the duration.
      let stride = index < 4 ? 1 : 5
      for step in Swift.stride(from: index % stride, to: first + steps, by: stride) {
        try await point(
          stage, "\(scenario) \(fault) \(loss) at step \(step) of \(first + steps)", step, fault, loss)
        count += 1
      }
    }
    return count
  }

  private static func trial(_ stage: CrashScenario.Stage, _ image: SimulatedDisk.Image) throws -> Trial {
    try Trial(stage.maker, image: image) { $0.application = stage.atOnce ? .atOnce : .mandatoryAtOnce }
  }

  /// One life of the app, as in `update-trial`.
  private static func act(_ trial: Trial) async throws(Refusal) {
    try await trial.client.start()
    _ = try await trial.client.update()
    try await trial.client.start()
    try await trial.client.confirm()
  }

  private static func point(
    _ stage: CrashScenario.Stage, _ name: String, _ step: Int, _ fault: SimulatedDisk.Fault,
    _ loss: SimulatedDisk.Loss
  ) async throws {
    let disk = SimulatedDisk(stage.image)
    disk.fail(at: step, fault)
    do {
      let broken = try Trial(
        stage.maker, disk: disk, change: { $0.application = stage.atOnce ? .atOnce : .mandatoryAtOnce })
      try await act(broken)
    } catch is Refusal {}
    let image = disk.image(after: loss)

    do { try await expectWhole(stage, image, name, fault) } catch { Issue.record("\(name): \(error)") }
  }

  /// After a crash, one release or the other is complete, and the next update succeeds.
  private static func expectWhole(
    _ stage: CrashScenario.Stage, _ image: SimulatedDisk.Image, _ name: String, _ fault: SimulatedDisk.Fault
  ) async throws {
    let after = try trial(stage, image)
    let active = try await after.client.start()
    // A disk that reports a lost sync as done can lose the database: then the preset remains, never a
    // mixture.
    let allowed: Set<Int> =
      fault == .lostSync ? [stage.preset, stage.old, stage.new] : [stage.old, stage.new]
    let number = try #require(active?.number, "\(name)")
    #expect(allowed.contains(number), "\(name): release \(number)")
    let isHurt = fault == .lostSync || stage.old == stage.new
    for (path, bytes) in files(number) {
      let read = try await after.client.read(path)
      if isHurt, read != bytes {
        // It must say so.
        let events = await after.events()
        #expect(
          events.contains { if case .damaged(path, _, _) = $0 { true } else { false } },
          "\(name): \(path) is another and nobody says so")
      } else {
        #expect(read == bytes, "\(name): \(path) of release \(number)")
      }
    }
    #expect(image.contents["/app/release.hybrid"] == stage.image.contents["/app/release.hybrid"], "\(name)")
    try await after.client.confirm()
    _ = try await after.client.update()
    try await after.client.start()
    try await after.client.confirm()
    #expect(try await after.client.active()?.number == stage.new, "\(name): the next update")
    for (path, bytes) in files(stage.new) {
      let read = try await after.client.read(path)
      #expect(read == bytes, "\(name): \(path) after the next update")
    }
  }

  // MARK: Real processes

  /// An update in a process of its own, killed by SIGKILL at a step; SQLite's own file system reads what it
  /// left.
  @Test(arguments: [(CrashScenario.firstUpdate, 2), (.updateWithDeltas, 2), (.appUpdate, 2)])
  func killedProcess(_ scenario: CrashScenario, _ stride: Int) async throws {
    let stage = try await scenario.stage()
    let folder = try TemporaryProject()
    for (path, bytes) in stage.maker.dist { try folder.write("dist/\(path)", bytes: bytes) }
    try folder.write("keys.json", bytes: stage.maker.embeddedKeys)
    let program = try trialProgram()
    func life(_ name: String, killingAt step: Int) async throws -> (code: Int32, output: String) {
      for (path, bytes) in stage.image.contents { try folder.write("\(name)\(path)", bytes: bytes) }
      try FileManager.default.createDirectory(
        at: folder.file("\(name)/data"), withIntermediateDirectories: true)
      let process = try ChildProcess([
        program, folder.file("\(name)/data/store").path, folder.file("dist").path,
        folder.file("keys.json").path,
        folder.file("\(name)/app/release.hybrid").path, "\(step)",
      ])
      let code = try await process.end()
      return (code, process.output)
    }
    let (code, output) = try await life("whole", killingAt: -1)
    try #require(code == 0, "\(output)")
    let steps = try #require(Int(output.split(separator: "\n").last ?? ""))
    var count = 0
    for step in Swift.stride(from: 0, to: steps, by: stride) {
      let name = "\(scenario)-\(step)"
      #expect(try await life(name, killingAt: step).code == 128 + SIGKILL, "\(name)")
      let settings = UpdateSettings.trial(
        keys: stage.maker.embeddedKeys, preset: folder.file("\(name)/app/release.hybrid").path)
      let client = try UpdateClient(
        folder: folder.file("\(name)/data/store").path, settings: settings,
        transport: FolderHost(folder.file("dist").path))
      let active = try #require(try await client.start())
      #expect([stage.old, stage.new].contains(active.number), "\(name)")
      for (path, bytes) in files(active.number) {
        #expect(try await client.read(path) == bytes, "\(name): \(path)")
      }
      try await client.confirm()
      _ = try await client.update()
      try await client.start()
      #expect(try await client.active()?.number == stage.new, "\(name): the next update")
      for (path, bytes) in files(stage.new) {
        #expect(try await client.read(path) == bytes, "\(name): \(path)")
      }
      try folder.remove(name)
      count += 1
    }
    print("crash matrix: \(count) killed processes, \(scenario)")
    #expect(count >= 50)
  }
}

/// The program that is killed; it lies beside the test bundle.
private func trialProgram() throws -> String {
  struct NotBuilt: Error {}
  for bundle in ["/proc/self/exe"] + CommandLine.arguments.filter({ $0.contains(".xctest") }) {
    let file = URL(filePath: bundle).resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "update-trial")
    if FileManager.default.isExecutableFile(atPath: file.path) { return file.path }
  }
  throw NotBuilt()
}
