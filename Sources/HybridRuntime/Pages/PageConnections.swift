package import HybridScript

/// The commands for the owner of a page's connections, in order.
package enum PageConnectionCommand: Sendable {
  case connect(Int, PageConnection)
  case transmit(Int, PageMessage)
  case disconnect(Int, code: Int?, reason: String)
}

/// The connections of a page: which are open, how much of them waits, and what the owner has not taken yet.
struct PageConnections {
  /// The maximum number of connections.
  static let limit = 64
  /// The maximum size of one message, and of the messages of one connection that wait to be sent.
  static let messageLimit = 16 << 20

  private struct State {
    var transmitted = 0
    var taken = 0
  }

  private var open: [Int: State] = [:]
  private var queue: [PageConnectionCommand] = []

  /// Opens a connection. False when too many are open.
  mutating func connect(_ connection: PageConnection, id: Int) -> Bool {
    guard open.count < Self.limit else { return false }
    open[id] = State()
    queue.append(.connect(id, connection))
    return true
  }

  /// Sends a message. False when more waits than may; then the connection is closed.
  mutating func transmit(_ message: PageMessage, on id: Int) -> Bool {
    guard let state = open[id] else { return true }
    let transmitted = state.transmitted + message.count
    guard transmitted - state.taken <= Self.messageLimit else {
      disconnect(id, code: 1009, reason: "")
      open[id] = nil
      return false
    }
    open[id]?.transmitted = transmitted
    queue.append(.transmit(id, message))
    return true
  }

  /// Begins to close a connection; the owner reports when it is closed.
  mutating func disconnect(_ id: Int, code: Int?, reason: String) {
    if open[id] != nil { queue.append(.disconnect(id, code: code, reason: reason)) }
  }

  /// Notes how many bytes the network has taken since the connection was opened.
  mutating func take(_ bytes: Int, of id: Int) {
    guard let state = open[id] else { return }
    open[id]?.taken = min(max(state.taken, bytes), state.transmitted)
  }

  /// Bytes that the network has not taken.
  func bufferedBytes(of id: Int) -> Int { open[id].map { $0.transmitted - $0.taken } ?? 0 }

  /// Notes an event. False for one of a connection that is closed.
  mutating func note(_ event: PageConnectionEvent, of id: Int) -> Bool {
    guard open[id] != nil else { return false }
    switch event {
    case .closed, .failed: open[id] = nil
    case .opened, .received: break
    }
    return true
  }

  /// The commands for the owner since the last call, in order.
  mutating func takeCommands() -> [PageConnectionCommand] {
    defer { queue = [] }
    return queue
  }
}
