import HybridCompiler
import HybridReload
import HybridRuntime
import HybridUnits

/// What a save did to one unit, and who looks at it.
extension DevSession {
  /// Lays a changed unit out anew in every variant that somebody looks at, and says what became of it.
  func take(
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
      let step = stages.advance(unit, as: variant, by: renderer, revision: revision + 1)
      // Those who follow the terminal have another unit's tree when it comes here.
      let isFollowed = change.name == shown && wasShown != shown && hasFollowers(of: variant)
      let patch = step.isKnown ? step.patch : nil
      if let patch, !isFollowed || isChosen(change.name, as: variant) {
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
      if change.name == shown, variant == standard { report.moved = step.moved }
    }
    if let unitReport { report.units.append(unitReport) }
    return changes
  }

  /// Takes in a unit that changed, has errors, and never was without: clients that want it see it as far as it can be
  /// read, since there is no good form to keep. They may still show another unit, or what this one was before it was
  /// deleted.
  func takeNeverGood(_ name: String, because files: [String]) -> [UnitChange] {
    let variants = neededVariants(of: name)
    stages.expire(name, but: variants)
    guard !variants.isEmpty, let unit = current(name) else { return [] }
    let (hash, reason) = (unit.hash.description, files.first ?? name)
    if runs(name) { return [UnitChange(unit: name, hash: hash, kind: .changed, reason: reason)] }
    return variants.compactMap { variant in
      let (device, data) = (variant.device.name, variant.dataSet)
      let step = stages.advance(unit, as: variant, by: renderer, revision: revision + 1)
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
  func addNeverGood(_ name: String, because files: [String]) -> UnitChange {
    stages.expire(name)
    return UnitChange(
      unit: name, hash: current(name)?.hash.description ?? "", kind: .added, reason: files.first ?? name)
  }

  /// Takes in a unit that is new, or is good for the first time, and that nobody looks at.
  func add(_ change: BuildResult.Change, _ report: inout SaveReport) -> UnitChange {
    // It may have been laid out while it had errors.
    stages.expire(change.name)
    let reason = change.chain.reversed().joined(separator: " ← ")
    report.units.append(SaveReport.UnitReport(unit: change.name, kind: .added, reason: reason))
    return UnitChange(unit: change.name, hash: change.hash.description, kind: .added, reason: reason)
  }

  func remove(_ name: String, _ report: inout SaveReport) -> UnitChange {
    stages.remove(name)
    pageFaults[name] = nil
    report.units.append(SaveReport.UnitReport(unit: name, kind: .removed, reason: name))
    return UnitChange(unit: name, hash: "", kind: .removed, reason: name)
  }

  /// Whether somebody has a unit on a screen.
  func isLookedAt(_ unit: String, whenShown shown: String?) -> Bool {
    unit == shown
      || clients.values.contains {
        ($0.wanted ?? shown) == unit && ($0.has?.unit == unit || $0.page?.running.unit == unit)
      }
  }

  /// Whether somebody looks at a variant of a unit because he asked for the unit.
  private func isChosen(_ unit: String, as variant: Variant) -> Bool {
    clients.values.contains { $0.wanted == unit && $0.variant == variant }
      || away.variants(of: unit, at: .now).contains(variant)
  }

  /// The variants of a unit that somebody looks at: the terminal's own, those of clients, and of clients that may be back.
  /// Each once.
  func neededVariants(of unit: String) -> [Variant] {
    let others =
      clients.values.filter { ($0.wanted ?? shown) == unit }.map(\.variant)
      + away.variants(of: unit, at: .now)
    var seen: Set<Variant> = []
    return ((unit == shown ? [standard] : []) + others).filter { seen.insert($0).inserted }
  }

  /// Whether a client shows what the terminal shows, in this variant.
  private func hasFollowers(of variant: Variant) -> Bool {
    clients.values.contains { $0.wanted == nil && $0.page == nil && $0.variant == variant }
  }

  var neededStages: Set<StageTable.Key> {
    var keys = Set(
      clients.values.compactMap { client in
        (client.wanted ?? shown).map { StageTable.Key(unit: $0, variant: client.variant) }
      } + away.expected(at: .now).map { StageTable.Key(unit: $0.unit, variant: $0.variant) })
    if let shown { keys.insert(StageTable.Key(unit: shown, variant: standard)) }
    return keys
  }

  /// The tree of a unit as it was sent last, laid out now if it never was.
  func tree(of name: String, as variant: Variant) -> ViewTree? {
    if let tree = stages.tree(of: name, as: variant) { return tree }
    guard let unit = current(name) else { return nil }
    defer { stages.letPagesGo() }
    return stages.advance(unit, as: variant, by: renderer, revision: revision).tree
  }
}
