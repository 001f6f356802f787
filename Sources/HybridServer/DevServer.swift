package import HybridBus
import HybridCompiler
package import HybridReload
package import HybridRuntime
package import HybridScript
package import HybridSocket
package import HybridSource
package import HybridUnits
package import HybridViewTree
import HybridWatch

/// `hybrid dev` without its terminal: watches a project, compiles the units that a save affects, and serves
/// clients.
///
/// A save passes through the layers once: the watcher reports files, the session compiles and lays out the
/// units that depend on them, and one message, encoded once, is sent to every client. Lower layers never call
/// upper ones.
package final class DevServer: Sendable {
  /// The options of a start.
  package struct Options: Sendable {
    /// The project's folder.
    package var root: String
    /// The required port, 0 for any free one; nil for 7788 or the next free one.
    package var port: Int?
    /// Whether other machines may connect.
    package var isOpenToNetwork = false
    /// Whether other machines may load templates into Playground apps, if they may connect.
    package var isPlaygroundOpen = false
    /// Origins of pages and browser extensions that may use LiveReload, as ``GuestOrigin/canonical(_:)``
    /// writes them.
    package var guestOrigins: Set<String> = []
    /// Names that other machines or a proxy have for this one, accepted in `Host` besides its own.
    package var allowedHosts: [String] = []
    /// Whether pages of other sites may show ours in frames.
    package var isEmbeddable = false
    /// Limits on input from clients.
    package var limits = ServerLimits()
    /// The device of the terminal's own render; nil for the default of `hybrid.json`.
    package var device: DeviceRequest?
    /// The data set that the terminal shows units with; nil for each unit's own data.
    package var dataSet: String?
    /// The platform whose rules apply to templates.
    package var platform = TemplatePlatform.ios
    /// The bus that connects servers of this project; nil shares nothing.
    package var bus: BusAddress?
    /// Whether to poll every file a few times a second, for mounts that do not report changes.
    package var isPolling = false
    /// The folder from which the files of the browser preview are read at each request, for developing them;
    /// nil uses the embedded files.
    package var previewFolder: String?
    /// The version to report.
    package var version: String

    /// The defaults for a folder.
    package init(root: String, version: String) {
      self.root = root
      self.version = version
    }
  }

  /// Why the server could not start.
  package enum StartError: Error, Sendable {
    /// There is no such folder, or it may not be read.
    case project(Diagnostic)
    /// No port was available.
    case port(Diagnostic)
    /// The folder cannot be watched.
    case watch(Diagnostic)
  }

  /// An event for the terminal.
  package enum Event: Sendable {
    /// A save was handled; the tree is the shown unit's, if it changed.
    case saved(SaveReport, tree: ViewTree?)
    /// A line about the server itself, such as folders that cannot be watched.
    case note(Diagnostic)
    /// The running page that the terminal shows changed to this tree.
    case page(ViewTree, unit: String)
    /// Every unit of the project was built once: this reports the units that the start of a large project
    /// postponed.
    case built(FirstBuild)
    /// An action of a page's scripts; for an error, also the diagnostic.
    case script(PageLogEntry, unit: String, Diagnostic?)
    /// A client asked to open a place in the user's editor: a path in the project, a line and a column, both
    /// from 1.
    case open(path: String, line: Int, column: Int)
    /// A client connected, disconnected, or fell behind.
    case client(ClientChange, ClientSummary)
    /// A client shows a revision.
    case painted(ClientSummary, revision: Int)
    /// A request was refused, and why; `unreported` other refusals were not reported.
    case refused(address: String, target: String, status: Int, reason: String, unreported: Int)
    /// The pairing code for other machines changed.
    case pairing(PairingInfo)
  }

  /// A change of a client's connection.
  package enum ClientChange: String, Sendable, CaseIterable {
    case joined, left
    /// It is too slow, and gets nothing until it has read the waiting messages.
    case behind
  }

  /// The state of the server when it is ready.
  package struct Ready: Sendable {
    package var url: String
    /// The URLs for other machines, if they may connect.
    package var networkURLs: [String]
    package var socket: String
    package var token: String
    package var title: String
    package var unitCount: Int
    package var templateCount: Int
    /// The number of units still to build; if not 0, ``Event/built(_:)`` follows. Requests build a unit on
    /// demand.
    package var pendingCount: Int
    package var folderCount: Int
    /// The device of the terminal's own render.
    package var device: Device
    /// The first unit to show, with its tree.
    package var shown: String?
    package var tree: ViewTree?
    /// The diagnostics of the first build.
    package var diagnostics: [Diagnostic]
    /// The URL from which a phone on the network loads the shown template, or else the first; nil if other
    /// machines may not connect, or there is no template.
    package var playgroundURL: String?
    /// Whether that URL is served.
    package var isPlaygroundOpen: Bool
    /// The pairing information for other machines; nil if none may connect.
    package var pairing: PairingInfo?
  }

  /// The state when the server became ready.
  package let ready: Ready
  private let parts: DevServerParts
  private let server: HTTPServer
  private let networkWatch: NetworkWatch?
  private let infoFile: InfoFile?
  private let tasks: [Task<Void, Never>]

  /// The addresses of this machine inside the emulators of Android and Genymotion.
  static let emulatorHosts = ["10.0.2.2", "10.0.3.2"]

  init(
    _ parts: DevServerParts, server: HTTPServer, networkWatch: NetworkWatch?, infoFile: InfoFile?,
    ready: Ready, tasks: [Task<Void, Never>]
  ) {
    self.parts = parts
    self.server = server
    self.networkWatch = networkWatch
    self.infoFile = infoFile
    self.ready = ready
    self.tasks = tasks
  }

  /// The events from then on, in order, until ``stop()``.
  package var events: AsyncStream<Event> { parts.events.stream }
  /// The session with the clients' state. Tests and tools may query it.
  package var session: DevSession { parts.session }
  /// The access policy, with the paired devices.
  package var access: AccessPolicy { parts.access }
  /// The state of the bus; nil if none was requested.
  package var busState: BusState? { parts.project.sharing?.state }

  /// Closes every connection, frees the port, removes `.hybrid/dev.json` and ends ``events``. Running pages
  /// end soon after.
  package func stop() {
    parts.project.close()
    for task in tasks { task.cancel() }
    networkWatch?.stop()
    server.stop()
    parts.access.close()
    infoFile?.remove()
    parts.events.finish()
    Task { [session] in await session.stopPages() }
  }
}
