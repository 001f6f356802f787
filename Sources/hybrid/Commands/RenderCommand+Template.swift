import HybridCompiler
import HybridRuntime
import HybridSource
import HybridTemplates
import HybridUnits
import HybridViewTree

// `hybrid render` of a VirtualView template. `.xml` and `.out` take the same path: both become a unit of the
// enclosing project.
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
    // An unreadable file is not an error in the file's contents.
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
    // Checked before anything is written, so that an existing log always belongs to the existing picture.
    if let fault = [arguments[log], arguments[output]].lazy.compactMap({ $0.flatMap(inputs.fault) }).first {
      Output.error.report(fault.diagnostic)
      return fault.exitCode
    }
    var device = screen
    // One of the project's own devices may set the platform itself.
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
