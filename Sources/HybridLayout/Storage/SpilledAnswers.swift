/// Answers that do not fit into the nodes' own memories, kept for the rest of one layout.
///
/// Most boxes get two or three different questions. A few kinds of boxes, such as wrapping columns and grids
/// with baselines in definite heights, get more; without this cache each level would ask the next one several
/// times as often as it is asked itself, and the time would be exponential in the depth.
struct SpilledAnswers: Sendable {
  /// The number of evictions up to which storing answers is not worthwhile.
  private static let patience = 2_048
  /// The maximum number of answers for one node; beyond it the oldest is replaced.
  private static let limit = 64

  private var forgotten = 0
  private var boxes: [Int: [LayoutEntry]] = [:]
  private var widths: [Int: [IntrinsicEntry]] = [:]

  /// Whether there may be answers here.
  @inline(__always) var isFilling: Bool { forgotten > Self.patience }

  /// An answer to the same question, if it was computed for at least this purpose.
  func answer(of memory: Int, _ space: ConstraintSpace, _ purpose: Purpose) -> BoxResult? {
    boxes[memory]?.first { $0.space == space && $0.purpose >= purpose }?.result
  }

  /// Widths that were computed in a space that gives the same widths.
  func widths(of memory: Int, _ space: ConstraintSpace, of style: UsedStyle) -> MinMaxSizes? {
    widths[memory]?.first { $0.space.asksSameWidths(as: space, of: style) }?.sizes
  }

  mutating func add(_ entry: LayoutEntry, of memory: Int) {
    forgotten += 1
    guard isFilling else { return }
    Self.add(entry, to: &boxes[memory, default: []])
  }

  mutating func add(_ entry: IntrinsicEntry, of memory: Int) {
    forgotten += 1
    guard isFilling else { return }
    Self.add(entry, to: &widths[memory, default: []])
  }

  /// Removes the answers of a node.
  mutating func removeAll(of memory: Int) {
    guard isFilling else { return }
    boxes[memory] = nil
    widths[memory] = nil
  }

  private static func add<Entry>(_ entry: Entry, to entries: inout [Entry]) {
    if entries.count == limit { entries.removeFirst() }
    entries.append(entry)
  }
}
