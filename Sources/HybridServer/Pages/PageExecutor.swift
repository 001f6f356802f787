import Dispatch

/// Runs one page's turns, one after the other, apart from everything else: a script that takes its time keeps
/// no one waiting.
final class PageExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "hybrid.page", qos: .userInitiated)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
