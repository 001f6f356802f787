import HybridCSS
import HybridDOM
import HybridEncoding
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

/// The steps of compiling a page, in their order. Their results are stored by subject.
private struct PageCompiler {
  private var page: PageReading
  private var title: String?
  /// The `config.json` of a package.
  private var configuration: JSONNode?
  private var components = PageComponents()
  private var sheets = PageSheets()
  private var scripts = PageScripts()
  private var images = PageImageFinder()

  init(entry: PageEntry) { page = PageReading(entry: entry) }

  mutating func run(_ context: inout CompilerContext) -> CompiledPage {
    let entry = page.entry
    let markup: ParsedMarkup
    switch context.files.load(entry.path) {
    case .present(let source, _):
      readConfig(&context)
      markup = ParsedMarkup(page: source, in: page.dialect)
      page.dialect = markup.dialect
      if source.bytes.allSatisfy({ $0 <= 0x20 && $0 > 0 }) {
        page.reports.add(
          .warning, "markup.empty", "the file is empty: there is nothing to show", at: 0..<0, in: source)
      }
    case .failed(let failure):
      let hint = failure == .missing ? context.files.suggestion(for: entry.path, written: entry.path) : nil
      page.reports.add([
        Diagnostic(
          .error, failure.diagnosticCode, "'\(entry.path)': \(failure.message)",
          hint: hint.map { "did you mean '\($0)'?" })
      ])
      return finished(Document(files: [entry.path], isHTML: true), data: nil, &context)
    }
    page.reports.add(markup.diagnostics)
    let expanded = PageExpander.expand(markup, &context)
    page.reports.add(expanded.reports.diagnostics)
    page.depend(on: expanded.dependencies)
    components = expanded.components
    var document = expanded.result
    page.sources = document.files.map { context.files[$0]?.source ?? Source(path: $0, bytes: []) }
    document.nameClasses(page.sources, &page.reports)
    if page.dialect == .native { document.joinLinesOfLabels() }
    scripts.addPackage(configuration, &page, &context)
    readElements(of: document, expanded.resources, &context)
    scripts.link(&page, &context)
    NameCheck.check(document, scripts, &page, &context)
    if page.dialect == .native { sheets.addPackage(&page, &context) }
    let data = readData(&context)
    images.read(document, components, scripts, data: data?.value, &page, &context)
    if let data { BindingChecker.check(document, components, data: data, page.sources, &page.reports) }
    var accessibility = AccessibilityChecker(document, page.sources, hasScripts: !scripts.isEmpty)
    accessibility.check()
    page.reports.add(accessibility.reports.diagnostics)
    LongTexts.check(document, page.sources, data: data, &page.reports)
    return finished(document, data: data?.value, &context)
  }

  private func finished(
    _ document: Document, data: JSONValue?, _ context: inout CompilerContext
  ) -> CompiledPage {
    let entry = page.entry
    var own = ContentHasher()
    own.combine(entry.name)
    own.combine(UInt64(page.dialect.rawValue))
    let dataSets = context.dataSets.read(entry.dataSets, &context.files)
    if !entry.dataSets.isEmpty { own.combine(dataSets.hash.finalize()) }
    for dependency in page.dependencies where ![.stylesheet, .import, .dataSet].contains(dependency.kind) {
      own.combine(dependency.path)
      context.files[dependency.path]?.feed(&own)
    }
    if let source = context.data { own.combine(source.bytes) }
    // The list of sheets is determined by the files above, except for those of a package's folder.
    for root in sheets.roots { own.combine(root) }
    var variables = sheets.variables
    let diagnostics = page.reports.diagnostics
    let ownHash = own.finalize()
    let hash = context.hash(ofPage: ownHash, sheets: sheets.roots, page.dialect)
    for script in scripts.scripts { variables.addNames(in: script.text) }
    let hasData = context.data != nil || context.files[entry.dataPath]?.source != nil
    let unit = PageUnit(
      name: entry.name, path: entry.path, dialect: page.dialect, title: title ?? "", document: document,
      places: places(in: document), components: components, sheets: sheets.sheets, scripts: scripts.scripts,
      modules: scripts.modules, scriptFiles: scripts.workerFiles.found, data: data ?? .object(JSONObject()),
      dataPath: hasData ? context.data?.path ?? entry.dataPath : nil, dataSets: dataSets.sets, files: [],
      hash: hash)
    var compiled = CompiledPage(
      unit: unit, dependencies: page.dependencies, diagnostics: diagnostics + dataSets.diagnostics,
      sheets: sheets.roots, ownHash: ownHash, variables: variables, ownImages: images.files,
      ownFonts: sheets.fonts,
      hasOwnErrors: diagnostics.hasErrors, hasErrors: diagnostics.hasErrors || sheets.haveErrors,
      hasDataSetErrors: dataSets.diagnostics.hasErrors)
    compiled.unit.files = compiled.files(&context)
    compiled.unit.images = compiled.images(&context)
    compiled.unit.fonts = compiled.fonts(&context)
    return compiled
  }

  /// The start of each node; each file is walked once.
  private func places(in document: Document) -> [NodePlace] {
    var cursors = page.sources.map { SourceCursor($0) }
    return document.nodes.map { node in
      let file = Int(node.range.file)
      guard cursors.indices.contains(file) else { return NodePlace(line: 1, column: 1) }
      let place = cursors[file].place(of: Int(node.range.start))
      return NodePlace(line: Int32(clamping: place.line), column: Int32(clamping: place.column))
    }
  }

  // MARK: Elements

  /// Collects the title, the sheets and the scripts of the document and of its components.
  private mutating func readElements(
    of document: Document, _ resources: [PageExpander.Resource], _ context: inout CompilerContext
  ) {
    var resources = resources[...]
    for id in document.nodes(in: document.root) {
      while let resource = resources.first, resource.before <= id.index {
        read(resource.element, texts: resource.texts, scope: resource.scope, node: nil, &context)
        resources.removeFirst()
      }
      guard let element = document[id].element else { continue }
      switch element.elementName {
      case .title where title == nil:
        title = document.children(of: id).compactMap { document[$0].text }.joined().collapsingASCIIWhitespace
      case .link, .style, .svgStyle, .script, .svgScript:
        // The content of a template has no effect, unless the template declares a shadow tree.
        let templates = document.templates(above: id)
        guard templates.allSatisfy({ document.declaredShadow(by: $0) != nil }) else { break }
        let texts = document.children(of: id).filter { document[$0].text != nil }
        read(
          element, texts: texts.map { document[$0].range.range },
          scope: templates.isEmpty ? nil : RuleSet.shadowScope, node: id, &context)
      default: break
      }
      scripts.readHandlers(of: element, in: page)
      if let style = element.attribute("style") {
        sheets.readAttribute(style, isOfDrawing: element.namespace == .svg, &page)
      }
    }
    for resource in resources {
      read(resource.element, texts: resource.texts, scope: resource.scope, node: nil, &context)
    }
  }

  /// Reads a `link`, `style` or `script` with the ranges of its text.
  private mutating func read(
    _ element: Element, texts: [Range<Int>], scope: String?, node: NodeID?,
    _ context: inout CompilerContext
  ) {
    switch element.elementName {
    case .link: sheets.readLink(element, scope: scope, node: node, &page, &context)
    case .style, .svgStyle:
      let sheet = sheets.readStyle(
        element, texts: texts, scope: scope, node: node, &page, &context)
      if let sheet { images.add(sheet, &page) }
    default: scripts.read(element, texts: texts, node: node, &page, &context)
    }
  }

  // MARK: Packages and data

  /// A folder with a `config.json` is a package of TokenHybrid (`Documentation/project-files.md`, *Scripts*).
  private mutating func readConfig(_ context: inout CompilerContext) {
    guard let path = page.entry.configPath else { return }
    switch context.files.load(path) {
    case .present(let source, _):
      let reading = readJSON(source)
      page.reports.add(reading.diagnostics)
      page.dialect = .native
      configuration = reading.root
      if let configured = reading.value?["title"]?.string { title = configured }
    case .failed(.missing): break
    case .failed(let failure):
      page.reports.add([Diagnostic(.error, failure.diagnosticCode, "'\(path)': \(failure.message)")])
    }
  }

  /// The sample data: nil when it cannot be used, so that nothing is checked against it.
  private mutating func readData(_ context: inout CompilerContext) -> BindingChecker.Data? {
    let source: Source
    if let given = context.data {
      source = given
    } else {
      switch context.files.load(page.entry.dataPath) {
      case .present(let found, _): source = found
      case .failed(.missing): return .missing(expected: page.entry.dataPath)
      case .failed(let failure):
        page.reports.add([
          Diagnostic(.error, failure.diagnosticCode, "'\(page.entry.dataPath)': \(failure.message)")
        ]
        )
        return nil
      }
    }
    let reading = readJSON(source)
    page.reports.add(reading.diagnostics)
    return reading.root.map { .present($0, in: source) }
  }
}

extension CompilerContext {
  /// The hash of a page from the hash of its own files and those of its sheets, so that a saved shared sheet
  /// costs a page little.
  mutating func hash(ofPage own: ContentHash, sheets roots: [String], _ dialect: PageDialect) -> ContentHash {
    var hasher = ContentHasher()
    hasher.combine(own)
    for root in roots {
      if let sheet = sheets[dialect].sheet(root, &files) {
        hasher.combine(sheet.hash)
      } else {
        hasher.combine(0)
      }
    }
    return hasher.finalize()
  }
}

extension UnitState {
  /// The hash of the unit, from its stored own hash and the current sheets.
  func hash(_ context: inout CompilerContext) -> ContentHash? {
    ownHash.map { context.hash(ofPage: $0, sheets: sheets, dialect) }
  }
}
