import HybridReload
import HybridRuntime

/// Which units are laid out for somebody, and their trees as clients have them.
struct StageTable {
  struct Key: Hashable {
    var unit: String
    /// ``Device/name``, which stands for its viewport too.
    var device: String
  }

  /// One unit on one device.
  private struct Stage {
    var view = ViewTreeSession()
    /// The revision in which the tree last changed.
    var changedIn: Int
    /// Counts up at each use: the least is the one that nobody asked for the longest time.
    var lastUse: Int
  }

  /// What a new tree is to those who have the last one.
  struct Step {
    var patch: Patch?
    var moved: [MovedNode]
    var tree: ViewTree
    /// Whether clients could have the tree that the patch starts from.
    var isKnown: Bool
  }

  /// Stages kept though nobody shows them, so that going back and forth between a few files stays cheap.
  static let spare = 64

  private var stages: [Key: Stage] = [:]
  private var uses = 0

  /// The tree of a unit as it was sent last.
  mutating func tree(of unit: String, on device: Device) -> ViewTree? {
    uses += 1
    let key = Key(unit: unit, device: device.name)
    stages[key]?.lastUse = uses
    return stages[key]?.view.tree
  }

  /// The revision in which a unit's tree last changed; nil when it is not laid out.
  func lastChange(of unit: String, on device: Device) -> Int? {
    stages[Key(unit: unit, device: device.name)]?.changedIn
  }

  /// Takes the next tree of a unit.
  mutating func advance(
    _ unit: String, on device: Device, to next: ViewTree, revision: Int
  ) -> Step {
    uses += 1
    let key = Key(unit: unit, device: device.name)
    let isKnown = stages[key] != nil
    var stage = stages[key] ?? Stage(changedIn: revision, lastUse: uses)
    let (patch, moved) = stage.view.advance(to: next)
    stage.changedIn = revision
    stage.lastUse = uses
    stages[key] = stage
    return Step(patch: patch, moved: moved, tree: stage.view.tree ?? next, isKnown: isKnown)
  }

  /// Forgets a unit that is gone.
  mutating func remove(_ unit: String) {
    for key in stages.keys where key.unit == unit { stages[key] = nil }
  }

  /// Forgets what nobody shows, but for the few used last.
  mutating func dropUnused(keeping needed: Set<Key>) {
    let unused = stages.filter { !needed.contains($0.key) }
    guard unused.count > Self.spare else { return }
    for (key, _) in unused.sorted(by: { $0.value.lastUse > $1.value.lastUse }).dropFirst(Self.spare) {
      stages[key] = nil
    }
  }
}
