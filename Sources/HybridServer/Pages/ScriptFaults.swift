import HybridSource

/// The faults of running pages' scripts, by unit, since its last change: an error thrown a hundred times a
/// second is stored once.
struct ScriptFaults: Sendable {
  /// The maximum number of faults per unit.
  static let limit = 20
  private var faults: [String: [Diagnostic]] = [:]

  mutating func note(_ diagnostic: Diagnostic, of unit: String) {
    let known = faults[unit] ?? []
    guard known.count < Self.limit, !known.contains(diagnostic) else { return }
    faults[unit] = known + [diagnostic]
  }

  /// Clears a changed unit, whose scripts restart.
  mutating func forget(_ unit: String) { faults[unit] = nil }

  /// The faults of one unit, or of all by name.
  func diagnostics(of unit: String?) -> [Diagnostic] {
    if let unit { return faults[unit] ?? [] }
    return faults.sorted { $0.key < $1.key }.flatMap(\.value)
  }
}
