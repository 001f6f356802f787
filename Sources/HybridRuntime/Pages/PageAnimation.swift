import HybridDOM
package import HybridJSON
import HybridScript

/// A node on its way to other values.
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

extension LivePage {
  package func animate(_ node: Int, _ values: JSONValue, duration: Double, delay: Double, done: Int) {
    guard let node = self.node(node), let object = values.object, duration.isFinite, delay.isFinite else {
      return
    }
    let begin = clock.now + max(delay, 0) * 1000
    let end = begin + min(max(duration, 0), 3600) * 1000
    var isFirst = true
    for (property, value) in zip(object.keys, object.values) {
      guard let number = value.number, number.isFinite else { continue }
      let from = animatedValue(property, of: node)
      animations.removeAll { $0.node == node && $0.property == property }
      animations.append(
        PageAnimation(
          node: node, property: property, from: from, to: number, begin: begin, end: end,
          done: isFirst ? done : nil))
      isFirst = false
    }
    if isFirst { tasks.append { $0.world?.animationFinished(done) } }
  }

  /// What a property is now.
  private func animatedValue(_ property: String, of node: NodeID) -> Double {
    let running = animations.first { $0.node == node && $0.property == property }?.value(at: clock.now)
    let offset = animated[node]?[property]
    switch property {
    case "opacity": return running ?? offset ?? Double(computedStyle("opacity", of: node.index)) ?? 1
    case "scaleX", "scaleY": return running ?? offset ?? 1
    case "width", "height":
      let frame = geometry(of: node.index)
      return running ?? (property == "width" ? frame?.width : frame?.height) ?? 0
    default: return running ?? offset ?? 0
    }
  }

  /// Moves what moves to where it is now, and tells scripts of what has arrived.
  func runAnimations() {
    guard !animations.isEmpty else { return }
    var ended: [Int] = []
    for animation in animations where animation.begin <= clock.now {
      animated[animation.node, default: [:]][animation.property] = animation.value(at: clock.now)
      write(animation.node)
      if animation.end <= clock.now, let done = animation.done { ended.append(done) }
    }
    animations.removeAll { $0.end <= clock.now }
    for done in ended { tasks.append { $0.world?.animationFinished(done) } }
  }

  /// Puts animated values into the style attribute, where scripts and inspectors see them.
  private func write(_ node: NodeID) {
    guard let values = animated[node] else { return }
    var transform: [String] = []
    if values["translateX"] != nil || values["translateY"] != nil {
      transform.append("translate(\(values["translateX"] ?? 0)px, \(values["translateY"] ?? 0)px)")
    }
    if values["scaleX"] != nil || values["scaleY"] != nil {
      transform.append("scale(\(values["scaleX"] ?? 1), \(values["scaleY"] ?? 1))")
    }
    if let angle = values["rotate"] { transform.append("rotate(\(angle)deg)") }
    if !transform.isEmpty {
      setInlineStyle("transform", transform.joined(separator: " "), isImportant: false, of: node.index)
    }
    if let opacity = values["opacity"] {
      setInlineStyle("opacity", "\(opacity)", isImportant: false, of: node.index)
    }
    for side in ["width", "height"] {
      if let value = values[side] { setInlineStyle(side, "\(value)px", isImportant: false, of: node.index) }
    }
  }
}
