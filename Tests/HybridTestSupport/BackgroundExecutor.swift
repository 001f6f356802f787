import Foundation
import Synchronization

/// Threads for tests with long computations, so that concurrent tests, which wait for programs and sockets,
/// keep the threads of the task pool.
///
///     try await withTaskExecutorPreference(BackgroundExecutor.shared) { try await everyPoint() }
///
/// The threads have normal priority: with a lower one, they would not run on a busy machine.
package final class BackgroundExecutor: TaskExecutor {
  /// The shared threads of all such tests.
  package static let shared = BackgroundExecutor(threads: ProcessInfo.processInfo.activeProcessorCount)

  private let jobs = Mutex<[UnownedJob]>([])
  private let count = DispatchSemaphore(value: 0)

  private init(threads: Int) {
    for _ in 0..<threads {
      Thread.detachNewThread { [self] in
        while true {
          count.wait()
          let job = jobs.withLock { $0.removeFirst() }
          job.runSynchronously(on: asUnownedTaskExecutor())
        }
      }
    }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    count.signal()
  }
}
