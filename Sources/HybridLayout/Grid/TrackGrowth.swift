/// Working space of *Distributing Extra Space Across Spanned Tracks* (CSS Grid 1 §11.5.1), by track. It is
/// allocated once for all groups of items: clearing it costs only as much as was used.
struct TrackGrowth {
  /// The item-incurred increases of one item.
  var increase: [Double]
  /// The planned increases: the maximum over the items of the group; negative: none yet.
  private var planned: [Double]
  /// Tracks with a planned increase.
  private var tracks: [Int] = []

  init(count: Int) {
    increase = Array(repeating: 0, count: count)
    planned = Array(repeating: -1, count: count)
  }

  /// Shares space equally, freezing tracks that reach their capacity.
  mutating func share(_ space: inout Double, among indices: [Int], capacity: (Int) -> Double) {
    var open = indices
    while space > 1e-9, !open.isEmpty {
      let part = space / Double(open.count)
      var kept = 0
      for index in open {
        let rest = capacity(index) - increase[index]
        let amount = min(part, max(0, rest))
        increase[index] += amount
        space -= amount
        if rest > part {
          open[kept] = index
          kept += 1
        }
      }
      if kept == open.count { break }
      open.removeSubrange(kept...)
    }
  }

  /// Ends an item: adds its increases to the plan.
  mutating func plan(_ indices: [Int]) {
    for index in indices {
      if planned[index] < 0 { tracks.append(index) }
      planned[index] = max(planned[index], increase[index], 0)
      increase[index] = 0
    }
  }

  /// Ends a group: applies the planned increases, and clears them.
  mutating func carryOut(_ grow: (Int, Double) -> Void) {
    for index in tracks {
      grow(index, planned[index])
      planned[index] = -1
    }
    tracks.removeAll(keepingCapacity: true)
  }
}
