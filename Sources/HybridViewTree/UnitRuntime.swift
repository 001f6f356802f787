package import HybridJSON
package import HybridSource

/// A unit that is shown and used on a clock of its own.
///
/// Pages (`PageDriver`) and templates (`TemplateScene`) conform, so that `hybrid render` and `hybrid test`
/// drive both in the same way.
package protocol UnitRuntime {
  /// What a user does: one `--do` of `hybrid render`, one step of a scenario.
  associatedtype Action: Sendable
  /// Why an action failed.
  associatedtype Failure: UnitActionFailure

  /// The current tree, including dialogs over the unit.
  var picture: ViewTree { get }
  /// The diagnostics of the unit's data so far.
  var diagnostics: [Diagnostic] { get }
  /// The events, native calls and console lines so far, in order, as `--log` prints them.
  var logLines: [JSONValue] { get }
  /// The unit's clock, in milliseconds.
  var time: Double { get }

  /// Does one action and settles.
  ///
  /// - Parameter next: The action after this one. If one of two adjacent actions waits, an animating unit
  ///   stops its clock between them, so that the animation can be observed.
  mutating func perform(_ action: Action, before next: Action?) throws(Failure)

  /// Runs pending work until nothing changes without user input.
  mutating func settle()
}

/// Why a user action failed.
package protocol UnitActionFailure: Error {
  /// The failure as an error of the command line.
  var diagnostic: Diagnostic { get }
}

extension UnitRuntime {
  /// Performs actions in order until one fails.
  ///
  /// - Returns: The index of the failed action and the reason; nil if all succeeded.
  package mutating func perform(all actions: [Action]) -> (index: Int, failure: Failure)? {
    for (index, action) in actions.enumerated() {
      do throws(Failure) {
        try perform(action, before: index + 1 < actions.count ? actions[index + 1] : nil)
      } catch {
        return (index, error)
      }
    }
    return nil
  }
}
