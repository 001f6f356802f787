package import HybridBus
import HybridCompiler
package import HybridReload
package import HybridRuntime
package import HybridScript
package import HybridSocket
package import HybridSource
package import HybridUnits
import HybridWatch

/// `hybrid dev` without its terminal: watches a project, compiles what a save touches, and serves clients.
///
/// A save goes down once and up once: the watcher names files, the session compiles and lays out what depends
/// on them, and one message, encoded once, goes to every client. Nothing below calls back up.
package final class DevServer: Sendable {
  /// How to start.
  package struct Options: Sendable {
    /// The project's folder.
    package var root: String
    /// The only port to take, 0 for any that is free; nil takes 7788 or the next free one.
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
    /// How much is taken from clients.
    package var limits = ServerLimits()
    /// What the terminal's own render is laid out for; nil takes the default of `hybrid.json`.
    package var device: DeviceRequest?
    /// The data set that the terminal shows units with; nil for each unit's own data.
    package var dataSet: String?
    /// Whose rules hold for templates.
    package var platform = TemplatePlatform.ios
    /// Where servers of this project meet; nil shares nothing.
    package var bus: BusAddress?
    /// Whether to look at every file a few times a second, for mounts that do not tell of saves.
    package var isPolling = false
    /// Where the files of the browser preview are read at each request, for those who edit them; nil takes
    /// those in the program.
    package var previewFolder: String?
    /// The version to tell.
    package var version: String

    /// The defaults for a folder.
    package init(root: String, version: String) {
      self.root = root
      self.version = version
    }
  }

  /// Why it could not start.
  package enum StartError: Error, Sendable {
    /// There is no such folder, or it may not be read.
    case project(Diagnostic)
    /// No port could be had.
    case port(Diagnostic)
    /// The folder cannot be watched.
    case watch(Diagnostic)
  }

  /// What it tells its terminal.
  package enum Event: Sendable {
    /// A save was dealt with; the tree is the shown unit's, when that changed.
    case saved(SaveReport, tree: ViewTree?)
    /// A line about the server itself, such as folders that cannot be watched.
    case note(Diagnostic)
    /// The running page that the terminal shows looks like this now.
    case page(ViewTree, unit: String)
    /// Every unit of the project was built once: what a large project was started without is told here.
    case built(FirstBuild)
    /// What a page's scripts did; of an error the diagnostic as well.
    case script(PageLogEntry, unit: String, Diagnostic?)
    /// A client asked that the person's editor show a place: a path in the project, a line and a column, both
    /// from 1.
    case open(path: String, line: Int, column: Int)
    /// Somebody looks, looks no longer, or cannot follow.
    case client(ClientChange, ClientSummary)
    /// A client shows a revision.
    case painted(ClientSummary, revision: Int)
    /// Somebody was turned away, and why; `untold` others were not told of.
    case refused(address: String, target: String, status: Int, reason: String, untold: Int)
    /// Other machines are let in by this code, which is another one than before.
    case pairing(PairingInfo)
  }

  /// What became of a client.
  package enum ClientChange: String, Sendable, CaseIterable {
    case joined, left
    /// It is too slow, and gets nothing until it has taken what waits for it.
    case behind
  }

  /// What is known once it serves.
  package struct Ready: Sendable {
    package var url: String
    /// The same for other machines, when they may connect.
    package var networkURLs: [String]
    package var socket: String
    package var token: String
    package var title: String
    package var unitCount: Int
    package var templateCount: Int
    /// How many units are still to be built; ``Event/built(_:)`` follows when that is some. Each is there for
    /// whoever asks.
    package var pendingCount: Int
    package var folderCount: Int
    /// What the terminal's own render is laid out for.
    package var device: Device
    /// The first unit to show, with its tree.
    package var shown: String?
    package var tree: ViewTree?
    /// What the first build found.
    package var diagnostics: [Diagnostic]
    /// Where a phone on the network loads the shown template from, or else the first; nil when other machines
    /// may not connect, or there is no template.
    package var playgroundURL: String?
    /// Whether it is answered there.
    package var isPlaygroundOpen: Bool
    /// How to let other machines in; nil when none may.
    package var pairing: PairingInfo?
  }

  /// Serves since then.
  package let ready: Ready
  private let project: OpenProject
  private let server: HTTPServer
  private let terminal: TerminalEvents
  private let tasks: [Task<Void, Never>]
  private let infoFile: InfoFile?
  /// Who may do what, and who is paired.
  package let access: AccessPolicy
  private let networkWatch: NetworkWatch?

  /// This machine as the emulators of Android and of Genymotion know it.
  static let emulatorHosts = ["10.0.2.2", "10.0.3.2"]

  init(
    ready: Ready, project: OpenProject, server: HTTPServer, events: TerminalEvents,
    tasks: [Task<Void, Never>], infoFile: InfoFile?, access: AccessPolicy, networkWatch: NetworkWatch?
  ) {
    self.ready = ready
    self.project = project
    self.server = server
    terminal = events
    self.tasks = tasks
    self.infoFile = infoFile
    self.access = access
    self.networkWatch = networkWatch
  }

  /// What happens from then on, in order, until ``stop()``.
  package var events: AsyncStream<Event> { terminal.stream }
  /// What clients see. Tests and tools may ask it.
  package var session: DevSession { project.session }
  /// How the bus is; nil when none was asked for.
  package var busState: BusState? { project.sharing?.state }

  /// Closes every connection, frees the port, takes `.hybrid/dev.json` away and ends ``events``. Pages that
  /// run end soon after.
  package func stop() {
    project.close()
    for task in tasks { task.cancel() }
    networkWatch?.stop()
    server.stop()
    access.close()
    infoFile?.remove()
    terminal.finish()
    Task { [session] in await session.stopPages() }
  }
}
