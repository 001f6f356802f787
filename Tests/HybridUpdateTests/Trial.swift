import HybridCrypto
import HybridRelease
import HybridUpdate
import HybridUpdateFaults
import Synchronization
import Testing

/// One app on one disk in memory: what the tests below start, update and look at.
final class Trial: Sendable {
  let disk: SimulatedDisk
  let system: StoreFileSystem
  let client: UpdateClient
  let host: MemoryHost
  let clock: TrialClock
  private let collected = Mutex<[UpdateEvent]>([])
  private let stream: AsyncStream<UpdateEvent>

  convenience init(
    _ maker: ReleaseMaker, image: SimulatedDisk.Image = .init(), host: MemoryHost? = nil,
    preset: Bool = true, clock: TrialClock = TrialClock(), change: (inout UpdateSettings) -> Void = { _ in }
  ) throws {
    try self.init(
      maker, disk: SimulatedDisk(image), host: host, preset: preset, clock: clock, change: change)
  }

  init(
    _ maker: ReleaseMaker, disk: SimulatedDisk, host: MemoryHost? = nil, preset: Bool = true,
    clock: TrialClock = TrialClock(), change: (inout UpdateSettings) -> Void = { _ in }
  ) throws {
    self.disk = disk
    system = StoreFileSystem(disk)
    self.clock = clock
    self.host = try host ?? MemoryHost(maker.dist)
    var settings = UpdateSettings.trial(
      keys: maker.embeddedKeys, preset: preset ? "/app/release.hybrid" : nil, clock: clock)
    change(&settings)
    client = try UpdateClient(
      folder: "/data/store", settings: settings, transport: self.host, files: disk, vfs: system.name)
    stream = client.events()
  }

  /// The app after its process ended: the same disk, opened anew.
  func relaunched(
    _ maker: ReleaseMaker, preset: Bool = true, change: (inout UpdateSettings) -> Void = { _ in }
  ) throws -> Trial {
    try Trial(maker, image: disk.image, host: host, preset: preset, clock: clock, change: change)
  }

  /// Every event since the last call.
  func events() async -> [UpdateEvent] {
    // What was sent before this mark is read before it.
    let mark = UpdateEvent.healed(files: -1)
    client.mark(mark)
    var events: [UpdateEvent] = []
    for await event in stream {
      if event == mark { return events }
      events.append(event)
    }
    return events
  }

  /// The store below `/store`.
  var contents: [String: [UInt8]] { disk.image.contents.filter { $0.key.hasPrefix("/data/store/") } }
}

/// Bytes that do not compress: a page or picture of this name and version.
func content(_ name: String, _ version: Int, size: Int = 6_000) -> [UInt8] {
  var state = name.utf8.reduce(UInt64(version) &* 0x9E37_79B9_7F4A_7C15 | 1) {
    ($0 ^ UInt64($1)) &* 0x100_0000_01B3
  }
  return (0..<size).map { _ in
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return UInt8(truncatingIfNeeded: state >> 32)
  }
}

/// `bytes` with a few in the middle changed: what an edit does.
func edited(_ bytes: [UInt8], _ mark: UInt8) -> [UInt8] {
  var bytes = bytes
  for index in 100..<110 { bytes[index] = mark }
  return bytes
}

private let made = Mutex<[Int: [String: [UInt8]]]>([:])

/// The files of release `number` that the tests use: one that never changes, one that is edited, one of its
/// own.
func files(_ number: Int) -> [String: [UInt8]] {
  made.withLock { made in
    if let files = made[number] { return files }
    let files = [
      "units/home.unit": edited(content("home", 0), UInt8(number)), "assets/logo.png": content("logo", 0),
      "assets/page-\(number).txt": content("page", number, size: 500),
    ]
    made[number] = files
    return files
  }
}

/// A disk with an app on it: release `number` as its preset.
func app(_ maker: ReleaseMaker, preset number: Int = 1) throws -> SimulatedDisk.Image {
  var image = SimulatedDisk.Image()
  image.add("/app/release.hybrid", try maker.archive(number))
  return image
}

/// What a body threw.
func refusal(_ body: () async throws(Refusal) -> some Any) async -> RefusalCode? {
  do throws(Refusal) {
    _ = try await body()
    return nil
  } catch { return error.code }
}
