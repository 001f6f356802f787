import HybridSource
import HybridUnits

/// What is kept of a page once it was compiled: all but its document, which is made again when somebody asks
/// for it.
struct PageFacts: Sendable {
  var dialect: PageDialect
  var diagnostics: [Diagnostic]
  var sheets: [String]
  var ownHash: ContentHash
  var hash: ContentHash
  var dependencies: [Dependency]
  var hasErrors: Bool
  var hasDataSetErrors: Bool
  var isAlive: Bool

  init(_ page: CompiledPage) {
    dialect = page.unit.dialect
    diagnostics = page.diagnostics
    sheets = page.sheets
    ownHash = page.ownHash
    hash = page.unit.hash
    dependencies = page.dependencies
    hasErrors = page.hasErrors
    hasDataSetErrors = page.hasDataSetErrors
    isAlive = page.unit.isAlive
  }
}

extension UnitState {
  /// Takes in what a page was compiled to.
  mutating func take(_ facts: PageFacts) {
    isPending = false
    dialect = facts.dialect
    diagnostics = facts.diagnostics
    sheets = facts.sheets
    ownHash = facts.ownHash
    isAliveNow = facts.isAlive
    if !facts.hasErrors || goodHash == nil { isAlive = facts.isAlive }
  }
}
