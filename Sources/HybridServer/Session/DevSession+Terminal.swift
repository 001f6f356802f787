import HybridCompiler
package import HybridRuntime
package import HybridSource
import HybridUnits
package import HybridViewTree

/// Commands by keys in the server's own terminal, and the same commands from editors and agents.
extension DevSession {
  /// The page of the terminal.
  package struct Picture: Sendable {
    package var unit: String
    package var device: Device
    /// The data set; nil for the unit's own data.
    package var data: String?
    /// The tree; nil while the page starts, in which case it follows as an event.
    package var tree: ViewTree?
  }

  /// The current page of the terminal; nil in a project without any unit.
  package var picture: Picture? {
    shown.map {
      Picture(
        unit: $0, device: standardDevice, data: standard.dataSet,
        tree: shownTree)
    }
  }

  /// Restarts every page for all clients: typed text, scroll offsets and script state are lost, on purpose.
  ///
  /// Each client gets one snapshot, by which the protocol signals a new tree.
  /// - Parameter telling: Whether servers that share the project reload as well.
  /// - Returns: The number of reloaded clients.
  @discardableResult
  package func reloadAll(telling: Bool = true) -> Int {
    // Reconnecting clients get a new page, too.
    stopPages()
    for id in state.clients.ids { bringUpToDate(id) }
    followShown()
    output(.built(BuildSummary(reloadAt: revision, errors: errors)))
    if telling { output(.reloadOthers) }
    return state.clients.count
  }

  /// Shows the unit `step` places after the shown one in the list of all units, wrapping around.
  ///
  /// Clients without their own choice follow: each gets the tree of the new unit.
  /// - Returns: The new picture; nil if there is no other unit.
  package func showNextUnit(by step: Int) -> Picture? {
    guard let next = state.unitName(after: step) else { return nil }
    go(to: next)
    return picture
  }

  /// Shows a unit in the terminal, and on every client without its own choice.
  private func go(to unit: String) {
    state.show(unit)
    followShown()
    for id in state.clients.followers { bringUpToDate(id) }
  }

  /// Switches to another device until the next call. Clients that follow the terminal's device switch, too;
  /// running pages continue, as on a rotated device.
  package func use(_ device: Device) -> Picture? {
    for id in state.use(device) {
      if let client = state.clients[id], let page = client.page {
        for running in page.all { running.tell(.move(client.variant)) }
      } else {
        bringUpToDate(id)
      }
    }
    pages.moveTerminal(to: standard)
    return picture
  }

  /// The devices to cycle through: the requested ones, those in `hybrid.json`, then all built-in ones, each
  /// once and with the settings of the command line.
  package func devices(asked: [Device]) -> [Device] {
    state.devices.all(after: asked, config: state.compiler.config)
  }

  /// Shows a unit on a device, in the terminal and on every client without its own choice.
  ///
  /// - Parameters:
  ///   - unit: An existing unit; nil keeps the shown one.
  ///   - device: Nil keeps the current one.
  ///   - data: The name of a data set, for the terminal; nil keeps the current one, `data` selects the unit's
  ///     own.
  func show(_ unit: String?, on device: Device?, data: String? = nil) {
    if let data {
      state.use(dataSet: Variant.dataSet(named: data))
      pages.moveTerminal(to: standard)
    }
    if let device { _ = use(device) }
    if let unit { go(to: unit) }
    if let shown, let tree = shownTree { output(.terminal(.page(tree, unit: shown))) }
  }

  /// The most likely place to edit: the first error, or else the file of the shown unit. A path in the
  /// project.
  package var placeToEdit: SourceLocation? { state.placeToEdit() }
}
