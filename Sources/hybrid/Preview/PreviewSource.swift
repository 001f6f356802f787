import HybridReload
import HybridSource

/// Where a preview's page comes from and where what a person does to it goes: a server, or a page that runs
/// here.
protocol PreviewSource: Sendable {
  /// Everything there is to see, in order. It ends when nothing more is to come; for one reader only.
  var updates: AsyncStream<PreviewUpdate> { get }
  /// Tells the page what the person did. Events arrive in the order of these calls; without a page they are
  /// dropped.
  func send(_ event: ClientEvent)
  /// Tells that a page of this revision is on the screen.
  func painted(_ revision: Int)
  /// Ends it.
  func close()
}

/// One thing that a source has to show.
enum PreviewUpdate: Sendable {
  /// The page as it looks from now on.
  case page(ShownPage)
  /// Whether events reach a page, with the reason when they do not.
  case connected
  case disconnected(String)
  /// A build failed; what is shown stays.
  case failed([Diagnostic])
  /// The fault is gone.
  case fixed
  /// A line for the developer.
  case log(LogLevel, String)
}

/// A page and what it is.
struct ShownPage: Sendable {
  var tree: ViewTree
  var unit: String
  /// The device's name; empty when it has none.
  var device: String
  /// nil where there are none.
  var revision: Int?
  /// Names the running page: another one has other texts, scroll offsets and numbers of nodes.
  var page: String?
  /// Where the tree is a new one: what became of the last one's numbers, as ``ReloadClient/renumbered`` has
  /// it.
  var renumbered: [Int: Int]?
}
