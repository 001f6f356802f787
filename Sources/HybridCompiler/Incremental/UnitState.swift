import HybridSource
import HybridUnits

/// What is kept of every unit between builds: of a page all but the document, which is made again when
/// somebody asks for it; of a template all, since it is small.
struct UnitState: Sendable {
  /// Where its sources are.
  var entry: UnitEntry
  /// Whether it was found and never compiled.
  var isPending = true
  /// Which properties its sheets may use.
  var dialect = PageDialect.web
  /// Of the unit's own files; those of linked sheets are with the sheets, which pages share.
  var diagnostics: [Diagnostic] = []
  /// The sheets that the page links, or that its `style` elements import: roots of trees in the library.
  var sheets: [String] = []
  /// Stands for the page without those sheets.
  var ownHash: ContentHash?
  /// Stands for the last good unit; nil while there never was one.
  var goodHash: ContentHash?
  /// Whether the last good page does anything by itself (``PageUnit/isAlive``); of one that never was good,
  /// as it is.
  var isAlive = false
  /// The same of the page as its files are now.
  var isAliveNow = false
  /// Whether the page, or a sheet of it, has errors now.
  var isFailed = false
  /// While a page is failed and once was good: what to compile its last good form from.
  var goodSources: GoodSources?
  /// A template as it was when it last had no errors.
  var goodTemplate: TemplateUnit?
  /// The same from each of its files as it last was good.
  var latestTemplate: TemplateUnit?
}
