/// A WebSocket client that waits with deadlines: for tools, tests and the terminal preview.
///
///     let client = try await WebSocketClient.connect("ws://127.0.0.1:7788/hybrid/socket", protocols: ["hybrid.1"])
///     client.send(.text("hello"))
///     let answer = try await client.next(within: .seconds(5))
package final class WebSocketClient: Sendable {
  /// Connects, or throws once `deadline` is over. Proxies of the environment are not used.
  package static func connect(
    _ url: String, protocols: [String] = [], headers: HTTPHeaders = [:], origin: String? = nil,
    maximumMessageSize: Int = 64 << 20, within deadline: Duration = .seconds(10)
  ) async throws(SocketError) -> WebSocketClient {
    throw .timedOut
  }

  /// The open connection.
  package var connection: WebSocketConnection { WebSocketConnection() }

  /// Sends a message.
  package func send(_ message: WebSocketMessage) { connection.send(message) }

  /// The next message, in order.
  /// - Throws: ``SocketError/timedOut``, or ``SocketError/closed(code:reason:)`` once no message is left.
  package func next(within deadline: Duration = .seconds(10)) async throws(SocketError) -> WebSocketMessage {
    throw .timedOut
  }

  /// Waits until the connection is closed, dropping messages; returns the close code and reason.
  package func closed(within deadline: Duration = .seconds(10)) async throws(SocketError) -> (
    code: Int, reason: String
  ) {
    throw .timedOut
  }

  /// Closes the connection.
  package func close(code: Int = 1000, reason: String = "") { connection.close(code: code, reason: reason) }
}

/// Gets `url` with one HTTP request. Proxies of the environment are not used; redirects are not followed.
package func httpGet(
  _ url: String, method: String = "GET", headers: HTTPHeaders = [:], body: [UInt8] = [],
  within deadline: Duration = .seconds(10)
) async throws(SocketError) -> HTTPResponse {
  throw .timedOut
}
