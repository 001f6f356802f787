import HybridCSS
import HybridGeometry

/// The computed values of an animation's keyframes. Elements whose styles are equal share them.
struct KeyframeValues {
  /// The values of an element at one offset.
  private struct Frame {
    var offset: Double
    var timing: TimingFunction?
    var style: ComputedStyle
    var properties: Set<PropertyID>
  }

  /// The values of one property, by offset; the first offset is 0 and the last is 1.
  struct Track {
    var property: PropertyID
    var points: [Point]
    /// The values as CSS writes them, if a browser animates them as the engine does; nil if not, and if no
    /// client asks.
    var texts: [String]?
  }

  /// The value of a property at one offset.
  struct Point {
    var offset: Double
    /// The timing function up to the next point; nil for that of the animation.
    var timing: TimingFunction?
    /// Nil for a value that cannot be interpolated.
    var value: TransitionValue?
    /// The index of a style with the value.
    var style: Int
  }

  private var styles: [ComputedStyle] = []
  /// By the name of the property.
  private(set) var tracks: [Track] = []

  /// All properties, by name: each frame asks for them.
  private(set) var properties: [PropertyID] = []

  /// Whether there are none.
  var isEmpty: Bool { tracks.isEmpty }

  /// No values.
  init() {}

  /// Computes the values of a rule. CSS Animations 1 §3: properties without a first or a last keyframe have
  /// the value of the element there.
  ///
  /// - Parameters:
  ///   - hasTexts: Whether clients may play the animation.
  ///   - style: The styles of the element with each of some lists of declarations.
  init(
    _ rule: KeyframesRule, _ own: ComputedStyle, hasTexts: Bool,
    _ style: ([[PropertyDeclaration]]) -> [ComputedStyle]
  ) {
    let declarations = rule.declarations
    var frames: [Frame] = zip(declarations, style(declarations.map(\.declarations))).map { entry, style in
      var frame = Frame(offset: entry.offset, timing: nil, style: style, properties: [])
      for declaration in entry.declarations {
        guard case .longhand(let property) = declaration.property else { continue }
        if property == .animationTimingFunction {
          frame.timing = style.motion.animationTimingFunction.first
        } else {
          frame.properties.formUnion(style.longhands(named: property.name))
        }
      }
      return frame
    }
    let all = frames.reduce(into: Set<PropertyID>()) { $0.formUnion($1.properties) }
    for offset in [0.0, 1] where !all.isEmpty {
      let index = frames.firstIndex { $0.offset == offset }
      guard let index else {
        let frame = Frame(offset: offset, timing: nil, style: own, properties: all)
        frames.insert(frame, at: offset == 0 ? 0 : frames.count)
        continue
      }
      for property in all.subtracting(frames[index].properties) {
        frames[index].style.take(property, from: own)
        frames[index].properties.insert(property)
      }
    }
    let styles = frames.map(\.style)
    self.styles = styles
    properties = all.sorted { $0.name < $1.name }
    tracks = properties.map { property in
      let points = frames.indices.lazy.filter { frames[$0].properties.contains(property) }.map { index in
        let frame = frames[index]
        return Point(
          offset: frame.offset, timing: frame.timing,
          value: property.animation.value(frame.style)?.resolved(in: frame.style), style: index)
      }
      var track = Track(property: property, points: Array(points))
      if hasTexts, property.isPlayable,
        zip(track.points, track.points.dropFirst()).allSatisfy({ from, to in
          from.value?.isPlayed(to: to.value) ?? false
        })
      {
        track.texts = track.points.map { styles[$0.style].usedText(of: property) ?? "" }
      }
      return track
    }
  }

  /// Puts the values of a progress into a style, except for some properties.
  ///
  /// - Parameter easing: The timing function between keyframes that name none.
  func show(
    in style: inout ComputedStyle, at progress: Double, easing: TimingFunction, size: Size<Double>,
    except hidden: (PropertyID) -> Bool
  ) {
    for track in tracks where !hidden(track.property) {
      let (from, to) = track.around(progress)
      let part = to.offset > from.offset ? (progress - from.offset) / (to.offset - from.offset) : 1
      let eased = (from.timing ?? easing).progress(at: part)
      if let a = from.value, let b = to.value, let mixed = a.mixed(with: b, at: eased, size: size) {
        track.property.animation.set(mixed, &style)
      } else {
        style.take(track.property, from: styles[eased < 0.5 ? from.style : to.style])
      }
    }
  }
}

extension KeyframeValues.Track {
  /// The points around a progress.
  fileprivate func around(_ progress: Double) -> (KeyframeValues.Point, KeyframeValues.Point) {
    // The last point at or before the progress that has another one behind it.
    var (low, high) = (0, points.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if points[middle].offset <= progress { low = middle } else { high = middle }
    }
    return (points[low], points[high])
  }
}
