/// What an item asks of the tracks it spans along one axis. Sizes are outer: margins count.
struct TrackDemand {
  var span: Range<Int>
  /// The minimum contribution (CSS Grid 1 §11.5, §6.6).
  var minimum = 0.0
  var minContent = 0.0
  var maxContent = 0.0
}

/// CSS Grid 1 §11, *Track Sizing Algorithm*, for one axis.
struct TrackSizing {
  /// What an indefinite size is sized for.
  enum Constraint { case none, minContent, maxContent }

  var tracks: [GridTrack]
  var gap: Double
  /// The room for tracks and gutters, if definite.
  var room: Double
  var constraint: Constraint
  /// What each stretching track got of the room that was left, for who asks why.
  var stretched = 0.0
  /// What an indefinite room has at least, for flexible and stretching tracks.
  var leastRoom = 0.0

  /// The gutters between tracks; those beside a collapsed track fall together.
  func gutters(in span: Range<Int>) -> Double {
    let open = span.reduce(0) { $0 + (tracks[$1].isCollapsed ? 0 : 1) }
    return gap * Double(max(0, open - 1))
  }

  /// All tracks and gutters together.
  var total: Double { tracks.reduce(0) { $0 + $1.base } + gutters(in: tracks.indices) }

  mutating func run(_ demands: [TrackDemand], stretches: Bool) {
    resolveIntrinsic(demands)  // §11.5
    maximize()  // §11.6
    expandFlexible(demands)  // §11.7
    stretched = 0
    if stretches { stretchAuto() }  // §11.8
  }

  // MARK: §11.5 Resolve Intrinsic Track Sizes

  private mutating func resolveIntrinsic(_ demands: [TrackDemand]) {
    for demand in demands where demand.span.count == 1 && !tracks[demand.span.lowerBound].isFlexible {
      sizeForSingle(demand)
    }
    for index in tracks.indices where tracks[index].limit < tracks[index].base {
      tracks[index].limit = tracks[index].base
    }
    let spanning = demands.filter { demand in
      demand.span.count > 1 && !demand.span.contains { tracks[$0].isFlexible }
    }
    for count in Set(spanning.map(\.span.count)).sorted() {
      sizeForSpanning(spanning.filter { $0.span.count == count }, flexible: false)
    }
    let flexible = demands.filter { demand in demand.span.contains { tracks[$0].isFlexible } }
    if !flexible.isEmpty { sizeForSpanning(flexible, flexible: true) }
    for index in tracks.indices where !tracks[index].limit.isDefinite {  // step 5
      tracks[index].limit = tracks[index].base
    }
  }

  /// Step 2: an item in one track.
  private mutating func sizeForSingle(_ demand: TrackDemand) {
    var track = tracks[demand.span.lowerBound]
    if track.hasIntrinsicMin {
      if track.hasMaxContentMin {
        track.base = max(track.base, demand.maxContent)
      } else if track.hasMinContentMin {
        track.base = max(track.base, demand.minContent)
      } else {
        track.base = max(track.base, demand.minimum)
      }
    }
    if track.hasIntrinsicMax {
      let wanted = track.hasMaxContentMax ? demand.maxContent : demand.minContent
      var limit = track.limit.isDefinite ? max(track.limit, wanted) : wanted
      if let fit = track.fitLimit { limit = min(limit, max(fit, track.base)) }
      track.limit = limit
    }
    tracks[demand.span.lowerBound] = track
  }

  /// Steps 3 and 4: items over several tracks, those of one group together.
  ///
  /// Differs from §11.5 as browsers do: a min-content or max-content constraint changes nothing here, so what spans a
  /// flexible track asks no more of a container's intrinsic width than of its columns.
  private mutating func sizeForSpanning(_ demands: [TrackDemand], flexible: Bool) {
    let isOpen: (GridTrack) -> Bool = { !flexible || $0.isFlexible }
    growBases(demands, by: demands.map(\.minimum), flexible: flexible) {
      isOpen($0) && $0.hasIntrinsicMin
    } beyond: {
      $0.hasIntrinsicMax
    }
    growBases(demands, by: demands.map(\.minContent), flexible: flexible) {
      isOpen($0) && ($0.hasMinContentMin || $0.hasMaxContentMin)
    } beyond: {
      $0.hasIntrinsicMax
    }
    growBases(demands, by: demands.map(\.maxContent), flexible: flexible) {
      isOpen($0) && $0.hasMaxContentMin
    } beyond: {
      $0.hasMaxContentMax
    }
    for index in tracks.indices where tracks[index].limit < tracks[index].base {
      tracks[index].limit = tracks[index].base
    }
    if flexible { return }
    growLimits(demands, by: demands.map(\.minContent)) { $0.hasIntrinsicMax }
    growLimits(demands, by: demands.map(\.maxContent)) { $0.hasMaxContentMax }
    for index in tracks.indices { tracks[index].isInfinitelyGrowable = false }
  }

  /// §11.5.1 for base sizes: the largest increase that any of the items plans for a track.
  private mutating func growBases(
    _ demands: [TrackDemand], by sizes: [Double], flexible: Bool,
    _ isAffected: (GridTrack) -> Bool,
    beyond: (GridTrack) -> Bool
  ) {
    var planned = [Double](repeating: 0, count: tracks.count)
    for (position, demand) in demands.enumerated() {
      let affected = demand.span.filter { isAffected(tracks[$0]) && !tracks[$0].isCollapsed }
      guard !affected.isEmpty else { continue }
      var space = sizes[position] - demand.span.reduce(gutters(in: demand.span)) { $0 + tracks[$1].base }
      guard space > 0 else { continue }
      var increase = [Int: Double]()
      if flexible {
        // By flex factors, or equally where they come to nothing.
        let sum = affected.reduce(0) { $0 + (tracks[$1].flex ?? 0) }
        for index in affected {
          increase[index] =
            sum > 0 ? space * (tracks[index].flex ?? 0) / max(sum, 1e-9) : space / Double(affected.count)
        }
      } else {
        share(&space, among: affected, &increase) { index in
          let track = tracks[index]
          var limit = track.limit
          if let fit = track.fitLimit { limit = min(limit, max(fit, track.base)) }
          return limit - track.base
        }
        if space > 1e-9 {
          let growing = affected.filter { beyond(tracks[$0]) }
          share(&space, among: growing.isEmpty ? affected : growing, &increase) { _ in indefinite }
        }
      }
      for (index, amount) in increase { planned[index] = max(planned[index], amount) }
    }
    for index in tracks.indices { tracks[index].base += planned[index] }
  }

  /// §11.5.1 for growth limits.
  private mutating func growLimits(
    _ demands: [TrackDemand], by sizes: [Double], _ isAffected: (GridTrack) -> Bool
  ) {
    var planned = [Double?](repeating: nil, count: tracks.count)
    for (position, demand) in demands.enumerated() {
      let affected = demand.span.filter { isAffected(tracks[$0]) && !tracks[$0].isCollapsed }
      guard !affected.isEmpty else { continue }
      func current(_ track: GridTrack) -> Double { track.limit.isDefinite ? track.limit : track.base }
      var space = sizes[position] - demand.span.reduce(gutters(in: demand.span)) { $0 + current(tracks[$1]) }
      space = max(0, space)
      var increase = [Int: Double]()
      for index in affected { increase[index] = 0 }
      share(&space, among: affected, &increase) { index in
        let track = tracks[index]
        if track.limit.isDefinite && !track.isInfinitelyGrowable { return 0 }
        return track.fitLimit.map { max(0, $0 - current(track)) } ?? indefinite
      }
      if space > 1e-9 {
        share(&space, among: affected, &increase) { index in
          tracks[index].fitLimit.map { max(0, $0 - current(tracks[index])) } ?? indefinite
        }
      }
      for (index, amount) in increase { planned[index] = max(planned[index] ?? 0, amount) }
    }
    for index in tracks.indices {
      guard let amount = planned[index] else { continue }
      if tracks[index].limit.isDefinite {
        tracks[index].limit += amount
      } else {
        tracks[index].limit = tracks[index].base + amount
        tracks[index].isInfinitelyGrowable = true
      }
    }
  }

  /// Shares space equally, freezing tracks that reach their capacity.
  private func share(
    _ space: inout Double, among indices: [Int], _ increase: inout [Int: Double], capacity: (Int) -> Double
  ) {
    var open = indices
    while space > 1e-9, !open.isEmpty {
      let part = space / Double(open.count)
      var next: [Int] = []
      for index in open {
        let rest = capacity(index) - (increase[index] ?? 0)
        let amount = min(part, max(0, rest))
        increase[index, default: 0] += amount
        space -= amount
        if rest > part { next.append(index) }
      }
      if next.count == open.count { break }
      open = next
    }
  }

  // MARK: §11.6 Maximize Tracks

  private mutating func maximize() {
    if room.isDefinite {
      var free = room - total
      var increase: [Int: Double] = [:]
      guard free > 0 else { return }
      share(&free, among: Array(tracks.indices), &increase) { tracks[$0].limit - tracks[$0].base }
      for (index, amount) in increase { tracks[index].base += amount }
    } else if constraint != .minContent {
      for index in tracks.indices { tracks[index].base = max(tracks[index].base, tracks[index].limit) }
    }
  }

  // MARK: §11.7 Expand Flexible Tracks

  private mutating func expandFlexible(_ demands: [TrackDemand]) {
    guard tracks.contains(where: \.isFlexible) else { return }
    var fraction = 0.0
    if room.isDefinite {
      fraction = fractionSize(tracks.indices, filling: room)
    } else if constraint == .minContent {
      fraction = 0
    } else {
      for track in tracks { if let flex = track.flex { fraction = max(fraction, track.base / max(1, flex)) } }
      for demand in demands where demand.span.contains(where: { tracks[$0].isFlexible }) {
        fraction = max(fraction, fractionSize(demand.span, filling: demand.maxContent))
      }
      func totalWith(_ fraction: Double) -> Double {
        tracks.reduce(gutters(in: tracks.indices)) { $0 + max($1.base, ($1.flex ?? 0) * fraction) }
      }
      if totalWith(fraction) < leastRoom { fraction = fractionSize(tracks.indices, filling: leastRoom) }
    }
    for index in tracks.indices {
      if let flex = tracks[index].flex { tracks[index].base = max(tracks[index].base, flex * fraction) }
    }
  }

  /// §11.7.1, *Find the Size of an fr*.
  private func fractionSize(_ span: Range<Int>, filling space: Double) -> Double {
    var rigid = Set<Int>()
    while true {
      var leftover = space - gutters(in: span)
      var factors = 0.0
      for index in span {
        if let flex = tracks[index].flex, !rigid.contains(index) {
          factors += flex
        } else {
          leftover -= tracks[index].base
        }
      }
      let fraction = max(0, leftover) / max(1, factors)
      let stiff = span.filter { index in
        guard let flex = tracks[index].flex, !rigid.contains(index) else { return false }
        return flex * fraction < tracks[index].base - 1e-9
      }
      if stiff.isEmpty { return fraction }
      rigid.formUnion(stiff)
    }
  }

  // MARK: §11.8 Stretch auto Tracks

  private mutating func stretchAuto() {
    let free = (room.isDefinite ? room : leastRoom) - total
    let auto = tracks.indices.filter { tracks[$0].isStretchable && !tracks[$0].isCollapsed }
    guard free > 0, !auto.isEmpty else { return }
    stretched = free / Double(auto.count)
    for index in auto { tracks[index].base += stretched }
  }
}
