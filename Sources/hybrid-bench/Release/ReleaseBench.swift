import Glibc

/// The parts of ``benchRelease(_:)``, in the order that they are measured in.
private let parts: [(name: String, run: @Sendable (Int) async throws -> Void)] = [
  ("package", { try benchPackaging($0) }), ("update", benchUpdate), ("open", { _ in benchSecondOpen() }),
]

/// What releases cost whoever makes them and the apps that take them, each figure beside its budget
/// (`Documentation/benchmarks.md`).
///
/// Words are the number of pages, and the parts to measure; all of them when none is named. Packaging and
/// serving is done by the `hybrid` beside this program, started anew for each command as people do.
@Sendable func benchRelease(_ words: [String]) async {
  let pages = words.lazy.compactMap { Int($0) }.first ?? 10_000
  let named = parts.filter { words.contains($0.name) }
  for part in named.isEmpty ? parts : named {
    do { try await part.run(max(pages, 20)) } catch {
      print("\(part.name): the measurement failed: \(error)")
    }
  }
}
