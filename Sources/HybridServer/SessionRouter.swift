import HybridSocket

/// Who gets what a session tells: sockets its messages, the terminal what a person should see, clients of
/// older systems the builds, and other servers of the project a reload.
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
