import HybridSource
import HybridUnits

/// The state of a unit between builds: for a page all but the document, which is compiled again on request;
/// for a template everything, because it is small.
struct UnitState: Sendable {
  /// Its sources.
  var entry: UnitEntry
  /// Whether it was found but never compiled.
  var isPending = true
  /// The dialect of its sheets.
  var dialect = PageDialect.web
  /// The diagnostics of the unit's own files; those of linked sheets are stored with the sheets, which pages
  /// share.
  var diagnostics: [Diagnostic] = []
  /// The sheets that the page links, or that its `style` elements import: roots of trees in the library.
  var sheets: [String] = []
  /// The custom properties of the page without those sheets.
  var variables = PageVariables()
  /// The hash of the page without those sheets.
  var ownHash: ContentHash?
  /// The hash of the last valid unit; nil when there is none.
  var goodHash: ContentHash?
  /// Whether the last valid page has behaviour of its own (``PageUnit/isAlive``); for a page that never was
  /// valid, whether the current one has.
  var isAlive = false
  /// The same for the page from its current files.
  var isAliveNow = false
  /// Whether the page, or a sheet of it, has errors now.
  var isFailed = false
  /// The sources of the last valid form, while a page that was valid before has errors.
  var goodSources: GoodSources?
  /// The last template without errors.
  var goodTemplate: TemplateUnit?
  /// The template with each of its files in its last valid form.
  var latestTemplate: TemplateUnit?
}
