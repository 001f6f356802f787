/// CSS Flexbox 1 §9.7, *Resolving Flexible Lengths*.
extension LayoutPass {
  @inline(__always) mutating func resolveFlexibleLengths(of lineIndex: Int, _ flow: FlexFlow) {
    let line = flexLines[lineIndex]
    let room = line.mainSize - flow.mainGap * Double(max(0, line.count - 1))
    // Step 1: do the items grow or shrink?
    let grows = line.hypotheticalMain < line.mainSize
    if !grows, line.hypotheticalMain > line.mainSize { closeMinimums(of: line, flow) }
    // Step 3: items that cannot flex keep their hypothetical main size.
    var unfrozen = 0
    for index in line.items {
      let factor = grows ? flexItems[index].grow : flexItems[index].shrink
      let (base, main) = (flexItems[index].base, flexItems[index].main)
      if factor == 0 || (grows ? base > main : base < main) {
        flexItems[index].flags.insert(.frozen)
      } else {
        flexItems[index].flags.remove(.frozen)
        unfrozen += 1
      }
    }
    if isRecording { recordFrozen(lineIndex) }
    guard unfrozen > 0 else { return }
    let initialFree = freeSpace(line, room)  // step 4
    while unfrozen > 0 {  // step 5a
      unfrozen -= distribute(line, room: room, initialFree: initialFree, grows: grows)
    }
  }

  /// The free space of the line: unfrozen items count with their flex base size.
  private func freeSpace(_ line: FlexLine, _ room: Double) -> Double {
    var free = room
    for index in line.items {
      let isFrozen = flexItems[index].flags.contains(.frozen)
      free -= flexItems[index].mainMargins + (isFrozen ? flexItems[index].main : flexItems[index].base)
    }
    return free
  }

  /// One round of step 5: distribute, clamp, freeze items with violations. Returns the number of frozen
  /// items.
  private mutating func distribute(_ line: FlexLine, room: Double, initialFree: Double, grows: Bool) -> Int {
    var factors = 0.0
    var scaledShrink = 0.0
    for index in line.items where !flexItems[index].flags.contains(.frozen) {
      factors += grows ? flexItems[index].grow : flexItems[index].shrink
      scaledShrink += flexItems[index].shrink * (flexItems[index].base - flexItems[index].mainInsets)
    }
    var free = freeSpace(line, room)  // step 5b
    if factors < 1, abs(initialFree * factors) < abs(free) { free = initialFree * factors }
    var violation = 0.0
    for index in line.items where !flexItems[index].flags.contains(.frozen) {  // steps 5c and 5d
      let base = flexItems[index].base
      var size = base
      if grows, free > 0 {
        size += free * flexItems[index].grow / factors
      } else if !grows, free < 0, scaledShrink > 0 {
        size += free * flexItems[index].shrink * (base - flexItems[index].mainInsets) / scaledShrink
      }
      let clamped = flexItems[index].clamped(size)
      violation += clamped - size
      flexItems[index].mainOffset = size
      flexItems[index].main = clamped
    }
    if isRecording {
      recordFlexing(
        line.items, free: free, initialFree: initialFree, factors: factors, scaledShrink: scaledShrink)
    }
    var frozen = 0
    for index in line.items where !flexItems[index].flags.contains(.frozen) {  // step 5e
      let difference = flexItems[index].main - flexItems[index].mainOffset
      if violation == 0 || violation > 0 && difference > 0 || violation < 0 && difference < 0 {
        flexItems[index].flags.insert(.frozen)
        frozen += 1
      }
    }
    return frozen
  }
}
