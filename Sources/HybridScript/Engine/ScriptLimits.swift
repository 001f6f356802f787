import HybridEncoding

/// The limits of one context; beyond one of them it is stopped.
package struct ScriptLimits: Hashable, Sendable {
  /// Processor time of one evaluation or call from outside, with all it calls and the microtasks after it.
  /// Waiting time does not count, so a busy machine stops no script.
  package var turn: Duration
  /// Bytes of heap, strings and buffers that are still in use after a garbage collection.
  package var memory: Int

  /// Two seconds and 256 MB, or what is given.
  package init(turn: Duration = .seconds(2), memory: Int = 256 << 20) {
    self.turn = turn
    self.memory = memory
  }

  /// ``turn`` in seconds.
  var turnSeconds: Double { turn.seconds }
}
