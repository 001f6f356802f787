/// How far a sheet has been read, which says what rules may still follow. CSS Cascade 5 §2, *Importing style
/// sheets*: `@import` goes first.
struct RuleOrder {
  /// The rules that may still follow.
  enum Phase: Comparable { case layers, imports, rules }

  /// Whether a sheet takes an `@import`.
  enum ImportAnswer { case taken, misplaced, tooMany }

  private var phase = Phase.layers
  private var importCount = 0

  /// Notes a rule outside of others.
  mutating func pass(_ phase: Phase) { self.phase = max(self.phase, phase) }

  /// Notes an `@layer` without a block: after an import it ends the imports.
  mutating func passLayerNames() { pass(phase == .layers ? .layers : .rules) }

  /// Notes an `@import`.
  mutating func takeImport() -> ImportAnswer {
    guard phase <= .imports else { return .misplaced }
    phase = .imports
    importCount += 1
    return importCount <= StyleSheet.importCountLimit ? .taken : .tooMany
  }
}
