import HybridDOM
package import HybridJSON
import HybridScript

/// Animations that scripts start.
extension LivePage {
  package func animate(_ node: Int, _ values: JSONValue, duration: Double, delay: Double, done: Int) {
    guard let node = self.node(node), let object = values.object, duration.isFinite, delay.isFinite else {
      return
    }
    let begin = now + max(delay, 0) * 1000
    let end = begin + min(max(duration, 0), 3600) * 1000
    var isFirst = true
    for (property, value) in zip(object.keys, object.values) {
      guard let number = value.number, number.isFinite else { continue }
      let from = animatedValue(property, of: node)
      animations.start(
        PageAnimation(
          node: node, property: property, from: from, to: number, begin: begin, end: end,
          done: isFirst ? done : nil))
      isFirst = false
    }
    if isFirst { later { $0.world?.animationFinished(done) } }
  }

  /// The current value of a property.
  private func animatedValue(_ property: String, of node: NodeID) -> Double {
    let running = animations.runningValue(of: property, of: node, at: now)
    let reached = animations.reachedValue(of: property, of: node)
    switch property {
    case "opacity": return running ?? reached ?? Double(computedStyle("opacity", of: node.index)) ?? 1
    case "scaleX", "scaleY": return running ?? reached ?? 1
    case "width", "height":
      let frame = geometry(of: node.index)
      return running ?? (property == "width" ? frame?.width : frame?.height) ?? 0
    default: return running ?? reached ?? 0
    }
  }

  /// Advances animations to the current time, and tells scripts which ones have ended.
  func runAnimations() {
    guard !animations.isEmpty else { return }
    var ended: [Int] = []
    for animation in animations.begun(at: now) {
      write(animations.apply(animation, at: now), to: animation.node)
      if animation.end <= now, let done = animation.done { ended.append(done) }
    }
    animations.removeEnded(at: now)
    for done in ended { later { $0.world?.animationFinished(done) } }
  }

  /// Puts animated values into the style attribute, where scripts and inspectors see them.
  private func write(_ values: [String: Double], to node: NodeID) {
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
