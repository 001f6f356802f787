/// A cached layout.
struct LayoutEntry: Sendable {
  var space: ConstraintSpace
  var purpose: Purpose
  var result: BoxResult
}

/// A cached pair of intrinsic widths.
struct IntrinsicEntry: Sendable {
  var space: ConstraintSpace
  var sizes: MinMaxSizes
}

/// The cached answers of a node. Two slots are for measuring; a third is the layout whose frames are in the
/// tree.
///
/// A flex item is measured for its base size and for its hypothetical cross size, and laid out once its size
/// is final: with one cached answer for each, the work stays linear for any nesting of such items.
struct Memory: Sendable {
  /// The entries in use.
  struct Slots: OptionSet, Sendable {
    let rawValue: UInt8
    static let frames = Slots(rawValue: 1)
    static let measured = Slots(rawValue: 2)
    static let measuredBefore = Slots(rawValue: 4)
    static let intrinsic = Slots(rawValue: 8)
  }

  private(set) var used: Slots = []
  /// Whether no answer is one of a subgrid.
  var isOutsideSubgrids: Bool {
    frames.space.subgrid == 0 && measured.space.subgrid == 0 && measuredBefore.space.subgrid == 0
      && intrinsic.space.subgrid == 0
  }
  /// Whether an answer that an ancestor may have used was evicted, or does not count any more.
  private(set) var hasForgotten = false
  /// Whether a ``FlexList`` of its items is kept.
  var hasList = false
  private(set) var frames = LayoutEntry.unused
  private(set) var measured = LayoutEntry.unused
  private(set) var measuredBefore = LayoutEntry.unused
  private(set) var intrinsic = IntrinsicEntry(space: LayoutEntry.unused.space, sizes: MinMaxSizes(0))

  /// The cached answer to the same question, if it was computed for at least this purpose.
  @inline(__always) func answer(_ space: ConstraintSpace, _ purpose: Purpose) -> BoxResult? {
    if used.contains(.frames), frames.space == space { return frames.result }
    if purpose == .frames { return nil }
    if used.contains(.measured), measured.space == space, measured.purpose >= purpose {
      return measured.result
    }
    if used.contains(.measuredBefore), measuredBefore.space == space, measuredBefore.purpose >= purpose {
      return measuredBefore.result
    }
    return nil
  }

  /// Keeps the layout whose frames are in the tree, in place of the one before.
  @inline(__always) mutating func keepFrames(_ space: ConstraintSpace, _ result: BoxResult) {
    frames = LayoutEntry(space: space, purpose: .frames, result: result)
    used.insert(.frames)
  }

  /// Keeps a measurement, in place of the one before the last.
  @inline(__always) mutating func keepMeasured(
    _ space: ConstraintSpace, _ purpose: Purpose, _ result: BoxResult
  ) {
    if used.contains(.measured) {
      measuredBefore = measured
      used.insert(.measuredBefore)
    }
    measured = LayoutEntry(space: space, purpose: purpose, result: result)
    used.insert(.measured)
  }

  /// Keeps intrinsic widths, in place of those before.
  mutating func keepIntrinsic(_ space: ConstraintSpace, _ sizes: MinMaxSizes) {
    intrinsic = IntrinsicEntry(space: space, sizes: sizes)
    used.insert(.intrinsic)
  }

  /// Keeps the basis of scroll sizes: a layout that is not the answer to a question.
  mutating func keepBasis(_ space: ConstraintSpace, _ result: BoxResult) {
    frames = LayoutEntry(space: space, purpose: .frames, result: result)
  }

  /// Notes that an answer was evicted.
  mutating func noteForgotten() { hasForgotten = true }

  /// The frames in the tree are not those of an answer any more.
  mutating func forgetFrames() {
    used.remove(.frames)
    hasForgotten = true
  }

  /// No answer counts any more.
  mutating func forgetAll() {
    used = []
    hasForgotten = true
    hasList = false
  }
}

/// The memories of the nodes with content. Positions of removed ones are used again.
struct MemoryTable: Sendable {
  /// Empty boxes have no entry: sizing them is faster than a look-up.
  private var entries: [Memory] = []
  /// The number of memories assigned to nodes: the others are added to ``entries`` when a layout begins.
  private var count = 0
  private var free: [Int32] = []

  /// The position of an empty memory.
  mutating func add() -> Int32 {
    if let index = free.popLast() {
      clear(index)
      return index
    }
    defer { count += 1 }
    return Int32(count)
  }

  /// Removes a memory. Does nothing for -1.
  mutating func drop(_ index: Int32) {
    if index >= 0 { free.append(index) }
  }

  private func isAllocated(_ index: Int32) -> Bool { index >= 0 && index < entries.count }

  /// Clears a memory, if there is one.
  mutating func clear(_ index: Int32) {
    if isAllocated(index) { entries[Int(index)] = Memory() }
  }

  /// Whether there are any cached answers.
  func remembersAnything(_ index: Int32) -> Bool { isAllocated(index) && !entries[Int(index)].used.isEmpty }

  /// Whether there is the answer to a layout with frames in this space.
  func hasFrames(_ index: Int32, in space: ConstraintSpace) -> Bool {
    isAllocated(index) && entries[Int(index)].used.contains(.frames)
      && entries[Int(index)].frames.space == space
  }

  /// The last layout with frames.
  func lastLayout(_ index: Int32) -> LayoutEntry? {
    guard isAllocated(index), entries[Int(index)].frames.purpose == .frames else { return nil }
    return entries[Int(index)].frames
  }

  /// Opens the memories for a layout, all allocated: at once for a tree that was just built, with some spare
  /// ones later.
  mutating func withTable<Result>(_ body: (Table<Memory>) -> Result) -> Result {
    if entries.count < count {
      entries.reserveCapacity(entries.isEmpty ? count : max(count, entries.count + entries.count / 4))
      while entries.count < count { entries.append(Memory()) }
    }
    return entries.withTable(body)
  }
}

extension LayoutEntry {
  /// The content of an empty slot.
  static let unused = LayoutEntry(
    space: ConstraintSpace(available: .zero, percentage: .zero), purpose: .size,
    result: BoxResult(size: .zero, intrinsicHeight: 0))
}

extension LayoutPass {
  /// A cached answer to the same question, if it was computed for at least this purpose.
  @inline(__always) func remembered(_ memory: Int, _ space: ConstraintSpace, _ purpose: Purpose) -> BoxResult?
  {
    if let answer = memories[memory].answer(space, purpose) { return answer }
    guard purpose != .frames, spilled.isFilling, memories[memory].hasForgotten else { return nil }
    return spilled.answer(of: memory, space, purpose)
  }

  /// Caches an answer.
  @inline(__always) mutating func remember(
    _ node: Int, _ space: ConstraintSpace, _ purpose: Purpose, _ result: BoxResult
  ) {
    nodes[node].isDirty = false
    let memory = Int(nodes[node].memory)
    guard memory >= 0 else { return }
    let used = memories[memory].used
    if purpose == .frames {
      if used.contains(.frames) { spill(memories[memory].frames, of: memory) }
      memories[memory].keepFrames(space, result)
    } else {
      if used.contains(.measuredBefore) { spill(memories[memory].measuredBefore, of: memory) }
      memories[memory].keepMeasured(space, purpose, result)
    }
  }

  /// Evicts an answer to make room for another.
  @inline(never) private mutating func spill(_ entry: LayoutEntry, of memory: Int) {
    memories[memory].noteForgotten()
    spilled.add(entry, of: memory)
  }

  /// Evicts widths to make room for others.
  @inline(never) mutating func spillWidths(of memory: Int) {
    memories[memory].noteForgotten()
    spilled.add(memories[memory].intrinsic, of: memory)
  }
}
