import HybridDOM

/// One property of one node, on its way from one value to another.
struct PageAnimation {
  /// Milliseconds between two pictures.
  static let step = 16.0

  var node: NodeID
  var property: String
  var from: Double
  var to: Double
  /// On the page's clock, in milliseconds.
  var begin: Double
  var end: Double
  /// What to tell the script when it ends; nil for all but one of several that end together.
  var done: Int?

  /// The value at a time: slow, quick, slow (the cubic Bézier `ease-in-out` as a polynomial).
  func value(at time: Double) -> Double {
    guard end > begin else { return to }
    let part = min(max((time - begin) / (end - begin), 0), 1)
    let eased = part * part * (3 - 2 * part)
    return from + (to - from) * eased
  }
}
