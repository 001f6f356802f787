import Glibc

/// The parts of ``benchRelease(_:)``, in the order of measurement.
private let parts: [(name: String, run: @Sendable (Int) async throws -> Void)] = [
  ("package", { try benchPackaging($0) }), ("update", benchUpdate), ("open", { _ in benchSecondOpen() }),
]

/// The cost of releases for their publisher and for apps, each figure beside its budget
/// (`Documentation/benchmarks.md`).
///
/// The words are the number of pages, and the parts to measure, by default all. The `hybrid` beside this
/// program packages and serves, started again for each command.
@Sendable func benchRelease(_ words: [String]) async {
  let pages = words.lazy.compactMap { Int($0) }.first ?? 10_000
  let named = parts.filter { words.contains($0.name) }
  for part in named.isEmpty ? parts : named {
    do { try await part.run(max(pages, 20)) } catch {
      print("\(part.name): the measurement failed: \(error)")
    }
  }
}
