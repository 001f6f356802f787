/// The stream of all events for the terminal.
struct TerminalEvents: Sendable {
  /// The events in order, until ``finish()``.
  let stream: AsyncStream<DevServer.Event>
  private let end: AsyncStream<DevServer.Event>.Continuation

  init() { (stream, end) = AsyncStream.makeStream() }

  func tell(_ event: DevServer.Event) { end.yield(event) }

  func finish() { end.finish() }
}
