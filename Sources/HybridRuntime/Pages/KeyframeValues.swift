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
    var custom: Set<String>
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

  /// The values of one custom property, by offset.
  private struct CustomTrack {
    var name: String
    var points: [Point]
  }

  private var customTracks: [CustomTrack] = []

  /// The custom properties, by name.
  private(set) var customProperties: [String] = []

  /// All properties, by name: each frame asks for them.
  private(set) var properties: [PropertyID] = []

  /// Whether there are none.
  var isEmpty: Bool { tracks.isEmpty && customTracks.isEmpty }

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
      var frame = Frame(offset: entry.offset, timing: nil, style: style, properties: [], custom: [])
      for declaration in entry.declarations {
        guard case .longhand(let property) = declaration.property else {
          frame.custom.insert(declaration.property.name)
          continue
        }
        if property == .animationTimingFunction {
          frame.timing = style.motion.animationTimingFunction.first
        } else {
          frame.properties.formUnion(style.longhands(named: property.name))
        }
      }
      return frame
    }
    let all = frames.reduce(into: Set<PropertyID>()) { $0.formUnion($1.properties) }
    let custom = frames.reduce(into: Set<String>()) { $0.formUnion($1.custom) }
    for offset in [0.0, 1] where !all.isEmpty || !custom.isEmpty {
      let index = frames.firstIndex { $0.offset == offset }
      guard let index else {
        let frame = Frame(offset: offset, timing: nil, style: own, properties: all, custom: custom)
        frames.insert(frame, at: offset == 0 ? 0 : frames.count)
        continue
      }
      for property in all.subtracting(frames[index].properties) {
        frames[index].style.take(property, from: own)
        frames[index].properties.insert(property)
      }
      for name in custom.subtracting(frames[index].custom) {
        frames[index].style.take(.custom(name), from: own)
        frames[index].custom.insert(name)
      }
    }
    customProperties = custom.sorted()
    customTracks = customProperties.map { name in
      let points = frames.indices.lazy.filter { frames[$0].custom.contains(name) }.map { index in
        let frame = frames[index]
        return Point(
          offset: frame.offset, timing: frame.timing,
          value: frame.style.movingValue(of: .custom(name))?.resolved(in: frame.style), style: index)
      }
      return CustomTrack(name: name, points: Array(points))
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
        style.take(track.property, from: styles[discrete(.longhand(track.property), from, to, at: eased)])
      }
    }
  }

  /// The style that has a value which cannot be interpolated.
  private func discrete(_ property: MovingProperty, _ from: Point, _ to: Point, at eased: Double) -> Int {
    if case .longhand(.display) = property, eased > 0, eased < 1 {
      let (a, b) = (styles[from.style].box.display, styles[to.style].box.display)
      if (a == .none) != (b == .none) { return a == .none ? to.style : from.style }
    }
    return eased < 0.5 ? from.style : to.style
  }

  /// The declarations of custom properties at a progress.
  func customText(at progress: Double, easing: TimingFunction) -> String {
    customTracks.map { track in
      let (from, to) = Track.around(progress, track.points)
      let part = to.offset > from.offset ? (progress - from.offset) / (to.offset - from.offset) : 1
      let eased = (from.timing ?? easing).progress(at: part)
      let property = MovingProperty.custom(track.name)
      let style = styles[discrete(property, from, to, at: eased)]
      if let a = from.value, let b = to.value,
        let mixed = a.mixed(with: b, at: eased, size: Size(width: 0, height: 0))
      {
        return "\(track.name): \(TransitionEnd.value(mixed).text(of: property, in: style)); "
      }
      return "\(track.name): \(style.text(of: property) ?? "initial"); "
    }.joined()
  }

  /// The keyframes as scripts see them.
  func frames(
    easing: TimingFunction
  ) -> [(offset: Double, easing: String, values: [(name: String, text: String)])] {
    var offsets: [Double: (easing: TimingFunction?, values: [(name: String, text: String)])] = [:]
    func add(_ property: MovingProperty, _ points: [Point]) {
      for point in points {
        offsets[point.offset, default: (point.timing, [])].values.append(
          (property.name, styles[point.style].text(of: property) ?? ""))
      }
    }
    for track in customTracks { add(.custom(track.name), track.points) }
    for track in tracks { add(.longhand(track.property), track.points) }
    return offsets.sorted { $0.key < $1.key }.map { offset, frame in
      (offset, (frame.easing ?? easing).cssText, frame.values)
    }
  }
}

extension KeyframeValues.Track {
  /// The points around a progress.
  fileprivate func around(_ progress: Double) -> (KeyframeValues.Point, KeyframeValues.Point) {
    Self.around(progress, points)
  }

  fileprivate static func around(
    _ progress: Double, _ points: [KeyframeValues.Point]
  ) -> (KeyframeValues.Point, KeyframeValues.Point) {
    // The last point at or before the progress that has another one behind it.
    var (low, high) = (0, points.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if points[middle].offset <= progress { low = middle } else { high = middle }
    }
    return (points[low], points[high])
  }
}
