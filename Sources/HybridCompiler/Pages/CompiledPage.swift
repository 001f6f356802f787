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
  /// The pictures that are not of linked sheets, by ``ImageFile/key``.
  var ownImages: [String: ImageFile]
  var hasErrors: Bool
  /// Whether a data set is broken: that keeps nothing of the page back.
  var hasDataSetErrors: Bool
}
