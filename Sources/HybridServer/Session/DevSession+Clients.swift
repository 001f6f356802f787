import HybridJSON
package import HybridReload
import HybridSocket

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
    for message in state.connect(window) { send(message, to: line.id) }
  }

  /// Handles one message, which arrived at `instant`.
  package func receive(
    _ message: ClientMessage, from id: UInt64, at instant: ContinuousClock.Instant = .now
  ) {
    guard state.clients[id] != nil else { return }
    defer { tellClient(message, from: id) }
    switch message {
    case .hello(let hello): clientIntroduced(hello, id)
    case .show(let show):
      let (messages, isValid) = state.choose(show, for: id)
      for message in messages { send(message, to: id) }
      if isValid { bringUpToDate(id) }
    case .ack(let revision, _): state.painted(revision, by: id, at: instant)
    case .event(let event): clientDid(event, from: id)
    case .inspect(let request): clientInspects(request, id)
    case .edit(let request): clientEdits(request, id)
    case .log: break
    }
  }

  private func clientIntroduced(_ hello: ClientMessage.Hello, _ id: UInt64) {
    let (messages, known) = state.introduce(hello, id)
    for message in messages { send(message, to: id) }
    if let page = hello.page, state.clients[id]?.page == nil, resume(page, for: id, showing: hello.shows) {
      return
    }
    bringUpToDate(id, from: known, showing: hello.shows)
  }

  /// Removes a client. Its view is kept up to date for a while.
  package func clientClosed(_ id: UInt64) {
    tellClient(.left, id)
    if let page = state.disconnect(id, at: .now) { pages.park(page) }
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
      if state.announce(id) { tellClient(.joined, id) }
    case .ack(let revision, _):
      guard let summary = state.summary(of: id) else { return }
      output(.terminal(.painted(summary, revision: revision)))
    default: break
    }
  }

  /// Reports a change of a client to the terminal, if it ever introduced itself.
  private func tellClient(_ change: DevServer.ClientChange, _ id: UInt64) {
    guard state.clients[id]?.isAnnounced == true, let summary = state.summary(of: id) else { return }
    output(.terminal(.client(change, summary)))
  }

  // MARK: Queries of endpoints

  /// Figures of the session.
  package var status: (title: String, revision: Int, errors: Int, units: Int, clients: Int, shown: String?) {
    (state.title, revision, errors.count, unitNames.count, state.clients.count, shown)
  }

  /// The connected clients, in the order of connecting.
  package var clientList: [ClientSummary] { state.clients.summaries(whenShown: shown) }

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
