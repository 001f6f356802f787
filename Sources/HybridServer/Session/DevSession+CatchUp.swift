import HybridReload

/// Catching up single clients.
extension DevSession {
  /// A client has drained: it gets the current state.
  func clientDrained(_ id: UInt64) {
    guard let (messages, known) = state.reopen(id) else { return }
    for message in messages { send(message, to: id) }
    bringUpToDate(id, from: known)
  }

  /// Sends a client the minimum for the tree of its unit: nothing, the missed updates, or the whole tree.
  ///
  /// - Parameters:
  ///   - known: The revision of this session that it has; nil when it has none.
  ///   - shows: The tree that it reports as shown.
  func bringUpToDate(
    _ id: UInt64, from known: Int? = nil, showing shows: ClientMessage.Hello.ShownTree? = nil
  ) {
    if let warning = state.warnOfMissingDataSet(id) { send(warning, to: id) }
    guard let view = state.view(of: id) else { return }
    let offered = view.tree(of: shows)
    if let page = view.page {
      for below in page.below { below.tell(.move(view.variant)) }
      return page.running.tell(.snapshot(revision: revision, as: view.variant, unless: offered))
    }
    state.closePage(of: id)
    let states = known == nil && shows?.unit == view.unit ? shows?.states ?? [] : []
    if state.runs(view.unit) || !states.isEmpty,
      openPage(for: id, restoring: states, unless: offered) != nil
    {
      return
    }
    state.sendTree(of: view, to: id, since: known, showing: shows)
  }
}
