import HybridSource
import HybridUnits

/// The state of a unit between builds: for a page all but the document, which is compiled again on request;
/// for a template everything, because it is small.
struct UnitState: Sendable {
  /// Its sources.
  var entry: UnitEntry
  /// Whether it was found but never compiled.
  private(set) var isPending = true
  /// The dialect of its sheets.
  private(set) var dialect = PageDialect.web
  /// The diagnostics of the unit's own files; those of linked sheets are stored with the sheets, which pages
  /// share.
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether the unit's own files have errors, which does not count its sheets and data sets.
  private(set) var hasOwnErrors = false
  /// The sheets that the page links, or that its `style` elements import: roots of trees in the library.
  private(set) var sheets: [String] = []
  /// The custom properties of the page without those sheets.
  private(set) var variables = PageVariables()
  /// The hash of the page without those sheets.
  private(set) var ownHash: ContentHash?
  /// The hash of the last valid unit; nil when there is none.
  private(set) var goodHash: ContentHash?
  /// Whether the last valid page has behaviour of its own (``PageUnit/isAlive``); for a page that never was
  /// valid, whether the current one has.
  private(set) var isAlive = false
  /// The same for the page from its current files.
  private(set) var isAliveNow = false
  /// Whether the page, or a sheet of it, has errors now.
  private(set) var isFailed = false
  /// The sources of the last valid form, while a page that was valid before has errors.
  private(set) var goodSources: GoodSources?
  /// The last template without errors.
  private(set) var goodTemplate: TemplateUnit?
  /// The template with each of its files in its last valid form.
  private(set) var latestTemplate: TemplateUnit?

  init(entry: UnitEntry) { self.entry = entry }

  // MARK: Results

  /// Stores the results of compiling a page; ``record(_:keeping:)`` must follow.
  mutating func take(_ facts: PageFacts) {
    isPending = false
    dialect = facts.dialect
    diagnostics = facts.diagnostics
    hasOwnErrors = facts.hasOwnErrors
    sheets = facts.sheets
    ownHash = facts.ownHash
    variables = facts.variables
    isAliveNow = facts.isAlive
    if !facts.hasErrors || goodHash == nil { isAlive = facts.isAlive }
  }

  /// Stores the results of compiling a template; ``record(_:keeping:)`` must follow.
  mutating func take(_ template: CompiledTemplateUnit) {
    isPending = false
    latestTemplate = template.latest
    diagnostics = template.diagnostics
    hasOwnErrors = template.unit == nil
    sheets = template.sheets
    if let unit = template.unit { goodTemplate = unit }
  }

  /// The state of a unit before a compilation.
  struct Transition {
    /// Whether the unit had errors before.
    var wasFailed: Bool
    /// The hash of the last valid form before; nil when there was none.
    var goodHash: ContentHash?
  }

  /// Records the outcome of compiling the unit; returns the state before it.
  /// - Parameters:
  ///   - hash: The hash of its valid form; nil when it has errors.
  ///   - sources: The sources of the last valid form, if these are its first errors.
  mutating func record(_ hash: ContentHash?, keeping sources: (UnitState) -> GoodSources?) -> Transition {
    let before = Transition(wasFailed: isFailed, goodHash: goodHash)
    isFailed = hash == nil
    if let hash {
      goodSources = nil
      goodHash = hash
      isAlive = isAliveNow
    } else if !before.wasFailed, before.goodHash != nil {
      goodSources = sources(self) ?? goodSources
    }
    return before
  }

  /// Keeps the old states of files that change now, for the last valid form.
  mutating func keep(_ replaced: [String: FileState]) {
    goodSources?.files.merge(replaced) { kept, _ in kept }
  }
}
