package import HybridJSON
package import HybridSource

/// A unit that is shown and used on a clock of its own, without a client.
///
/// Pages (`PageDriver`) and templates (`TemplateScene`) conform, so that `hybrid render` and `hybrid test`
/// drive both in the same way.
package protocol UnitRuntime {
  /// The actions of a user.
  associatedtype Action: UserAction

  /// The current tree, without dialogs.
  var viewTree: ViewTree { get }
  /// The current tree, including dialogs over the unit.
  var picture: ViewTree { get }
  /// The diagnostics of the unit's data so far.
  var diagnostics: [Diagnostic] { get }
  /// The events, native calls and console lines so far, in order, as `--log` prints them.
  var logLines: [JSONValue] { get }
  /// The lines of the log that a scenario calls `calls`, and those that it calls `console`.
  var calls: [JSONValue] { get }
  var consoleLines: [JSONValue] { get }
  /// The unit's clock, in milliseconds.
  var time: Double { get }

  /// The errors of the unit's scripts so far.
  ///
  /// - Parameter sources: The project's files, for quotations.
  func faults(sources: (String) -> Source?) -> [Diagnostic]

  /// Does one action and settles.
  ///
  /// - Parameter next: The action after this one. If one of two adjacent actions waits, an animating unit
  ///   stops its clock between them, so that the animation can be observed.
  mutating func perform(_ action: Action, before next: Action?) throws(Action.Failure)

  /// Runs pending work until nothing changes without user input.
  mutating func settle()

  /// Releases what the unit holds outside of itself. Nothing happens to it after that.
  mutating func close()
}

/// An action of a user on a unit: one `--do` of `hybrid render`, one step of a scenario.
package protocol UserAction: Sendable {
  /// Why an action cannot be read or done.
  associatedtype Failure: UserActionFailure

  /// The verbs, for messages.
  static var names: [String] { get }

  /// Reads an action.
  init(parsing text: String) throws(Failure)
}

/// Why a user action failed.
package protocol UserActionFailure: Error {
  /// The failure as an error of the command line.
  var diagnostic: Diagnostic { get }
}

extension UserAction {
  /// Why a text is not an action; nil if it is one.
  package static func fault(in text: String) -> Diagnostic? {
    do throws(Failure) {
      _ = try Self(parsing: text)
      return nil
    } catch {
      return error.diagnostic
    }
  }
}

extension UnitRuntime {
  /// Does one action, in words that ``UserAction/fault(in:)`` accepts, and settles.
  ///
  /// - Parameter next: The action after this one.
  /// - Returns: Why it failed; nil if it succeeded.
  package mutating func perform(_ action: String, before next: String?) -> Diagnostic? {
    do throws(Action.Failure) {
      try perform(
        Action(parsing: action),
        before: next.map { text throws(Action.Failure) in
          try Action(parsing: text)
        })
      return nil
    } catch {
      return error.diagnostic
    }
  }

  /// Performs actions in order until one fails.
  ///
  /// - Returns: The index of the failed action and the reason; nil if all succeeded.
  package mutating func perform(all actions: [String]) -> (index: Int, failure: Diagnostic)? {
    for (index, action) in actions.enumerated() {
      let next = index + 1 < actions.count ? actions[index + 1] : nil
      if let failure = perform(action, before: next) { return (index, failure) }
    }
    return nil
  }
}
