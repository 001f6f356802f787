import HybridReload
import HybridSource
import HybridViewTree

/// Provides a preview's page and receives the user's input: a server, or a page in this process.
protocol PreviewSource: Sendable {
  /// All updates, in order. The stream finishes when no more follow; it supports one reader only.
  var updates: AsyncStream<PreviewUpdate> { get }
  /// Sends the user's input to the page. Events arrive in the order of these calls; without a page they are
  /// dropped.
  func send(_ event: ClientEvent)
  /// Reports that a page of this revision is on the screen.
  func painted(_ revision: Int)
  /// Closes the source.
  func close()
}

/// One update of a source.
enum PreviewUpdate: Sendable {
  /// The page in its new state.
  case page(ShownPage)
  /// Whether events reach a page, and the reason when they do not.
  case connected
  case disconnected(String)
  /// A build failed; the shown page stays.
  case failed([Diagnostic])
  /// The fault is fixed.
  case fixed
  /// A line for the developer.
  case log(LogLevel, String)
}

/// A page and its description.
struct ShownPage: Sendable {
  var tree: ViewTree
  var unit: String
  /// The device's name; empty when it has none.
  var device: String
  /// nil without revisions.
  var revision: Int?
  /// The identity of the running page: another page has different texts, scroll offsets and node handles.
  var page: String?
  /// For a new tree: the new handle of each old one, as in ``ReloadClient/renumbered``.
  var renumbered: [Int: Int]?
}
