internal import Dispatch
internal import Synchronization

/// Runs the work of modules: on queues, or immediately for a deterministic order.
package struct ModuleQueues: Sendable {
  /// Does the work of a module's method on its queue.
  let run: @Sendable (_ queue: ModuleQueue, _ module: String, _ work: @escaping @Sendable () -> Void) -> Void

  /// Queues of one's own choosing.
  package init(
    _ run:
      @escaping @Sendable (_ queue: ModuleQueue, _ module: String, _ work: @escaping @Sendable () -> Void) ->
      Void
  ) {
    self.run = run
  }

  /// All work is done at once, in the script's thread: the same order in every run.
  package static let inline = ModuleQueues { _, _, work in work() }

  /// The queues of the system: a serial one for each module, the main one, and the script's thread.
  package static func system() -> ModuleQueues {
    let queues = Queues()
    return ModuleQueues { queue, module, work in
      switch queue {
      case .own: queues[module].async(execute: work)
      case .main: DispatchQueue.main.async(execute: work)
      case .script: work()
      }
    }
  }

  private final class Queues: Sendable {
    private let queues = Mutex<[String: DispatchQueue]>([:])

    subscript(module: String) -> DispatchQueue {
      queues.withLock { queues in
        let queue = queues[module] ?? DispatchQueue(label: "hybrid.module.\(module)")
        queues[module] = queue
        return queue
      }
    }
  }
}
