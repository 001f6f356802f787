import HybridJavaScript
import HybridSource
import HybridUnits

/// The files that the scripts of a page name for workers, or relative to their own URL, with all that the
/// workers reach.
struct WorkerFiles {
  /// A file that a script names.
  struct Named {
    var reference: FileReference
    /// The script, and the offset of its text in it.
    var source: Source
    var base = 0
    /// The file of whose URL the text is relative.
    var importer: String
  }

  /// The maximum number of names that are followed.
  private static let limit = 2000

  /// The existing files, by path.
  private(set) var found: [String: ContentHash] = [:]
  /// The files that were read or looked for, in order.
  private(set) var paths: [String] = []
  /// The module workers, linked.
  private(set) var workers: [PageModuleWorker] = []
  private(set) var reports = Reports()
  private var seenPaths: Set<String> = []
  private var seen: Set<Target> = []

  private struct Target: Hashable {
    var url: String
    var kind: FileReference.Kind
    /// The worker to whose URL further names are relative.
    var worker: String
  }

  /// Reads what the scripts name, until there is nothing more to read.
  mutating func follow(_ names: [Named], _ context: inout CompilerContext) {
    var waiting = names
    var next = 0
    while next < waiting.count, next < Self.limit {
      waiting += follow(waiting[next], &context)
      next += 1
    }
  }

  /// Reads one file; returns what it names.
  private mutating func follow(_ named: Named, _ context: inout CompilerContext) -> [Named] {
    let reference = named.reference
    let written = reference.specifier.value
    let range = reference.specifier.range
    let place = named.base + range.lowerBound..<named.base + range.upperBound
    switch Reference.resolve(written, in: named.importer) {
    case .remote(let url):
      // Scripts of `blob:` and `data:` URLs need no file; an address may lead anywhere.
      guard reference.kind != .address,
        url.hasPrefix("http:") || url.hasPrefix("https:") || url.hasPrefix("//")
      else { return [] }
      reports.add(
        .warning, "script.remote", "'\(written)' is on another host and is not loaded", at: place,
        in: named.source, hint: "copy the file into the project")
      return []
    case .outside:
      reports.add(
        .warning, "project.outside-project", "'\(written)' leads out of the project", at: place,
        in: named.source, hint: "'/' is the project's own folder")
      return []
    case .empty: return []
    case .file(let path):
      let worker = reference.kind == .importedScript ? named.importer : path
      // A worker runs once for each query of its URL.
      let suffix = ModuleAddress.suffix(of: written)
      let target = Target(url: path + suffix, kind: reference.kind, worker: worker)
      guard seen.insert(target).inserted else { return [] }
      // A folder, or an address that is not a file.
      let isFile = ProjectPath.name(of: path).contains(".") && !written.hasSuffix("/")
      if reference.kind == .address && !isFile { return [] }
      note(path)
      guard case .present(let source, let hash) = context.files.load(path) else {
        reportMissing(path, written, at: place, in: named.source, &context)
        return []
      }
      found[path] = hash
      switch reference.kind {
      case .moduleWorker: return followModule(path, suffix: suffix, source, isWorker: true, &context)
      case .worker, .importedScript:
        return context.modules.fileReferences(source, hash).map {
          Named(reference: $0, source: source, importer: worker)
        }
      case .address:
        let name = path.lowercased()
        guard name.hasSuffix(".js") || name.hasSuffix(".mjs") else { return [] }
        return followModule(path, suffix: suffix, source, isWorker: false, &context)
      }
    }
  }

  /// Reads a module with all that it imports; returns what these name.
  /// - Parameter isWorker: Whether it is known to run as a module.
  private mutating func followModule(
    _ path: String, suffix: String, _ source: Source, isWorker: Bool, _ context: inout CompilerContext
  ) -> [Named] {
    var linker = ModuleLinker()
    linker.addFile(path, suffix: suffix, written: path, at: 0..<0, in: source, node: nil, &context)
    linker.follow(&context)
    for file in linker.files {
      note(file)
      if case .present(_, let hash) = context.files.load(file) { found[file] = hash }
    }
    if isWorker {
      workers.append(PageModuleWorker(address: path + suffix, modules: linker.linked()))
      reports.add(linker.reports.diagnostics)
    }
    // In a worker, a URL that is not relative to the module is relative to the worker's.
    return linker.named(documentAt: path)
  }

  private mutating func note(_ path: String) {
    if seenPaths.insert(path).inserted { paths.append(path) }
  }

  private mutating func reportMissing(
    _ path: String, _ written: String, at range: Range<Int>, in source: Source,
    _ context: inout CompilerContext
  ) {
    guard case .failed(let failure) = context.files.load(path) else { return }
    let near = failure == .missing ? context.files.suggestion(for: path, written: written) : nil
    reports.add(
      .warning, failure.diagnosticCode, "'\(path)': \(failure.message)", at: range, in: source,
      hint: near.map { "did you mean '\($0)'?" })
  }
}

extension ModuleLinker {
  /// The files that the modules and scripts so far name.
  /// - Parameter path: The document, or the worker, to whose URL some of the names are relative.
  func named(documentAt path: String) -> [WorkerFiles.Named] {
    modules.flatMap { module in
      (module.text?.fileReferences ?? []).map {
        WorkerFiles.Named(
          reference: $0, source: module.source, base: module.base,
          importer: $0.isRelativeToModule ? module.path : path)
      }
    }
  }
}
