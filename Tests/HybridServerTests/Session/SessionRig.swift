import HybridCompiler
import HybridReload
import HybridRuntime
import HybridSocket
import HybridTestSupport
import Synchronization
import Testing

@testable import HybridServer

/// A session without sockets and disks: files in memory, and lines that a test fills, reads and cuts.
final class SessionRig: Sendable {
  let session: DevSession

  init(_ files: [String: String], id: String = "one") async {
    let store = Store(files)
    self.store = store
    let reader = store.reader
    session = DevSession(
      compiler: ProjectCompiler(files: reader, name: "test"), files: reader, name: "test", id: id,
      version: "test")
    _ = await session.start()
    await session.serve(at: 1) { event in
      if case .send(let message, let lines) = event { for line in lines { line.send(message) } }
    }
  }

  deinit { Task { [session] in await session.stopPages() } }

  private let store: Store

  /// Saves a file, or removes it.
  @discardableResult
  func save(_ path: String, _ text: String?) async -> SaveReport? {
    store.files.withLock { $0[path] = text }
    return await session.filesChanged([path]).report
  }

  /// Saves or removes several files at once. As with a watcher, added and removed folders are reported too.
  @discardableResult
  func save(_ changes: [String: String?]) async -> SaveReport? {
    let folders = store.files.withLock { files in
      let before = Self.folders(of: files)
      for (path, text) in changes { files[path] = text }
      return before.symmetricDifference(Self.folders(of: files))
    }
    return await session.filesChanged(folders.sorted() + changes.keys.sorted()).report
  }

  private static func folders(of files: [String: String]) -> Set<String> {
    var folders: Set<String> = []
    for path in files.keys {
      var parts = path.split(separator: "/").dropLast()
      while !parts.isEmpty {
        folders.insert(parts.joined(separator: "/"))
        parts.removeLast()
      }
    }
    return folders
  }

  /// Reads files that are in memory.
  static func reader(of files: [String: String]) -> FileReader { Store(files).reader }

  private final class Store: Sendable {
    let files: Mutex<[String: String]>
    init(_ files: [String: String]) { self.files = Mutex(files) }

    var reader: FileReader {
      FileReader(
        read: { [self] path in
          files.withLock { $0[path] }.map { .success(Array($0.utf8)) } ?? .failure(.missing)
        },
        list: { [self] folder in
          let prefix = folder.isEmpty ? "" : folder + "/"
          var entries: Set<FolderEntry> = []
          for path in files.withLock({ Array($0.keys) }) where path.hasPrefix(prefix) {
            let rest = path.dropFirst(prefix.count).split(separator: "/")
            entries.insert(FolderEntry(name: String(rest[0]), kind: rest.count > 1 ? .folder : .file))
          }
          return .success(Array(entries))
        })
    }
  }
}

/// A line that queues everything until the test reads it.
final class TestLine: ClientLine {
  let id: UInt64
  let remoteAddress = "127.0.0.1"
  private struct State {
    var waiting: [WebSocketMessage] = []
    var bytes = 0
    var mostBytes = 0
    var drains: [(limit: Int, call: @Sendable () -> Void)] = []
  }
  private let state = Mutex(State())
  private static let lastID = Atomic<UInt64>(1 << 40)

  init() { id = Self.lastID.add(1, ordering: .relaxed).newValue }

  var bufferedBytes: Int { state.withLock { $0.bytes } }
  /// The maximum number of queued bytes.
  var mostBytes: Int { state.withLock { $0.mostBytes } }

  func send(_ message: WebSocketMessage) {
    state.withLock { state in
      state.waiting.append(message)
      state.bytes += message.bytes.count
      state.mostBytes = max(state.mostBytes, state.bytes)
    }
  }

  func onDrained(below limit: Int, _ call: @escaping @Sendable () -> Void) {
    state.withLock { $0.drains.append((limit, call)) }
  }

  /// Removes the first queued messages, at most `count`.
  func take(_ count: Int = .max) -> [WebSocketMessage] {
    let (taken, calls) = state.withLock { state in
      let taken = Array(state.waiting.prefix(count))
      state.waiting.removeFirst(taken.count)
      state.bytes -= taken.reduce(0) { $0 + $1.bytes.count }
      let due = state.drains.filter { $0.limit >= state.bytes }
      state.drains.removeAll { $0.limit >= state.bytes }
      return (taken, due)
    }
    for (_, call) in calls { call() }
    return taken
  }
}

/// A client and its connection, driven by a test.
final class TestClient {
  var client: ReloadClient
  private(set) var line: TestLine?
  /// The number of received messages, by type.
  private(set) var counts: [String: Int] = [:]
  private(set) var frames: [String] = []
  /// The server's notes.
  private(set) var words: [String] = []
  /// The updates of its own variant: the operations of patches, and `tree` for a whole tree.
  private(set) var steps: [String] = []

  init(_ client: ReloadClient = ReloadClient(name: "test")) { self.client = client }

  func connect(to session: DevSession) async {
    await cut(from: session)
    let line = TestLine()
    self.line = line
    await session.clientOpened(line)
    await session.receive(client.connect(), from: line.id)
  }

  func cut(from session: DevSession) async {
    if let line { await session.clientClosed(line.id) }
    line = nil
  }

  /// Requests a unit, a device and a data set.
  func show(
    _ unit: String?, on device: DeviceRequest?, data: String? = nil, of session: DevSession
  ) async {
    (client.wantedUnit, client.device) = (unit ?? client.wantedUnit, device ?? client.device)
    client.data = data
    guard let line else { return }
    await session.receive(.show(unit: unit, device: device, data: data), from: line.id)
  }

  /// Receives at most `limit` messages, and sends the replies.
  func take(_ limit: Int = .max, from session: DevSession) async {
    guard let line else { return }
    var left = limit
    while left > 0, let message = line.take(1).first {
      left -= 1
      guard case .text(let bytes) = message, let message = ServerMessage(bytes) else {
        if case .binary(let bytes) = message, let frame = try? UnitFrame(decoding: bytes) {
          frames.append(frame.unit.name)
        }
        continue
      }
      counts[message.type, default: 0] += 1
      if case .log(_, let text) = message { words.append(text) }
      if case .update(let update) = message {
        let own = VariantName(device: client.deviceName ?? "", data: client.dataName)
        for change in update.changes where change.unit == client.unit && change.kind.variant == own {
          if case .patch(_, _, let patch) = change.kind { steps.append("\(patch.operations.count)") }
          if case .reload = change.kind { steps.append("tree") }
        }
      }
      for reply in client.receive(message).replies { await session.receive(reply, from: line.id) }
    }
  }

  func count(_ type: String) -> Int { counts[type] ?? 0 }
}

extension ServerMessage {
  var type: String {
    switch self {
    case .welcome: "welcome"
    case .update: "update"
    case .failed: "failed"
    case .fixed: "fixed"
    case .snapshot: "snapshot"
    case .same: "same"
    case .page: "page"
    case .faults: "faults"
    case .inspected: "inspected"
    case .edited: "edited"
    case .log: "log"
    }
  }
}
