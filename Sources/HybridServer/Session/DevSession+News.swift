import HybridReload

extension DevSession {
  /// Tells the terminal what a client's message says about it.
  func tellClient(_ message: ClientMessage, from id: UInt64) {
    switch message {
    case .hello:
      guard clients[id]?.isTold == false else { return }
      clients[id]?.isTold = true
      tellClient(.joined, id)
    case .ack(let revision, _):
      if let summary = summary(of: id) { tellNews(.painted(summary, revision: revision)) }
    default: break
    }
  }

  /// Tells the terminal what became of a client, if it ever said who it is.
  func tellClient(_ change: DevServer.ClientChange, _ id: UInt64) {
    guard clients[id]?.isTold == true, let summary = summary(of: id) else { return }
    tellNews(.client(change, summary))
  }

  private func summary(of id: UInt64) -> ClientSummary? { clients[id].map { summary(of: $0) } }
}
