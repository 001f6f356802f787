package import HybridCSS
package import HybridDOM
package import HybridGeometry
package import HybridJSON
package import HybridSource

/// An item that is built, pushed, packaged and shown by name.
package enum Unit: Sendable {
  /// One HTML file with its style sheets and data.
  case page(PageUnit)
  /// One VirtualView template with its items and data.
  case template(TemplateUnit)

  /// The kind of a unit, in the words of messages and reports.
  package enum Kind: String, CaseIterable, Sendable {
    case page, template
  }

  /// The unit itself. A new kind of unit adds its case here; all else that units of every kind answer follows
  /// from its conformance to ``CompiledUnit``.
  package var content: any CompiledUnit {
    switch self {
    case .page(let page): page
    case .template(let template): template
    }
  }

  /// The kind of the unit.
  package var kind: Kind { type(of: content).kind }
  /// The name in the project, such as `home` or `shop/product`.
  package var name: String { content.name }
  /// The hash of all content: two units with equal hashes look the same.
  package var hash: ContentHash { content.hash }
  /// The main file of the unit, relative to the project.
  package var path: String { content.path }
  /// Every source file, ``path`` first, each once.
  package var files: [String] { content.files }
  /// The additional sample data, by name.
  package var dataSets: [DataSet] { content.dataSets }
  /// The names of all data that can be bound: `data` for its own, if there is some, then the others.
  package var dataNames: [String] { content.dataNames }
}

extension Unit {
  /// The page that a web view can show, and whose document rules can check; nil for other units.
  package var webPage: PageUnit? { if case .page(let page) = self { page } else { nil } }
}

/// A compiled page: an unbound template, its style sheets, and sample data.
package struct PageUnit: Sendable {
  /// The name in the project: `home` for `pages/home/index.html`.
  package var name: String
  /// The HTML file, relative to the project.
  package var path: String
  /// The dialect, which determines the defaults.
  package var dialect: PageDialect
  /// The title in `config.json`, or the text of `title` in the template (``BoundDocument/title`` has the data
  /// in it); empty without either.
  package var title: String
  /// The template in tree order, includes expanded. ``bind(_:data:limits:)`` turns it into the page.
  package var document: Document
  /// The start of each node of ``document``, by its index, for clients to show as `file:line:column`.
  package var places: [NodePlace]
  /// The nodes that belong to components.
  package var components: PageComponents
  /// The sheets in the order of the cascade, each a `style` or a `link` of the document.
  package var sheets: [PageSheet]
  /// The scripts in execution order.
  package var scripts: [PageScript] { didSet { hashScripts() } }
  /// The modules, which run after the scripts.
  package var modules: PageModules { didSet { hashScripts() } }
  /// The files that scripts read by name: those of workers, with what these import, and those that modules
  /// name by `import.meta.url`. A unit that was decoded has none.
  package let scriptFiles: [String: ContentHash]
  /// The hash of ``scripts``, ``modules`` and ``scriptFiles``: while it is unchanged, a running page may keep
  /// its scripts' state.
  package private(set) var scriptHash: ContentHash
  /// The image files that the page, its sheets, its data or its scripts name, by path, each once.
  package var images: [ImageFile]
  /// The fonts that its `@font-face` rules name, by path, each once. Those of a decoded unit have no
  /// bytes.
  package var fonts: [FontData] = []
  /// The sample data; an empty object without any.
  package var data: JSONValue
  /// The file of the sample data; nil without any.
  package var dataPath: String?
  /// The other sample data, by name.
  package var dataSets: [DataSet]
  /// Every source file, the entry first, each once.
  package var files: [String]
  /// The hash of all of the above: two units with equal hashes look the same.
  package var hash: ContentHash

  /// A unit from its parts.
  package init(
    name: String, path: String, dialect: PageDialect, title: String, document: Document,
    places: [NodePlace], components: PageComponents = PageComponents(), sheets: [PageSheet],
    scripts: [PageScript] = [], modules: PageModules = PageModules(),
    scriptFiles: [String: ContentHash] = [:], images: [ImageFile] = [],
    data: JSONValue, dataPath: String?, dataSets: [DataSet] = [], files: [String], hash: ContentHash
  ) {
    self.name = name
    self.path = path
    self.dialect = dialect
    self.title = title
    self.document = document
    self.places = places
    self.components = components
    self.sheets = sheets
    self.scripts = scripts
    self.modules = modules
    self.scriptFiles = scriptFiles
    self.scriptHash = PageScript.hash(scripts, modules, scriptFiles)
    self.images = images
    self.data = data
    self.dataPath = dataPath
    self.dataSets = dataSets
    self.files = files
    self.hash = hash
  }
}

extension PageUnit {
  private mutating func hashScripts() { scriptHash = PageScript.hash(scripts, modules, scriptFiles) }

  /// The start of a node of the template; nil when it is unknown.
  package func place(of node: NodeID) -> SourceLocation? {
    guard places.indices.contains(node.index) else { return nil }
    let place = places[node.index]
    return SourceLocation(path: document.path(of: node), line: Int(place.line), column: Int(place.column))
  }
}

/// Line and column of a node's first byte, 1-based, the column in characters.
package struct NodePlace: Hashable, Sendable {
  /// 1-based.
  package var line: Int32
  /// 1-based, in characters.
  package var column: Int32

  /// A place.
  package init(line: Int32, column: Int32) {
    self.line = line
    self.column = column
  }
}

/// The set of defaults of a page.
package enum PageDialect: UInt8, Hashable, Sendable, CaseIterable {
  /// HTML: `div` is a block, inline content forms lines of text.
  case web = 0
  /// TokenHybrid: every element is a flex column that does not shrink.
  case native = 1

  /// The dialect of the page's style sheets.
  package var css: Dialect { self == .native ? .native : .standard }
}

/// One style sheet of a page.
package struct PageSheet: Sendable {
  /// The `media` attribute as written; nil without one.
  package let media: String?
  /// The parsed attribute; without one it always matches.
  package let mediaQueries: MediaQueryList
  /// The component to whose elements the rules are limited: those with this value of `t:scope`; nil for a
  /// sheet of the page. ``RuleSet/shadowScope`` for a sheet in a shadow tree that the page declares.
  package var scope: String?
  /// The `style` or `link` of ``PageUnit/document``; nil for a sheet of a component, and for one that the
  /// page has without an element.
  package var node: NodeID?
  /// The attribute of an element with the component whose sheets match it.
  package static let scopeAttribute = "t:scope"
  /// The attribute of a component's element with the component for whose sheets it is `:host`.
  package static let hostAttribute = "t:host"
  /// The rules, with the sheets that they import.
  package var sheet: StyleSheet
  /// The source of ``sheet``: a sheet is transferred as text.
  package var source: SheetSource

  /// A sheet of a page.
  package init(
    media: String?, scope: String? = nil, node: NodeID? = nil, sheet: StyleSheet, source: SheetSource
  ) {
    self.media = media
    self.scope = scope
    self.node = node
    var ignored: [Diagnostic] = []  // reported at the attribute when the unit was made
    let text = Source(path: "", text: media ?? "")
    mediaQueries = MediaQueryList(parseComponentValues(text)[...], in: text, diagnostics: &ignored)
    self.sheet = sheet
    self.source = source
  }
}

/// The text of a sheet and of those it imports, as a tree.
package struct SheetSource: Hashable, Sendable {
  /// The CSS file, or the HTML file that contains a `style`.
  package var source: Source
  /// The byte range of the sheet in it; nil for all.
  package var range: Range<Int>?
  /// The imported sheet of each `@import` rule, in order; nil for a rule that loads nothing.
  package var imports: [SheetSource?]

  /// One node of the tree.
  package init(source: Source, range: Range<Int>? = nil, imports: [SheetSource?] = []) {
    self.source = source
    self.range = range
    self.imports = imports
  }
}
