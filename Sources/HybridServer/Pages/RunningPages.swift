import FoundationEssentials
import HybridCompiler
import HybridJSON
import HybridReload
import HybridRuntime
import HybridScript
import HybridSocket
import HybridSource
import HybridUnits
import HybridViewTree

/// An event of a running page for the session.
enum PageEvent: Sendable {
  /// Its current faults.
  case faults([Diagnostic], unit: String)
  /// A log entry.
  case log(PageLogEntry, unit: String)
  /// The inspection of a node, or why there is none.
  case inspected(RequestID, ElementInspection?, handle: Int, PageReceiver)
  /// It requests navigation to another page, after an action of the user or by itself.
  case navigate(PageNavigation, isByUser: Bool, unit: String, PageReceiver)
}

/// Makes running pages; owns the terminal's page, those of disconnected clients, and the faults of all.
///
/// A connected client has its own page (``Client/page``). The session owns it; like the parts of a `LivePage`
/// it is an object, so that extensions of the session change it by its methods only.
final class RunningPages {
  /// The maximum number of pages kept for disconnected clients, so that a broken connection loses no state.
  static let parkedLimit = 64

  /// The inputs of a page besides its unit.
  struct Setting {
    var variant: Variant
    var revision: Int
    /// The origins that scripts may access.
    var origins: [String]
    /// The tree of the page that the client already has.
    var tree: ViewTree?
    /// Data from the previous page.
    var data: JSONValue?
    /// How the client's own page navigated there.
    var navigation: ServerMessage.Snapshot.Navigation?
    /// Whether the client plays animations by itself.
    var isPlayed = false
  }

  private let files: FileReader
  private let renderer: Renderer
  /// Receives the events of pages.
  private var tell: @Sendable (PageEvent) -> Void = { _ in }
  /// Pages of disconnected clients.
  private var parked: [ClientPage] = []
  /// The running page that the terminal shows.
  private var terminal: RunningPage?
  /// The faults of running pages, by unit; of several running pages of one unit, the latest report counts.
  private(set) var faults: [String: [Diagnostic]] = [:]
  /// The faults of running pages' scripts.
  private var scriptFaults = ScriptFaults()

  init(files: FileReader, renderer: Renderer) {
    self.files = files
    self.renderer = renderer
  }

  /// Sets the receiver of events for pages made from now on.
  func report(to receiver: @escaping @Sendable (PageEvent) -> Void) { tell = receiver }

  // MARK: Making

  /// A page for a client, not yet started.
  func make(
    _ unit: Unit, in setting: Setting, for receiver: PageReceiver, device box: PageDeviceBox
  ) -> RunningPage {
    let (name, tell) = (unit.name, tell)
    return make(unit, in: setting, device: box, isBusy: { receiver.isBusy }) { output in
      switch output {
      case .message(let message):
        receiver.send(message)
        if case .faults(_, let faults) = message { tell(.faults(faults, unit: name)) }
      case .shared(let message): receiver.send(shared: message)
      case .log(let entry):
        if let line = entry.line { receiver.send(.log(line.level, text: line.text)) }
        tell(.log(entry, unit: name))
      case .note(let level, let text): receiver.send(.log(level, text: text))
      case .inspected(let id, let inspection, let handle):
        tell(.inspected(id, inspection, handle: handle, receiver))
      case .navigate(let navigation, let isByUser):
        tell(.navigate(navigation, isByUser: isByUser, unit: name, receiver))
      case .picture: break
      }
    }
  }

  private func make(
    _ unit: Unit, in setting: Setting, device box: PageDeviceBox, until rest: PageRest = .idle,
    isBusy: @escaping @Sendable () -> Bool = { false },
    send: @escaping @Sendable (RunningPage.Output) -> Void
  ) -> RunningPage {
    let (address, data, files) = (PageNetwork.base + unit.path, setting.data, files)
    let isPlayed = setting.isPlayed
    return RunningPage(
      unit, id: randomToken(), as: setting.variant, at: setting.revision, renderer: renderer,
      network: PageNetwork(allowing: setting.origins) { files.read($0) },
      adopting: setting.tree, navigation: setting.navigation, until: rest,
      source: { files.source($0) },
      environment: {
        var environment = PageEnvironment(address: address, device: box.device)
        environment.opened = Date().timeIntervalSince1970 * 1000
        environment.extensionData = data
        environment.isPlayed = isPlayed
        return environment
      }, isBusy: isBusy, send: send)
  }

  // MARK: The terminal's own page

  /// Runs the page that the terminal shows, unless it runs already; nil ends it. A terminal shows animations
  /// where they begin and end only: it would print the page 60 times a second.
  /// - Parameter picture: Gets the tree after each step.
  func show(
    _ unit: Unit?, in setting: Setting,
    picture: @escaping @Sendable (_ unit: String, ViewTree) -> Void
  ) {
    guard let unit else {
      terminal?.stop()
      terminal = nil
      return
    }
    guard terminal?.unit != unit.name else { return }
    terminal?.stop()
    let (name, tell) = (unit.name, tell)
    let page = make(unit, in: setting, device: PageDeviceBox(), until: .still) { output in
      switch output {
      case .picture(let tree): picture(name, tree)
      case .log(let entry): tell(.log(entry, unit: name))
      case .note(let level, let text): tell(.log(.console(level: level.rawValue, text: text), unit: name))
      case .message(.faults(_, let faults)): tell(.faults(faults, unit: name))
      case .message, .shared, .inspected, .navigate: break
      }
    }
    terminal = page
    page.start()
  }

  /// Shows the terminal's page on another device, or with another data set.
  func moveTerminal(to variant: Variant) { terminal?.tell(.move(variant)) }

  // MARK: Pages without a client

  /// Keeps the page of a disconnected client.
  func park(_ page: ClientPage) {
    page.receiver.attach(nil)
    for running in page.all { running.tell(.rest) }
    parked.append(page)
    if parked.count > Self.parkedLimit { parked.removeFirst().stop() }
  }

  /// The page of a returning client, if it still exists.
  func takeParked(_ id: String) -> ClientPage? {
    parked.firstIndex { $0.running.id == id }.map { parked.remove(at: $0) }
  }

  /// The terminal's page, and those of disconnected clients.
  var all: [RunningPage] { parked.flatMap(\.all) + (terminal.map { [$0] } ?? []) }

  /// Ends every page without a client.
  func stop() {
    for page in parked { page.stop() }
    parked = []
    terminal?.stop()
    terminal = nil
  }

  // MARK: Faults

  /// Records the faults of a running page.
  func note(_ faults: [Diagnostic], of unit: String) {
    self.faults[unit] = faults.isEmpty ? nil : faults
  }

  /// Records a log entry of a page; returns the diagnostic of an error.
  func note(_ entry: PageLogEntry, of unit: String) -> Diagnostic? {
    guard case .error(let fault) = entry else { return nil }
    let diagnostic = fault.diagnostic(in: files.source(fault.path))
    scriptFaults.note(diagnostic, of: unit)
    return diagnostic
  }

  /// The script faults since the last change of their page: of one unit, or of all by name.
  func scriptFaults(of unit: String?) -> [Diagnostic] { scriptFaults.diagnostics(of: unit) }

  /// Clears the faults from before a save.
  func take(_ report: SaveReport) {
    for unit in report.units {
      scriptFaults.forget(unit.unit)
      if unit.kind == .removed { faults[unit.unit] = nil }
    }
  }
}
