import HybridConcurrency
import Synchronization

extension CompilerContext {
  /// The number of pages below which compiling them in sequence is faster than in parallel.
  static let sharingLimit = 24
  /// The number of pages that a core takes at once.
  private static let portion = 8

  /// Compiles many pages on all cores in parallel, and absorbs the files read for them.
  ///
  /// Each core works on a copy of the context. Only pages are compiled this way: templates are quick, and
  /// have to see one another.
  /// - Returns: The results. Empty when a file was written meanwhile, so that two cores
  ///   have read different versions; then the pages are compiled one by one.
  mutating func compileAhead(_ entries: [PageEntry]) -> [String: PageFacts] {
    let shared = self
    let next = Atomic(0)
    let lanes = concurrentMap(coreCount) { _ in
      var fork = shared.fork()
      var facts: [String: PageFacts] = [:]
      while true {
        let first = next.add(Self.portion, ordering: .relaxed).oldValue
        guard first < entries.count else { break }
        for entry in entries[first..<min(first + Self.portion, entries.count)] {
          facts[entry.name] = PageFacts(compile(entry, &fork))
        }
      }
      return (context: fork, facts: facts)
    }
    var all: [String: PageFacts] = [:]
    for lane in lanes {
      guard absorb(lane.context) else { return [:] }
      all.merge(lane.facts) { first, _ in first }
    }
    return all
  }
}
