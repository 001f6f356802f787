import HybridSource
import HybridUnits

/// The retained results of compiling a page: all but its document, which is compiled again on request.
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
  var variables: PageVariables

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
    variables = page.variables
  }
}

extension UnitState {
  /// Stores the results of compiling a page.
  mutating func take(_ facts: PageFacts) {
    isPending = false
    dialect = facts.dialect
    diagnostics = facts.diagnostics
    sheets = facts.sheets
    ownHash = facts.ownHash
    variables = facts.variables
    isAliveNow = facts.isAlive
    if !facts.hasErrors || goodHash == nil { isAlive = facts.isAlive }
  }

  /// Stores the results of compiling a template.
  mutating func take(_ template: CompiledTemplateUnit) {
    isPending = false
    latestTemplate = template.latest
    diagnostics = template.diagnostics
    sheets = template.sheets
    if let unit = template.unit { goodTemplate = unit }
  }
}
