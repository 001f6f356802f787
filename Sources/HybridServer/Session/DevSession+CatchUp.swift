import HybridReload
import HybridRuntime
import HybridSource
import HybridUnits

/// Catching up single clients.
extension DevSession {
  /// A client has drained: it gets the current state.
  func clientDrained(_ id: UInt64) {
    guard let client = state.clients[id] else { return }
    client.window.reopen()
    let revision = revision
    state.clients[id]?.ignorePaints(upTo: revision)
    send(state.welcome, to: id)
    send(
      errors.isEmpty ? .fixed(revision: revision) : .failed(revision: revision, diagnostics: errors), to: id)
    bringUpToDate(id, from: client.has?.revision)
  }

  /// Sends a client the minimum for the tree of its unit: nothing, the missed updates, or the whole tree.
  ///
  /// - Parameters:
  ///   - known: The revision of this session that it has; nil when it has none.
  ///   - shows: The tree that it reports as shown.
  func bringUpToDate(
    _ id: UInt64, from known: Int? = nil, showing shows: ClientMessage.Hello.Shows? = nil
  ) {
    tellOfMissingDataSet(id)
    guard let client = state.clients[id], let unit = client.unit(following: shown) else { return }
    // A tree of another unit or variant is useless.
    let offered = shows.flatMap { $0.unit == unit && $0.variant == client.variant.name ? $0.tree : nil }
    if let page = client.page(of: unit) {
      for below in page.below { below.tell(.move(client.variant)) }
      return page.running.tell(.snapshot(revision: revision, as: client.variant, unless: offered))
    }
    state.clients[id]?.closePage()
    let states = known == nil && shows?.unit == unit ? shows?.states ?? [] : []
    if state.runs(unit) || !states.isEmpty, openPage(for: id, restoring: states, unless: offered) != nil {
      return
    }
    guard let catchUp = state.catchUp(client, with: unit, since: known, showing: shows, offering: offered)
    else { return }
    let isSent = state.clients.send(catchUp, of: unit, at: revision, to: id)
    guard isSent, client.takesBinary else { return }
    for name in catchUp.templates(of: unit) {
      if let frame = state.templateFrame(of: name) { client.window.send(.binary(frame)) }
    }
  }

  /// Tells a client, once, that its unit has no data set of the name that it asked for and shows its own
  /// data.
  func tellOfMissingDataSet(_ id: UInt64) {
    guard let client = state.clients[id], let name = client.variant.dataSet,
      let unitName = client.unit(following: shown), let unit = state.current(unitName)
    else { return }
    let names = unit.dataSets.map(\.name)
    let missing = names.contains(name) ? nil : name
    guard state.clients[id]?.note(missing: missing, of: unitName) == true else { return }
    let hint =
      nearest(to: name, in: names).map { "; did you mean '\($0)'?" }
      ?? (names.isEmpty ? "" : "; there is \(names.joined(separator: ", "))")
    send(
      .log(
        .warning, text: "\(unitName) has no data set '\(name)', so its own data is shown\(hint)"), to: id)
  }
}
