import HybridDOM
import HybridEncoding

/// The rows of one table: how many there are, how high, and which of them exist.
///
/// A small table has all its rows; a large one has the visible rows, plus some at either end, between two
/// spacers for the rest. Rows that were never laid out count with an estimated height.
struct PageTable {
  /// The position of a row.
  struct Position: Hashable, Comparable {
    var section: Int
    /// ``header`` and ``footer`` are the section's titles.
    var row: Int

    static let header = -1
    static let footer = -2

    static func < (a: Position, b: Position) -> Bool { (a.section, a.row) < (b.section, b.row) }
  }

  /// Tables up to this many rows have all of them.
  static let smallLimit = 200
  /// How far rows exist beyond the viewport at either end, in points.
  static let overscan = 200.0

  /// Rows by section.
  private(set) var counts: [Int] = []
  /// Whether sections have a header of their own.
  private(set) var hasHeaders = false
  /// Whether sections have a footer of their own.
  private(set) var hasFooters = false
  /// The number of slots (headers, rows and footers) before each section, and in all.
  private var starts: [Int] = [0]
  /// Heights of slots that were laid out, where they differ from ``estimate``.
  private var measured: [Int: Double] = [:]
  /// For each block of 256 slots, the sum of the differences between measured and estimated heights.
  private var surplus: [Double] = []
  /// The height of a slot that was never laid out.
  private(set) var estimate = 44.0
  /// The elements of the slots that exist.
  private(set) var elements: [Int: NodeID] = [:]
  /// The slots that exist.
  private var range = 0..<0
  /// The elements in place of the slots before and after.
  private(set) var spacers: (before: NodeID, after: NodeID)?
  /// Whether the rows have to be updated although the range is the same.
  private var needsReload = true

  private static let piece = 256

  /// Sets new counts and discards known heights.
  mutating func reload(_ counts: [Int], hasHeaders: Bool, hasFooters: Bool = false, estimate: Double) {
    self.counts = counts.map { max($0, 0) }
    self.hasHeaders = hasHeaders
    self.hasFooters = hasFooters
    self.estimate = estimate
    starts = [0]
    starts.reserveCapacity(counts.count + 1)
    for count in self.counts { starts.append(starts[starts.count - 1] + count + titlesPerSection) }
    measured = [:]
    surplus = Array(repeating: 0, count: slotCount / Self.piece + 1)
    needsReload = true
  }

  /// Headers, rows and footers together.
  var slotCount: Int { starts[starts.count - 1] }

  /// Rows alone.
  var rowCount: Int { slotCount - titlesPerSection * counts.count }

  private var titlesPerSection: Int { (hasHeaders ? 1 : 0) + (hasFooters ? 1 : 0) }

  /// Whether all rows exist at once.
  var isSmall: Bool { slotCount <= Self.smallLimit }

  /// The header, row or footer of slot `slot`.
  func position(of slot: Int) -> Position {
    let section = max(counts.indices.partitioningIndex { starts[$0] > slot } - 1, 0)
    let row = slot - starts[section] - (hasHeaders ? 1 : 0)
    let isFooter = counts.indices.contains(section) && row >= counts[section]
    return Position(section: section, row: isFooter ? Position.footer : row)
  }

  /// The slot of row number `index`, counted over all sections; nil when there are fewer.
  func slot(ofRow index: Int) -> Int? {
    guard index >= 0, index < rowCount else { return nil }
    guard titlesPerSection > 0 else { return index }
    // The number of rows before a section is its start minus the titles of the sections before it.
    let next = counts.indices.partitioningIndex { starts[$0] - $0 * titlesPerSection > index }
    return (hasHeaders ? 1 : 0) + index + max(next - 1, 0) * titlesPerSection
  }

  /// Records the height of a slot that was laid out.
  mutating func note(height: Double, of slot: Int) {
    guard slot < slotCount, height.isFinite, height >= 0 else { return }
    let before = measured[slot] ?? estimate
    guard before != height else { return }
    measured[slot] = height == estimate ? nil : height
    surplus[slot / Self.piece] += height - before
  }

  /// The height of slots before `slot`.
  func offset(of slot: Int) -> Double {
    var offset = Double(slot) * estimate
    let piece = slot / Self.piece
    for index in 0..<min(piece, surplus.count) { offset += surplus[index] }
    var index = piece * Self.piece
    while index < slot {
      if let height = measured[index] { offset += height - estimate }
      index += 1
    }
    return offset
  }

  /// Records the heights of existing rows. Returns whether the visible rows or the spacers change.
  mutating func measure(_ height: (NodeID) -> Double?) -> Bool {
    let before = offset(of: slotCount)
    for (slot, element) in elements {
      if let height = height(element) { note(height: height, of: slot) }
    }
    guard abs(offset(of: slotCount) - before) > 0.5 else { return false }
    needsReload = true
    return true
  }

  /// The slots that should exist; nil if the existing ones are right.
  mutating func nextSlots(from top: Double, height: Double) -> Range<Int>? {
    let wanted = slots(from: top, height: height)
    guard needsReload || wanted != range else { return nil }
    needsReload = false
    return wanted
  }

  /// Removes the elements of slots outside the wanted range.
  mutating func takeElements(outside wanted: Range<Int>) -> [NodeID] {
    var taken: [NodeID] = []
    for slot in range where !wanted.contains(slot) {
      if let element = elements.removeValue(forKey: slot) { taken.append(element) }
    }
    range = wanted
    return taken
  }

  /// Removes all elements, including spacers.
  mutating func takeElements() -> [NodeID] {
    defer { (elements, range, spacers) = ([:], 0..<0, nil) }
    return elements.values + (spacers.map { [$0.before, $0.after] } ?? [])
  }

  /// Records the element of a slot.
  mutating func put(_ element: NodeID, in slot: Int) { elements[slot] = element }

  /// Records the spacers.
  mutating func putSpacers(before: NodeID, after: NodeID) { spacers = (before, after) }

  /// The slots in a window of the content, plus overscan; all slots of a small table.
  func slots(from top: Double, height: Double) -> Range<Int> {
    guard !isSmall else { return 0..<slotCount }
    let first = slot(at: top - Self.overscan)
    let last = slot(at: top + height + Self.overscan)
    return first..<min(last + 1, slotCount)
  }

  /// The slot at an offset, clamped to the table.
  func slot(at offset: Double) -> Int {
    guard slotCount > 0, offset > 0 else { return 0 }
    return (1..<slotCount).partitioningIndex { self.offset(of: $0) > offset } - 1
  }
}
