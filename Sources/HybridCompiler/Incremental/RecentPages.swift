/// A cache of the pages that were compiled or requested most recently, so that a save need not parse them
/// twice.
struct RecentPages: Sendable {
  static let limit = 64
  private var pages: [String: (page: CompiledPage, lastUse: Int)] = [:]
  private var uses = 0

  /// A page, which becomes the most recently used one.
  mutating func use(_ name: String) -> CompiledPage? {
    uses += 1
    pages[name]?.lastUse = uses
    return pages[name]?.page
  }

  /// Caches a page, and evicts the least recently used one. With `ifThereIsRoom` no page is evicted.
  mutating func insert(_ page: CompiledPage, _ name: String, ifThereIsRoom: Bool = false) {
    if pages[name] == nil, pages.count >= Self.limit {
      guard !ifThereIsRoom, let oldest = pages.min(by: { $0.value.lastUse < $1.value.lastUse }) else {
        return
      }
      pages[oldest.key] = nil
    }
    uses += 1
    pages[name] = (page, uses)
  }

  /// Takes a page out of the cache to change it in place; ``putBack(_:_:)`` must follow.
  mutating func take(_ name: String) -> CompiledPage? { pages.removeValue(forKey: name)?.page }

  mutating func putBack(_ page: CompiledPage, _ name: String) {
    uses += 1
    pages[name] = (page, uses)
  }

  mutating func remove(_ name: String) { pages[name] = nil }
}
