import HybridSocket
import HybridViewTree

/// What a session has to tell outside itself. Whoever runs it gives it one closure for all of it.
enum SessionEvent: Sendable {
  /// One message, encoded once, for many clients.
  case send(WebSocketMessage, to: [any ClientLine])
  /// Something for the person at the terminal.
  case terminal(DevServer.Event)
  /// A build is over that told anything, or a person asked that everybody begin anew.
  case built(BuildSummary)
  /// Servers that share the project are to load everything anew as well.
  case reloadOthers
}
