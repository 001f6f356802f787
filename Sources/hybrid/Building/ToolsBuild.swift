import Glibc
import HybridCompiler
import HybridSource
import HybridUnits

/// A folder of virtualview_tools: `config.properties`, `templatelist.properties`, `template/`, and the tree `build/` that
/// is made of them (VirtualView format §7).
///
/// Differs from §6 and §7 where the original loses work: a template that fails leaves its earlier files as they are and
/// stops no other, and ends with exit code 1.
struct ToolsBuild: Sendable {
  /// The folder as it was named.
  let folder: String

  /// nil when there is no list in the folder.
  init?(folder: String) {
    guard access("\(folder)/templatelist.properties", F_OK) == 0 else { return nil }
    self.folder = folder
  }

  /// A template to build.
  private struct Item: Sendable {
    var entry: TemplateListEntry
    /// Of its source, from the folder.
    var path: String
    var outputs: BuildOutputs
  }

  private struct Built: Sendable {
    var diagnostics: [Diagnostic] = []
    /// nil when it failed.
    var cached: BuildCache.Entry?
    var isUnchanged = false
    var hasEnvironmentFailed = false
  }

  func run(jobs: Int?, force: Bool) -> ExitCode {
    let start = ContinuousClock.now
    let list: Source
    var config = TemplateConfig.standard
    switch readNamedFile(shown("templatelist.properties")) {
    case .success(let source): list = source
    case .failure(let fault): return fail([fault.diagnostic], .environmentFailed)
    }
    if access("\(folder)/config.properties", F_OK) == 0 {
      switch readNamedFile(shown("config.properties")) {
      case .failure(let fault): return fail([fault.diagnostic], .environmentFailed)
      case .success(let source):
        let read = TemplateConfig.read(source)
        for diagnostic in read.diagnostics { Output.error.report(diagnostic) }
        if read.diagnostics.hasErrors { return .projectHasErrors }
        config = read.config
      }
    }
    let read = readTemplateList(list)
    var diagnostics = read.diagnostics
    let items = items(read.entries, list, &diagnostics)
    for diagnostic in diagnostics { Output.error.report(diagnostic) }

    // Two builds of one folder at once would take each other's drafts: the second waits.
    if let fault = makeFolder("\(folder)/.hybrid") { return fail([fault], .environmentFailed) }
    let lock = open("\(folder)/.hybrid/build.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    defer { if lock >= 0 { close(lock) } }
    guard lock >= 0, waitForLock(lock) else {
      let reason = String(cString: strerror(errno))
      let message = "'\(folder)/.hybrid/build.lock' cannot be locked: \(reason)"
      return fail([Diagnostic(.error, "environment.unwritable-file", message)], .environmentFailed)
    }
    for tree in BuildOutputs.trees {
      for kind in BuildOutputs.folders {
        if let fault = makeFolder("\(folder)/\(tree)/\(kind)") { return fail([fault], .environmentFailed) }
      }
    }
    let cachePath = "\(folder)/.hybrid/build.cache"
    let before = BuildCache(path: cachePath)

    let progress = Progress(total: items.count)
    let known = force ? BuildCache() : before
    let results = parallelMap(items.count, jobs: jobs ?? sysconf(Int32(_SC_NPROCESSORS_ONLN))) {
      [config] index in
      defer { progress.step() }
      return build(items[index], list, config: config, known)
    }
    progress.end()

    var after = BuildCache()
    for (item, built) in zip(items, results) {
      for diagnostic in built.diagnostics { Output.error.report(diagnostic) }
      if let entry = built.cached { after.entries[item.outputs.paths[0]] = entry }
    }
    var hasEnvironmentFailed = results.contains(where: \.hasEnvironmentFailed)
    if after.entries != before.entries,
      let fault = writeFile(after.encoded, to: cachePath, draftMark: "build", syncing: true)
    {
      Output.error.report(fault)
      hasEnvironmentFailed = true
    }
    let errors = errorCount(diagnostics) + results.reduce(0) { $0 + errorCount($1.diagnostics) }
    let time = ContinuousClock.now - start
    Output.standard.write(summary(of: results, entries: read.entries.count, errors: errors, time) + "\n")
    if hasEnvironmentFailed { return .environmentFailed }
    return errors > 0 ? .projectHasErrors : .done
  }

  private func errorCount(_ diagnostics: [Diagnostic]) -> Int { diagnostics.count { $0.severity == .error } }

  /// `312 templates: 4 built, 308 unchanged, 0 failed, 0 errors · 23 ms`
  private func summary(of results: [Built], entries: Int, errors: Int, _ time: Duration) -> String {
    let good = results.count { $0.cached != nil }
    let unchanged = results.count { $0.isUnchanged }
    let milliseconds = Int((time / .milliseconds(1)).rounded())
    return "\(count(entries, "template")): \(good - unchanged) built, \(unchanged) unchanged, "
      + "\(entries - good) failed, \(count(errors, "error")) · \(milliseconds) ms"
  }

  private func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

  private func fail(_ diagnostics: [Diagnostic], _ code: ExitCode) -> ExitCode {
    for diagnostic in diagnostics { Output.error.report(diagnostic) }
    return code
  }

  /// A path of the folder as diagnostics show it.
  private func shown(_ path: String) -> String { folder == "." ? path : "\(folder)/\(path)" }

  private func waitForLock(_ descriptor: Int32) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    if errno == EWOULDBLOCK { Output.error.write("waiting for another build of this folder\n") }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }

  /// The entries that can be built. Names that lead out of the tree, and files that would be written twice, cannot.
  private func items(
    _ entries: [TemplateListEntry], _ list: Source, _ diagnostics: inout [Diagnostic]
  ) -> [Item] {
    var items: [Item] = []
    var owners: [String: TemplateListEntry] = [:]
    for entry in entries {
      let file = entry.file.hasSuffix(".xml") ? entry.file : entry.file + ".xml"
      if let fault = Self.fault(ofName: entry.name) {
        diagnostics.append(
          .error("build.wrong-name", "the name '\(entry.name)' \(fault)", at: entry.range, in: list))
        continue
      }
      guard let path = ProjectPath.normalized(file), !file.utf8.contains(0), !file.hasPrefix("/") else {
        diagnostics.append(
          .error("build.wrong-name", "'\(file)' is not in 'template'", at: entry.range, in: list))
        continue
      }
      let tree =
        switch entry.target {
        case .both: "build"
        case .android: "build/android"
        case .iphone: "build/iphone"
        }
      let outputs = BuildOutputs(name: entry.name, tree: tree)
      if let (path, other) = outputs.paths.lazy.compactMap({ path in owners[path].map { (path, $0) } }).first
      {
        let message =
          "'\(entry.name)' and '\(other.name)' would both be written to '\(path)'"
        diagnostics.append(
          .error(
            "build.output-clash", message, at: entry.range, in: list,
            hint: "the other one is in line \(list.location(of: other.range.lowerBound).line)"))
        continue
      }
      for path in outputs.paths { owners[path] = entry }
      items.append(Item(entry: entry, path: "template/" + path, outputs: outputs))
    }
    return items
  }

  private static func fault(ofName name: String) -> String? {
    if name.isEmpty { return "is empty" }
    if name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 < 0x20 || $0 == 0x7F }) {
      return "has a character that no file name may have"
    }
    // Room for the endings and the draft's mark; file systems take 255 bytes.
    return name.utf8.count > 200 ? "is longer than 200 bytes" : nil
  }

  private func build(
    _ item: Item, _ list: Source, config: TemplateConfig, _ known: BuildCache
  ) -> Built {
    var built = Built()
    let source: Source
    switch readNamedFile(shown(item.path)) {
    case .success(let read): source = read
    case .failure(let fault):
      built.diagnostics = [
        .error("build.missing-template", fault.diagnostic.message, at: item.entry.range, in: list)
      ]
      return built
    }
    var hasher = ContentHasher()
    hasher.combine(source.path)
    hasher.combine(source.bytes)
    hasher.combine(config.hash)
    hasher.combine(item.entry.name)
    hasher.combine(UInt64(bitPattern: Int64(item.entry.version)))
    let key = hasher.finalize().description
    if let entry = known.entries[item.outputs.paths[0]], entry.key == key,
      item.outputs.stamps(in: folder) == entry.stamps
    {
      built.diagnostics = entry.warnings
      built.cached = entry
      built.isUnchanged = true
      return built
    }
    let compiled = compileTemplate(
      source, name: item.entry.name, version: item.entry.version, config: config)
    built.diagnostics = compiled.diagnostics
    guard let template = compiled.template, !compiled.diagnostics.hasErrors else { return built }
    do throws(TemplateCodingError) {
      switch item.outputs.write(try template.encoded(), in: folder) {
      case .success(let stamps):
        built.cached = BuildCache.Entry(key: key, stamps: stamps, warnings: compiled.diagnostics)
      case .failure(let fault):
        built.diagnostics.append(fault.diagnostic)
        built.hasEnvironmentFailed = true
      }
    } catch {
      built.diagnostics.append(error.diagnostic(of: source.path))
    }
    return built
  }
}
