import HybridCompiler
import HybridJSON
package import HybridReload
import HybridRuntime
import HybridSocket
import HybridUnits

/// Messages of clients.
extension DevSession {
  /// Greets an accepted client. It gets every update from now on, even if it never sends a message.
  package func clientOpened(_ line: any ClientLine) {
    let window = ClientWindow(
      line,
      onBehind: { [weak self] id in
        guard let self else { return }
        Task { await self.tellClient(.behind, id) }
      },
      onDrained: { [weak self] id in
        guard let self else { return }
        Task { await self.clientDrained(id) }
      })
    state.clients.connect(Client(window, as: Variant(standardDevice), at: revision))
    send(state.welcome, to: line.id)
    if !errors.isEmpty { send(.failed(revision: revision, diagnostics: errors), to: line.id) }
  }

  /// Handles one message, which arrived at `instant`.
  package func clientSaid(
    _ message: ClientMessage, from id: UInt64, at instant: ContinuousClock.Instant = .now
  ) {
    guard state.clients[id] != nil else { return }
    defer { tellClient(message, from: id) }
    let revision = revision
    switch message {
    case .hello(let hello): clientIntroduced(hello, id)
    case .show(let show):
      let before = state.clients[id].map { ($0.wanted, $0.variant) }
      choose(show.device, data: show.data, of: id)
      if let unit = show.unit {
        guard unitNames.contains(unit) else {
          return send(.log(.warning, text: "there is no unit '\(unit.prefix(200))'"), to: id)
        }
        state.clients[id]?.choose(unit: unit)
      }
      // After switching to another view, the client shows the last save late, which says nothing about
      // latency.
      if let before, let client = state.clients[id], before != (client.wanted, client.variant) {
        state.clients[id]?.ignorePaints(upTo: revision)
      }
      bringUpToDate(id)
    case .ack(let painted, _):
      if painted <= revision { state.clients.painted(painted, by: id, at: instant) }
    case .event(let event): clientDid(event, from: id)
    case .inspect(let request): clientInspects(request, id)
    case .edit(let request): clientEdits(request, id)
    case .log: break
    }
  }

  private func clientIntroduced(_ hello: ClientMessage.Hello, _ id: UInt64) {
    let revision = revision
    state.clients[id]?.introduce(hello, at: revision)
    choose(hello.device, data: hello.data, of: id)
    // The unit that it shows may be missing only temporarily.
    let wanted = hello.unit.flatMap { unitNames.contains($0) || hello.shows?.unit == $0 ? $0 : nil }
    state.clients[id]?.choose(unit: wanted)
    let isKnown = hello.session == self.id
    // It may have disconnected during an error that is fixed now.
    if hello.session != nil, errors.isEmpty, !isKnown || (hello.revision ?? 0) < state.builds.fixedIn {
      send(.fixed(revision: revision), to: id)
    }
    if let page = hello.page, state.clients[id]?.page == nil, resume(page, for: id, showing: hello.shows) {
      return
    }
    // A discarded running page leaves a tree that no update applies to.
    let known = isKnown && hello.page == nil ? hello.revision : nil
    bringUpToDate(id, from: known, showing: hello.shows)
  }

  /// Sets the device and data set that a client requests.
  ///
  /// - Parameters:
  ///   - device: Nil keeps the previous choice.
  ///   - data: Nil is each unit's own.
  private func choose(_ device: DeviceRequest?, data: String?, of id: UInt64) {
    state.clients[id]?.choose(dataSet: Variant.dataSet(named: data))
    if let device {
      do throws(DeviceFault) {
        _ = try self.device(device)
        state.clients[id]?.choose(device: device)
      } catch {
        let hint = error.hint(devices.names).map { "; " + $0 } ?? ""
        send(.log(.warning, text: error.message + hint), to: id)
      }
    }
    if let client = state.clients[id] {
      let device = state.devices.device(of: client)
      state.clients[id]?.move(to: device)
    }
  }

  /// Removes a client. Its view is kept up to date for a while.
  package func clientClosed(_ id: UInt64) {
    tellClient(.left, id)
    if let page = state.clients.disconnect(id, whenShown: shown) { pages.park(page) }
  }

  /// Sends a message to one client, unless it is too slow.
  func send(_ message: ServerMessage, to id: UInt64) {
    state.clients[id]?.window.send(.text(message.encoded))
  }

  // MARK: Client events for the terminal

  /// Reports a client's message to the terminal.
  private func tellClient(_ message: ClientMessage, from id: UInt64) {
    switch message {
    case .hello:
      if state.clients[id]?.announce() == true { tellClient(.joined, id) }
    case .ack(let revision, _):
      guard let summary = state.clients[id]?.summary(following: shown) else { return }
      output(.terminal(.painted(summary, revision: revision)))
    default: break
    }
  }

  /// Reports a change of a client to the terminal, if it ever introduced itself.
  private func tellClient(_ change: DevServer.ClientChange, _ id: UInt64) {
    guard let client = state.clients[id], client.isAnnounced else { return }
    output(.terminal(.client(change, client.summary(following: shown))))
  }

  // MARK: Queries of endpoints

  /// Figures of the session.
  package var status: (title: String, revision: Int, errors: Int, units: Int, clients: Int, shown: String?) {
    (state.title, revision, errors.count, unitNames.count, state.clients.count, shown)
  }

  /// The connected clients, in the order of connecting.
  package var clientList: [ClientSummary] {
    state.clients.all.map { $0.summary(following: shown) }.sorted { $0.id < $1.id }
  }

  /// The connected clients as objects, in the order of connecting.
  var clientRows: (revision: Int, rows: [JSONValue]) {
    let rows = clientList.map { client in
      var row: [(String, JSONValue)] = [
        ("id", .number(Double(client.id))), ("name", .string(client.name)),
        ("address", .string(client.address)), ("device", .string(client.device)),
      ]
      if let data = client.data { row.append(("data", .string(data))) }
      if let unit = client.unit { row.append(("unit", .string(unit))) }
      row.append(("revision", .number(Double(client.revision))))
      row.append(("behind", .bool(client.isBehind)))
      if let latency = client.latency { row.append(("latency", .number(latency))) }
      return JSONValue.object(JSONObject(row))
    }
    return (revision, rows)
  }
}
