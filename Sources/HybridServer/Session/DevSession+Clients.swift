package import HybridReload
package import HybridRuntime
package import HybridSocket
package import HybridUnits

/// Somebody who looks.
struct Client {
  let connection: WebSocketConnection
  var name = "unnamed"
  var device: Device
  /// The unit it asked for; nil follows the terminal.
  var wanted: String?
  /// The revision that it says it shows.
  var acknowledged = 0
}

extension DevSession {
  /// Greets a client that was let in. It gets every update from now on, also without a word of its own.
  package func clientOpened(_ connection: WebSocketConnection) {
    clients[connection.id] = Client(connection: connection, device: standardDevice)
    send(
      .welcome(
        ServerMessage.Welcome(
          session: id, revision: revision, version: version, title: title, units: compiler.unitNames,
          unit: shown)), to: connection.id)
    if !errors.isEmpty { send(.failed(revision: revision, diagnostics: errors), to: connection.id) }
  }

  /// Deals with one message.
  package func clientSaid(_ message: ClientMessage, from id: UInt64) {
    guard clients[id] != nil else { return }
    switch message {
    case .hello(let hello):
      clients[id]?.name = hello.client
      setDevice(hello.device, of: id)
      clients[id]?.wanted = hello.unit.flatMap { compiler.unitNames.contains($0) ? $0 : nil }
      let known = hello.session == self.id ? hello.revision : nil
      sendSnapshot(to: id, unless: known)
    case .show(let unit, let device):
      setDevice(device, of: id)
      if let unit {
        guard compiler.unitNames.contains(unit) else {
          return send(.log(.warning, text: "there is no unit '\(unit)'"), to: id)
        }
        clients[id]?.wanted = unit
      }
      sendSnapshot(to: id, unless: nil)
    case .ack(let revision, _): clients[id]?.acknowledged = revision
    case .event, .log: break
    }
  }

  /// Forgets a client.
  package func clientClosed(_ id: UInt64) { clients[id] = nil }

  /// A client's tree, unless what it has since revision `known` is the same.
  private func sendSnapshot(to id: UInt64, unless known: Int?) {
    guard let client = clients[id], let unit = client.wanted ?? shown,
      let tree = tree(of: unit, on: client.device)
    else { return }
    if let known, known <= revision, let change = stages.lastChange(of: unit, on: client.device),
      change <= known
    {
      return
    }
    send(
      .snapshot(
        ServerMessage.Snapshot(revision: revision, unit: unit, device: client.device.name, tree: tree)),
      to: id)
  }

  private func setDevice(_ request: DeviceRequest?, of id: UInt64) {
    switch request {
    case .named(let name)?:
      if let device = Device(named: name) {
        clients[id]?.device = device
      } else {
        send(.log(.warning, text: "there is no device '\(name)'"), to: id)
      }
    case .size(let size)?: clients[id]?.device = Device(width: size.width, height: size.height)
    case nil: break
    }
  }

  private func send(_ message: ServerMessage, to id: UInt64) {
    clients[id]?.connection.send(.text(message.encoded))
  }

  // MARK: What the endpoints ask

  /// Figures of the session.
  package var status: (title: String, revision: Int, errors: Int, units: Int, clients: Int, shown: String?) {
    (title, revision, errors.count, compiler.unitNames.count, clients.count, shown)
  }

  /// All units, sorted by name.
  package var allUnits: [Unit] { compiler.unitNames.compactMap { current($0) } }

  /// One unit.
  package func unit(named name: String) -> Unit? { current(name) }

  /// A render besides those that clients show.
  package func render(_ unit: Unit, on device: Device) -> Rendering { renderer.render(unit, on: device) }
}
