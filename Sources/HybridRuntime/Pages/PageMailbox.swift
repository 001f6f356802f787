import HybridScript
import Synchronization

/// Answers of native modules on their way to a page's thread.
final class PageMailbox: Sendable {
  private let answers = Mutex<[ModuleAnswer]>([])
  private let wake: @Sendable () -> Void

  /// `wake` is called for each answer, on the thread that brought it.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func put(_ answer: ModuleAnswer) {
    answers.withLock { $0.append(answer) }
    wake()
  }

  /// Takes all answers so far, in order.
  func take() -> [ModuleAnswer] {
    answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
  }

  var isEmpty: Bool { answers.withLock { $0.isEmpty } }
}
