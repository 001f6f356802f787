import HybridCSS
import HybridDOM
import HybridJSON
import HybridSource
import HybridUnits

/// Compiles one page from its files: reads them, expands includes and components, finds its sheets, and
/// checks its bindings.
///
/// Nothing throws: a page with errors has diagnostics, and is as complete as possible.
func compile(_ entry: PageEntry, _ context: inout CompilerContext) -> CompiledPage {
  var compiler = PageCompiler(entry: entry)
  return compiler.run(&context)
}

struct PageCompiler {
  let entry: PageEntry
  var reports = Reports()
  var dependencies: [Dependency]
  var dialect = PageDialect.web
  var title: String?
  /// The `config.json` of a package.
  var packageConfig: JSONNode?
  var components = PageComponents()
  var sheets: [PageSheet] = []
  var scripts: [PageScript] = []
  /// The scripts of a package's folder, each of which runs once, whether linked or not.
  var packageScripts: Set<String> = []
  /// The files of all scripts so far.
  var scriptFiles: Set<String> = []
  /// The cursor after the last inline script, by file number.
  var scriptCursors: [Int: SourceCursor] = [:]
  /// The module scripts, and what they import.
  var linker = ModuleLinker()
  var modules = PageModules()
  /// The paths of linked sheets and of those that `style` elements import.
  var roots: [String] = []
  /// Whether those have errors, which are reported with them.
  var sheetsHaveErrors = false
  var sources: [Source] = []
  /// The custom properties of the page itself.
  var variables = PageVariables()
  /// The pictures of the page itself, by ``ImageFile/key``.
  var images: [String: ImageFile] = [:]
  /// The files of all pictures so far, whether they exist or not.
  var imagePaths: Set<String> = []

  init(entry: PageEntry) {
    self.entry = entry
    self.dependencies = [Dependency(entry.path, .entry), Dependency(entry.dataPath, .data)]
    if let path = entry.configPath { dependencies.append(Dependency(path, .config)) }
    dependencies += entry.dataSets.map { Dependency($0.path, .dataSet) }
  }

  mutating func run(_ context: inout CompilerContext) -> CompiledPage {
    let page: ParsedMarkup
    switch context.files.load(entry.path) {
    case .present(let source, _):
      readConfig(&context)
      page = ParsedMarkup(page: source, in: dialect)
      dialect = page.dialect
      if source.bytes.allSatisfy({ $0 <= 0x20 && $0 > 0 }) {
        reports.add(
          .warning, "markup.empty", "the file is empty: there is nothing to show", at: 0..<0, in: source)
      }
    case .failed(let failure):
      let hint = failure == .missing ? context.files.suggestion(for: entry.path, written: entry.path) : nil
      reports.add([
        Diagnostic(
          .error, failure.diagnosticCode, "'\(entry.path)': \(failure.message)",
          hint: hint.map { "did you mean '\($0)'?" })
      ])
      return finished(Document(files: [entry.path], isHTML: true), data: nil, &context)
    }
    reports.add(page.diagnostics)
    let expanded = PageExpander.expand(page, &context)
    reports.add(expanded.reports.diagnostics)
    var seen = Set(dependencies)
    dependencies += expanded.dependencies.filter { seen.insert($0).inserted }
    components = expanded.components
    var document = expanded.result
    document.nameClasses()
    sources = document.files.map { context.files[$0]?.source ?? Source(path: $0, bytes: []) }
    if dialect == .native { document.joinLinesOfLabels() }
    addPackageScripts(&context)
    readElements(of: document, expanded.resources, &context)
    linkModules(&context)
    checkNames(of: document, &context)
    if dialect == .native { addPackageSheets(&context) }
    let data = readData(&context)
    readImages(of: document, data: data?.value, &context)
    if let data { BindingChecker.check(document, components, data: data, sources, &reports) }
    var accessibility = AccessibilityChecker(
      document, sources, hasScripts: !scripts.isEmpty || !modules.isEmpty)
    accessibility.check()
    reports.add(accessibility.reports.diagnostics)
    LongTexts.check(document, sources, data: data, &reports)
    return finished(document, data: data?.value, &context)
  }

  private func finished(
    _ document: Document, data: JSONValue?, _ context: inout CompilerContext
  ) -> CompiledPage {
    var own = ContentHasher()
    own.combine(entry.name)
    own.combine(UInt64(dialect.rawValue))
    let dataSets = context.read(entry.dataSets)
    if !entry.dataSets.isEmpty { own.combine(dataSets.hash.finalize()) }
    for dependency in dependencies where ![.stylesheet, .import, .dataSet].contains(dependency.kind) {
      own.combine(dependency.path)
      context.files[dependency.path]?.feed(&own)
    }
    if let source = context.data { own.combine(source.bytes) }
    // The list of sheets is determined by the files above, except for those of a package's folder.
    for root in roots { own.combine(root) }
    var variables = variables
    let diagnostics = reports.diagnostics
    let ownHash = own.finalize()
    let hash = PageCompiler.hash(ownHash, roots, dialect, &context)
    for script in scripts { variables.addNames(in: script.text) }
    let hasData = context.data != nil || context.files[entry.dataPath]?.source != nil
    let unit = PageUnit(
      name: entry.name, path: entry.path, dialect: dialect, title: title ?? "", document: document,
      places: places(in: document), components: components, sheets: sheets, scripts: scripts,
      modules: modules, data: data ?? .object(JSONObject()),
      dataPath: hasData ? context.data?.path ?? entry.dataPath : nil, dataSets: dataSets.sets, files: [],
      hash: hash)
    var page = CompiledPage(
      unit: unit, dependencies: dependencies, diagnostics: diagnostics + dataSets.diagnostics, sheets: roots,
      ownHash: ownHash, variables: variables, ownImages: images,
      hasErrors: diagnostics.hasErrors || sheetsHaveErrors,
      hasDataSetErrors: dataSets.diagnostics.hasErrors)
    page.unit.files = page.files(&context)
    page.unit.images = page.images(&context)
    return page
  }

  /// The start of each node; each file is walked once.
  private func places(in document: Document) -> [NodePlace] {
    var cursors = sources.map { SourceCursor($0) }
    return document.nodes.map { node in
      let file = Int(node.range.file)
      guard cursors.indices.contains(file) else { return NodePlace(line: 1, column: 1) }
      let place = cursors[file].place(of: Int(node.range.start))
      return NodePlace(line: Int32(clamping: place.line), column: Int32(clamping: place.column))
    }
  }

  /// The hash of a page from the hash of its own files and those of its sheets, so that a saved shared sheet
  /// costs a page little.
  /// a page.
  static func hash(
    _ own: ContentHash, _ roots: [String], _ dialect: PageDialect, _ context: inout CompilerContext
  ) -> ContentHash {
    var hasher = ContentHasher()
    hasher.combine(own)
    for root in roots {
      if let sheet = context.sheets[dialect].sheet(root, &context.files) {
        hasher.combine(sheet.hash)
      } else {
        hasher.combine(0)
      }
    }
    return hasher.finalize()
  }

  // MARK: Packages and data

  /// A folder with a `config.json` is a package of TokenHybrid (`Documentation/project-files.md`, *Scripts*).
  private mutating func readConfig(_ context: inout CompilerContext) {
    guard let path = entry.configPath else { return }
    switch context.files.load(path) {
    case .present(let source, _):
      let reading = readJSON(source)
      reports.add(reading.diagnostics)
      dialect = .native
      packageConfig = reading.root
      if let configured = reading.value?["title"]?.string { title = configured }
    case .failed(.missing): break
    case .failed(let failure):
      reports.add([Diagnostic(.error, failure.diagnosticCode, "'\(path)': \(failure.message)")])
    }
  }

  /// Adds all `.css` files of a package's folder, at any depth, whether the page links them or not.
  private mutating func addPackageSheets(_ context: inout CompilerContext) {
    guard let config = entry.configPath, context.files[config]?.source != nil else { return }
    let folder = ProjectPath.folder(of: entry.path)
    dependencies.append(Dependency(folder, .folder))
    for path in files(endingIn: ".css", in: folder, context.files) where !roots.contains(path) {
      addSheet(path, of: nil, &context)
    }
  }

  /// The sample data: nil when it cannot be used, so that nothing is checked against it.
  private mutating func readData(_ context: inout CompilerContext) -> BindingChecker.Data? {
    let source: Source
    if let given = context.data {
      source = given
    } else {
      switch context.files.load(entry.dataPath) {
      case .present(let found, _): source = found
      case .failed(.missing): return .missing(expected: entry.dataPath)
      case .failed(let failure):
        reports.add([Diagnostic(.error, failure.diagnosticCode, "'\(entry.dataPath)': \(failure.message)")]
        )
        return nil
      }
    }
    let reading = readJSON(source)
    reports.add(reading.diagnostics)
    return reading.root.map { .present($0, in: source) }
  }
}

extension UnitState {
  /// The hash of the unit, from its stored own hash and the current sheets.
  func hash(_ context: inout CompilerContext) -> ContentHash? {
    ownHash.map { PageCompiler.hash($0, sheets, dialect, &context) }
  }
}

extension String {
  /// Without white space at either end, and with inner white space collapsed to single spaces (HTML Standard,
  /// *strip and collapse ASCII whitespace*).
  var trimmed: String {
    split { $0 == " " || $0.isNewline || $0 == "\t" || $0 == "\u{C}" }.joined(separator: " ")
  }
}
