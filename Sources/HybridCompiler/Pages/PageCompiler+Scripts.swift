import HybridDOM
import HybridJSON
import HybridSource
import HybridUnits

/// The kind of a `script` by its `type` (HTML Standard §4.12.1.1, *prepare the script element*, steps 8 to
/// 12).
private enum ScriptType {
  /// JavaScript, which runs.
  case classic
  /// A JavaScript module.
  case module
  /// Addresses of modules by name.
  case importMap
  /// Data for the page's own use.
  case data

  init(of element: Element) {
    let type = element["type"]
    let language = element["language"]
    guard let type, !type.isEmpty else {
      let isPlain = type != nil || language?.isEmpty ?? true
      self = isPlain || Self.javaScript.contains("text/" + (language ?? "").lowercased()) ? .classic : .data
      return
    }
    let essence = type.trimmed.lowercased()
    switch essence {
    case "module": self = .module
    case "importmap": self = .importMap
    default: self = Self.javaScript.contains(essence) ? .classic : .data
    }
  }

  /// MIME Sniffing Standard §4.6, *JavaScript MIME type*.
  private static let javaScript: Set = [
    "application/ecmascript", "application/javascript", "application/x-ecmascript",
    "application/x-javascript", "text/ecmascript", "text/javascript", "text/javascript1.0",
    "text/javascript1.1", "text/javascript1.2", "text/javascript1.3", "text/javascript1.4",
    "text/javascript1.5", "text/jscript", "text/livescript", "text/x-ecmascript", "text/x-javascript",
  ]
}

extension PageCompiler {
  /// Whether the element is a `script` with data for the page's own use.
  static func isData(_ element: Element) -> Bool {
    if element.name == "script", case .data = ScriptType(of: element) { true } else { false }
  }

  /// Adds a `script` of the page, or of a component. `defer` and `async` have no effect: scripts run in
  /// document order, after styles and layout, and modules behind them.
  mutating func readScript(
    _ element: Element, texts: [Range<Int>], node: NodeID?, _ context: inout CompilerContext
  ) {
    let number = Int(element.startTag.file)
    let source = sources[number]
    switch ScriptType(of: element) {
    case .data: return
    case .module: return readModule(element, texts: texts, node: node, &context)
    case .importMap: return readImportMap(texts: texts, in: source)
    case .classic: break
    }
    // What browsers without modules would run instead of them.
    guard element.attribute("nomodule") == nil else { return }
    if let src = element.attribute("src") { return readScriptFile(src, node: node, source, &context) }
    guard let first = texts.first, let last = texts.last else { return }
    let range = first.lowerBound..<max(first.lowerBound, last.upperBound)
    let place = scriptCursors[number, default: SourceCursor(source)].place(of: range.lowerBound)
    let text = linker.addClassic(Array(source.bytes[range]), in: source, at: range.lowerBound, suffix: nil)
    scripts.append(
      PageScript(
        text: String(decoding: text, as: UTF8.self), path: source.path, line: place.line,
        column: place.column, node: node))
  }

  private mutating func readScriptFile(
    _ src: Attribute, node: NodeID?, _ source: Source, _ context: inout CompilerContext
  ) {
    switch Reference.resolve(src.value, in: source.path) {
    case .file(let path):
      guard !packageScripts.contains(path) else { return }
      addScript(path, node: node, &context, written: src.value, at: src.valueRange.range, in: source)
    case .remote:
      reports.add(
        .warning, "script.remote", "'\(src.value)' is on another host and is not loaded",
        at: src.valueRange.range, in: source, hint: "copy the file into the project")
    case let other: other.report(src.value, "a script", at: src.valueRange.range, in: source, &reports)
    }
  }

  private mutating func addScript(
    _ path: String, node: NodeID?, _ context: inout CompilerContext, written: String, at range: Range<Int>,
    in importer: Source
  ) {
    let isFirst = scriptFiles.insert(path).inserted
    if isFirst { dependencies.append(Dependency(path, .script)) }
    switch context.files.load(path) {
    case .present(let source, _):
      if isFirst, let invalid = source.firstInvalidUTF8 {
        reports.add(
          .warning, "script.invalid-utf8", "this byte is not UTF-8", at: invalid..<invalid + 1, in: source,
          hint: "save the file as UTF-8")
      }
      let mark = source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let bytes = linker.addClassic(Array(source.bytes[mark...]), in: source, at: mark)
      scripts.append(PageScript(text: String(decoding: bytes, as: UTF8.self), path: path, node: node))
    case .failed(let failure):
      failure.report(path, written, at: range, in: importer, context.files, &reports)
    }
  }

  // MARK: Packages

  /// A package runs the `entryJS` of its `config.json` first, then every other `.js` of its folder, at any
  /// depth, in the order of their paths, whether the page links them or not (package dialect, *Input project*
  /// and *Output*).
  mutating func addPackageScripts(_ context: inout CompilerContext) {
    guard let config = entry.configPath, let source = context.files[config]?.source else { return }
    let folder = ProjectPath.folder(of: entry.path)
    let dependency = Dependency(folder, .folder)
    if !dependencies.contains(dependency) { dependencies.append(dependency) }
    var paths = files(endingIn: ".js", in: folder, context.files)
    var first = ProjectPath.join(folder, "index.js")
    var range = 0..<0
    var written: String?
    if let node = packageConfig?["entryJS"] {
      range = node.range
      if let text = node.value.string {
        switch Reference.resolve(text, in: config) {
        case .file(let path): (first, written) = (path, text)
        case let other: other.report(text, "a script", at: range, in: source, &reports)
        }
      } else {
        reports.add(
          .error, "config.wrong-kind", "this is \(node.value.kind), and a string is expected", at: range,
          in: source)
      }
    }
    if written != nil || paths.contains(first) {
      paths.removeAll { $0 == first }
      paths.insert(first, at: 0)
    }
    for path in paths {
      addScript(path, node: nil, &context, written: written ?? path, at: range, in: source)
    }
    packageScripts = Set(paths)
  }

  /// The files below `folder` whose names have this suffix, sorted.
  func files(endingIn suffix: String, in folder: String, _ files: FileStore) -> [String] {
    var found: [String] = []
    var folders = [(folder, 0)]
    while let (folder, depth) = folders.popLast() {
      guard case .success(let entries) = files.list(folder) else { continue }
      for entry in entries {
        let path = ProjectPath.join(folder, entry.name)
        switch entry.kind {
        case .file where entry.name.lowercased().hasSuffix(suffix): found.append(path)
        case .folder where depth < 16 && !PageEntry.isIgnored(folder: entry.name):
          folders.append((path, depth + 1))
        default: break
        }
      }
    }
    return found.sorted()
  }
}
