import HybridReload
import HybridServer
import HybridSource

/// What `hybrid dev` says, to people or to programs. Facts in, words out: nothing here asks the server
/// anything.
protocol DevTerminal: Sendable {
  /// It serves.
  mutating func ready(_ ready: DevServer.Ready, in folder: String, after duration: Duration, hasKeys: Bool)
  /// Something happened.
  mutating func tell(_ event: DevServer.Event, _ context: DevContext)
  /// A key did something.
  mutating func tell(_ outcome: DevOutcome)
  /// It could not start.
  mutating func failed(_ diagnostic: Diagnostic)
  /// It was asked to end, and did.
  mutating func ended(_ figures: DevFigures, because reason: DevEnd)
  /// A person pressed Enter, as one does to set off what comes from what was.
  mutating func space()
}

/// Why it ends.
enum DevEnd: Hashable, Sendable {
  case signal(Int32)
  /// By a key.
  case quit
  /// Whoever read standard output does so no longer.
  case outputClosed
}

/// What of a unit is printed after a save.
enum DevView: Sendable { case text, tree }

/// What belongs to an event besides what it says itself.
struct DevContext: Sendable {
  /// The shown unit on each device that is looked at, when a save changed it.
  var pictures: [DevPicture] = []
  /// Where a phone loads the shown template from, when that is another one than before.
  var playgroundURL: String?
  /// Whether it would be answered.
  var isPlaygroundOpen = false
  /// The device that is shown.
  var device = ""
  var view = DevView.text
  var figures = DevFigures()
}

extension Duration {
  /// The duration in milliseconds, with a fraction.
  var milliseconds: Double { Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15 }
}

extension DevServer.StartError {
  /// What to tell the person.
  var diagnostic: Diagnostic {
    switch self {
    case .project(let diagnostic), .port(let diagnostic), .watch(let diagnostic): diagnostic
    }
  }
}
