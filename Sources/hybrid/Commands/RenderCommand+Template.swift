import HybridCompiler
import HybridReload
import HybridRuntime
import HybridSource
import HybridTemplates
import HybridUnits

// `hybrid render` of a VirtualView template. `.xml` and `.out` go the same way: a unit of the project they
// are in.
extension RenderCommand {
  static func renderTemplate(
    _ file: String, on screen: Device, data sampleData: Source?, _ inputs: InputFiles, _ arguments: Arguments
  ) -> ExitCode {
    if arguments[why] != nil {
      Output.error.report(
        UsageError(.wrongOperand("FILE", expected: "a page beside '--why'", file, nearest: nil), in: command))
      return .wrongUsage
    }
    var steps: [TemplateAction] = []
    for text in arguments[actions] {
      do throws(TemplateActionError) {
        steps.append(try TemplateAction(parsing: text))
      } catch {
        Output.error.report(Diagnostic(.error, "render.unknown-action", "'--do \(text)': \(error.message)"))
        return .wrongUsage
      }
    }
    // A file that cannot be had is no mistake in it.
    if case .failure(let fault) = readNamedFile(file) {
      Output.error.report(fault.diagnostic)
      return .environmentFailed
    }
    let location: ProjectLocation
    do throws(FileFailure) {
      location = try ProjectLocation(of: file)
    } catch {
      Output.error.report(Diagnostic(.error, "environment.\(error.code)", "'\(file)': \(error.message)"))
      return .environmentFailed
    }
    var compiler = ProjectCompiler(
      files: inputs.noting(location.files), name: location.name, only: location.page, data: sampleData)
    var diagnostics = compiler.build().diagnostics
    guard let name = compiler.unitNames.first,
      case .template(let unit)? = compiler.currentUnit(named: name)
    else {
      for diagnostic in diagnostics { Output.error.report(diagnostic) }
      return .projectHasErrors
    }
    guard hasDataSet(.template(unit), arguments) else { return .wrongUsage }
    // Before anything is written: a log that is there belongs to a picture that is there.
    if let fault = [arguments[log], arguments[output]].lazy.compactMap({ $0.flatMap(inputs.fault) }).first {
      Output.error.report(fault.diagnostic)
      return fault.exitCode
    }
    var device = screen
    // A device of the project's own may say it.
    if arguments.isGiven(platform) { device.platform = arguments[platform] }
    var scene = TemplateScene(
      unit, on: device, data: unit.data(of: arguments[VariantOptions.dataSet]))
    var result = ExitCode.done
    if let (_, failure) = scene.perform(all: steps) {
      Output.error.report(failure.diagnostic)
      result = .wrongUsage
    }
    let rendering = scene.rendering
    diagnostics += rendering.diagnostics
    for diagnostic in diagnostics { Output.error.report(diagnostic) }
    if let path = arguments[log] {
      let lines = scene.logLines.map { $0.text() + "\n" }.joined()
      if let fault = writeFile(Array(lines.utf8), to: path, sparing: inputs) {
        Output.error.report(fault.diagnostic)
        return fault.exitCode
      }
    }
    if let fault = deliver(rendering.tree, images: images(of: location, inputs), sparing: inputs, arguments) {
      Output.error.report(fault.diagnostic)
      return fault.exitCode
    }
    if result == .done, diagnostics.hasErrors { return .projectHasErrors }
    return result
  }
}
