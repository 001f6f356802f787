import HybridBus
import HybridRuntime
import HybridServer
import HybridSocket
import HybridSource
import HybridUnits

/// `hybrid dev`: watches a project, shows every save in the terminal and sends it to every client.
enum DevCommand {
  static let port = Option<Int?>.integer(
    "port", "N", in: 1...65535, default: "7788 or the next free port", "listen on this port only")
  static let host = Option<Bool>.flag("host", "accept connections from other machines of the network")
  static let playground = Option<Bool>.flag(
    "playground", "with --host, let VirtualView Playground apps on other machines load templates")
  static let allowedOrigins = Option<[String]>.list(
    "allowed-origin", "ORIGIN", "let pages of this origin use LiveReload")
  static let allowedHosts = Option<[String]>.list(
    "allowed-host", "NAME", "accept requests for this host name, such as a proxy's")
  static let embed = Option<Bool>.flag("embed", "let pages of other sites show the preview in frames")
  static let limits = Option<[String]>.list(
    "limit", "NAME=N", "change a limit for clients, such as 'message-size=4194304'")
  static let bus = Option<String?>.text(
    "bus", "URL", "share saves with other servers of this project through Redis")
  static let devices = Option<[String]>.list("device", "NAME", "show pages on this device")
  static let platform = Option<TemplatePlatform>.choice(
    "platform", "PLATFORM", default: .ios, "show templates as on this platform")
  static let open = Option<Bool>.flag("open", "open the preview in a browser")
  static let poll = Option<Bool>.flag(
    "poll", "check every file twice a second, for file systems without change notifications")
  static let json = Option<Bool>.flag("json", "print one JSON object per line instead of text")
  static let jsonSchema = Option<Bool>.flag("json-schema", "print the JSON Schema of those lines, and exit")

  static let command = Command(
    name: "dev",
    summary: "watch a project and show every save on all clients",
    operands: [
      Operand(
        name: "DIR", count: .oneOrNone, summary: "the project; default: the current folder",
        completion: .folder)
    ],
    options: declarations(
      port, host, playground, allowedHosts, allowedOrigins, embed, limits, bus, devices,
      VariantOptions.landscape,
      VariantOptions.dark, VariantOptions.fontScale, VariantOptions.rightToLeft, VariantOptions.dataSet,
      platform, open, poll,
      json, jsonSchema),
    examples: [
      .init("hybrid dev Sample", "show the sample; edit one of its files"),
      .init("hybrid dev --device phone --device tablet", "two sizes at once"),
      .init("hybrid dev --host --playground", "for phones that scan the QR code"),
      .init("hybrid dev --port 8080 --json", "for another program"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    if arguments[jsonSchema] {
      Output.standard.write(String(decoding: PackageResources.dev_events_schema_json, as: UTF8.self))
      return .done
    }
    let options: DevServer.Options
    let devices: [Device]
    do throws(WrongUsage) { (options, devices) = try Self.options(arguments) } catch {
      error.report()
      return .wrongUsage
    }
    let opensBrowser = arguments[open]
    let terminal: any DevTerminal = arguments[json] ? DevJSON() : DevScreen()
    openStandardDescriptors()
    let inbox = DevInbox()
    let control = DevProcessControl(inbox)
    return runBlocking {
      await serve(
        options, devices: devices, opensBrowser: opensBrowser, terminal: terminal, control: control,
        inbox: inbox)
    }
  }

  /// Serves until the server is asked to stop.
  private static func serve(
    _ options: DevServer.Options, devices: [Device], opensBrowser: Bool, terminal: any DevTerminal,
    control: DevProcessControl,
    inbox: DevInbox
  ) async -> ExitCode {
    let began = ContinuousClock().now
    var terminal = terminal
    let server: DevServer
    do throws(DevServer.StartError) {
      server = try await DevServer.start(options)
    } catch {
      terminal.failed(error.diagnostic)
      return .environmentFailed
    }
    let loop = DevLoop(
      server, root: options.root, devices: devices, control: control, inbox: inbox, terminal: terminal)
    let duration = began.duration(to: ContinuousClock().now)
    let (over, end) = AsyncStream.makeStream(of: Void.self)
    Task {
      await loop.greet(after: duration)
      control.begin()
      await loop.run()
      end.finish()
    }
    Task {
      for await event in server.events { inbox.put(event) }
      inbox.close()
    }
    if opensBrowser, let diagnostic = openBrowser(server.ready.url, inbox) { inbox.put(.note(diagnostic)) }
    await control.wait()
    // Stopped first: sockets close and the port is free even if the terminal blocks.
    server.stop()
    // Prints the remaining output, with a time limit in case it is not read.
    Task {
      try? await Task.sleep(for: .seconds(2))
      end.finish()
    }
    for await _ in over {}
    return .done
  }
}
