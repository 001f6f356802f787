import HybridDOM
import HybridJSON
import HybridSource
import HybridUnits

extension PageCompiler {
  /// Adds a `<script type="module">`. Its modules are read when all elements, and so the import maps, are
  /// known.
  mutating func readModule(
    _ element: Element, texts: [Range<Int>], node: NodeID?, _ context: inout CompilerContext
  ) {
    let number = Int(element.startTag.file)
    let source = sources[number]
    if let src = element.attribute("src") {
      switch Reference.resolve(src.value, in: source.path) {
      case .file(let path):
        let suffix = src.value.firstIndex { $0 == "?" || $0 == "#" }.map { String(src.value[$0...]) } ?? ""
        linker.addFile(
          path, suffix: suffix, written: src.value, at: src.valueRange.range, in: source, node: node, &context
        )
      case .remote:
        reports.add(
          .warning, "script.remote", "'\(src.value)' is on another host and is not loaded",
          at: src.valueRange.range, in: source, hint: "copy the file into the project")
      case let other: other.report(src.value, "a script", at: src.valueRange.range, in: source, &reports)
      }
      return
    }
    guard let first = texts.first, let last = texts.last else { return }
    let range = first.lowerBound..<max(first.lowerBound, last.upperBound)
    let place = scriptCursors[number, default: SourceCursor(source)].place(of: range.lowerBound)
    linker.addInline(
      Array(source.bytes[range]), in: source, at: range.lowerBound, line: place.line, column: place.column,
      node: node)
  }

  /// Reads a `<script type="importmap">`.
  mutating func readImportMap(texts: [Range<Int>], in source: Source) {
    guard let first = texts.first, let last = texts.last else { return }
    let range = first.lowerBound..<max(first.lowerBound, last.upperBound)
    let reading = readJSON(Source(path: source.path, bytes: Array(source.bytes[range])))
    if let root = reading.root {
      linker.map.add(root, in: source.path, source, range.lowerBound, &reports)
    } else {
      reports.add(
        .error, "script.import-map", "this import map is not JSON", at: range.lowerBound..<range.upperBound,
        in: source, hint: reading.diagnostics.first?.message)
    }
  }

  /// Reads all that the page's modules import, and links them.
  mutating func linkModules(_ context: inout CompilerContext) {
    linker.follow(&context)
    for path in linker.files where scriptFiles.insert(path).inserted {
      dependencies.append(Dependency(path, .script))
    }
    if !linker.isEmpty { modules = linker.linked() }
    reports.add(linker.reports.diagnostics)
  }
}
