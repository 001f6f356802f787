import HybridCompiler
import HybridReload
import HybridRuntime
import HybridSocket
import HybridSource
import HybridUnits

/// The result of a save, and the effects that its session performs.
struct Save {
  /// An effect that the session performs after a save.
  enum Effect {
    /// Reads the routes of `hybrid.json`; nil if the file is gone.
    case readRoutes(Source?)
    /// Sends every client a message that has nothing to do with trees.
    case tellAll(ServerMessage)
    /// Sends the clients an update, and the templates that belong to it.
    case send(Update)
    /// Runs the page that the terminal shows, if it has scripts.
    case followShown
    /// Sends a message to one client.
    case tell(ServerMessage, to: UInt64)
    /// Completes the report with the time until now, and tells running pages, requests that wait for the
    /// build, and other protocols.
    case reportBuild
    /// Drops the layouts that no client shows, after every message of the save was sent.
    case dropUnusedStages
    /// Sends a client the whole tree, because updates are not enough for it.
    case bringUpToDate(UInt64)
  }

  /// The new trees, encoded once for all clients.
  struct Update {
    var content: ServerMessage.Update
    var message: WebSocketMessage
    /// The templates to send after it.
    var templates: [String]
  }

  /// The report. ``Effect/reportBuild`` measures its ``SaveReport/milliseconds``.
  var report: SaveReport
  /// In the order in which the session performs them.
  var effects: [Effect] = []
  /// Whether the terminal has something new to show.
  var isNews = false
}

/// A save: from the state and the changed files to the next state, the report and the effects.
extension SessionState {
  /// Handles saved, new and deleted files and folders, with paths relative to the project; nil if nothing
  /// happened.
  ///
  /// - Parameters:
  ///   - seen: When the watcher first saw the change.
  ///   - now: The present time.
  mutating func save(
    _ paths: [String], seen: ContinuousClock.Instant, at now: ContinuousClock.Instant
  ) -> Save? {
    clients.dropExpired(at: now)
    guard let build = build(paths) else { return nil }
    let result = build.result
    var save = Save(report: build.report)
    let before = shown
    let isNewDevice = result.configChanged && takeDevices()
    if isNewDevice {
      stages.expireAll()
      clients.forgetDisconnected()
    }
    followAuthor(result)
    let changes = takeUnits(result, wasShown: before, into: &save.report)
    let chains = Dictionary((result.changed + result.added).map { ($0.name, $0.chain) }) { first, _ in first }
    for index in save.report.units.indices {
      save.report.units[index].chain = chains[save.report.units[index].unit] ?? []
    }
    save.report.clients = clients.count
    save.report.shown = shown
    save.report.hasNewShown = shown != before
    save.effects = effects(of: build, changes)
    // Clients can follow no update from before a change of devices.
    if isNewDevice { dropUpdates() }
    clients.saved(builds.revision, seen: seen)
    save.effects += [.reportBuild, .dropUnusedStages]
    // Another variant, or the first unit: no client has a tree of it.
    if isNewDevice || before == nil { save.effects += clients.ids.map { .bringUpToDate($0) } }
    save.isNews =
      isNewDevice || shown != before
      || save.report.units.contains { $0.unit == shown && $0.kind != .removed }
    return save
  }

  /// The effects of a save on clients and the terminal, before it is reported.
  private mutating func effects(of build: BuildState.Build, _ changes: [UnitChange]) -> [Save.Effect] {
    let result = build.result
    var effects: [Save.Effect] = []
    if build.report.readsSettings { effects.append(.readRoutes(compiler.configSource)) }
    if build.report.isFixed { effects.append(.tellAll(builds.fixed)) }
    if !changes.isEmpty {
      effects.append(.send(update(of: changes, templates: (result.added + result.changed).map(\.name))))
    }
    if !builds.errors.isEmpty, build.hasNewErrors { effects.append(.tellAll(builds.failed)) }
    if result.configChanged { effects.append(.tellAll(welcome)) }
    effects.append(.followShown)
    // For clients whose unit lost their data set.
    for id in clients.ids {
      if let warning = warnOfMissingDataSet(id) { effects.append(.tell(warning, to: id)) }
    }
    return effects
  }

  /// Lays out the units that a build touched and clients show.
  private mutating func takeUnits(
    _ result: BuildResult, wasShown before: String?, into report: inout SaveReport
  ) -> [UnitChange] {
    var changes: [UnitChange] = []
    for change in result.removed { changes.append(remove(change, &report)) }
    for change in result.added {
      // Clients can already show a unit that never compiled before: it changes like any other.
      let isShown = isLookedAt(change.name, whenShown: before)
      changes += isShown ? take(change, wasShown: before, into: &report) : [add(change, &report)]
    }
    for change in result.changed { changes += take(change, wasShown: before, into: &report) }
    for name in (result.newlyFailed + result.stillFailed).sorted() where compiler.hash(of: name) == nil {
      // A client asks for a new unit that it wants, whatever it shows: the unit may have been deleted and
      // created again.
      if result.newlyFailed.contains(name), !isLookedAt(name, whenShown: shown) {
        changes.append(addNeverValid(name, because: report.files))
      } else {
        changes += takeNeverValid(name, because: report.files)
      }
    }
    return changes
  }

  /// Lays out a changed unit in every variant that a client shows, and returns the messages.
  private mutating func take(
    _ change: BuildResult.Change, wasShown: String?, into report: inout SaveReport
  ) -> [UnitChange] {
    let hash = change.hash.description
    let reason = change.chain.reversed().joined(separator: " ← ")
    if runs(change.name) {
      // Each client that shows it has a running page, which sends its own changes.
      stages.remove(change.name)
      report.units.append(SaveReport.UnitReport(unit: change.name, kind: .running, reason: reason))
      return [UnitChange(unit: change.name, hash: hash, kind: .changed, reason: reason)]
    }
    let variants = neededVariants(of: change.name)
    stages.expire(change.name, but: variants)
    guard !variants.isEmpty else {
      report.units.append(SaveReport.UnitReport(unit: change.name, kind: .changed, reason: reason))
      return [UnitChange(unit: change.name, hash: hash, kind: .changed, reason: reason)]
    }
    guard let unit = current(change.name) else { return [] }
    var changes: [UnitChange] = []
    var unitReport: SaveReport.UnitReport?
    for variant in variants {
      let (device, data) = (variant.device.name, variant.dataSet)
      let step = stages.advance(unit, as: variant, by: renderer, revision: builds.revision)
      // Clients that follow the terminal still have the tree of another unit when it arrives here.
      let isFollowed = change.name == shown && wasShown != shown && clients.hasFollowers(of: variant)
      let patch = step.isKnown ? step.patch : nil
      if let patch, !isFollowed || clients.isChosen(change.name, as: variant) {
        let kind = UnitChange.Kind.patch(device: device, data: data, patch)
        changes.append(UnitChange(unit: change.name, hash: hash, kind: kind, reason: reason))
        unitReport = SaveReport.UnitReport(
          unit: change.name, kind: .patch, reason: reason, changedNodes: patch.operations.count)
      }
      if patch == nil || isFollowed {
        let kind = UnitChange.Kind.reload(device: device, data: data, step.tree)
        changes.append(UnitChange(unit: change.name, hash: hash, kind: kind, reason: reason))
        let why = isFollowed ? "now shown" : step.isKnown ? "another root" : "first shown"
        unitReport = SaveReport.UnitReport(unit: change.name, kind: .reload, reason: why)
      }
      if change.name == shown, variant == devices.terminal { report.moved = step.moved }
    }
    if let unitReport { report.units.append(unitReport) }
    return changes
  }

  /// Handles a changed unit that has errors and was never valid: clients show the part that could be read.
  /// They may still show another unit, or the form from before the unit was deleted.
  private mutating func takeNeverValid(_ name: String, because files: [String]) -> [UnitChange] {
    let variants = neededVariants(of: name)
    stages.expire(name, but: variants)
    guard !variants.isEmpty, let unit = current(name) else { return [] }
    let (hash, reason) = (unit.hash.description, files.first ?? name)
    if runs(name) { return [UnitChange(unit: name, hash: hash, kind: .changed, reason: reason)] }
    return variants.compactMap { variant in
      let (device, data) = (variant.device.name, variant.dataSet)
      let step = stages.advance(unit, as: variant, by: renderer, revision: builds.revision)
      if let patch = step.patch, step.isKnown {
        guard !patch.operations.isEmpty else { return nil }
        return UnitChange(
          unit: name, hash: hash, kind: .patch(device: device, data: data, patch), reason: reason)
      }
      return UnitChange(
        unit: name, hash: hash, kind: .reload(device: device, data: data, step.tree), reason: reason)
    }
  }

  /// Handles a new unit that has errors and that no client shows.
  private mutating func addNeverValid(_ name: String, because files: [String]) -> UnitChange {
    stages.expire(name)
    return UnitChange(
      unit: name, hash: current(name)?.hash.description ?? "", kind: .added, reason: files.first ?? name)
  }

  /// Handles a unit that is new, or valid for the first time, and that no client shows.
  private mutating func add(_ change: BuildResult.Change, _ report: inout SaveReport) -> UnitChange {
    // It may have been laid out while it had errors.
    stages.expire(change.name)
    let reason = change.chain.reversed().joined(separator: " ← ")
    report.units.append(SaveReport.UnitReport(unit: change.name, kind: .added, reason: reason))
    return UnitChange(unit: change.name, hash: change.hash.description, kind: .added, reason: reason)
  }

  private mutating func remove(_ name: String, _ report: inout SaveReport) -> UnitChange {
    stages.remove(name)
    report.units.append(SaveReport.UnitReport(unit: name, kind: .removed, reason: name))
    return UnitChange(unit: name, hash: "", kind: .removed, reason: name)
  }

  /// Whether a client or the terminal shows a unit.
  private func isLookedAt(_ unit: String, whenShown shown: String?) -> Bool {
    unit == shown || clients.isLookedAt(unit, whenShown: shown)
  }

  /// The variants of a unit that are shown: the terminal's own, those of clients, and of disconnected
  /// clients that may return. Each once.
  private func neededVariants(of unit: String) -> [Variant] {
    let others = clients.variants(of: unit, whenShown: shown)
    var seen: Set<Variant> = []
    return ((unit == shown ? [devices.terminal] : []) + others).filter { seen.insert($0).inserted }
  }

  /// Forgets the layouts that are not shown.
  mutating func dropUnusedStages() {
    var needed = clients.stages(whenShown: shown)
    if let shown { needed.insert(StageTable.Key(unit: shown, variant: devices.terminal)) }
    stages.dropUnused(keeping: needed)
  }
}
