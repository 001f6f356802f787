@preconcurrency import Dispatch
import Glibc

/// Runs asynchronous work to its end from the main thread, which does nothing else meanwhile.
func runBlocking(_ work: @escaping @Sendable () async -> ExitCode) -> ExitCode {
  let done = DispatchSemaphore(value: 0)
  // Written once before the semaphore is signalled and read once after it was waited for.
  nonisolated(unsafe) var result = ExitCode.done
  Task {
    result = await work()
    done.signal()
  }
  done.wait()
  return result
}

/// Ctrl-C and `kill`, as something to wait for instead of the end of the process.
final class Interruption: Sendable {
  /// Ends at the first of SIGINT, SIGTERM and SIGHUP.
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
        // Whoever asks twice means it.
        signal(number, SIG_DFL)
      }
      source.resume()
      return source
    }
    signal(SIGPIPE, SIG_IGN)
  }

  /// Returns once one of the signals came.
  func wait() async { for await _ in signals { return } }
}
