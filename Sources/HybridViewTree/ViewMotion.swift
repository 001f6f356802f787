package import HybridGeometry
import HybridJSON

/// The animations of a node that a client plays by itself, at its own rate: those of CSS that only paint or
/// transform the box.
package struct ViewMotion: Hashable, Sendable {
  /// The animation of one property. Its members are those of Web Animations 1 §6.4 and §6.5; times are in
  /// milliseconds.
  package struct Track: Hashable, Sendable {
    /// The property, as CSS names it.
    package var property: String
    /// By offset, the first at 0 and the last at 1.
    package var frames: [Frame]
    package var delay: Double
    package var duration: Double
    /// Infinity is endless.
    package var iterations: Double
    package var direction: String
    package var fill: String
    /// The elapsed part, with its delay, when the message is sent.
    package var time: Double

    /// A track.
    package init(
      property: String, frames: [Frame], delay: Double = 0, duration: Double, iterations: Double = 1,
      direction: String = "normal", fill: String = "none", time: Double
    ) {
      self.property = property
      self.frames = frames
      self.delay = delay
      self.duration = duration
      self.iterations = iterations
      self.direction = direction
      self.fill = fill
      self.time = time
    }
  }

  /// One keyframe.
  package struct Frame: Hashable, Sendable {
    package var offset: Double
    /// The value, as CSS writes it.
    package var value: String
    /// The timing function up to the next keyframe, as CSS writes it.
    package var easing: String

    /// A keyframe.
    package init(offset: Double, value: String, easing: String) {
      self.offset = offset
      self.value = value
      self.easing = easing
    }
  }

  /// The transforms of the box where nothing animates them, as CSS writes them. They stand for
  /// ``ViewPaint/transform``.
  package struct Transforms: Hashable, Sendable {
    /// From the corner of the border box.
    package var origin: Point
    package var translate: String
    package var rotate: String
    package var scale: String
    package var transform: String

    /// The transforms about an origin.
    package init(origin: Point, translate: String, rotate: String, scale: String, transform: String) {
      self.origin = origin
      self.translate = translate
      self.rotate = rotate
      self.scale = scale
      self.transform = transform
    }
  }

  /// The look of the node without its animations.
  package struct Rest: Hashable, Sendable {
    package var opacity: Double?
    package var transform: [Double]?
    package var background: RGBA?
    package var shadows: [Shadow]?

    /// A look.
    package init(opacity: Double?, transform: [Double]?, background: RGBA?, shadows: [Shadow]?) {
      self.opacity = opacity
      self.transform = transform
      self.background = background
      self.shadows = shadows
    }
  }

  /// If two tracks have one property, the last one applies.
  package var tracks: [Track]
  /// Present if a track transforms the box.
  package var transforms: Transforms?
  /// The look to send for the node in place of its momentary look; nil once the node has it.
  package var rest: Rest?

  /// The animations of one node.
  package init(tracks: [Track], transforms: Transforms? = nil, rest: Rest? = nil) {
    self.tracks = tracks
    self.transforms = transforms
    self.rest = rest
  }

  /// Whether the node is a stacking context while they run.
  var isGroup: Bool { tracks.contains { $0.property == "opacity" } || transforms != nil }

  /// Whether both play the same, at whatever time.
  fileprivate func plays(as other: ViewMotion) -> Bool {
    guard tracks.count == other.tracks.count, transforms == other.transforms else { return false }
    return zip(tracks, other.tracks).allSatisfy { track, other in
      var track = track
      track.time = other.time
      return track == other
    }
  }
}

extension ViewNode {
  /// Gives the node the look that a client gets: one that plays animations starts from the node at rest.
  ///
  /// - Parameter before: The look that the client has. If only time has passed since, it is the same.
  mutating func present(after before: ViewPaint?) {
    guard var motion = paint.effects?.motion, let rest = motion.rest else { return }
    motion.rest = nil
    (paint.opacity, paint.transform) = (rest.opacity, rest.transform)
    (paint.background, paint.shadows) = (rest.background, rest.shadows)
    paint.setEffects { $0.motion = motion }
    guard let old = before?.effects?.motion, motion.plays(as: old) else { return }
    var same = paint
    same.setEffects { $0.motion = old }
    if before == same { paint = same }
  }
}

extension ViewMotion {
  func write(to json: inout JSONWriter) {
    json.object {
      $0.key("tracks")
      $0.array { for track in tracks { track.write(to: &$0) } }
      guard let transforms else { return }
      $0.key("transforms")
      $0.object {
        $0.member("origin", [transforms.origin.x, transforms.origin.y])
        $0.member("translate", transforms.translate)
        $0.member("rotate", transforms.rotate)
        $0.member("scale", transforms.scale)
        $0.member("transform", transforms.transform)
      }
    }
  }

  init?(_ json: JSONValue) {
    guard let list = json["tracks"]?.array else { return nil }
    self.init(tracks: list.compactMap(Track.init))
    guard let own = json["transforms"], let x = own["origin"]?[0]?.number, let y = own["origin"]?[1]?.number
    else { return }
    func text(_ name: String) -> String { own[name]?.string ?? "none" }
    transforms = Transforms(
      origin: Point(x: x, y: y), translate: text("translate"), rotate: text("rotate"), scale: text("scale"),
      transform: text("transform"))
  }
}

extension ViewMotion.Track {
  fileprivate func write(to json: inout JSONWriter) {
    json.object {
      $0.member("property", property)
      $0.key("frames")
      $0.array {
        for frame in frames {
          $0.array {
            $0.value(frame.offset)
            $0.value(frame.value)
            $0.value(frame.easing)
          }
        }
      }
      if delay != 0 { $0.member("delay", delay) }
      $0.member("duration", duration)
      if iterations.isInfinite { $0.member("endless", true) } else { $0.member("iterations", iterations) }
      if direction != "normal" { $0.member("direction", direction) }
      if fill != "none" { $0.member("fill", fill) }
      $0.member("time", time)
    }
  }

  fileprivate init?(_ json: JSONValue) {
    guard let property = json["property"]?.string, let duration = json["duration"]?.number,
      let list = json["frames"]?.array
    else { return nil }
    let frames = list.compactMap { frame -> ViewMotion.Frame? in
      guard let offset = frame[0]?.number, let value = frame[1]?.string, let easing = frame[2]?.string else {
        return nil
      }
      return ViewMotion.Frame(offset: offset, value: value, easing: easing)
    }
    self.init(
      property: property, frames: frames, delay: json["delay"]?.number ?? 0, duration: duration,
      iterations: json["endless"]?.bool == true ? .infinity : json["iterations"]?.number ?? 1,
      direction: json["direction"]?.string ?? "normal", fill: json["fill"]?.string ?? "none",
      time: json["time"]?.number ?? 0)
  }
}
