import HybridScript
import HybridSource

/// The log of a page since its owner last took it, and the source place of the running code.
struct PageLog {
  /// The maximum number of entries; more are dropped until the owner takes the log.
  private static let limit = 20_000

  private var entries: [PageLogEntry] = []
  private var place: SourceLocation?

  /// Adds an entry. An error without a place of its own gets the place of the running code.
  mutating func record(_ entry: PageLogEntry) {
    guard entries.count < Self.limit else { return }
    var entry = entry
    if case .error(var fault) = entry, fault.path.isEmpty, let place {
      // A handler in an attribute, or a thrown value that is not an `Error`.
      (fault.path, fault.line, fault.column) = (place.path, place.line, place.column)
      entry = .error(fault)
    }
    entries.append(entry)
  }

  /// All entries since the last call, in order.
  mutating func take() -> [PageLogEntry] {
    defer { entries = [] }
    return entries
  }

  /// Sets the place of the code that runs next. Returns the previous place, which the caller passes after
  /// that code has run.
  mutating func enter(_ next: SourceLocation?) -> SourceLocation? {
    defer { place = next }
    return place
  }
}
