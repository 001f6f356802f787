import HybridSocket

/// Routes the events of a session: messages to sockets, events for the user to the terminal, builds to
/// clients of older systems, and reloads to other servers of the project.
struct SessionRouter: Sendable {
  private let server: HTTPServer
  private let events: TerminalEvents
  private let compatibility: Compatibility
  private let sharing: ProjectSharing?

  /// From the session to the other parts of a server.
  init(_ parts: DevServerParts, _ server: HTTPServer) {
    self.server = server
    events = parts.events
    compatibility = parts.compatibility
    sharing = parts.project.sharing
  }

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
