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
  ) throws(Stop) -> ExitCode {
    if arguments[why] != nil {
      Output.error.report(
        UsageError(.wrongOperand("FILE", expected: "a page beside '--why'", file, nearest: nil), in: command))
      return .wrongUsage
    }
    let steps = try steps(arguments) { text throws(TemplateActionError) in try TemplateAction(parsing: text) }
    // An unreadable file is not an error in the file's contents.
    if case .failure(let fault) = readNamedFile(file) {
      Output.error.report(fault.diagnostic)
      return .environmentFailed
    }
    let compiled = try compile(file, data: sampleData, inputs, arguments, as: \.templateUnit)
    var device = screen
    // One of the project's own devices may set the platform itself.
    if arguments.isGiven(platform) { device.platform = arguments[platform] }
    let data = compiled.unit.data(of: arguments[VariantOptions.dataSet])
    var scene = TemplateScene(compiled.unit, on: device, data: data)
    return finish(&scene, of: compiled, after: steps, inputs, arguments) { $0.picture }
  }
}

extension Unit {
  /// The template; nil for other units.
  fileprivate var templateUnit: TemplateUnit? {
    switch self {
    case .page: nil
    case .template(let template): template
    }
  }
}
