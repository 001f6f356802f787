import HybridJSON
import HybridReload
import HybridRuntime
import HybridScript

/// A client's running page, with the state to continue after a broken connection.
struct ClientPage {
  let running: RunningPage
  let receiver: PageReceiver
  /// The client's simulated device, with its stores. Pages of one client share it.
  let device: PageDeviceBox
  /// The pages below it; the one that opened it is the last.
  var below: [RunningPage] = []

  /// This page and the pages below.
  var all: [RunningPage] { below + [running] }

  /// Ends this page and all pages below.
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
  /// The message line for the client's user.
  var line: (level: LogLevel, text: String)? {
    switch self {
    case .call(let module, let method, let arguments):
      (.debug, "\(module).\(method)(\(arguments.map { $0.text() }.joined(separator: ", ")))")
    case .console(let level, let text): (LogLevel(rawValue: level) ?? .info, text)
    case .error(let fault): (.error, (fault.location.map { "\($0): " } ?? "") + fault.message)
    }
  }
}
