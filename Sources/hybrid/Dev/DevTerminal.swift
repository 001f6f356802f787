import HybridServer
import HybridSource

/// What `hybrid dev` says, to people or to programs.
protocol DevTerminal: Sendable {
  /// It serves.
  func ready(_ ready: DevServer.Ready, in folder: String, after duration: Duration)
  /// Something happened.
  func tell(_ event: DevServer.Event, server: DevServer) async
  /// It could not start.
  func failed(_ diagnostic: Diagnostic)
  /// It was asked to end, and did.
  func ended()
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
