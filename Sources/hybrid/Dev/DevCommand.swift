import Glibc
import HybridRuntime
import HybridServer
import HybridSource
import HybridUnits

/// `hybrid dev`: watches a project, shows every save in the terminal and sends it to every client.
enum DevCommand {
  static let port = Option<Int?>.integer(
    "port", "N", in: 1...65535, default: "7788, or the next free one", "listen on this port and no other")
  static let host = Option<Bool>.flag("host", "let other machines of the network in, not this one alone")
  static let playground = Option<Bool>.flag(
    "playground", "with --host, let VirtualView Playground apps on other machines load templates")
  static let devices = Option<[String]>.list("device", "NAME", "show the pages as this device does")
  static let platform = Option<TemplatePlatform>.choice(
    "platform", "PLATFORM", default: .ios, "show templates as this platform would")
  static let open = Option<Bool>.flag("open", "open the preview page in a browser")
  static let json = Option<Bool>.flag("json", "print one JSON object a line instead of text")

  static let command = Command(
    name: "dev",
    summary: "watch a project and show every save at once",
    operands: [
      Operand(
        name: "DIR", count: .oneOrNone, summary: "the project; the current folder when left out",
        completion: .folder)
    ],
    options: declarations(port, host, playground, devices, platform, open, json),
    examples: [
      .init("hybrid dev Sample", "show the sample, then edit a file of it"),
      .init("hybrid dev --device phone --device tablet", "two sizes at once"),
      .init("hybrid dev --host --playground", "for phones that scan the QR code"),
      .init("hybrid dev --port 8080 --json", "for a program that reads along"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    let interruption = Interruption()
    var options = DevServer.Options(root: arguments.operand(0) ?? ".", version: hybridVersion)
    options.port = arguments[port]
    options.isOpenToNetwork = arguments[host]
    options.isPlaygroundOpen = arguments[playground]
    options.platform = arguments[platform]
    var devices: [Device] = []
    for name in arguments[Self.devices] {
      guard var device = Device(named: name) else {
        Output.error.report(unknownDevice(name))
        return .wrongUsage
      }
      device.platform = options.platform
      devices.append(device)
    }
    options.device = devices.first
    if options.isPlaygroundOpen, !options.isOpenToNetwork {
      Output.error.report(
        Diagnostic(
          .warning, "usage.no-effect", "'--playground' does nothing without '--host'",
          hint: "this machine and its emulators may load templates in any case"))
    }
    let isJSON = arguments[json]
    let opensBrowser = arguments[open]
    let terminal: any DevTerminal =
      isJSON ? DevJSON() : DevScreen(devices: devices)
    let began = ContinuousClock().now
    let chosen = options
    return runBlocking {
      let server: DevServer
      do throws(DevServer.StartError) {
        server = try await DevServer.start(chosen)
      } catch {
        terminal.failed(error.diagnostic)
        return .environmentFailed
      }
      terminal.ready(server.ready, in: chosen.root, after: began.duration(to: ContinuousClock().now))
      if opensBrowser { openInBrowser(server.ready.url) }
      let telling = Task {
        for await event in server.events { await terminal.tell(event, server: server) }
      }
      await interruption.wait()
      server.stop()
      await telling.value
      terminal.ended()
      return .done
    }
  }
}

/// The answer to a device that is not known by name.
func unknownDevice(_ name: String) -> Diagnostic {
  let nearest = nearest(to: name, in: Device.known.map(\.name))
  return Diagnostic(
    .error, "usage.unknown-device", "there is no device '\(name)'",
    hint: nearest.map { "did you mean '\($0)'?" }
      ?? "there are \(Device.known.map(\.name).joined(separator: ", ")), and sizes such as 320x568")
}

/// Starts the person's browser beside us, without a shell; what it prints is its own affair.
private func openInBrowser(_ url: String) {
  var files = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&files)
  defer { posix_spawn_file_actions_destroy(&files) }
  for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
    posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_WRONLY, 0)
  }
  var process = pid_t()
  let words: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(url), nil]
  defer { words.forEach { free($0) } }
  if posix_spawnp(&process, "xdg-open", &files, nil, words, environ) != 0 {
    Output.error.report(
      Diagnostic(.warning, "environment.no-browser", "no browser could be started", hint: "open \(url)"))
  }
}
