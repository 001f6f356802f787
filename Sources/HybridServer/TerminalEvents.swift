/// What the server tells its terminal, from all who have something to tell.
struct TerminalEvents: Sendable {
  /// What happens, in order, until ``finish()``.
  let stream: AsyncStream<DevServer.Event>
  private let end: AsyncStream<DevServer.Event>.Continuation

  init() { (stream, end) = AsyncStream.makeStream() }

  func tell(_ event: DevServer.Event) { end.yield(event) }

  func finish() { end.finish() }
}
