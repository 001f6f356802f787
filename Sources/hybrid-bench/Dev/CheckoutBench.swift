import Foundation
import HybridSystem

/// A real `git checkout` that replaces ten thousand files, from one branch to another and back.
func benchCheckout() async throws {
  // Each page has three files, and all differ between the branches.
  let project = ProjectGenerator(units: 3_334)
  try await withGeneratedProject(project) { folder in
    try git(["init", "-q", "-b", "here"], in: folder)
    try commit(folder)
    try git(["checkout", "-q", "-b", "there"], in: folder)
    for number in 0..<project.units {
      for (path, old, new) in [
        (project.page(number), "</h1>", " there</h1>"), (project.data(number), "\"Page ", "\"Another page "),
        (project.sheet(number), "padding", "margin"),
      ] {
        let file = folder.appending(path: path)
        let text = try String(contentsOf: file, encoding: .utf8)
        try Data(text.replacing(old, with: new).utf8).write(to: file)
      }
    }
    try commit(folder)
    try git(["checkout", "-q", "here"], in: folder)

    let server = try await ServedProject.start(folder)
    defer { server.stop() }
    try await server.settle()
    let bench = try await SaveBench(server: server, folder: folder)
    let names = Set((0..<project.units).map(project.name))
    for branch in ["there", "here", "there", "here"] {
      let began = ContinuousClock().now
      try git(["checkout", "-q", branch], in: folder)
      let checkedOut = milliseconds(ContinuousClock().now - began)
      let seen = try await bench.follow(until: names, from: began, patience: .seconds(3))
      report(
        "checkout of \(project.units * 3) files, after git was done",
        """
        \(shortTime(seen.milliseconds - checkedOut)), \(seen.messages) messages; git \(shortTime(checkedOut))
        """,
        budget: "2 s, one message")
    }
    let figures = server.figures
    report(
      "memory after it", "\(shortSize(figures.residentMegabytes)), \(shortSize(figures.ownMegabytes)) its own"
    )
  }
}

private func commit(_ folder: URL) throws {
  try git(["add", "."], in: folder)
  try git(
    [
      "-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "gc.auto=0", "commit", "-q", "-m",
      "state",
    ], in: folder)
}

private func git(_ words: [String], in folder: URL) throws {
  let all = ["git", "-C", folder.path] + words
  guard let process = try? startProcess(all) else { throw BenchError("there is no git") }
  guard endOfProcess(process) == 0 else { throw BenchError("'\(all.joined(separator: " "))' failed") }
}
