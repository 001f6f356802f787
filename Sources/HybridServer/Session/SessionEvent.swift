import HybridSocket
import HybridViewTree

/// An event of a session for the outside. Its owner passes one closure for all events.
enum SessionEvent: Sendable {
  /// One message, encoded once, for many clients.
  case send(WebSocketMessage, to: [any ClientLine])
  /// Something for the person at the terminal.
  case terminal(DevServer.Event)
  /// A build with news has finished, or a manual reload was requested.
  case built(BuildSummary)
  /// Servers that share the project have to reload as well.
  case reloadOthers
}
