import Foundation
import HybridCompiler
import HybridJSON
import HybridReload
import HybridRuntime
import HybridScript
import HybridSocket
import HybridSource
import HybridUnits

/// What a running page tells the session.
enum PageEvent: Sendable {
  /// What is wrong with it now.
  case faults([Diagnostic], unit: String)
  /// What it did and said.
  case log(PageLogEntry, unit: String)
  /// What is known of a node, or why nothing is.
  case inspected(RequestID, ElementInspection?, handle: Int, PageReceiver)
  /// It wants to go to another page.
  case navigate(PageNavigation, unit: String, PageReceiver)
}

/// Makes the pages that run; keeps the terminal's, those of clients that went away, and what is wrong with
/// any.
///
/// A connected client has its own page (``Client/page``).
struct RunningPages {
  /// Pages kept for clients that went away, so that a break of the connection costs no state.
  static let parkedLimit = 64

  /// What a page is made of besides its unit.
  struct Setting {
    var variant: Variant
    var revision: Int
    /// The origins that scripts reach.
    var origins: [String]
    /// What the client sees of the page already.
    var tree: ViewTree?
    /// What the page before it hands over.
    var data: JSONValue?
    /// Whether the client's own page led there.
    var isNavigation = false
  }

  private let files: FileReader
  private let renderer: Renderer
  /// Gets what pages tell.
  private var tell: @Sendable (PageEvent) -> Void = { _ in }
  /// Pages of clients that went away.
  private var parked: [ClientPage] = []
  /// The running page that the terminal shows.
  private var terminal: RunningPage?
  /// What is wrong with the pages that run, by unit; of several running pages of one unit as the last one
  /// told.
  private(set) var faults: [String: [Diagnostic]] = [:]
  /// What running pages' scripts did wrong.
  private var scriptFaults = ScriptFaults()

  init(files: FileReader, renderer: Renderer) {
    self.files = files
    self.renderer = renderer
  }

  /// Has pages that are made from now on tell `receiver`.
  mutating func report(to receiver: @escaping @Sendable (PageEvent) -> Void) { tell = receiver }

  // MARK: Making

  /// A page for a client, which has not begun.
  func make(
    _ unit: PageUnit, in setting: Setting, for receiver: PageReceiver, device box: PageDeviceBox
  ) -> RunningPage {
    let (name, tell) = (unit.name, tell)
    return make(unit, in: setting, device: box) { output in
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
      case .navigate(let navigation): tell(.navigate(navigation, unit: name, receiver))
      case .picture: break
      }
    }
  }

  private func make(
    _ unit: PageUnit, in setting: Setting, device box: PageDeviceBox,
    send: @escaping @Sendable (RunningPage.Output) -> Void
  ) -> RunningPage {
    let (address, data, files) = (PageNetwork.base + unit.path, setting.data, files)
    return RunningPage(
      unit, id: randomToken(), as: setting.variant, at: setting.revision, renderer: renderer,
      network: PageNetwork(allowing: setting.origins) { files.read($0) },
      adopting: setting.tree, isNavigation: setting.isNavigation,
      source: { files.source($0) },
      environment: {
        var environment = PageEnvironment(address: address, device: box.device)
        environment.opened = Date().timeIntervalSince1970 * 1000
        environment.extensionData = data
        return environment
      }, send: send)
  }

  // MARK: The terminal's own page

  /// Lets the page that the terminal shows run, unless it runs already; nil ends it.
  /// - Parameter picture: Gets what the page looks like after each step.
  mutating func show(
    _ unit: PageUnit?, in setting: Setting,
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
    let page = make(unit, in: setting, device: PageDeviceBox()) { output in
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

  /// Keeps the page of a client that is gone for a while.
  mutating func park(_ page: ClientPage) {
    page.receiver.attach(nil)
    for running in page.all { running.tell(.rest) }
    parked.append(page)
    if parked.count > Self.parkedLimit { parked.removeFirst().stop() }
  }

  /// The page of a client that is back, if it is there still.
  mutating func takeParked(_ id: String) -> ClientPage? {
    parked.firstIndex { $0.running.id == id }.map { parked.remove(at: $0) }
  }

  /// The terminal's page, and those of clients that went away.
  var all: [RunningPage] { parked.flatMap(\.all) + (terminal.map { [$0] } ?? []) }

  /// Ends every page that no client has.
  mutating func stop() {
    for page in parked { page.stop() }
    parked = []
    terminal?.stop()
    terminal = nil
  }

  // MARK: Faults

  /// Notes what is wrong with a running page.
  mutating func note(_ faults: [Diagnostic], of unit: String) {
    self.faults[unit] = faults.isEmpty ? nil : faults
  }

  /// Notes what a page did; returns the diagnostic of an error.
  mutating func note(_ entry: PageLogEntry, of unit: String) -> Diagnostic? {
    guard case .error(let fault) = entry else { return nil }
    let diagnostic = fault.diagnostic(in: files.source(fault.path))
    scriptFaults.note(diagnostic, of: unit)
    return diagnostic
  }

  /// What scripts did wrong since their page changed last: of one unit, or of all by name.
  func scriptFaults(of unit: String?) -> [Diagnostic] { scriptFaults.diagnostics(of: unit) }

  /// Forgets what was wrong before a save.
  mutating func take(_ report: SaveReport) {
    for unit in report.units {
      scriptFaults.forget(unit.unit)
      if unit.kind == .removed { faults[unit.unit] = nil }
    }
  }
}
