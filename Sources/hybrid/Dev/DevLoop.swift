@preconcurrency import Dispatch
import HybridConcurrency
import HybridDrawing
import HybridEncoding
import HybridRuntime
import HybridServer
import HybridSource
import HybridViewTree

/// The terminal side of a running server: processes keys and events one at a time, keys first, and prints
/// them.
///
/// It runs on its own thread: a blocked terminal blocks its writer, which must not delay clients and saves.
actor DevLoop {
  let server: DevServer
  let root: String
  let control: DevProcessControl
  let inbox: DevInbox
  /// The devices of the command line, the session's default first.
  let asked: [Device]
  private var terminal: any DevTerminal
  /// The display state of the terminal.
  var display = DevDisplay()
  private var wasHinted = false
  private var own = OwnFigures()
  private var playgroundURL: String?
  private nonisolated let executor = QueueExecutor(label: "hybrid.terminal")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    _ server: DevServer, root: String, devices: [Device], control: DevProcessControl, inbox: DevInbox,
    terminal: any DevTerminal
  ) {
    self.server = server
    self.root = root
    self.control = control
    self.inbox = inbox
    self.terminal = terminal
    asked = devices
    playgroundURL = server.ready.playgroundURL
    if let unit = server.ready.shown, let tree = server.ready.tree {
      display.show(DevPicture(unit: unit, device: server.ready.device.name, tree: tree, revision: 1))
    }
  }

  /// Reports that the server is ready.
  func greet(after duration: Duration) {
    terminal.ready(server.ready, in: root, after: duration, hasKeys: control.keys != nil)
  }

  /// Processes all items until the inbox is closed.
  func run() async {
    for await _ in inbox.arrivals { await takeAll() }
    await takeAll()
    terminal.ended(await figures, because: control.reason)
  }

  private func takeAll() async {
    while let item = inbox.take() {
      switch item {
      case .key(let key): await press(key)
      case .event(let event): await tell(event)
      case .unreported(let count):
        let diagnostic = Diagnostic(
          .note, "dev.untold",
          "\(count) lines about scripts and clients were dropped: the terminal did not accept output")
        terminal.tell(.note(diagnostic), DevContext())
      }
    }
  }

  /// Performs the action of a key and reports the result.
  private func press(_ key: Key) async {
    if key == .enter { return terminal.space() }
    guard let known = DevKey.pressed(key) else {
      // Reported only once, so that a held key does not repeat it.
      guard !wasHinted, let name = key.name else { return }
      wasHinted = true
      return terminal.tell(DevOutcome(key: nil, pressed: name, result: DevKey.unknown(name)))
    }
    terminal.tell(DevOutcome(key: known, pressed: known.letter, result: await known.perform(self)))
  }

  private func tell(_ event: DevServer.Event) async {
    var context = DevContext()
    context.view = display.view
    switch event {
    case .saved(let report, let tree):
      context.device = await server.session.standardDevice.name
      own.add(report.milliseconds)
      context.figures = await figures
      if let tree, let unit = report.shown {
        let picture = DevPicture(unit: unit, device: context.device, tree: tree, revision: report.revision)
        display.show(picture)
        context.pictures = [picture] + (await pictures(of: unit, at: report.revision))
      }
      if report.hasNewShown { await followPlayground(&context) }
    case .page(let tree, let unit):
      context.device = await server.session.standardDevice.name
      let picture = DevPicture(
        unit: unit, device: context.device, tree: tree, revision: await server.session.revision)
      display.show(picture)
      context.pictures = [picture]
    case .open(let path, let line, let column):
      terminal.tell(event, context)
      let place = SourceLocation(path: path, line: line, column: column)
      if let diagnostic = await open(place, mayUseTerminal: false).failure {
        terminal.tell(.note(diagnostic), context)
      }
      return
    case .note, .script, .client, .painted, .refused, .pairing, .built: break
    }
    terminal.tell(event, context)
  }

  /// The pictures of the unit on the other devices of the command line.
  private func pictures(of name: String, at revision: Int) async -> [DevPicture] {
    guard !display.isDeviceChosen, let unit = await server.session.unit(named: name) else { return [] }
    var pictures: [DevPicture] = []
    let dataSet = await server.session.standard.dataSet
    for device in asked.dropFirst() {
      let tree = await server.session.render(unit, as: Variant(device, dataSet: dataSet)).tree
      pictures.append(DevPicture(unit: name, device: device.name, tree: tree, revision: revision))
    }
    return pictures
  }

  /// The Playground address of the shown template, if it has changed.
  private func followPlayground(_ context: inout DevContext) async {
    guard server.ready.playgroundURL != nil, let url = await server.session.urlForPhones, url != playgroundURL
    else { return }
    playgroundURL = url
    context.playgroundURL = url
    context.isPlaygroundOpen = server.ready.isPlaygroundOpen
  }

  private var figures: DevFigures {
    get async { own.figures(painted: await server.session.figures) }
  }
}

extension Key {
  /// The key's name for people; nil for input other than keys, such as mouse movement.
  fileprivate var name: String? {
    switch self {
    case .text(let text): text
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .paste: "a paste"
    case .tab, .backTab: "Tab"
    case .escape: "Esc"
    case .backspace, .delete: "Delete"
    case .up, .down, .left, .right, .home, .end, .pageUp, .pageDown: "an arrow key"
    case .enter: "Enter"
    case .mouse: nil
    }
  }
}
