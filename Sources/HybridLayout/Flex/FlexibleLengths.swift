/// CSS Flexbox 1 §9.7, *Resolving Flexible Lengths*.
extension LayoutTree {
  func resolveFlexibleLengths(of line: FlexLine, _ flow: inout FlexFlow) {
    let gaps = flow.mainGap * Double(max(0, line.items.count - 1))
    let room = line.mainSize - gaps
    // Step 1: do the items grow or shrink?
    let hypothetical = line.items.reduce(0.0) { $0 + flow.items[$1].outerMain }
    let grows = hypothetical < room
    // Step 3: items that cannot flex keep their hypothetical main size.
    for index in line.items {
      let item = flow.items[index]
      let factor = grows ? item.grow : item.shrink
      let isInflexible = factor == 0 || (grows ? item.base > item.main : item.base < item.main)
      flow.items[index].isFrozen = isInflexible
    }
    let initialFree = freeSpace(line, room, flow)  // step 4
    while line.items.contains(where: { !flow.items[$0].isFrozen }) {  // step 5a
      distribute(line, room: room, initialFree: initialFree, grows: grows, &flow)
    }
  }

  /// What the line's main size leaves to share: unfrozen items count with their flex base size.
  private func freeSpace(_ line: FlexLine, _ room: Double, _ flow: FlexFlow) -> Double {
    line.items.reduce(room) {
      let item = flow.items[$1]
      return $0 - item.mainMargins - (item.isFrozen ? item.main : item.base)
    }
  }

  /// One round of step 5: share, clamp, freeze what went past its limits.
  private func distribute(
    _ line: FlexLine, room: Double, initialFree: Double, grows: Bool, _ flow: inout FlexFlow
  ) {
    var factors = 0.0
    var scaledShrink = 0.0
    for index in line.items where !flow.items[index].isFrozen {
      let item = flow.items[index]
      factors += grows ? item.grow : item.shrink
      scaledShrink += item.shrink * (item.base - item.mainInsets)
    }
    var free = freeSpace(line, room, flow)  // step 5b
    if factors < 1, abs(initialFree * factors) < abs(free) { free = initialFree * factors }
    var violation = 0.0
    var unclamped: [Double] = []
    for index in line.items where !flow.items[index].isFrozen {  // steps 5c and 5d
      let item = flow.items[index]
      var size = item.base
      if grows, free > 0 {
        size += free * item.grow / factors
      } else if !grows, free < 0, scaledShrink > 0 {
        size += free * item.shrink * (item.base - item.mainInsets) / scaledShrink
      }
      unclamped.append(size)
      let clamped = item.clamped(size)
      violation += clamped - size
      flow.items[index].main = clamped
    }
    var position = 0
    for index in line.items where !flow.items[index].isFrozen {  // step 5e
      let difference = flow.items[index].main - unclamped[position]
      position += 1
      if violation == 0 || violation > 0 && difference > 0 || violation < 0 && difference < 0 {
        flow.items[index].isFrozen = true
      }
    }
  }
}
