import Foundation
import Synchronization

/// One thread that others go before: for tests that work for long, so that those beside them, which wait for programs and
/// sockets with deadlines, are not kept waiting.
///
///     try await withTaskExecutorPreference(BackgroundExecutor.shared) { try await everyPoint() }
package final class BackgroundExecutor: TaskExecutor {
  /// The thread of all such tests.
  package static let shared = BackgroundExecutor()

  private let jobs = Mutex<[UnownedJob]>([])
  private let count = DispatchSemaphore(value: 0)

  private init() {
    Thread.detachNewThread { [self] in
      // Of Linux alone: 0 is this thread, not the process.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 15)
      while true {
        count.wait()
        let job = jobs.withLock { $0.removeFirst() }
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    count.signal()
  }
}
