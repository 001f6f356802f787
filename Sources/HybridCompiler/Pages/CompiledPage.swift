import HybridDOM
import HybridJSON
import HybridSource
import HybridUnits

/// A page that was compiled from one state of its files.
struct CompiledPage: Sendable {
  var unit: PageUnit
  var dependencies: [Dependency]
  var diagnostics: [Diagnostic]
  var sheets: [String]
  var ownHash: ContentHash
  var hasErrors: Bool
}
