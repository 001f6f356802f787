import HybridCompiler
import HybridRuntime
import HybridScript
import HybridServer
import HybridSource
import HybridUnits
import HybridViewTree

// `hybrid render` of a page: opens it, runs it until it is quiet, performs the `--do` actions.
extension RenderCommand {
  static func renderPage(
    _ file: String, on device: Device, data sampleData: Source?, _ inputs: InputFiles, _ arguments: Arguments
  ) throws(Stop) -> ExitCode {
    let steps = try steps(arguments) { text throws(PageActionError) in try PageAction(parsing: text) }
    var diagnostics: [Diagnostic] = []
    var book = ResponseBook()
    if let path = arguments[responses] {
      switch readNamedFile(path) {
      case .success(let source):
        inputs.note(path)
        (book, diagnostics) = ResponseBook.read(source)
      case .failure(let fault):
        Output.error.report(fault.diagnostic)
        return .environmentFailed
      }
    }
    let compiled = try compile(
      file, data: sampleData, inputs, arguments, after: diagnostics, as: \.runnablePage)
    let page = compiled.unit
    let location = compiled.location
    let renderer = Renderer()
    let sources = { (path: String) in
      (try? location.files.reader.read(path).get()).map { Source(path: path, bytes: $0) }
    }
    if let selector = arguments[why] {
      for diagnostic in compiled.diagnostics { Output.error.report(diagnostic) }
      return explain(selector, in: page, on: device, renderer, sources, inputs, arguments)
    }
    var environment = PageEnvironment(address: ProjectAddress.base + page.path, device: SimulatedDevice())
    environment.dataSet = arguments[VariantOptions.dataSet]
    let files = inputs.noting(location.files)
    environment.file = { PageFile(files.read($0)) }
    environment.workerModules = { linkWorker($0, suffix: $1, reading: files.read) }
    environment.usesLegacyLists = arguments[legacyLists]
    environment.seed = 1
    var driver = PageDriver(LivePage(page, on: device, in: environment, renderer: renderer), responses: book)
    defer { driver.page.close() }
    driver.open(before: steps.first)
    let showsDialogs = format(arguments) == .text || isPicture(arguments)
    return finish(&driver, of: compiled, after: steps, inputs, arguments) { driver in
      showsDialogs ? driver.page.picture : driver.page.tree
    } faults: { driver in
      driver.log.compactMap { entry -> Diagnostic? in
        guard case .error(let fault) = entry else { return nil }
        return fault.diagnostic(in: sources(fault.path))
      }
    }
  }

  private static func explain(
    _ selector: String, in page: PageUnit, on device: Device, _ renderer: Renderer,
    _ sources: @escaping (String) -> Source?, _ inputs: InputFiles, _ arguments: Arguments
  ) -> ExitCode {
    do throws(SelectionError) {
      let explanation = try renderer.explain(
        Source(path: "--why", text: selector), in: page, on: device,
        data: page.data(of: arguments[VariantOptions.dataSet]), sources: sources)
      if let fault = deliver(text(explanation, arguments), sparing: inputs, arguments) {
        Output.error.report(fault.diagnostic)
        return fault.exitCode
      }
      return .done
    } catch {
      Output.error.report(error.diagnostic)
      return .wrongUsage
    }
  }
}
