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
  var hasOwnErrors: Bool
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
    hasOwnErrors = page.hasOwnErrors
    hasErrors = page.hasErrors
    hasDataSetErrors = page.hasDataSetErrors
    isAlive = page.unit.isAlive
    variables = page.variables
  }
}
