/// Nothing came before the deadline.
package struct DeadlinePassed: Error, CustomStringConvertible {
  /// What was waited for.
  package var what: String
  /// What was waited for, in a sentence.
  package var description: String { "no \(what) before the deadline" }
}

/// Asks again and again until there is an answer. A test waits for what happens, never for a time to pass.
///
///     let line = try await poll("a banner") { command.output.contains("ready") ? command.output : nil }
package func poll<Answer>(
  _ what: String, deadline: Duration = .seconds(20), _ answer: () async throws -> Answer?
) async throws -> Answer {
  let clock = ContinuousClock()
  let end = clock.now + deadline
  while true {
    if let answer = try await answer() { return answer }
    guard clock.now < end else { throw DeadlinePassed(what: what) }
    try await clock.sleep(for: .milliseconds(2))
  }
}
