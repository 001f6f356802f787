import HybridReload
import HybridRuntime
import HybridSource
import HybridUnits
import HybridViewTree

/// Inspection requests of clients, and declarations that they try on nodes. Files are never changed.
extension DevSession {
  /// The maximum number of open questions of one client.
  static let questionLimit = 8

  /// Answers a question about a node of a client's view: its own page, or the shared tree.
  func clientInspects(_ request: InspectRequest, _ id: UInt64) {
    guard state.clients[id] != nil else { return }
    guard state.beginQuestion(of: id, atMost: Self.questionLimit) else {
      let failure = Diagnostic(
        .error, "inspect.busy", "\(Self.questionLimit) questions are already waiting for answers")
      return send(.inspected(.init(id: request.id, answer: .failure(failure))), to: id)
    }
    switch state.node(request.handle, of: id) {
    case .running(let page)?: page.tell(.inspect(request))
    case nil: answer(request.id, nil, handle: request.handle, to: id)
    case .shared(let index, let tree, let unit, let variant)?:
      let (renderer, files) = (state.renderer, files)
      // Laying a page out takes time, and other requests must not wait for it.
      Task.detached { [weak self] in
        let inspection = renderer.inspect(
          index, of: tree, in: unit, as: variant, sources: { files.source($0) })
        await self?.answer(request.id, inspection, handle: request.handle, to: id)
      }
    }
  }

  /// Applies an edit of a client to its page, which starts running for that.
  func clientEdits(_ request: EditRequest, _ id: UInt64) {
    guard let view = state.view(of: id) else { return }
    if view.page == nil {
      // A client with the shared tree has no edits to remove.
      guard request.value != nil, openPage(for: id, adopting: tree(of: view.unit, as: view.variant)) != nil
      else {
        let isHarmless = request.value == nil
        let failure =
          isHarmless ? nil : Diagnostic(.error, "edit.no-page", "styles can be edited on pages only")
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
    state.endQuestion(of: id)
    let answer: ServerMessage.Inspected.Answer =
      inspection.map { .element($0.json { place in placeID(for: place) }) }
      ?? .failure(.unknownNode(handle))
    send(.inspected(.init(id: name, answer: answer)), to: id)
  }
}

/// The node that a client inspects.
enum InspectedNode {
  /// A node of the client's own page, which answers itself.
  case running(RunningPage)
  /// A node of the shared tree.
  case shared(index: Int, tree: ViewTree, unit: Unit, variant: Variant)
}

extension SessionState {
  /// The node with a number in a client's view; nil if there is none.
  mutating func node(_ handle: Int, of id: UInt64) -> InspectedNode? {
    guard let view = view(of: id) else { return nil }
    if let page = view.page { return .running(page.running) }
    guard let unit = current(view.unit), let tree = stages.tree(of: view.unit, as: view.variant),
      let index = tree.nodes.firstIndex(where: { $0.handle == handle })
    else { return nil }
    return .shared(index: index, tree: tree, unit: unit, variant: view.variant)
  }
}
