@preconcurrency import Dispatch
import Glibc

/// Runs asynchronous work to completion and blocks the main thread meanwhile.
func runBlocking(_ work: @escaping @Sendable () async -> ExitCode) -> ExitCode {
  let done = DispatchSemaphore(value: 0)
  // Written once before the semaphore is signalled and read once after the wait.
  nonisolated(unsafe) var result = ExitCode.done
  Task {
    result = await work()
    done.signal()
  }
  done.wait()
  return result
}

/// Turns Ctrl-C and `kill` into an event to wait for instead of the end of the process.
final class Interruption: Sendable {
  /// Finishes at the first SIGINT, SIGTERM or SIGHUP.
  let signals: AsyncStream<Int32>
  private let sources: [any DispatchSourceSignal]

  init() {
    let (stream, end) = AsyncStream.makeStream(of: Int32.self)
    signals = stream
    let queue = DispatchQueue(label: "hybrid.signals")
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        end.yield(number)
        // A second signal ends the process at once.
        signal(number, SIG_DFL)
      }
      source.resume()
      return source
    }
    signal(SIGPIPE, SIG_IGN)
  }

  /// Returns after one of the signals has arrived.
  func wait() async { for await _ in signals { return } }
}
