import HybridSpawning
package import Testing

/// How long a test waits for anything before it calls it missing: the deadline of programs and browsers, for
/// all other waits.
package let suiteDeadline: Duration = HybridSpawning.suiteDeadline

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs where no deadline is looked at. It leaves room for several waits of
  /// ``suiteDeadline``.
  package static var suiteTimeLimit: Self { .timeLimit(.minutes(20)) }
}
