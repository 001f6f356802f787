import HybridRuntime
import HybridScript
import HybridSocket

/// WebSockets and event streams of a page.
extension PageNetwork {
  /// Receives an event of a connection; the next read from the network waits until it returns.
  typealias Delivery = @Sendable (PageConnectionEvent) async -> Void

  /// The largest message, and the most bytes of messages that wait for a page.
  private static let messageLimit = 16 << 20
  private static let backlog = 32 << 20

  /// Opens a connection, and reports its events until its end or until the task is cancelled.
  ///
  /// - Parameter opened: Gets the WebSocket, to send and to close.
  func run(
    _ connection: PageConnection, opened: @Sendable (WebSocketConnection) -> Void, deliver: Delivery
  ) async {
    let shown = connection.url.prefix(200)
    guard allowed.allows(Self.checked(connection)) else {
      return await deliver(
        .failed("\(shown) is not in 'network.allow' of hybrid.json", isTemporary: false))
    }
    switch connection.kind {
    case .webSocket: await runSocket(connection, opened: opened, deliver: deliver)
    case .eventStream: await runStream(connection, deliver: deliver)
    }
  }

  /// The URL with the scheme that origins are listed with.
  private static func checked(_ connection: PageConnection) -> String {
    guard connection.kind == .webSocket else { return connection.url }
    for (scheme, listed) in [("ws:", "http:"), ("wss:", "https:")] where connection.url.hasPrefix(scheme) {
      return listed + connection.url.dropFirst(scheme.count)
    }
    return ""
  }

  private func runSocket(
    _ connection: PageConnection, opened: @Sendable (WebSocketConnection) -> Void, deliver: Delivery
  ) async {
    let client: WebSocketClient
    do throws(SocketError) {
      client = try await WebSocketClient.connect(
        connection.url, protocols: connection.protocols, maximumMessageSize: Self.messageLimit,
        backlog: Self.backlog)
    } catch {
      return await deliver(.failed(error.description, isTemporary: false))
    }
    guard !Task.isCancelled else { return client.close(code: 1001) }
    opened(client.connection)
    await deliver(.opened(client.connection.subprotocol ?? ""))
    while !Task.isCancelled {
      do throws(SocketError) {
        switch try await client.next(within: .seconds(600)) {
        case .text(let bytes): await deliver(.received(.text(String(decoding: bytes, as: UTF8.self))))
        case .binary(let bytes): await deliver(.received(.binary(bytes)))
        }
      } catch {
        if error == .timedOut { continue }
        guard case .closed(let code, let reason) = error else { break }
        await deliver(.closed(code: code, reason: reason))
        return
      }
    }
  }

  private func runStream(_ connection: PageConnection, deliver: Delivery) async {
    var request = HTTPClientRequest(url: connection.url)
    request.headers.append("Accept", "text/event-stream")
    request.headers.append("Cache-Control", "no-store")
    if !connection.lastEventID.isEmpty { request.headers.append("Last-Event-ID", connection.lastEventID) }
    request.followsRedirect = { [allowed] in allowed.allows($0) }
    do throws(SocketError) {
      let stream = try await HTTPStream.open(request)
      let type = (stream.head.headers["Content-Type"] ?? "").prefix { $0 != ";" }.lowercased()
      guard stream.head.status == 200, type.filter({ $0 != " " }) == "text/event-stream" else {
        let what =
          stream.head.status == 200
          ? "is '\(type.prefix(100))', and an event stream is text/event-stream"
          : "answered \(stream.head.status)"
        return await deliver(.failed("\(connection.url.prefix(200)) \(what)", isTemporary: false))
      }
      await deliver(.opened(stream.head.finalURL))
      var rest: [UInt8] = []
      while let bytes = try await stream.next() {
        let whole = rest + bytes
        let end = Self.endOfWholeCharacters(whole)
        rest = Array(whole[end...])
        if end > 0 { await deliver(.received(.text(String(decoding: whole[..<end], as: UTF8.self)))) }
      }
      await deliver(.closed(code: 1000, reason: ""))
    } catch {
      if error != .cancelled { await deliver(.failed(error.description, isTemporary: true)) }
    }
  }

  /// Where the last character that may go on in the next bytes begins; the count without one.
  static func endOfWholeCharacters(_ bytes: [UInt8]) -> Int {
    for back in 1...3 where back <= bytes.count {
      let byte = bytes[bytes.count - back]
      if byte & 0xC0 == 0x80 { continue }
      let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return needed > back ? bytes.count - back : bytes.count
    }
    return bytes.count
  }
}
