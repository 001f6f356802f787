import Foundation
import HybridJSON
import HybridRelease
import HybridUpdate

/// The cost of one edit for an app that has the previous release: bytes, requests and time, with a `hybrid
/// serve` in a process of its own.
func benchUpdate(_ pages: Int) async throws {
  let project = ProjectGenerator(units: pages)
  let place = FileManager.default.temporaryDirectory.appending(path: "hybrid-bench-\(getpid())")
  defer { try? FileManager.default.removeItem(at: place) }
  let (folder, dist) = (place.appending(path: "shop"), place.appending(path: "dist"))
  try project.write(to: folder)
  let tool = try ReleaseTool(keys: place.appending(path: "private"))
  try tool.makeKeys(for: folder)
  let words = ["package", folder.path, "-o", dist.path, "--json"]
  try tool.run(words)
  // The first release is the app's preset.
  let preset = place.appending(path: "app.hybrid").path
  try FileManager.default.copyItem(atPath: dist.appending(path: "release.hybrid").path, toPath: preset)
  try edit(3, of: project, in: folder, 1)
  try tool.run(words)

  let archive = dist.appending(path: "release.hybrid").path
  let changes = try tool.run(["diff", preset, archive, "--deltas", "--json"])
  let indexed = try tool.run(["diff", dist.appending(path: "releases/1.json").path, dist.path, "--json"])
  tellSizes(changes.lines.last?["bytes"], indexed.lines.last?["bytes"])

  let (process, output) = try tool.start(["serve", dist.path, "--json"])
  defer {
    kill(process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }
  let first = output.availableData.split(separator: UInt8(ascii: "\n")).first.map { Array($0) } ?? []
  guard let url = (try? JSONValue(parsing: first))?["url"]?.string,
    let port = Int(url.split(separator: ":").last ?? "")
  else { throw BenchError("no address from 'hybrid serve': \(String(decoding: first, as: UTF8.self))") }
  Thread.detachNewThread { while !output.availableData.isEmpty {} }

  let transport = CountingTransport(port: port)
  var settings = UpdateSettings(
    keys: [UInt8](try Data(contentsOf: folder.appending(path: "keys/1.json"))), client: "bench",
    runtime: RuntimeVersion("1")!, preset: preset)
  settings.retries = 0
  let store = place.appending(path: "store").path
  let client = try UpdateClient(folder: store, settings: settings, transport: transport)
  try await client.start()
  try await client.confirm()

  var took = try await measured { _ = try await client.update() }
  report("the update to it: found, loaded, verified, staged", "\(shortTime(took)), \(transport.taken())")
  took = try await measured { _ = try await client.activate() }
  report("made active", shortTime(took))
  try await client.confirm()
  took = try await measured { _ = try await client.update() }
  report(
    "asking when there is nothing new", "\(shortTime(took)), \(transport.taken())", budget: "1 request, 1 KB")
  // As at the next launch of the app.
  let next = try UpdateClient(folder: store, settings: settings, transport: transport)
  try await next.start()
  took = try await measured { _ = try await next.update() }
  report("the same after a new start", "\(shortTime(took)), \(transport.taken())", budget: "1 request, 1 KB")
}

private func measured(_ body: () async throws -> Void) async throws -> Double {
  let began = ContinuousClock.now
  try await body()
  return milliseconds(ContinuousClock.now - began)
}

/// - Parameters:
///   - archives: The sizes of the two archives, with deltas created for this report.
///   - files: The sizes of the two releases, with the deltas that packaging created.
private func tellSizes(_ archives: JSONValue?, _ files: JSONValue?) {
  guard let full = files?["full"]?.int, let changed = files?["changed"]?.int,
    let deltas = files?["withDeltas"]?.int, let statement = files?["statement"]?.int
  else { return print("the sizes are unknown") }
  func share(_ bytes: Int, of all: Int) -> String {
    "\(bytes) B, \((Double(bytes) / Double(all) * 1e5).rounded() / 1e3) %"
  }
  report("all files of the release; its statement", "\(full) B; \(statement) B")
  report("one page edited: the changed file", share(changed, of: full))
  report("its delta", share(deltas, of: full), budget: "5 %")
  report("its delta and the whole statement", share(deltas + statement, of: full + statement), budget: "5 %")
  guard let archive = archives?["archive"]?.int else { return }
  let delta = archives?["archiveDelta"]?.int.map { share($0, of: archive) } ?? "too large for one"
  report("the archive; the delta to it from the one before", "\(archive) B; \(delta)", budget: "5 %")
}
