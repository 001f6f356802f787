import HybridCompiler
import HybridSource
import HybridUnits
import HybridViewTree

// What `hybrid render` does with every kind of unit.
extension RenderCommand {
  /// The end of the command after an error that was reported.
  struct Stop: Error { var exitCode: ExitCode }

  /// The unit of the rendered file.
  struct Compiled<Kind> {
    var unit: Kind
    var location: ProjectLocation
    /// The diagnostics of its build, not reported yet.
    var diagnostics: [Diagnostic]
  }

  /// The `--do` actions.
  static func steps<Action, Failure: UnitActionFailure>(
    _ arguments: Arguments, _ parse: (String) throws(Failure) -> Action
  ) throws(Stop) -> [Action] {
    var steps: [Action] = []
    for text in arguments[actions] {
      do throws(Failure) {
        steps.append(try parse(text))
      } catch {
        Output.error.report(about(text, error))
        throw Stop(exitCode: .wrongUsage)
      }
    }
    return steps
  }

  /// Compiles the file with its project.
  ///
  /// - Parameters:
  ///   - diagnostics: Those of earlier inputs, which are reported first.
  ///   - kind: The unit as the kind that the caller renders; nil for other kinds.
  static func compile<Kind>(
    _ file: String, data sampleData: Source?, _ inputs: InputFiles, _ arguments: Arguments,
    after diagnostics: [Diagnostic] = [], as kind: (Unit) -> Kind?
  ) throws(Stop) -> Compiled<Kind> {
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
    guard let name = compiler.unitNames.first, let unit = compiler.currentUnit(named: name),
      let chosen = kind(unit)
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
    return Compiled(unit: chosen, location: location, diagnostics: diagnostics)
  }

  /// Performs the actions on an open unit, reports all diagnostics, and writes the log and the tree.
  ///
  /// - Parameters:
  ///   - tree: The tree to print.
  ///   - faults: Errors besides the diagnostics of the unit, such as those of its scripts.
  static func finish<Running: UnitRuntime, Kind>(
    _ runtime: inout Running, of compiled: Compiled<Kind>, after steps: [Running.Action],
    _ inputs: InputFiles, _ arguments: Arguments, tree: (Running) -> ViewTree,
    faults: (Running) -> [Diagnostic] = { _ in [] }
  ) -> ExitCode {
    var result = ExitCode.done
    if let (index, failure) = runtime.perform(all: steps) {
      Output.error.report(about(arguments[actions][index], failure))
      result = .wrongUsage
    }
    let tree = tree(runtime)
    let diagnostics = compiled.diagnostics + runtime.diagnostics + faults(runtime)
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

  /// The error of an action, with the action in the message when no source frame shows it.
  private static func about(_ action: String, _ error: some UnitActionFailure) -> Diagnostic {
    var diagnostic = error.diagnostic
    if diagnostic.location == nil { diagnostic.message = "'--do \(action)': " + diagnostic.message }
    return diagnostic
  }
}
