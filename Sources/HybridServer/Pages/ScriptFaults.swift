import HybridSource

/// What the scripts of running pages did wrong, by unit, since it changed last: an error that a page throws a
/// hundred times a second is kept once.
struct ScriptFaults: Sendable {
  /// The most that are kept of one unit.
  static let limit = 20
  private var faults: [String: [Diagnostic]] = [:]

  mutating func note(_ diagnostic: Diagnostic, of unit: String) {
    let known = faults[unit] ?? []
    guard known.count < Self.limit, !known.contains(diagnostic) else { return }
    faults[unit] = known + [diagnostic]
  }

  /// A unit is another than before, so its scripts begin anew.
  mutating func forget(_ unit: String) { faults[unit] = nil }

  /// Those of one unit, or of all by name.
  func diagnostics(of unit: String?) -> [Diagnostic] {
    if let unit { return faults[unit] ?? [] }
    return faults.sorted { $0.key < $1.key }.flatMap(\.value)
  }
}
