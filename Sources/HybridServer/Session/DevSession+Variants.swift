import HybridCompiler
package import HybridReload
package import HybridRuntime
import HybridSource
import HybridUnits

/// The devices that there are, and what each client and the terminal look at units as.
extension DevSession {
  /// Takes what `hybrid.json` says of devices, and what the terminal shows pages on; true when names mean other devices
  /// than before, or the terminal has another one. Clients that did not choose go along.
  func chooseDevices() -> Bool {
    let list = DeviceList(compiler.config)
    let isNewList = list != devices
    devices = list
    let device = chosenDevice
    guard isNewList || device != standard.device else { return false }
    standard.device = device
    for id in clients.keys { settle(id) }
    return true
  }

  /// The device that was asked for; without one what `hybrid.json` has as its default.
  private var chosenDevice: Device {
    var usual = Device(defaultsOf: compiler.config)
    usual.platform = platform
    guard let asked = askedDevice else { return usual }
    // One that is gone from `hybrid.json` stays as it was.
    return (try? devices.device(asked, standard: usual, platform: platform)) ?? standard.device
  }

  /// A device that somebody asks for.
  package func device(_ request: DeviceRequest) throws(DeviceFault) -> Device {
    try devices.device(request, standard: standard.device, platform: platform)
  }

  /// Notes what a client wants to look at units on, and with which data.
  ///
  /// - Parameters:
  ///   - device: Nil stays with the one that it chose before.
  ///   - data: Nil is each unit's own.
  func choose(_ device: DeviceRequest?, data: String?, of id: UInt64) {
    clients[id]?.variant.dataSet = Self.dataSet(data)
    guard let device else {
      settle(id)
      return
    }
    do throws(DeviceFault) {
      _ = try self.device(device)
      clients[id]?.device = device
    } catch {
      let hint = error.hint(devices.names).map { "; " + $0 } ?? ""
      send(.log(.warning, text: error.message + hint), to: id)
    }
    settle(id)
  }

  /// Works out the device of a client from what it asked for; true when it is another one than before.
  @discardableResult
  func settle(_ id: UInt64) -> Bool {
    guard let client = clients[id] else { return false }
    var device = standard.device
    if let request = client.device {
      device = (try? self.device(request)) ?? client.variant.device
    }
    clients[id]?.variant.device = device
    return device != client.variant.device
  }

  /// A data set by the name that somebody gave: `data` is what lists call a unit's own.
  static func dataSet(_ name: String?) -> String? {
    guard let name, !name.isEmpty, name != DataSet.ownName else { return nil }
    return String(name.prefix(200))
  }

  /// Tells a client, once, that its unit has no data set of the name that it asked for and shows its own data.
  func tellOfMissingDataSet(_ id: UInt64) {
    guard let client = clients[id], let name = client.variant.dataSet, let unitName = client.wanted ?? shown,
      let unit = current(unitName)
    else { return }
    let names = unit.dataSets.map(\.name)
    guard !names.contains(name) else {
      clients[id]?.toldOfMissing = nil
      return
    }
    guard client.toldOfMissing ?? ("", "") != (unitName, name) else { return }
    clients[id]?.toldOfMissing = (unitName, name)
    let hint =
      nearest(to: name, in: names).map { "; did you mean '\($0)'?" }
      ?? (names.isEmpty ? "" : "; there is \(names.joined(separator: ", "))")
    send(
      .log(
        .warning, text: "\(unitName) has no data set '\(name)', so its own data is shown\(hint)"), to: id)
  }
}
