import HybridDOM
import HybridJSON
import HybridSource
import HybridUnits

/// What is kept of every page between builds: all but the document, which is made again when somebody asks for it.
struct PageState: Sendable {
  /// Where its sources are.
  var entry: PageEntry
  /// Whether it was found and never compiled.
  var isPending = true
  /// Which properties its sheets may use.
  var dialect = PageDialect.web
  /// Of the page's own files; those of linked sheets are with the sheets, which pages share.
  var diagnostics: [Diagnostic] = []
  /// The sheets that the page links, or that its `style` elements import: roots of trees in the library.
  var sheets: [String] = []
  /// Stands for the page without those sheets.
  var ownHash: ContentHash?
  /// Stands for the last good unit; nil while there never was one.
  var goodHash: ContentHash?
  /// Whether the page, or a sheet of it, has errors now.
  var isFailed = false
  /// While it is failed: the files that changed since it last was good, as they were then.
  var goodFiles: [String: FileState] = [:]
}

/// A page that was compiled from one state of its files.
struct CompiledPage: Sendable {
  var unit: PageUnit
  var dependencies: [Dependency]
  var diagnostics: [Diagnostic]
  var sheets: [String]
  var ownHash: ContentHash
  var hasErrors: Bool
}

/// Everything that compiling a page reads through: one state of all files, and what was made of those that pages share.
struct CompilerContext: Sendable {
  var files: FileStore
  var sheets = SheetLibraries()
  var partials = PartialLibrary()
  /// Stands in for the page's own data (`render --data`).
  var data: Source?

  init(_ files: FileStore) { self.files = files }
}
