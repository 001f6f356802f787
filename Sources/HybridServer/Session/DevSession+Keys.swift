import HybridCompiler
package import HybridReload
package import HybridRuntime
package import HybridSource
import HybridUnits

/// What a person at the server's own terminal asks for, by keys.
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
        tree: runs($0) ? nil : tree(of: $0, as: standard))
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
    for id in clients.keys { bringUpToDate(id) }
    followShown()
    tellReload()
    if telling { shareReload() }
    return clients.count
  }

  /// Shows the unit that is `step` places behind the shown one in the list of all, round its end.
  ///
  /// Clients that chose no unit go along: each gets the tree of the next one.
  /// - Returns: What is shown now; nil when there is no other unit.
  package func showNextUnit(by step: Int) -> Picture? {
    let names = compiler.unitNames
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
  func go(to unit: String) {
    shown = unit
    followShown()
    for (id, client) in clients where client.wanted == nil { bringUpToDate(id) }
  }

  /// Shows everything on another device, which holds until the next call. Clients that follow the terminal's device go
  /// along; pages that run go on, as on a device that was turned.
  package func use(_ device: Device) -> Picture? {
    askedDevice = .named(device.name)
    askedDevice?.platform = device.platform
    standard.device = device
    for id in clients.keys where settle(id) {
      if let client = clients[id], let page = client.page {
        for running in page.below + [page.running] { running.tell(.move(client.variant)) }
      } else {
        bringUpToDate(id)
      }
    }
    terminalPage?.tell(.move(standard))
    return picture
  }

  /// The devices to go through: those that were asked for, those that `hybrid.json` lists, then all that are known, each once
  /// and with the settings of the command line.
  package func devices(asked: [Device]) -> [Device] {
    var names = Set(asked.map(\.base))
    var usual = settings
    if usual.prefersDark == nil, compiler.config.colorScheme == "dark" { usual.prefersDark = true }
    let others = devices.names.filter { names.insert($0).inserted }.compactMap { name -> Device? in
      var request = usual
      request.name = name
      return try? devices.device(request, platform: platform)
    }
    return asked + others
  }

  /// Where the author has most likely something to do: the first mistake, or else the file of the shown unit. A path in the
  /// project.
  package var placeToEdit: SourceLocation? {
    if let place = errors.lazy.compactMap(\.location).first { return place }
    guard let path = shown.flatMap({ current($0) })?.path else { return nil }
    return SourceLocation(path: path, line: 1, column: 1)
  }
}
