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

/// A proxy that counts its cuts.
final class KnownProxy: Sendable {
  struct Reference { weak var proxy: CuttingProxy? }
  let proxy = Mutex(Reference())
  var cutCount: Int { proxy.withLock { $0.proxy?.cutCount ?? 0 } }
}

/// A machine that publishes to a place.
final class Publishing: Sendable {
  private let place: RealPlace
  /// Its local locks, and its DISTs.
  private let folder: TemporaryProject

  init(_ place: RealPlace) throws {
    self.place = place
    folder = try TemporaryProject([:])
  }

  func destination() throws -> any Destination {
    try HybridPublishing.destination(
      place.destination, from: "/",
      sshOptions: place.options.filter { $0 != "--ssh-option" }, environment: { self.place.environment[$0] },
      sodium: .shared())
  }

  func write(_ dist: DistMaker) throws -> TemporaryProject {
    let project = try TemporaryProject([:])
    try dist.write(to: project.path)
    return project
  }

  func run(in project: TemporaryProject, _ options: [String] = []) async throws -> HybridCommand.Result {
    let command = try start(in: project.path, at: place.destination, options)
    return HybridCommand.Result(
      status: try await command.end(), output: command.output, errors: command.errors)
  }

  func run(_ dist: DistMaker, _ options: [String] = []) async throws -> HybridCommand.Result {
    try await run(in: write(dist), options)
  }

  /// Begins, and gives the running command.
  func start(_ dist: DistMaker, at destination: String, launcher: [String] = []) throws -> ChildProcess {
    let path = folder.path + "/\(UUID().uuidString)"
    try dist.write(to: path)
    return try start(in: path, at: destination, launcher: launcher)
  }

  /// Not started with Foundation, which reports an end only after all processes started at the same moment
  /// have ended, including servers.
  func start(
    in dist: String, at destination: String, _ options: [String] = [], launcher: [String] = []
  ) throws -> ChildProcess {
    try ChildProcess(
      launcher + [HybridCommand.executable.path, "publish", dist, destination] + place.options + options,
      environment: environment)
  }

  func publish(
    _ dist: DistMaker, sends count: Int? = nil, last: String? = DistPaths.freshness
  ) async throws {
    let result = try await run(dist, ["--json"])
    #expect(result.status == 0, "\(result.errors)")
    guard let count else { return }
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let sent = try #require(object["sent"] as? [[String: Any]]).compactMap { $0["path"] as? String }
    #expect(sent.count == count, "\(sent)")
    if let last, count > 0 { #expect(sent.last == last) }
  }

  func publish(_ dist: DistMaker, fails code: PublishFault.Code) async throws {
    let result = try await run(dist)
    #expect(result.status == 1 && result.errors.contains("[\(code.rawValue)]"), "\(result)")
  }

  private var environment: [String: String] {
    place.environment.merging(["TMPDIR": folder.path, "HOME": folder.path]) { $1 }
  }
}

/// The number of the release on a host, if the release is complete and equals the one of `dist`.
func wholeRelease(at host: any ReleaseSource, _ dist: DistMaker) throws -> Int {
  let (sodium, limits) = (try Sodium.shared(), ReleaseLimits())
  func read(_ host: some ReleaseSource) throws -> Int {
    let trust = Trust(dist.keys, sodium: sodium)
    let signatures = try host.read(DistPaths.freshnessSignatures, atMost: 1 << 16)
    guard
      case .freshness(let freshness) = try trust.statement(
        host.read(DistPaths.freshness, atMost: 1 << 16), signatures: signatures, as: DistPaths.freshness,
        kinds: [.freshness])
    else { return 0 }
    for number in 1...freshness.newest.number {
      let name = DistPaths.statement(number)
      let bytes = try host.read(name, atMost: limits.releaseBytes)
      #expect(bytes == dist.files[name])
      let statement = try trust.statement(
        bytes, signatures: host.read(DistPaths.statementSignatures(number), atMost: 1 << 16), as: name,
        kinds: [.release, .rollback])
      guard case .release(let release) = statement else { continue }
      for file in release.files {
        let path = DistPaths.file(file.digest.sha256)
        try file.digest.check(host.read(path, atMost: limits.fileBytes), as: path, sodium: sodium)
      }
    }
    return freshness.newest.number
  }
  // `verify` also finds it complete, whatever else a publisher has left there.
  let names = try (host as? ReleaseFolder)?.names()
  let report = verifyDistribution(
    host, names: names, trust: Trust(dist.keys, sodium: sodium), now: .init(seconds: 1_800_000_000),
    zstd: try .shared(), sodium: sodium)
  #expect(report.findings == [], "\(report.findings.map(\.description))")
  return try read(host)
}
