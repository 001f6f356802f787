import Glibc
import HybridCompiler
import HybridSource
import HybridSystem
import HybridTemplateCompiler
import HybridUnits

/// `hybrid compile`: compiles VirtualView templates to `.out` files, each on its own.
enum CompileCommand {
  static let config = Option<String?>.text(
    "config", "FILE", completion: .file, "take component ids and attribute types from this config.properties")
  static let name = Option<String?>.text(
    "name", "NAME", "the template's type; default: its file name up to the first dot")
  static let version = Option<Int?>.integer(
    "template-version", "N", in: Int(Int32.min)...Int(Int32.max), default: "1",
    "the version, of which the low 16 bits are stored")
  static let output = Option<String?>.text(
    "output", short: "o", "PATH", completion: .file, "write this file, or into this folder")

  static let command = Command(
    name: "compile",
    summary: "compile VirtualView templates to .out files",
    operands: [
      Operand(name: "FILE", count: .any, summary: "templates, at least one", completion: .file)
    ],
    options: declarations(config, name, version, output),
    examples: [
      .init("hybrid compile card.xml", "writes card.out in the same folder"),
      .init("hybrid compile template/*.xml -o out/", "one .out each; errors do not stop the others"),
      .init("hybrid compile card.xml --name Card --template-version 7", "with a name and a version"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    let files = arguments.operands
    if let error = misuse(arguments) {
      Output.error.report(error)
      return .wrongUsage
    }
    var configs = NearestConfig(named: arguments[config])
    var result = ExitCode.done
    // A missing file outranks errors in files: the result is then unknown.
    func report(_ diagnostics: [Diagnostic], _ code: ExitCode) {
      for diagnostic in diagnostics { Output.error.report(diagnostic) }
      if diagnostics.hasErrors, code.rawValue > result.rawValue { result = code }
    }
    let isFolder =
      arguments[output].map { FileStatus.isFolder($0) || $0.hasSuffix("/") || files.count > 1 } ?? true
    if let folder = arguments[output], isFolder, let fault = makeFolder(folder.withoutSlashes) {
      Output.error.report(fault)
      return .environmentFailed
    }
    if let fault = versionRangeFault(arguments[version] ?? 1) {
      Output.error.report(
        Diagnostic(fault.severity, fault.code, "'--template-version': \(fault.message)", hint: fault.hint))
    }
    let inputs = InputFiles()
    for file in files { inputs.note(file) }
    var sources: [String: String] = [:]
    for file in files {
      let name = arguments[name] ?? TemplateEntry.type(of: file)
      var target = arguments[output] ?? ""
      if isFolder {
        let folder = arguments[output]?.withoutSlashes ?? ProjectPath.folder(of: file)
        target = (folder.isEmpty && file.hasPrefix("/") ? "/" : "") + ProjectPath.join(folder, name + ".out")
      }
      if let other = sources.updateValue(file, forKey: target) {
        let message = "'\(other)' and '\(file)' would both be written to '\(target)'"
        report([Diagnostic(.error, "compile.output-clash", message)], .projectHasErrors)
        continue
      }
      let source: Source
      switch readNamedFile(file) {
      case .success(let read): source = read
      case .failure(let fault):
        report([fault.diagnostic], .environmentFailed)
        continue
      }
      let config: TemplateConfig
      switch configs.config(for: file) {
      case .success(let read):
        report(read.diagnostics, .projectHasErrors)
        guard !read.hasErrors else { continue }
        config = read.config
        if let path = read.path { inputs.note(path) }
      case .failure(let fault):
        Output.error.report(fault.diagnostic)
        return .environmentFailed
      }
      let compiled = compileTemplate(
        source, name: name, version: arguments[version] ?? 1, config: config)
      report(compiled.diagnostics, .projectHasErrors)
      guard let template = compiled.template, !compiled.diagnostics.hasErrors else { continue }
      do throws(TemplateCodingError) {
        if let fault = writeFile(try template.encoded(), to: target, sparing: inputs) {
          report([fault.diagnostic], fault.exitCode)
        }
      } catch {
        report([error.diagnostic(of: file)], .projectHasErrors)
      }
    }
    return result
  }

  private static func misuse(_ arguments: Arguments) -> UsageError? {
    if arguments.operands.isEmpty { return UsageError(.missingOperand("FILE"), in: command) }
    guard let name = arguments[name] else { return nil }
    let expected = "a name that is not empty, and one FILE"
    guard name.isEmpty || arguments.operands.count > 1 else { return nil }
    return UsageError(.wrongValue("name", name, expected: expected, nearest: nil), in: command)
  }
}

/// The `config.properties` of a template: the given one, else the nearest one in the enclosing folders, else
/// the one shipped with virtualview_tools. Each file is read, and its problems are reported, once.
struct NearestConfig {
  struct Config {
    var config: TemplateConfig
    /// The path of the file; nil for the configuration shipped with virtualview_tools.
    var path: String?
    /// Diagnostics, reported with the first template only.
    var diagnostics: [Diagnostic]
    var hasErrors: Bool
  }

  private let named: String?
  private var configs: [String: Config] = [:]
  private var places: [String: String?] = [:]

  init(named: String?) { self.named = named }

  mutating func config(for file: String) -> Result<Config, ReportedFault> {
    let folder = DiskFiles.realPath(file).map { ProjectPath.folder(of: $0) } ?? ""
    guard let path = named ?? nearest(in: folder) else {
      return .success(Config(config: .standard, diagnostics: [], hasErrors: false))
    }
    if var known = configs[path] {
      known.diagnostics = []
      return .success(known)
    }
    return readNamedFile(path).map { source in
      let read = TemplateConfig.read(source)
      let config = Config(
        config: read.config, path: path, diagnostics: read.diagnostics, hasErrors: read.diagnostics.hasErrors)
      configs[path] = config
      return config
    }
  }

  private mutating func nearest(in folder: String) -> String? {
    if let known = places[folder] { return known }
    let path = folder + "/config.properties"
    var found: String?
    if access(path, F_OK) == 0 {
      let here = DiskFiles.realPath(".").map { $0 + "/" } ?? ""
      found = path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
    } else if !folder.isEmpty {
      found = nearest(in: ProjectPath.folder(of: folder))
    }
    places[folder] = .some(found)
    return found
  }
}

extension String {
  /// The path without trailing slashes; `/` stays.
  var withoutSlashes: String {
    var path = self
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
