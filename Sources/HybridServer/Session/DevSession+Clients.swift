import HybridCompiler
import HybridJSON
package import HybridReload
package import HybridRuntime
import HybridSocket
package import HybridUnits

/// Somebody who looks.
struct Client {
  /// What a client has on its screen, as far as it was sent by this session.
  struct Shown {
    var unit: String
    var variant: Variant
    var revision: Int
  }

  let window: ClientWindow
  var name = "unnamed"
  /// What it looks at its unit as.
  var variant: Variant
  /// The device it asked for; nil follows the terminal.
  var device: DeviceRequest?
  /// The unit and the data set of which it was told that the one has no other.
  var toldOfMissing: (unit: String, dataSet: String)?
  /// The unit it asked for; nil follows the terminal.
  var wanted: String?
  /// What it was sent, and nothing is missing; nil while that is not known, and while its page runs.
  var has: Shown?
  /// The revision that it says it shows.
  var acknowledged = 0
  /// Whether the terminal was told that it is there.
  var isTold = false
  /// What is later reached it as it happened, so that it tells something of how quick saves are.
  var liveSince: Int
  /// From save to screen in milliseconds.
  var paints = Reservoir(capacity: 32)
  /// Whether it is sent compiled templates, as binary messages: not before its `hello`, which may say that it wants none.
  var takesBinary = false
  /// How many of its questions about nodes have no answer yet.
  var openQuestions = 0
  /// Its own running page; nil while it shows what everybody sees.
  var page: ClientPage?
}

extension DevSession {
  /// Greets a client that was let in. It gets every update from now on, also without a word of its own.
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
    clients[line.id] = Client(window: window, variant: Variant(standardDevice), liveSince: revision)
    send(welcome, to: line.id)
    if !errors.isEmpty { send(.failed(revision: revision, diagnostics: errors), to: line.id) }
  }

  /// Who this server is and what it has, as of now. Sent anew when the settings change.
  var welcome: ServerMessage {
    .welcome(
      ServerMessage.Welcome(
        session: id, revision: revision, version: version, title: title, units: compiler.unitNames,
        unit: shown, devices: devices.all))
  }

  /// Deals with one message, which came at `instant`.
  package func clientSaid(
    _ message: ClientMessage, from id: UInt64, at instant: ContinuousClock.Instant = .now
  ) {
    guard clients[id] != nil else { return }
    defer { tellClient(message, from: id) }
    switch message {
    case .hello(let hello): clientIntroduced(hello, id)
    case .show(let show):
      let before = clients[id].map { ($0.wanted, $0.variant) }
      choose(show.device, data: show.data, of: id)
      if let unit = show.unit {
        guard compiler.unitNames.contains(unit) else {
          return send(.log(.warning, text: "there is no unit '\(unit.prefix(200))'"), to: id)
        }
        clients[id]?.wanted = unit
      }
      // A person who looks at something else sees the last save late, and that tells nothing of how quick it was.
      if let before, let client = clients[id], before != (client.wanted, client.variant) {
        clients[id]?.liveSince = revision
      }
      bringUpToDate(id)
    case .ack(let revision, _): clientPainted(revision, id, at: instant)
    case .event(let event): clientDid(event, from: id)
    case .inspect(let request): clientInspects(request, id)
    case .edit(let request): clientEdits(request, id)
    case .log: break
    }
  }

  private func clientIntroduced(_ hello: ClientMessage.Hello, _ id: UInt64) {
    clients[id]?.name = String(hello.client.prefix(100))
    clients[id]?.takesBinary = hello.binary ?? true
    clients[id]?.liveSince = revision
    choose(hello.device, data: hello.data, of: id)
    // What it shows may be gone for a while only.
    clients[id]?.wanted = hello.unit.flatMap {
      compiler.unitNames.contains($0) || hello.shows?.unit == $0 ? $0 : nil
    }
    let isKnown = hello.session == self.id
    // It may have left while there was an error that is gone now.
    if hello.session != nil, errors.isEmpty, !isKnown || (hello.revision ?? 0) < fixedIn {
      send(.fixed(revision: revision), to: id)
    }
    if let page = hello.page, clients[id]?.page == nil, resume(page, for: id, showing: hello.shows) { return }
    // A page that was given up leaves a tree that no update knows of.
    let revision = isKnown && hello.page == nil ? hello.revision : nil
    bringUpToDate(id, from: revision, showing: hello.shows)
  }

  /// Notes that a client shows a revision.
  private func clientPainted(_ revision: Int, _ id: UInt64, at instant: ContinuousClock.Instant) {
    guard let client = clients[id], revision > client.acknowledged, revision <= self.revision else { return }
    clients[id]?.acknowledged = revision
    guard revision > client.liveSince, let time = paints.paint(revision, at: instant) else { return }
    clients[id]?.paints.add(time)
  }

  /// Forgets a client. What it looked at is kept up for a while.
  package func clientClosed(_ id: UInt64) {
    tellClient(.left, id)
    guard let client = clients.removeValue(forKey: id) else { return }
    if let page = client.page {
      park(page)
    } else if let unit = client.wanted ?? shown {
      away.left(unit, as: client.variant, at: .now)
    }
  }

  /// Sends a message to one client, unless it is too slow.
  func send(_ message: ServerMessage, to id: UInt64) {
    clients[id]?.window.send(.text(message.encoded))
  }

  // MARK: What the endpoints ask

  /// Figures of the session.
  package var status: (title: String, revision: Int, errors: Int, units: Int, clients: Int, shown: String?) {
    (title, revision, errors.count, compiler.unitNames.count, clients.count, shown)
  }

  /// Everybody who looks, in the order in which they came.
  package var clientList: [ClientSummary] {
    clients.values.map { summary(of: $0) }.sorted { $0.id < $1.id }
  }

  /// One of those who look.
  func summary(of client: Client) -> ClientSummary {
    ClientSummary(
      id: client.window.line.id, name: client.name, address: client.window.line.remoteAddress,
      device: client.variant.device.name, data: client.variant.dataSet,
      unit: client.page?.running.unit ?? client.wanted ?? shown,
      revision: client.acknowledged, isBehind: client.window.isBehind,
      latency: client.paints.quantile(0.5))
  }

  /// How quick saves were on the screens.
  package var figures: PaintFigures { paints.figures }

  /// All units, sorted by name.
  package var allUnits: [Unit] { compiler.unitNames.compactMap { current($0) } }

  /// The names of all units, sorted.
  var unitNames: [String] { compiler.unitNames }

  /// Those who look, each as an object, the first one that came first.
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

  /// One unit.
  package func unit(named name: String) -> Unit? { current(name) }

  /// A render besides those that clients show.
  package func render(_ unit: Unit, as variant: Variant) -> Rendering { renderer.render(unit, as: variant) }
}
