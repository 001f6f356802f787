import HybridCSS
import HybridEncoding
import HybridGeometry
import HybridSource
import HybridUnits

/// A parsed sheet with the targets of its imports.
struct ParsedSheet: Sendable {
  struct Import: Sendable {
    /// The index among the sheet's rules.
    var place: Int
    /// The file; nil for an invalid target, which has been reported.
    var path: String?
    /// The bytes of the URL.
    var range: Range<Int>
  }

  var source: Source
  var range: Range<Int>?
  var hash: ContentHash
  /// The sheet without diagnostics and imported sheets.
  var sheet: StyleSheet
  var imports: [Import]
  /// The pictures embedded in it (`data:`).
  var ownImages: [ImageFile] = []
  /// The pictures that it names, with their files.
  var images: [(path: String, written: String, range: Range<Int>)]
  /// The fonts that its rules name.
  var fonts: SheetFonts
  /// The custom properties of this file.
  var variables: VariableScope
  /// The diagnostics of this file alone; missing imports are not among them.
  var diagnostics: [Diagnostic]
}

/// A sheet with all its imports: one value, shared by every page that links it.
struct ResolvedSheet: Sendable {
  var sheet: StyleSheet
  var source: SheetSource
  /// The hash of the whole tree's text.
  var hash: ContentHash
  /// The diagnostics of the whole tree.
  var diagnostics: [Diagnostic]
  /// The existing files of the tree, each once, this sheet's own first.
  var files: [String]
  /// The direct imports of the sheet, in order; nil for an import without a target.
  var importedPaths: [String?]
  /// The valid pictures of the whole tree.
  var images: [ImageFile] = []
  /// The files of pictures that the sheet itself names, whether they exist or not.
  var imagePaths: [String] = []
  /// The fonts of the whole tree.
  var fonts: [FontData] = []
  /// The files of fonts that the sheet itself names, whether they exist or not.
  var fontPaths: [String] = []
  /// The custom properties of the files of the tree.
  var scopes: [VariableScope]
  /// The summary of those custom properties.
  var variables = VariableSummary([])
  var hasErrors: Bool
}

/// The style sheets of a project for each dialect; few projects have both.
struct SheetLibraries: Sendable {
  private var web = SheetLibrary(.web)
  private var native = SheetLibrary(.native)

  subscript(dialect: PageDialect) -> SheetLibrary {
    get { dialect == .native ? native : web }
    _modify { if dialect == .native { yield &native } else { yield &web } }
  }

  /// The edges of sheets that were parsed since the last call.
  mutating func takeReparsed() -> [String: [Dependency]] {
    web.takeReparsed().merging(native.takeReparsed()) { first, _ in first }
  }

  /// Adds the sheets of a fork that are missing here.
  mutating func absorb(_ fork: SheetLibraries) {
    web.absorb(fork.web)
    native.absorb(fork.native)
  }

  /// Discards the sheet at `path`.
  mutating func forget(_ path: String) {
    web.forget(path)
    native.forget(path)
  }

  /// Discards the resolved form of the sheet at `path`.
  mutating func forgetImports(of path: String) {
    web.forgetImports(of: path)
    native.forgetImports(of: path)
  }
}

/// Every style sheet of a project, each parsed once however many pages link it.
struct SheetLibrary: Sendable {
  private let dialect: PageDialect
  private var parsed: [String: ParsedSheet] = [:]
  private var resolved: [String: ResolvedSheet] = [:]
  /// The paths whose edges in the graph have to be updated: their imports may have changed.
  private(set) var reparsed: [String: [Dependency]] = [:]

  init(_ dialect: PageDialect) { self.dialect = dialect }

  /// The sheet at `path` with its imports; nil when the file cannot be read.
  mutating func sheet(_ path: String, _ files: inout FileStore) -> ResolvedSheet? {
    if let sheet = resolved[path] { return sheet }
    guard let parsed = parsedSheet(path, &files) else { return nil }
    var budget = StyleSheet.importCountLimit
    var result = resolve(parsed, below: [], &budget, &files)
    result.variables = VariableSummary(result.scopes)
    resolved[path] = result
    return result
  }

  /// The sheet in `range` of a page, such as a `style` element, with its imports.
  mutating func sheet(_ source: Source, range: Range<Int>, hash: ContentHash, _ files: inout FileStore)
    -> ResolvedSheet
  {
    let parsed = parse(source, range: range, hash: hash)
    var budget = StyleSheet.importCountLimit
    var result = resolve(parsed, below: [], &budget, &files)
    result.variables = VariableSummary(result.scopes)
    return result
  }

  /// The custom properties of the sheet at `path`, as last resolved.
  func variables(of path: String) -> VariableSummary? { resolved[path]?.variables }

  /// The diagnostics of the sheet at `path` and its imports, as last resolved.
  func diagnostics(of path: String) -> [Diagnostic] { resolved[path]?.diagnostics ?? [] }

  /// Discards the sheet at `path`.
  mutating func forget(_ path: String) { parsed[path] = nil }

  /// Discards the resolved form of the sheet at `path`.
  mutating func forgetImports(of path: String) { resolved[path] = nil }

  /// Adds the sheets of a fork that are missing here.
  mutating func absorb(_ fork: SheetLibrary) {
    for (path, dependencies) in fork.reparsed where parsed[path] == nil {
      parsed[path] = fork.parsed[path]
      reparsed[path] = dependencies
    }
    resolved.merge(fork.resolved) { known, _ in known }
  }

  /// The edges that changed since the last call.
  mutating func takeReparsed() -> [String: [Dependency]] {
    defer { reparsed = [:] }
    return reparsed
  }

  private mutating func parsedSheet(_ path: String, _ files: inout FileStore) -> ParsedSheet? {
    if let sheet = parsed[path] { return sheet }
    guard case .present(let file, let hash) = files.load(path) else { return nil }
    let sheet = parse(file.decodedUTF16 ?? file, range: nil, hash: hash)
    parsed[path] = sheet
    reparsed[path] =
      sheet.sheet.imports.compactMap { rule in
        // Includes imports that `supports()` excludes in this dialect: the other dialect may load them.
        if case .file(let file) = Reference.resolve(rule.url, in: path) {
          Dependency(file, .import)
        } else {
          nil
        }
      } + sheet.images.map { Dependency($0.path, .image) } + sheet.fonts.paths.map { Dependency($0, .font) }
    return sheet
  }

  private func parse(_ source: Source, range: Range<Int>?, hash: ContentHash) -> ParsedSheet {
    let isText = range != nil || !source.bytes.contains(0)
    var sheet = StyleSheet.parse(
      source, range: isText ? range : 0..<0, dialect: dialect.css, rebasesURLs: true)
    var reports = Reports()
    reports.add(sheet.diagnostics)
    if !isText {
      reports.add(
        .error, "css.not-text", "this file is not text", at: 0..<0, in: source,
        hint: "a style sheet is saved as UTF-8, or as UTF-16 with a byte order mark")
    } else if range == nil, let invalid = source.firstInvalidUTF8 {
      reports.add(
        .warning, "css.invalid-utf8", "this byte is not UTF-8", at: invalid..<invalid + 1, in: source,
        hint: "save the file as UTF-8")
    }
    sheet.diagnostics = []
    let imports = sheet.importPlaces.compactMap { place in
      sheet.importRule(at: place).map { rule in
        var path: String?
        if rule.isSupported {
          switch Reference.resolve(rule.url, in: source.path) {
          case .file(let file): path = file
          case let other: other.report(rule.url, "a style sheet", at: rule.urlRange, in: source, &reports)
          }
        }
        return ParsedSheet.Import(place: place, path: path, range: rule.urlRange)
      }
    }
    var images: [(path: String, written: String, range: Range<Int>)] = []
    var ownImages: [ImageFile] = []
    for image in sheet.images {
      // The URL is relative to the project's folder at this point.
      switch Reference.resolve(image.url, in: "") {
      case .file(let path): images.append((path, image.url, image.range))
      case let other:
        if let own = other.imageInAddress(at: image.range, in: source, &reports) { ownImages.append(own) }
        other.reportImage(image.url, at: image.range, in: source, &reports)
      }
    }
    sheet.images = []
    let fonts = SheetFonts(sheet, in: source, &reports)
    return ParsedSheet(
      source: source, range: range, hash: hash, sheet: sheet, imports: imports, ownImages: ownImages,
      images: images, fonts: fonts, variables: VariableScope(sheet, source: source),
      diagnostics: reports.diagnostics)
  }

  /// CSS Cascade 5 §2. A sheet that is its own ancestor is left out, which breaks every cycle.
  private mutating func resolve(
    _ parsed: ParsedSheet, below chain: [String], _ budget: inout Int, _ files: inout FileStore
  ) -> ResolvedSheet {
    var reports = Reports()
    var hasher = ContentHasher()
    hasher.combine(parsed.source.path)
    hasher.combine(parsed.hash)
    var result = ResolvedSheet(
      sheet: parsed.sheet, source: SheetSource(source: parsed.source, range: parsed.range), hash: parsed.hash,
      diagnostics: parsed.diagnostics, files: [parsed.source.path],
      importedPaths: parsed.imports.map(\.path), images: parsed.ownImages, scopes: [parsed.variables],
      hasErrors: false)
    for image in parsed.images {
      let state = files.loadImage(image.path)
      state.feed(&hasher)
      result.imagePaths.append(image.path)
      if let file = state.imageFile(image.path, written: image.written) {
        result.images.append(file)
      } else {
        state.reportImage(
          image.path, written: parsed.source.text(in: image.range), at: image.range, in: parsed.source, files,
          &reports)
      }
    }
    result.fonts = parsed.fonts.load(in: parsed.source, &files, &hasher, &reports)
    result.fontPaths = parsed.fonts.paths
    let chain = chain + [parsed.source.path]
    for rule in parsed.imports {
      var imported: ResolvedSheet?
      if let path = rule.path {
        imported = load(path, rule, of: parsed, chain, &budget, &reports, &files)
      }
      hasher.combine(imported == nil ? 0 : 1)
      result.source.imports.append(imported?.source)
      guard let imported else { continue }
      hasher.combine(imported.hash)
      result.sheet.setImported(imported.sheet, at: rule.place)
      result.diagnostics += imported.diagnostics
      result.images += imported.images
      result.fonts += imported.fonts
      result.scopes += imported.scopes
      for file in imported.files where !result.files.contains(file) { result.files.append(file) }
    }
    result.diagnostics += reports.diagnostics
    if !parsed.imports.isEmpty { result.diagnostics = result.diagnostics.sortedAndUnique() }
    result.hasErrors = result.diagnostics.hasErrors
    result.hash = hasher.finalize()
    return result
  }

  private mutating func load(
    _ path: String, _ rule: ParsedSheet.Import, of parsed: ParsedSheet, _ chain: [String],
    _ budget: inout Int,
    _ reports: inout Reports, _ files: inout FileStore
  ) -> ResolvedSheet? {
    func warn(_ code: String, _ message: String) {
      reports.add(.warning, code, message, at: rule.range, in: parsed.source)
    }
    if let start = chain.firstIndex(of: path) {
      let loop = (chain[start...] + [path]).joined(separator: " → ")
      warn("css.import-loop", "this import closes a loop and is left out: \(loop)")
      return nil
    }
    guard chain.count <= StyleSheet.importDepthLimit else {
      warn("css.import-too-deep", "more than \(StyleSheet.importDepthLimit) style sheets import one another")
      return nil
    }
    budget -= 1
    guard budget > 0 else {
      if budget == 0 {
        warn("css.too-many-imports", "a style sheet imports more than \(StyleSheet.importCountLimit)")
      }
      return nil
    }
    guard let sheet = parsedSheet(path, &files) else {
      files[path]?.failure?.report(
        path, parsed.source.text(in: rule.range), at: rule.range, in: parsed.source, files, &reports)
      return nil
    }
    return resolve(sheet, below: chain, &budget, &files)
  }
}

extension Reference {
  /// Reports why a reference that is not a file of the project is not followed.
  func report(
    _ text: String, _ what: String, at range: Range<Int>, in source: Source, _ reports: inout Reports
  ) {
    switch self {
    case .file: break
    case .remote:
      reports.add(
        .warning, "project.remote-file", "'\(text)' is on another host and is not loaded", at: range,
        in: source,
        hint: "copy the file into the project")
    case .outside:
      reports.add(
        .error, "project.outside-project", "'\(text)' leads out of the project", at: range, in: source,
        hint: "'/' is the project's own folder")
    case .empty:
      reports.add(.warning, "project.empty-reference", "this does not name \(what)", at: range, in: source)
    }
  }
}

extension Source {
  /// The file in UTF-8, if it has the byte order mark of UTF-16: CSS Syntax 3 §3.2, *The input byte stream*.
  fileprivate var decodedUTF16: Source? {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return nil }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index -> UInt16 in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    return Source(path: path, text: String(decoding: units, as: UTF16.self))
  }
}

extension Source {
  /// The text of a `data:` URL; its path begins like the text. Nil for all other URLs, and for one that
  /// cannot be read.
  init?(dataURL url: String) {
    guard let bytes = dataURLBytes(String(url.drop { $0.isWhitespace })) else { return nil }
    let start = String(decoding: bytes.prefix(40), as: UTF8.self).prefix { $0 != "/" && !$0.isNewline }
    self.init(path: "data:" + start, bytes: bytes)
  }
}

extension FileFailure {
  /// Reports why a file that a source names cannot be used, with the nearest usable one.
  func report(
    _ path: String, _ written: String, at range: Range<Int>, in source: Source, _ files: FileStore,
    _ reports: inout Reports
  ) {
    let suggestion = self == .missing ? files.suggestion(for: path, written: Self.unquoted(written)) : nil
    reports.add(
      .error, diagnosticCode, "'\(path)': \(message)", at: range, in: source,
      hint: suggestion.map { "did you mean '\($0)'?" })
  }

  /// Removes the quotes, or `url( )`, that the range of an `@import` may contain.
  static func unquoted(_ text: String) -> String {
    var text = text[...]
    if text.hasPrefix("url("), text.hasSuffix(")") { text = text.dropFirst(4).dropLast() }
    return String(text.drop { "\"' ".contains($0) }.prefix { !"\"' ".contains($0) })
  }
}
