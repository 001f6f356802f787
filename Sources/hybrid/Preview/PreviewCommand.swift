import HybridReload
import HybridRuntime
import HybridSource

/// `hybrid preview`: a terminal client of a running dev server, or of one file.
enum PreviewCommand {
  static let device = Option<String?>.text("device", "NAME", "show the page on this device")

  static let command = Command(
    name: "preview",
    summary: "show a running dev server, or one file, in this terminal",
    operands: [
      Operand(name: "URL|FILE", summary: "the URL that 'hybrid dev' prints, or a page", completion: .file)
    ],
    options: declarations(
      device, VariantOptions.landscape, VariantOptions.dark, VariantOptions.fontScale,
      VariantOptions.rightToLeft, VariantOptions.dataSet),
    examples: [
      .init("hybrid preview http://127.0.0.1:7788/", "another terminal"),
      .init(
        "hybrid preview 'http://192.168.1.7:7788/#7K3M-Q9PX.…'",
        "from another machine: the URL of the QR code"
      ),
      .init("hybrid preview pages/home/index.html", "one page, without a server"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    let target = arguments.operands[0]
    let isServer = target.hasPrefix("http://") || target.hasPrefix("ws://")
    let request = VariantOptions.request(arguments, device: arguments[Self.device])
    // The server's project may define more devices; usually this folder belongs to it.
    let devices = VariantOptions.devices(around: isServer ? "." : target)
    let shown: Device
    do throws(DeviceFault) { shown = try devices.device(request) } catch {
      Output.error.report(error.diagnostic(devices))
      return .wrongUsage
    }
    guard isServer else { return showFile(target, on: shown, arguments) }
    let address: ServerAddress
    do throws(ServerAddress.Fault) { address = try ServerAddress(target) } catch {
      Output.error.report(error.diagnostic(of: target))
      return .environmentFailed
    }
    let client = ReloadClient(
      name: "terminal \(hybridVersion)", device: request == DeviceRequest() ? nil : request,
      data: arguments[VariantOptions.dataSet])
    return show(ServerSource(client: client, address: address))
  }

  /// Shows a page until the user quits: interactively on a terminal, else as text.
  static func show(_ source: any PreviewSource) -> ExitCode {
    if let terminal = RawTerminal() {
      return runBlocking { await PreviewLoop(source: source, terminal: terminal).run() }
    }
    let interruption = Interruption()
    return runBlocking {
      let following = Task { await PlainPreview.run(source) }
      await interruption.wait()
      following.cancel()
      source.close()
      Output.standard.write("\n")
      return .done
    }
  }
}

extension ServerAddress.Fault {
  /// The fault as a diagnostic, with a hint.
  fileprivate func diagnostic(of url: String) -> Diagnostic {
    switch self {
    case .noHost:
      Diagnostic(
        .error, "preview.no-host", "\(url.withoutControls) names no server", hint: "http://HOST:PORT/")
    case .noToken:
      Diagnostic(
        .error, "preview.no-token", "the token of \(url.withoutControls) is not known here",
        hint: "give the URL as 'hybrid dev' printed it, or run this in the project's folder")
    case .shortCode:
      Diagnostic(
        .error, "preview.short-code", "the short code works in browsers only: it cannot encrypt messages",
        hint: "give the whole address of the QR code, in quotes: 'http://HOST:PORT/#CODE.SECRET'")
    }
  }
}
