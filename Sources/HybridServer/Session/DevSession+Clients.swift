import HybridCompiler
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
  /// Whether it is sent compiled templates, as binary messages.
  var takesBinary = true
  /// Its own running page; nil while it shows what everybody sees.
  var page: ClientPage?
}

extension DevSession {
  /// Greets a client that was let in. It gets every update from now on, also without a word of its own.
  package func clientOpened(_ connection: WebSocketConnection) {
    clients[connection.id] = Client(connection: connection, device: standardDevice)
    send(welcome, to: connection.id)
    if !errors.isEmpty { send(.failed(revision: revision, diagnostics: errors), to: connection.id) }
  }

  /// Who this server is and what it has, as of now. Sent anew when the settings change.
  var welcome: ServerMessage {
    .welcome(
      ServerMessage.Welcome(
        session: id, revision: revision, version: version, title: title, units: compiler.unitNames,
        unit: shown))
  }

  /// Deals with one message.
  package func clientSaid(_ message: ClientMessage, from id: UInt64) {
    guard clients[id] != nil else { return }
    switch message {
    case .hello(let hello):
      clients[id]?.name = hello.client
      clients[id]?.takesBinary = hello.binary ?? true
      setDevice(hello.device, of: id)
      clients[id]?.wanted = hello.unit.flatMap { compiler.unitNames.contains($0) ? $0 : nil }
      if let page = hello.page, clients[id]?.page == nil, resume(page, for: id) { return }
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
    case .event(let event): clientDid(event, from: id)
    case .log: break
    }
  }

  /// Forgets a client.
  package func clientClosed(_ id: UInt64) {
    if let page = clients[id]?.page { park(page) }
    clients[id] = nil
  }

  /// A client's tree, unless what it has since revision `known` is the same.
  func sendSnapshot(to id: UInt64, unless known: Int?) {
    guard let client = clients[id], let unit = client.wanted ?? shown else { return }
    if let page = client.page {
      if page.running.unit == unit { return page.running.tell(.snapshot(revision: revision)) }
      page.stop()
      clients[id]?.page = nil
    }
    if runs(unit), openPage(for: id) != nil { return }
    guard let tree = tree(of: unit, on: client.device) else { return }
    if let known, known <= revision, let change = stages.lastChange(of: unit, on: client.device),
      change <= known
    {
      return
    }
    send(
      .snapshot(
        ServerMessage.Snapshot(revision: revision, unit: unit, device: client.device.name, tree: tree)),
      to: id)
    if client.takesBinary, let frame = templateFrame(of: unit) { client.connection.send(binary: frame) }
  }

  /// Sends changed templates, each encoded once, to the clients that take them.
  func pushTemplates(_ changes: [BuildResult.Change]) {
    let receivers = clients.values.filter(\.takesBinary).map(\.connection)
    guard !receivers.isEmpty else { return }
    for change in changes {
      if let frame = templateFrame(of: change.name) { broadcast(.binary(frame), receivers) }
    }
  }

  /// A template as it travels; nil for a page, and for one that never was good.
  private func templateFrame(of name: String) -> [UInt8]? {
    guard isTemplate(name), let unit = compiler.unit(named: name) else { return nil }
    return UnitFrame(revision: revision, unit: unit)?.encoded
  }

  private func setDevice(_ request: DeviceRequest?, of id: UInt64) {
    switch request {
    case .named(let name)?:
      if var device = Device(named: name) {
        device.platform = platform
        clients[id]?.device = device
      } else {
        send(.log(.warning, text: "there is no device '\(name)'"), to: id)
      }
    case .size(let size)?:
      clients[id]?.device = Device(width: size.width, height: size.height)
      clients[id]?.device.platform = platform
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
