package import HybridJSON
package import HybridSource

/// A unit that is shown and used on a clock of its own.
///
/// Pages (`PageDriver`) and templates (`TemplateScene`) conform, so that `hybrid render` and `hybrid test`
/// drive both in the same way.
package protocol UnitRuntime {
  /// What a user does: one `--do` of `hybrid render`, one step of a scenario.
  associatedtype Action: Sendable
  /// Why an action cannot be done.
  associatedtype Failure: UnitActionFailure

  /// What is shown now, dialogs over the unit included.
  var picture: ViewTree { get }
  /// What was wrong so far with the unit's data.
  var diagnostics: [Diagnostic] { get }
  /// The events, native calls and console lines so far, in order, as `--log` prints them.
  var logLines: [JSONValue] { get }
  /// The unit's clock, in milliseconds.
  var time: Double { get }

  /// Does one action and settles.
  ///
  /// - Parameter next: The action after this one. A unit that animates stops its clock between two actions of
  ///   which one waits, so that the animation can be looked at.
  mutating func perform(_ action: Action, before next: Action?) throws(Failure)

  /// Runs what is due until nothing changes without a user.
  mutating func settle()
}

/// Why an action of a user cannot be done.
package protocol UnitActionFailure: Error {
  /// The failure as an error of the command line.
  var diagnostic: Diagnostic { get }
}

extension UnitRuntime {
  /// Does actions in order until one of them cannot be done.
  ///
  /// - Returns: The place of that action and why; nil when all are done.
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
