import Foundation

/// The time and memory of `hybrid package`: with all units built, with none, and with one edited, unsigned
/// and signed.
func benchPackaging(_ pages: Int) throws {
  let project = ProjectGenerator(units: pages)
  let place = FileManager.default.temporaryDirectory.appending(path: "hybrid-bench-\(getpid())")
  defer { try? FileManager.default.removeItem(at: place) }
  let (folder, dist) = (place.appending(path: "shop"), place.appending(path: "dist"))
  try project.write(to: folder)
  let tool = try ReleaseTool(keys: place.appending(path: "private"))
  let words = ["package", folder.path, "-o", dist.path, "--json", "--timings"]

  var cold: [ReleaseTool.Run] = []
  for _ in 0..<3 {
    try? FileManager.default.removeItem(at: dist)
    try? FileManager.default.removeItem(at: folder.appending(path: ".hybrid"))
    // Flushes earlier output, so that the next run does not wait for it.
    sync()
    cold.append(try tool.run(words))
  }
  tell("\(pages) pages packaged, nothing there yet", cold, budget: pages == 10_000 ? "5 s" : nil)

  /// Packages after each of seven edits; the first run after the cold one checks files that were written just
  /// before.
  func edits(_ name: String, from first: Int) throws {
    var (runs, idle): ([ReleaseTool.Run], [ReleaseTool.Run]) = ([], [])
    try tool.run(words)
    for round in 0..<7 {
      try edit((first + round) % pages, of: project, in: folder, round)
      sync()
      runs.append(try tool.run(words))
      sync()
      idle.append(try tool.run(words))
    }
    tell("one of them edited, \(name)", runs, budget: pages == 10_000 ? "0.5 s" : nil)
    tell("nothing edited, \(name)", idle)
  }
  try edits("unsigned", from: 3)
  try tool.makeKeys(for: folder)
  try edits("signed, and the freshness statement", from: 13)
}

/// Reports the median of several runs, with the parts of that run.
private func tell(_ what: String, _ runs: [ReleaseTool.Run], budget: String? = nil) {
  let sorted = runs.sorted { $0.milliseconds < $1.milliseconds }
  let middle = sorted[sorted.count / 2]
  let range = "\(shortTime(sorted[0].milliseconds)) to \(shortTime(sorted[sorted.count - 1].milliseconds))"
  report(what, "median \(shortTime(middle.milliseconds)), \(range)", budget: budget)
  let parts = middle.lines.lazy.compactMap { $0["milliseconds"]?.object }.first
  let told = zip(parts?.keys ?? [], parts?.values ?? []).map { "\($0) \($1.int ?? 0)" }
  print("  in ms: \(told.joined(separator: ", ")); at most \(shortSize(middle.megabytes))")
}
