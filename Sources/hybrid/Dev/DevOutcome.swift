import HybridServer
import HybridSource
import HybridViewTree

/// The result of a key, for people or for programs.
struct DevOutcome: Sendable {
  /// The key; nil for a key without an action.
  var key: DevKey?
  /// The key as pressed.
  var pressed: String
  var result: Result

  enum Result: Sendable {
    /// Every page was reloaded, on this many clients.
    case reloaded(clients: Int)
    /// Another page is shown, or the same page on another device.
    case shown(DevPicture, DevView)
    /// The picture or the tree was requested.
    case asked(DevPicture, DevView)
    case screenshot(path: String)
    /// A location was opened in an editor.
    case opened(Editor.Place, editor: String)
    case browser(url: String)
    case cleared
    case clients([ClientSummary])
    case help
    case quit
    /// The key has no action. Reported only once.
    case unknown
    /// The action failed.
    case failed(Diagnostic)
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
