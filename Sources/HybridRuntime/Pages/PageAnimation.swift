import HybridDOM

/// The animation of one property of one node from one value to another.
struct PageAnimation {
  /// Milliseconds between two frames.
  static let step = 16.0

  var node: NodeID
  var property: String
  var from: Double
  var to: Double
  /// On the page's clock, in milliseconds.
  var begin: Double
  var end: Double
  /// The callback of the script at the end; of several animations that end together, only one has it.
  var done: Int?

  /// The value at a time: slow, fast, slow (the cubic Bézier `ease-in-out` as a polynomial).
  func value(at time: Double) -> Double {
    guard end > begin else { return to }
    let part = min(max((time - begin) / (end - begin), 0), 1)
    let eased = part * part * (3 - 2 * part)
    return from + (to - from) * eased
  }
}
