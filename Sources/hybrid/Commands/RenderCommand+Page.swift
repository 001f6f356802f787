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
  ) -> ExitCode {
    var steps: [PageAction] = []
    for text in arguments[actions] {
      do throws(PageActionError) {
        steps.append(try PageAction(parsing: text))
      } catch {
        Output.error.report(about(text, error))
        return .wrongUsage
      }
    }
    var diagnostics: [Diagnostic] = []
    var book = ResponseBook()
    if let path = arguments[responses] {
      switch readNamedFile(path) {
      case .success(let source):
        inputs.note(path)
        let (read, found) = ResponseBook.read(source)
        book = read
        diagnostics += found
      case .failure(let fault):
        Output.error.report(fault.diagnostic)
        return .environmentFailed
      }
    }
    let location: ProjectLocation
    do throws(FileFailure) {
      location = try ProjectLocation(of: file)
    } catch {
      Output.error.report(Diagnostic(.error, error.diagnosticCode, "'\(file)': \(error.message)"))
      return .environmentFailed
    }
    var compiler = ProjectCompiler(
      files: inputs.noting(location.files), name: location.name, only: location.page, data: sampleData)
    diagnostics += compiler.build().diagnostics
    guard let name = compiler.unitNames.first, case .page(let page)? = compiler.currentUnit(named: name)
    else {
      for diagnostic in diagnostics { Output.error.report(diagnostic) }
      return .projectHasErrors
    }
    guard hasDataSet(.page(page), arguments) else { return .wrongUsage }
    // Checked before anything is written, so that an existing log always belongs to the existing picture.
    if let fault = [arguments[log], arguments[output]].lazy.compactMap({ $0.flatMap(inputs.fault) }).first {
      Output.error.report(fault.diagnostic)
      return fault.exitCode
    }
    let renderer = Renderer()
    let sources = { (path: String) in
      (try? location.files.reader.read(path).get()).map { Source(path: path, bytes: $0) }
    }
    if let selector = arguments[why] {
      for diagnostic in diagnostics { Output.error.report(diagnostic) }
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
    driver.open()
    var result = ExitCode.done
    if let (index, failure) = driver.perform(all: steps) {
      Output.error.report(about(arguments[actions][index], failure))
      result = .wrongUsage
    }
    let tree = format(arguments) == .text || isPicture(arguments) ? driver.page.picture : driver.page.tree
    diagnostics += driver.page.diagnostics
    for case .error(let fault) in driver.log { diagnostics.append(fault.diagnostic(in: sources(fault.path))) }
    for diagnostic in diagnostics { Output.error.report(diagnostic) }
    if let path = arguments[log] {
      let lines = driver.logLines.map { $0.text() + "\n" }.joined()
      if let fault = writeFile(Array(lines.utf8), to: path, sparing: inputs) {
        Output.error.report(fault.diagnostic)
        return fault.exitCode
      }
    }
    driver.page.close()
    if let fault = deliver(tree, images: images(of: location, inputs), sparing: inputs, arguments) {
      Output.error.report(fault.diagnostic)
      return fault.exitCode
    }
    return result == .done && diagnostics.contains { $0.severity == .error } ? .projectHasErrors : result
  }

  /// The error of an action, with the action in the message when no source frame shows it.
  private static func about(_ action: String, _ error: PageActionError) -> Diagnostic {
    var diagnostic = error.diagnostic
    if diagnostic.location == nil { diagnostic.message = "'--do \(action)': " + diagnostic.message }
    return diagnostic
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
