import HybridDOM

/// The animations that scripts started, and the values that they reached.
///
/// A class, because extensions of the page change it through its methods only.
final class PageAnimations {
  private var running: [PageAnimation] = []
  private var values: [NodeID: [String: Double]] = [:]

  /// Whether no animation is running.
  var isEmpty: Bool { running.isEmpty }

  /// When the next frame is due.
  func nextStep(after now: Double) -> Double? { running.isEmpty ? nil : now + PageAnimation.step }

  /// The end of the last animation.
  var lastEnd: Double? { running.map(\.end).max() }

  /// The value of a property during an animation; nil if it is not animated.
  func runningValue(of property: String, of node: NodeID, at now: Double) -> Double? {
    running.first { $0.node == node && $0.property == property }?.value(at: now)
  }

  /// The value that the last animation of a property reached; nil if it was never animated.
  func reachedValue(of property: String, of node: NodeID) -> Double? { values[node]?[property] }

  /// Starts an animation, replacing another one of the same property.
  func start(_ animation: PageAnimation) {
    running.removeAll { $0.node == animation.node && $0.property == animation.property }
    running.append(animation)
  }

  /// The animations whose delay is over, in the order in which they were started.
  func begun(at now: Double) -> some Sequence<PageAnimation> { running.lazy.filter { $0.begin <= now } }

  /// Notes the value of an animation. Returns all animated values of its node.
  func apply(_ animation: PageAnimation, at now: Double) -> [String: Double] {
    values[animation.node, default: [:]][animation.property] = animation.value(at: now)
    return values[animation.node] ?? [:]
  }

  /// Drops the animations that are over.
  func removeEnded(at now: Double) { running.removeAll { $0.end <= now } }
}
