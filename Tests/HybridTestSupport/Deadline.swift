import HybridSpawning
package import Testing

/// The maximum time that a test waits for anything. Programs and browsers have the same deadline.
package let suiteDeadline: Duration = HybridSpawning.suiteDeadline

extension Trait where Self == TimeLimitTrait {
  /// Ends a hanging test that checks no deadline. It allows for several waits of ``suiteDeadline``.
  package static var suiteTimeLimit: Self { .timeLimit(.minutes(20)) }
}
