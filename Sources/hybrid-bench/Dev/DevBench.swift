import Foundation
import HybridEncoding

/// The parts of ``benchDev(_:)``, in the order of measurement.
private let parts: [(name: String, run: @Sendable (Int) async throws -> Void)] = [
  ("start", { _ in for units in [1, 1_000, 10_000] { try await benchStart(units) } }),
  ("saves", benchSaves), ("burst", benchBurst), ("checkout", { _ in try await benchCheckout() }),
]

/// The time and memory of `hybrid dev`, each figure beside its budget (`Documentation/benchmarks.md`).
///
/// The server is the `hybrid` beside this program, in a process of its own; without one it runs in this
/// process. The words are the number of pages for saves and bursts, and the parts to measure, by default all.
@Sendable func benchDev(_ words: [String]) async {
  let units = words.lazy.compactMap { Int($0) }.first ?? 1_000
  let named = parts.filter { words.contains($0.name) }
  if ServedProject.tool == nil {
    print("no 'hybrid' beside this program, so the server is in it: swift build -c release --product hybrid")
  }
  for part in named.isEmpty ? parts : named {
    do { try await part.run(units) } catch { print("\(part.name): the measurement failed: \(error)") }
  }
}

/// Prints one figure beside its budget.
func report(_ what: String, _ figure: String, budget: String? = nil) {
  let name = what.padding(toLength: max(52, what.count), withPad: " ", startingAt: 0)
  let value = figure.padding(toLength: max(36, figure.count), withPad: " ", startingAt: 0)
  print("\(name) \(value)" + (budget.map { " budget \($0)" } ?? ""))
}

/// Runs `work` with a generated project of this size in a temporary folder, which is removed afterwards.
func withGeneratedProject(
  _ project: ProjectGenerator, _ work: (URL) async throws -> Void
) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "hybrid-bench-\(getpid())")
  defer { try? FileManager.default.removeItem(at: folder) }
  try project.write(to: folder)
  try await work(folder)
}

/// The cost of a start, and of the idle server.
private func benchStart(_ units: Int) async throws {
  let budgets = [1: ("20 ms", "25 MB"), 1_000: ("60 ms", "45 MB"), 10_000: ("400 ms", "150 MB")]
  let budget = budgets[units]
  try await withGeneratedProject(ProjectGenerator(units: units)) { folder in
    var times: [Double] = []
    // Recently written files are read twice, since a save may have come in between; this waits until they are
    // old enough.
    try await Task.sleep(for: .seconds(3))
    for _ in 0..<9 {
      let server = try await ServedProject.start(folder)
      times.append(server.ready)
      server.stop()
    }
    times.sort()
    report(
      "\(units) pages, start to ready",
      "\(shortTime(times[times.count / 2])) (\(shortTime(times[0])) to \(shortTime(times[times.count - 1])))",
      budget: budget?.0)
    let server = try await ServedProject.start(folder)
    defer { server.stop() }
    let began = ContinuousClock().now
    try await server.settle()
    let built = milliseconds(ContinuousClock().now - began)
    let before = server.figures
    try await Task.sleep(for: .seconds(5))
    let after = server.figures
    report(
      "\(units) pages, idle: memory",
      "\(shortSize(after.residentMegabytes)), \(shortSize(after.ownMegabytes)) its own", budget: budget?.1)
    let share = (after.processorSeconds - before.processorSeconds) / 5 * 100
    report("\(units) pages, idle: processor over 5 s", "\(rounded(share)) %", budget: "0 %")
    let folders = try countFolders(in: folder)
    report("\(units) pages, watches for \(folders) folders", "\(after.watches)", budget: "one a folder")
    report("\(units) pages, quiet after ready", "at most \(shortTime(built))")
  }
}

/// The number of watched folders below a folder, including itself.
private func countFolders(in folder: URL) throws -> Int {
  var count = 1
  var waiting = [folder]
  while let next = waiting.popLast() {
    for entry in try FileManager.default.contentsOfDirectory(
      at: next, includingPropertiesForKeys: [.isDirectoryKey])
    where try entry.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
      && ![".git", ".hybrid"].contains(entry.lastPathComponent)
    {
      count += 1
      waiting.append(entry)
    }
  }
  return count
}

func milliseconds(_ duration: Duration) -> Double { duration.milliseconds }

func shortTime(_ milliseconds: Double) -> String { rounded(milliseconds) + " ms" }

func shortSize(_ megabytes: Double) -> String { rounded(megabytes) + " MB" }

/// Two decimals below ten, one below a hundred, none above.
private func rounded(_ value: Double) -> String {
  let scale = value < 10 ? 100.0 : value < 100 ? 10 : 1
  let result = (value * scale).rounded() / scale
  return result == result.rounded() ? String(Int(result)) : String(result)
}
