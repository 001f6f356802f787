import HybridSocket
import HybridViewTree

/// An event of a session, for its owner, which passes one closure for all events.
enum SessionEvent: Sendable {
  /// One message, encoded once, for many clients.
  case send(WebSocketMessage, to: [any ClientLine])
  /// A line or question for the terminal.
  case terminal(DevServer.Event)
  /// A build that changed something has finished, or a manual reload was requested.
  case built(BuildSummary)
  /// Other servers of the project have to reload too.
  case reloadOthers
}
