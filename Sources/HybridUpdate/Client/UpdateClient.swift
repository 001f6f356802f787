import HybridCrypto
public import HybridRelease
import Synchronization

/// Keeps an app's release up to date: checks, downloads, verifies, activates, confirms, rolls back.
///
/// All files are below one folder of the app. Data from a host is trusted only when signed by keys that lead
/// back to the app's own, and a release is activated only when all of it is on disk and verified.
///
///     let client = try UpdateClient(
///       folder: caches + "/hybrid", settings: settings, transport: URLSessionTransport(base: url)!)
///     let release = try await client.start()        // once, at the start of the app
///     … show the first page …
///     try await client.confirm()                    // it is on the screen
///     _ = try await client.update()                 // at the start, and when the app comes back
public actor UpdateClient {
  let settings: UpdateSettings
  let transport: any UpdateTransport
  let folder: String
  let files: any StoreFiles
  private(set) var store: ReleaseStore
  let sodium: Sodium
  /// The trusted key set.
  var trust: Trust
  private var running: RunningUpdate?
  private let listeners: EventReceivers
  private let vfs: String?

  /// Opens the store, creating it if missing, and the preset.
  ///
  /// - Parameter folder: An absolute path; its parent must exist. The folder belongs to this client alone.
  /// - Throws: `store.…`; `keys.malformed` or `statement.…` for invalid ``UpdateSettings/keys``. A refused
  ///   preset does not throw: it is the first event, and the app continues without it.
  public init(
    folder: String, settings: UpdateSettings, transport: any UpdateTransport
  ) throws(Refusal) {
    try self.init(folder: folder, settings: settings, transport: transport, files: SystemFiles())
  }

  /// Creates a client with simulated file faults.
  package init(
    folder: String, settings: UpdateSettings, transport: any UpdateTransport, files: any StoreFiles,
    vfs: String? = nil
  ) throws(Refusal) {
    let sodium: Sodium
    do throws(CryptoError) { sodium = try Sodium.shared() } catch {
      throw Refusal(.storeFailed, "libsodium", "\(error)")
    }
    let listeners = EventReceivers()
    (store, trust) = try Self.opened(folder, settings, files, sodium, vfs, listeners)
    (self.settings, self.transport, self.folder, self.files) = (settings, transport, folder, files)
    (self.sodium, self.vfs, self.listeners) = (sodium, vfs, listeners)
  }

  /// The store with its preset, and the trusted key set. A database that proves damaged while it is opened is
  /// set aside.
  private static func opened(
    _ folder: String, _ settings: UpdateSettings, _ files: any StoreFiles, _ sodium: Sodium, _ vfs: String?,
    _ listeners: EventReceivers
  ) throws(Refusal) -> (ReleaseStore, Trust) {
    do throws(Refusal) {
      return try openedOnce(folder, settings, files, sodium, vfs, listeners)
    } catch  where error.code == .storeDamaged {
      try ReleaseStore.suspect(error, in: folder, files)
      return try openedOnce(folder, settings, files, sodium, vfs, listeners)
    }
  }

  private static func openedOnce(
    _ folder: String, _ settings: UpdateSettings, _ files: any StoreFiles, _ sodium: Sodium, _ vfs: String?,
    _ listeners: EventReceivers
  ) throws(Refusal) -> (ReleaseStore, Trust) {
    let store = try ReleaseStore(folder: folder, files: files, sodium: sodium, vfs: vfs)
    var trust = try Trust(embedded: settings.keys, as: "the app's key set", sodium: sodium)
    for (version, statement, signatures) in try store.keySets() where version > trust.keys.version {
      // Stored key sets were followed before. Those that do not follow from the app's current keys are
      // downloaded again.
      do throws(Refusal) {
        try trust.advance(to: statement, signatures: signatures, as: DistPaths.keys(version))
      } catch { break }
    }
    try store.follow(trust.keys)
    if let refusal = store.replaced { listeners.emit(.refused(refusal)) }
    if let path = settings.preset {
      do throws(Refusal) {
        let hasTakenOver = try store.openPreset(
          path, trust: Trust(embedded: settings.keys, as: "the app's key set", sodium: sodium),
          hashesAll: settings.hashesPresetAtEveryLaunch)
        if hasTakenOver, let slot = try store.activeSlot(), let release = try store.installed(slot) {
          listeners.emit(.activated(release))
        }
      } catch {
        guard !error.code.rawValue.hasPrefix("store.") else { throw error }
        try store.forgetPreset()
        listeners.emit(.refused(error))
      }
    } else {
      try store.forgetPreset()
    }
    return (store, trust)
  }

  /// Records damage of the database, which is set aside at the next launch. Until then the shown release
  /// stays.
  private func noting<Value>(_ body: () throws(Refusal) -> Value) throws(Refusal) -> Value {
    do throws(Refusal) { return try body() } catch {
      suspect(error)
      throw error
    }
  }

  private func suspect(_ refusal: Refusal) {
    // If the disk cannot even store this record, the next launch fails as well.
    if refusal.code == .storeDamaged { try? ReleaseStore.suspect(refusal, in: folder, files) }
  }

  // MARK: Events

  /// All events from now on, preceded by those before the first call; at most the last 1,000 unread events
  /// are kept.
  public nonisolated func events() -> AsyncStream<UpdateEvent> { listeners.stream() }

  /// Sends an event; tests use it as a marker.
  package nonisolated func mark(_ event: UpdateEvent) { emit(event) }

  nonisolated func emit(_ event: UpdateEvent) { listeners.emit(event) }

  // MARK: At a start

  /// Prepares the release to show. Call it once at each launch, before any read.
  ///
  /// Activates a pending release. A release that was started ``UpdateSettings/unconfirmedStarts`` times
  /// without being confirmed is not started again: the previous one replaces it, or else the preset.
  ///
  /// - Returns: The active release; nil when there is none, not even a preset.
  @discardableResult
  public func start() throws(Refusal) -> InstalledRelease? {
    do throws(Refusal) { return try started() } catch  where error.code == .storeDamaged {
      try ReleaseStore.suspect(error, in: folder, files)
      (store, trust) = try Self.opened(folder, settings, files, sodium, vfs, listeners)
      return try started()
    }
  }

  private func started() throws(Refusal) -> InstalledRelease? {
    let events = try store.start(
      unconfirmedStarts: max(1, settings.unconfirmedStarts), now: settings.clock.now(),
      refusal: { [settings] in Self.incompatibility($0, settings) })
    for event in events { emit(event) }
    for (path, refusal) in try store.checkSizes() {
      emit(.damaged(path: path, refusal, readFrom: nil))
    }
    return try active()
  }

  /// Records that the active release works. Call it when its first page is on the screen.
  public func confirm() throws(Refusal) {
    let confirmed = try noting { () throws(Refusal) in try store.confirm() ? active() : nil }
    if let confirmed { emit(.confirmed(confirmed)) }
  }

  /// Rejects the active release at once, because the app has found that it does not work. It is not started
  /// again on this device.
  ///
  /// - Parameter reason: A text for logs and support.
  /// - Returns: The release that is active now.
  @discardableResult
  public func reject(_ reason: String) throws(Refusal) -> InstalledRelease? {
    let number = try active()?.number ?? 0
    let refusal = Refusal(.startUnconfirmed, "releases/\(number).json", "was rejected by the app: \(reason)")
    if let event = try store.reject(refusal, now: settings.clock.now()) { emit(event) }
    return try active()
  }

  /// Activates the pending release now instead of at the next launch; the app then reloads its pages. nil
  /// when none is pending.
  public func activate() throws(Refusal) -> InstalledRelease? {
    guard try store.applyPending(), let release = try active() else { return nil }
    emit(.activated(release))
    return release
  }

  // MARK: Stored releases

  /// The release from which files are read.
  public func active() throws(Refusal) -> InstalledRelease? {
    guard let slot = try store.activeSlot() else { return nil }
    return try store.installed(slot)
  }

  /// The release that is activated at the next launch.
  public func pending() throws(Refusal) -> InstalledRelease? {
    guard let slot = try store.slot(.pending) else { return nil }
    return try store.installed(slot)
  }

  /// The release that replaces the active one if that fails; the preset is next.
  public func previous() throws(Refusal) -> InstalledRelease? {
    guard let slot = try store.slot(.previous) else { return nil }
    return try store.installed(slot)
  }

  /// The releases that are not started again on this device, with reasons.
  public func failed() throws(Refusal) -> [FailedRelease] { try store.failed() }

  /// Reads a file of the active release: `units/home.unit`.
  ///
  /// Its size and SHA-256 are checked on the first read. If the file is damaged, the same path of the
  /// previous release or of the preset is returned instead, with an event, and the next update downloads the
  /// file again.
  ///
  /// - Returns: nil when the active release has no such file, or when no release has it intact.
  public func read(_ path: String) throws(Refusal) -> [UInt8]? {
    let reading = try noting { () throws(Refusal) in try store.read(path) }
    if let (refusal, from) = reading.damage { emit(.damaged(path: path, refusal, readFrom: from)) }
    return reading.bytes
  }

  /// The manifest of the active release: its units and routes.
  package func manifest() throws(Refusal) -> Release? {
    guard let slot = try store.activeSlot() else { return nil }
    return try store.release(of: slot)
  }

  // MARK: Updating

  /// The result of a second call while an update is running.
  public enum Overlap: Hashable, Sendable {
    /// The outcome of the running update.
    case joins
    /// The refusal ``RefusalCode/updateRunning``.
    case refuses
  }

  /// Checks the host and installs a newer release.
  ///
  /// When a caller's task is cancelled, the update continues for other callers that have joined it; without
  /// any it is cancelled.
  ///
  /// - Parameters:
  ///   - overlap: What to do when an update is already running.
  ///   - retryingFailed: Whether to install releases that failed on this device before.
  /// - Throws: The ``Refusal`` that ended the update, which was also an event. The active release is then
  ///   unchanged, and verified downloads are kept for the next attempt.
  public func update(
    whenRunning overlap: Overlap = .joins, retryingFailed: Bool = false
  ) async throws(Refusal) -> UpdateOutcome {
    while let running {
      guard overlap == .joins else {
        throw Refusal(.updateRunning, "update", "another update is under way")
      }
      if running.join() { return try await running.outcome().get() }
      // It has no callers any more and is about to end.
      _ = await running.task.value
    }
    let update = RunningUpdate(
      Task { () -> Result<UpdateOutcome, Refusal> in
        defer { self.running = nil }
        do throws(Refusal) {
          return .success(try await self.updated(retryingFailed: retryingFailed))
        } catch {
          self.suspect(error)
          self.emit(.refused(error))
          return .failure(error)
        }
      })
    running = update
    return try await update.outcome().get()
  }

  /// Cancels the running update, if any; all its callers get ``RefusalCode/updateCancelled``.
  public func cancel() { running?.task.cancel() }

  /// The number of callers that wait for the running update.
  package var callers: Int { running?.count ?? 0 }

  /// Why this app cannot run a release; nil when it can.
  static func incompatibility(_ release: Release, _ settings: UpdateSettings) -> Refusal? {
    let subject = "releases/\(release.number).json"
    guard release.runtime.contains(settings.runtime) else {
      return Refusal(
        .runtimeVersion, subject, "needs the runtime \(release.runtime), and this one is \(settings.runtime)")
    }
    let needs = release.requirements
    if let module = needs.modules.first(where: { !settings.modules.contains($0) }) {
      return Refusal(.runtimeModule, subject, "needs the native module '\(module)'")
    }
    if let known = settings.elements, let name = needs.elements.first(where: { !known.contains($0) }) {
      return Refusal(.runtimeElement, subject, "needs the element '\(name)'")
    }
    if let known = settings.attributes, let name = needs.attributes.first(where: { !known.contains($0) }) {
      return Refusal(.runtimeElement, subject, "needs the attribute '\(name)'")
    }
    return nil
  }
}

/// A running update, and the number of its callers.
private final class RunningUpdate: Sendable {
  let task: Task<Result<UpdateOutcome, Refusal>, Never>
  private let callers = Mutex(1)

  /// Created with its first caller.
  init(_ task: Task<Result<UpdateOutcome, Refusal>, Never>) { self.task = task }

  var count: Int { callers.withLock { $0 } }

  /// Adds a caller; false when all callers have left and the update is being cancelled.
  func join() -> Bool {
    callers.withLock { callers in
      guard callers > 0 else { return false }
      callers += 1
      return true
    }
  }

  /// The outcome, for each caller.
  func outcome() async -> Result<UpdateOutcome, Refusal> {
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      let isLast = callers.withLock { callers in
        callers -= 1
        return callers == 0
      }
      if isLast { task.cancel() }
    }
  }
}

/// The receivers of events. Events before the first receiver are kept for it.
private final class EventReceivers: Sendable {
  private struct State {
    var continuations: [Int: AsyncStream<UpdateEvent>.Continuation] = [:]
    var next = 0
    var early: [UpdateEvent] = []
  }

  private let state = Mutex(State())

  func stream() -> AsyncStream<UpdateEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: UpdateEvent.self, bufferingPolicy: .bufferingNewest(1_000))
    let (key, early) = state.withLock { state in
      defer {
        state.continuations[state.next] = continuation
        state.next += 1
        state.early = []
      }
      return (state.next, state.early)
    }
    for event in early { continuation.yield(event) }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.continuations.removeValue(forKey: key) }
    }
    return stream
  }

  func emit(_ event: UpdateEvent) {
    let continuations = state.withLock { state in
      if state.next == 0, state.early.count < 1_000 { state.early.append(event) }
      return Array(state.continuations.values)
    }
    for continuation in continuations { continuation.yield(event) }
  }

  deinit { for continuation in state.withLock({ $0.continuations.values }) { continuation.finish() } }
}
