import HybridDOM
import HybridEncoding
import HybridJSON
import HybridJavaScript
import HybridSource
import HybridUnits

/// The scripts and modules of a page, of its components and of a package's folder.
struct PageScripts {
  /// The classic scripts, in the order in which they run.
  private(set) var scripts: [PageScript] = []
  /// The modules, once they are linked.
  private(set) var modules = PageModules()
  /// The module scripts, and what they import.
  private var linker = ModuleLinker()
  /// The files that the classic scripts name, and then all files that workers reach.
  private var names: [WorkerFiles.Named] = []
  private(set) var workerFiles = WorkerFiles()
  /// The files of all scripts so far.
  private var files: Set<String> = []
  /// The scripts of a package's folder, each of which runs once, whether linked or not.
  private var packageFiles: Set<String> = []
  /// The cursor after the last inline script, by file number.
  private var cursors: [Int: SourceCursor] = [:]

  /// Whether the page has neither scripts nor modules.
  var isEmpty: Bool { scripts.isEmpty && modules.isEmpty }

  /// The texts of all scripts, and then of all modules.
  var texts: some Sequence<String> { scripts.lazy.map(\.text) + modules.modules.lazy.map(\.text) }

  /// Whether a script has the name of a custom element as a text, as `customElements.define` and what
  /// libraries have in its place take it.
  func name(_ element: String) -> Bool {
    guard element.contains("-") else { return false }
    let quoted = ["'", "\"", "`"].map { $0 + element + $0 }
    return texts.contains { text in quoted.contains { text.contains($0) } }
  }

  /// Adds a `script` of the page, or of a component. `defer` and `async` have no effect: scripts run in
  /// document order, after styles and layout, and modules behind them.
  mutating func read(
    _ element: Element, texts: [Range<Int>], node: NodeID?, _ page: inout PageReading,
    _ context: inout CompilerContext
  ) {
    let number = Int(element.startTag.file)
    let source = page.sources[number]
    switch ScriptType(of: element) {
    case .data: return
    case .module: return readModule(element, texts: texts, node: node, &page, &context)
    case .importMap: return readImportMap(texts: texts, in: source, &page)
    case .classic: break
    }
    // Scripts for browsers without modules (`nomodule`).
    guard element.attribute("nomodule") == nil, !element.isScriptOfEvent else { return }
    if let src = element.attribute("src") { return readScriptFile(src, node: node, source, &page, &context) }
    guard let range = texts.enclosing else { return }
    let place = cursors[number, default: SourceCursor(source)].place(of: range.lowerBound)
    let bytes = Array(source.bytes[range])
    names += fileReferences(inScript: bytes).map {
      WorkerFiles.Named(reference: $0, source: source, base: range.lowerBound, importer: page.entry.path)
    }
    let text = linker.addClassic(bytes, in: source, at: range.lowerBound, suffix: nil)
    scripts.append(
      PageScript(
        text: String(decoding: text, as: UTF8.self), path: source.path, line: place.line,
        column: place.column, node: node))
  }

  /// Notes the calls of `import()` in the event handlers of an element.
  mutating func readHandlers(of element: Element, in page: PageReading) {
    for attribute in element.attributes where attribute.name.hasPrefix("on") {
      guard attribute.value.contains("import") else { continue }
      linker.addHandler(
        attribute.value, in: page.sources[Int(attribute.valueRange.file)],
        at: attribute.valueRange.range.lowerBound)
    }
  }

  private mutating func readScriptFile(
    _ src: Attribute, node: NodeID?, _ source: Source, _ page: inout PageReading,
    _ context: inout CompilerContext
  ) {
    if let written = Source(dataURL: src.value) {
      let bytes = linker.addClassic(written.bytes, in: written)
      scripts.append(PageScript(text: String(decoding: bytes, as: UTF8.self), path: written.path, node: node))
      return
    }
    switch Reference.resolve(src.value, in: source.path) {
    case .file(let path):
      guard !packageFiles.contains(path) else { return }
      addScript(
        path, node: node, written: src.value, at: src.valueRange.range, in: source, &page, &context)
    case .remote:
      page.reports.add(
        .warning, "script.remote", "'\(src.value)' is on another host and is not loaded",
        at: src.valueRange.range, in: source, hint: "copy the file into the project")
    case let other: other.report(src.value, "a script", at: src.valueRange.range, in: source, &page.reports)
    }
  }

  private mutating func addScript(
    _ path: String, node: NodeID?, written: String, at range: Range<Int>, in importer: Source,
    _ page: inout PageReading, _ context: inout CompilerContext
  ) {
    let isFirst = files.insert(path).inserted
    if isFirst { page.depend(on: path, .script) }
    switch context.files.load(path) {
    case .present(let source, let hash):
      if isFirst {
        names += context.modules.fileReferences(source, hash).map {
          WorkerFiles.Named(reference: $0, source: source, importer: page.entry.path)
        }
      }
      if isFirst, let invalid = source.firstInvalidUTF8 {
        page.reports.add(
          .warning, "script.invalid-utf8", "this byte is not UTF-8", at: invalid..<invalid + 1, in: source,
          hint: "save the file as UTF-8")
      }
      let mark = source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let bytes = linker.addClassic(Array(source.bytes[mark...]), in: source, at: mark)
      scripts.append(PageScript(text: String(decoding: bytes, as: UTF8.self), path: path, node: node))
    case .failed(let failure):
      failure.report(path, written, at: range, in: importer, context.files, &page.reports)
    }
  }

  // MARK: Packages

  /// A package runs the `entryJS` of its `config.json` first, then every other `.js` of its folder, at any
  /// depth, in the order of their paths, whether the page links them or not (package dialect, *Input project*
  /// and *Output*).
  mutating func addPackage(
    _ configuration: JSONNode?, _ page: inout PageReading, _ context: inout CompilerContext
  ) {
    guard let config = page.entry.configPath, let source = context.files[config]?.source else { return }
    let folder = ProjectPath.folder(of: page.entry.path)
    page.dependOnce(on: folder, .folder)
    var paths = context.files.files(endingIn: ".js", below: folder)
    var first = ProjectPath.join(folder, "index.js")
    var range = 0..<0
    var written: String?
    if let node = configuration?["entryJS"] {
      range = node.range
      if let text = node.value.string {
        switch Reference.resolve(text, in: config) {
        case .file(let path): (first, written) = (path, text)
        case let other: other.report(text, "a script", at: range, in: source, &page.reports)
        }
      } else {
        page.reports.add(
          .error, "config.wrong-kind", node.value.mismatch("a string"), at: range, in: source)
      }
    }
    if written != nil || paths.contains(first) {
      paths.removeAll { $0 == first }
      paths.insert(first, at: 0)
    }
    for path in paths {
      addScript(path, node: nil, written: written ?? path, at: range, in: source, &page, &context)
    }
    packageFiles = Set(paths)
  }

  // MARK: Modules

  /// Adds a `<script type="module">`. Its modules are read when all elements, and so the import maps, are
  /// known.
  private mutating func readModule(
    _ element: Element, texts: [Range<Int>], node: NodeID?, _ page: inout PageReading,
    _ context: inout CompilerContext
  ) {
    let number = Int(element.startTag.file)
    let source = page.sources[number]
    if let src = element.attribute("src") {
      if let written = Source(dataURL: src.value) {
        return linker.addInline(written.bytes, in: written, at: 0, line: 1, column: 1, node: node)
      }
      switch Reference.resolve(src.value, in: source.path) {
      case .file(let path):
        linker.addFile(
          path, suffix: ModuleAddress.suffix(of: src.value), written: src.value, at: src.valueRange.range,
          in: source, node: node, &context)
      case .remote:
        page.reports.add(
          .warning, "script.remote", "'\(src.value)' is on another host and is not loaded",
          at: src.valueRange.range, in: source, hint: "copy the file into the project")
      case let other: other.report(src.value, "a script", at: src.valueRange.range, in: source, &page.reports)
      }
      return
    }
    guard let range = texts.enclosing else { return }
    let place = cursors[number, default: SourceCursor(source)].place(of: range.lowerBound)
    linker.addInline(
      Array(source.bytes[range]), in: source, at: range.lowerBound, line: place.line, column: place.column,
      node: node)
  }

  /// Reads a `<script type="importmap">`.
  private mutating func readImportMap(
    texts: [Range<Int>], in source: Source, _ page: inout PageReading
  ) {
    guard let range = texts.enclosing else { return }
    let reading = readJSON(Source(path: source.path, bytes: Array(source.bytes[range])))
    if let root = reading.root {
      linker.map.add(root, in: source.path, source, range.lowerBound, &page.reports)
    } else {
      page.reports.add(
        .error, "script.import-map", "this import map is not JSON", at: range.lowerBound..<range.upperBound,
        in: source, hint: reading.diagnostics.first?.message)
    }
  }

  /// Reads all that the page's modules import, and links them.
  mutating func link(_ page: inout PageReading, _ context: inout CompilerContext) {
    linker.follow(&context)
    for path in linker.files where files.insert(path).inserted {
      page.depend(on: path, .script)
    }
    if !linker.isEmpty { modules = linker.linked() }
    page.reports.add(linker.reports.diagnostics)
    workerFiles.follow(names + linker.named(documentAt: page.entry.path), &context)
    for path in workerFiles.paths where files.insert(path).inserted { page.depend(on: path, .script) }
    modules.workers = workerFiles.workers
    page.reports.add(workerFiles.reports.diagnostics)
  }
}

extension Element {
  /// Whether it is a script for an event of another element, which no browser runs (HTML Standard §4.12.1.1,
  /// *prepare the script element*, step 22).
  fileprivate var isScriptOfEvent: Bool {
    guard let target = self["for"], let event = self["event"] else { return false }
    let name = event.collapsingASCIIWhitespace.lowercased()
    return target.collapsingASCIIWhitespace.lowercased() != "window" || name != "onload" && name != "onload()"
  }
}

extension [Range<Int>] {
  /// From the start of the first range to the end of the last; nil when there is none.
  var enclosing: Range<Int>? {
    guard let first, let last else { return nil }
    return first.lowerBound..<Swift.max(first.lowerBound, last.upperBound)
  }
}
