import Foundation
import Synchronization

/// Threads for tests that compute for long, so that those beside them, which wait for programs and sockets,
/// keep the threads that tasks run on.
///
///     try await withTaskExecutorPreference(BackgroundExecutor.shared) { try await everyPoint() }
///
/// They have the priority of everybody else: with less, a machine that has other work would let them stand
/// still.
package final class BackgroundExecutor: TaskExecutor {
  /// The threads of all such tests.
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
