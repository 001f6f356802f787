import HybridReload
import HybridRuntime
import HybridUnits
import HybridViewTree

/// The units laid out for clients, and the trees that clients have.
struct StageTable {
  struct Key: Hashable {
    var unit: String
    var variant: Variant
  }

  /// One unit as it is shown.
  fileprivate struct Stage {
    var view = ViewTreeSession()
    /// The revision in which nodes got their numbers: patches cannot start from older trees.
    var numberedIn: Int
    /// Counts up at each use: the lowest belongs to the least recently used stage.
    var lastUse: Int
    /// Whether the unit changed while it was not shown, so that the tree is outdated.
    var isStale = false
    /// The whole tree as a message, with the revision in it, after its first use.
    var snapshot: (revision: Int, bytes: [UInt8])?
    /// The hash of the tree; computed on first use.
    var hash: TreeHash?
    /// The unit, laid out, whose tree is in ``view``; kept only for the units that were saved last.
    var still: (any StillUnit)?
  }

  /// How a new tree differs from the last one, which clients have.
  struct Step {
    var patch: Patch?
    var moved: [MovedNode]
    var tree: ViewTree
    /// Whether clients could have the tree that the patch starts from.
    var isKnown: Bool
  }

  /// The number of stages kept without a client that shows them, so that switching between a few files stays
  /// cheap.
  static let spare = 64
  /// The number of units that stay laid out, so that saving one of them again costs only as much as its
  /// changes.
  static let keptUnits = 8

  private var stages: [Key: Stage] = [:]
  /// The variants that each unit has stages of.
  private var variants: [String: Set<Variant>] = [:]
  private var uses = 0
  /// The keys of the units that stay laid out, the one saved last at the end.
  private var kept: [Key] = []

  /// The tree of a unit that was sent last; nil when there is none, or the unit has changed since.
  mutating func tree(of unit: String, as variant: Variant) -> ViewTree? {
    uses += 1
    let key = Key(unit: unit, variant: variant)
    guard let stage = stages[key], !stage.isStale else { return nil }
    stages[key]?.lastUse = uses
    return stage.view.tree
  }

  /// The revision since which a unit's nodes have their numbers; nil when it is not laid out.
  func numberedIn(_ unit: String, as variant: Variant) -> Int? {
    stages[Key(unit: unit, variant: variant)]?.numberedIn
  }

  /// The hash of the tree of a unit.
  mutating func hash(of unit: String, as variant: Variant) -> TreeHash? {
    let key = Key(unit: unit, variant: variant)
    guard let stage = stages[key] else { return nil }
    let hash = stage.hash ?? stage.view.tree.map { TreeHash($0) }
    stages[key]?.hash = hash
    return hash
  }

  /// The message with the whole tree of a unit, encoded once for all clients that need it at a revision.
  mutating func snapshot(of unit: String, as variant: Variant, revision: Int) -> [UInt8]? {
    let key = Key(unit: unit, variant: variant)
    guard let stage = stages[key], let tree = stage.view.tree else { return nil }
    if let snapshot = stage.snapshot, snapshot.revision == revision { return snapshot.bytes }
    let message = ServerMessage.snapshot(
      ServerMessage.Snapshot(
        revision: revision, unit: unit, device: variant.device.name, data: variant.dataSet, tree: tree))
    let bytes = message.encoded
    stages[key]?.snapshot = (revision, bytes)
    return bytes
  }

  /// Lays out the current version of a unit, and stores its tree.
  mutating func advance(_ unit: Unit, as variant: Variant, by renderer: Renderer, revision: Int) -> Step {
    uses += 1
    let key = Key(unit: unit.name, variant: variant)
    // Taken out while it changes, to avoid a copy.
    var stage = stages.removeValue(forKey: key) ?? Stage(numberedIn: revision, lastUse: uses, isStale: true)
    let isKnown = !stage.isStale
    let (next, changes) = stage.layOut(unit, as: variant, by: renderer)
    let (patch, moved) = stage.view.advance(to: next, changes: changes)
    if !isKnown { stage.numberedIn = revision }
    (stage.isStale, stage.snapshot, stage.hash, stage.lastUse) = (false, nil, nil, uses)
    let tree = stage.view.tree ?? next
    stages[key] = stage
    if !isKnown { variants[unit.name, default: []].insert(variant) }
    if kept.last != key {
      kept.removeAll { $0 == key }
      kept.append(key)
    }
    return Step(patch: patch, moved: moved, tree: tree, isKnown: isKnown)
  }

  /// Records that a unit changed in the variants that are not shown.
  mutating func expire(_ unit: String, but needed: [Variant] = []) {
    for variant in variants[unit] ?? [] where !needed.contains(variant) {
      expire(Key(unit: unit, variant: variant))
    }
  }

  /// Marks every tree as outdated, since the names of devices have new meanings.
  mutating func expireAll() {
    for key in stages.keys { expire(key) }
  }

  private mutating func expire(_ key: Key) {
    stages[key]?.isStale = true
    stages[key]?.snapshot = nil
  }

  /// Forgets a unit that is gone.
  mutating func remove(_ unit: String) {
    for variant in variants[unit] ?? [] { forget(Key(unit: unit, variant: variant)) }
  }

  private mutating func forget(_ key: Key) {
    stages[key] = nil
    variants[key.unit]?.remove(key.variant)
    if variants[key.unit]?.isEmpty ?? false { variants[key.unit] = nil }
  }

  /// Removes the layouts of the units that were laid out the longest time ago; their trees stay.
  mutating func dropOldLayouts() {
    while kept.count > Self.keptUnits { stages[kept.removeFirst()]?.still = nil }
  }

  /// Removes the stages that are not shown, except for the most recently used ones. Called after the messages
  /// of a save were sent.
  mutating func dropUnused(keeping needed: Set<Key>) {
    dropOldLayouts()
    guard stages.count > Self.spare else { return }
    var unused: [(key: Key, lastUse: Int)] = []
    for (key, stage) in stages where !needed.contains(key) { unused.append((key, stage.lastUse)) }
    guard unused.count > Self.spare else { return }
    for (key, _) in unused.sorted(by: { $0.lastUse > $1.lastUse }).dropFirst(Self.spare) { forget(key) }
  }
}

extension StageTable.Stage {
  /// The tree of the current version of a unit, and the known differences from the last one.
  fileprivate mutating func layOut(
    _ unit: Unit, as variant: Variant, by renderer: Renderer
  ) -> (tree: ViewTree, changes: ViewTreeChanges?) {
    guard var current = still.take(), current.variant == variant, type(of: current).kind == unit.kind else {
      let first = unit.showable.still(as: variant, by: renderer)
      still = first
      return (first.tree, nil)
    }
    let changes = current.update(to: unit, by: renderer)
    still = current
    return (current.tree, changes)
  }
}
