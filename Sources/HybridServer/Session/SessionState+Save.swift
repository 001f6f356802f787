import HybridCompiler
import HybridReload
import HybridRuntime
import HybridUnits

/// What a save did, and what clients are to be told of it.
struct Save {
  /// A message to all clients.
  enum Message {
    /// Something that has nothing to do with trees.
    case notice(ServerMessage)
    /// The new trees, with the templates to send behind it.
    case update(ServerMessage.Update, templates: [String])
  }

  var report: SaveReport
  /// In the order in which they go out.
  var messages: [Message] = []
  /// Whether names mean other devices than before, or the terminal has another one.
  var isNewDevice = false
  /// Whether all clients need the whole tree: nobody has one.
  var needsTrees = false
  /// Whether the terminal has something new to show.
  var isNews = false
}

/// A save: from the state and the files that changed to the next state and the messages about it.
extension SessionState {
  /// Deals with saved, new and vanished files and folders, given relative to the project; nil when nothing
  /// happened.
  mutating func save(_ paths: [String]) -> Save? {
    guard let build = build(paths) else { return nil }
    let result = build.result
    var save = Save(report: build.report)
    let before = shown
    save.isNewDevice = result.configChanged && takeDevices()
    if save.isNewDevice {
      stages.expireAll()
      clients.forgetDisconnected()
    }
    followAuthor(result)
    let changes = takeUnits(result, wasShown: before, into: &save.report)
    let chains = Dictionary((result.changed + result.added).map { ($0.name, $0.chain) }) { first, _ in first }
    for index in save.report.units.indices {
      save.report.units[index].chain = chains[save.report.units[index].unit] ?? []
    }
    save.messages = messages(about: build, changes)
    save.report.clients = clients.count
    save.report.shown = shown
    save.report.hasNewShown = shown != before
    // Another look, or the first unit there is: nobody has a tree of it.
    save.needsTrees = save.isNewDevice || before == nil
    save.isNews =
      save.isNewDevice || shown != before
      || save.report.units.contains { $0.unit == shown && $0.kind != .removed }
    return save
  }

  private mutating func messages(about build: BuildState.Build, _ changes: [UnitChange]) -> [Save.Message] {
    let result = build.result
    var messages: [Save.Message] = []
    if build.report.isFixed { messages.append(.notice(.fixed(revision: builds.revision))) }
    if !changes.isEmpty {
      let update = ServerMessage.Update(
        revision: builds.revision, from: builds.announce(), shown: shown, changes: changes)
      messages.append(.update(update, templates: (result.added + result.changed).map(\.name)))
    }
    if !builds.errors.isEmpty, build.hasNewErrors {
      messages.append(.notice(.failed(revision: builds.revision, diagnostics: builds.errors)))
    }
    if result.configChanged { messages.append(.notice(welcome)) }
    return messages
  }

  /// Lays out what is looked at of the units that a build touched.
  private mutating func takeUnits(
    _ result: BuildResult, wasShown before: String?, into report: inout SaveReport
  ) -> [UnitChange] {
    var changes: [UnitChange] = []
    for change in result.removed { changes.append(remove(change, &report)) }
    for change in result.added {
      // One that never was without errors is looked at as it was: it changes like any other.
      let isShown = isLookedAt(change.name, whenShown: before)
      changes += isShown ? take(change, wasShown: before, into: &report) : [add(change, &report)]
    }
    for change in result.changed { changes += take(change, wasShown: before, into: &report) }
    for name in (result.newlyFailed + result.stillFailed).sorted() where compiler.hash(of: name) == nil {
      // Clients that want one that is new ask for it, whatever they show: it may have been deleted and come
      // back.
      if result.newlyFailed.contains(name), !isLookedAt(name, whenShown: shown) {
        changes.append(addNeverGood(name, because: report.files))
      } else {
        changes += takeNeverGood(name, because: report.files)
      }
    }
    return changes
  }

  /// Lays a changed unit out anew in every variant that somebody looks at, and says what became of it.
  private mutating func take(
    _ change: BuildResult.Change, wasShown: String?, into report: inout SaveReport
  ) -> [UnitChange] {
    let hash = change.hash.description
    let reason = change.chain.reversed().joined(separator: " ← ")
    if runs(change.name) {
      // Those who look have a page of their own, which answers for itself.
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
      // Those who follow the terminal have another unit's tree when it comes here.
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

  /// Takes in a unit that changed, has errors, and never was without: clients that want it see it as far as
  /// it can be read, since there is no good form to keep. They may still show another unit, or what this one
  /// was before it was deleted.
  private mutating func takeNeverGood(_ name: String, because files: [String]) -> [UnitChange] {
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

  /// Takes in a unit that is new, has errors, and that no client has on its screen.
  private mutating func addNeverGood(_ name: String, because files: [String]) -> UnitChange {
    stages.expire(name)
    return UnitChange(
      unit: name, hash: current(name)?.hash.description ?? "", kind: .added, reason: files.first ?? name)
  }

  /// Takes in a unit that is new, or is good for the first time, and that nobody looks at.
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

  /// Whether somebody has a unit on a screen.
  private func isLookedAt(_ unit: String, whenShown shown: String?) -> Bool {
    unit == shown || clients.isLookedAt(unit, whenShown: shown)
  }

  /// The variants of a unit that somebody looks at: the terminal's own, those of clients, and of clients that
  /// may be back. Each once.
  private mutating func neededVariants(of unit: String) -> [Variant] {
    let others = clients.variants(of: unit, whenShown: shown)
    var seen: Set<Variant> = []
    return ((unit == shown ? [devices.terminal] : []) + others).filter { seen.insert($0).inserted }
  }

  /// Forgets what is laid out and nobody looks at.
  mutating func dropUnusedStages() {
    var needed = clients.stages(whenShown: shown)
    if let shown { needed.insert(StageTable.Key(unit: shown, variant: devices.terminal)) }
    stages.dropUnused(keeping: needed)
  }
}
