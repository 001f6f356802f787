import HybridReload
import HybridSocket
import Synchronization

/// Where a running page's messages go: to its client's window, which may be another one after a break.
///
/// What a client missed of a page cannot be made up for by what follows: after a gap, and on a new
/// connection, all that changes the tree is kept back until the page tells its whole tree, or that the client
/// has it.
final class PageReceiver: Sendable {
  private struct State {
    var window: ClientWindow?
    var hasGap = false
  }
  private let state: Mutex<State>

  /// A receiver for a client that has nothing of the page yet, or the tree that the page goes on from.
  init(_ window: ClientWindow?) { state = Mutex(State(window: window)) }

  /// Goes on at another connection, or at none.
  func attach(_ window: ClientWindow?) { state.withLock { $0 = State(window: window, hasGap: true) } }

  /// Whether its messages go there.
  func isAttached(to window: ClientWindow) -> Bool { state.withLock { $0.window === window } }

  func send(_ message: ServerMessage) {
    switch message {
    case .snapshot, .same: send(message.encodedText, closesGap: true)
    case .update, .page: send(message.encodedText)
    case .welcome, .failed, .fixed, .faults, .inspected, .edited, .log:
      state.withLock { $0.window }?.send(.text(message.encoded))
    }
  }

  /// Sends an update that others get as well, in the same bytes.
  func send(shared message: WebSocketMessage) { send(message) }

  private func send(_ message: @autoclosure () -> WebSocketMessage, closesGap: Bool = false) {
    let (window, isOpen) = state.withLock { ($0.window, closesGap || !$0.hasGap) }
    guard let window, isOpen else { return }
    let isSent = window.send(message())
    state.withLock { state in
      // Meanwhile it may have got another connection, for which this counts for nothing.
      if state.window === window { state.hasGap = !isSent }
    }
  }
}

extension ServerMessage {
  fileprivate var encodedText: WebSocketMessage { .text(encoded) }
}
