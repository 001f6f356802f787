import FoundationEssentials
import HybridCompiler
import HybridReload
import HybridRuntime
import HybridScript
import HybridServer
import HybridSource
import HybridUnits

/// A unit that runs in this process, without a server.
final class FileSource: PreviewSource {
  let updates: AsyncStream<PreviewUpdate>
  private let page: RunningPage
  private let end: AsyncStream<PreviewUpdate>.Continuation

  /// Runs a compiled unit; `sources` provides files for diagnostics, `network` answers the unit's requests.
  init(
    _ unit: Unit, as variant: Variant, network: PageNetwork,
    sources: @escaping @Sendable (String) -> Source?
  ) {
    let (updates, end) = AsyncStream.makeStream(of: PreviewUpdate.self)
    (self.updates, self.end) = (updates, end)
    let address = PageNetwork.base + unit.path
    let id = unit.name
    page = RunningPage(
      unit, id: id, as: variant, at: 1, renderer: Renderer(), network: network,
      environment: {
        var environment = PageEnvironment(address: address, device: SimulatedDevice())
        environment.opened = Date().timeIntervalSince1970 * 1000
        return environment
      },
      send: { output in
        switch output {
        case .picture(let tree):
          end.yield(
            .page(
              ShownPage(tree: tree, unit: unit.name, device: variant.device.name, revision: nil, page: id)))
        case .log(.error(let fault)): end.yield(.failed([fault.diagnostic(in: sources(fault.path))]))
        case .log(.console(let level, let text)): end.yield(.log(LogLevel(rawValue: level) ?? .info, text))
        case .note(let level, let text): end.yield(.log(level, text))
        case .log(.call), .message, .shared, .inspected, .navigate: break
        }
      })
    end.yield(.connected)
    page.start()
  }

  func send(_ event: ClientEvent) { page.tell(.event(event)) }

  func painted(_ revision: Int) {}

  func close() {
    page.stop()
    end.finish()
  }
}

extension PreviewCommand {
  /// Shows a page of a file interactively on a terminal; otherwise prints it once.
  static func showFile(_ file: String, on device: Device, _ arguments: Arguments) -> ExitCode {
    guard UnitEntry.kind(ofFile: file).showable.isLive, let terminal = RawTerminal() else {
      return RenderCommand.run(arguments)
    }
    let location: ProjectLocation
    do throws(FileFailure) {
      location = try ProjectLocation(of: file)
    } catch {
      Output.error.report(Diagnostic(.error, error.diagnosticCode, "'\(file)': \(error.message)"))
      return .environmentFailed
    }
    let reader = location.files.reader
    var compiler = ProjectCompiler(files: reader, name: location.name, only: location.page)
    let diagnostics = compiler.build().diagnostics
    guard let name = compiler.unitNames.first, let unit = compiler.currentUnit(named: name), unit.isLive
    else {
      for diagnostic in diagnostics { Output.error.report(diagnostic) }
      return .projectHasErrors
    }
    guard RenderCommand.hasDataSet(unit, arguments) else { return .wrongUsage }
    let source = FileSource(
      unit, as: Variant(device, dataSet: arguments[VariantOptions.dataSet]),
      network: PageNetwork(allowing: compiler.config.allowedOrigins) { reader.read($0) },
      sources: { path in (try? reader.read(path).get()).map { Source(path: path, bytes: $0) } })
    return runBlocking { await PreviewLoop(source: source, terminal: terminal).run() }
  }
}
