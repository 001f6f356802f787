import Glibc
import HybridBus
import HybridCompiler
import HybridSource
import Synchronization

/// Shares saves with other servers of the same project: local saves go to them, and their saves are shown
/// here.
///
/// Each server has its own copy of the project's files, such as a checkout of one repository. Saves travel
/// with their content and are compiled everywhere, for each server's own clients; nothing is written to disk.
final class ProjectSharing: Sendable {
  /// Saves of other servers, for the compiler.
  struct RemoteSave: Sendable {
    /// The files whose content changed.
    var paths: [String]
    /// The servers that saved them; empty if unknown.
    var origins: [String]
  }

  /// The disk and the overlay.
  let overlay: SharedOverlay
  private let disk: FileReader
  private let bus = Mutex<ProjectBus?>(nil)
  /// The paths shared from here, to be shared again if Redis loses them.
  private let reported = Mutex<Set<String>>([])

  init(disk: FileReader) {
    self.disk = disk
    overlay = SharedOverlay(over: disk)
  }

  /// Joins the bus.
  /// - Parameters:
  ///   - onChanges: Called with saves of other servers, once their files can be read.
  ///   - onReload: Called when another server reloads everything.
  ///   - tell: Called with diagnostics for the terminal.
  func join(
    _ address: BusAddress, project: String, origin: String,
    onChanges: @escaping @Sendable (RemoteSave) -> Void,
    onReload: @escaping @Sendable () -> Void, tell: @escaping @Sendable (Diagnostic) -> Void
  ) {
    let listener = ProjectBus.Listener(
      onChanges: { [weak self] news in
        guard let self else { return }
        let paths = take(news, tell)
        if !paths.isEmpty { onChanges(RemoteSave(paths: paths, origins: news.origins)) }
      }, onReload: onReload,
      onState: { state in
        switch state {
        case .joining: break
        case .joined(let servers):
          tell(
            Diagnostic(
              .note, "bus.joined",
              servers == 1
                ? "connected to the bus; no other server shares the project"
                : "\(servers) servers share the project"))
        case .away(let error): tell(Diagnostic(.warning, error.code, error.message, hint: error.hint))
        }
      })
    let made = ProjectBus(address, project: project, name: machineName(), origin: origin, listener: listener)
    bus.withLock { $0 = made }
  }

  /// The state of the bus; nil if none was joined.
  var state: BusState? { bus.withLock { $0?.state } }

  /// Lets a local save override the versions of other servers. Call it before compiling.
  func willApply(_ paths: [String]) { for path in paths { overlay.uncover(path) } }

  /// Shares local saves with the others.
  func share(_ paths: [String]) {
    guard let bus = bus.withLock({ $0 }) else { return }
    let time = ProjectBus.now()
    var files: [SharedFile] = []
    for path in paths where !overlay.covers(path) {
      switch disk.read(path) {
      case .success(let content): files.append(SharedFile(path: path, content: content, time: time))
      case .failure(.missing): files.append(SharedFile(path: path, content: nil, time: time))
      // A folder, or a file that must not be shared.
      case .failure: continue
      }
    }
    reported.withLock { $0.formUnion(files.map(\.path)) }
    bus.share(files)
  }

  /// Reloads the clients of all other servers.
  func shareReload() { bus.withLock { $0 }?.shareReload() }

  /// Leaves the bus.
  func stop() { bus.withLock { $0 }?.stop() }

  /// Lays the files of other servers over this machine's; returns the files whose content changed.
  ///
  /// The order on the bus counts, not file dates: a checkout made a minute ago is not newer than today's
  /// edits on other servers.
  private func take(_ news: SharedChanges, _ tell: (Diagnostic) -> Void) -> [String] {
    let paths = news.files.filter { overlay.cover($0.path, with: $0.content) }.map(\.path)
    guard news.isWhole else { return paths }
    let known = Set(news.files.map(\.path))
    share(reported.withLock { $0.subtracting(known) }.sorted())
    if let first = paths.first {
      let others = paths.count == 1 ? "" : " and \(paths.count - 1) more"
      tell(
        Diagnostic(
          .note, "bus.files",
          "\(first)\(others): shown as on the other servers, which differs from this disk",
          hint: "a save on this machine replaces them on all servers"))
    }
    return paths
  }

  private func machineName() -> String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "unnamed" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
