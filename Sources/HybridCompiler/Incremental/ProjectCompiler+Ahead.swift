import HybridConcurrency
import Synchronization

extension ProjectCompiler {
  /// Fewer pages are compiled sooner one after another than it takes to share them out.
  private static let sharingLimit = 24
  /// How many pages a core takes at once.
  private static let portion = 8

  /// Compiles many pages on all cores at once, and takes in what was read for them.
  ///
  /// Each core works on a copy of what is known. Pages alone: templates are quick, and have to see one
  /// another.
  /// - Returns: What the pages came to. Nothing for a few pages, and nothing when a file was written to
  ///   meanwhile, so that two cores have seen it differently; then the pages are to be compiled one by one.
  mutating func compileAhead(_ names: [String]) -> [String: PageFacts] {
    guard names.count >= Self.sharingLimit else { return [:] }
    let entries = names.compactMap { name in
      if case .page(let entry)? = states[name]?.entry { entry } else { nil }
    }
    guard entries.count >= Self.sharingLimit else { return [:] }
    linkSheets()
    let shared = context
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
      guard context.absorb(lane.context) else { return [:] }
      all.merge(lane.facts) { first, _ in first }
    }
    return all
  }
}
