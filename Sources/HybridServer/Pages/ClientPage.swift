import HybridJSON
import HybridReload
import HybridRuntime
import HybridScript

/// A client's running page, with what it needs to go on after a break of the connection.
struct ClientPage {
  let running: RunningPage
  let receiver: PageReceiver
  /// The client's device as its pages see it: its stores. Pages of one client share it.
  let device: PageDeviceBox
  /// The pages below it, the one that opened it last.
  var below: [RunningPage] = []

  /// It and the pages below.
  var all: [RunningPage] { below + [running] }

  /// Ends it, with all pages below.
  func stop() {
    running.stop()
    for page in below { page.stop() }
  }
}

/// A simulated device that is used on the threads of its pages only.
final class PageDeviceBox: @unchecked Sendable {
  // Only the pages of one client use it, one page at a time, each on its own executor.
  let device = SimulatedDevice()
}

extension PageLogEntry {
  /// As a line for the person at the client.
  var line: (level: LogLevel, text: String)? {
    switch self {
    case .call(let module, let method, let arguments):
      (.debug, "\(module).\(method)(\(arguments.map { $0.text() }.joined(separator: ", ")))")
    case .console(let level, let text): (LogLevel(rawValue: level) ?? .info, text)
    case .error(let fault): (.error, (fault.location.map { "\($0): " } ?? "") + fault.message)
    }
  }
}
