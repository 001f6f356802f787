import HybridScript
import HybridSocket
import Synchronization

/// The open connections of one running page. They end with the page; a save that keeps the page keeps them.
struct PageLinks {
  private struct Link {
    var task: Task<Void, Never>
    let line: Line
    var sentBytes = 0
  }

  /// The WebSocket of a link once it is open. Messages before that are not sent: a page must wait for `open`.
  final class Line: Sendable {
    private let connection = Mutex<WebSocketConnection?>(nil)

    var socket: WebSocketConnection? { connection.withLock { $0 } }
    func take(_ socket: WebSocketConnection) { connection.withLock { $0 = socket } }
  }

  private var links: [Int: Link] = [:]

  /// Whether a line is the one of its number: after a restart the numbers begin at 1 again.
  func has(_ line: Line, as id: Int) -> Bool { links[id]?.line === line }

  /// Opens a connection; `run` does so until its end.
  mutating func open(_ id: Int, _ run: @escaping @Sendable (Line) async -> Void) {
    let line = Line()
    links[id] = Link(task: Task { await run(line) }, line: line)
  }

  /// Sends a message; `taken` gets the number of bytes that the network took since the connection opened.
  mutating func send(_ message: PageMessage, on id: Int, taken: @escaping @Sendable (Int) -> Void) {
    guard let connection = links[id]?.line.socket else { return }
    links[id]?.sentBytes += message.count
    let total = links[id]?.sentBytes ?? 0
    switch message {
    case .text(let text): connection.send(.text(text))
    case .binary(let bytes): connection.send(.binary(bytes))
    }
    connection.whenDrained(below: 0) { taken(total) }
  }

  /// Begins to close a connection. True for a WebSocket that is open: its end is reported after the closing
  /// handshake.
  mutating func close(_ id: Int, code: Int?, reason: String) -> Bool {
    if let connection = links[id]?.line.socket {
      connection.close(code: code ?? 1000, reason: reason)
      return true
    }
    drop(id)
    return false
  }

  /// Forgets a connection that has ended, or ends one without a word.
  mutating func drop(_ id: Int) {
    guard let link = links.removeValue(forKey: id) else { return }
    link.line.socket?.close(code: 1001)
    link.task.cancel()
  }

  mutating func dropAll() { for id in Array(links.keys) { drop(id) } }
}
