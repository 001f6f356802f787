import HybridSource
import HybridViewTree

/// A key with its result.
struct DevOutcome: Sendable {
  /// The key; nil for a key without an action.
  var key: DevKey?
  /// The key as pressed.
  var pressed: String
  var result: DevKeyResult
}

/// The result of a key, for programs and for people.
struct DevKeyResult: Sendable {
  /// The members of its line of `--json`.
  let members: [DevKeyMember]
  /// Shows the result on a screen.
  let show: @Sendable (DevScreen) -> Void
  /// Why the action failed.
  let failure: Diagnostic?

  init(
    _ members: [DevKeyMember] = [], failure: Diagnostic? = nil, show: @escaping @Sendable (DevScreen) -> Void
  ) {
    self.members = members
    self.failure = failure
    self.show = show
  }

  /// A result that is shown as one line.
  static func line(_ line: String, _ members: [DevKeyMember] = []) -> Self {
    Self(members) { $0.say(line) }
  }

  static func failed(_ diagnostic: Diagnostic) -> Self {
    Self([.diagnostics([diagnostic])], failure: diagnostic) { _ in Output.error.report(diagnostic) }
  }

  /// A picture, or its tree, is printed.
  static func shown(_ picture: DevPicture, _ view: DevView) -> Self {
    Self(members(of: picture)) { screen in
      // A running page is printed when it has opened, which may take until its scripts have finished.
      if picture.tree == nil { screen.say("\(picture.unit) on \(picture.device)") }
      screen.show(picture, view)
    }
  }

  /// The members for the shown unit, its device and its revision.
  static func members(of picture: DevPicture) -> [DevKeyMember] {
    [.unit(picture.unit), .device(picture.device), .revision(picture.revision)]
  }
}

/// The picture of a unit.
struct DevPicture: Sendable {
  var unit: String
  var device: String
  /// nil until the page has started.
  var tree: ViewTree?
  var revision: Int
}
