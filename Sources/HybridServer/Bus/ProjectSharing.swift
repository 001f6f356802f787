import Glibc
import HybridBus
import HybridCompiler
import HybridSource
import Synchronization

/// This server among others that serve the same project: what is saved here goes to them, what they save is
/// shown here.
///
/// Each server has its own copy of the project's files, such as a checkout of one repository. Saves travel
/// with their content and are compiled everywhere, for each server's own clients; nothing is written to
/// anybody's disk.
final class ProjectSharing: Sendable {
  /// What others did, for whoever compiles.
  struct RemoteSave: Sendable {
    /// The files that read differently now.
    var paths: [String]
    /// Who saved them; empty when it is not known.
    var origins: [String]
  }

  /// The disk and what lies over it.
  let overlay: SharedOverlay
  private let disk: FileReader
  private let bus = Mutex<ProjectBus?>(nil)
  /// What was told from here, to be told again when Redis loses it.
  private let told = Mutex<Set<String>>([])

  init(disk: FileReader) {
    self.disk = disk
    overlay = SharedOverlay(over: disk)
  }

  /// Joins.
  /// - Parameters:
  ///   - onNews: Called with what others saved, once it can be read.
  ///   - onReload: Called when another server has everything loaded anew.
  ///   - tell: Called with what the person at the terminal ought to know.
  func join(
    _ address: BusAddress, project: String, origin: String, onNews: @escaping @Sendable (RemoteSave) -> Void,
    onReload: @escaping @Sendable () -> Void, tell: @escaping @Sendable (Diagnostic) -> Void
  ) {
    let listener = ProjectBus.Listener(
      onNews: { [weak self] news in
        guard let self else { return }
        let paths = take(news, tell)
        if !paths.isEmpty { onNews(RemoteSave(paths: paths, origins: news.origins)) }
      }, onReload: onReload,
      onState: { state in
        switch state {
        case .joining: break
        case .joined(let servers):
          tell(
            Diagnostic(
              .note, "bus.joined",
              servers == 1 ? "the bus is there; no other server is" : "\(servers) servers share the project"))
        case .away(let error): tell(Diagnostic(.warning, error.code, error.message, hint: error.hint))
        }
      })
    let made = ProjectBus(address, project: project, name: machineName(), origin: origin, listener: listener)
    bus.withLock { $0 = made }
  }

  /// How the bus is; nil when none was joined.
  var state: BusState? { bus.withLock { $0?.state } }

  /// What was saved here counts here from now on, whatever others had of it. To be called before it is
  /// compiled.
  func willApply(_ paths: [String]) { for path in paths { overlay.uncover(path) } }

  /// Tells the others what was saved here.
  func share(_ paths: [String]) {
    guard let bus = bus.withLock({ $0 }) else { return }
    let time = ProjectBus.now()
    var files: [SharedFile] = []
    for path in paths where !overlay.covers(path) {
      switch disk.read(path) {
      case .success(let content): files.append(SharedFile(path: path, content: content, time: time))
      case .failure(.missing): files.append(SharedFile(path: path, content: nil, time: time))
      // A folder, or nothing that may be shown to others.
      case .failure: continue
      }
    }
    told.withLock { $0.formUnion(files.map(\.path)) }
    bus.share(files)
  }

  /// Has the clients of all other servers load everything anew.
  func shareReload() { bus.withLock { $0 }?.shareReload() }

  /// Leaves.
  func stop() { bus.withLock { $0 }?.stop() }

  /// Lays others' files over this machine's; returns those that read differently now.
  ///
  /// The bus counts, not the dates of files: a checkout made a minute ago is no newer than what the others
  /// edited today.
  private func take(_ news: SharedNews, _ tell: (Diagnostic) -> Void) -> [String] {
    let paths = news.files.filter { overlay.cover($0.path, with: $0.content) }.map(\.path)
    guard news.isWhole else { return paths }
    let known = Set(news.files.map(\.path))
    share(told.withLock { $0.subtracting(known) }.sorted())
    if let first = paths.first {
      let others = paths.count == 1 ? "" : " and \(paths.count - 1) more"
      tell(
        Diagnostic(
          .note, "bus.files",
          "\(first)\(others): shown as the other servers have it, not as it is on this disk",
          hint: "a save here counts again, for everybody"))
    }
    return paths
  }

  private func machineName() -> String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "unnamed" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
