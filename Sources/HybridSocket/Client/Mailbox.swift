import Synchronization

/// A queue of received messages, read one at a time with a deadline.
final class Mailbox: Sendable {
  private struct State {
    var messages: [WebSocketMessage] = []
    var first = 0
    /// Bytes of the messages that wait.
    var size = 0
    var closing: (code: Int, reason: String)?
    var waiting: [UInt64: CheckedContinuation<Result<WebSocketMessage, SocketError>, Never>] = [:]
    var order: [UInt64] = []
    var lastTicket: UInt64 = 0
  }
  private let state = Mutex(State())

  /// Bytes of the messages that wait.
  var size: Int { state.withLock { $0.size } }

  /// Adds a message.
  func put(_ message: WebSocketMessage) {
    let waiter = state.withLock { state in
      while !state.order.isEmpty {
        if let waiter = state.waiting.removeValue(forKey: state.order.removeFirst()) {
          return waiter as Optional
        }
      }
      state.messages.append(message)
      state.size += message.bytes.count
      return nil
    }
    waiter?.resume(returning: .success(message))
  }

  /// Ends the queue: no more messages will come.
  func close(code: Int, reason: String) {
    let waiters = state.withLock { state in
      if state.closing == nil { state.closing = (code, reason) }
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for waiter in waiters { waiter.resume(returning: .failure(.closed(code: code, reason: reason))) }
  }

  /// The next message, or why there is none.
  func next(within deadline: Duration) async throws(SocketError) -> WebSocketMessage {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    let result: Result<WebSocketMessage, SocketError> = await withCheckedContinuation { continuation in
      let ready: Result<WebSocketMessage, SocketError>? = state.withLock { state in
        if state.first < state.messages.count {
          let message = state.messages[state.first]
          state.first += 1
          state.size -= message.bytes.count
          // Free consumed messages from time to time.
          if state.first >= 256, state.first * 2 >= state.messages.count {
            state.messages.removeFirst(state.first)
            state.first = 0
          }
          return .success(message)
        }
        if let (code, reason) = state.closing { return .failure(.closed(code: code, reason: reason)) }
        state.waiting[ticket] = continuation
        state.order.append(ticket)
        return nil
      }
      if let ready { return continuation.resume(returning: ready) }
      MainLoop.clients.perform { [self] in
        MainLoop.clients.after(deadline) { [weak self] in self?.expire(ticket) }
      }
    }
    return try result.get()
  }

  private func expire(_ ticket: UInt64) {
    state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume(returning: .failure(.timedOut))
  }
}
