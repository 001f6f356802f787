import Dispatch
import Foundation
import Glibc
import HybridSystem
import Synchronization

/// Shares saved files, with their content, between servers of one project through Redis.
///
/// If Redis is unavailable, each server continues alone: saves are queued, each file once, and shared when it
/// is back, and the saves of others are then fetched. Only the bus's own thread waits for Redis.
///
///     let address = try BusAddress("redis://127.0.0.1/0")
///     let bus = ProjectBus(address, project: "shop", name: "anna", onChanges: apply)
///     bus.share([SharedFile(path: "pages/home/style.css", content: bytes, time: now)])
package final class ProjectBus: Sendable {
  /// The callbacks of a bus, which it calls on its own thread, one after another.
  package struct Listener: Sendable {
    /// Others saved something, or their files are read for the first time.
    package var onChanges: @Sendable (SharedChanges) -> Void
    /// A full reload of the clients of all servers was requested.
    package var onReload: @Sendable () -> Void
    /// The bus connected, disconnected, or its number of servers changed.
    package var onState: @Sendable (BusState) -> Void

    /// A listener.
    package init(
      onChanges: @escaping @Sendable (SharedChanges) -> Void, onReload: @escaping @Sendable () -> Void = {},
      onState: @escaping @Sendable (BusState) -> Void = { _ in }
    ) {
      self.onChanges = onChanges
      self.onReload = onReload
      self.onState = onState
    }
  }

  /// Random, new with each start.
  package let origin: String
  private let address: BusAddress
  private let project: String
  private let name: String
  private let listener: Listener
  private struct Shared {
    /// Local saves not shared yet, by path.
    var waiting: [String: SharedFile] = [:]
    var wantsReload = false
    var isStopped = false
    var state = BusState.joining
  }
  private let shared = Mutex(Shared())
  private let wakeReader: Int32
  private let wakeWriter: Int32
  private let ended = DispatchGroup()

  /// Joins, now or as soon as possible, until ``stop()``.
  ///
  /// - Parameters:
  ///   - project: What the project is called on the bus, unless the address says so.
  ///   - name: The name of this server for others.
  package init(_ address: BusAddress, project: String, name: String, origin: String, listener: Listener) {
    self.address = address
    let project = address.project ?? project
    self.project = String(project.map { BusAddress.isName(String($0)) ? $0 : "_" }.prefix(100))
    self.name = name
    self.origin = origin
    self.listener = listener
    var ends: [Int32] = [-1, -1]
    let result = pipe(&ends)
    precondition(result == 0, "no descriptor is left")
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (wakeReader, wakeWriter) = (ends[0], ends[1])
    ended.enter()
    let worker = Thread { [self] in
      run()
      ended.leave()
    }
    worker.start()
  }

  deinit {
    close(wakeReader)
    close(wakeWriter)
  }

  /// The current state.
  package var state: BusState { shared.withLock { $0.state } }

  /// The number of local saves not shared yet.
  package var waitingCount: Int { shared.withLock { $0.waiting.count } }

  /// Shares local saves, now or once the bus is back. Only the last version of a file is shared.
  package func share(_ files: [SharedFile]) {
    guard !files.isEmpty else { return }
    shared.withLock { shared in
      for file in files
      where SharedFile.isPath(file.path) && (file.content?.count ?? 0) <= SharedFile.sizeLimit {
        shared.waiting[file.path] = file
      }
    }
    wake()
  }

  /// Reloads the clients of all other servers.
  package func shareReload() {
    shared.withLock { $0.wantsReload = true }
    wake()
  }

  /// Leaves. No call of the listener begins after this returned. Not to be called by the listener.
  package func stop() {
    shared.withLock { $0.isStopped = true }
    wake()
    // It does not wait for a hanging server: the thread ends by itself, without further calls.
    _ = ended.wait(timeout: .now() + 1)
  }

  private func wake() {
    var byte: UInt8 = 1
    // It fails when the pipe is full, and then the thread wakes as well.
    _ = write(wakeWriter, &byte, 1)
  }

  // MARK: The thread

  /// The interval at which the server announces itself and looks for missed messages, in milliseconds.
  private static let pulse = 5_000

  /// The position in the log, kept from one connection to the next.
  private struct Memory {
    var epoch: String?
    var place = "0-0"
  }

  private func run() {
    var memory = Memory()
    var pause = 250
    while !isStopped {
      do throws(BusError) {
        let session = try BusSession(address, project: project, origin: origin, name: name)
        let servers = try session.greet(at: Self.now())
        try join(session, &memory)
        pause = 250
        change(to: .joined(servers: servers))
        try follow(session, &memory)
        session.leave()
        return
      } catch {
        change(to: .away(error))
        if case .noLibrary = error { return }
        // Not all servers at once.
        wait(for: -1, atMost: pause / 2 + Int.random(in: 0...pause / 2))
        pause = min(pause * 2, 5_000)
      }
    }
  }

  private var isStopped: Bool { shared.withLock { $0.isStopped } }

  private func change(to state: BusState) {
    let isNew = shared.withLock { shared in
      defer { shared.state = state }
      return shared.state != state && !shared.isStopped
    }
    if isNew { listener.onState(state) }
  }

  /// Catches up from the end of the log, or with all files if the log does not reach back far enough.
  private func join(_ session: BusSession, _ memory: inout Memory) throws(BusError) {
    let epoch = try session.epoch(orElse: origin)
    if epoch == memory.epoch, try session.has(memory.place) { return try readLog(session, &memory) }
    // The end first: what comes while the files are read is read again.
    let end = try session.end()
    let ownPaths = waitingPaths
    let files = try session.files(try session.allPaths().filter { !ownPaths.contains($0) })
    memory = Memory(epoch: epoch, place: end)
    tell(SharedChanges(origins: [], files: files, isWhole: true))
  }

  private func follow(_ session: BusSession, _ memory: inout Memory) throws(BusError) {
    var nextPulse = Self.now() + Self.pulse
    try publish(session, &memory)
    while !isStopped {
      let isReadable = wait(for: session.descriptor, atMost: max(0, nextPulse - Self.now()))
      if isStopped { return }
      if isReadable {
        let news = try session.readNews()
        if news.isLonger { try readLog(session, &memory) }
        if news.isReload { listener.onReload() }
      }
      try publish(session, &memory)
      guard Self.now() >= nextPulse else { continue }
      nextPulse = Self.now() + Self.pulse
      // Redis may have lost everything without a break of the connection.
      if try session.epoch(orElse: origin) != memory.epoch { try join(session, &memory) }
      change(to: .joined(servers: try session.greet(at: Self.now())))
      try readLog(session, &memory)
    }
  }

  private func readLog(_ session: BusSession, _ memory: inout Memory) throws(BusError) {
    let news = try session.log(behind: memory.place)
    if !news.paths.isEmpty {
      // Saves here that are not shared yet are shared next, and the later save counts.
      let files = try session.files(news.paths.subtracting(waitingPaths).sorted())
      tell(SharedChanges(origins: news.origins.sorted(), files: files, isWhole: false))
    }
    memory.place = news.end
  }

  private var waitingPaths: Set<String> { shared.withLock { Set($0.waiting.keys) } }

  private func publish(_ session: BusSession, _ memory: inout Memory) throws(BusError) {
    let (files, wantsReload) = shared.withLock { shared in
      defer { shared.wantsReload = false }
      return (shared.waiting.values.sorted { $0.path < $1.path }, shared.wantsReload)
    }
    if !files.isEmpty {
      let older = try session.publish(files)
      // Only now: a break before leaves them waiting.
      shared.withLock { shared in
        for file in files where shared.waiting[file.path] == file { shared.waiting[file.path] = nil }
      }
      if !older.isEmpty {
        tell(SharedChanges(origins: [], files: try session.files(older), isWhole: false))
      }
    }
    if wantsReload { try session.publishReload() }
  }

  private func tell(_ news: SharedChanges) {
    if !news.files.isEmpty || news.isWhole, !isStopped { listener.onChanges(news) }
  }

  /// Waits until the thread is woken, `descriptor` can be read (then true), or the time is over.
  @discardableResult
  private func wait(for descriptor: Int32, atMost milliseconds: Int) -> Bool {
    var waited = [
      pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&waited, 2, Int32(clamping: milliseconds)) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 256)
    while waited[0].revents != 0, read(wakeReader, &buffer, buffer.count) > 0 {}
    return waited[1].revents != 0
  }

  /// Milliseconds since 1970.
  package static func now() -> Int { Int(SystemClock.wall / 1_000_000) }
}
