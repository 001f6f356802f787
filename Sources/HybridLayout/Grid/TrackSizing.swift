/// The contributions of an item to the tracks that it spans along one axis. Sizes are outer: they include
/// margins.
struct TrackDemand {
  var span: Range<Int>
  /// The minimum contribution (CSS Grid 1 §11.5, §6.6).
  var minimum = 0.0
  var minContent = 0.0
  var maxContent = 0.0
}

/// CSS Grid 1 §11, *Track Sizing Algorithm*, for one axis.
struct TrackSizing {
  /// The sizing constraint of an indefinite size.
  enum Constraint { case none, minContent, maxContent }

  var tracks: [GridTrack]
  var gap: Double
  /// The room for tracks and gutters, if definite.
  var room: Double
  var constraint: Constraint
  /// The share of each stretching track in the leftover space, for explanations.
  var stretched = 0.0
  /// The minimum of an indefinite room, for flexible and stretching tracks.
  var leastRoom = 0.0

  /// The gutters between tracks; those beside a collapsed track coincide.
  func gutters(in span: Range<Int>) -> Double {
    let open = span.reduce(0) { $0 + (tracks[$1].isCollapsed ? 0 : 1) }
    return gap * Double(max(0, open - 1))
  }

  /// The extent of tracks that do not depend on their content, once their lengths are resolved.
  func definiteExtent(of span: Range<Int>) -> Double {
    var sum = gutters(in: span)
    for index in span {
      guard let low = tracks[index].fixedMin, let high = tracks[index].fixedMax, low >= high else {
        return indefinite
      }
      sum += low
    }
    return sum
  }

  /// The sum of all tracks and gutters.
  var total: Double { tracks.reduce(0) { $0 + $1.base } + gutters(in: tracks.indices) }

  mutating func run(_ demands: [TrackDemand], stretches: Bool) {
    // The number of flexible tracks before each line.
    var flexibleBefore = [0]
    if tracks.contains(where: \.isFlexible) {
      flexibleBefore.reserveCapacity(tracks.count + 1)
      for track in tracks { flexibleBefore.append((flexibleBefore.last ?? 0) + (track.isFlexible ? 1 : 0)) }
    }
    var spanning: [TrackDemand] = []
    var flexible: [TrackDemand] = []
    for demand in demands {
      if flexibleBefore.count > 1,
        flexibleBefore[demand.span.upperBound] > flexibleBefore[demand.span.lowerBound]
      {
        flexible.append(demand)
      } else if demand.span.count == 1 {
        sizeForSingle(demand)  // §11.5 step 2
      } else {
        spanning.append(demand)
      }
    }
    flexible = merged(flexible)
    resolveIntrinsic(merged(spanning), flexible)  // §11.5
    maximize()  // §11.6
    expandFlexible(flexible)  // §11.7
    stretched = 0
    if stretches { stretchAuto() }  // §11.8
  }

  /// Merges items over the same tracks into one demand with the maximum of each contribution; items over
  /// fewer tracks come first.
  private func merged(_ demands: [TrackDemand]) -> [TrackDemand] {
    guard demands.count > 1 else { return demands }
    var result: [TrackDemand] = []
    let sorted = demands.sorted {
      ($0.span.count, $0.span.lowerBound) < ($1.span.count, $1.span.lowerBound)
    }
    for demand in sorted {
      guard let last = result.last, last.span == demand.span else {
        result.append(demand)
        continue
      }
      result[result.count - 1] = TrackDemand(
        span: last.span, minimum: max(last.minimum, demand.minimum),
        minContent: max(last.minContent, demand.minContent),
        maxContent: max(last.maxContent, demand.maxContent))
    }
    return result
  }

  // MARK: §11.5 Resolve Intrinsic Track Sizes

  private mutating func resolveIntrinsic(_ spanning: [TrackDemand], _ flexible: [TrackDemand]) {
    for index in tracks.indices where tracks[index].limit < tracks[index].base {
      tracks[index].limit = tracks[index].base
    }
    var growth = TrackGrowth(count: spanning.isEmpty && flexible.isEmpty ? 0 : tracks.count)
    var rest = spanning[...]
    while let count = rest.first?.span.count {  // step 3
      let group = rest.prefix { $0.span.count == count }
      sizeForSpanning(group, flexible: false, &growth)
      rest = rest.dropFirst(group.count)
    }
    if !flexible.isEmpty { sizeForSpanning(flexible[...], flexible: true, &growth) }  // step 4
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
  /// Differs from §11.5 as browsers do: a min-content or max-content constraint changes nothing here, so an
  /// item that spans a flexible track contributes no more to a container's intrinsic width than to its
  /// columns.
  private mutating func sizeForSpanning(
    _ demands: ArraySlice<TrackDemand>, flexible: Bool, _ growth: inout TrackGrowth
  ) {
    let isOpen: (GridTrack) -> Bool = { !flexible || $0.isFlexible }
    growBases(demands, by: \.minimum, flexible: flexible, &growth) {
      isOpen($0) && $0.hasIntrinsicMin
    } beyond: {
      $0.hasIntrinsicMax
    }
    growBases(demands, by: \.minContent, flexible: flexible, &growth) {
      isOpen($0) && ($0.hasMinContentMin || $0.hasMaxContentMin)
    } beyond: {
      $0.hasIntrinsicMax
    }
    growBases(demands, by: \.maxContent, flexible: flexible, &growth) {
      isOpen($0) && $0.hasMaxContentMin
    } beyond: {
      $0.hasMaxContentMax
    }
    // Tracks that no item of this group spans are unchanged.
    for span in spans(of: demands) {
      for index in span where tracks[index].limit < tracks[index].base {
        tracks[index].limit = tracks[index].base
      }
    }
    if flexible { return }
    growLimits(demands, by: \.minContent, &growth) { $0.hasIntrinsicMax }
    growLimits(demands, by: \.maxContent, &growth) { $0.hasMaxContentMax }
    for span in spans(of: demands) { for index in span { tracks[index].isInfinitelyGrowable = false } }
  }

  /// The tracks that the items span.
  private func spans(of demands: ArraySlice<TrackDemand>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for span in demands.lazy.map(\.span) {
      if let last = result.last, last.lowerBound <= span.lowerBound, span.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        result.append(span)
      }
    }
    return result
  }

  /// §11.5.1 for base sizes: the largest planned increase of any item for a track.
  private mutating func growBases(
    _ demands: ArraySlice<TrackDemand>, by size: KeyPath<TrackDemand, Double>, flexible: Bool,
    _ growth: inout TrackGrowth, _ isAffected: (GridTrack) -> Bool, beyond: (GridTrack) -> Bool
  ) {
    for demand in demands {
      let affected = demand.span.filter { isAffected(tracks[$0]) && !tracks[$0].isCollapsed }
      guard !affected.isEmpty else { continue }
      var space =
        demand[keyPath: size] - demand.span.reduce(gutters(in: demand.span)) { $0 + tracks[$1].base }
      guard space > 0 else { continue }
      if flexible {
        // By flex factors, or equally if their sum is 0.
        let sum = affected.reduce(0) { $0 + (tracks[$1].flex ?? 0) }
        for index in affected {
          growth.increase[index] =
            sum > 0 ? space * (tracks[index].flex ?? 0) / max(sum, 1e-9) : space / Double(affected.count)
        }
      } else {
        growth.share(&space, among: affected) { index in
          let track = tracks[index]
          var limit = track.limit
          if let fit = track.fitLimit { limit = min(limit, max(fit, track.base)) }
          return limit - track.base
        }
        if space > 1e-9 {
          let growing = affected.filter { beyond(tracks[$0]) }
          growth.share(&space, among: growing.isEmpty ? affected : growing) { _ in indefinite }
        }
      }
      growth.plan(affected)
    }
    growth.carryOut { index, amount in tracks[index].base += amount }
  }

  /// §11.5.1 for growth limits.
  private mutating func growLimits(
    _ demands: ArraySlice<TrackDemand>, by size: KeyPath<TrackDemand, Double>, _ growth: inout TrackGrowth,
    _ isAffected: (GridTrack) -> Bool
  ) {
    for demand in demands {
      let affected = demand.span.filter { isAffected(tracks[$0]) && !tracks[$0].isCollapsed }
      guard !affected.isEmpty else { continue }
      func current(_ track: GridTrack) -> Double { track.limit.isDefinite ? track.limit : track.base }
      var space =
        demand[keyPath: size] - demand.span.reduce(gutters(in: demand.span)) { $0 + current(tracks[$1]) }
      space = max(0, space)
      growth.share(&space, among: affected) { index in
        let track = tracks[index]
        if track.limit.isDefinite && !track.isInfinitelyGrowable { return 0 }
        return track.fitLimit.map { max(0, $0 - current(track)) } ?? indefinite
      }
      if space > 1e-9 {
        growth.share(&space, among: affected) { index in
          tracks[index].fitLimit.map { max(0, $0 - current(tracks[index])) } ?? indefinite
        }
      }
      growth.plan(affected)
    }
    growth.carryOut { index, amount in
      if tracks[index].limit.isDefinite {
        tracks[index].limit += amount
      } else {
        tracks[index].limit = tracks[index].base + amount
        tracks[index].isInfinitelyGrowable = true
      }
    }
  }

  // MARK: §11.6 Maximize Tracks

  private mutating func maximize() {
    if room.isDefinite {
      var free = room - total
      guard free > 0 else { return }
      var growth = TrackGrowth(count: tracks.count)
      growth.share(&free, among: Array(tracks.indices)) { tracks[$0].limit - tracks[$0].base }
      for index in tracks.indices { tracks[index].base += growth.increase[index] }
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
      for demand in demands {
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
  ///
  /// Instead of restarting with every track that proves inflexible, this takes the tracks in the order in
  /// which they would become inflexible.
  private func fractionSize(_ span: Range<Int>, filling space: Double) -> Double {
    var leftover = space - gutters(in: span)
    var factors = 0.0
    for index in span {
      if let flex = tracks[index].flex { factors += flex } else { leftover -= tracks[index].base }
    }
    func fraction() -> Double { max(0, leftover) / max(1, factors) }
    func isStiff(_ flex: Double, _ base: Double) -> Bool { flex * fraction() < base - 1e-9 }
    guard
      span.contains(where: { isStiff(tracks[$0].flex ?? 0, tracks[$0].flex == nil ? 0 : tracks[$0].base) })
    else { return fraction() }
    var flexible: [(flex: Double, base: Double)] = []
    for index in span { if let flex = tracks[index].flex { flexible.append((flex, tracks[index].base)) } }
    // The least flexible first: those with the largest base size for their factor.
    flexible.sort { ($0.base - 1e-9) * $1.flex > ($1.base - 1e-9) * $0.flex }
    for track in flexible {
      guard isStiff(track.flex, track.base) else { break }
      leftover -= track.base
      factors -= track.flex
    }
    return fraction()
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
