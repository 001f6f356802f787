import HybridCSS
import HybridDOM
import HybridGeometry
import HybridJSON

/// The keyframe effects that scripts started (Web Animations 1 §5), and what they show.
///
/// Scripts keep the times of an animation; an effect turns its progress into declarations, which override the
/// sheets. A class, because extensions of the page change it through its methods only.
final class PageEffects {
  /// The maximum number of effects of a page.
  static let limit = 2_000

  /// One keyframe. Its values are computed when the effect is first shown.
  private struct Keyframe {
    var offset: Double
    var easing: String
    var texts: [String: String]
    var timing = TimingFunction.linear
    var values: [MovingProperty: TransitionValue] = [:]
    var style: ComputedStyle?
  }

  private struct Effect {
    var node: NodeID
    var easing: String
    var timing = TimingFunction.linear
    var keyframes: [Keyframe]
    var isComputed = false
    var size = Size<Double>(width: 0, height: 0)
    /// The declarations that it shows now.
    var shown = ""
  }

  private var effects: [Int: Effect] = [:]
  /// ``LiveStyles/overrides`` of the elements that effects show something on.
  private(set) var texts: [NodeID: String] = [:]

  /// Whether there is none.
  var isEmpty: Bool { effects.isEmpty }

  /// Takes a new effect; false when there are too many.
  func start(_ id: Int, on node: NodeID, _ effect: JSONValue) -> Bool {
    guard effects.count < Self.limit else { return false }
    var list: [Keyframe] = []
    for keyframe in (effect["keyframes"]?.array ?? []).prefix(1_000) {
      var texts: [String: String] = [:]
      if let style = keyframe["style"]?.object {
        for (name, value) in zip(style.keys, style.values) { texts[name] = value.string }
      }
      list.append(
        Keyframe(
          offset: keyframe["offset"]?.number ?? 0, easing: keyframe["easing"]?.string ?? "linear",
          texts: texts))
    }
    effects[id] = Effect(node: node, easing: effect["easing"]?.string ?? "linear", keyframes: list)
    return true
  }

  /// The element of an effect.
  func node(of id: Int) -> NodeID? { effects[id]?.node }

  /// Sets what an effect shows, or nothing. `style` computes the style of its element with more declarations.
  func show(
    _ id: Int, at progress: Double?, size: Size<Double>, style: (String) -> ComputedStyle
  ) {
    guard var effect = effects[id] else { return }
    if let progress {
      if !effect.isComputed { compute(&effect, size, style) }
      effect.shown = Self.text(of: effect, at: progress)
    } else {
      effect.shown = ""
    }
    effects[id] = effect
    rewrite(effect.node)
  }

  /// Drops an effect.
  func end(_ id: Int) {
    guard let effect = effects.removeValue(forKey: id) else { return }
    rewrite(effect.node)
  }

  private func rewrite(_ node: NodeID) {
    let text = effects.sorted { $0.key < $1.key }.lazy.filter { $0.value.node == node }
      .map(\.value.shown).filter { !$0.isEmpty }.joined(separator: " ")
    texts[node] = text.isEmpty ? nil : text
  }

  private func compute(_ effect: inout Effect, _ size: Size<Double>, _ style: (String) -> ComputedStyle) {
    effect.isComputed = true
    effect.size = size
    let whole = style("transition-timing-function: \(effect.easing)")
    effect.timing = whole.motion.transitionTimingFunction.first ?? .linear
    for index in effect.keyframes.indices {
      let keyframe = effect.keyframes[index]
      let declarations = keyframe.texts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value);" }
      let computed = style(
        "transition-timing-function: \(keyframe.easing); " + declarations.joined(separator: " "))
      effect.keyframes[index].timing = computed.motion.transitionTimingFunction.first ?? .linear
      effect.keyframes[index].style = computed
      for name in keyframe.texts.keys {
        for property in computed.movingProperties(named: name) {
          guard let value = computed.movingValue(of: property) else { continue }
          effect.keyframes[index].values[property] = value.resolved(in: computed)
        }
      }
    }
  }

  /// The declarations between the keyframes around a progress (§5.3.3, *the effect value of a keyframe
  /// effect*).
  private static func text(of effect: Effect, at part: Double) -> String {
    let progress = effect.timing.progress(at: part)
    var declarations: [String] = []
    let names = Set(effect.keyframes.flatMap(\.texts.keys))
    let properties = Set(effect.keyframes.flatMap(\.values.keys))
    for property in properties.sorted(by: { $0.order < $1.order }) {
      let list = effect.keyframes.filter { $0.values[property] != nil }
      guard let (from, to) = around(list, progress), var style = from.style, let a = from.values[property],
        let b = to.values[property]
      else { continue }
      let part = to.offset > from.offset ? (progress - from.offset) / (to.offset - from.offset) : 1
      let eased = part < 0 || part > 1 ? part : from.timing.progress(at: part)
      let mixed = a.mixed(with: b, at: eased, size: effect.size) ?? (eased < 0.5 ? a : b)
      style.set(mixed, of: property)
      if let text = style.cssText(named: property.name), !text.isEmpty {
        declarations.append("\(property.name): \(text);")
      }
    }
    // Values that cannot be interpolated change in the middle.
    for name in names.sorted() {
      let list = effect.keyframes.filter { $0.texts[name] != nil }
      let isMixed = list.contains { keyframe in
        keyframe.style?.movingProperties(named: name).contains { keyframe.values[$0] != nil } ?? false
      }
      guard !isMixed, let (from, to) = around(list, progress) else { continue }
      let part = to.offset > from.offset ? (progress - from.offset) / (to.offset - from.offset) : 1
      if let text = (part < 0.5 ? from : to).texts[name] { declarations.append("\(name): \(text);") }
    }
    return declarations.joined(separator: " ")
  }

  private static func around(_ list: [Keyframe], _ progress: Double) -> (Keyframe, Keyframe)? {
    guard let first = list.first, let last = list.last else { return nil }
    guard list.count > 1 else { return (first, first) }
    let index = list.lastIndex { $0.offset <= progress } ?? 0
    return index + 1 < list.count ? (list[index], list[index + 1]) : (list[list.count - 2], last)
  }
}

extension ComputedStyle {
  /// The properties that a name in a keyframe stands for.
  fileprivate func movingProperties(named name: String) -> [MovingProperty] {
    name.hasPrefix("--") ? [.custom(name)] : longhands(named: name).map { .longhand($0) }
  }
}

extension MovingProperty {
  /// Custom properties come first: others may depend on them.
  fileprivate var order: (Int, String) {
    switch self {
    case .custom(let name): (-1, name)
    case .longhand(let property): (Int(property.rawValue), "")
    }
  }
}
