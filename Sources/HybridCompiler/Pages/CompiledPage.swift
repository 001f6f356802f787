import HybridDOM
import HybridGeometry
import HybridJSON
import HybridSource
import HybridUnits

/// A page compiled from one state of its files.
struct CompiledPage: Sendable {
  var unit: PageUnit
  var dependencies: [Dependency]
  var diagnostics: [Diagnostic]
  var sheets: [String]
  var ownHash: ContentHash
  /// The custom properties of the page itself.
  var variables: PageVariables
  /// The pictures that do not belong to linked sheets, by ``ImageFile/key``.
  var ownImages: [String: ImageFile]
  /// The fonts that do not belong to linked sheets.
  var ownFonts: [FontData]
  /// Whether its own files have errors, which does not count its sheets and data sets.
  var hasOwnErrors: Bool
  /// Whether its own files or its sheets have errors.
  var hasErrors: Bool
  /// Whether a data set is broken, which does not make the page fail.
  var hasDataSetErrors: Bool
}
