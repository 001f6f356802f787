import HybridCompiler
package import HybridReload
package import HybridRuntime
package import HybridSource
import HybridUnits

/// What a person at the server's own terminal asks for, by keys, and what editors and agents may ask for in
/// his place.
extension DevSession {
  /// What the terminal shows.
  package struct Picture: Sendable {
    package var unit: String
    package var device: Device
    /// The data set; nil for the unit's own data.
    package var data: String?
    /// nil while the page begins to run; then its tree comes as an event.
    package var tree: ViewTree?
  }

  /// What the terminal shows now; nil in a project without any unit.
  package var picture: Picture? {
    shown.map {
      Picture(
        unit: $0, device: standardDevice, data: standard.dataSet,
        tree: shownTree)
    }
  }

  /// Begins every page anew, for everybody: what was typed, scrolled and computed is lost, on purpose.
  ///
  /// Each client gets one snapshot, which is how the protocol says that a tree is not what it was.
  /// - Parameter telling: Whether servers that share the project do so too.
  /// - Returns: How many clients were told.
  @discardableResult
  package func reloadAll(telling: Bool = true) -> Int {
    // Those who come back get a new page too.
    stopPages()
    for id in state.clients.ids { bringUpToDate(id) }
    followShown()
    output(.built(BuildSummary(reloadAt: revision, errors: errors)))
    if telling { output(.reloadOthers) }
    return state.clients.count
  }

  /// Shows the unit that is `step` places behind the shown one in the list of all, round its end.
  ///
  /// Clients that chose no unit go along: each gets the tree of the next one.
  /// - Returns: What is shown now; nil when there is no other unit.
  package func showNextUnit(by step: Int) -> Picture? {
    let names = unitNames
    guard let first = names.first else { return nil }
    let count = names.count
    var next = first
    if let shown, let index = names.firstIndex(of: shown) {
      guard count > 1 else { return nil }
      next = names[((index + step) % count + count) % count]
    }
    go(to: next)
    return picture
  }

  /// Shows a unit in the terminal, and at every client that chose none of its own.
  private func go(to unit: String) {
    state.show(unit)
    followShown()
    for id in state.clients.ids where state.clients[id]?.wanted == nil { bringUpToDate(id) }
  }

  /// Shows everything on another device, which holds until the next call. Clients that follow the terminal's
  /// device go along; pages that run go on, as on a device that was turned.
  package func use(_ device: Device) -> Picture? {
    state.devices.use(device)
    for id in state.moveClients() {
      if let client = state.clients[id], let page = client.page {
        for running in page.all { running.tell(.move(client.variant)) }
      } else {
        bringUpToDate(id)
      }
    }
    pages.moveTerminal(to: standard)
    return picture
  }

  /// The devices to go through: those that were asked for, those that `hybrid.json` lists, then all that are
  /// known, each once and with the settings of the command line.
  package func devices(asked: [Device]) -> [Device] {
    state.devices.all(after: asked, config: state.compiler.config)
  }

  /// Shows a unit, on a device, in the terminal and at every client that chose none of its own.
  ///
  /// - Parameters:
  ///   - unit: One that there is; nil stays with the one that is shown.
  ///   - device: Nil stays with the one that it is shown on.
  ///   - data: The name of a data set, for the terminal; nil stays with the one that is shown, `data` is the
  ///     unit's own.
  func show(_ unit: String?, on device: Device?, data: String? = nil) {
    if let data {
      state.devices.use(dataSet: Variant.dataSet(named: data))
      pages.moveTerminal(to: standard)
    }
    if let device { _ = use(device) }
    if let unit { go(to: unit) }
    if let shown, let tree = shownTree { output(.terminal(.page(tree, unit: shown))) }
  }

  /// Where the author has most likely something to do: the first mistake, or else the file of the shown unit.
  /// A path in the project.
  package var placeToEdit: SourceLocation? {
    if let place = errors.lazy.compactMap(\.location).first { return place }
    guard let path = shown.flatMap({ state.current($0) })?.path else { return nil }
    return SourceLocation(path: path, line: 1, column: 1)
  }
}
