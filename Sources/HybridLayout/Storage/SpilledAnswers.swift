/// Answers for which the nodes' own memories had no room, kept for the rest of one layout.
///
/// Most boxes are asked two or three things. A few kinds of boxes, such as wrapping columns and grids with
/// baselines in definite heights, are asked more; with nothing kept each level of them would ask the next one
/// several times as much as it is asked itself, and the time would grow with a power of the depth.
struct SpilledAnswers: Sendable {
  /// Before that many answers are forgotten it is not worth while to keep them.
  private static let patience = 2_048
  /// Answers kept of one node; then the oldest gives way.
  private static let limit = 64

  private var forgotten = 0
  private var boxes: [Int: [LayoutEntry]] = [:]
  private var widths: [Int: [IntrinsicEntry]] = [:]

  /// Whether anything may be here.
  @inline(__always) var isFilling: Bool { forgotten > Self.patience }

  /// An answer to the same question, if it was wanted for at least this purpose.
  func answer(of memory: Int, _ space: ConstraintSpace, _ purpose: Purpose) -> BoxResult? {
    boxes[memory]?.first { $0.space == space && $0.purpose >= purpose }?.result
  }

  /// Widths that were worked out in a space that makes no difference to them.
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

  /// Forgets what a node answered.
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
