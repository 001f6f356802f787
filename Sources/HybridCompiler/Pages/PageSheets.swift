import HybridCSS
import HybridDOM
import HybridGeometry
import HybridSource
import HybridUnits

/// The style sheets of a page, linked and in `style` elements, and the custom properties of the page itself.
struct PageSheets {
  /// In the order of the cascade.
  private(set) var sheets: [PageSheet] = []
  /// The paths of linked sheets and of those that `style` elements import.
  private(set) var roots: [String] = []
  /// Whether those have errors, which are reported with them.
  private(set) var haveErrors = false
  /// The fonts of sheets that are not linked.
  private(set) var fonts: [FontData] = []
  /// The custom properties of the page itself.
  private(set) var variables = PageVariables()
  /// The number of reports of `style` attributes, and whether there were more than are shown.
  private var attributeReports = 0
  private var hasMoreAttributeReports = false

  /// HTML Standard §4.6.7.18, *Link type "stylesheet"*. A page of TokenHybrid may leave `rel` out.
  mutating func readLink(
    _ element: Element, scope: String?, node: NodeID?, _ page: inout PageReading,
    _ context: inout CompilerContext
  ) {
    let kinds = (element["rel"] ?? (page.dialect == .native ? "stylesheet" : "")).lowercased().split(
      separator: " ")
    guard kinds.contains("stylesheet"), !kinds.contains("alternate") else { return }
    let source = page.sources[Int(element.startTag.file)]
    guard let href = element.attribute("href") else {
      return page.reports.add(
        .warning, "page.missing-href", "a link to a style sheet needs 'href'", at: element.startTag.range,
        in: source)
    }
    if let written = Source(dataURL: href.value) {
      let sheet = context.sheets[page.dialect].sheet(
        written, range: 0..<written.bytes.count, hash: ContentHash([]), &context.files)
      return add(sheet, of: element, scope: scope, node: node, &page)
    }
    switch Reference.resolve(href.value, in: source.path) {
    case .file(let path): add(path, of: element, scope: scope, node: node, (href, source), &page, &context)
    case let other:
      other.report(href.value, "a style sheet", at: href.valueRange.range, in: source, &page.reports)
    }
  }

  private mutating func add(
    _ path: String, of element: Element?, scope: String?, node: NodeID?, _ place: (Attribute, Source)?,
    _ page: inout PageReading, _ context: inout CompilerContext
  ) {
    page.dependOnce(on: path, .stylesheet)
    roots.append(path)
    guard let sheet = context.sheets[page.dialect].sheet(path, &context.files) else {
      if let (href, source) = place {
        context.files[path]?.failure?.report(
          path, href.value, at: href.valueRange.range, in: source, context.files, &page.reports)
      }
      return
    }
    haveErrors = haveErrors || sheet.hasErrors
    sheets.append(
      PageSheet(
        media: element.flatMap { Self.media(of: $0, &page) }, scope: scope, node: node,
        sheet: sheet.sheet, source: sheet.source))
  }

  /// Reads a `style` element; returns its sheet, or nil when it has no text.
  mutating func readStyle(
    _ element: Element, texts: [Range<Int>], scope: String?, node: NodeID?, _ page: inout PageReading,
    _ context: inout CompilerContext
  ) -> ResolvedSheet? {
    guard let range = texts.enclosing else { return nil }
    let number = Int(element.startTag.file)
    // The file's hash is already part of the page's hash.
    let sheet = context.sheets[page.dialect].sheet(
      page.sources[number], range: range, hash: ContentHash([]), &context.files)
    for case let imported? in sheet.importedPaths where !roots.contains(imported) {
      roots.append(imported)
      page.depend(on: imported, .import)
    }
    add(sheet, of: element, scope: scope, node: node, &page)
    return sheet
  }

  /// Adds a sheet that is part of the page's file.
  private mutating func add(
    _ sheet: ResolvedSheet, of element: Element, scope: String?, node: NodeID?, _ page: inout PageReading
  ) {
    page.reports.add(sheet.diagnostics)
    addFonts(of: sheet, &page)
    if !sheet.variables.isEmpty { variables.sheets.append(sheet.variables) }
    sheets.append(
      PageSheet(
        media: Self.media(of: element, &page), scope: scope, node: node, sheet: sheet.sheet,
        source: sheet.source))
  }

  private mutating func addFonts(of sheet: ResolvedSheet, _ page: inout PageReading) {
    fonts += sheet.fonts
    for path in sheet.fontPaths { page.dependOnce(on: path, .font) }
  }

  /// The `media` attribute, with its faults reported.
  private static func media(of element: Element, _ page: inout PageReading) -> String? {
    guard let attribute = element.attribute("media") else { return nil }
    let source = page.sources[Int(attribute.valueRange.file)]
    let values = parseComponentValues(source, range: attribute.valueRange.range)
    var found: [Diagnostic] = []
    _ = MediaQueryList(values[...], in: source, diagnostics: &found)
    page.reports.add(found)
    return attribute.value
  }

  /// The number of reports of `style` attributes at which the others are left out.
  private static let attributeLimit = 100

  /// Reads the `style` attribute of an element for what it says of custom properties, and reports its faults.
  mutating func readAttribute(_ style: Attribute, isOfDrawing: Bool, _ page: inout PageReading) {
    guard !BindingText.isPresent(in: style.value) else { return variables.addNames(in: style.value) }
    var found: [Diagnostic] = []
    let source = page.sources[Int(style.valueRange.file)]
    // A report costs as much as reading up to its place.
    let room = max(Self.attributeLimit - attributeReports, 0)
    let declarations = parseStyleAttribute(
      style.value, in: source, range: style.valueRange.range, dialect: page.dialect.css, limit: room,
      diagnostics: &found)
    // An effect of a shape may be the name of an element, which the drawing takes as it is written.
    if isOfDrawing {
      found.removeAll { report in
        report.code == "css.invalid-value"
          && report.frame.map { $0.text.dropFirst($0.start).hasPrefix("url(#") } ?? false
      }
    }
    attributeReports += found.count
    if room > 0 {
      page.reports.add(found)
    } else if !found.isEmpty, !hasMoreAttributeReports {
      hasMoreAttributeReports = true
      page.reports.add([
        Diagnostic(.note, "css.more", "more problems of 'style' attributes in \(source.path) are not shown")
      ])
    }
    if style.value.contains("--") { variables.add(declarations, in: source) }
  }

  /// Adds all `.css` files of a package's folder, at any depth, whether the page links them or not.
  mutating func addPackage(_ page: inout PageReading, _ context: inout CompilerContext) {
    guard let config = page.entry.configPath, context.files[config]?.source != nil else { return }
    let folder = ProjectPath.folder(of: page.entry.path)
    page.depend(on: folder, .folder)
    for path in context.files.files(endingIn: ".css", below: folder) where !roots.contains(path) {
      add(path, of: nil, scope: nil, node: nil, nil, &page, &context)
    }
  }
}
