import HybridReload
import HybridSocket
import Synchronization

/// The receiver of a running page's messages: its client's window, which changes when the client reconnects.
///
/// Missed messages of a page cannot be replaced by later ones: after a gap, and on a new connection, changes
/// of the tree are held back until the page sends its whole tree, or confirms that the client has it.
final class PageReceiver: Sendable {
  private struct State {
    var window: ClientWindow?
    var hasGap = false
  }
  private let state: Mutex<State>

  /// A receiver for a client that has nothing of the page yet, or the tree that the page continues from.
  init(_ window: ClientWindow?) { state = Mutex(State(window: window)) }

  /// Switches to another connection, or to none.
  func attach(_ window: ClientWindow?) { state.withLock { $0 = State(window: window, hasGap: true) } }

  /// Whether its messages go to this connection.
  func isAttached(to window: ClientWindow) -> Bool { state.withLock { $0.window === window } }

  /// Whether an earlier message still waits to be read.
  var isBusy: Bool { state.withLock { $0.window }.map { $0.line.bufferedBytes > 0 } ?? false }

  func send(_ message: ServerMessage) {
    switch message {
    case .snapshot, .same: send(message.encodedText, closesGap: true)
    case .update, .page: send(message.encodedText)
    case .welcome, .failed, .fixed, .faults, .inspected, .edited, .log:
      state.withLock { $0.window }?.send(.text(message.encoded))
    }
  }

  /// Sends an update that is encoded once for several clients.
  func send(shared message: WebSocketMessage) { send(message) }

  private func send(_ message: @autoclosure () -> WebSocketMessage, closesGap: Bool = false) {
    let (window, isOpen) = state.withLock { ($0.window, closesGap || !$0.hasGap) }
    guard let window, isOpen else { return }
    let isSent = window.send(message())
    state.withLock { state in
      // The connection may have changed meanwhile; then this result does not apply.
      if state.window === window { state.hasGap = !isSent }
    }
  }
}

extension ServerMessage {
  fileprivate var encodedText: WebSocketMessage { .text(encoded) }
}
