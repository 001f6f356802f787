import HybridSource
import HybridUnits

/// The units of a project, each as the last build left it.
///
/// A unit is pending until it is compiled for the first time; after that it is valid or has errors. Only the
/// methods here change which units are pending and which have errors.
struct UnitTable: Sendable {
  private var states: [String: UnitState] = [:]
  /// Units that may not be compiled yet, in reverse order.
  private var pending: [String] = []
  /// The units that have errors now.
  private(set) var failing: Set<String> = []
  /// The units with a broken data set, which does not make the unit fail.
  private(set) var withBrokenDataSets: Set<String> = []
  /// The names of all units, sorted.
  private(set) var names: [String] = []

  /// No units.
  init() {}

  /// Units, not compiled yet.
  init(_ entries: [String: UnitEntry]) {
    states.reserveCapacity(entries.count)
    for (name, entry) in entries { states[name] = UnitState(entry: entry) }
    names = entries.keys.sorted()
    pending = names.reversed()
  }

  /// The state of a unit; nil when there is no such unit.
  subscript(_ name: String) -> UnitState? { states[name] }

  // MARK: Pending units

  /// Whether there may be units that are not compiled yet.
  var hasPending: Bool { !pending.isEmpty }

  /// The number of units that are not compiled yet.
  var pendingCount: Int { pending.count { isPending($0) } }

  /// The names of units that may not be compiled yet, in their order.
  var pendingNames: some Sequence<String> { pending.reversed() }

  /// Whether there is a unit called `name` that was never compiled.
  func isPending(_ name: String) -> Bool { states[name]?.isPending ?? false }

  /// Takes the next pending units, in the order of their names. They must be compiled next.
  mutating func takePending(atMost limit: Int) -> [String] {
    var taken: [String] = []
    while taken.count < limit, let name = pending.popLast() {
      if isPending(name) { taken.append(name) }
    }
    return taken
  }

  // MARK: Entries

  /// Removes the units that are not among `entries`; returns their names and entries.
  mutating func removeAll(except entries: [String: UnitEntry]) -> [(name: String, entry: UnitEntry)] {
    let gone = states.filter { entries[$0.key] == nil }
    for name in gone.keys {
      states[name] = nil
      failing.remove(name)
      withBrokenDataSets.remove(name)
    }
    names = entries.keys.sorted()
    return gone.map { ($0.key, $0.value.entry) }
  }

  /// Sets the sources of a unit, which may be new.
  /// - Returns: Whether they changed.
  mutating func set(_ entry: UnitEntry, of name: String) -> Bool {
    guard states[name]?.entry != entry else { return false }
    if states[name] == nil { states[name] = UnitState(entry: entry) } else { states[name]?.entry = entry }
    return true
  }

  // MARK: Results

  /// Stores the results of compiling a page; ``record(_:of:keeping:)`` must follow.
  mutating func take(_ facts: PageFacts, of name: String) {
    states[name]?.take(facts)
    note(hasDataSetErrors: facts.hasDataSetErrors, of: name)
  }

  /// Stores the results of compiling a template; ``record(_:of:keeping:)`` must follow.
  mutating func take(_ template: CompiledTemplateUnit, of name: String) {
    states[name]?.take(template)
    note(hasDataSetErrors: template.hasDataSetErrors, of: name)
  }

  private mutating func note(hasDataSetErrors: Bool, of name: String) {
    if hasDataSetErrors { withBrokenDataSets.insert(name) } else { withBrokenDataSets.remove(name) }
  }

  /// Records the outcome of compiling a unit.
  /// - Parameters:
  ///   - hash: The hash of its valid form; nil when it has errors.
  ///   - sources: The sources of the last valid form, for a unit that has its first errors.
  /// - Returns: The state before the compilation; nil when there is no such unit.
  mutating func record(
    _ hash: ContentHash?, of name: String, keeping sources: (UnitState) -> GoodSources?
  ) -> UnitState.Transition? {
    guard var state = states.removeValue(forKey: name) else { return nil }
    let before = state.record(hash, keeping: sources)
    if hash == nil { failing.insert(name) } else { failing.remove(name) }
    states[name] = state
    return before
  }

  /// Keeps the old states of files that change now, for the units that are shown in their last valid form.
  mutating func keep(_ replaced: [String: FileState]) {
    for name in failing { states[name]?.keep(replaced) }
  }
}
