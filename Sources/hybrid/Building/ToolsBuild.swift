import Glibc
import HybridCompiler
import HybridConcurrency
import HybridSource
import HybridTemplateCompiler
import HybridUnits

/// A folder of virtualview_tools: `config.properties`, `templatelist.properties`, `template/`, and the tree
/// `build/` that is built from them (`Documentation/template-format.md`, *Outputs*).
///
/// Differs from virtualview_tools where that loses work: a template that fails keeps its earlier files, the
/// other templates are still built, and the exit code is 1.
struct ToolsBuild: Sendable {
  /// The folder as given on the command line.
  let folder: String
  private let inputs = InputFiles()

  /// nil when the folder has no list.
  init?(folder: String) {
    guard access("\(folder)/templatelist.properties", F_OK) == 0 else { return nil }
    self.folder = folder
  }

  /// A template to build.
  private struct Item: Sendable {
    var entry: TemplateListEntry
    /// The source path, relative to the folder.
    var path: String
    var outputs: BuildOutputs
  }

  func run(jobs: Int?, force: Bool) -> ExitCode {
    for path in ["templatelist.properties", "config.properties"] { inputs.note(shown(path)) }
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

    let run = BuildRun(
      folder: folder,
      outputFolders: BuildOutputs.trees.flatMap { tree in BuildOutputs.folders.map { "\(tree)/\($0)" } },
      subject: counted(read.entries.count, "template"), total: read.entries.count, inputs: inputs)
    let tasks = items.map { item in
      BuildTask { [config] known in [build(item, list, config: config, known)] }
    }
    let errors = diagnostics.count { $0.severity == .error }
    return run.run(tasks, errors: errors, jobs: jobs ?? coreCount, force: force)
  }

  private func fail(_ diagnostics: [Diagnostic], _ code: ExitCode) -> ExitCode {
    for diagnostic in diagnostics { Output.error.report(diagnostic) }
    return code
  }

  /// A path in the folder as diagnostics show it.
  private func shown(_ path: String) -> String { folder == "." ? path : "\(folder)/\(path)" }

  /// The entries that can be built. Entries whose name leaves the tree, and entries that share an output
  /// file, are reported.
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
      // Noted before anything is written, since tasks run in any order.
      inputs.note(shown("template/" + path))
      items.append(Item(entry: entry, path: "template/" + path, outputs: outputs))
    }
    return items
  }

  static func fault(ofName name: String) -> String? {
    if name.isEmpty { return "is empty" }
    if name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 < 0x20 || $0 == 0x7F }) {
      return "has a character that is not allowed in file names"
    }
    // Leaves room for the extensions and the draft suffix: file systems limit names to 255 bytes.
    return name.utf8.count > 200 ? "is longer than 200 bytes" : nil
  }

  private func build(
    _ item: Item, _ list: Source, config: TemplateConfig, _ known: BuildCache
  ) -> Built {
    switch readNamedFile(shown(item.path)) {
    case .success(let source):
      return buildTemplate(
        source, name: item.entry.name, version: item.entry.version, config: config, outputs: item.outputs,
        in: folder, sparing: inputs, known)
    case .failure(let fault):
      let message = fault.diagnostic.message
      return Built(
        path: item.outputs.paths[0],
        diagnostics: [.error("build.missing-template", message, at: item.entry.range, in: list)])
    }
  }
}
