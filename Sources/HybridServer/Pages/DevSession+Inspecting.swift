import HybridReload
import HybridRuntime
import HybridSource
import HybridUnits

/// Questions of clients about nodes, and what they try on them. Nothing of it reaches a file.
extension DevSession {
  /// Questions of one client that may wait for their answers.
  static let questionLimit = 8

  /// Answers a question about a node of what a client looks at: its own page, or what everybody sees.
  func clientInspects(_ request: InspectRequest, _ id: UInt64) {
    guard let client = clients[id] else { return }
    guard client.openQuestions < Self.questionLimit else {
      let failure = Diagnostic(
        .error, "inspect.busy", "\(Self.questionLimit) questions wait for their answers already")
      return send(.inspected(.init(id: request.id, answer: .failure(failure))), to: id)
    }
    if let page = client.page, page.running.unit == client.wanted ?? shown {
      clients[id]?.openQuestions += 1
      return page.running.tell(.inspect(request))
    }
    guard let name = client.wanted ?? shown, let unit = current(name),
      let tree = stages.tree(of: name, as: client.variant),
      let index = tree.nodes.firstIndex(where: { $0.handle == request.handle })
    else { return fail(request, id) }
    clients[id]?.openQuestions += 1
    let (renderer, variant, source) = (renderer, client.variant, source)
    // Laying a page out takes its time, and others have questions, too.
    Task.detached { [weak self] in
      let inspection = renderer.inspect(index, of: tree, in: unit, as: variant, sources: source)
      await self?.answer(request.id, inspection, handle: request.handle, to: id)
    }
  }

  /// Does what a client tries on its page, which begins to run for that.
  func clientEdits(_ request: EditRequest, _ id: UInt64) {
    guard let client = clients[id], let name = client.wanted ?? shown else { return }
    if client.page == nil || client.page?.running.unit != name {
      // A page that shows what everybody sees has nothing to take back.
      guard request.value != nil, openPage(for: id, adopting: tree(of: name, as: client.variant)) != nil
      else {
        let isHarmless = request.value == nil
        let failure =
          isHarmless ? nil : Diagnostic(.error, "edit.no-page", "only pages have styles that can be tried")
        guard request.id != nil || failure != nil else { return }
        return send(.edited(.init(id: request.id, edits: [], failure: failure)), to: id)
      }
    }
    clients[id]?.page?.running.tell(.edit(request))
  }

  /// Sends the answer of a client's own page.
  func answer(
    _ name: RequestID, _ inspection: ElementInspection?, handle: Int, to receiver: PageReceiver
  ) {
    guard let id = clients.first(where: { receiver.isAttached(to: $0.value.window) })?.key else { return }
    answer(name, inspection, handle: handle, to: id)
  }

  private func answer(_ name: RequestID, _ inspection: ElementInspection?, handle: Int, to id: UInt64) {
    guard let count = clients[id]?.openQuestions else { return }
    clients[id]?.openQuestions = max(count - 1, 0)
    let answer: ServerMessage.Inspected.Answer =
      inspection.map { .element($0.json { place in placeID(for: place) }) } ?? .failure(.unknownNode(handle))
    send(.inspected(.init(id: name, answer: answer)), to: id)
  }

  private func fail(_ request: InspectRequest, _ id: UInt64) {
    send(.inspected(.init(id: request.id, answer: .failure(.unknownNode(request.handle)))), to: id)
  }

  /// The project's files as they are, to find places in.
  private var source: @Sendable (String) -> Source? {
    { [files] path in (try? files.read(path).get()).map { Source(path: path, bytes: $0) } }
  }
}
