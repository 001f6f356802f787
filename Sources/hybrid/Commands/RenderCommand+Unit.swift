import HybridCompiler
import HybridJSON
import HybridRuntime
import HybridScript
import HybridServer
import HybridSource
import HybridUnits
import HybridViewTree

// `hybrid render` of a unit: opens it, runs it until it is quiet, performs the `--do` actions. The file
// extension determines the kind; `.xml` and `.out` are both templates of the enclosing project.
extension RenderCommand {
  /// The end of the command after an error that was reported.
  struct Stop: Error { var exitCode: ExitCode }

  /// The unit of the rendered file.
  struct Compiled {
    var unit: Unit
    var location: ProjectLocation
    /// The diagnostics of its build, not reported yet.
    var diagnostics: [Diagnostic]
  }

  static func renderUnit(
    _ file: String, on screen: Device, data sampleData: Source?, _ inputs: InputFiles, _ arguments: Arguments
  ) throws(Stop) -> ExitCode {
    let kind = UnitEntry.kind(ofFile: file)
    if arguments[why] != nil, !kind.showable.isExplained {
      Output.error.report(
        UsageError(.wrongOperand("FILE", expected: "a page beside '--why'", file, nearest: nil), in: command))
      return .wrongUsage
    }
    for action in arguments[actions] {
      guard let fault = kind.showable.action.fault(in: action) else { continue }
      Output.error.report(about(action, fault))
      return .wrongUsage
    }
    let (responses, notes) = try responses(kind, inputs, arguments)
    // An unreadable file is not an error in the file's contents. A page may also be named by its folder.
    if kind != .page, case .failure(let fault) = readNamedFile(file) {
      Output.error.report(fault.diagnostic)
      return .environmentFailed
    }
    let compiled = try compile(file, kind, data: sampleData, inputs, arguments, after: notes)
    let reader = compiled.location.files.reader
    let sources = { (path: String) in (try? reader.read(path).get()).map { Source(path: path, bytes: $0) } }
    var setting = UnitSetting(screen, renderer: Renderer())
    // One of the project's own devices may set the platform itself.
    if kind == .template, arguments.isGiven(platform) { setting.device.platform = arguments[platform] }
    if let selector = arguments[why] {
      for diagnostic in compiled.diagnostics { Output.error.report(diagnostic) }
      return explain(selector, in: compiled.unit, setting, sources, inputs, arguments)
    }
    setting.responses = responses
    setting.environment.dataSet = arguments[VariantOptions.dataSet]
    let files = inputs.noting(compiled.location.files)
    setting.environment.file = { PageFile(files.read($0)) }
    setting.environment.workerModules = { linkWorker($0, suffix: $1, reading: files.read) }
    setting.environment.usesLegacyLists = arguments[legacyLists]
    setting.environment.seed = 1
    var runtime = compiled.unit.showable.opened(in: setting, before: arguments[actions].first)
    defer { runtime.close() }
    return finish(&runtime, of: compiled, sources, inputs, arguments)
  }

  /// The responses that `--responses` names, for kinds of units that make requests.
  private static func responses(
    _ kind: Unit.Kind, _ inputs: InputFiles, _ arguments: Arguments
  ) throws(Stop) -> (ResponseBook, [Diagnostic]) {
    guard kind.showable.isLive, let path = arguments[responses] else { return (ResponseBook(), []) }
    switch readNamedFile(path) {
    case .success(let source):
      inputs.note(path)
      let (book, diagnostics) = ResponseBook.read(source)
      return (book, diagnostics)
    case .failure(let fault):
      Output.error.report(fault.diagnostic)
      throw Stop(exitCode: .environmentFailed)
    }
  }

  /// Compiles the file with its project.
  ///
  /// - Parameter diagnostics: Those of earlier inputs, which are reported first.
  private static func compile(
    _ file: String, _ kind: Unit.Kind, data sampleData: Source?, _ inputs: InputFiles, _ arguments: Arguments,
    after diagnostics: [Diagnostic]
  ) throws(Stop) -> Compiled {
    let location: ProjectLocation
    do throws(FileFailure) {
      location = try ProjectLocation(of: file)
    } catch {
      Output.error.report(Diagnostic(.error, error.diagnosticCode, "'\(file)': \(error.message)"))
      throw Stop(exitCode: .environmentFailed)
    }
    var compiler = ProjectCompiler(
      files: inputs.noting(location.files), name: location.name, only: location.page, data: sampleData)
    let diagnostics = diagnostics + compiler.build().diagnostics
    guard let name = compiler.unitNames.first, let unit = compiler.currentUnit(named: name), unit.kind == kind
    else {
      for diagnostic in diagnostics { Output.error.report(diagnostic) }
      throw Stop(exitCode: .projectHasErrors)
    }
    guard hasDataSet(unit, arguments) else { throw Stop(exitCode: .wrongUsage) }
    // Checked before anything is written, so that an existing log always belongs to the existing picture.
    if let fault = [arguments[log], arguments[output]].lazy.compactMap({ $0.flatMap(inputs.fault) }).first {
      Output.error.report(fault.diagnostic)
      throw Stop(exitCode: fault.exitCode)
    }
    return Compiled(unit: unit, location: location, diagnostics: diagnostics)
  }

  /// Performs the actions on an open unit, reports all diagnostics, and writes the log and the tree.
  private static func finish(
    _ runtime: inout any UnitRuntime, of compiled: Compiled, _ sources: (String) -> Source?,
    _ inputs: InputFiles, _ arguments: Arguments
  ) -> ExitCode {
    var result = ExitCode.done
    if let (index, failure) = runtime.perform(all: arguments[actions]) {
      Output.error.report(about(arguments[actions][index], failure))
      result = .wrongUsage
    }
    let showsDialogs = format(arguments) == .text || isPicture(arguments)
    let tree = showsDialogs ? runtime.picture : runtime.viewTree
    let diagnostics = compiled.diagnostics + runtime.diagnostics + runtime.faults(sources: sources)
    for diagnostic in diagnostics { Output.error.report(diagnostic) }
    if let path = arguments[log] {
      let lines = runtime.logLines.map { $0.text() + "\n" }.joined()
      if let fault = writeFile(Array(lines.utf8), to: path, sparing: inputs) {
        Output.error.report(fault.diagnostic)
        return fault.exitCode
      }
    }
    let images = images(of: compiled.location, inputs)
    if let fault = deliver(tree, images: images, sparing: inputs, arguments) {
      Output.error.report(fault.diagnostic)
      return fault.exitCode
    }
    return result == .done && diagnostics.hasErrors ? .projectHasErrors : result
  }

  private static func explain(
    _ selector: String, in unit: Unit, _ setting: UnitSetting, _ sources: @escaping (String) -> Source?,
    _ inputs: InputFiles, _ arguments: Arguments
  ) -> ExitCode {
    do throws(SelectionError) {
      let explanation = try unit.showable.explain(
        Source(path: "--why", text: selector),
        as: Variant(setting.device, dataSet: arguments[VariantOptions.dataSet]), by: setting.renderer,
        sources: sources)
      if let explanation, let fault = deliver(text(explanation, arguments), sparing: inputs, arguments) {
        Output.error.report(fault.diagnostic)
        return fault.exitCode
      }
      return .done
    } catch {
      Output.error.report(error.diagnostic)
      return .wrongUsage
    }
  }

  /// The error of an action, with the action in the message when no source frame shows it.
  private static func about(_ action: String, _ fault: Diagnostic) -> Diagnostic {
    var diagnostic = fault
    if diagnostic.location == nil { diagnostic.message = "'--do \(action)': " + diagnostic.message }
    return diagnostic
  }
}
