import HybridSocket

/// Routes the events of a session: messages to sockets, events for the user to the terminal, builds to
/// clients of older systems, and reloads to other servers of the project.
struct SessionRouter: Sendable {
  let server: HTTPServer
  let events: TerminalEvents
  let compatibility: Compatibility
  let sharing: ProjectSharing?

  func pass(_ event: SessionEvent) {
    switch event {
    case .send(let message, let lines):
      server.send(message, to: lines.compactMap { $0 as? WebSocketConnection })
    case .terminal(let event): events.tell(event)
    case .built(let summary): compatibility.take(summary)
    case .reloadOthers: sharing?.shareReload()
    }
  }
}
