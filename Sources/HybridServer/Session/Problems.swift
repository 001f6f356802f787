import HybridSource

/// The current problems of the project.
struct Problems: Sendable {
  /// A fault, and the units that it keeps from being shown.
  struct Entry: Sendable {
    var diagnostic: Diagnostic
    /// A name for its place, to open it with; nil when it concerns no file in particular.
    var place: String?
    /// The units that cannot be built from their files because of it, at most ``mostUnits``; none for
    /// warnings and for faults of scripts.
    var units: [HeldUnit] = []
    /// The number of these units.
    var unitCount = 0
  }

  /// A unit with errors, and the version of it that clients see meanwhile.
  struct HeldUnit: Hashable, Sendable {
    enum Shown: String, Sendable {
      /// The last valid form.
      case lastValid = "last-good"
      /// The part that could be read of a unit that was never valid. The name on the wire is `as-it-is`.
      case incomplete = "as-it-is"
      /// Nothing: the unit was never valid, and could not be read.
      case nothing
    }

    var name: String
    var shown: Shown
  }

  var revision: Int
  /// Whether all units have been compiled. A server that has just started may still compile.
  var isComplete: Bool
  /// At most ``mostEntries``; errors come first if there are more.
  var entries: [Entry]
  /// The number of omitted entries.
  var omitted = 0

  /// The most entries of a message.
  static let mostEntries = 1_000
  /// The most units of an entry: a sheet may be shared by ten thousand pages.
  static let mostUnits = 100

  /// Whether there is an error.
  var hasErrors: Bool { entries.contains { $0.diagnostic.severity == .error } }
}

extension DevSession {
  /// The current problems: those that the compiler finds, each once, by file and place; then the faults of
  /// scripts since their page last changed.
  ///
  /// - Parameter unit: Restricts the problems to this unit, and adds those of its data.
  func problems(of unit: String? = nil) -> Problems {
    var problems = state.problems(of: unit, scripts: pages.scriptFaults(of: unit))
    for index in problems.entries.indices {
      problems.entries[index].place = problems.entries[index].diagnostic.location.map { placeID(for: $0) }
    }
    return problems
  }
}

extension SessionState {
  /// The current problems, without names of places: those that the compiler finds, each once, by file and
  /// place; then the faults of scripts.
  mutating func problems(of unit: String?, scripts: [Diagnostic]) -> Problems {
    var held: [Diagnostic: [Problems.HeldUnit]] = [:]
    for name in compiler.unitNames where compiler.isFailed(name) && (unit == nil || unit == name) {
      let shown = whatIsShown(of: name)
      for diagnostic in compiler.diagnostics(of: name) where diagnostic.severity == .error {
        guard held[diagnostic]?.last?.name != name else { continue }
        held[diagnostic, default: []].append(Problems.HeldUnit(name: name, shown: shown))
      }
    }
    let found: [Diagnostic]
    if let unit {
      let built = compiler.diagnostics(of: unit)
      let rendered = current(unit).map { renderer.render($0, as: devices.terminal).diagnostics } ?? []
      found = (built + rendered.filter { !built.contains($0) }).sortedAndUnique()
    } else {
      found = compiler.check()
    }
    var all = found + scripts
    if all.count > Problems.mostEntries {
      all = all.filter { $0.severity == .error } + all.filter { $0.severity != .error }
    }
    let entries = all.prefix(Problems.mostEntries).map { diagnostic in
      let units = held[diagnostic] ?? []
      return Problems.Entry(
        diagnostic: diagnostic, units: Array(units.prefix(Problems.mostUnits)), unitCount: units.count)
    }
    return Problems(
      revision: builds.revision, isComplete: !compiler.hasPending, entries: entries,
      omitted: all.count - entries.count)
  }

  private mutating func whatIsShown(of name: String) -> Problems.HeldUnit.Shown {
    if compiler.hash(of: name) != nil { return .lastValid }
    return current(name) == nil ? .nothing : .incomplete
  }
}
