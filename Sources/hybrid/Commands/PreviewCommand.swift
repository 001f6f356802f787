import HybridReload
import HybridRuntime
import HybridSocket
import HybridSource

/// `hybrid preview`: a terminal client of a running dev server, or of one file.
enum PreviewCommand {
  static let device = Option<String?>.text("device", "NAME", "show the page as this device does")

  static let command = Command(
    name: "preview",
    summary: "follow a running dev server, or show one file, in this terminal",
    operands: [
      Operand(name: "URL|FILE", summary: "what 'hybrid dev' printed, or a page", completion: .file)
    ],
    options: declarations(device),
    examples: [
      .init("hybrid preview http://127.0.0.1:7788/", "a second terminal that follows"),
      .init("hybrid preview pages/home/index.html", "one page, without a server"),
    ],
    run: run)

  static func run(_ arguments: Arguments) -> ExitCode {
    let target = arguments.operands[0]
    var device: DeviceRequest?
    if let name = arguments[Self.device] {
      guard Device(named: name) != nil else {
        Output.error.report(unknownDevice(name))
        return .wrongUsage
      }
      device = .named(name)
    }
    guard target.hasPrefix("http://") || target.hasPrefix("ws://") else {
      return RenderCommand.run(arguments)
    }
    guard let address = ServerAddress(target) else {
      Output.error.report(
        Diagnostic(
          .error, "preview.no-token", "the token of \(target) is not known here",
          hint: "give the URL as 'hybrid dev' printed it, or run this in the project's folder"))
      return .environmentFailed
    }
    let client = ReloadClient(name: "terminal \(hybridVersion)", device: device)
    let interruption = Interruption()
    return runBlocking {
      let following = Task { await Follower(client: client, address: address).run() }
      await interruption.wait()
      following.cancel()
      Output.standard.write("\n")
      return .done
    }
  }
}

/// Where a server is and the word that opens it.
struct ServerAddress: Sendable {
  var socket: String
  var token: String

  /// Reads `http://HOST:PORT/?token=TOKEN`. Without the token it is looked up in the `.hybrid/dev.json` of this folder or
  /// of one above it, when that names the same server.
  init?(_ url: String) {
    guard let rest = url.split(separator: "://", maxSplits: 1).dropFirst().first else { return nil }
    let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !host.isEmpty else { return nil }
    socket = "ws://\(host)/hybrid/socket"
    if let written = rest.split(separator: "token=", maxSplits: 1).dropFirst().first {
      token = String(written.prefix { $0.isLetter || $0.isNumber })
    } else if let info = DevInfo.nearest(), info.socket == socket {
      token = info.token
    } else {
      return nil
    }
  }
}

/// Follows a server for as long as it is wanted: connects, shows, and connects again.
private actor Follower {
  private var client: ReloadClient
  private let address: ServerAddress
  private let screen = Screen(.standard)

  init(client: ReloadClient, address: ServerAddress) {
    self.client = client
    self.address = address
  }

  func run() async {
    // Quick at first, since a server that restarts is back at once; never more than once in five seconds later.
    var pause = Duration.milliseconds(100)
    var wasConnected = true
    while !Task.isCancelled {
      do throws(SocketError) {
        let socket = try await WebSocketClient.connect(
          address.socket, protocols: ["hybrid.1", "hybrid.token.\(address.token)"])
        pause = .milliseconds(100)
        if !wasConnected { say("connected again") }
        wasConnected = true
        socket.send(.text(client.hello.encoded))
        try await follow(socket)
      } catch {
        if case .refused(_, 401...403) = error {
          Output.error.report(
            Diagnostic(
              .error, "preview.refused", "the server does not accept this token",
              hint: "it may have restarted"))
        }
        if wasConnected { say("no connection (\(error)); trying again") }
        wasConnected = false
      }
      try? await Task.sleep(for: pause)
      pause = min(pause * 2, .seconds(5))
    }
  }

  private func follow(_ socket: WebSocketClient) async throws(SocketError) {
    defer { socket.close() }
    while !Task.isCancelled {
      let bytes: [UInt8]
      do throws(SocketError) {
        bytes = try await socket.next(within: .seconds(1)).bytes
      } catch .timedOut {
        continue
      }
      guard let message = ServerMessage(bytes) else { continue }
      let (change, replies) = client.receive(message)
      show(change)
      for reply in replies { socket.send(.text(reply.encoded)) }
    }
  }

  private func show(_ change: ReloadClient.Change) {
    switch change {
    case .tree:
      guard let tree = client.tree, let unit = client.unit else { return }
      screen.show(tree, unit: unit, device: client.deviceName ?? "")
    case .failed: for diagnostic in client.diagnostics { Output.error.report(diagnostic) }
    case .fixed: say("fixed")
    case .log(_, let text): say(text)
    case .units, .nothing: break
    }
  }

  private func say(_ text: String) {
    screen.output.write(screen.output.paint("2", "· " + text.withoutControls) + "\n")
  }
}
