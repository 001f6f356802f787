import HybridServer
import HybridSource
import HybridViewTree

/// The output of `hybrid dev`, for people or for programs. It receives facts and prints them, and never
/// queries the server.
protocol DevTerminal: Sendable {
  /// The server is ready.
  mutating func ready(_ ready: DevServer.Ready, in folder: String, after duration: Duration, hasKeys: Bool)
  /// An event happened.
  mutating func tell(_ event: DevServer.Event, _ context: DevContext)
  /// A key had a result.
  mutating func tell(_ outcome: DevOutcome)
  /// The server could not start.
  mutating func failed(_ diagnostic: Diagnostic)
  /// The server has ended on request.
  mutating func ended(_ figures: DevFigures, because reason: DevEnd)
  /// The user pressed Enter: prints an empty line, to separate new output from old.
  mutating func space()
}

/// The reason for the end.
enum DevEnd: Hashable, Sendable {
  case signal(Int32)
  /// A key.
  case quit
  /// The reader of standard output has gone.
  case outputClosed
}

/// The view of a unit that is printed after a save.
enum DevView: Sendable { case text, tree }

/// The context of an event.
struct DevContext: Sendable {
  /// The shown unit on each watched device, when a save changed it.
  var pictures: [DevPicture] = []
  /// The URL from which a phone loads the shown template, if it has changed.
  var playgroundURL: String?
  /// Whether the server answers requests for that URL.
  var isPlaygroundOpen = false
  /// The shown device.
  var device = ""
  var view = DevView.text
  var figures = DevFigures()
}

extension DevServer.StartError {
  /// The diagnostic to report.
  var diagnostic: Diagnostic {
    switch self {
    case .project(let diagnostic), .port(let diagnostic), .watch(let diagnostic): diagnostic
    }
  }
}
