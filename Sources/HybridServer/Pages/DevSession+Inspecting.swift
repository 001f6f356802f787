import HybridReload
import HybridRuntime
import HybridSource
import HybridUnits

/// Inspection requests of clients, and declarations that they try on nodes. Files are never changed.
extension DevSession {
  /// The maximum number of open questions of one client.
  static let questionLimit = 8

  /// Answers a question about a node of a client's view: its own page, or the shared tree.
  func clientInspects(_ request: InspectRequest, _ id: UInt64) {
    guard let client = state.clients[id] else { return }
    guard state.clients[id]?.ask(atMost: Self.questionLimit) == true else {
      let failure = Diagnostic(
        .error, "inspect.busy", "\(Self.questionLimit) questions wait for their answers already")
      return send(.inspected(.init(id: request.id, answer: .failure(failure))), to: id)
    }
    let name = client.unit(following: shown)
    if let page = name.flatMap({ client.page(of: $0) }) { return page.running.tell(.inspect(request)) }
    guard let name, let unit = state.current(name),
      let tree = state.stages.tree(of: name, as: client.variant),
      let index = tree.nodes.firstIndex(where: { $0.handle == request.handle })
    else { return answer(request.id, nil, handle: request.handle, to: id) }
    let (renderer, variant, files) = (state.renderer, client.variant, files)
    // Laying a page out takes time, and other requests must not wait for it.
    Task.detached { [weak self] in
      let inspection = renderer.inspect(index, of: tree, in: unit, as: variant, sources: { files.source($0) })
      await self?.answer(request.id, inspection, handle: request.handle, to: id)
    }
  }

  /// Applies an edit of a client to its page, which starts running for that.
  func clientEdits(_ request: EditRequest, _ id: UInt64) {
    guard let client = state.clients[id], let name = client.unit(following: shown) else { return }
    if client.page(of: name) == nil {
      // A client with the shared tree has no edits to remove.
      guard request.value != nil, openPage(for: id, adopting: tree(of: name, as: client.variant)) != nil
      else {
        let isHarmless = request.value == nil
        let failure =
          isHarmless ? nil : Diagnostic(.error, "edit.no-page", "only pages have styles that can be tried")
        guard request.id != nil || failure != nil else { return }
        return send(.edited(.init(id: request.id, edits: [], failure: failure)), to: id)
      }
    }
    state.clients[id]?.page?.running.tell(.edit(request))
  }

  /// Sends the answer of a client's own page.
  func answer(
    _ name: RequestID, _ inspection: ElementInspection?, handle: Int, to receiver: PageReceiver
  ) {
    guard let id = state.clients.first(where: { receiver.isAttached(to: $0.window) })?.id else { return }
    answer(name, inspection, handle: handle, to: id)
  }

  private func answer(_ name: RequestID, _ inspection: ElementInspection?, handle: Int, to id: UInt64) {
    guard state.clients[id] != nil else { return }
    state.clients[id]?.answer()
    let answer: ServerMessage.Inspected.Answer =
      inspection.map { .element($0.json { place in placeID(for: place) }) }
      ?? .failure(.unknownNode(handle))
    send(.inspected(.init(id: name, answer: answer)), to: id)
  }
}
