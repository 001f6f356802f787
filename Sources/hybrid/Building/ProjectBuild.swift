import HybridCompiler
import HybridConcurrency
import HybridSource
import HybridUnits

/// The build of a project without a template list: each template becomes the four files of virtualview_tools,
/// each page a unit.
struct ProjectBuild: Sendable {
  /// The folder of page units below `build`.
  static let unitFolder = "build/units"

  /// The folder as given on the command line.
  let folder: String
  private let files: DiskFiles
  private let inputs = InputFiles()

  /// - Throws: ``FileFailure`` when the folder does not exist.
  init(folder: String) throws(FileFailure) {
    self.folder = folder
    files = try DiskFiles(root: folder)
  }

  func run(jobs: Int?, force: Bool) -> ExitCode {
    var compiler = ProjectCompiler(files: inputs.noting(files), name: ProjectPath.name(of: files.root))
    compiler.start()
    let units = compiler.unitNames.compactMap(compiler.entry)
    guard !units.isEmpty else { return reportEmptiness(compiler) }
    var diagnostics = compiler.projectDiagnostics
    var (pages, templates): ([PageEntry], [TemplateEntry]) = ([], [])
    for unit in units {
      switch unit {
      case .page(let page): pages.append(page)
      case .template(let template): templates.append(template)
      }
    }
    let jobs = jobs ?? coreCount
    let tasks = self.tasks(templates, &compiler, &diagnostics) + self.tasks(pages, jobs: jobs, compiler)
    for diagnostic in diagnostics { Output.error.report(diagnostic) }

    let subject = [(templates.count, "template"), (pages.count, "page")].filter { $0.0 > 0 }
    let run = BuildRun(
      folder: folder,
      outputFolders: (templates.isEmpty ? [] : BuildOutputs.folders.map { "build/\($0)" })
        + (pages.isEmpty ? [] : [Self.unitFolder]),
      subject: subject.map { counted($0.0, $0.1) }.joined(separator: ", "), total: units.count,
      sortsReports: true, inputs: inputs)
    let errors = diagnostics.count { $0.severity == .error }
    return run.run(tasks, errors: errors, jobs: jobs, force: force)
  }

  private func reportEmptiness(_ compiler: ProjectCompiler) -> ExitCode {
    for diagnostic in compiler.projectDiagnostics where diagnostic.code != "project.empty" {
      Output.error.report(diagnostic)
    }
    Output.error.report(
      Diagnostic(
        .error, "build.nothing", "there is nothing to build in '\(folder)': no template and no page",
        hint:
          "templates are components/NAME.xml or listed in templatelist.properties, pages are pages/NAME.html"
      ))
    return .projectHasErrors
  }

  // MARK: Templates

  /// The tasks for all templates that can be built. Templates with the same output file cannot.
  private func tasks(
    _ templates: [TemplateEntry], _ compiler: inout ProjectCompiler, _ diagnostics: inout [Diagnostic]
  ) -> [BuildTask] {
    var tasks: [BuildTask] = []
    var owners: [String: TemplateEntry] = [:]
    var configs = Set<String>()
    for template in templates {
      let name = Self.outputName(of: template.name)
      if let fault = ToolsBuild.fault(ofName: name) {
        diagnostics.append(
          Diagnostic(.error, "build.wrong-name", "'\(template.path)': the name '\(name)' \(fault)"))
        continue
      }
      let outputs = BuildOutputs(name: name, tree: "build")
      if let (path, other) = outputs.paths.lazy.compactMap({ path in owners[path].map { (path, $0) } }).first
      {
        let message = "'\(other.path)' and '\(template.path)' would both be written to '\(path)'"
        diagnostics.append(
          Diagnostic(.error, "build.output-clash", message, hint: "rename one of the two"))
        continue
      }
      for path in outputs.paths { owners[path] = template }
      // Noted before anything is written, since tasks run in any order.
      inputs.note("\(files.root)/\(template.path)")
      let found = compiler.templateConfig(for: template.path)
      if configs.insert(found.config.source.path).inserted { diagnostics += found.diagnostics }
      guard !found.diagnostics.hasErrors else { continue }
      tasks.append(
        BuildTask { [files, folder, inputs, config = found.config] known in
          switch files.reader.read(template.path) {
          case .success(let bytes):
            let source = Source(path: template.path, bytes: bytes)
            return [
              buildTemplate(
                source, name: template.type, version: template.version, config: config, outputs: outputs,
                in: folder, sparing: inputs, known)
            ]
          case .failure(let failure):
            let message = "'\(template.path)': \(failure.message)"
            let fault = Diagnostic(.error, failure.diagnosticCode, message)
            return [Built(path: outputs.paths[0], diagnostics: [fault])]
          }
        })
    }
    return tasks
  }

  /// A unit's name as a file name and a Java class name: `shop/card` → `shop_card`.
  static func outputName(of unit: String) -> String {
    String(unit.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }

  // MARK: Pages

  /// Splits the pages into as many tasks as run at once: neighbouring pages share style sheets.
  private func tasks(_ pages: [PageEntry], jobs: Int, _ compiler: ProjectCompiler) -> [BuildTask] {
    let size = max(1, (pages.count + jobs - 1) / max(jobs, 1))
    return stride(from: 0, to: pages.count, by: size).map { start in
      let part = Array(pages[start..<min(start + size, pages.count)])
      return BuildTask(count: part.count) { [folder, inputs] known in
        var compiler = compiler
        return part.map { Self.build($0, &compiler, in: folder, sparing: inputs, known) }
      }
    }
  }

  private static func build(
    _ page: PageEntry, _ compiler: inout ProjectCompiler, in folder: String, sparing inputs: InputFiles,
    _ known: BuildCache
  ) -> Built {
    let path = "\(unitFolder)/\(page.name).unit"
    var built = Built(path: path)
    let unit = compiler.unit(named: page.name)
    built.diagnostics = compiler.diagnostics(of: page.name)
    guard let unit, !compiler.isFailed(page.name) else { return built }
    let bytes = unit.encoded()
    let key = ContentHash(bytes).description
    let target = "\(folder)/\(path)"
    if let entry = known.entries[path], entry.key == key, let stamp = OutputStamp(of: target),
      entry.stamps == [stamp]
    {
      built.cached = entry
      built.isUnchanged = true
      return built
    }
    if let fault = makeFolder(ProjectPath.folder(of: target)).map({ WritingFault(diagnostic: $0) })
      ?? writeFile(bytes, to: target, sparing: inputs, draftMark: "build")
    {
      built.add(fault)
    } else if let stamp = OutputStamp(of: target) {
      built.cached = BuildCache.Entry(key: key, stamps: [stamp], warnings: [])
    }
    return built
  }
}
