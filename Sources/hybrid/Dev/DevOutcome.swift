import HybridReload
import HybridServer
import HybridSource

/// What a key did, for people or for programs.
struct DevOutcome: Sendable {
  /// The key; nil for one that does nothing.
  var key: DevKey?
  /// As it was pressed.
  var pressed: String
  var result: Result

  enum Result: Sendable {
    /// Every page was reloaded, on so many clients.
    case reloaded(clients: Int)
    /// Another page, or the same on another device.
    case shown(DevPicture, DevView)
    /// The picture or the tree was asked for.
    case asked(DevPicture, DevView)
    case screenshot(path: String)
    /// A place was handed to an editor.
    case opened(Editor.Place, editor: String)
    case browser(url: String)
    case cleared
    case clients([ClientSummary])
    case help
    case quit
    /// It means nothing. Told once.
    case unknown
    /// It could not be done.
    case failed(Diagnostic)
  }
}

/// What is shown of a unit.
struct DevPicture: Sendable {
  var unit: String
  var device: String
  /// nil while its page begins to run.
  var tree: ViewTree?
  var revision: Int
}
